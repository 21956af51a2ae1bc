"""One game of a tournament: a whole session, with ticks, a pace and hands as in the window.

Only nobody waits for the ticks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from gpulife.engines.batch import OpenBatch
from gpulife.engines.numpy_batch import NumpyBatch
from gpulife.engines.numpy_engine import NumpyEngine
from gpulife.games import find_game, new_match
from gpulife.games.base import NOBODY, TICKS_A_SECOND, Action, ActionKind, Board, GameState
from gpulife.games.contest import ContestState, Phase
from gpulife.players.computer import ComputerPlayer, find_level
from gpulife.rules import parse_rule
from gpulife.session import Session

MOST_TICKS = 30 * 60 * TICKS_A_SECOND
"""A game that is not over after half an hour of its own time is decided by the scores."""
_TICKS_A_LOOK = 60
RULE = "Immigration"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played.

    Attributes:
        first: a level.
        second: its opponent.
        swapped: whether the first plays on the right.
        seed: of the match.
        game: its name.
        option: of the game.
        shape: of the board.
        engine: auto, gl or numpy: what looks ahead.
    """

    first: int
    second: int
    swapped: bool
    seed: int
    game: str
    option: str
    shape: tuple[int, int]
    engine: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played.

    Attributes:
        first: a level.
        second: its opponent.
        swapped: whether the first played on the right.
        seed: of the match.
        winner: "first", "second" or "tie".
        ending: shut-out, clock, or limit: see MOST_TICKS.
        generations: computed.
        scores: of the first and the second.
        ticks: played.
        decision_ms: of each of them the time that its decisions took: (median, most), milliseconds.
    """

    first: int
    second: int
    swapped: bool
    seed: int
    winner: str
    ending: str
    generations: int
    scores: tuple[int, int]
    ticks: int
    decision_ms: tuple[tuple[float, float], tuple[float, float]]


class _Stopwatch:
    """A player whose looking ahead is timed."""

    is_live = False

    def __init__(self, player: ComputerPlayer) -> None:
        self._player = player
        self._running = 0.0
        self.times: list[float] = []

    def actions(self, tick: int, state: GameState, board: Board) -> Sequence[Action]:
        was_thinking = self._player.thinking
        start = perf_counter()
        actions = self._player.actions(tick, state, board)
        if was_thinking or self._player.thinking:
            self._running += perf_counter() - start
            if not self._player.thinking:
                self.times.append(1000 * self._running)
                self._running = 0.0
        return actions

    @property
    def summary(self) -> tuple[float, float]:
        return (round(median(self.times), 2), round(max(self.times), 2)) if self.times else (0.0, 0.0)


def fixtures(
    pairs: Sequence[tuple[int, int]], games: int, seed: int, game: str, option: str = "NORM",
    shape: tuple[int, int] | None = None, engine: str = "auto",
) -> list[Fixture]:  # fmt: skip
    """The games of a tournament, in the order in which they are played: of each pairing the first one, and so on.

    Raises:
        GpulifeError: no such level, game or option, or a board that it cannot be played on.
    """
    shape = shape or find_game(game).shape
    new_match(game, parse_rule(RULE), shape, seed, option)
    for level in {level for pair in pairs for level in pair}:
        find_level(level)
    return [
        Fixture(first, second, number % 2 == 1, seed + number, game, option, shape, engine)
        for number in range(games)
        for first, second in pairs
    ]


def play(
    fixture: Fixture, lookahead: OpenBatch = NumpyBatch, stopped: Callable[[], bool] = lambda: False
) -> Played | None:
    """Play one game; None if ``stopped`` said so, which is asked once a second of the game."""
    match = new_match(fixture.game, parse_rule(RULE), fixture.shape, fixture.seed, fixture.option)
    levels = (fixture.second, fixture.first) if fixture.swapped else (fixture.first, fixture.second)
    seats = [
        _Stopwatch(ComputerPlayer(seat, find_level(level), fixture.seed, lookahead))
        for seat, level in enumerate(levels)
    ]
    with NumpyEngine(parse_rule(match.rule), fixture.shape) as engine:
        session = Session(match, engine, seats, budget=0)  # nobody rewinds here
        session.tick([Action(NOBODY, ActionKind.START)])
        while _contest(session).phase is not Phase.OVER and session.ticks < MOST_TICKS:
            if session.ticks % _TICKS_A_LOOK == 0 and stopped():
                return None
            session.tick()
        state = _contest(session)
    scores, times = state.scores, [seat.summary for seat in seats]
    winner = state.winner
    if state.ending is None and scores[0] != scores[1]:
        winner = int(scores[1] > scores[0])
    if fixture.swapped:
        scores, times = scores[::-1], times[::-1]
        winner = None if winner is None else 1 - winner
    return Played(
        fixture.first, fixture.second, fixture.swapped, fixture.seed,
        "tie" if winner is None else ("first", "second")[winner],
        str(state.ending or "limit"), session.computed, (scores[0], scores[1]), session.ticks, (times[0], times[1]),
    )  # fmt: skip


def _contest(session: Session) -> ContestState:
    assert isinstance(session.state, ContestState)  # noqa: S101 - fixtures are of competitive games
    return session.state

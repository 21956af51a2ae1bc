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
from gpulife.errors import GpulifeError
from gpulife.games import find_game
from gpulife.games.base import Action, Board, GameState
from gpulife.games.consent import seat_actions
from gpulife.players.base import Player
from gpulife.players.computer import find_level
from gpulife.rules import parse_rule
from gpulife.session import Session
from gpulife.tournament.arenas import ARENAS, Arena
from gpulife.tournament.arenas.base import LIMIT, Verdict, leading

_TICKS_A_LOOK = 60


class TournamentError(GpulifeError):
    """Something was asked for that a game does not have."""


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
        limit: after which the game is stopped: turns or generations, 0 where there is none.
    """

    first: int
    second: int
    swapped: bool
    seed: int
    game: str
    option: str
    shape: tuple[int, int]
    engine: str
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played.

    Attributes:
        first: a level.
        second: its opponent.
        swapped: whether the first played on the right.
        seed: of the match.
        winner: "first", "second" or "tie".
        ending: what the game calls it, or "limit" if it was stopped.
        generations: computed.
        scores: of the first and the second: cells or points.
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
    scores: tuple[float, float]
    ticks: int
    decision_ms: tuple[tuple[float, float], tuple[float, float]]


class _Stopwatch:
    """A player whose looking ahead is timed: over all the ticks in which it thinks, or within the tick of an action."""

    is_live = False

    def __init__(self, player: Player, *, at_once: bool) -> None:
        self._player = player
        self._at_once = at_once
        self._running = 0.0
        self.times: list[float] = []

    def actions(self, tick: int, state: GameState, board: Board) -> Sequence[Action]:
        was_thinking = self._thinking
        start = perf_counter()
        actions = self._player.actions(tick, state, board)
        spent = perf_counter() - start
        if self._at_once and actions:
            self.times.append(1000 * spent)
        elif was_thinking or self._thinking:
            self._running += spent
            if not self._thinking:
                self.times.append(1000 * self._running)
                self._running = 0.0
        return actions

    def is_done(self, state: GameState) -> bool:
        """Whether it would not use the time that passes: some players know that they wait for something else."""
        is_done: Callable[[GameState], bool] = getattr(self._player, "is_done", lambda _: False)
        return is_done(state)

    @property
    def _thinking(self) -> bool:
        thinking: bool = getattr(self._player, "thinking", False)
        return thinking

    @property
    def summary(self) -> tuple[float, float]:
        return (round(median(self.times), 2), round(max(self.times), 2)) if self.times else (0.0, 0.0)


def fixtures(
    pairs: Sequence[tuple[int, int]], games: int, seed: int, game: str, option: str = "",
    shape: tuple[int, int] | None = None, engine: str = "auto", limit: int | None = None,
) -> list[Fixture]:  # fmt: skip
    """The games of a tournament, in the order in which they are played: of each pairing the first one, and so on.

    Raises:
        GpulifeError: no such level, game, option or limit, or a board that it cannot be played on.
    """
    arena = ARENAS[find_game(game).name]
    if limit is not None and arena.limit is None:
        raise TournamentError(f"{game} has no limit of turns or generations, not even {limit}: its clock ends it")
    if engine == "gl" and not arena.batches:
        raise TournamentError(f"{game} looks ahead in numpy, which engine {engine} is not: use auto or numpy")
    limit = 0 if arena.limit is None else arena.limit.default if limit is None else limit
    shape = shape or arena.shape
    option = arena.match(shape, seed, option.upper(), limit).option
    for level in {level for pair in pairs for level in pair}:
        find_level(level)
    engine = engine if arena.batches else "numpy"
    return [
        Fixture(first, second, number % 2 == 1, seed + number, game, option, shape, engine, limit)
        for number in range(games)
        for first, second in pairs
    ]


def play(
    fixture: Fixture, lookahead: OpenBatch = NumpyBatch, stopped: Callable[[], bool] = lambda: False
) -> Played | None:
    """Play one game; None if ``stopped`` said so, which is asked every now and then."""
    arena = ARENAS[fixture.game]
    match = arena.match(fixture.shape, fixture.seed, fixture.option, fixture.limit)
    levels = (fixture.second, fixture.first) if fixture.swapped else (fixture.first, fixture.second)
    seats = [
        _Stopwatch(arena.player(seat, level, fixture.seed, lookahead), at_once=arena.at_once)
        for seat, level in enumerate(levels)
    ]
    with NumpyEngine(parse_rule(match.rule), fixture.shape) as engine:
        session = Session(match, engine, seats, budget=0)  # nobody rewinds here
        session.tick((*arena.begin, *seat_actions(session.state, levels)))
        if not _play_on(session, seats, arena, fixture, stopped):
            return None
        scores = arena.scores(session.state, session.board.census())
        # A game that was stopped is decided by the scores.
        verdict = arena.verdict(session.state) or Verdict(leading(scores), LIMIT)
    winner, times = verdict.winner, [seat.summary for seat in seats]
    if fixture.swapped:
        scores, times = scores[::-1], times[::-1]
        winner = None if winner is None else 1 - winner
    return Played(
        fixture.first, fixture.second, fixture.swapped, fixture.seed,
        "tie" if winner is None else ("first", "second")[winner],
        verdict.ending, session.computed, scores, session.ticks, (times[0], times[1]),
    )  # fmt: skip


def _play_on(
    session: Session, seats: Sequence[_Stopwatch], arena: Arena, fixture: Fixture, stopped: Callable[[], bool]
) -> bool:
    """To the end of the game or its limit; False if somebody stopped it."""
    most, looks = arena.most_ticks(fixture.limit, fixture.option), 0
    while arena.verdict(session.state) is None and not arena.is_stopped(session.state, fixture.limit):
        if session.ticks >= most:
            break
        if looks % _TICKS_A_LOOK == 0 and stopped():
            return False
        looks += 1
        session.tick()
        if all(seat.is_done(session.state) for seat in seats):
            session.pass_idle(most - session.ticks)
    return True

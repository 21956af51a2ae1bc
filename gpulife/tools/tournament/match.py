"""One game of a tournament: a session with the ticks, the pace and the limits on input of a window, without waiting."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from gpulife.engines.batch import OpenBatch
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import TICKS_PER_SECOND, Action, Board, GameState, Match
from gpulife.games.core.game_spec import Census, ComputerSeat, GameSpec, Outcome, Tournament
from gpulife.games.core.player import Player, is_done
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.rules import parse_rule
from gpulife.session.session import Session

HALF_AN_HOUR = 30 * 60 * TICKS_PER_SECOND
LIMIT = "limit"
"""The ending of a game that is stopped."""
_TICKS_PER_STOP_CHECK = 60


class TournamentError(GpulifeError):
    """A tournament that the game does not have, or not with these options."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players and the seed of a game.

    Attributes:
        first: level of the first player.
        second: level of its opponent.
        swapped: whether the first player plays on the right.
        seed: seed of the match.
    """

    first: int
    second: int
    swapped: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Fixture(Pairing):
    """A game to be played.

    Attributes:
        game: name of the game.
        option: name of the game's option.
        shape: (rows, columns) of the board.
        engine: auto, gl or numpy: where lookahead is computed.
        limit: number of turns or generations after which the game is stopped; 0 for no limit.
    """

    game: str
    option: str
    shape: tuple[int, int]
    engine: str
    limit: int = 0


@dataclass(frozen=True, slots=True)
class GameResult(Pairing):
    """The result of a game.

    Attributes:
        winner: "first", "second" or "tie".
        ending: the game's word for how it ended, or "limit" if it was stopped.
        generations: number of generations computed.
        scores: cells or points of the first and of the second player.
        ticks: length in ticks of the session.
        decision_ms: for each of the two the (median, longest) time of a decision in milliseconds.
    """

    winner: str
    ending: str
    generations: int
    scores: tuple[float, float]
    ticks: int
    decision_ms: tuple[tuple[float, float], tuple[float, float]]


class _TimedPlayer:
    """A player whose decisions are timed: over all the ticks in which it thinks, or within the tick of an action."""

    is_live = False

    def __init__(self, player: Player[Any], *, decides_in_one_tick: bool) -> None:
        self._player = player
        self._decides_in_one_tick = decides_in_one_tick
        self._running = 0.0
        self.times: list[float] = []

    def actions(self, tick: int, state: GameState, board: Board) -> Sequence[Action]:
        was_thinking = self._thinking
        start = perf_counter()
        actions = self._player.actions(tick, state, board)
        spent = perf_counter() - start
        if self._decides_in_one_tick and actions:
            self.times.append(1000 * spent)
        elif was_thinking or self._thinking:
            self._running += spent
            if not self._thinking:
                self.times.append(1000 * self._running)
                self._running = 0.0
        return actions

    def is_done(self, state: GameState) -> bool:
        return is_done(self._player, state)

    @property
    def _thinking(self) -> bool:
        return bool(getattr(self._player, "thinking", False))

    @property
    def summary(self) -> tuple[float, float]:
        return (round(median(self.times), 2), round(max(self.times), 2)) if self.times else (0.0, 0.0)


def fixtures(
    pairs: Sequence[tuple[int, int]], games: int, seed: int, game: str, option: str = "",
    shape: tuple[int, int] | None = None, engine: str = "auto", limit: int | None = None,
) -> list[Fixture]:  # fmt: skip
    """Return the games of a tournament in order: the first game of each pairing, then the second of each, and so on.

    Args:
        pairs: (level of the first player, level of the second) of each pairing.
        games: number of games of each pairing.
        seed: seed of the first game; each further one has the next number.
        game: name of the game.
        option: name of its option; "" for the default.
        shape: (rows, columns) of the board; None for the default.
        engine: auto, gl or numpy: where lookahead is computed.
        limit: number of turns or generations after which a game is stopped; None for the default.

    Raises:
        GpulifeError: no such level, game, option or limit, or a board that it cannot be played on.
    """
    rules = tournament_rules(find_game(game))
    if limit is not None and not rules.limit:
        raise TournamentError(f"{game} has no limit of turns or generations, not even {limit}: its clock ends it")
    if engine == "gl" and not rules.uses_batches:
        raise TournamentError(f"{game} looks ahead in numpy, which engine {engine} is not: use auto or numpy")
    limit = rules.limit if limit is None else limit
    shape = shape or rules.shape or find_game(game).shape
    option = _new_match(game, shape, seed, option.upper(), limit).option
    for level in {level for pair in pairs for level in pair}:
        find_game(game).require_level(level)
    engine = engine if rules.uses_batches else "numpy"
    return [
        Fixture(first, second, number % 2 == 1, seed + number, game, option, shape, engine, limit)
        for number in range(games)
        for first, second in pairs
    ]


def play(
    fixture: Fixture, lookahead: OpenBatch = NumpyBatch, stopped: Callable[[], bool] = lambda: False
) -> GameResult | None:
    """Play one game; return None if ``stopped``, which is called now and then, returned True."""
    spec = find_game(fixture.game)
    rules = tournament_rules(spec)
    match = _new_match(fixture.game, fixture.shape, fixture.seed, fixture.option, fixture.limit)
    levels = (fixture.second, fixture.first) if fixture.swapped else (fixture.first, fixture.second)
    seats = [
        _TimedPlayer(
            spec.computer(ComputerSeat(seat=seat, level=level, seed=fixture.seed, lookahead=lookahead)),
            decides_in_one_tick=rules.decides_in_one_tick,
        )
        for seat, level in enumerate(levels)
    ]
    with NumpyEngine(parse_rule(match.rule), fixture.shape) as engine:
        session = Session(match, engine, seats, budget=0)  # nobody rewinds here
        session.tick((*rules.first_actions, *seat_actions(session.state, levels)))
        outcome = _play_on(session, seats, fixture, stopped)
        if outcome is None:
            return None
        left, right = spec.scores(session.state, session.board.census())
    scores, winner, times = (left, right), outcome.winner, [seat.summary for seat in seats]
    if fixture.swapped:
        scores, times = scores[::-1], times[::-1]
        winner = None if winner is None else 1 - winner
    return GameResult(
        fixture.first, fixture.second, fixture.swapped, fixture.seed,
        "tie" if winner is None else ("first", "second")[winner],
        outcome.ending, session.computed, scores, session.ticks, (times[0], times[1]),
    )  # fmt: skip


def tournament_rules(spec: GameSpec[Any]) -> Tournament[Any]:
    """Return the terms of the game's tournaments.

    Raises:
        TournamentError: it has none.
    """
    if spec.tournament is None:
        raise TournamentError(f"there are no tournaments of {spec.name}")
    return spec.tournament


def outcome_of(spec: GameSpec[Any], state: Any, limit: int, census: Callable[[], Census]) -> Outcome | None:
    """Return the outcome of a game, by the scores if it is stopped at the limit; None if it goes on."""
    outcome = spec.outcome(state)
    if outcome is None and (ending := tournament_rules(spec).stop_reason(state, limit)):
        outcome = _decided_by_scores(spec.scores(state, census()), ending)
    return outcome


def _decided_by_scores(scores: Sequence[float], ending: str) -> Outcome:
    left, right = scores
    return Outcome(None if left == right else int(right > left), ending)


def _new_match(game: str, shape: tuple[int, int], seed: int, option: str, limit: int) -> Match:
    spec = find_game(game)
    rules = tournament_rules(spec)
    if rules.make_match is not None:
        return rules.make_match(shape, seed, option, limit)
    return new_match(game, parse_rule(rules.rule or spec.rule), shape, seed, option)


def _play_on(
    session: Session[Any], seats: Sequence[_TimedPlayer], fixture: Fixture, stopped: Callable[[], bool]
) -> Outcome | None:
    """Play to the end of the game or its limit; None if somebody stopped it."""
    spec, census, steps = session.game, session.board.census, 0
    max_ticks = tournament_rules(spec).max_ticks
    last_tick = HALF_AN_HOUR if max_ticks is None else max_ticks(fixture.limit, fixture.option)
    while (outcome := outcome_of(spec, session.state, fixture.limit, census)) is None:
        if session.ticks >= last_tick:
            return _decided_by_scores(spec.scores(session.state, census()), LIMIT)
        if steps % _TICKS_PER_STOP_CHECK == 0 and stopped():
            return None
        steps += 1
        session.tick()
        if all(seat.is_done(session.state) for seat in seats):
            session.skip_idle(last_tick - session.ticks)
    return outcome

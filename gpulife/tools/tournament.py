"""Carry out ``gpulife tournament``: computer players of different levels play against each other."""

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import TimeoutError as NothingYetError
from multiprocessing import get_context
from statistics import median
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gpulife.engines.batch import OpenBatch
from gpulife.engines.batch.batch_factory import batch_opener, gl_batch_opener
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import EngineError, GpulifeError
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import Action, Board
from gpulife.games.core.game_spec import ComputerSeat, GameSpec, GameState, Tournament
from gpulife.games.core.player import Player, is_done
from gpulife.games.registry import find_game
from gpulife.rich_console import ProgressBar, plain_table
from gpulife.rules import parse_rule
from gpulife.session.session import Session
from gpulife.session.unattended import play_to_end, unattended_match
from gpulife.signals import Stop, stop_on_signals

# One game of a tournament: a session with the ticks, pace and input limits of the window, but without waiting.


class TournamentError(GpulifeError):
    """The game has no tournaments, or none with these options."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players and the seed of a game.

    Attributes:
        first: level of the first player.
        second: level of the second player.
        swapped: True if the first player has the right seat, not the left one.
        seed: seed of the match.
    """

    first: int
    second: int
    swapped: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Fixture(Pairing):
    """One game of a tournament, to be played.

    Attributes:
        shape: (rows, columns) of the board.
        engine: engine with which computer players look ahead: auto, gl or numpy.
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
        ending: how the game ended, in the word that the game's state uses; "limit" if it reached its limit.
        scores: cells or points of the first and of the second player.
        ticks: length of the session in ticks (1/60 second).
        decision_ms: (median, longest) time in milliseconds that each player took for a decision.
    """

    winner: str
    ending: str
    generations: int
    scores: tuple[float, float]
    ticks: int
    decision_ms: tuple[tuple[float, float], tuple[float, float]]


class _TimedPlayer:
    """Measures how long each decision of a computer player takes, even if the player thinks for several ticks."""

    is_live = False

    def __init__(self, player: Player[Any], *, decides_in_one_tick: bool) -> None:
        self._player = player
        self._decides_in_one_tick = decides_in_one_tick
        self._running = 0.0
        self.times: list[float] = []  # milliseconds of each decision

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
    """Return the games of a tournament in order: the first game of every pairing, then the second of each, and so on.

    Args:
        pairs: (level of the first player, level of the second player) of each pairing.
        games: number of games per pairing.
        seed: seed of the first game of each pairing; each further game adds 1.
        game: name of the game.
        option: name of the game's option; "" for the default.
        shape: (rows, columns) of the board; None for the default.
        engine: engine with which computer players look ahead: auto, gl or numpy.
        limit: turns or generations after which a game is stopped; None for the default.

    Raises:
        GpulifeError: there is no such game, level or option, or the game does not allow the limit, engine or board.
    """
    rules = tournament_rules(find_game(game))
    if limit is not None and not rules.limit:
        raise TournamentError(f"{game} takes no --limit {limit}: its games end by the clock")
    if engine == "gl" and not rules.uses_batches:
        raise TournamentError(f"{game} looks ahead in numpy, not with engine {engine}: use auto or numpy")
    limit = rules.limit if limit is None else limit
    shape = shape or rules.shape or find_game(game).shape
    option = unattended_match(game, shape, seed, option.upper(), limit).option
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
    """Play one game. If ``stopped`` (called now and then) returns True, end the game and return None."""
    spec = find_game(fixture.game)
    rules = tournament_rules(spec)
    match = unattended_match(fixture.game, fixture.shape, fixture.seed, fixture.option, fixture.limit)
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
        outcome = play_to_end(session, seats, fixture.limit, stopped)
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
    """Return the rules for tournaments of a game.

    Raises:
        TournamentError: the game has no tournaments.
    """
    if spec.tournament is None:
        raise TournamentError(f"there are no tournaments of {spec.name}")
    return spec.tournament


# Play many games in several processes with a progress bar, until all are played or the user interrupts.

_POLL_SECONDS = 0.2
"""Seconds between two checks for Ctrl-C."""


def run_tournament(games: Sequence[Fixture], jobs: int | None, progress: Console) -> tuple[list[GameResult], int]:
    """Play all games; return the results of the finished games, in the games' order, and the exit status.

    Args:
        games: games as returned by :func:`fixtures`.
        jobs: number of processes; None for one per CPU.
        progress: console for a progress bar, which is shown only on a terminal.

    Raises:
        EngineError: the engine of these games cannot run here.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(games))
    played: list[tuple[int, GameResult]] = []
    with _lookahead(games[0].engine):
        pass  # raises the error once, before any game, if the engine cannot run
    bar = ProgressBar(progress, "games", len(games), counted=True)
    with stop_on_signals() as stop, bar:
        source = _in_this_process(games, stop) if jobs == 1 else _in_processes(games, jobs, stop)
        with closing(source):
            for numbered in source:
                played.append(numbered)
                bar.advance()
    status = stop.exit_status if len(played) < len(games) else 0
    return [result for _, result in sorted(played, key=lambda numbered: numbered[0])], status


@contextmanager
def _lookahead(engine: str) -> Iterator[OpenBatch]:
    """Yield, for a ``with`` block, the function that makes the boards on which computer players look ahead."""
    device = None
    if engine != "numpy":
        from gpulife.engines.gl.gl_device import open_device

        try:
            device = open_device()
        except EngineError:
            if engine == "gl":
                raise
    if device is None:
        yield NumpyBatch
        return
    with device:
        yield gl_batch_opener(device) if engine == "gl" else batch_opener(device)


def _in_this_process(games: Sequence[Fixture], stop: Stop) -> Generator[tuple[int, GameResult], None, None]:
    with _lookahead(games[0].engine) as lookahead:
        for number, fixture in enumerate(games):
            result = play(fixture, lookahead, lambda: stop.signal is not None)
            if result is None:
                return
            yield number, result


def _in_processes(games: Sequence[Fixture], jobs: int, stop: Stop) -> Generator[tuple[int, GameResult], None, None]:
    # Not forked: a child process must not inherit the parent's OpenGL context.
    with get_context("spawn").Pool(jobs, _ignore_interrupts) as pool:
        results = pool.imap_unordered(_play_numbered, enumerate(games))
        for _ in games:
            while True:
                if stop.signal is not None:
                    return
                try:
                    yield results.next(timeout=_POLL_SECONDS)
                except NothingYetError:
                    continue
                break


_until_exit = ExitStack()


@cache
def _process_lookahead(engine: str) -> OpenBatch:
    """Return what :func:`_lookahead` yields: the same function for all games of this worker process."""
    return _until_exit.enter_context(_lookahead(engine))


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C and hang-ups: the parent process gets them too, and handles them."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _play_numbered(numbered: tuple[int, Fixture]) -> tuple[int, GameResult]:
    number, fixture = numbered
    result = play(fixture, _process_lookahead(fixture.engine))
    assert result is not None  # noqa: S101 - stopped is never True here
    return number, result


# The result of a tournament: standings and decision times, as tables and as JSON.


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of a pairing: two computer players of given levels.

    Attributes:
        first: level of the first player.
        second: level of the second player.
        wins: games won by the first player.
        losses: games lost by the first player.
        share: share of the games, 0 to 1, that the first player won.
        generations: median number of generations per game.
    """

    first: int
    second: int
    games: int
    wins: int
    losses: int
    ties: int
    share: float
    generations: float


def standings(played: Sequence[GameResult]) -> list[PairResult]:
    """Return the result of each pairing. The pairing whose first game was played first comes first."""
    pairs = dict.fromkeys((game.first, game.second) for game in played)
    lines = []
    for pair in pairs:
        games = [game for game in played if (game.first, game.second) == pair]
        wins, losses = (sum(game.winner == side for game in games) for side in ("first", "second"))
        generations = median(game.generations for game in games)
        lines.append(
            PairResult(*pair, len(games), wins, losses, len(games) - wins - losses, wins / len(games), generations)
        )
    return lines


def decision_times(played: Sequence[GameResult]) -> dict[int, tuple[float, float]]:
    """Return the (median, longest) time of a decision in milliseconds, keyed by level, for levels that look ahead."""
    times: dict[int, list[tuple[float, float]]] = {}
    for game in played:
        for level, spent in zip((game.first, game.second), game.decision_ms, strict=True):
            if spent[1]:
                times.setdefault(level, []).append(spent)
    return {
        level: (round(median(middle for middle, _ in spent), 2), max(longest for _, longest in spent))
        for level, spent in sorted(times.items())
    }


def tournament_table(played: Sequence[GameResult]) -> Table:
    """Return a table with the result of each pairing."""
    table = plain_table("pairing", numbers=("games", "won", "lost", "tied", "share", "median generations"))
    for line in standings(played):
        table.add_row(
            Text.assemble((f"level {line.first}", "cyan"), f" against level {line.second}"),
            *map(str, (line.games, line.wins, line.losses, line.ties)),
            f"{line.share:.0%}",
            f"{line.generations:.0f}",
        )
    return table


def time_lines(game: str, played: Sequence[GameResult]) -> list[str]:
    """Return a line of text about the decision time of each level in ``game``."""
    levels = find_game(game).levels
    return [
        f"a decision of level {level} ({levels[level - 1].title}): median {middle:.1f} ms, at most {longest:.1f} ms"
        for level, (middle, longest) in decision_times(played).items()
    ]


def as_json(games: Sequence[Fixture], played: Sequence[GameResult]) -> dict[str, Any]:
    """Return the tournament, its standings and all its games as JSON values."""
    first = games[0]
    return {
        "game": first.game,
        "option": first.option,
        "size": f"{first.shape[1]}x{first.shape[0]}",
        "engine": first.engine,
        "limit": first.limit or None,
        "planned": len(games),
        "standings": [asdict(line) for line in standings(played)],
        "decision_ms": {
            str(level): {"median": middle, "most": longest}
            for level, (middle, longest) in decision_times(played).items()
        },
        "games": [asdict(game) for game in played],
    }

"""Measures one engine on one board: warms it up, runs several rounds from one soup, and takes median and spread."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import psutil

from gpulife.engines import Engine
from gpulife.engines.sowing import sow_soup
from gpulife.engines.stepping import PREPARED_GENERATIONS, step_in_portions
from gpulife.patterns.soup import SoupSpec

_LOG = logging.getLogger(__name__)

_RESOW_CELLS = 1 << 28
"""Boards with at most this number of cells get a new soup for each round.

Making a larger soup takes longer than many generations, so larger boards get one soup for all rounds.
"""

_PASS = 16
"""Number of generations in the longest pass of any engine.

A round with at least this number of generations is lengthened to a multiple of it.
"""


_LONG_ENOUGH = 0.2
"""Number of seconds after which a few generations have been repeated often enough."""
_MOST_REPEATS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How to measure.

    Attributes:
        density: density of the soup, 0 to 1.
        seed: seed of the soup.
        generations: number of generations in each round; None to choose it so that all rounds together take
            ``seconds``.
        seconds: approximate duration of all rounds together, without the time for soups and warm-up.
        settled: number of generations that are computed before the measurement, so that the soup settles; 0 for a new
            soup.
    """

    density: float = 0.35
    seed: int = 1
    generations: int | None = None
    seconds: float = 5.0
    rounds: int = 5
    settled: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The measurements of one contender (an engine or another program) on one board.

    Attributes:
        contender: name of the engine or other program.
        renderer: name of the device or library that computed.
        rule: name of the rule, with the board's edges and size.
        generations: generations per round.
        median: speed in the median round: cells of the board (dead or alive) times generations, per second.
        slowest: speed in the slowest round, in the same unit.
        fastest: speed in the fastest round, in the same unit.
        bytes_a_cell: minimum number of bytes that have to be read and written per cell and generation; None if unknown.
        memory: number of bytes that the board needs while generations are computed.
        resident: number of bytes of main memory that the process has at the end.
        fresh: speed (like ``median``) of a new soup, if a settled soup was measured; else None.
        ratio: how many times as fast the benchmark's engine was on the same board, if both were measured by turns: the
            median of the rounds; else None.
    """

    contender: str
    renderer: str
    rule: str
    columns: int
    rows: int
    generations: int
    rounds: int
    median: float
    slowest: float
    fastest: float
    bytes_a_cell: float | None
    memory: int
    resident: int
    fresh: float | None = None
    ratio: float | None = None

    @property
    def generations_a_second(self) -> float:
        """Generations per second in the median round."""
        return self.median / (self.columns * self.rows)

    @property
    def bytes_a_second(self) -> float | None:
        """Minimum number of bytes read and written per second in the median round; None if unknown."""
        return None if self.bytes_a_cell is None else self.median * self.bytes_a_cell


def measure(engine: Engine, plan: Plan) -> Figures:
    """Measure an engine.

    Args:
        engine: engine with an empty board, which is overwritten.
        plan: how to measure.
    """
    rows, columns = engine.shape
    _LOG.info("soup")
    sow(engine, plan.density, plan.seed)
    _LOG.info("warm-up")
    round_generations = _warm_up(engine, plan)
    fresh = None
    if plan.settled:
        _LOG.info("fresh soup")
        sow(engine, plan.density, plan.seed)
        fresh = rows * columns * round_generations / _seconds(engine, round_generations)
        done = round_generations
        for count, _ in step_in_portions(engine, plan.settled - round_generations):
            done += count
            _LOG.info(f"settling, generation {done:,} of {plan.settled:,}")
    speeds = []
    for number in range(plan.rounds):
        if not plan.settled and rows * columns <= _RESOW_CELLS:
            _LOG.info("round %s of %s: soup", number + 1, plan.rounds)
            sow(engine, plan.density, plan.seed)
        _LOG.info("round %s of %s", number + 1, plan.rounds)
        speeds.append(rows * columns * round_generations / _seconds(engine, round_generations))
    return Figures(
        contender=engine.name,
        renderer=engine.renderer,
        rule=str(engine.rule),
        columns=columns,
        rows=rows,
        generations=round_generations,
        rounds=plan.rounds,
        median=median(speeds),
        slowest=min(speeds),
        fastest=max(speeds),
        bytes_a_cell=None if plan.settled else engine.bytes_moved() / (rows * columns),
        memory=engine.memory(),
        resident=psutil.Process().memory_info().rss,
        fresh=fresh,
    )


def seconds_from_soup(engine: Engine, plan: Plan, generations: int) -> float:
    """Return how many seconds an engine takes to compute some generations of the plan's soup.

    It computes them again and again until there is enough to measure, and takes the median.
    """
    seconds: list[float] = []
    while sum(seconds) < _LONG_ENOUGH and len(seconds) < _MOST_REPEATS:
        sow(engine, plan.density, plan.seed)
        seconds.append(_seconds(engine, generations))
    return median(seconds)


def fitting_generations(seconds_of: Callable[[int], float], seconds: float) -> int:
    """Return how many generations take about ``seconds`` seconds, as a multiple of the longest pass.

    Args:
        seconds_of: computes some generations, and returns how many seconds that took.
        seconds: how long they should take.
    """
    count = _PASS
    while (taken := seconds_of(count)) < seconds / 4:
        count *= 4 if taken < seconds / 32 else 2
    return max(round(count * seconds / taken) // _PASS * _PASS, _PASS)


def sow(engine: Engine, density: float, seed: int, advance: Callable[[], None] = lambda: None) -> None:
    """Fill the board with a soup, strip by strip, as generation 0; ``advance`` is called after each strip."""
    sow_soup(engine, SoupSpec(engine.shape, density), seed, advance=advance)
    engine.generation = 0


def _warm_up(engine: Engine, plan: Plan) -> int:
    target_seconds = plan.seconds / plan.rounds
    if plan.generations is not None:
        engine.prepare(plan.generations, sleep=True)
        _seconds(engine, plan.generations)
        return plan.generations
    engine.prepare(PREPARED_GENERATIONS, sleep=True)
    count = min_generations = engine.pass_generations
    while True:
        seconds = _seconds(engine, count)
        if seconds >= target_seconds / 4:
            wanted = round(count * target_seconds / seconds)
            return max(wanted // _PASS * _PASS or wanted, min_generations)
        count *= 4 if seconds < target_seconds / 32 else 2


def _seconds(engine: Engine, generations: int) -> float:
    engine.finish()
    began = time.perf_counter()
    for _ in step_in_portions(engine, generations):
        pass
    return max(time.perf_counter() - began, 1e-9)

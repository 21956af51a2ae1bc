"""Carry out ``gpulife stress``: run the largest board that fits into memory for hours, and check it.

The board is changed at random, and random parts of it (windows) are checked. A check reads a window with all cells
around it that could influence it, lets the board run, and computes the window with numpy as well. Both results must be
equal.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import psutil

from gpulife.engines import Engine, open_engine, reference
from gpulife.engines.base import Storage, Strip
from gpulife.engines.stepping import step_in_portions
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.soup import soup
from gpulife.ranks.world import World
from gpulife.rules import Cells, Edges, Rule
from gpulife.tools.measure import sow

_WINDOW = 256
_PATCH = 512
_CHECK_GENERATIONS = 64
_PORTION_SECONDS = 0.5
_MIN_SIDE = 1024
_SHARE_OF_MEMORY = 0.6
"""Share of the free memory that the board may use. The rest is for the system and the graphics driver."""


@dataclass(slots=True, kw_only=True)
class StressLog:
    """What happened in a stress test.

    Attributes:
        minutes: minutes since the start, measured every few seconds.
        speeds: cells times generations per second, at each time in ``minutes``.
        resident: bytes of main memory that all processes use, at each time in ``minutes``.
        interventions: number of random changes of the board.
        checks: number of windows (parts of the board) compared.
        differs: a line about the first window that was wrong; "" if all were right.
        interrupted: True if somebody ended the test early.
    """

    minutes: list[float] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)
    generations: int = 0
    interventions: int = 0
    checks: int = 0
    differs: str = ""
    interrupted: bool = False

    @property
    def growth(self) -> float:
        """Main memory at the end, divided by main memory halfway through the test; 1 means that it did not grow."""
        if not self.resident:
            return 1.0
        return self.resident[-1] / self.resident[len(self.resident) // 2]

    @property
    def passed(self) -> bool:
        """True if every window was right and memory did not grow."""
        return not self.differs and self.checks > 0 and self.growth < 1.05

    @property
    def verdict(self) -> str:
        """The result as one line of text."""
        if self.differs:
            return f"FAILED: {self.differs}"
        checks = f"{self.checks} parts of the board checked without error"
        what = f"{self.generations:,} generations, {self.interventions} interventions, {checks}"
        if not self.checks:
            return f"no verdict: ended before the first check ({what})"
        if not self.passed:
            return f"FAILED: main memory grew by {self.growth - 1:.0%} ({what})"
        return f"passed: {what}, main memory {self.growth - 1:+.1%}"


def open_for_stress(
    name: str,
    rule: Rule,
    size: tuple[int, int] | None,
    edges: Edges | None,
    *,
    tune: bool = False,
    memory: str = "auto",
    world: World | None = None,
) -> Engine:
    """Open an engine with a board of ``size`` (rows, columns), or with the largest square board that fits.

    Raises:
        GpulifeError: the engine does not exist, or the board does not fit.
    """
    if rule.twist is not None:
        raise EngineError(f"stress checks tori and boards with dead edges, not a board that is a {rule.twist.title}")
    if size is not None:
        return open_engine(name, rule.on_board(size, edges), size, tune=tune, memory=memory, world=world)
    side = 1 << 21
    while True:
        shape = side, side
        try:
            engine = open_engine(name, rule.on_board(shape, edges), shape, tune=tune, memory=memory, world=world)
        except BoardSizeError:
            if side <= _MIN_SIDE:
                raise
        else:
            if side <= _MIN_SIDE or engine.memory() <= _SHARE_OF_MEMORY * engine.free_memory:
                return engine
            engine.close()
        side = max(_MIN_SIDE, int(side * 0.9) // _MIN_SIDE * _MIN_SIDE)


def _resident(engine: Engine) -> int:
    return sum(engine.call(_resident_of))


def _resident_of(_strip: Strip) -> int:
    return int(psutil.Process().memory_info().rss)


class _StoppedError(Exception):
    """The user ended the test while the board was being filled."""


def stress(
    engine: Engine,
    seconds: float,
    seed: int,
    stopped: Callable[[], bool] = lambda: False,
    on_progress: Callable[[StressLog, float], None] = lambda *_: None,
    *,
    windows: int = 1,
) -> StressLog:
    """Run a stress test and return what happened.

    Args:
        engine: engine with a board, which is overwritten.
        seconds: duration in seconds; at least one check is made.
        seed: seed of the soup, the interventions and the windows.
        stopped: returns True to end the test early; called a few times a second.
        on_progress: called about every second with the log and the share of the time that has passed, 0 to 1.
        windows: number of windows (parts of the board) to compare in each check.
    """
    rng = np.random.default_rng(seed)
    log = StressLog()

    def go_on() -> None:
        if stopped() and engine.storage is not Storage.STRIPS:  # ranks sow together, so none may stop alone
            raise _StoppedError

    try:
        sow(engine, 0.35, seed, go_on)
    except _StoppedError:
        log.interrupted = True
        return log
    began = time.perf_counter()
    engine.prepare(_CHECK_GENERATIONS)
    for generations, took in step_in_portions(engine, None, _PORTION_SECONDS, stopped=stopped):
        log.generations += generations
        log.minutes.append((time.perf_counter() - began) / 60)
        log.speeds.append(engine.shape[0] * engine.shape[1] * generations / took)
        log.resident.append(_resident(engine))
        if stopped():
            break
        intervene(engine, rng)
        log.interventions += 1
        log.generations += _CHECK_GENERATIONS
        log.differs = check_windows(engine, rng, windows)
        log.checks += 0 if log.differs else windows
        over = (time.perf_counter() - began) / seconds
        on_progress(log, min(over, 1.0))
        if log.differs or over >= 1:
            break
    log.interrupted = stopped() and not log.differs and time.perf_counter() - began < seconds
    return log


def intervene(engine: Engine, rng: np.random.Generator) -> None:
    """Change the board at a random place: paint random cells or dead cells, or copy cells from another place."""
    rows, columns = engine.shape
    height, width = (int(rng.integers(1, min(side, _PATCH) + 1)) for side in (rows, columns))
    row, column = int(rng.integers(rows)), int(rng.integers(columns))
    match int(rng.integers(3)):
        case 0:
            cells = soup((height, width), float(rng.uniform(0.1, 0.6)), engine.rule.species, rng)
        case 1:
            cells = np.zeros((height, width), np.uint8)
        case _:
            cells = engine.read(int(rng.integers(rows)), int(rng.integers(columns)), height, width)
    engine.paint(row, column, cells)


def check_windows(
    engine: Engine, rng: np.random.Generator, windows: int = 1, generations: int = _CHECK_GENERATIONS
) -> str:
    """Compute some generations of the board, and compare random windows (parts of it) with the numpy reference.

    Return a line about the first cell that differs; "" if none does.
    """
    rows, columns = engine.shape
    height, width = min(rows, _WINDOW), min(columns, _WINDOW)
    margin = generations * max(1, engine.rule.family.reach(engine.rule))
    places = [(int(rng.integers(rows)), int(rng.integers(columns))) for _ in range(windows)]
    size = height + 2 * margin, width + 2 * margin
    before = [engine.read(row - margin, column - margin, *size) for row, column in places]
    first = engine.generation
    engine.step(generations)
    for (row, column), cells in zip(places, before, strict=True):
        found = engine.read(row, column, height, width)
        corner = row - margin, column - margin
        inside = _inside(engine, *corner, size)
        wrong = int((found != window_after(cells, engine.rule, first, generations, inside, corner)).sum())
        if wrong:
            return (
                f"{wrong} of {width}x{height} cells at row {row}, column {column} differ from the reference: "
                f"computed from generation {first} to {engine.generation}"
            )
    return ""


def _inside(engine: Engine, row: int, column: int, shape: tuple[int, int]) -> Cells | None:
    """Return a mask: 1 for cells on the board, 0 for cells beyond its dead edges. Return None on a torus.

    The mask has ``shape`` and starts at (row, column) of the board.
    """
    if engine.rule.edges is Edges.TORUS:
        return None
    inside = np.zeros(shape, np.uint8)
    rows, columns = engine.shape
    inside[max(0, -row) : max(0, rows - row), max(0, -column) : max(0, columns - column)] = 1
    return inside


def window_after(
    before: Cells, rule: Rule, first: int, generations: int, inside: Cells | None, corner: tuple[int, int] = (0, 0)
) -> Cells:
    """Compute a window's cells some generations later with the numpy reference.

    Args:
        before: the window's cells at generation ``first``, with a margin of all cells that could influence them.
        rule: rule of the board. Its edges are ignored; ``inside`` replaces them.
        first: generation number of ``before``.
        generations: number of generations to compute.
        inside: 0 where cells stay dead (beyond the board's edges), 1 elsewhere; None for 1 everywhere.
        corner: (row, column) on the board of the upper left cell of ``before``.

    Returns:
        The cells of the window, without the margin.
    """
    law = replace(rule, edges=Edges.DEAD)
    cells = before
    for generation in range(first, first + generations):
        cells = reference.next_generation(cells, law, generation, corner)
        if inside is not None:
            cells = cells * inside
    margin = generations * max(1, rule.family.reach(rule))
    return cells[margin:-margin, margin:-margin]

"""The terminal view: it shows a universe that starts over with a new soup when it settles, and reads keys."""

import time
from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from gpulife.engines import Engine
from gpulife.patterns.soup import soup_strips
from gpulife.signals import stop_on_signals
from gpulife.view.terminal import Keys, keyboard, population_text, print_picture, screen_lines

# A universe that never stands still: when a soup has settled, a new one is sown.

SETTLED_PERIOD = 12
"""A census is compared with the census this many generations earlier.

The number is a multiple of most oscillators' periods.
"""
SETTLED_AFTER = 120
"""A universe has settled after this many equal censuses in a row, each compared with one ``SETTLED_PERIOD`` earlier."""


class ReseedingUniverse:
    """A universe that starts over with a new soup when it has settled. The same seed gives the same soups.

    Attributes:
        engine: the engine that computes the universe.
        generations: number of generations computed so far, in all soups together.
        soups: number of soups so far.
        population: number of cells of each species, see :meth:`gpulife.engines.Engine.census`.
    """

    population: NDArray[np.int64]

    def __init__(self, engine: Engine, density: float, seed: int) -> None:
        self.engine = engine
        self.generations = 0
        self.soups = 0
        self._density = density
        self._rng = np.random.default_rng(seed)
        self.sow()

    @property
    def settled(self) -> bool:
        """True if the census suggests that only still lifes, oscillators and gliders are left."""
        return self._repeats >= SETTLED_AFTER

    def sow(self) -> None:
        """Start over with the next soup."""
        for strip in soup_strips(self.engine.shape, self._density, self.engine.rule.species, self._rng):
            self.engine.paint(strip.row, strip.column, strip.cells)
        self.engine.generation = 0
        self.soups += 1
        self.population = self.engine.census()
        self._past = deque([self.population], maxlen=SETTLED_PERIOD)
        self._repeats = 0

    def step(self) -> None:
        """Compute one generation; if the universe has settled, sow the next soup first."""
        if self.settled:
            self.sow()
        self.engine.step()
        self.generations += 1
        self.population = self.engine.census()
        repeats = len(self._past) == SETTLED_PERIOD and np.array_equal(self.population, self._past[0])
        self._repeats = self._repeats + 1 if repeats else 0
        self._past.append(self.population)


# The view.

GENERATIONS_WITHOUT_TERMINAL = 100
"""Default number of generations to compute if the output is not a terminal; the last one is printed."""
HELP = ("space halt/run  return step  n new soup  +/- speed  q quit", "space halt/run  +/- speed  q quit", "q quit")
"""Help on the keys, from the longest text to the shortest."""

_MIN_FRAMES, _MAX_FRAMES = 30.0, 60.0  # pictures a second
_MAX_MISSED_FRAMES = 8
_SLOWEST, _FASTEST = 1.0, 4096.0  # generations a second


def run_in_terminal(universe: ReseedingUniverse, console: Console, rate: float, generations: int | None) -> int:
    """Show a universe until it has computed ``generations`` or somebody quits; return the exit status.

    If the output is not a terminal, print only one picture, of the last generation.

    Args:
        universe: the universe to show.
        console: the console to draw on.
        rate: generations a second at the start.
        generations: number of generations to compute. None means no limit on a terminal, and a hundred generations if
            the output is not a terminal.
    """
    with stop_on_signals() as stop:
        if not console.is_terminal or console.is_dumb_terminal:
            last = GENERATIONS_WITHOUT_TERMINAL if generations is None else generations
            while universe.generations < last and stop.signal is None:
                universe.step()
            print_picture(universe.engine, console, _status(universe, Text(universe.engine.name)))
            return stop.exit_status
        with console.screen(), keyboard() as keys:
            view = _TerminalView(universe, console, keys, Pace(rate), generations)
            while stop.signal is None and not view.ended:
                view.frame()
        return stop.exit_status


@dataclass(slots=True)
class Pace:
    """The speed of a universe.

    Attributes:
        rate: generations a second to aim at.
        halted: True if time is halted.
    """

    rate: float
    halted: bool = False
    _due: float = 0.0

    @property
    def frame_seconds(self) -> float:
        """Seconds from one picture to the next."""
        return 1 / min(max(self.rate, _MIN_FRAMES), _MAX_FRAMES)

    def generations_due(self, frames: int = 1) -> int:
        """Return how many generations to compute for the next picture.

        Args:
            frames: number of frames since the last picture; more than 1 if frames were missed.
        """
        if self.halted:
            return 0
        self._due += self.rate * self.frame_seconds * frames
        whole = int(self._due + 1e-9)
        self._due -= whole
        return whole

    def scale(self, factor: float) -> None:
        """Multiply the rate by a factor, within limits."""
        self.rate = min(max(self.rate * factor, _SLOWEST), _FASTEST)


class _TerminalView:
    """Computes and draws frame after frame, and reads keys between frames."""

    def __init__(
        self, universe: ReseedingUniverse, console: Console, keys: Keys, pace: Pace, generations: int | None
    ) -> None:
        self.ended = False
        self._universe = universe
        self._console = console
        self._keys = keys
        self._pace = pace
        self._last = generations
        self._next_frame = self._rate_since = time.monotonic()
        self._rate_from = 0
        self._rate = pace.rate
        self._drawn: object = None

    def frame(self) -> None:
        began = time.monotonic()
        seconds = self._pace.frame_seconds
        # Missed frames count as passed, up to a limit, so that slow drawing does not slow down the universe.
        missed = min(int((began - self._next_frame) / seconds), _MAX_MISSED_FRAMES)
        self._next_frame = max(self._next_frame + seconds, began)
        for _ in range(self._pace.generations_due(1 + missed)):
            self._step()
            if self.ended or time.monotonic() - began > 2 * seconds:
                break
        self._measure(began)
        self._draw()
        while not self.ended and (key := self._keys.read(max(0.0, self._next_frame - time.monotonic()))) is not None:
            self._press(key)

    def _step(self) -> None:
        if self._last is None or self._universe.generations < self._last:
            self._universe.step()
        self.ended = self._universe.generations == self._last

    def _press(self, key: str) -> None:
        match key:
            case "space":
                self._pace.halted = not self._pace.halted
            case "return":
                self._pace.halted = True
                self._step()
            case "n":
                self._universe.sow()
            case "+" | "=":
                self._pace.scale(2)
            case "-":
                self._pace.scale(1 / 2)
            case "q" | "escape":
                self.ended = True

    def _measure(self, now: float) -> None:
        seconds = now - self._rate_since
        if seconds >= 1:
            self._rate = (self._universe.generations - self._rate_from) / seconds
            self._rate_since, self._rate_from = now, self._universe.generations

    def _draw(self) -> None:
        universe, console = self._universe, self._console
        details = Text.assemble(
            ("halted", "bold") if self._pace.halted else f"{self._rate:.0f} of {self._pace.rate:g}/s",
            f"  {universe.engine.name}",
        )
        status = with_help(_status(universe, details), console.width)
        state = (console.size, universe.soups, status.plain)
        if state != self._drawn:
            self._drawn = state
            console.update_screen_lines(screen_lines(universe.engine, console, status))


def with_help(status: Text, columns: int) -> Text:
    """Append help on the keys to ``status``: the longest help that fits into ``columns``.

    If no help fits, the shortest is appended, which says how to quit.
    """
    gap = 2
    fits = (words for words in HELP if status.cell_len + gap + len(words) <= columns)
    words = next(fits, HELP[-1])
    room = columns - len(words) - gap
    line = status.copy() if room > 0 else Text()
    if room > 0:
        line.truncate(room, overflow="ellipsis")
        line.append(" " * gap)
    return line.append(words, "dim")


def _status(universe: ReseedingUniverse, details: Text) -> Text:
    engine = universe.engine
    width = len(f"{engine.shape[0] * engine.shape[1]:,}")
    counts = population_text(engine.rule, universe.population.tolist(), width)
    return Text.assemble((f"generation {engine.generation:<6,}", "bold"), " ", details, "   ", counts)

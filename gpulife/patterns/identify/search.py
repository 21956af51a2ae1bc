"""Finds out what a pattern is by running it aside, in slices that never take long."""

import time
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.identify.growth import classify, scene_of
from gpulife.patterns.identify.identity import Identity, Kind, kind_of_settling
from gpulife.patterns.identify.known import known_name
from gpulife.patterns.identify.parts import Dissector, Part, never_meet
from gpulife.patterns.identify.plane import require_plane
from gpulife.patterns.identify.run import Run
from gpulife.patterns.identify.shapes import symmetry
from gpulife.rules import Cells, Rule

MAX_CELLS = 1 << 20
"""Limit on the cells of the rectangle around a pattern."""
_FIRST_LOOK, _LOOKS = 64, 1.07
"""The generation of the first look for a population that repeats, and how much later each next one comes."""
_LONGEST_PERIOD = 1200
_OBJECT_PERIOD = 400
_LEAST_WINDOW = 48


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to look at a pattern.

    Attributes:
        generations: generations to compute.
        tiles: squares of 32x32 cells that it may grow to.
        seconds: seconds since the search began.
    """

    generations: int = 30_000
    tiles: int = 3000
    seconds: float = inf


def patience(rule: Rule) -> float:
    """Return for how many seconds people should have to wait for an answer.

    Life's longest-lived small patterns take a minute or two, and much is known of them in the end. What has not settled
    under other laws in half a minute hardly ever does.
    """
    return 300.0 if rule.family.is_life_like else 30.0


def identify(cells: Cells, rule: Rule, limits: Limits | None = None) -> Identity:
    """Return what a pattern is; see :class:`Search`."""
    search = Search(cells, rule, limits)
    for _ in search:
        pass
    return search.found or search.so_far()


class Search(Iterator[int]):
    """Finds out what a pattern is, on an endless plane: an iterator that computes for some milliseconds at a time.

    Each item is the generation that it has come to; the last one is followed by the answer.

    Args:
        cells: state codes, shape (rows, columns), uint8.
        rule: the law; its edges do not count.
        limits: when to give up.

    Attributes:
        found: the answer; None until there is one.

    Raises:
        PatternError: the pattern is too large, or the rule knows no empty plane or decides by chance.
    """

    def __init__(self, cells: Cells, rule: Rule, limits: Limits | None = None) -> None:
        self.found: Identity | None = None
        self._limits = limits or Limits()
        self._rule = rule
        self._until: float | None = None
        self._run: Run | None = None
        self._about = Identity(Kind.EMPTY, law=rule.title)
        self._work: Iterator[None] = iter(())
        if (highest := int(cells.max(initial=0))) > rule.live_states:
            raise PatternError(f"state {highest} is none of rule {rule.law}, which has states 0 to {rule.live_states}")
        if marks := rule.family.without_marks:
            cells = np.array(marks, np.uint8)[cells]
        rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
        if not rows.size:
            self.found = self._about
            return
        self._cells = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        if self._cells.size > MAX_CELLS:
            size = f"{self._cells.shape[1]}x{self._cells.shape[0]}"
            raise PatternError(
                f"a pattern of {size} cells is too large to run aside: select a part of up to {MAX_CELLS} cells"
            )
        require_plane(rule)
        self._about = Identity(
            Kind.UNKNOWN, law=rule.title, start=int(np.count_nonzero(self._cells)),
            box=(len(self._cells), self._cells.shape[1]), symmetry=symmetry(self._cells),
        )  # fmt: skip
        self._work = self._searching()

    @property
    def generation(self) -> int:
        """The generation that the search has come to."""
        return 0 if self._run is None else len(self._run.moments) - 1

    @property
    def population(self) -> int:
        """The number of cells of that generation."""
        return self._run.moments[-1].population if self._run is not None else self._about.start

    def __next__(self) -> int:
        if self.found is not None:
            raise StopIteration
        self._until = self._until or time.monotonic() + self._limits.seconds
        if next(self._work, self) is self:
            raise StopIteration
        if time.monotonic() > self._until:
            self.found = self.so_far(f"{self._limits.seconds:g} seconds were up")
            raise StopIteration
        return self.generation

    def so_far(self, why: str = "") -> Identity:
        """Return what is known of the pattern before there is an answer; ``why`` there will be none."""
        if self._run is None or self.found is not None:
            return self.found or replace(self._about, stopped=why)
        last = self._run.moments[-1]
        most, least = (choose(moment.population for moment in self._run.moments) for choose in (max, min))
        return replace(
            self._about, generations=self.generation, population=(last.population, last.population), stopped=why,
            box_then=(last.height, last.width), range=(least, most),
        )  # fmt: skip

    def _searching(self) -> Iterator[None]:
        """Search, and set ``found`` in the end."""
        rule, limits = self._rule, self._limits
        cells = self._cells
        run = self._run = Run(cells, rule)
        self._about = about = replace(self._about, name=known_name(cells, rule, 0))
        yield
        dissector = Dissector(rule, lambda part, period: known_name(part, rule, period), _OBJECT_PERIOD)
        next_look = float(_FIRST_LOOK)
        while run.generation < limits.generations and run.plane.tiles <= limits.tiles:
            yield from run.stepping()
            if run.is_dead:
                self.found = replace(about, kind=Kind.DIES, settled=run.generation, generations=run.generation)
                return
            if run.repeats is not None:
                self.found = yield from _repeating(
                    run, replace(about, generations=run.generation), cells, rule, dissector
                )
                return
            if run.generation >= next_look:
                next_look = run.generation * _LOOKS + 1
                found = yield from _look(run, about, dissector)
                if found is not None:
                    self.found = replace(found, generations=run.generation)
                    return
        too_large = "" if run.plane.tiles <= limits.tiles else "it has become too large to go on"
        self.found = self.so_far(too_large)


def _repeating(
    run: Run, about: Identity, cells: Cells, rule: Rule, dissector: Dissector
) -> Generator[None, None, Identity]:
    """Describe a pattern all of which repeats."""
    assert run.repeats is not None  # noqa: S101 - the caller has asked for that
    first, period = run.repeats
    moves = run.displacement(first, period)
    population = run.populations()[first : first + period]
    kind = Kind.SPACESHIP if any(moves) else Kind.STILL_LIFE if period == 1 else Kind.OSCILLATOR
    name = about.name or ("" if first else known_name(cells, rule, period))
    if first:
        kind = kind_of_settling(about.start, first)
    parts = _census((yield from dissector.whole(run.plane.live()))[0])
    if len(parts) == 1 and parts[0][1] == 1 and not first:
        parts = ()
    return replace(
        about, kind=kind, name=name, settled=first, period=period, displacement=moves,
        population=(int(population.min()), int(population.max())), parts=parts,
    )  # fmt: skip


def _look(run: Run, about: Identity, dissector: Dissector) -> Generator[None, None, Identity | None]:
    """Describe a pattern that sends out spaceships or grows, if its population shows that it has come to that."""
    populations = run.populations()
    found = periodic_growth(populations)
    if found is None:
        return _quadratic(populations, about)
    period, growth = found
    if growth == 0:
        parts, rest = yield from dissector.whole(run.plane.live())
        if rest.rows.size or not parts or not never_meet(parts):
            return None
        settled = settling(populations, period)
        last = populations[-period:]
        return replace(
            about, kind=kind_of_settling(about.start, settled), settled=settled, period=period, parts=_census(parts),
            population=(int(last.min()), int(last.max())),
        )  # fmt: skip
    scenes = [(yield from scene_of(run.plane.live(), dissector))]
    for _ in range(4):
        for _ in range(period):
            yield from run.stepping()
            if run.repeats is not None or run.is_dead:
                return None
        scenes.append((yield from scene_of(run.plane.live(), dissector)))
    populations = run.populations()
    if periodic_growth(populations) is None:
        return None
    what = classify(scenes, period)
    own = period * what.multiple
    if what.kind is Kind.GROWS and run.generation < 40 * period:
        return None  # it may only look as if it did
    last = populations[-own:]
    emits = Counter(map(_title, scenes[what.multiple].ships)) - Counter(map(_title, scenes[0].ships))
    return replace(
        about, kind=what.kind, settled=settling(populations, period, growth), period=own,
        displacement=what.displacement, growth=growth * what.multiple, emits=_sorted(emits),
        population=(int(last.min()), int(last.max())),
    )  # fmt: skip


def periodic_growth(populations: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return the shortest period in which the population has always grown by the same number of late, and that number.

    None if there is no such period, or it has not lasted for long.
    """
    count = len(populations)
    for period in range(1, min(_LONGEST_PERIOD, count // 4) + 1):
        window = max(3 * period, _LEAST_WINDOW)
        if window + period > count:
            break
        growth = populations[-1] - populations[-1 - period]
        if growth >= 0 and populations[-2] - populations[-2 - period] == growth:
            late, before = populations[-window:], populations[-window - period : -period]
            if (late - before == growth).all():
                return period, int(growth)
    return None


def _quadratic(populations: NDArray[np.int64], about: Identity) -> Identity | None:
    """Describe a pattern whose growth grows by the same number every period; None if it does not."""
    count = len(populations)
    for period in range(1, min(_LONGEST_PERIOD, count // 8) + 1):
        recent = populations[-max(6 * period, _LEAST_WINDOW) :]
        growth = recent[period:] - recent[:-period]
        more = growth[period:] - growth[:-period]
        if more.size and more[0] > 0 and (more == more[0]).all():
            last = int(populations[-1])
            return replace(about, kind=Kind.QUADRATIC, period=period, growth=int(more[0]), population=(last, last))
    return None


def settling(populations: NDArray[np.int64], period: int, growth: int = 0) -> int:
    """Return the first generation from which on the population grows by the same number every period."""
    differs = populations[period:] - populations[:-period] != growth
    return int(np.flatnonzero(differs)[-1]) + 1 if differs.any() else 0


def _census(parts: list[Part]) -> tuple[tuple[str, int], ...]:
    """Return the names of objects and how many of each there are, the commonest first."""
    return _sorted(Counter(map(_title, parts)))


def _sorted(names: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(names.items(), key=lambda each: (-each[1], each[0])))


def _title(part: Part) -> str:
    if part.name:
        return part.name.lower() if part.name.istitle() or part.name[1:].islower() else part.name
    cells = f"{part.cells} cell{'s' * (part.cells > 1)}"
    if part.moves:
        return f"spaceship of {cells}"
    return f"still life of {cells}" if part.period == 1 else f"oscillator of period {part.period}"

"""Finds out what a pattern is by running it aside, in slices that never take long."""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.identify.growth import classify, scene_of
from gpulife.patterns.identify.identity import Identity, Kind, kind_of_settling
from gpulife.patterns.identify.known import known_name
from gpulife.patterns.identify.parts import Dissector, Part, never_meet
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
    """

    generations: int = 30_000
    tiles: int = 3000


def identify(cells: Cells, rule: Rule, limits: Limits | None = None) -> Identity:
    """Return what a pattern is; see :func:`identifying`."""
    search = identifying(cells, rule, limits)
    while True:
        try:
            next(search)
        except StopIteration as found:
            identity: Identity = found.value
            return identity


def identifying(cells: Cells, rule: Rule, limits: Limits | None = None) -> Generator[int, None, Identity]:
    """Find out what a pattern is, on an endless plane; yield the generation after each one, and return the answer.

    Args:
        cells: state codes, shape (rows, columns), uint8.
        rule: the law; its edges do not count.
        limits: when to give up.

    Raises:
        PatternError: the pattern is too large, or the rule knows no empty plane or decides by chance.
    """
    limits = limits or Limits()
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        return Identity(Kind.EMPTY, law=rule.title)
    cells = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if cells.size > MAX_CELLS:
        size = f"{cells.shape[1]}x{cells.shape[0]}"
        raise PatternError(
            f"a pattern of {size} cells is too large to run aside: select a part of up to {MAX_CELLS} cells"
        )
    if (highest := int(cells.max())) > rule.live_states:
        raise PatternError(f"state {highest} is none of rule {rule.law}, which has states 0 to {rule.live_states}")
    run = Run(cells, rule)
    dissector = Dissector(rule, lambda part, period: known_name(part, rule, period), _OBJECT_PERIOD)
    about = Identity(
        Kind.UNKNOWN, known_name(cells, rule, 0), rule.title, start=int(np.count_nonzero(cells)),
        box=(len(cells), cells.shape[1]), symmetry=symmetry(cells),
    )  # fmt: skip
    next_look = float(_FIRST_LOOK)
    while run.generation < limits.generations and run.plane.tiles <= limits.tiles:
        run.step()
        yield run.generation
        if run.is_dead:
            return replace(about, kind=Kind.DIES, settled=run.generation, generations=run.generation)
        if run.repeats is not None:
            return _repeating(run, replace(about, generations=run.generation), cells, rule, dissector)
        if run.generation >= next_look:
            next_look = run.generation * _LOOKS + 1
            found = yield from _look(run, about, dissector)
            if found is not None:
                return replace(found, generations=run.generation)
    last = run.moments[-1].population
    return replace(about, generations=run.generation, population=(last, last))


def _repeating(run: Run, about: Identity, cells: Cells, rule: Rule, dissector: Dissector) -> Identity:
    """Describe a pattern all of which repeats."""
    assert run.repeats is not None  # noqa: S101 - the caller has asked for that
    first, period = run.repeats
    moves = run.displacement(first, period)
    population = run.populations()[first : first + period]
    kind = Kind.SPACESHIP if any(moves) else Kind.STILL_LIFE if period == 1 else Kind.OSCILLATOR
    name = about.name or ("" if first else known_name(cells, rule, period))
    if first:
        kind = kind_of_settling(about.start, first)
    parts = _census(dissector.whole(run.plane.live())[0])
    if len(parts) == 1 and parts[0][1] == 1 and not first:
        parts = ()
    return replace(
        about, kind=kind, name=name, settled=first, period=period, displacement=moves,
        population=(int(population.min()), int(population.max())), parts=parts,
    )  # fmt: skip


def _look(run: Run, about: Identity, dissector: Dissector) -> Generator[int, None, Identity | None]:
    """Describe a pattern that sends out spaceships or grows, if its population shows that it has come to that."""
    populations = run.populations()
    found = periodic_growth(populations)
    if found is None:
        return _quadratic(populations, about)
    period, growth = found
    if growth == 0:
        parts, rest = dissector.whole(run.plane.live())
        if rest.rows.size or not parts or not never_meet(parts):
            return None
        settled = settling(populations, period)
        last = populations[-period:]
        return replace(
            about, kind=kind_of_settling(about.start, settled), settled=settled, period=period, parts=_census(parts),
            population=(int(last.min()), int(last.max())),
        )  # fmt: skip
    scenes = [scene_of(run.plane.live(), dissector)]
    for _ in range(4):
        for _ in range(period):
            run.step()
            yield run.generation
            if run.repeats is not None or run.is_dead:
                return None
        scenes.append(scene_of(run.plane.live(), dissector))
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
    if part.moves:
        return f"spaceship of {part.cells} cells"
    return f"still life of {part.cells} cells" if part.period == 1 else f"oscillator of period {part.period}"

"""Finds out what a pattern is, by running it alone on an endless plane, in short slices of time."""

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from math import inf

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns._plane import Dissector, Live, Part, Run, never_meet, phases, require_plane
from gpulife.patterns.identity import Displacement, Identity, Kind, kind_of_settling
from gpulife.patterns.library import library
from gpulife.patterns.pattern import state_error
from gpulife.patterns.seeds import orientations
from gpulife.rules import Cells, Rule, parse_rule

# Shapes of patterns: their symmetries, and keys that are equal for all orientations and phases.


def symmetry(cells: Cells) -> str:
    """Return the symmetry of a pattern's cells in words. The cells must be cropped to the live ones."""
    turned, half = np.rot90(cells), np.rot90(cells, 2)
    upright = _same(cells, cells[:, ::-1]), _same(cells, cells[::-1])
    slanted = _same(cells, cells.T), _same(cells, half.T)
    if _same(cells, turned):
        return "quarter turns and mirrors" if any(upright) else "quarter turns"
    if all(upright):
        return "both mirrors"
    if all(slanted):
        return "both diagonal mirrors"
    if any(upright):
        return "left-right mirror" if upright[0] else "top-bottom mirror"
    if any(slanted):
        return "diagonal mirror"
    return "half turn" if _same(cells, half) else "none"


def shape_key(phases: Iterable[Cells]) -> bytes:
    """Return a key that is equal for all orientations of a shape; ``phases`` are its cells in each generation."""
    return min(_key(turned) for cells in phases for turned in orientations(cells))


def _key(cells: Cells) -> bytes:
    return blake2b(repr(cells.shape).encode() + cells.tobytes(), digest_size=16).digest()


def _same(one: Cells, other: Cells) -> bool:
    return one.shape == other.shape and bool((one == other).all())


# The search.

_MULTIPLES = (1, 2, 3, 4)
"""A growing pattern may repeat only after several periods of its population. How many periods to try."""
_FRONT = 24
"""Depth, in cells, of a moving pattern's front: the cells ahead of all others. Comparing fronts shows how it moves."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The way in which a pattern grows.

    Attributes:
        kind: GUN, PUFFER, RAKE or GROWS.
        multiple: how many periods of the population make up one period of the pattern.
        displacement: how far the pattern moves in its period: rows down and columns to the right.
    """

    kind: Kind
    multiple: int = 1
    displacement: Displacement = (0, 0)


@dataclass(frozen=True, slots=True)
class Scene:
    """One generation of a growing pattern: all its cells, its spaceships, and all cells outside these spaceships."""

    live: Live
    rest: Live
    ships: list[Part]


def scene_of(live: Live, dissector: Dissector) -> Generator[None, None, Scene]:
    """Separate a generation into its spaceships and its other cells. The generator yields between steps."""
    parts, rest = yield from dissector.parts(live)
    ships = [part for part in parts if part.moves]
    stay = [part.live for part in parts if not part.moves]
    return Scene(live, Live(*(np.concatenate(fields) for fields in zip(rest, *stay, strict=True))), ships)


def classify(scenes: list[Scene], period: int) -> Growth:
    """Find out how a pattern grows.

    Args:
        scenes: five generations of the pattern, one period of the pattern's population apart.
        period: the period of the pattern's population, in generations.
    """
    for multiple in _MULTIPLES:
        if _is_gun(scenes[0], scenes[multiple]):
            return Growth(Kind.GUN, multiple)
    for multiple in _MULTIPLES:
        before, after = scenes[0], scenes[multiple]
        if not before.rest.rows.size or not after.rest.rows.size:
            continue
        for displacement in _fronts(before.rest, after.rest):
            if max(map(abs, displacement)) <= period * multiple and _same_front(before.rest, after.rest, displacement):
                leaves = after.rest.rows.size > before.rest.rows.size
                return Growth(Kind.PUFFER if leaves else Kind.RAKE, multiple, displacement)
    return Growth(Kind.GROWS)


def _is_gun(before: Scene, after: Scene) -> bool:
    """Return True if all cells except departing spaceships are the same in ``after`` as in ``before``."""
    if not before.rest.rows.size or not after.ships:
        return False
    row, column, height, width = before.rest.box()
    if after.rest.rows.size == 0 or after.rest.box() != (row, column, height, width):
        return False
    inside = [_inside(scene.live, row, column, height, width) for scene in (before, after)]
    outside = [part for part in after.ships if not _lies_inside(part, row, column, height, width)]
    core = Part("", (row, column, row + height, column + width), 1, (0, 0), 0, before.rest)
    return inside[0].hash() == inside[1].hash() and bool(outside) and never_meet([core, *outside], near=-2)


def _inside(live: Live, row: int, column: int, height: int, width: int) -> Live:
    rows, columns = live.rows - row, live.columns - column
    return live.picked((rows >= 0) & (rows < height) & (columns >= 0) & (columns < width))


def _lies_inside(part: Part, row: int, column: int, height: int, width: int) -> bool:
    top, left, bottom, right = part.box
    return top < row + height and row < bottom and left < column + width and column < right


def _fronts(before: Live, after: Live) -> list[Displacement]:
    """Return displacements to try for a pattern: those of the sides and corners of the rectangle around it."""
    boxes = [live.box() for live in (before, after)]
    sides = np.array([(top, left, top + height, left + width) for top, left, height, width in boxes])
    up, to_left, down, to_right = (sides[1] - sides[0]).tolist()
    single = [(up, 0), (down, 0), (0, to_left), (0, to_right)]
    both = [(along, across) for along in (up, down) for across in (to_left, to_right) if along and across]
    return sorted({way for way in (*single, *both) if any(way)}, key=lambda way: -max(map(abs, way)))


def _same_front(before: Live, after: Live, displacement: Displacement) -> bool:
    """Return True if the front (see _FRONT) of ``before``, moved by ``displacement``, equals the front of ``after``."""
    moved = Live(before.rows + displacement[0], before.columns + displacement[1], before.states)
    ahead = [_ahead(live, displacement) for live in (moved, after)]
    reach = int(ahead[1].max())
    if int(ahead[0].max()) != reach:
        return False
    size = max(map(abs, displacement))
    limit = reach - (_FRONT + size) * max(1, size)
    first, second = (live.picked(far > limit) for live, far in zip((moved, after), ahead, strict=True))
    return first.hash() == second.hash() and len(first.rows) == len(second.rows)


def _ahead(live: Live, displacement: Displacement) -> NDArray[np.int64]:
    return live.rows * displacement[0] + live.columns * displacement[1]


_MAX_CELLS = 40_000
_MAX_PERIOD = 300
"""Maximum period, in generations, of library patterns that are recognised in every phase, not only in one.

Patterns with longer periods are recognised only in the generation that the library stores.
"""


def known_name(cells: Cells, rule: Rule, period: int) -> str:
    """Return the title of the library pattern that has the given cells; "" if there is none.

    Args:
        cells: state codes, uint8, cropped to the live cells.
        rule: the rule of the pattern.
        period: generations after which the pattern repeats; 0 if it never does.
    """
    is_marked = bool(rule.family.without_marks) and int(cells.max(initial=0)) <= 1  # no cell is a wall
    if cells.size > _MAX_CELLS or not (rule.family.is_life_like or is_marked):
        return ""
    if rule.live_states > 1:  # colours and marks do not affect which cells live
        births, survivals = ("".join(map(str, sorted(counts))) for counts in (rule.births, rule.survivals))
        cells, rule = (cells > 0).astype(np.uint8), parse_rule(f"B{births}/S{survivals}")
    names = _names(rule.births, rule.survivals)
    repeats = 0 < period <= _MAX_PERIOD
    return names.get((repeats, shape_key(phases(cells, rule, period) if repeats else [cells])), "")


@cache
def _names(births: frozenset[int], survivals: frozenset[int]) -> dict[tuple[bool, bytes], str]:
    """Return the titles of a rule's library patterns, keyed by (True if the pattern repeats, its ``shape_key``)."""
    names: dict[tuple[bool, bytes], str] = {}
    for entry in library().values():
        rule = parse_rule(entry.rule or "Life")
        if (rule.births, rule.survivals) != (births, survivals):
            continue
        repeats = 0 < entry.period <= _MAX_PERIOD and not entry.settles and not entry.growth
        cells = entry.pattern().cells
        key = shape_key(phases(cells, rule, entry.period) if repeats else [cells])
        names.setdefault((repeats, key), entry.title)
    return names


MAX_CELLS = 1 << 20
"""Largest pattern that can be identified: number of cells, live and dead, in the smallest rectangle around it."""
_FIRST_LOOK, _LOOKS = 64, 1.07
"""The generation in which the search first checks if the population repeats, and the factor from each such generation
to the next.
"""
_LONGEST_PERIOD = 1200
_OBJECT_PERIOD = 400
_LEAST_WINDOW = 48


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up on a pattern.

    Attributes:
        generations: maximum number of generations to compute.
        tiles: maximum number of tiles of 32x32 cells that the pattern may occupy.
        seconds: maximum number of seconds since the search began.
    """

    generations: int = 30_000
    tiles: int = 3000
    seconds: float = inf


def patience(rule: Rule) -> float:
    """Return after how many seconds to give up, so that a person need not wait longer, for patterns of ``rule``."""
    # In Life, small patterns may take two minutes to settle. Under other rules, hardly any takes over half a minute.
    return 300.0 if rule.family.is_life_like else 30.0


def identify(cells: Cells, rule: Rule, limits: Limits | None = None) -> Identity:
    """Identify a pattern; the arguments are those of :class:`Search`."""
    search = Search(cells, rule, limits)
    for _ in search:
        pass
    return search.found or search.so_far()


class Search(Iterator[int]):
    """Identifies a pattern by running it on an endless plane.

    This iterator computes for some milliseconds at a time, and yields the generation reached. At its end, ``found`` is
    set.

    Args:
        cells: state codes, shape (rows, columns), uint8.
        rule: the rule to run; its edges are ignored.
        limits: when to give up.

    Attributes:
        found: what the pattern is; None until this is known.

    Raises:
        PatternError: the pattern is too large, or the rule depends on chance or gives birth on an empty plane.
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
            raise PatternError(state_error(highest, rule))
        if marks := rule.family.without_marks:
            cells = np.array(marks, np.uint8)[cells]
        rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
        if not rows.size:
            self.found = self._about
            return
        self._cells = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        if self._cells.size > MAX_CELLS:
            size = f"{self._cells.shape[1]}x{self._cells.shape[0]}"
            raise PatternError(f"a pattern of {size} cells is too large to identify: select at most {MAX_CELLS} cells")
        require_plane(rule)
        self._about = Identity(
            Kind.UNKNOWN, law=rule.title, start=int(np.count_nonzero(self._cells)),
            box=(len(self._cells), self._cells.shape[1]), symmetry=symmetry(self._cells),
        )  # fmt: skip
        self._work = self._searching()

    @property
    def generation(self) -> int:
        """The generation that the search has reached."""
        return 0 if self._run is None else len(self._run.moments) - 1

    @property
    def population(self) -> int:
        """The number of live cells in the generation that the search has reached."""
        return self._run.moments[-1].population if self._run is not None else self._about.start

    def __next__(self) -> int:
        if self.found is not None:
            raise StopIteration
        self._until = self._until or time.monotonic() + self._limits.seconds
        if next(self._work, self) is self:
            raise StopIteration
        if time.monotonic() > self._until:
            self.found = self.so_far(f"stopped after {self._limits.seconds:g} seconds")
            raise StopIteration
        return self.generation

    def so_far(self, why: str = "") -> Identity:
        """Return what is known of the pattern so far.

        ``why`` says why the search has stopped; "" if it is still running.
        """
        if self._run is None or self.found is not None:
            return self.found or replace(self._about, stopped=why)
        last = self._run.moments[-1]
        most, least = (choose(moment.population for moment in self._run.moments) for choose in (max, min))
        return replace(
            self._about, generations=self.generation, population=(last.population, last.population), stopped=why,
            box_then=(last.height, last.width), range=(least, most),
        )  # fmt: skip

    def _searching(self) -> Iterator[None]:
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
        too_large = "" if run.plane.tiles <= limits.tiles else "it has become too large"
        self.found = self.so_far(too_large)


def _repeating(
    run: Run, about: Identity, cells: Cells, rule: Rule, dissector: Dissector
) -> Generator[None, None, Identity]:
    """Describe a pattern that repeats as a whole. The generator yields between steps."""
    assert run.repeats is not None  # noqa: S101 - the caller has checked this
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
    """Describe a pattern that sends out spaceships or grows steadily; return None if it does neither so far."""
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
        return None  # too early to tell
    last = populations[-own:]
    emits = Counter(map(_title, scenes[what.multiple].ships)) - Counter(map(_title, scenes[0].ships))
    return replace(
        about, kind=what.kind, settled=settling(populations, period, growth), period=own,
        displacement=what.displacement, growth=growth * what.multiple, emits=_sorted(emits),
        population=(int(last.min()), int(last.max())),
    )  # fmt: skip


def periodic_growth(populations: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return (period, growth) if the population now grows by a constant number of cells per period; else None.

    The period is the shortest one, in generations. The growth must have been constant for at least three periods.
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
    """Describe a pattern whose growth increases by a constant every period; return None if it does not."""
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
    """Return the first generation from which the population grows by ``growth`` every period."""
    differs = populations[period:] - populations[:-period] != growth
    return int(np.flatnonzero(differs)[-1]) + 1 if differs.any() else 0


def _census(parts: list[Part]) -> tuple[tuple[str, int], ...]:
    """Return the name of each object and how many there are, the most frequent first."""
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

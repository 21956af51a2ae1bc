"""Runs a pattern on an endless plane, records its history, and separates it into objects.

The plane is divided into square tiles. Tiles are stored only where there is life, and numpy computes many at once.
Marks that do not affect life, such as those of LifeHistory, are left out.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.rules import Cells, Edges, Rule

_SIDE = 32
"""Side of a tile, in cells."""
_MIDDLE = 1 << 30
"""Index of the tile row (or column) that begins at row (or column) 0. It is so large that no index becomes negative."""
_ROW = 1 << 32
"""A tile's key, a single number, is: index of its tile row * _ROW + index of its tile column."""
_SWEEP = 8
"""Tiles without life are dropped once in this many generations."""
_PART = 64
"""Number of tiles that a generator processes before it yields. Together they take some milliseconds."""
_MAX_REACH = _SIDE
"""Maximum distance of a cell's neighbours, in cells. No neighbour is then farther away than the next tile."""
_SIDES = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
_SHIFT = np.uint64(29)


class Live(NamedTuple):
    """Live cells: their rows, columns (int64) and states (uint8), in no particular order."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    states: Cells

    def box(self) -> tuple[int, int, int, int]:
        """Return (top, left, height, width) of the smallest rectangle around the cells. There must be at least one."""
        top, left = int(self.rows.min()), int(self.columns.min())
        return top, left, int(self.rows.max()) - top + 1, int(self.columns.max()) - left + 1

    def cells(self) -> Cells:
        """Return the state codes in the rectangle :meth:`box`, shape (height, width), uint8."""
        top, left, height, width = self.box()
        cells = np.zeros((height, width), np.uint8)
        cells[self.rows - top, self.columns - left] = self.states
        return cells

    def picked(self, which: NDArray[np.bool_]) -> "Live":
        return Live(self.rows[which], self.columns[which], self.states[which])

    def hash(self, row: int = 0, column: int = 0) -> int:
        """Return a 64-bit hash of the cells relative to (``row``, ``column``). The order of the cells has no effect."""
        mixed = (self.rows - row).astype(np.uint64) * _MIX[0] ^ (self.columns - column).astype(np.uint64) * _MIX[1]
        mixed = (mixed ^ (mixed >> _SHIFT)) * _MIX[2] + self.states
        mixed = (mixed ^ (mixed >> _SHIFT)) * _MIX[0]
        return int((mixed ^ (mixed >> _SHIFT)).sum())


def require_plane(rule: Rule) -> None:
    """Raise PatternError if patterns of ``rule`` cannot be examined on an endless plane."""
    if rule.family.period(rule) is None:
        raise PatternError(f"rule {rule.law} depends on chance and on cells' positions, so no pattern repeats under it")
    if reach_of(rule) > _MAX_REACH:
        raise PatternError(
            f"rule {rule.law} has neighbours {reach_of(rule)} cells away; "
            f"to identify patterns, the limit is {_MAX_REACH}"
        )
    dead = np.zeros((2 * _MAX_REACH + 1, 2 * _MAX_REACH + 1), np.uint8)
    if rule.family.step(dead, _boundless(rule), 0, (0, 0))[_MAX_REACH, _MAX_REACH]:
        raise PatternError(f"rule {rule.law} gives birth on an empty plane, so patterns cannot be identified")


class Plane:
    """A pattern on an endless plane. The pattern's upper left corner is at row 0 and column 0 in generation 0.

    Args:
        cells: state codes, shape (rows, columns), uint8.
        rule: the rule to run; see :func:`require_plane`. Its board size and edges are ignored.

    Attributes:
        generation: the number of the current generation.
    """

    def __init__(self, cells: Cells, rule: Rule) -> None:
        self.generation = 0
        self._rule = _boundless(rule)
        marks = rule.family.without_marks
        self._life = np.array(marks, np.uint8) if marks else None
        self._reach = reach_of(rule)
        rows, columns = (-(-side // _SIDE) for side in cells.shape)
        padded = np.zeros((rows * _SIDE, columns * _SIDE), np.uint8)
        padded[: cells.shape[0], : cells.shape[1]] = cells if self._life is None else self._life[cells]
        self._tiles = padded.reshape(rows, _SIDE, columns, _SIDE).swapaxes(1, 2).reshape(-1, _SIDE, _SIDE).copy()
        places = np.arange(rows)[:, None] * _ROW + np.arange(columns)
        self._keys = (places.reshape(-1) + _MIDDLE * _ROW + _MIDDLE).astype(np.int64)
        self._neighbours: _Neighbours | None = None
        self._sweep()

    @property
    def tiles(self) -> int:
        """Number of tiles that exist now."""
        return len(self._keys)

    def live(self) -> Live:
        """Return the live cells."""
        return Live(*(np.concatenate(fields) for fields in zip(*self.live_parts(), strict=True)))

    def live_parts(self) -> Iterator[Live]:
        """Yield the live cells in parts. A dead plane yields one part without cells."""
        for start in range(0, max(1, len(self._keys)), _PART):
            part = self._tiles[start : start + _PART]
            tiles, rows, columns = np.nonzero(part)
            keys = self._keys[start : start + _PART][tiles]
            down, right = keys // _ROW - _MIDDLE, keys % _ROW - _MIDDLE
            yield Live(down * _SIDE + rows, right * _SIDE + columns, part[tiles, rows, columns])

    def step(self) -> None:
        """Compute the next generation."""
        for _ in self.stepping():
            pass

    def stepping(self) -> Iterator[None]:
        """Compute the next generation a few tiles at a time, and yield in between.

        Until the end, :meth:`live` returns the old generation.
        """
        if self.generation % _SWEEP == 0:
            self._sweep()
        self._grow()
        reach, count = self._reach, len(self._keys)
        borders = (self._neighbours or self._find_neighbours()).borders
        following = np.empty_like(self._tiles)
        for start in range(0, count, _PART):
            tiles = self._tiles[start : start + _PART]
            framed = np.zeros((len(tiles), _SIDE + 2 * reach, _SIDE + 2 * reach), np.uint8)
            framed[:, reach:-reach, reach:-reach] = tiles
            for side, here, near in borders[start]:
                rows, from_rows = _border(side[0], reach)
                columns, from_columns = _border(side[1], reach)
                framed[here, rows, columns] = self._tiles[near, from_rows, from_columns]
            part = self._rule.family.step(framed, self._rule, self.generation, (0, 0))
            following[start : start + _PART] = part[:, reach:-reach, reach:-reach]
            yield
        self._tiles = following if self._life is None else self._life[following]
        self.generation += 1

    def _sweep(self) -> None:
        """Drop tiles without life."""
        lives = self._tiles.any(axis=(1, 2))
        if not lives.all():
            self._tiles, self._keys, self._neighbours = self._tiles[lives], self._keys[lives], None

    def _grow(self) -> None:
        """Add an empty tile wherever the next generation may have live cells and no tile exists."""
        reach, tiles = self._reach, self._tiles
        near = [
            [edge.any(axis=(1, 2)) for edge in edges]
            for edges in (
                (tiles[:, -reach:], tiles[:, :reach]),
                (tiles[:, :, -reach:], tiles[:, :, :reach]),
            )
        ]  # down and up, right and left, which have the indices 0 and -1
        neighbours = self._neighbours or self._find_neighbours()
        wanted = []
        for (down, right), is_missing in zip(_SIDES, neighbours.missing, strict=True):
            wants = is_missing
            if down:
                wants = wants & near[0][min(down, 0)]
            if right:
                wants = wants & near[1][min(right, 0)]
            if wants.any():
                wanted.append(self._keys[wants] + down * _ROW + right)
        if wanted:
            new = np.unique(np.concatenate(wanted))
            keys = np.concatenate((self._keys, new))
            order = np.argsort(keys)
            grown = np.concatenate((tiles, np.zeros((new.size, _SIDE, _SIDE), np.uint8)))
            self._keys, self._tiles, self._neighbours = keys[order], grown[order], None

    def _find_neighbours(self) -> "_Neighbours":
        """Return each tile's neighbours. They are cached until tiles are added or dropped."""
        found = np.empty((len(_SIDES), len(self._keys)), np.int64)
        for number, (down, right) in enumerate(_SIDES):
            wanted = self._keys + down * _ROW + right
            at = np.searchsorted(self._keys, wanted).clip(max=max(0, len(self._keys) - 1))
            found[number] = np.where(self._keys[at] == wanted, at, -1)
        borders = {}
        for start in range(0, len(self._keys), _PART):
            part = found[:, start : start + _PART]
            there = [(side, np.flatnonzero(near >= 0), near) for side, near in zip(_SIDES, part, strict=True)]
            borders[start] = [(side, here, near[here]) for side, here, near in there if here.size]
        self._neighbours = _Neighbours(found < 0, borders)
        return self._neighbours


class _Neighbours(NamedTuple):
    """The neighbours of all tiles.

    Attributes:
        missing: for each of _SIDES and each tile, True if the tile has no neighbour on that side; shape (8, tiles).
        borders: the existing neighbours, keyed by the first tile of each part of _PART tiles. Each value lists (side,
            tiles, neighbours): the tiles of the part that have a neighbour on that side, and these neighbours.
            ``tiles`` are indices within the part; ``neighbours`` are indices among all tiles.
    """

    missing: NDArray[np.bool_]
    borders: dict[int, list[tuple[tuple[int, int], NDArray[np.int64], NDArray[np.int64]]]]


def reach_of(rule: Rule) -> int:
    """Return the largest distance from a cell to one of its neighbours, in rows or columns."""
    return max(1, rule.family.reach(rule))


def _boundless(rule: Rule) -> Rule:
    return replace(rule, edges=Edges.DEAD, size=None, twist=None)


def _border(side: int, reach: int) -> tuple[slice, slice]:
    """Return (target, source): the rows (or columns) to copy from a neighbour into the frame around a tile.

    Along this axis, the neighbour lies before the tile (``side`` -1), level with it (0) or after it (1).
    """
    if side == 0:
        return slice(reach, -reach), slice(None)
    return (slice(-reach, None), slice(0, reach)) if side > 0 else (slice(0, reach), slice(-reach, None))


# The history of a pattern on its plane, generation by generation, until it repeats.


@dataclass(frozen=True, slots=True)
class Moment:
    """A summary of one generation: a hash and the number of live cells, and the smallest rectangle around these cells.

    The hash does not depend on the pattern's position.
    """

    hash: int
    row: int
    column: int
    height: int
    width: int
    population: int

    def same_shape(self, other: "Moment") -> bool:
        """Return True if both generations have the same cells, at the same or another position."""
        return (self.hash, self.height, self.width) == (other.hash, other.height, other.width)


class Run:
    """Runs a pattern, and keeps a summary of every generation.

    Args:
        cells: state codes, shape (rows, columns), uint8, with at least one live cell.
        rule: the rule to run.

    Attributes:
        plane: the plane with the cells.
        moments: summaries of all generations from 0 to the current one, except a generation without live cells.
        repeats: (generation from which the pattern repeats, period); None until it is known to repeat.
    """

    def __init__(self, cells: Cells, rule: Rule) -> None:
        require_plane(rule)
        self.plane = Plane(cells, rule)
        self.moments: list[Moment] = []
        self.repeats: tuple[int, int] | None = None
        self._turns = rule.family.period(rule) or 1
        self._seen: dict[tuple[int, int, int, int], int] = {}
        for _ in self._noting():
            pass

    @property
    def generation(self) -> int:
        """The number of the current generation."""
        return self.plane.generation

    @property
    def is_dead(self) -> bool:
        """True if all cells are dead."""
        return len(self.moments) <= self.generation

    def step(self) -> None:
        """Compute the next generation. Do not call this once the pattern is dead or repeats."""
        for _ in self.stepping():
            pass

    def stepping(self) -> Iterator[None]:
        """Compute the next generation like :meth:`step`, a few tiles at a time, yielding in between."""
        yield from self.plane.stepping()
        yield from self._noting()

    def displacement(self, first: int, period: int) -> tuple[int, int]:
        """Return the (rows, columns) that the pattern moves in ``period`` generations from generation ``first``."""
        before, after = self.moments[first], self.moments[first + period]
        return after.row - before.row, after.column - before.column

    def populations(self) -> NDArray[np.int64]:
        """Return the number of live cells of every generation so far, int64."""
        return np.array([moment.population for moment in self.moments], np.int64)

    def _noting(self) -> Iterator[None]:
        parts = []
        for part in self.plane.live_parts():
            if part.rows.size:
                parts.append(part)
            yield
        if not parts:
            return
        boxes = [part.box() for part in parts]
        row, column = (min(box[axis] for box in boxes) for axis in (0, 1))
        height = max(top + high for top, _, high, _ in boxes) - row
        width = max(left + wide for _, left, _, wide in boxes) - column
        mixed = 0
        for part in parts:
            mixed += part.hash(row, column)
            yield
        population = sum(len(part.rows) for part in parts)
        moment = Moment(mixed % (1 << 64), row, column, height, width, population)
        self.moments.append(moment)
        key = (moment.hash, moment.height, moment.width, self.generation % self._turns)
        first = self._seen.setdefault(key, self.generation)
        if first != self.generation:
            self.repeats = first, self._least_period(first, self.generation - first)

    def _least_period(self, first: int, period: int) -> int:
        """Return the shortest period of a pattern that repeats ``period`` generations after ``first``.

        If the rule alternates, ``period`` is a multiple of the rule's own period, but the pattern may repeat sooner.
        """
        for shorter in range(1, period):
            if period % shorter:
                continue
            moves = self.displacement(first, shorter)
            if all(
                self.moments[at].same_shape(self.moments[at + shorter]) and self.displacement(at, shorter) == moves
                for at in range(first, first + period - shorter + 1)
            ):
                return shorter
        return period


def phases(cells: Cells, rule: Rule, period: int) -> list[Cells]:
    """Return a pattern's cells in each generation of one period, each cropped to the live cells."""
    plane, found = Plane(cells, rule), []
    for _ in range(period):
        found.append(plane.live().cells())
        plane.step()
    return found


# Separation of the live cells into independent objects, and a check that no objects will ever meet.

NamePart = Callable[[Cells, int], str]
"""A function that returns the name of an object, given its cells and period; "" if it has no name."""
_Found = tuple[str, tuple[int, int, int, int], int, tuple[int, int]]
"""An object's name, box, period in generations, and displacement in a period (rows, columns).

The box is (top, left, bottom, right) of its cells in the whole period, relative to the object's corner.
"""
_MAX_PARTS = 3000
_MAX_OBJECT_CELLS = 1500


@dataclass(frozen=True, slots=True)
class Part:
    """An object that is part of a pattern, but evolves as it would alone.

    Attributes:
        name: the object's name; "" if it has none.
        box: (top, left, bottom, right) of the rectangle that the object covers in a period; bottom and right are
            exclusive.
        period: number of generations after which the object has the same shape again.
        displacement: how far the object moves in a period: (rows down, columns to the right).
        cells: number of live cells of the object in the current generation.
        live: the live cells of the object in the current generation.
    """

    name: str
    box: tuple[int, int, int, int]
    period: int
    displacement: tuple[int, int]
    cells: int
    live: Live

    @property
    def moves(self) -> bool:
        """True if the object is a spaceship."""
        return any(self.displacement)


class Dissector:
    """Separates patterns of one rule into objects, and remembers the objects already seen.

    Slow methods are generators that yield after each part of the work.

    Args:
        rule: the rule of the patterns.
        name_part: returns the name of an object.
        longest: objects with periods longer than this many generations are not recognised.
    """

    def __init__(self, rule: Rule, name_part: NamePart, longest: int) -> None:
        self._rule = rule
        self._name = name_part
        self._longest = longest
        self._near = 2 * reach_of(rule)
        self._known: dict[tuple[bytes, tuple[int, int]], _Found | None] = {}

    def parts(self, live: Live) -> Generator[None, None, tuple[list[Part], Live]]:
        """Separate ``live`` into objects. Return the objects that evolve as they would alone, and all other cells."""
        labels = yield from clusters(live.rows, live.columns, self._near)
        order = np.argsort(labels, kind="stable")
        starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
        if len(starts) > _MAX_PARTS:
            return [], live
        parts, rest = [], np.zeros(len(live.rows), bool)
        for members in np.split(order, starts[1:]):
            each = Live(live.rows[members], live.columns[members], live.states[members])
            part = yield from self._part(each)
            if part is None:
                rest[members] = True
            else:
                parts.append(part)
        return parts, live.picked(rest)

    def whole(self, live: Live) -> Generator[None, None, tuple[list[Part], Live]]:
        """Do what :meth:`parts` does, but also recognise objects that consist of several pieces, such as shuttles."""
        parts, rest = yield from self.parts(live)
        for reach in (6, 12, 24):
            if not rest.rows.size:
                break
            # Pieces that do not evolve as they would alone may do so together with the objects around them.
            top, left, height, width = rest.box()
            around = [
                part
                for part in parts
                if not part.moves
                and _overlap(part.box, (top - reach, left - reach, top + height + reach, left + width + reach))
            ]
            pool = Live(
                *(
                    np.concatenate([getattr(each, field) for each in (rest, *(part.live for part in around))])
                    for field in Live._fields
                )
            )
            labels = yield from clusters(pool.rows, pool.columns, reach)
            left_over = np.zeros(len(pool.rows), bool)
            kept = [part for part in parts if part not in around]
            for label in np.unique(labels):
                each = pool.picked(labels == label)
                part = yield from self._part(each)
                if part is not None:
                    kept.append(part)
                    continue
                inside, others = yield from self.parts(each)
                kept += inside
                left_over |= np.isin(pool.rows * (1 << 32) + pool.columns, others.rows * (1 << 32) + others.columns)
            parts, rest = kept, pool.picked(left_over)
        return parts, rest

    def _part(self, live: Live) -> Generator[None, None, Part | None]:
        if len(live.rows) > _MAX_OBJECT_CELLS:
            return None
        top, left, _, _ = live.box()
        cells = live.cells()
        key = cells.tobytes(), (cells.shape[0], cells.shape[1])
        if key not in self._known:
            self._known[key] = yield from self._look_at(cells)
        found = self._known[key]
        if found is None:
            return None
        name, (above, before, below, after), period, displacement = found
        box = (top + above, left + before, top + below, left + after)
        return Part(name, box, period, displacement, len(live.rows), live)

    def _look_at(self, cells: Cells) -> Generator[None, None, _Found | None]:
        run = Run(cells, self._rule)
        while run.repeats is None and run.generation < self._longest:
            yield from run.stepping()
            if run.is_dead:
                return None
        if run.repeats is None or run.repeats[0] > 0:
            return None
        period = run.repeats[1]
        moments = run.moments[:period]
        box = (
            min(moment.row for moment in moments),
            min(moment.column for moment in moments),
            max(moment.row + moment.height for moment in moments),
            max(moment.column + moment.width for moment in moments),
        )
        displacement = run.displacement(0, period)
        return self._name(cells, period), box, period, displacement


def never_meet(parts: list[Part], near: int = 2) -> bool:
    """Return True if no moving object will ever come closer than ``near`` cells to another object."""
    boxes = np.array([part.box for part in parts], np.float64)
    speeds = np.array([np.divide(part.displacement, part.period) for part in parts])
    moving = np.flatnonzero([part.moves for part in parts])
    for one in moving.tolist():
        first, last = np.zeros(len(parts)), np.full(len(parts), np.inf)
        for axis in (0, 1):
            # Two objects are near each other on this axis while low < time * speed < high.
            low = boxes[one, axis] - boxes[:, axis + 2] - near
            high = boxes[one, axis + 2] - boxes[:, axis] + near
            speed = speeds[:, axis] - speeds[one, axis]
            with np.errstate(divide="ignore", invalid="ignore"):
                begins, ends = np.sort(np.stack((low / speed, high / speed)), axis=0)
            always = (low < 0) & (high > 0)
            first = np.maximum(first, np.where(speed == 0, np.where(always, 0, np.inf), begins))
            last = np.minimum(last, np.where(speed == 0, np.inf, ends))
        meets = first < last
        meets[one] = False
        if meets.any():
            return False
    return True


def clusters(
    rows: NDArray[np.int64], columns: NDArray[np.int64], near: int
) -> Generator[None, None, NDArray[np.int64]]:
    """Return the index of each cell's cluster. Cells that are at most ``near`` apart belong to the same cluster.

    The function is a generator that yields after each part of the work.
    """
    count = len(rows)
    labels = np.arange(count)
    keys = rows * (1 << 32) + columns
    order = np.argsort(keys)
    ordered = keys[order]
    pairs = []
    for down in range(near + 1):
        for right in range(-near, near + 1):
            if down or right > 0:
                wanted = keys + down * (1 << 32) + right
                at = np.searchsorted(ordered, wanted).clip(max=max(0, count - 1))
                found = np.flatnonzero(ordered[at] == wanted)
                pairs.append(np.stack((found, order[at[found]])))
                yield
    first, second = np.concatenate(pairs, axis=1)
    while True:
        lower = np.minimum(labels[first], labels[second])
        before = labels.copy()
        np.minimum.at(labels, first, lower)
        np.minimum.at(labels, second, lower)
        labels = labels[labels]
        if (labels == before).all():
            return labels
        yield


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]

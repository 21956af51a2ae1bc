"""Takes the life of a plane apart into objects that live by themselves, and tells whether any of them will meet."""

from collections.abc import Callable, Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.identify._plane import Live, Run, reach_of
from gpulife.rules import Cells, Rule

NamePart = Callable[[Cells, int], str]
"""Returns the name of an object from its cells and period; "" if it has none."""
_Found = tuple[str, tuple[int, int, int, int], int, tuple[int, int]]
"""An object's name, what it reaches from its own corner, its period, and how far it has moved then."""
_MAX_PARTS = 3000
_MAX_OBJECT_CELLS = 1500


@dataclass(frozen=True, slots=True)
class Part:
    """An object that lives by itself.

    Attributes:
        name: its name.
        box: top, left, bottom and right of what it reaches in a period, beyond its cells; the latter two exclusive.
        period: generations after which it is the same again.
        displacement: how far it has moved then: rows and columns.
        cells: number of its cells now.
        live: its cells now.
    """

    name: str
    box: tuple[int, int, int, int]
    period: int
    displacement: tuple[int, int]
    cells: int
    live: Live

    @property
    def moves(self) -> bool:
        """Whether it is a spaceship."""
        return any(self.displacement)


class Dissector:
    """Takes planes of one rule apart, and remembers the objects that it has seen.

    All that takes long yields after each part of it.

    Args:
        rule: the law.
        name_part: names objects.
        longest: the longest period of an object.
    """

    def __init__(self, rule: Rule, name_part: NamePart, longest: int) -> None:
        self._rule = rule
        self._name = name_part
        self._longest = longest
        self._near = 2 * reach_of(rule)
        self._known: dict[tuple[bytes, tuple[int, int]], _Found | None] = {}

    def parts(self, live: Live) -> Generator[None, None, tuple[list[Part], Live]]:
        """Return the objects that live by themselves, and all other cells."""
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
        """Return the same, where objects of several separate pieces, such as shuttles, are put together, too."""
        parts, rest = yield from self.parts(live)
        for reach in (6, 12, 24):
            if not rest.rows.size:
                break
            # Pieces that do not live by themselves may do so together with what lies around them.
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
    """Return whether no two of the objects, of which some move, will ever come near each other."""
    boxes = np.array([part.box for part in parts], np.float64)
    speeds = np.array([np.divide(part.displacement, part.period) for part in parts])
    moving = np.flatnonzero([part.moves for part in parts])
    for one in moving.tolist():
        first, last = np.zeros(len(parts)), np.full(len(parts), np.inf)
        for axis in (0, 1):
            # They are near each other on this axis while low < time * speed < high.
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
    """Return a number for each cell, the same for cells that chains of steps of at most ``near`` cells join.

    It yields after each part of the work.
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

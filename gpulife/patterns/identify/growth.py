"""Tells guns, puffers and rakes from each other, whose population grows by the same number of cells every period."""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.identify.identity import Displacement, Kind
from gpulife.patterns.identify.parts import Dissector, Part, never_meet
from gpulife.patterns.identify.plane import Live

_MULTIPLES = (1, 2, 3, 4)
"""Periods of the population, in which a pattern that grows is looked for the same again."""
_FRONT = 24
"""Cells behind its foremost one, in the direction of its flight, that are compared of what moves."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What makes a pattern grow.

    Attributes:
        kind: GUN, PUFFER, RAKE or GROWS.
        multiple: the number of the population's periods in a period of its own.
        displacement: how far it moves in that period.
    """

    kind: Kind
    multiple: int = 1
    displacement: Displacement = (0, 0)


@dataclass(frozen=True, slots=True)
class Scene:
    """A generation of a pattern that grows: all its cells, and the spaceships that have left it with all others."""

    live: Live
    rest: Live
    ships: list[Part]


def scene_of(live: Live, dissector: Dissector) -> Generator[None, None, Scene]:
    """Take a generation apart; yield after each part of the work."""
    parts, rest = yield from dissector.parts(live)
    ships = [part for part in parts if part.moves]
    stay = [part.live for part in parts if not part.moves]
    return Scene(live, Live(*(np.concatenate(fields) for fields in zip(rest, *stay, strict=True))), ships)


def classify(scenes: list[Scene], period: int) -> Growth:
    """Tell what grows.

    Args:
        scenes: generations that are one period of the population apart, five of them.
        period: that period.
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
    """Return whether all but spaceships that leave is the same again, in the same place."""
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
    """Return the ways in which the sides of the smallest rectangle around the cells have moved."""
    boxes = [live.box() for live in (before, after)]
    sides = np.array([(top, left, top + height, left + width) for top, left, height, width in boxes])
    up, to_left, down, to_right = (sides[1] - sides[0]).tolist()
    single = [(up, 0), (down, 0), (0, to_left), (0, to_right)]
    both = [(along, across) for along in (up, down) for across in (to_left, to_right) if along and across]
    return sorted({way for way in (*single, *both) if any(way)}, key=lambda way: -max(map(abs, way)))


def _same_front(before: Live, after: Live, displacement: Displacement) -> bool:
    """Return whether the foremost cells in a direction are the same again, moved by that much."""
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

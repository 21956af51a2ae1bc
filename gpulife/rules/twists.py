"""Boards whose edges are joined otherwise than on a torus: with a shift, twisted, or around a corner.

They are Golly's (https://golly.sourceforge.io/Help/bounded.html). A :class:`Twist` says how the edges are joined. It
maps every place beyond the edges to the cell of the board that lies there. Engines know nothing else about twists:
they step a plane with dead edges that has a frame of such cells around the board.

The map unrolls the board on the plane. So a frame may be wider than one cell, or than the board, and the cells at its
corners are right too. A frame of several cells lasts for several generations if the rule has no direction: see
:attr:`Twist.turns`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError

Places = NDArray[np.int64]
"""Rows or columns, of any shape."""


class Join(StrEnum):
    """A way to join the edges of a board."""

    SHIFTED = "shifted"
    """A torus; two opposite edges are joined with a shift along them."""
    KLEIN = "klein"
    """A Klein bottle: two opposite edges are joined in reverse, the other two as on a torus."""
    CROSS = "cross"
    """A cross-surface (a projective plane): both pairs of opposite edges are joined in reverse."""
    SPHERE = "sphere"
    """The upper edge is joined to the left one, and the lower edge to the right one."""


_TITLES = {
    Join.SHIFTED: "torus with a shift",
    Join.KLEIN: "Klein bottle",
    Join.CROSS: "cross-surface",
    Join.SPHERE: "sphere",
}


@dataclass(frozen=True, slots=True)
class Twist:
    """How the edges of a board are joined.

    Attributes:
        join: the way in which they are joined.
        shift: the number of cells by which two edges are shifted. Cells below the lower edge lie that many columns
            further to the right, or cells beyond the right edge that many rows further down.
        at_sides: True if the left and right edges are shifted or reversed, False if the upper and lower edges are.
    """

    join: Join
    shift: int = 0
    at_sides: bool = False

    def __str__(self) -> str:
        return str(self.join)

    @property
    def title(self) -> str:
        """The name of the surface, for users."""
        return _TITLES[self.join]

    @property
    def turns(self) -> bool:
        """True if cells beyond the edges are mirrored or turned, so that a rule with directions goes another way."""
        return self.join is not Join.SHIFTED

    def on_board(self, shape: tuple[int, int]) -> "Twist | None":
        """Return this twist with its canonical shift for a board of ``shape`` (rows, columns); None for a torus.

        Raises:
            RuleError: the board cannot be joined in this way.
        """
        rows, columns = shape
        if self.join is Join.SPHERE and rows != columns:
            raise RuleError(f"a sphere of {columns}x{rows}: it must have as many rows as columns")
        side = max(1, rows if self.at_sides else columns)
        shift = self.shift % side if self.shift >= 0 else -(-self.shift % side)
        if self.join is Join.SHIFTED:
            return Twist(self.join, shift, self.at_sides) if shift else None
        if self.join is Join.KLEIN:  # Golly takes all shifts as 1, and none on a side with an odd number of cells
            return Twist(self.join, int(shift != 0 and side % 2 == 0), self.at_sides)
        return self

    def suffix(self, shape: tuple[int, int]) -> str:
        """Return the suffix of a rule's name for a board of ``shape`` (rows, columns), as in ``K30*,20``."""
        rows, columns = shape
        if self.join is Join.SPHERE:
            return f"S{columns}"
        if self.join is Join.CROSS:
            return f"C{columns},{rows}"
        kind, sign = ("T", "") if self.join is Join.SHIFTED else ("K", "*")
        change = sign + (f"{self.shift:+d}" if self.shift else "")
        return f"{kind}{columns},{rows}{change}" if self.at_sides else f"{kind}{columns}{change},{rows}"

    def inside(self, rows: Places, columns: Places, shape: tuple[int, int]) -> tuple[Places, Places]:
        """Return which cells of a board of ``shape`` (rows, columns) lie at places that may be beyond its edges.

        ``rows`` and ``columns`` have the same shape. The result has the cells' rows and columns.
        """
        height, width = shape
        match self.join:
            case Join.SPHERE:
                return _around_corners(rows, columns, height)
            case Join.CROSS:
                times, rows = np.divmod(rows, height)
                columns = np.where(times % 2, width - 1 - columns, columns)
                times, columns = np.divmod(columns, width)
                return np.where(times % 2, height - 1 - rows, rows), columns
        if self.at_sides:
            columns, rows = self._across(columns, rows, width, height)
        else:
            rows, columns = self._across(rows, columns, height, width)
        return rows, columns

    def _across(self, across: Places, along: Places, width: int, length: int) -> tuple[Places, Places]:
        """Map places beyond the two edges that are shifted or reversed, and beyond the other two as on a torus.

        ``across`` and ``width`` are measured from one of these edges to the other, ``along`` and ``length`` along them.
        """
        times, across = np.divmod(across, width)
        if self.join is Join.KLEIN:
            along = np.where(times % 2, length - 1 - along - self.shift, along)
        else:
            along = along + times * self.shift
        return across, along % length


def _around_corners(rows: Places, columns: Places, side: int) -> tuple[Places, Places]:
    """Map places beyond the edges of a sphere: turn them around its upper left or its lower right corner."""
    rows, columns = rows % (2 * side), columns % (2 * side)  # unrolled, the board repeats after two turns
    while True:
        below, beside = rows >= side, columns >= side
        if not (below.any() or beside.any()):
            return rows, columns
        mirrored = 2 * side - 1
        # Below the lower edge lie the cells at the right edge, and beyond the right edge those at the lower edge.
        rows, columns = (
            np.where(below, columns, np.where(beside, mirrored - columns, rows)) % (2 * side),
            np.where(below, mirrored - rows, np.where(beside, rows, columns)) % (2 * side),
        )


@lru_cache(maxsize=8)
def frame_of(twist: Twist, shape: tuple[int, int], width: int) -> tuple[tuple[Places, Places], ...]:
    """Return which cells lie in a frame of ``width`` cells around a board of ``shape`` (rows, columns).

    Returns:
        The rows and columns of the cells for the upper part of the frame, the lower, the left and the right one. The
        upper and the lower part include the corners.
    """
    found = []
    for rows, columns in frame_parts(shape, width):
        down, right = np.meshgrid(rows, columns, indexing="ij")
        found.append(twist.inside(down, right, shape))
    return tuple(found)


def frame_parts(shape: tuple[int, int], width: int) -> Iterator[tuple[Places, Places]]:
    """Yield the rows and the columns of each part of a frame around a board, in the order of :func:`frame_of`.

    They are counted from the board's upper left cell, so they may be negative.
    """
    height, length = shape
    beside = np.arange(-width, length + width)
    yield np.arange(-width, 0), beside
    yield np.arange(height, height + width), beside
    yield np.arange(height), np.arange(-width, 0)
    yield np.arange(height), np.arange(length, length + width)


def framed_by(twist: Twist, values: NDArray[Any], width: int) -> NDArray[Any]:
    """Return ``values``, shape (..., rows, columns), with a frame of ``width`` cells around each board."""
    *boards, rows, columns = values.shape
    around = np.empty((*boards, rows + 2 * width, columns + 2 * width), values.dtype)
    around[..., width:-width, width:-width] = values
    parts = frame_parts((rows, columns), width)
    for (down, right), cells in zip(parts, frame_of(twist, (rows, columns), width), strict=True):
        top, left = down[0] + width, right[0] + width
        around[..., top : top + len(down), left : left + len(right)] = values[..., cells[0], cells[1]]
    return around

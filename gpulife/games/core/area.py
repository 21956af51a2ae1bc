"""Rectangles of a board. On a torus they may wrap around the edges."""

from typing import NamedTuple

from gpulife.rules import Edges

Shape = tuple[int, int]
"""(rows, columns) of a board."""


class Area(NamedTuple):
    """A rectangle of cells.

    Attributes:
        row: row of the upper left cell.
        column: column of the upper left cell.
        height: number of the rectangle's rows, 1 or more.
        width: number of the rectangle's columns, 1 or more.
    """

    row: int
    column: int
    height: int
    width: int

    @property
    def cells(self) -> int:
        """The number of cells in the rectangle."""
        return self.height * self.width

    @property
    def size(self) -> Shape:
        """The size, (height, width)."""
        return self.height, self.width

    def moved(self, rows: int, columns: int) -> "Area":
        """Return the rectangle moved by ``rows`` and ``columns``."""
        return self._replace(row=self.row + rows, column=self.column + columns)


def area_on_board(area: Area, shape: Shape, edges: Edges) -> Area | None:
    """Return the part of a rectangle that lies on a board of ``shape``; None if no part does.

    On a torus the rectangle is wrapped, so that its upper left cell is on the board, and is cut to the board's size.
    """
    if edges is Edges.TORUS:
        height, width = min(area.height, shape[0]), min(area.width, shape[1])
        return Area(area.row % shape[0], area.column % shape[1], height, width) if height > 0 < width else None
    top, left = max(area.row, 0), max(area.column, 0)
    bottom, right = min(area.row + area.height, shape[0]), min(area.column + area.width, shape[1])
    return Area(top, left, bottom - top, right - left) if top < bottom and left < right else None


def area_between(first: Shape, second: Shape) -> Area:
    """Return the rectangle that has two given cells, each (row, column), in opposite corners."""
    top, left = min(first[0], second[0]), min(first[1], second[1])
    return Area(top, left, abs(first[0] - second[0]) + 1, abs(first[1] - second[1]) + 1)


def turned_area(area: Area, shape: Shape, edges: Edges) -> Area | None:
    """Return the rectangle after a quarter turn about its middle; None if the board is too small for it.

    A result that would reach beyond a dead edge is moved inwards. Without such moves, four quarter turns give ``area``
    again.
    """
    height, width = area.width, area.height
    if height > shape[0] or width > shape[1]:
        return None
    row = area.row + int((area.height - height) / 2)  # rounded towards 0, so that four quarter turns lead back
    column = area.column + int((area.width - width) / 2)
    if edges is Edges.TORUS:
        return Area(row % shape[0], column % shape[1], height, width)
    return Area(min(max(row, 0), shape[0] - height), min(max(column, 0), shape[1] - width), height, width)


def areas_outside(area: Area, shape: Shape, edges: Edges) -> tuple[Area, ...]:
    """Return rectangles, without overlaps, that cover the board outside of ``area``, which lies on the board."""
    rows, columns = shape
    row, column, height, width = area
    if edges is Edges.TORUS:
        rest: tuple[Area, ...] = (
            Area((row + height) % rows, 0, rows - height, columns),
            Area(row, (column + width) % columns, height, columns - width),
        )
    else:
        rest = (
            Area(0, 0, row, columns),
            Area(row + height, 0, rows - row - height, columns),
            Area(row, 0, height, column),
            Area(row, column + width, height, columns - column - width),
        )
    return tuple(part for part in rest if part.height > 0 < part.width)

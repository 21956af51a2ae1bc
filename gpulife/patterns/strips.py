"""Cuts large boards into strips to read them: whole rows, or parts of a row if a single one is too large."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STRIP_CELLS = 1 << 22
"""Limit on the cells of a strip, a multiple of 8. Boards of no more cells are read at once."""


class Rectangle(NamedTuple):
    """A part of a board."""

    row: int
    column: int
    height: int
    width: int


class Strips:
    """The strips of a board of ``shape`` (rows, columns), in reading order."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._rows, self._columns = shape
        self._height = min(self._rows, max(1, STRIP_CELLS // self._columns))
        self._width = min(self._columns, STRIP_CELLS)
        self._across = -(-self._columns // self._width)

    def __len__(self) -> int:
        return -(-self._rows // self._height) * self._across

    def __iter__(self) -> Iterator[Rectangle]:
        return map(self.rectangle, range(len(self)))

    def rectangle(self, number: int) -> Rectangle:
        """Return the strip with a number, counted from 0."""
        row, column = number // self._across * self._height, number % self._across * self._width
        return Rectangle(row, column, min(self._height, self._rows - row), min(self._width, self._columns - column))

    def numbers(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of the strips with the cells at ``places``, counted through the board row by row."""
        rows = places // self._columns
        return rows // self._height * self._across + places % self._columns // self._width

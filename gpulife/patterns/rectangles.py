"""Rectangles of cells: reads a board in strips, turns and mirrors cells, and packs cells into bit planes."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Cells, Rule


class ReadableBoard(Protocol):
    """The part of an engine's interface that is needed to describe its board and read its cells."""

    @property
    def rule(self) -> Rule:
        """The rule of the board."""

    @property
    def shape(self) -> tuple[int, int]:
        """Size of the board: (rows, columns)."""

    @property
    def generation(self) -> int:
        """The number of the current generation."""

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """See ``Engine.read``."""


STRIP_CELLS = 1 << 22
"""Maximum number of cells of a strip, a multiple of 8. A board with fewer cells is read as one strip."""


class Rectangle(NamedTuple):
    """Position and size of a rectangle of cells on a board."""

    row: int
    column: int
    height: int
    width: int


class Strips:
    """Divides a board of ``shape`` (rows, columns) into strips: whole rows or, if a row is too long, parts of rows."""

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
        """Return position and size of strip ``number``, counted from 0."""
        row, column = number // self._across * self._height, number % self._across * self._width
        return Rectangle(row, column, min(self._height, self._rows - row), min(self._width, self._columns - column))

    def numbers(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each cell's strip number. ``places`` are the indices of the cells, counted row by row."""
        rows = places // self._columns
        return rows // self._height * self._across + places % self._columns // self._width


TURNS: Mapping[str, Callable[[Cells], Cells]] = MappingProxyType(
    {
        "right": lambda cells: np.rot90(cells, -1),
        "left": lambda cells: np.rot90(cells),
        "flip-x": lambda cells: cells[:, ::-1],
        "flip-y": lambda cells: cells[::-1],
        "transpose": lambda cells: cells.T,
    }
)
"""Functions that turn or mirror cells, keyed by name. "flip-x" exchanges left and right, "transpose" exchanges rows and
columns."""
EXCHANGES_SIDES = frozenset({"right", "left", "transpose"})
"""Names of the ``TURNS`` that exchange a rectangle's height and width."""


def turned(cells: Cells, turn: str) -> Cells:
    """Return the cells, shape (rows, columns), uint8, after the turn or reflection called ``turn`` in ``TURNS``."""
    return np.ascontiguousarray(TURNS[turn](cells))


# Packing of cells into bit planes: plane k has bit k of every cell's state code, eight cells per byte. The lowest bit
# of a byte is the leftmost cell (numpy's ``bitorder="little"``); bits beyond the last column are 0. Board files and
# snapshots use this layout.

Planes = NDArray[np.uint8]
"""Bit planes of cells, shape (planes, rows, bytes per row), uint8. Plane n has bit n of each cell's state."""


def planes_for(highest: int) -> int:
    """Return how many bit planes are needed for cells in the states 0 to ``highest``; at least 1."""
    return max(1, highest.bit_length())


def bytes_per_row(columns: int) -> int:
    """Return the number of bytes in a row of one bit plane."""
    return -(-columns // 8)


def pack(cells: Cells, count: int) -> Planes:
    """Pack cells into ``count`` bit planes. Higher bits of the states are lost."""
    packed = np.empty((count, cells.shape[0], bytes_per_row(cells.shape[1])), np.uint8)
    for plane in range(count):
        bits = cells if count == 1 else cells & np.uint8(1 << plane)  # packbits treats any nonzero value as 1
        packed[plane] = np.packbits(bits, axis=1, bitorder="little")
    return packed


def unpack(planes: Planes, columns: int) -> Cells:
    """Unpack bit planes into cells of shape (rows, ``columns``), uint8."""
    cells: Cells = np.unpackbits(planes[0], axis=1, count=columns, bitorder="little")
    for plane in range(1, len(planes)):
        bits = np.unpackbits(planes[plane], axis=1, count=columns, bitorder="little")
        bits <<= np.uint8(plane)
        cells |= bits
    return cells


def highest_state(planes: Planes, columns: int) -> int:
    """Return the highest state of cells packed into bit planes, without unpacking them."""
    leading = np.full(planes.shape[1:], 0xFF, np.uint8)
    leading[:, -1] >>= np.uint8(-columns % 8)
    state = 0
    for plane in reversed(range(len(planes))):
        with_bit = leading & planes[plane]
        if with_bit.any():
            leading = with_bit
            state |= 1 << plane
    return state

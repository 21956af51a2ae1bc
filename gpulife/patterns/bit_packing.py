"""Packs cells into bit planes: plane k has bit k of every cell's state code, eight cells a byte.

The lowest bit of a byte is the leftmost cell (numpy's ``bitorder="little"``); the bits beyond the last column are 0.
Files of boards and snapshots use it.
"""

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Cells

Planes = NDArray[np.uint8]
"""Bits, shape (planes, rows, bytes a row), uint8."""


def planes_for(highest: int) -> int:
    """Return how many planes hold the states 0 to ``highest``: at least 1."""
    return max(1, highest.bit_length())


def bytes_per_row(columns: int) -> int:
    """Return the bytes that a row of one plane takes."""
    return -(-columns // 8)


def pack(cells: Cells, count: int) -> Planes:
    """Return the cells as ``count`` planes; higher bits are dropped."""
    packed = np.empty((count, cells.shape[0], bytes_per_row(cells.shape[1])), np.uint8)
    for plane in range(count):
        bits = cells if count == 1 else cells & np.uint8(1 << plane)  # packbits takes whatever is not 0 for 1
        packed[plane] = np.packbits(bits, axis=1, bitorder="little")
    return packed


def unpack(planes: Planes, columns: int) -> Cells:
    """Return the cells of planes: shape (rows, ``columns``), uint8."""
    cells: Cells = np.unpackbits(planes[0], axis=1, count=columns, bitorder="little")
    for plane in range(1, len(planes)):
        bits = np.unpackbits(planes[plane], axis=1, count=columns, bitorder="little")
        bits <<= np.uint8(plane)
        cells |= bits
    return cells


def highest_state(planes: Planes, columns: int) -> int:
    """Return the highest state without unpacking: keep the cells with the bit of each plane, from the highest on."""
    leading = np.full(planes.shape[1:], 0xFF, np.uint8)
    leading[:, -1] >>= np.uint8(-columns % 8)
    state = 0
    for plane in reversed(range(len(planes))):
        with_bit = leading & planes[plane]
        if with_bit.any():
            leading = with_bit
            state |= 1 << plane
    return state

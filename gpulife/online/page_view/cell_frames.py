"""The cells of a board as binary frames for pages: the whole board, or the changes since the previous frame.

A frame begins with its kind (one byte) and its tick (four bytes). Everything after them is the body, compressed as raw
deflate if the kind has the bit ``DEFLATED``. All numbers of four bytes are little-endian. The bodies are:

* ``WHOLE``: number of rows, number of columns (four bytes each), then one byte for each cell, row by row.

* ``CHANGES``: number of changed cells (four bytes), then a gap for each of them, then the new value of each (one byte).
A gap is the number of unchanged cells since the previous changed cell. Gaps up to 254 take one byte. A larger gap is
written as bytes of 255, then one smaller byte; their sum is the gap.
"""

import zlib
from struct import pack

import numpy as np
from numpy.typing import NDArray

WHOLE, CHANGES, DEFLATED = 1, 2, 128
_ESCAPE = 255
_MIN_DEFLATED = 48
"""Minimum size in bytes of a body that is deflated."""

CellValues = NDArray[np.uint8]
"""Values of the cells of a board. Shape (rows, columns), uint8.

A value is the cell's state, plus 32 times its drawn size if the game has sizes.
"""


def whole_frame(values: CellValues, tick: int) -> bytes:
    """Return the frame of a whole board."""
    return _frame(WHOLE, tick, pack("<II", *values.shape) + values.tobytes())


def change_frame(before: CellValues, values: CellValues, tick: int) -> bytes:
    """Return the frame that changes ``before`` into ``values``, or the frame of the whole board if that is shorter.

    Returns:
        The frame; empty if nothing has changed.
    """
    places = np.flatnonzero(before != values)
    if not len(places):
        return b""
    changes = _frame(CHANGES, tick, pack("<I", len(places)) + _gaps(places) + values.ravel()[places].tobytes())
    if len(places) * 4 < values.size:
        return changes
    return min(changes, whole_frame(values, tick), key=len)


def _gaps(places: NDArray[np.int64]) -> bytes:
    gaps = np.diff(places, prepend=-1) - 1
    ends = np.cumsum(gaps // _ESCAPE + 1)
    gap_bytes = np.full(int(ends[-1]), _ESCAPE, np.uint8)
    gap_bytes[ends - 1] = gaps % _ESCAPE
    return gap_bytes.tobytes()


def _frame(kind: int, tick: int, body: bytes) -> bytes:
    if len(body) >= _MIN_DEFLATED:
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(body) + packer.flush()
        if len(packed) < len(body):
            kind, body = kind | DEFLATED, packed
    return pack("<BI", kind, tick & 0xFFFFFFFF) + body

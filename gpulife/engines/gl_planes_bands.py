"""A board of bit planes as a stack of bands: storage buffers in ping-pong, each with halo rows of its neighbours.

See :mod:`gpulife.engines.planes_layout` for what is where in a buffer.
"""

from __future__ import annotations

from dataclasses import dataclass

import moderngl
import numpy as np

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.planes_layout import HALO, Copy, Layout, Words, cut_into_bands, halo_copies
from gpulife.errors import BoardSizeError, EngineError

MOST_BAND_BYTES = 1 << 30
MOST_BAND_ROWS = 1 << 20
"""So that no dispatch over a band's rows needs more workgroups than there may be."""
_FEW_BYTES = 1 << 20
"""Rows are read whole, also where few of their words are wanted, if they are no more than this."""


@dataclass(frozen=True, slots=True)
class PlanesBand:
    """The rows ``start`` to ``start + rows`` of the board, on two sides: this generation's and another's.

    Attributes:
        start: the board's row that is the band's row 0.
        rows: without the halos.
        layout: where the words are; row r begins at byte ``(HALO + r) * layout.row_bytes`` of a buffer.
        buffers: one a side.
        copies: what fills the halos.
    """

    start: int
    rows: int
    layout: Layout
    buffers: tuple[moderngl.Buffer, moderngl.Buffer]
    copies: tuple[Copy, ...]

    def release(self) -> None:
        """Give the buffers back."""
        for buffer in self.buffers:
            buffer.release()

    def read(self, side: int, row: int, word: int, height: int, width: int) -> Words:
        """Words of a rectangle given in rows of this band and words of a row: shape (height, planes, width), uint32."""
        layout, buffer = self.layout, self.buffers[side]
        first = (HALO + row) * layout.row_bytes
        if height * layout.row_bytes <= max(_FEW_BYTES, 4 * height * layout.planes * width * 4):
            data = buffer.read(height * layout.row_bytes, offset=first)
            lines = np.frombuffer(data, np.uint32).reshape(height, layout.planes, layout.stride)
            return lines[:, :, 1 + word : 1 + word + width]
        words = np.empty((height, layout.planes, width), np.uint32)
        for line in range(height * layout.planes):
            data = buffer.read(width * 4, offset=first + (line * layout.stride + 1 + word) * 4)
            words[divmod(line, layout.planes)] = np.frombuffer(data, np.uint32)
        return words

    def write(self, side: int, row: int, word: int, words: Words) -> None:
        """Write what :meth:`read` reads."""
        layout, buffer = self.layout, self.buffers[side]
        height, planes, width = words.shape
        first = (HALO + row) * layout.row_bytes
        if height * layout.row_bytes <= max(_FEW_BYTES, 2 * words.nbytes):
            if width == layout.words:
                lines = np.zeros((height, planes, layout.stride), np.uint32)
            else:
                data = buffer.read(height * layout.row_bytes, offset=first)
                lines = np.frombuffer(data, np.uint32).reshape(height, planes, layout.stride).copy()
            lines[:, :, 1 + word : 1 + word + width] = words
            buffer.write(lines, offset=first)
            return
        for line in range(height * planes):
            offset = first + (line * layout.stride + 1 + word) * 4
            buffer.write(np.ascontiguousarray(words[divmod(line, planes)]), offset=offset)


def open_planes(
    device: GLDevice, layout: Layout, rows: int, *, wrap: bool, most_rows: int | None = None
) -> list[PlanesBand]:
    """Allocate a board of dead cells, the upper bands first.

    Args:
        device: whose context is current.
        layout: of the board's rows.
        rows: of the board.
        wrap: whether the board is a torus.
        most_rows: rows a band at most, as many as a buffer takes by default.

    Raises:
        BoardSizeError: a row is too long for a buffer, or there is no memory.
    """
    limit = min(device.max_storage_block, MOST_BAND_BYTES)
    fitting = min(MOST_BAND_ROWS, (limit - layout.band_bytes(0)) // layout.row_bytes)
    if fitting < 1:
        most = limit // (layout.band_bytes(1) // layout.stride) - layout.own_words - 2
        raise BoardSizeError(
            f"{layout.columns} columns are too many for {device.renderer}: a board of bit planes may be "
            f"{most * 32} columns wide and any number of rows high"
        )
    places = cut_into_bands(rows, min(most_rows or fitting, fitting))
    bands: list[PlanesBand] = []
    buffers: list[moderngl.Buffer] = []
    try:
        for number, (start, height) in enumerate(places):
            buffers = []
            for _ in range(2):
                buffers.append(device.context.buffer(reserve=layout.band_bytes(height)))
                buffers[-1].clear()
                device.require_no_error("allocating buffers")
            copies = tuple(halo_copies(places, number, wrap=wrap))
            bands.append(PlanesBand(start, height, layout, (buffers[0], buffers[1]), copies))
            buffers = []
    except (moderngl.Error, EngineError) as error:
        for buffer in buffers:
            buffer.release()
        for band in bands:
            band.release()
        raise BoardSizeError(f"no memory for a board of {layout.columns}x{rows}: {error}") from error
    return bands

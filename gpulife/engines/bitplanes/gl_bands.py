"""A board of bit planes as a stack of bands: storage buffers, each with halo rows of its neighbours, and spare ones.

See :mod:`gpulife.engines.bitplanes.layout` for what is where in a buffer.
"""

from __future__ import annotations

from dataclasses import dataclass

import moderngl
import numpy as np

from gpulife.engines.bitplanes.layout import (
    HALO,
    Copy,
    Layout,
    Words,
    cut_into_bands,
    halo_copies,
    pack,
    unpack,
    word_mask,
)
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.pattern import Cells

MAX_BAND_BYTES = 1 << 30
MAX_BAND_ROWS = 1 << 20
"""So that no dispatch over a band's rows needs more workgroups than there may be."""
_WHOLE = 32
"""Bands have a multiple of so many rows where they can: tiles of what sleeps must not lie in two of them."""
_FEW_BYTES = 1 << 20
"""Rows are read whole, also where few of their words are wanted, if they are no more than this."""


@dataclass(slots=True)
class Spare:
    """A buffer that the next generation of a band is written to, before the two change places.

    Each band has its own, or all bands one: since halos are copied before anything is computed, nobody asks for a band
    that has been computed already, and its old buffer takes the next one.
    """

    buffer: moderngl.Buffer


@dataclass(slots=True)
class PlanesBand:
    """The rows ``start`` to ``start + rows`` of the board.

    Attributes:
        start: the board's row that is the band's row 0.
        rows: without the halos.
        layout: where the words are; row r begins at byte ``(HALO + r) * layout.row_bytes`` of a buffer.
        buffer: the present generation.
        spare: where the next one goes.
        copies: what fills the halos.
    """

    start: int
    rows: int
    layout: Layout
    buffer: moderngl.Buffer
    spare: Spare
    copies: tuple[Copy, ...]

    def release(self) -> None:
        """Give the buffers back; the spare one of several bands may be given back by each of them."""
        self.buffer.release()
        self.spare.buffer.release()

    def turn(self) -> None:
        """What was written to the spare buffer becomes the present generation."""
        self.buffer, self.spare.buffer = self.spare.buffer, self.buffer

    def read(self, row: int, word: int, height: int, width: int) -> Words:
        """Words of a rectangle given in rows of this band and words of a row: shape (height, planes, width), uint32."""
        layout, buffer = self.layout, self.buffer
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

    def write(self, row: int, word: int, words: Words) -> None:
        """Write what :meth:`read` reads."""
        layout, buffer = self.layout, self.buffer
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

    def pack(self, cells: Cells, skip: int, there: Words | None) -> Words:
        """``cells`` as they are written, with ``skip`` others before them: those that are ``there``, or dead ones."""
        packed = pack(cells, self.layout.planes, skip)
        return packed if there is None else packed | (there & ~word_mask(skip, cells.shape[1]))

    def unpack(self, words: Words, skip: int, width: int) -> Cells:
        """``width`` cells of each row, after ``skip`` others."""
        return unpack(words, skip, width)


def open_planes(
    device: GLDevice, layout: Layout, rows: int, *, wrap: bool, lean: bool = False, most_rows: int | None = None
) -> list[PlanesBand]:
    """Allocate a board of dead cells, the upper bands first.

    Args:
        device: whose context is current.
        layout: of the board's rows.
        rows: of the board.
        wrap: whether the board is a torus.
        lean: whether all bands share one spare buffer; they are lower then, and tiles cannot sleep.
        most_rows: rows a band at most, as many as a buffer takes by default.

    Raises:
        BoardSizeError: a row is too long for a buffer, or there is no memory.
    """
    limit = min(device.max_storage_block, MAX_BAND_BYTES)
    fitting = min(MAX_BAND_ROWS, (limit - layout.band_bytes(0)) // layout.row_bytes)
    if fitting < 1:
        most = limit // (layout.band_bytes(1) // layout.stride) - layout.own_words - 2
        raise BoardSizeError(
            f"{layout.columns} columns are too many for {device.renderer}: a board of bit planes may be "
            f"{most * 32} columns wide and any number of rows high"
        )
    most_rows = min(most_rows or fitting, fitting)
    if lean:
        most_rows = min(most_rows, lean_rows(rows))
    if most_rows > _WHOLE:
        most_rows -= most_rows % _WHOLE
    places = cut_into_bands(rows, most_rows)
    made: list[moderngl.Buffer] = []

    def allocate(height: int) -> moderngl.Buffer:
        made.append(device.context.buffer(reserve=layout.band_bytes(height)))
        made[-1].clear()
        device.require_no_error("allocating buffers")
        return made[-1]

    device.forget_errors()
    try:
        shared = Spare(allocate(most_rows)) if lean else None
        return [
            PlanesBand(
                start,
                height,
                layout,
                allocate(most_rows if lean else height),  # whoever changes places is as large
                shared or Spare(allocate(height)),
                tuple(halo_copies(places, number, wrap=wrap)),
            )
            for number, (start, height) in enumerate(places)
        ]
    except (moderngl.Error, EngineError) as error:
        for buffer in made:
            buffer.release()
        raise BoardSizeError(f"no memory for a board of {layout.columns}x{rows}: {error}") from error


def lean_rows(rows: int) -> int:
    """Rows of the bands of a board that has only one spare one: an eighth, but not so few that halos weigh."""
    return max(-(-rows // 8), 16 * HALO)


def bytes_needed(layout: Layout, rows: int, *, lean: bool) -> int:
    """Of a board, with its spare buffers and halos."""
    if not lean:
        return 2 * layout.band_bytes(rows)
    height = min(lean_rows(rows), rows)
    return (-(-rows // height) + 1) * layout.band_bytes(height)

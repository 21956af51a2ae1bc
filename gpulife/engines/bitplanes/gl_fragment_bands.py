"""A board of bit planes as a stack of bands of textures, for drivers without storage buffers.

A texel holds 128 cells of a row of one plane. Each plane of a band has R textures, which take turns: row r of the band
is in texture r % R, at row r // R. A fragment writes the same position of all textures, so it computes a *block* of R
rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import moderngl
import numpy as np

from gpulife.engines.bitplanes.fragment_source import BLOCK_ROWS, CELLS_PER_TEXEL
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, Words, cut_into_bands, word_mask
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import clear_framebuffer, release_framebuffer, textures_of
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Cells

MAX_TEXTURE_BYTES = 1 << 28
"""Limit on a texture's bytes. Drivers refuse large textures even if memory is free; llvmpipe does at 1 GiB."""
WORDS_PER_TEXEL = CELLS_PER_TEXEL // CELLS_PER_WORD


@dataclass(slots=True)
class FragmentBand:
    """The rows ``start`` to ``start + rows`` of the board.

    Attributes:
        start: the board row of the band's row 0.
        rows: the number of rows; further rows in the last block are unused.
        codes: how states are stored in planes.
        block_rows: R, the rows of a block, and the number of textures of a plane.
        pair: two framebuffers. Each has R textures for the first plane, one for each row of a block, then R textures
            for the next plane, and so on.
        side: the index in ``pair`` of the framebuffer with the current generation; the other one has the previous one.
    """

    start: int
    rows: int
    codes: PlaneCodes
    block_rows: int
    pair: tuple[moderngl.Framebuffer, moderngl.Framebuffer]
    side: int = 0

    @property
    def planes(self) -> int:
        """The number of planes."""
        return self.codes.planes

    @property
    def blocks(self) -> int:
        """The number of blocks from the band's top to its bottom."""
        return -(-self.rows // self.block_rows)

    @property
    def textures(self) -> list[moderngl.Texture]:
        """The textures with the current generation."""
        return textures_of(self.pair[self.side])

    def texture(self, plane: int, row: int) -> moderngl.Texture:
        """Return the texture of ``plane`` that holds row ``row`` of every block."""
        return self.textures[plane * self.block_rows + row]

    def release(self) -> None:
        """Release the textures."""
        for framebuffer in set(self.pair):
            release_framebuffer(framebuffer)

    def read(self, row: int, texel: int, height: int, width: int) -> Words:
        """Read a rectangle of this band, measured in rows and texels: shape (height, planes, 4 * width), uint32."""
        words = np.empty((height, self.planes, width * WORDS_PER_TEXEL), np.uint32)
        for first, count, block, number in self._lines(row, height):
            for plane in range(self.planes):
                data = self.pair[self.side].read(
                    viewport=(texel, block, width, count),
                    components=4,
                    attachment=plane * self.block_rows + number,
                    alignment=1,
                    dtype="u4",
                )
                words[first :: self.block_rows, plane] = np.frombuffer(data, np.uint32).reshape(count, -1)
        return words

    def write(self, row: int, texel: int, words: Words) -> None:
        """Write ``words``, shape (height, planes, 4 * width), to the rectangle that begins at (row, texel)."""
        height, _, width = words.shape
        for first, count, block, number in self._lines(row, height):
            viewport = (texel, block, width // WORDS_PER_TEXEL, count)
            for plane in range(self.planes):
                lines = np.ascontiguousarray(words[first :: self.block_rows, plane])
                self.texture(plane, number).write(lines, viewport=viewport)

    def pack(self, cells: Cells, skip: int, background: Words | None) -> Words:
        """Convert cells to whole texels. The first cell of a row becomes cell ``skip`` of the row's first texel.

        The other cells of these texels are taken from ``background``, or are dead if it is None.
        """
        packed = _whole_texels(self.codes.pack(cells, skip))
        if background is None:
            return packed
        return packed | (background & ~_whole_texels(word_mask(skip, cells.shape[1])))

    def unpack(self, words: Words, skip: int, width: int) -> Cells:
        """Convert words back to cells: return ``width`` cells of each row, without the first ``skip`` cells."""
        return self.codes.unpack(words, skip, width)

    def _lines(self, row: int, height: int) -> Iterator[tuple[int, int, int, int]]:
        """Group the ``height`` rows from ``row`` on by the textures that hold them.

        Yields, for each group: (its first row, counted from ``row``; its number of rows; the block of its first row;
        the number of its texture). Texture n holds row n of every block.
        """
        for first in range(min(height, self.block_rows)):
            block, number = divmod(row + first, self.block_rows)
            yield first, -(-(height - first) // self.block_rows), block, number


def _whole_texels(words: Words) -> Words:
    missing = -words.shape[-1] % WORDS_PER_TEXEL
    return np.pad(words, [(0, 0)] * (words.ndim - 1) + [(0, missing)]) if missing else words


def open_fragment_bands(
    device: GLDevice, shape: tuple[int, int], codes: PlaneCodes, block_rows: int, max_rows: int | None = None
) -> list[FragmentBand]:
    """Allocate the bands of an empty board; return them from the top.

    Args:
        device: the device; its context must be current.
        shape: the board's (rows, columns).
        codes: how states are stored in planes.
        block_rows: the rows of a block.
        max_rows: limit on the rows of a band; by default as many as fit into textures.

    Raises:
        BoardSizeError: a row is too long for a texture, or memory runs out.
    """
    rows, columns = shape
    width = texels_of(columns)
    if width > device.max_texture_size:
        raise BoardSizeError(
            f"{columns} columns are too many for {device.renderer}: a board of bit planes may be "
            f"{device.max_texture_size * CELLS_PER_TEXEL} columns wide and any number of rows high"
        )
    fitting = block_rows * min(device.max_texture_size, max(1, MAX_TEXTURE_BYTES // (width * 16)))
    bands: list[FragmentBand] = []
    made: list[moderngl.Texture] = []

    def open_side(height: int) -> moderngl.Framebuffer:
        side = [open_texture(device, width, -(-height // block_rows)) for _ in range(codes.planes * block_rows)]
        made.extend(side)
        framebuffer = device.context.framebuffer(side)
        clear_framebuffer(framebuffer)
        device.require_no_error("allocating textures")
        return framebuffer

    device.clear_errors()
    try:
        for start, height in cut_into_bands(rows, min(max_rows or fitting, fitting)):
            pair = open_side(height), open_side(height)
            bands.append(FragmentBand(start, height, codes, block_rows, pair))
    except (moderngl.Error, EngineError) as error:
        device.bind_permanent_framebuffer()
        for texture in made:
            texture.release()
        raise BoardSizeError(f"no memory for a board of {columns}x{rows}: {error}") from error
    return bands


def open_texture(device: GLDevice, width: int, height: int) -> moderngl.Texture:
    """Allocate a texture of ``width`` x ``height`` texels; each texel has four unsigned 32-bit words."""
    texture = device.context.texture((width, height), 4, dtype="u4")
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    return texture


def texels_of(columns: int) -> int:
    """Return how many texels a row of ``columns`` cells needs in one plane."""
    return -(-columns // CELLS_PER_TEXEL)


def bytes_needed(shape: tuple[int, int], planes: int) -> int:
    """Return the bytes of the textures of a board of ``shape`` with ``planes`` planes: two copies of each plane."""
    rows, columns = shape
    block_rows = BLOCK_ROWS.get(planes, 1)
    return 2 * planes * -(-rows // block_rows) * block_rows * texels_of(columns) * 16

"""A board as a stack of textures, so that it may have more rows than one texture allows.

A band is a range of whole rows; each texel holds 16 cells (see ``shaders/lib/bytes.glsl``).
"""

from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import clear_framebuffer, release_framebuffer, textures_of
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Cells

CELLS_PER_TEXEL = 16
MAX_BAND_BYTES = 1 << 28
"""Maximum size of a texture in bytes. Drivers limit a texture to much less than the whole memory; llvmpipe to 1 GiB."""


@dataclass(slots=True)
class Band:
    """Two textures, written alternately, for the rows ``start`` to ``start + rows`` of the board.

    ``side`` is the index of the texture with the current generation; the other one holds the previous generation.
    """

    start: int
    rows: int
    pair: tuple[moderngl.Framebuffer, moderngl.Framebuffer]
    side: int = 0

    def texture(self, side: int) -> moderngl.Texture:
        """Return the texture number ``side``, 0 or 1."""
        return textures_of(self.pair[side])[0]

    def release(self) -> None:
        """Release the textures."""
        for framebuffer in set(self.pair):
            release_framebuffer(framebuffer)

    def read(self, row: int, texel: int, height: int, width: int) -> NDArray[np.uint8]:
        """Read the cells of a rectangle given in rows and texels of this band: shape (height, 16 * width), uint8."""
        data = self.pair[self.side].read(viewport=(texel, row, width, height), components=4, alignment=1, dtype="u4")
        return np.frombuffer(data, np.uint8).reshape(height, width * CELLS_PER_TEXEL)

    def write(self, row: int, texel: int, words: NDArray[np.uint8]) -> None:
        """Write cells, shape (height, 16 * width), to the rectangle that begins at (row, texel)."""
        height, width = words.shape
        viewport = (texel, row, width // CELLS_PER_TEXEL, height)
        self.texture(self.side).write(np.ascontiguousarray(words), viewport=viewport)

    def pack(self, cells: Cells, skip: int, background: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
        """Pack cells into whole texels; they begin at cell ``skip`` of each row.

        The other cells of these texels are taken from ``background``; they are dead if ``background`` is None.
        """
        height, width = cells.shape
        texels = -(-(skip + width) // CELLS_PER_TEXEL)
        if width == texels * CELLS_PER_TEXEL:
            return cells
        padded = np.zeros((height, texels * CELLS_PER_TEXEL), np.uint8) if background is None else background.copy()
        padded[:, skip : skip + width] = cells
        return padded

    def unpack(self, words: NDArray[np.uint8], skip: int, width: int) -> Cells:
        """Unpack ``words``: return ``width`` cells of each row, without the first ``skip`` cells."""
        return words[:, skip : skip + width]


def open_band_textures(device: GLDevice, shape: tuple[int, int], max_rows: int | None = None) -> list[Band]:
    """Allocate the bands of an empty board; return them from the top.

    Args:
        device: the device; its context must be current.
        shape: the board's (rows, columns).
        max_rows: limit on the rows of a band; by default as many as fit into a texture.

    Raises:
        BoardSizeError: a row is too long for a texture, or memory runs out.
    """
    rows, columns = shape
    width = -(-columns // CELLS_PER_TEXEL)
    if width > device.max_texture_size:
        raise BoardSizeError(
            f"{columns} columns are too many for {device.renderer}: a board may be "
            f"{device.max_texture_size * CELLS_PER_TEXEL} columns wide and any number of rows high"
        )
    fitting = min(device.max_texture_size, max(1, MAX_BAND_BYTES // (width * CELLS_PER_TEXEL)))
    max_rows = min(max_rows or fitting, fitting)
    bands: list[Band] = []
    device.clear_errors()
    try:
        for start in range(0, rows, max_rows):
            height = min(max_rows, rows - start)
            pair = tuple(open_framebuffer(device, width, height) for _ in range(2))
            bands.append(Band(start, height, (pair[0], pair[1])))
    except (moderngl.Error, EngineError) as error:
        device.bind_permanent_framebuffer()
        for band in bands:
            band.release()
        raise BoardSizeError(f"no memory for a board of {columns}x{rows}: {error}") from error
    return bands


def open_framebuffer(device: GLDevice, width: int, height: int, components: int = 4) -> moderngl.Framebuffer:
    """Open a framebuffer with a texture of ``width`` x ``height`` texels, all 0.

    A texel has ``components`` unsigned 32-bit numbers.

    Raises:
        EngineError: memory runs out, and OpenGL reports it.
        moderngl.Error: memory runs out, and moderngl reports it.
    """
    texture = device.context.texture((width, height), components, dtype="u4")
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    framebuffer = device.context.framebuffer([texture])
    clear_framebuffer(framebuffer)
    device.require_no_error("allocating textures")
    return framebuffer

"""A board as a stack of textures: how a universe may be taller than any one of them.

A band is a range of whole rows; each texel holds 16 cells (see ``shaders/lib/bytes.glsl``).
"""

from __future__ import annotations

from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import texture_of
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.pattern import Cells

CELLS_PER_TEXEL = 16
MAX_BAND_BYTES = 1 << 28
"""Drivers refuse single textures well below the memory they have: llvmpipe at 1 GiB."""


@dataclass(slots=True)
class Band:
    """A ping-pong pair of textures for the rows ``start`` to ``start + rows`` of the board.

    ``side`` is that of the pair that holds the present generation; the other holds the one before.
    """

    start: int
    rows: int
    pair: tuple[moderngl.Framebuffer, moderngl.Framebuffer]
    side: int = 0

    def texture(self, side: int) -> moderngl.Texture:
        """The texture of one side of the pair."""
        return texture_of(self.pair[side])

    def release(self) -> None:
        """Give the textures back; a copy may have one only, for both sides."""
        for framebuffer in set(self.pair):
            texture_of(framebuffer).release()
            framebuffer.release()

    def read(self, row: int, texel: int, height: int, width: int) -> NDArray[np.uint8]:
        """Bytes of a rectangle given in rows of this band and texels: shape (height, 16 * width), uint8."""
        data = self.pair[self.side].read(viewport=(texel, row, width, height), components=4, alignment=1, dtype="u4")
        return np.frombuffer(data, np.uint8).reshape(height, width * CELLS_PER_TEXEL)

    def write(self, row: int, texel: int, words: NDArray[np.uint8]) -> None:
        """Write what :meth:`read` reads."""
        height, width = words.shape
        viewport = (texel, row, width // CELLS_PER_TEXEL, height)
        self.texture(self.side).write(np.ascontiguousarray(words), viewport=viewport)

    def pack(self, cells: Cells, skip: int, there: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
        """``cells`` as they are written, with ``skip`` others before them: those that are ``there``, or dead ones."""
        height, width = cells.shape
        texels = -(-(skip + width) // CELLS_PER_TEXEL)
        if width == texels * CELLS_PER_TEXEL:
            return cells
        around = np.zeros((height, texels * CELLS_PER_TEXEL), np.uint8) if there is None else there.copy()
        around[:, skip : skip + width] = cells
        return around

    def unpack(self, words: NDArray[np.uint8], skip: int, width: int) -> Cells:
        """``width`` cells of each row, after ``skip`` others."""
        return words[:, skip : skip + width]


def open_bands(device: GLDevice, shape: tuple[int, int], most_rows: int | None = None) -> list[Band]:
    """Allocate a board of dead cells, the upper bands first.

    Args:
        device: whose context is current.
        shape: (rows, columns).
        most_rows: rows a band at most, as many as a texture takes by default.

    Raises:
        BoardSizeError: a row is too long for a texture, or there is no memory.
    """
    rows, columns = shape
    width = -(-columns // CELLS_PER_TEXEL)
    if width > device.max_texture_size:
        raise BoardSizeError(
            f"{columns} columns are too many for {device.renderer}: a board may be "
            f"{device.max_texture_size * CELLS_PER_TEXEL} columns wide and any number of rows high"
        )
    fitting = min(device.max_texture_size, max(1, MAX_BAND_BYTES // (width * CELLS_PER_TEXEL)))
    most_rows = min(most_rows or fitting, fitting)
    bands: list[Band] = []
    device.forget_errors()
    try:
        for start in range(0, rows, most_rows):
            height = min(most_rows, rows - start)
            pair = tuple(open_framebuffer(device, width, height) for _ in range(2))
            bands.append(Band(start, height, (pair[0], pair[1])))
    except (moderngl.Error, EngineError) as error:
        device.bind_home()
        for band in bands:
            band.release()
        raise BoardSizeError(f"no memory for a board of {columns}x{rows}: {error}") from error
    return bands


def open_framebuffer(device: GLDevice, width: int, height: int, components: int = 4) -> moderngl.Framebuffer:
    """A texture of whole numbers of 32 bits, all of them 0, to draw on.

    Raises:
        EngineError: there is no memory for it; or a moderngl.Error.
    """
    texture = device.context.texture((width, height), components, dtype="u4")
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    framebuffer = device.context.framebuffer([texture])
    framebuffer.clear()
    device.require_no_error("allocating textures")
    return framebuffer

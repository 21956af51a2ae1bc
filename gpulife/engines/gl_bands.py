"""A board as a stack of textures: how a universe may be taller than any one of them.

A band is a range of whole rows; each texel holds 16 cells (see ``shaders/lib/bytes.glsl``).
"""

from __future__ import annotations

from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl_device import GLDevice
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.pattern import Cells

CELLS_A_TEXEL = 16
MOST_BAND_BYTES = 1 << 28
"""Drivers refuse single textures well below the memory they have: llvmpipe at 1 GiB."""


@dataclass(frozen=True, slots=True)
class Band:
    """A ping-pong pair of textures for the rows ``start`` to ``start + rows`` of the board."""

    start: int
    rows: int
    pair: tuple[moderngl.Framebuffer, moderngl.Framebuffer]

    def texture(self, side: int) -> moderngl.Texture:
        """The texture of one side of the pair."""
        attachment = self.pair[side].color_attachments[0]
        assert isinstance(attachment, moderngl.Texture)  # noqa: S101 - never a renderbuffer: see open_bands
        return attachment

    def release(self) -> None:
        """Give the textures back."""
        for side, framebuffer in enumerate(self.pair):
            self.texture(side).release()
            framebuffer.release()

    def read(self, side: int, row: int, texel: int, height: int, width: int) -> NDArray[np.uint8]:
        """Bytes of a rectangle given in rows of this band and texels: shape (height, 16 * width), uint8."""
        data = self.pair[side].read(viewport=(texel, row, width, height), components=4, alignment=1, dtype="u4")
        return np.frombuffer(data, np.uint8).reshape(height, width * CELLS_A_TEXEL)

    def write(self, side: int, row: int, texel: int, cells: Cells) -> None:
        """Write what :meth:`read` reads."""
        height, width = cells.shape
        viewport = (texel, row, width // CELLS_A_TEXEL, height)
        self.texture(side).write(np.ascontiguousarray(cells), viewport=viewport)


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
    width = -(-columns // CELLS_A_TEXEL)
    if width > device.max_texture_size:
        raise BoardSizeError(
            f"{columns} columns are too many for {device.renderer}: a board may be "
            f"{device.max_texture_size * CELLS_A_TEXEL} columns wide and any number of rows high"
        )
    fitting = min(device.max_texture_size, max(1, MOST_BAND_BYTES // (width * CELLS_A_TEXEL)))
    most_rows = min(most_rows or fitting, fitting)
    bands: list[Band] = []
    device.forget_errors()
    try:
        for start in range(0, rows, most_rows):
            height = min(most_rows, rows - start)
            pair = tuple(_framebuffer(device, width, height) for _ in range(2))
            bands.append(Band(start, height, (pair[0], pair[1])))
    except (moderngl.Error, EngineError) as error:
        device.bind_home()
        for band in bands:
            band.release()
        raise BoardSizeError(f"no memory for a board of {columns}x{rows}: {error}") from error
    return bands


def _framebuffer(device: GLDevice, width: int, height: int) -> moderngl.Framebuffer:
    texture = device.context.texture((width, height), 4, dtype="u4")
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    framebuffer = device.context.framebuffer([texture])
    framebuffer.clear()
    device.require_no_error("allocating textures")
    return framebuffer

"""Sums over textures of unsigned numbers, where there are no compute shaders: levels that shrink sixteenfold."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, release_framebuffer, textures_of

_SUM_BLOCK = 16  # as in sum.frag
_COMPONENTS = 4
_MAX_READ_TEXELS = 4096
"""Up to this number, reading texels back is cheaper than summing them in another pass."""


class TextureSums:
    """The textures that sums go through, kept for the next ones.

    Args:
        device: the device, whose context is current whenever this is used.
    """

    def __init__(self, device: GLDevice) -> None:
        self._device = device
        self._sum = FullScreenPass(device.context, device.program("sum.frag"), ["level"])
        self._levels: dict[tuple[int, int], moderngl.Framebuffer] = {}

    def level(self, width: int, height: int) -> moderngl.Framebuffer:
        """Return the framebuffer of that size, with texels of four numbers, to draw what is to be summed into."""
        if (width, height) not in self._levels:
            texture = self._device.context.texture((width, height), _COMPONENTS, dtype="u4")
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._levels[width, height] = self._device.context.framebuffer([texture])
        return self._levels[width, height]

    def total(self, level: moderngl.Framebuffer) -> NDArray[np.int64]:
        """Sum all texels of a level, each component to less than 2^32: shape (4,), int64."""
        while level.width * level.height > _MAX_READ_TEXELS:
            smaller = self.level(-(-level.width // _SUM_BLOCK), -(-level.height // _SUM_BLOCK))
            self._sum.draw(smaller, textures_of(level))
            level = smaller
        data = level.read(components=_COMPONENTS, dtype="u4", alignment=1)
        return np.asarray(np.frombuffer(data, np.uint32).reshape(-1, _COMPONENTS).sum(axis=0, dtype=np.int64))

    def release(self) -> None:
        """Release the textures."""
        self._sum.release()
        for level in self._levels.values():
            release_framebuffer(level)

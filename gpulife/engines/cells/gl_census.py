"""Counts the cells of each state on the GPU; only a few thousand numbers come back."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.cells.gl_bands import Band
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, texture_of

_STATES_PER_PASS = 4  # as in cells_census.frag
_ROWS_PER_COUNT = 64  # as in cells_census.frag
_SUM_BLOCK = 16  # as in sum.frag
_FEW_TEXELS = 4096
"""So many are cheaper to read back than to sum in another pass."""


class CensusTaker:
    """The passes and textures of a census, kept from one to the next."""

    def __init__(self, device: GLDevice) -> None:
        self._context = device.context
        self._count = FullScreenPass(device.context, device.program("cells_census.frag"), ["band"])
        self._sum = FullScreenPass(device.context, device.program("sum.frag"), ["level"])
        self._levels: dict[tuple[int, int], moderngl.Framebuffer] = {}

    def count(self, band: Band, states: int) -> NDArray[np.int64]:
        """Cells of a band in each of the states 1 to ``states``: shape (states,), int64."""
        texture = band.texture(band.side)
        width, rows = texture.size
        counts = np.zeros(-(-states // _STATES_PER_PASS) * _STATES_PER_PASS, np.int64)
        self._count.set(rows=rows)
        for first in range(0, states, _STATES_PER_PASS):
            level = self._level(width, -(-rows // _ROWS_PER_COUNT))
            self._count.set(first_state=first + 1)
            self._count.draw(level, [texture])
            counts[first : first + _STATES_PER_PASS] = self._total(level)
        return counts[:states]

    def release(self) -> None:
        """Give passes and textures back."""
        self._count.release()
        self._sum.release()
        for level in self._levels.values():
            texture_of(level).release()
            level.release()
        self._levels.clear()

    def _total(self, level: moderngl.Framebuffer) -> NDArray[np.int64]:
        """The sum over a level: shape (4,), int64. A band has fewer than 2^32 cells, so that no texel overflows."""
        while level.width * level.height > _FEW_TEXELS:
            smaller = self._level(-(-level.width // _SUM_BLOCK), -(-level.height // _SUM_BLOCK))
            self._sum.draw(smaller, [texture_of(level)])
            level = smaller
        data = level.read(components=_STATES_PER_PASS, dtype="u4", alignment=1)
        counts = np.frombuffer(data, np.uint32).reshape(-1, _STATES_PER_PASS)
        total: NDArray[np.int64] = counts.sum(axis=0, dtype=np.int64)
        return total

    def _level(self, width: int, height: int) -> moderngl.Framebuffer:
        if (width, height) not in self._levels:
            texture = self._context.texture((width, height), _STATES_PER_PASS, dtype="u4")
            self._levels[width, height] = self._context.framebuffer([texture])
        return self._levels[width, height]

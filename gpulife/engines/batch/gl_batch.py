"""The batch on the GPU: 64 universes in one texture, one texel per cell, one full-screen pass per generation."""

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import Batch, Indices, Words, set_bits
from gpulife.engines.cells.gl_bands import open_framebuffer
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, release_framebuffer, textures_of
from gpulife.errors import BoardSizeError
from gpulife.rules import Cells, Edges, Rule
from gpulife.rules.families.life_like import masks

_ALL_BITS = np.iinfo(np.uint64).max


class GLBatch(Batch):
    """A batch whose universes are in a pair of textures on ``device``; shaders compute each generation there."""

    def __init__(self, device: GLDevice, cells: Cells, rule: Rule, generation: int, universes: int) -> None:
        super().__init__(cells, rule, generation, universes)
        rows, columns = self.shape
        if max(rows, columns) > device.max_texture_size:
            raise BoardSizeError(
                f"a batch of {columns}x{rows} is too large: at most {device.max_texture_size} cells on each side"
            )
        self._device = device
        # In the shader's order: live cells, then species 2.
        words = np.stack([(cells == 1) | (cells == 2), cells == 2], axis=-1) * np.uint64(_ALL_BITS)
        law = masks(rule) | {"TORUS": int(rule.edges is Edges.TORUS)}
        with device.current():
            self._pass = FullScreenPass(device.context, device.program("batch_life.frag", law), ["board"])
            self._pass.set(size=(columns, rows))
            self._targets = [open_framebuffer(device, columns, rows) for _ in range(2)]
            textures_of(self._targets[0])[0].write(words.astype("<u8").tobytes())
            device.require_no_error("preparing to look ahead")

    def close(self) -> None:
        """Release the textures."""
        with self._device.current():
            self._device.bind_permanent_framebuffer()
            for target in self._targets:
                release_framebuffer(target)
            self._pass.release()

    def _step(self, *, ties_to_second: bool) -> None:
        with self._device.current():
            self._pass.set(ties_to_second=0xFFFFFFFF if ties_to_second else 0)
            self._pass.draw(self._targets[1], textures_of(self._targets[0]))
        self._targets.reverse()

    def _plant(self, universes: Indices, rows: Indices, columns: Indices, *, second: bool) -> None:
        top, left = int(rows.min()), int(columns.min())
        size = int(columns.max()) + 1 - left, int(rows.max()) + 1 - top
        viewport = (left, top, *size)
        with self._device.current():
            words = self._read(viewport)
            set_bits(words[..., 0], words[..., 1], (rows - top, columns - left), universes, second=second)
            textures_of(self._targets[0])[0].write(words.tobytes(), viewport=viewport)

    def _words(self) -> tuple[Words, Words]:
        with self._device.current():
            words = self._read((0, 0, self.shape[1], self.shape[0]))
            self._device.require_no_error("looking ahead")
        return words[..., 0], words[..., 1]

    def _read(self, viewport: tuple[int, int, int, int]) -> NDArray[np.uint64]:
        """Read the two integers that are stored for each cell in a rectangle (column, row, width, height).

        Return an array of shape (height, width, 2), uint64. See :meth:`Batch._words` for the meaning of the integers.
        """
        data = self._targets[0].read(viewport=viewport, components=4, alignment=1, dtype="u4")
        return np.frombuffer(data, "<u8").reshape(viewport[3], viewport[2], 2).copy()

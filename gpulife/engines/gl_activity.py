"""Counts live and changed cells in tiles of a board in textures; at most 4096 pairs of numbers a band come back."""

from __future__ import annotations

import moderngl
import numpy as np

from gpulife.engines.activity import ActivityProbe, TileCounts
from gpulife.engines.gl_bands import Band
from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_pass import FullScreenPass
from gpulife.errors import EngineError
from gpulife.patterns.pattern import Cells


class CellsProbe(ActivityProbe[GLCellsEngine]):
    """A copy of the board in textures of its own, and one pass over both."""

    def __init__(self, engine: GLCellsEngine) -> None:
        super().__init__(engine)
        self._device = device = engine.device
        self._copies: list[moderngl.Framebuffer] = []
        self._targets: list[moderngl.Framebuffer] = []
        with device.current():
            try:
                for band in engine.bands:
                    self._copies.append(self._framebuffer(band.pair[0].width, band.rows, 4))
                    self._targets.append(self._framebuffer(self.tiles[1], self._tile_rows(band)[1], 2))
                device.require_no_error("allocating a copy of the board")
            except (moderngl.Error, EngineError) as error:
                self.close()
                raise EngineError(f"no memory to compare a board of {engine.shape[1]}x{engine.shape[0]}") from error
            self._pass = FullScreenPass(device.context, device.program("cells_change.frag"), ["band", "kept"])

    def keep(self) -> None:
        """See :class:`ActivityProbe`."""
        with self._device.current():
            for band, copy in zip(self.engine.bands, self._copies, strict=True):
                copy.use()  # or else the last pass's scissor would cut the copy, too
                self._device.context.copy_framebuffer(copy, band.pair[self.engine.side])
            self._device.bind_home()

    def count(self) -> TileCounts:
        """See :class:`ActivityProbe`."""
        counts = np.zeros((*self.tiles, 2), np.int64)
        with self._device.current():
            for band, copy, target in zip(self.engine.bands, self._copies, self._targets, strict=True):
                first, rows = self._tile_rows(band)
                self._pass.set(tile=self.tile, shift=band.start - first * self.tile, rows=band.rows)
                self._pass.draw(target, [band.texture(self.engine.side), _texture(copy)])
                data = target.read(components=2, dtype="u4", alignment=1)
                counts[first : first + rows] += np.frombuffer(data, np.uint32).reshape(rows, -1, 2)
            self._device.bind_home()
            self._device.require_no_error("counting changes")
        return TileCounts(counts[..., 0].copy(), counts[..., 1].copy())

    def kept(self) -> Cells:
        """See :class:`ActivityProbe`."""
        with self._device.current():
            rows = [
                Band(0, band.rows, (copy, copy)).read(0, 0, 0, band.rows, copy.width)
                for band, copy in zip(self.engine.bands, self._copies, strict=True)
            ]
        return np.ascontiguousarray(np.concatenate(rows)[:, : self.engine.shape[1]])

    def close(self) -> None:
        """See :class:`ActivityProbe`."""
        with self._device.current():
            self._device.bind_home()
            for each in (*self._copies, *self._targets):
                _texture(each).release()
                each.release()
            if hasattr(self, "_pass"):
                self._pass.release()
        self._copies.clear()
        self._targets.clear()

    def _tile_rows(self, band: Band) -> tuple[int, int]:
        """The first row of tiles that a band has cells of, and how many such rows there are."""
        first = band.start // self.tile
        return first, (band.start + band.rows - 1) // self.tile - first + 1

    def _framebuffer(self, width: int, height: int, components: int) -> moderngl.Framebuffer:
        texture = self._device.context.texture((width, height), components, dtype="u4")
        texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        framebuffer = self._device.context.framebuffer([texture])
        framebuffer.clear()
        return framebuffer


def _texture(framebuffer: moderngl.Framebuffer) -> moderngl.Texture:
    attachment = framebuffer.color_attachments[0]
    assert isinstance(attachment, moderngl.Texture)  # noqa: S101 - _framebuffer makes no renderbuffers
    return attachment

"""Counts live and changed cells in tiles of a board of bit planes, 32 at a time."""

from __future__ import annotations

from dataclasses import replace

import moderngl
import numpy as np

from gpulife.engines.activity import ActivityProbe, TileCounts
from gpulife.engines.gl_planes import GLPlanesEngine
from gpulife.engines.gl_planes_bands import PlanesBand
from gpulife.engines.gl_uniforms import ComputePass
from gpulife.engines.planes_layout import HALO, unpack
from gpulife.errors import EngineError
from gpulife.patterns.pattern import Cells

_GROUP = 8  # tiles along a workgroup's side, as in planes_change.comp


class PlanesProbe(ActivityProbe[GLPlanesEngine]):
    """A copy of the board in buffers of its own, and one dispatch a band."""

    def __init__(self, engine: GLPlanesEngine) -> None:
        super().__init__(engine)
        self._device = device = engine.device
        self._copies: list[moderngl.Buffer] = []
        self._counts: moderngl.Buffer | None = None
        with device.current():
            try:
                for band in engine.bands:
                    copy = device.context.buffer(reserve=band.buffer.size)
                    self._copies.append(copy)
                    copy.clear()
                self._counts = device.context.buffer(reserve=self.tiles[0] * self.tiles[1] * 8)
                device.require_no_error("allocating a copy of the board")
            except (moderngl.Error, EngineError) as error:
                self.close()
                raise EngineError(f"no memory to compare a board of {engine.shape[1]}x{engine.shape[0]}") from error
            self._pass = ComputePass(device.compute("planes_change.comp", {"PLANES": engine.layout.planes}))

    def keep(self) -> None:
        """See :class:`ActivityProbe`."""
        with self._device.current():
            self._device.context.memory_barrier()
            for band, copy in zip(self.engine.bands, self._copies, strict=True):
                self._device.context.copy_buffer(copy, band.buffer, copy.size)

    def count(self) -> TileCounts:
        """See :class:`ActivityProbe`."""
        counts = np.zeros((*self.tiles, 2), np.int64)
        with self._device.current():
            for band, copy in zip(self.engine.bands, self._copies, strict=True):
                first = band.start // self.tile
                rows = (band.start + band.rows - 1) // self.tile - first + 1
                counts[first : first + rows] += self._of_band(band, copy, band.start - first * self.tile, rows)
            self._device.require_no_error("counting changes")
        return TileCounts(counts[..., 0].copy(), counts[..., 1].copy())

    def kept(self) -> Cells:
        """See :class:`ActivityProbe`."""
        layout = self.engine.layout
        with self._device.current():
            rows = [
                unpack(replace(band, buffer=copy).read(0, 0, band.rows, layout.words), 0, layout.columns)
                for band, copy in zip(self.engine.bands, self._copies, strict=True)
            ]
        return np.concatenate(rows)

    def close(self) -> None:
        """See :class:`ActivityProbe`."""
        with self._device.current():
            for copy in self._copies:
                copy.release()
            if self._counts is not None:
                self._counts.release()
        self._copies.clear()
        self._counts = None

    def _of_band(self, band: PlanesBand, copy: moderngl.Buffer, shift: int, rows: int) -> np.ndarray:
        """Live and changed cells of one band in ``rows`` rows of tiles: shape (rows, tiles across, 2), uint32."""
        assert self._counts is not None  # noqa: S101 - closed probes count nothing
        across = self.tiles[1]
        self._pass.set(
            halo=HALO,
            stride=self.engine.layout.stride,
            tile=self.tile,
            shift=shift,
            size=(self.engine.layout.columns, band.rows),
            tiles=(across, rows),
        )
        band.buffer.bind_to_storage_buffer(0)
        copy.bind_to_storage_buffer(1)
        self._counts.bind_to_storage_buffer(2)
        self._pass.run(-(-across // _GROUP), -(-rows // _GROUP))
        self._device.context.memory_barrier()
        return np.frombuffer(self._counts.read(across * rows * 8), np.uint32).reshape(rows, across, 2)

"""Counts live and changed cells on the GPU, tile by tile, for each kind of OpenGL memory that holds a board."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, TypeVar

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Storage
from gpulife.engines.bitplanes.fragment_source import texel_reading
from gpulife.engines.bitplanes.gl_bands import PlanesBand, Spare
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand, open_texture
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.layout import HALO
from gpulife.engines.cells.gl_bands import Band, open_framebuffer
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_buffer_texture import BufferTexture
from gpulife.engines.gl.gl_engine import BandedEngine
from gpulife.engines.gl.gl_pass import ComputePass, FullScreenPass, clear_framebuffer, textures_of
from gpulife.engines.tile_activity import ActivityProbe, TileCounts
from gpulife.errors import EngineError
from gpulife.rules import Cells

_GROUP = 8  # tiles along a workgroup's side, as in planes_tile_activity.comp
_Engine = TypeVar("_Engine", bound=BandedEngine[Any])
_Band = TypeVar("_Band", Band, PlanesBand, FragmentBand)


class _DeviceProbe(ActivityProbe[_Engine], Generic[_Engine, _Band]):
    """The base of the probes on a device: it copies each band there, and later compares the band with its copy."""

    def __init__(self, engine: _Engine) -> None:
        super().__init__(engine)
        self._device = engine.device
        self._copies: list[_Band] = []
        self._resources: list[Any] = []
        with self._device.current():
            try:
                for band in engine.bands:
                    self._copies.append(self._open_copy(band))
                self._resources = self._prepare()
                self._device.require_no_error("allocating a copy of the board")
            except (moderngl.Error, EngineError) as error:
                self.close()
                size = f"{engine.shape[1]}x{engine.shape[0]}"
                raise EngineError(f"cannot count changes: no memory for a copy of the {size} board") from error

    def remember(self) -> None:
        with self._device.current():
            for band, copy in zip(self.engine.bands, self._copies, strict=True):
                self._copy_band(band, copy)
            self._device.bind_permanent_framebuffer()

    def count(self) -> TileCounts:
        counts = np.zeros((*self.tiles, 2), np.int64)
        with self._device.current():
            for band, copy in zip(self.engine.bands, self._copies, strict=True):
                first = band.start // self.tile
                rows = (band.start + band.rows - 1) // self.tile - first + 1
                counts[first : first + rows] += self._count(band, copy, band.start - first * self.tile, rows)
            self._device.bind_permanent_framebuffer()
            self._device.require_no_error("counting changes")
        return TileCounts(counts[..., 0].copy(), counts[..., 1].copy())

    def remembered(self) -> Cells:
        columns = self.engine.shape[1]
        words = -(-columns // self.engine.cells_per_word)
        with self._device.current():
            rows = [copy.unpack(copy.read(0, 0, copy.rows, words), 0, columns) for copy in self._copies]
        return np.concatenate(rows)

    def close(self) -> None:
        with self._device.current():
            self._device.bind_permanent_framebuffer()
            for resource in (*self._copies, *self._resources):
                resource.release()
        self._copies.clear()
        self._resources.clear()

    @abstractmethod
    def _open_copy(self, band: _Band) -> _Band:
        """Open an empty band of the size of ``band``."""

    @abstractmethod
    def _prepare(self) -> list[Any]:
        """Create the shaders, textures and buffers for counting; return those that :meth:`close` must release."""

    @abstractmethod
    def _copy_band(self, band: _Band, copy: _Band) -> None:
        """Copy the content of ``band`` to ``copy``."""

    @abstractmethod
    def _count(self, band: _Band, copy: _Band, shift: int, rows: int) -> NDArray[np.uint32]:
        """Count live and changed cells in ``rows`` rows of tiles.

        The first row of tiles begins ``shift`` rows of cells above the band.

        Returns:
            (live, changed) for each tile: shape (rows, tiles across, 2).
        """


class CellsProbe(_DeviceProbe[GLCellsEngine, Band]):
    """Counts live and changed cells of a board in textures with one byte per cell."""

    def _open_copy(self, band: Band) -> Band:
        copy = open_framebuffer(self._device, band.pair[0].width, band.rows)
        return Band(band.start, band.rows, (copy, copy))

    def _prepare(self) -> list[Any]:
        program = self._device.program("cells_tile_activity.frag")
        self._pass = FullScreenPass(self._device.context, program, ["band", "kept"])
        self._target = open_framebuffer(self._device, *self.tiles[::-1], components=2)
        return [self._pass, *textures_of(self._target), self._target]

    def _copy_band(self, band: Band, copy: Band) -> None:
        copy.pair[0].use()  # otherwise the last pass's scissor would also clip the copy
        self._device.context.copy_framebuffer(copy.pair[0], band.pair[band.side])

    def _count(self, band: Band, copy: Band, shift: int, rows: int) -> NDArray[np.uint32]:
        across = self.tiles[1]
        self._pass.set(tile=self.tile, shift=shift, rows=band.rows)
        self._pass.draw(self._target, [band.texture(band.side), copy.texture(0)], (0, 0, across, rows))
        data = self._target.read(viewport=(0, 0, across, rows), components=2, dtype="u4", alignment=1)
        return np.frombuffer(data, np.uint32).reshape(rows, across, 2)


class PlanesProbe(_DeviceProbe[GLPlanesEngine, PlanesBand]):
    """Counts live and changed cells of a board of bit planes in buffers, comparing 32 cells at a time."""

    def _open_copy(self, band: PlanesBand) -> PlanesBand:
        buffer = self._device.context.buffer(reserve=band.buffer.size)
        buffer.clear()
        return replace(band, buffer=buffer, spare=Spare(buffer))

    def _prepare(self) -> list[Any]:
        program = self._device.compute(
            "planes_tile_activity.comp", {"PLANES": self.engine.codes.planes, "SHOWN": self.engine.codes.shown}
        )
        self._pass = ComputePass(program)
        self._counts = self._device.context.buffer(reserve=self.tiles[0] * self.tiles[1] * 8)
        self._words = BufferTexture(self._device.context), BufferTexture(self._device.context)
        return [self._counts, *self._words]

    def _copy_band(self, band: PlanesBand, copy: PlanesBand) -> None:
        self._device.context.memory_barrier()
        self._device.context.copy_buffer(copy.buffer, band.buffer, copy.buffer.size)

    def _count(self, band: PlanesBand, copy: PlanesBand, shift: int, rows: int) -> NDArray[np.uint32]:
        layout, across = self.engine.layout, self.tiles[1]
        size, tiles = (layout.columns, band.rows), (across, rows)
        self._pass.set(halo=HALO, stride=layout.stride, tile=self.tile, shift=shift, size=size, tiles=tiles)
        self._counts.bind_to_storage_buffer(0)
        now, kept = self._words
        with now.showing(band.buffer), kept.showing(copy.buffer):
            now.use(0)
            kept.use(1)
            self._pass.run(-(-across // _GROUP), -(-rows // _GROUP))
        self._device.context.memory_barrier()
        return np.frombuffer(self._counts.read(across * rows * 8), np.uint32).reshape(rows, across, 2)


class PlaneTexturesProbe(_DeviceProbe[GLFragmentPlanesEngine, FragmentBand]):
    """Counts live and changed cells of a board of bit planes in textures: the rows of each texture, then the sums."""

    def _open_copy(self, band: FragmentBand) -> FragmentBand:
        copy = self._device.context.framebuffer(
            [open_texture(self._device, texture.width, texture.height) for texture in band.textures]
        )
        clear_framebuffer(copy)
        return replace(band, pair=(copy, copy))

    def _prepare(self) -> list[Any]:
        codes = self.engine.bands[0].codes
        names, reading = texel_reading(codes.planes, ["plane", "kept"])
        parameters = {"PLANES": codes.planes, "SHOWN": codes.shown, "ROWS": self.engine.plan.rows, **reading}
        program = self._device.program("planes_texture_activity.frag", parameters)
        self._pass = FullScreenPass(self._device.context, program, names)
        self._target = open_framebuffer(self._device, *self.tiles[::-1], components=2)
        return [self._pass, *textures_of(self._target), self._target]

    def _copy_band(self, band: FragmentBand, copy: FragmentBand) -> None:
        copy.pair[0].use()  # otherwise the last pass's scissor would also clip the copy
        self._device.context.copy_framebuffer(copy.pair[0], band.pair[band.side])

    def _count(self, band: FragmentBand, copy: FragmentBand, shift: int, rows: int) -> NDArray[np.uint32]:
        across = self.tiles[1]
        counts = np.zeros((rows, across, 2), np.uint32)
        self._pass.set(tile=self.tile, shift=shift, rows=band.rows)
        for row in range(min(band.rows, band.block_rows)):
            self._pass.set(row=row)
            textures = [each.texture(plane, row) for plane in range(band.planes) for each in (band, copy)]
            self._pass.draw(self._target, textures, (0, 0, across, rows))
            data = self._target.read(viewport=(0, 0, across, rows), components=2, dtype="u4", alignment=1)
            counts += np.frombuffer(data, np.uint32).reshape(rows, across, 2)
        return counts


PROBES: dict[Storage, Callable[[Any], ActivityProbe[Any]]] = {
    Storage.TEXTURES: CellsProbe,
    Storage.PLANE_BUFFERS: PlanesProbe,
    Storage.PLANE_TEXTURES: PlaneTexturesProbe,
}
"""The probe class for each kind of OpenGL memory in which a board is stored."""

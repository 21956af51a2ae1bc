"""The GL planes engine for OpenGL 4.3. It steps rules that have bit planes, many generations in a pass.

See :mod:`gpulife.engines.bitplanes.pass_source` for how a pass works,
:mod:`gpulife.engines.bitplanes.range_source` for passes of Larger than Life, and
:mod:`gpulife.engines.bitplanes.layout` for how cells are stored.
"""

import os
from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Storage
from gpulife.engines.bitplanes.gl_active_tiles import TILE_ROWS, ActiveTiles, can_sleep
from gpulife.engines.bitplanes.gl_bands import MIN_BORDERS, Border, PlanesBand, bytes_needed, open_plane_bands
from gpulife.engines.bitplanes.gl_pass import PlanesPasses
from gpulife.engines.bitplanes.gl_scheduler import SleepingEngine
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, HALO, WORDS_PER_TEXEL, Layout, Words
from gpulife.engines.bitplanes.pass_shape import MAX_WORDS, PassShape, shape_for
from gpulife.engines.bitplanes.plane_codes import census_groups
from gpulife.engines.bitplanes.rule_circuits import has_planes, is_far, plane_codes, planes_of, require_planes
from gpulife.engines.gl.gl_buffer_texture import BufferTexture
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass
from gpulife.engines.gl.shader_source import Parameters
from gpulife.engines.ranks.halo_exchange import HaloExchange
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule

_MAX_CORES = 16
"""Maximum number of threads of Mesa's llvmpipe."""
_CENSUS_ROWS, _CENSUS_WORDS, _CENSUS_SUMS = 64, 32 * WORDS_PER_TEXEL, 4  # for each workgroup, as in planes_census.comp


class GLPlanesEngine(SleepingEngine[PlanesBand, PlanesPasses]):
    """An engine that keeps its universe in bit planes in storage buffers and steps it with compute shaders.

    Args:
        rule: a rule that has bit planes, and the edges.
        shape: (rows, columns) in cells.
        device: the device to use.
        max_rows: limit on the rows of a band.
        plan: how the work of a pass is divided among shader invocations (see :class:`PassShape`); None for a division
            that suits the board.
        lean: True to save memory: all bands share one spare buffer. Stepping is then slower, and tiles never sleep.
            None to do so only if a second copy of the board does not fit in memory.
        open_exchange: opens the exchange of rows with the neighbouring strips, which other processes compute; its
            argument is the number of bytes to send to each. None if the board is not a strip of a larger one.

    Raises:
        EngineError: the engine cannot compute the rule, or the driver has no compute shaders.

    Attributes:
        layout: the layout of a row's words.
        plan: how the work of a pass is divided.
        lean: True if all bands share one spare buffer.
        border: the exchange with the strips above and below; None if the board is not a strip of a larger one.
    """

    name: str = "planes"
    storage: ClassVar[Storage] = Storage.PLANE_BUFFERS
    bytes_per_cell: ClassVar[float] = 0.5  # two planes, two buffers; one species needs 0.25, four need 0.75
    cells_per_word: ClassVar[int] = CELLS_PER_WORD

    def __init__(
        self,
        rule: Rule,
        shape: tuple[int, int],
        device: GLDevice | None = None,
        max_rows: int | None = None,
        plan: PassShape | None = None,
        *,
        lean: bool | None = None,
        open_exchange: Callable[[int], HaloExchange] | None = None,
    ) -> None:
        self._plan, self._lean, self._open_exchange = plan, lean, open_exchange
        super().__init__(rule, shape, device, max_rows)

    def prepare(self, generations: int, *, sleep: bool = False, advance: Callable[[], None] = lambda: None) -> None:
        """Compile the passes for ``generations`` generations; with ``sleep``, also those that skip sleeping tiles."""
        with self.device.current():
            for _ in self._passes_of(self.rule).prepare(generations, sleep=sleep):
                advance()

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], rule: Rule | None = None, *, lean: bool = False) -> int:
        """Return the size in bytes of two copies of all planes; with ``lean``, of one copy and a spare band."""
        layout = Layout(shape[1], planes_of(rule), MAX_WORDS - 1)  # or slightly larger
        return bytes_needed(layout, shape[0], lean=lean)

    def bytes_moved(self) -> float:
        """Return the bytes read and written per generation: those of a pass, divided by the pass's generations."""
        return 2.0 * self.shape[0] * self.layout.planes * self.layout.words * 4 / self.plan.generations

    def _memory_needed(self, rule: Rule, shape: tuple[int, int]) -> int:
        return self.memory_needed(shape, rule, lean=self.lean)

    def _require(self, rule: Rule, shape: tuple[int, int]) -> None:
        require_planes(rule)
        require_compute(self.device)
        if is_far(rule):
            raise EngineError(f"compute shaders cannot run rule {rule.law} in bit planes: its range is over {HALO - 1}")
        needs_much = self.memory_needed(shape, rule) > self.device.free_memory()
        self.lean = needs_much if self._lean is None else self._lean

    def _allocate(self, max_rows: int | None) -> list[PlanesBand]:
        rule, rows = self.rule, self.shape[0]
        self.plan = self._plan or shape_for(
            *(rule, self.shape),
            wide=self.device.has_int64,
            software=self.device.is_software,
            lanes=self.device.subgroup_lanes,
            cores=min(os.cpu_count() or 1, _MAX_CORES),
        )
        self.codes = plane_codes(rule)
        self.pass_generations = self.plan.generations
        self.layout = Layout(self.shape[1], self.codes.planes, self.plan.own_words)
        self._passes: dict[Rule, PlanesPasses] = {}
        is_strip = self._open_exchange is not None
        bands = open_plane_bands(
            *(self.device, self.codes, self.layout, rows),
            wrap=rule.edges is Edges.TORUS and not is_strip,
            lean=self.lean,
            max_rows=max_rows,
            border_rows=self._border_rows() if is_strip else 0,
        )
        self.border = None if self._open_exchange is None else Border(self._open_exchange, self.layout, bands)
        self._tiles: ActiveTiles | None = None
        if can_sleep(self.layout, bands):
            wrap = rule.edges is Edges.TORUS
            self._tiles = ActiveTiles(self.device, self.layout, bands, self.plan.across, wrap=wrap, is_strip=is_strip)
        self._counters = [
            ComputePass(self.device.compute("planes_census.comp", self._counting(groups)))
            for groups in census_groups(rule)
        ]
        self._texels = BufferTexture(self.device.context, WORDS_PER_TEXEL)
        self._counts = self.device.context.buffer(reserve=max(map(_census_bytes, bands)))
        return bands

    def _border_rows(self) -> int:
        rows = self.plan.rows
        return rows if rows % TILE_ROWS == 0 and self.shape[0] >= MIN_BORDERS * rows else TILE_ROWS

    def _release(self) -> None:
        super()._release()
        self._counts.release()
        self._texels.release()
        if self._tiles is not None:
            self._tiles.release()

    def _count(self, band: PlanesBand) -> NDArray[np.int64]:
        layout = self.layout
        counts = []
        for counter in self._counters:
            counter.set(halo=HALO, rows=band.rows, columns=layout.columns, stride=layout.stride)
            self._counts.bind_to_storage_buffer(0)
            with self._texels.showing(band.buffer):
                counter.run(-(-layout.stride // _CENSUS_WORDS), -(-band.rows // _CENSUS_ROWS))
            self.device.context.memory_barrier()
            sums = np.frombuffer(self._counts.read(_census_bytes(band)), np.uint32).reshape(-1, _CENSUS_SUMS)
            counts.append(sums.sum(axis=0, dtype=np.int64))
        return np.concatenate(counts)[: len(self.rule.census_names)]

    def _counting(self, groups: list[range]) -> Parameters:
        return {**self.codes.reading(groups, "uvec4"), "IN_TURN": texels_in_turn(self.device)}

    def _computes(self, rule: Rule) -> bool:
        return has_planes(rule) and not is_far(rule)

    def _open_passes(self, rule: Rule) -> PlanesPasses:
        return PlanesPasses(self.device, rule, self.plan, self.layout, self.bands, self.border, self._tiles)

    def _wrote(self, band: PlanesBand, row: int, word: int, words: Words) -> None:
        if self._tiles is not None and self._tiles.knows_life:
            self._tiles.paint(self.bands.index(band), row, word, words)
        else:
            self._wake_all()


def _census_bytes(band: PlanesBand) -> int:
    return -(-band.layout.stride // _CENSUS_WORDS) * -(-band.rows // _CENSUS_ROWS) * _CENSUS_SUMS * 4


def texels_in_turn(device: GLDevice) -> int:
    """Return how many texels one invocation counts, one after the other: see ``shaders/lib/texels_in_turn.glsl``."""
    return 4 if device.is_software else 1


def require_compute(device: GLDevice) -> None:
    """Raise EngineError unless the device has compute shaders."""
    if not device.has_compute:
        raise EngineError(f"{device.renderer} has OpenGL {device.version}; compute shaders need OpenGL 4.3")

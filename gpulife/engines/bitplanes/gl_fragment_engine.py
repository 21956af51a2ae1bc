"""The GL planes engine without compute shaders: Life-like rules of up to 4 species, a bit a cell and plane.

For OpenGL 3.3. See :mod:`gpulife.engines.bitplanes.fragment_source` for how a pass works, and
:mod:`gpulife.engines.bitplanes.gl_fragment_bands` for how cells are stored.
"""

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Storage
from gpulife.engines.bitplanes.fragment_shape import (
    CELLS_PER_TEXEL,
    MIN_UNITS,
    FragmentShape,
    fragment_shape_for,
    longest_pass,
)
from gpulife.engines.bitplanes.gl_fragment_bands import (
    FragmentBand,
    bytes_needed,
    open_fragment_bands,
    open_texture,
    texels_of,
)
from gpulife.engines.bitplanes.gl_fragment_pass import FragmentPasses
from gpulife.engines.bitplanes.gl_fragment_tiles import FragmentTiles
from gpulife.engines.bitplanes.gl_sleeping_engine import SleepingEngine
from gpulife.engines.bitplanes.layout import Words
from gpulife.engines.bitplanes.rule_circuits import MAX_SPECIES, PLANES, census_of, has_planes, require_planes
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass
from gpulife.engines.gl.gl_quads import passes_in_quads
from gpulife.engines.gl.gl_sums import TextureSums
from gpulife.rules import Edges, Rule

_ROWS_PER_COUNT = 64  # as in planes_texture_census.frag
SAMPLERS = ("live", "second", "third")
"""Names that shaders give to the planes, by their order in memory."""


class GLFragmentPlanesEngine(SleepingEngine[FragmentBand, FragmentPasses]):
    """A universe in bit planes in textures. See :class:`SleepingEngine`.

    Args:
        rule: a Life-like law of 1 to 4 species, and the edges.
        shape: (rows, columns) in cells.
        device: the device to work on.
        max_rows: limit on the rows of a band.
        plan: the shape of passes; by default one that suits the rule and the device.

    Raises:
        EngineError: it cannot compute the rule.

    Attributes:
        plan: the shape of passes.
    """

    name: str = "planes"
    storage: ClassVar[Storage] = Storage.PLANE_TEXTURES
    bytes_per_cell: ClassVar[float] = 0.5  # two planes on two sides; a rule of one species takes half, of four 0.75
    cells_per_word: ClassVar[int] = CELLS_PER_TEXEL

    def __init__(
        self,
        rule: Rule,
        shape: tuple[int, int],
        device: GLDevice | None = None,
        max_rows: int | None = None,
        plan: FragmentShape | None = None,
    ) -> None:
        self._plan = plan
        super().__init__(rule, shape, device, max_rows)

    def prepare(
        self,
        generations: int,
        *,
        sleep: bool = False,
        advance: Callable[[], None] = lambda: None,
    ) -> None:
        """Compile the passes for that many generations, and with ``sleep`` what finds sleeping tiles."""
        if has_planes(self.rule):
            with self.device.current():
                for _ in self._passes_of(self.rule).prepare(generations, sleep=sleep):
                    advance()

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], live_states: int = 2) -> int:
        """Return the bytes of two copies of all planes."""
        return bytes_needed(shape, len(PLANES[min(live_states, MAX_SPECIES)]))

    def bytes_moved(self) -> float:
        """Return the bytes of reading and writing all planes once a pass, divided by its generations."""
        planes = len(PLANES[self.rule.live_states])
        return 2.0 * self.shape[0] * planes * texels_of(self.shape[1]) * 16 / self.pass_generations

    def _require(self, rule: Rule, shape: tuple[int, int]) -> None:  # noqa: ARG002 - any shape
        require_planes(rule)

    def _allocate(self, max_rows: int | None) -> list[FragmentBand]:
        rule, device = self.rule, self.device
        self.plan = self._plan or fragment_shape_for(
            rule,
            units=max(MIN_UNITS, device.max_texture_units),
            software=device.is_software,
            # What a processor fetches costs more than it computes; graphics cards keep what was fetched a moment ago.
            quads=device.is_software and passes_in_quads(device),
        )
        self.pass_generations = longest_pass(self.plan, self.shape[1])
        planes = len(PLANES[rule.live_states])
        self._passes: dict[Rule, FragmentPasses] = {}
        bands = open_fragment_bands(device, self.shape, planes, self.plan.rows, max_rows)
        self._tiles = FragmentTiles(device, bands, self.shape[1], wrap=rule.edges is Edges.TORUS)
        self._dead_row = open_texture(device, texels_of(self.shape[1]), 1)
        self._dead_row.write(bytes(self._dead_row.width * 16))
        self._counter = FullScreenPass(
            device.context, device.program("planes_texture_census.frag", {"PLANES": planes}), SAMPLERS[:planes]
        )
        self._sums = TextureSums(device)
        return bands

    def _release(self) -> None:
        super()._release()
        self._dead_row.release()
        self._tiles.release()
        self._counter.release()
        self._sums.release()

    def _count(self, band: FragmentBand) -> NDArray[np.int64]:
        counts = np.zeros(4, np.int64)
        for row in range(min(band.rows, band.block_rows)):
            planes = [band.texture(plane, row) for plane in range(band.planes)]
            rows = -(-(band.rows - row) // band.block_rows)
            level = self._sums.level(planes[0].width, -(-rows // _ROWS_PER_COUNT))
            self._counter.set(rows=rows)
            self._counter.draw(level, planes)
            counts += self._sums.total(level)  # a texture has fewer than 2^32 cells
        return census_of(counts, self.rule.live_states)

    def _open_passes(self, rule: Rule) -> FragmentPasses:
        return FragmentPasses(self.device, rule, self.plan, self.shape[1], self.bands, self._dead_row, self._tiles)

    def _wrote(self, band: FragmentBand, row: int, word: int, words: Words) -> None:
        if self._last is not None:
            self._last.paint(band, row, word, words)
        elif self._tiles.knows_life:
            self._tiles.paint(band, row, word, words)

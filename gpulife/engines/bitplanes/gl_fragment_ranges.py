"""Steps Larger than Life on bit planes in textures, without compute shaders, one generation in each pass.

See :mod:`gpulife.engines.bitplanes.fragment_range_source` for the shader and for strips. These passes
compute all cells: no squares sleep.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import moderngl

from gpulife.engines.base import spans
from gpulife.engines.bitplanes.fragment_range_source import (
    fragment_range_source,
    plane_samplers,
    rows_of_fragment,
)
from gpulife.engines.bitplanes.fragment_source import CELLS_PER_TEXEL, seam_uniforms
from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand, open_texture, texels_of
from gpulife.engines.bitplanes.gl_fragment_tiles import FragmentTiles
from gpulife.engines.bitplanes.gl_pass import compile_fragments
from gpulife.engines.bitplanes.gl_scheduler import Passes
from gpulife.engines.bitplanes.layout import in_bands
from gpulife.engines.bitplanes.rule_circuits import reach_of
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import (
    FullScreenPass,
    Region,
    clear_framebuffer,
    release_framebuffer,
    textures_of,
)
from gpulife.rules import Edges, Rule

_STRIP_BYTES = 1 << 24
"""Limit on the bytes of a strip, unless its rows are very long."""


_NARROW = 64
"""If a torus has fewer columns, a row may wrap several times within a texel. Such cells are copied one by one."""


@dataclass(frozen=True, slots=True)
class _Copied:
    """Rows to copy from one texture of a band to the strip.

    Attributes:
        source: the number of the band.
        row: the index of the rows in their blocks; it is also the index of the texture that holds them.
        shift: what to add to a row's number in the strip to get its number in the texture.
        first: the first row of the strip to write.
        stop: the row of the strip after the last one to write.
    """

    source: int
    row: int
    shift: int
    first: int
    stop: int


class FragmentRangePasses(Passes):
    """Steps one board by one rule of Larger than Life in passes (runs of a shader over the board).

    Args:
        device: the device; its context must be current in every call.
        rule: the rule with the board's edges.
        columns: columns of the board.
        bands: the bands of the board, from the top.
        tiles: keeps the list of the board's awake squares; these passes wake all squares.
    """

    def __init__(
        self, device: GLDevice, rule: Rule, columns: int, bands: Sequence[FragmentBand], tiles: FragmentTiles
    ) -> None:
        super().__init__(device, rule, (1,))
        self._columns, self._bands, self._tiles = columns, bands, tiles
        self._block_rows, self._reach = bands[0].block_rows, reach_of(rule)
        self._rows = rows_of_fragment(rule, self._block_rows)
        self._wraps = rule.edges is Edges.TORUS
        self._margin = -(-self._reach // self._block_rows)  # in blocks
        self._width = texels_of(columns) + 2
        # A slab is as many blocks of a band as are computed from one strip.
        fitting = min(_STRIP_BYTES // (self._width * 16), device.max_texture_size) // self._block_rows
        self._slab = min(max(1, fitting - 2 * self._margin), max(band.blocks for band in bands))
        self._height = self._slab + 2 * self._margin  # of the part of the strip for each row of a block
        self._strip = device.context.framebuffer([open_texture(device, self._width, self._height * self._block_rows)])
        clear_framebuffer(self._strip)
        self._targets: dict[tuple[int, int, int], moderngl.Framebuffer] = {}
        self._copies = {
            wraps: FullScreenPass(device.context, device.program("planes_strip.frag", parameters), ["plane"])
            for wraps in {False, self._wraps}
            for parameters in [{"WRAPS": int(wraps), "NARROW": int(columns < _NARROW)}]
        }
        self._program: FullScreenPass | None = None

    @property
    def awake_share(self) -> float:
        """The share of squares that are computed: always 1, since none sleep."""
        return 1.0

    def prepare(self, generations: int, *, sleep: bool) -> Iterator[None]:  # noqa: ARG002 - nothing sleeps
        """Compile the shader and then yield once; do nothing if ``generations`` is 0."""
        if generations:
            self._opened_program()
            yield

    def wake_all(self) -> None:
        """Do nothing: all squares are awake."""

    def paint(self, band: FragmentBand, row: int, texel: int, words: object) -> None:
        """Do nothing: all squares are awake."""

    def release(self) -> None:
        """Release the strip and the passes."""
        release_framebuffer(self._strip)
        for target in self._targets.values():
            target.release()  # the textures are the board's
        for own in (*self._copies.values(), *filter(None, [self._program])):
            own.release()

    def _compute(self, length: int, generation: int) -> None:  # noqa: ARG002 - always one, and all are the same
        self._tiles.wake_all()
        for number, band in enumerate(self._bands):
            for first in range(0, band.blocks, self._slab):
                stop = min(first + self._slab, band.blocks)
                self._fill_strip(band.start + first * band.block_rows, stop - first)
                self._compute_slab(number, first, stop)
        for band in self._bands:
            band.side ^= 1

    def _fill_strip(self, start: int, blocks: int) -> None:
        """Fill the strip with the live cells that the neighbourhoods of ``blocks`` blocks need.

        The first block begins at board row ``start``.
        """
        if not self._wraps:
            clear_framebuffer(self._strip)
        whole = self._columns // CELLS_PER_TEXEL if self._wraps else self._width - 2
        for copied in self._copied(start, blocks):
            texture = self._bands[copied.source].texture(0, copied.row)
            for wraps, left, right in ((False, 1, 1 + whole), (True, 0, 1), (True, 1 + whole, self._width)):
                if left < right and wraps in self._copies:
                    region: Region = left, copied.first, right - left, copied.stop - copied.first
                    self._copies[wraps].set(shift=copied.shift, columns=self._columns)
                    self._copies[wraps].draw(self._strip, [texture], region)

    def _copied(self, start: int, blocks: int) -> Iterator[_Copied]:
        """Yield the copies that :meth:`_fill_strip` makes."""
        size, bands = self._block_rows, [(band.start, band.rows) for band in self._bands]
        total = bands[-1][0] + bands[-1][1]
        first, count = start - self._reach, blocks * size + 2 * self._reach
        for board, patch in spans(first, count, total, wrap=self._wraps):
            for source, row, rows in in_bands(bands, board.start, board.stop):
                low = patch.start + row - board.start - self._reach + self._margin * size  # in the strip
                ahead = row - bands[source][0] - low
                for place in range(size):
                    shift, inner = divmod(place + ahead, size)
                    begin, end = (-(-(at - place) // size) for at in (low, low + rows))  # blocks
                    top = place * self._height
                    if begin < end:
                        yield _Copied(source, inner, shift - top, top + begin, top + end)

    def _compute_slab(self, number: int, first: int, stop: int) -> None:
        band, program, size = self._bands[number], self._opened_program(), self._block_rows
        down = self._margin - first
        for row in range(0, size, self._rows):
            for each in range(size):
                lower, place = divmod(row + each, size)
                program.set(**{f"below{each}": place * self._height + down + lower})
            planes = [
                band.texture(plane, each) for plane in range(1, band.planes) for each in range(row, row + self._rows)
            ]
            target = self._target(number, row)
            region = 0, first, target.width, stop - first
            program.draw(target, [*textures_of(self._strip), *planes], region)

    def _target(self, number: int, row: int) -> moderngl.Framebuffer:
        """Return the framebuffer of band ``number`` into which the rows that one fragment computes are drawn.

        ``row`` is the index, in its block, of the first of these rows.
        """
        band = self._bands[number]
        key = number, 1 - band.side, row
        if key not in self._targets:
            textures = textures_of(band.pair[1 - band.side])
            starts = range(row, len(textures), self._block_rows)  # by plane
            drawn = [texture for start in starts for texture in textures[start : start + self._rows]]
            self._targets[key] = self._device.context.framebuffer(drawn)
        return self._targets[key]

    def _opened_program(self) -> FullScreenPass:
        if self._program is None:
            rule = replace(self._rule, edges=Edges.TORUS, size=None, seed=0)  # the same on every board
            text = fragment_range_source(rule, self._block_rows, self._rows)
            names = ["strip", *plane_samplers(rule, self._rows)]
            compiled = compile_fragments(self._device, self._rule, text, f"{self._rows} rows, 1 generation")
            self._program = FullScreenPass(self._device.context, compiled, names, self._tiles.squares)
            self._program.set(whole=True, **seam_uniforms(self._columns))
        return self._program

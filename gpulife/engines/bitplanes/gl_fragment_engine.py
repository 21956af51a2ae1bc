"""The GL planes engine for OpenGL 3.3, which has no compute shaders. It steps rules that need few bit planes.

See :mod:`gpulife.engines.bitplanes.fragment_source` for how a pass works, and
:mod:`gpulife.engines.bitplanes.gl_fragment_bands` for how cells are stored.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Storage
from gpulife.engines.bitplanes.fragment_source import (
    CELLS_PER_TEXEL,
    MIN_UNITS,
    FragmentShape,
    cells_in_last_texel,
    fragment_shape_for,
    fragment_source,
    fragments_refusal,
    longest_pass,
    sampler_names,
    seam_uniforms,
    texel_reading,
    tie_uniforms,
)
from gpulife.engines.bitplanes.gl_fragment_bands import (
    FragmentBand,
    bytes_needed,
    open_fragment_bands,
    open_texture,
    texels_of,
)
from gpulife.engines.bitplanes.gl_fragment_ranges import FragmentRangePasses
from gpulife.engines.bitplanes.gl_fragment_tiles import (
    LOOK_GENERATIONS,
    MAX_AWAKE,
    RARE_LOOK_GENERATIONS,
    FragmentLook,
    FragmentTiles,
)
from gpulife.engines.bitplanes.gl_pass import compile_fragments
from gpulife.engines.bitplanes.gl_scheduler import Passes, SleepingEngine
from gpulife.engines.bitplanes.layout import Words
from gpulife.engines.bitplanes.plane_codes import MAX_MASKS, census_groups
from gpulife.engines.bitplanes.rule_circuits import has_planes, is_ranged, plane_codes, planes_of, require_planes
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_drawing_probe import passes_in_quads
from gpulife.engines.gl.gl_pass import FullScreenPass, TextureSums
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule

# Runs fragment passes over the bands of a board: finds each row's texture, and groups blocks into draws. Blocks that
# read only their own band are drawn together. The first and the last blocks of a band are drawn one by one: their rows
# may be in other bands, at the other end of a torus, or beyond dead edges.

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Draw:
    """One draw call. It computes a band's rows of blocks from ``first`` up to, but not including, ``stop``.

    Attributes:
        sources: for each row that a block reads, its place as (band, row in its block, distance). ``band`` is None
            beyond dead edges. ``distance`` counts rows of blocks from the drawn block down to the row's block, negative
            upwards.
    """

    first: int
    stop: int
    sources: tuple[tuple[int | None, int, int], ...]


class FragmentPasses(Passes):
    """Steps one board by one rule in passes (runs of a shader over the board).

    Args:
        device: the device; its context must be current in every call.
        rule: the rule with the board's edges.
        shape: how the longest pass divides the board into blocks, and its number of generations.
        columns: columns of the board.
        bands: the bands of the board, from the top.
        dead_row: a texture with one row of dead cells.
        tiles: keeps the list of the board's awake squares (those that must be computed).
    """

    def __init__(
        self,
        device: GLDevice,
        rule: Rule,
        shape: FragmentShape,
        columns: int,
        bands: Sequence[FragmentBand],
        dead_row: moderngl.Texture,
        tiles: FragmentTiles,
    ) -> None:
        longest = longest_pass(shape, columns)
        super().__init__(device, rule, (longest, 1) if longest > 1 else (1,))
        self._shape = shape
        self._columns = columns
        self._bands = bands
        self._dead_row = dead_row
        self._programs: dict[int, FullScreenPass] = {}
        self._draws: dict[int, list[list[_Draw]]] = {}
        self._wraps = rule.edges is Edges.TORUS
        self._tiles = tiles
        self._look: FragmentLook | None = None
        self._sleeps = True
        self._look_in = 0  # in passes

    @property
    def awake_share(self) -> float:
        """The share of squares that were awake (computed) after the last search for changes, 0 to 1."""
        return self._tiles.awake_share

    def prepare(self, generations: int, *, sleep: bool) -> Iterator[None]:
        """Compile the programs for ``generations`` generations; with ``sleep``, also those that find sleeping squares.

        Yields after each program.
        """
        for length, _ in self._lengths(generations):
            self._program(length)
            yield
            is_sparse = self._knows_life() and 0 < self._tiles.life_share() <= MAX_AWAKE
            if is_sparse or (sleep and self._may_sleep(length)):
                self._open_look()
                yield

    def wake_all(self) -> None:
        """Wake all squares with live cells, so that passes compute them.

        This is needed if the two generations in the textures are not one pass apart, since it is then unknown what has
        changed.
        """
        self._streak, self._look_in = 0, 0

    def paint(self, band: FragmentBand, row: int, texel: int, words: Words) -> None:
        """Wake painted squares, so that the next two passes compute them.

        If it is unknown where life is, wake all squares. See :meth:`FragmentTiles.paint`.
        """
        if not self._tiles.knows_life:
            self.wake_all()
        elif self._tiles.paint(band, row, texel, words):
            self._look_in = max(self._look_in, 2)

    def release(self) -> None:
        """Release the OpenGL objects that were made for the passes, except programs, which belong to the device."""
        if self._look is not None:
            self._look.release()
        for program in self._programs.values():
            program.release()

    def _may_sleep(self, generations: int) -> bool:
        """Return True if passes of ``generations`` generations can skip sleeping squares."""
        return self._sleeps and self._tiles.can_sleep and self._repeats_turns(generations)

    def _knows_life(self) -> bool:
        return self._sleeps and self._tiles.knows_life and self._lets_the_dead_sleep

    def _let_sleep(self, generations: int) -> None:
        """Choose the squares that the next pass, of ``generations`` generations, will skip."""
        if self._streak > 0:
            self._tiles.settle_painted(generations)
        elif self._knows_life() and self._tiles.life_share() <= MAX_AWAKE and self._open_look() is not None:
            self._tiles.settle_by_life()
        else:
            self._tiles.wake_all()

    def _open_look(self) -> FragmentLook | None:
        """Return the object that searches for changes; None if it cannot be made. Then no squares sleep."""
        if self._look is None and self._sleeps:
            try:
                self._look = FragmentLook(self._device, self._bands, self._tiles)
            except (moderngl.Error, EngineError) as error:
                _LOG.info("sleeping is off: %s", error)
                self._sleeps = False
        return self._look

    def _due_look(self, generations: int) -> FragmentLook | None:
        """Return the object that searches for changes in the next pass; None if no search is due or possible."""
        self._look_in = max(self._look_in - 1, 0)
        shows_changes = self._look_in == 0 and self._streak > 0 and self._may_sleep(generations)
        return self._open_look() if shows_changes or self._tiles.needs_look(generations) else None

    def _compute(self, length: int, generation: int) -> None:
        self._let_sleep(length)
        program = self._program(length)
        program.set(**tie_uniforms(self._rule, generation, length))
        if length not in self._draws:
            self._draws[length] = [
                list(_draws(self._bands, number, length, wrap=self._wraps)) for number in range(len(self._bands))
            ]
        look = self._due_look(length)
        if look is None:
            for number, band in enumerate(self._bands):
                self._compute_blocks(program, length, number, 0, band.blocks)
            self._tiles.end_pass(length)
        else:
            self._pass_with_look(look, program, length)
        for band in self._bands:
            band.side ^= 1

    def _pass_with_look(self, look: FragmentLook, program: FullScreenPass, generations: int) -> None:
        changes = []
        for number in range(len(self._bands)):
            look.begin()
            for first, stop in look.strips(number):
                look.keep(number, first, stop)
                self._compute_blocks(program, generations, number, first, stop)
                look.compare(number, first, stop)
            changes.append(look.read(number))
        self._tiles.end_pass(generations)
        by_life = self._look_in > 0 or self._streak == 0 or not self._may_sleep(generations)
        if by_life and not self._lets_the_dead_sleep:
            self._tiles.wake_all()
        else:
            self._tiles.look(np.concatenate(changes), generations, by_life=by_life)
        much_sleeps = self.awake_share <= MAX_AWAKE
        self._look_in = (LOOK_GENERATIONS if much_sleeps else RARE_LOOK_GENERATIONS) // generations

    def _compute_blocks(self, program: FullScreenPass, generations: int, number: int, first: int, stop: int) -> None:
        target = self._bands[number].pair[1 - self._bands[number].side]
        textures = [band.textures for band in self._bands]
        for draw in self._draws[generations][number]:
            place = number, max(first, draw.first), min(stop, draw.stop)
            if place[1] < place[2] and self._tiles.is_awake(place):
                there = sum((source is not None) << row for row, (source, _, _) in enumerate(draw.sources))
                shifts = {f"shift{row}": shift for row, (_, _, shift) in enumerate(draw.sources)}
                program.set(there=there, **shifts)
                self._tiles.draw(program, target, list(self._textures(draw, textures)), place)

    def _textures(self, draw: _Draw, textures: list[list[moderngl.Texture]]) -> Iterator[moderngl.Texture]:
        """Yield the textures that a draw call reads, in the order of the shader's samplers.

        ``textures`` has a list of textures for each band.
        """
        for number, row, _ in draw.sources:
            for plane in range(self._bands[0].planes):
                yield self._dead_row if number is None else textures[number][plane * self._shape.rows + row]

    def _program(self, generations: int) -> FullScreenPass:
        if generations not in self._programs:
            rule, rows, quads = self._rule, self._shape.rows, self._shape.quads
            partial = cells_in_last_texel(self._columns) < CELLS_PER_TEXEL
            text = fragment_source(replace(rule, size=None, seed=0), rows, generations, partial=partial, quads=quads)
            compiled = compile_fragments(self._device, rule, text, f"{rows} rows, {generations} generations")
            program = FullScreenPass(
                self._device.context, compiled, sampler_names(rule, rows, generations), self._tiles.squares
            )
            program.set(**seam_uniforms(self._columns))
            self._programs[generations] = program
        return self._programs[generations]


def _draws(bands: Sequence[FragmentBand], number: int, generations: int, *, wrap: bool) -> Iterator[_Draw]:
    """Yield the draw calls that together compute band ``number``."""
    band = bands[number]
    block_rows = band.block_rows
    first = -(-generations // block_rows)
    stop = (band.rows - generations) // block_rows
    blocks = [(block, block + 1) for block in range(band.blocks)]
    if first < stop:
        blocks[first:stop] = [(first, stop)]
    for start, end in blocks:
        rows = range(band.start + start * block_rows - generations, band.start + (start + 1) * block_rows + generations)
        if end - start > 1:  # all rows are in this band for each of the blocks
            own = ((number, (row - band.start) % block_rows, (row - band.start) // block_rows - start) for row in rows)
            yield _Draw(start, end, tuple(own))
        else:
            yield _Draw(start, end, tuple(_source(bands, row, start, wrap=wrap) for row in rows))


def _source(bands: Sequence[FragmentBand], row: int, block: int, *, wrap: bool) -> tuple[int | None, int, int]:
    """Return where board row ``row`` is stored, in the form of an item of ``_Draw.sources``.

    ``row`` may be beyond the board's edges. ``block`` is the drawn block, from which the distance is counted.
    """
    total = bands[-1].start + bands[-1].rows
    if wrap:
        row %= total
    for number, band in enumerate(bands):
        if band.start <= row < band.start + band.rows:
            source, inner = divmod(row - band.start, band.block_rows)
            return number, inner, source - block
    return None, 0, -block


_ROWS_PER_COUNT = 64  # as in planes_texture_census.frag


class GLFragmentPlanesEngine(SleepingEngine[FragmentBand, FragmentPasses | FragmentRangePasses]):
    """An engine that keeps its universe in bit planes in textures and steps it with fragment shaders.

    Args:
        rule: a rule that has bit planes, and the edges.
        shape: (rows, columns) in cells.
        device: the device to use.
        max_rows: limit on the rows of a band.
        plan: how a pass divides the board into blocks, and its number of generations; None for a division that suits
            the rule and the device.

    Raises:
        EngineError: the engine cannot compute the rule.

    Attributes:
        plan: how a pass divides the board into blocks, and its number of generations.
    """

    name: str = "planes"
    storage: ClassVar[Storage] = Storage.PLANE_TEXTURES
    bytes_per_cell: ClassVar[float] = 0.5  # two planes, two sides; one species needs 0.25, four need 0.75
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
        """Compile the passes for ``generations`` generations; with ``sleep``, also those that find sleeping squares."""
        if has_planes(self.rule):
            with self.device.current():
                for _ in self._passes_of(self.rule).prepare(generations, sleep=sleep):
                    advance()

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], rule: Rule | None = None) -> int:
        """Return the bytes of two copies of all bit planes of a board of ``shape``."""
        return bytes_needed(shape, planes_of(rule))

    def bytes_moved(self) -> float:
        """Return the bytes read and written per generation: those of a pass, divided by the pass's generations."""
        planes = planes_of(self.rule)
        return 2.0 * self.shape[0] * planes * texels_of(self.shape[1]) * 16 / self.pass_generations

    def _require(self, rule: Rule, shape: tuple[int, int]) -> None:  # noqa: ARG002 - any shape
        require_planes(rule)
        if (refusal := fragments_refusal(rule, self._units)) is not None:
            raise EngineError(f"{refusal}; use --engine gl")

    @property
    def _units(self) -> int:
        return max(MIN_UNITS, self.device.max_texture_units)

    def _allocate(self, max_rows: int | None) -> list[FragmentBand]:
        rule, device = self.rule, self.device
        self.plan = self._plan or fragment_shape_for(
            rule,
            units=self._units,
            software=device.is_software,
            # Processors compute faster than they fetch; graphics cards have recent fetches in their caches.
            quads=device.is_software and passes_in_quads(device),
        )
        self.pass_generations = longest_pass(self.plan, self.shape[1])
        codes = plane_codes(rule)
        self._passes: dict[Rule, FragmentPasses | FragmentRangePasses] = {}
        bands = open_fragment_bands(device, self.shape, codes, self.plan.rows, max_rows)
        self._tiles = FragmentTiles(device, bands, self.shape[1], wrap=rule.edges is Edges.TORUS)
        self._dead_row = open_texture(device, texels_of(self.shape[1]), 1)
        self._dead_row.write(bytes(self._dead_row.width * 16))
        names, reading = texel_reading(codes.planes, ["plane"])
        self._counters = [
            FullScreenPass(
                device.context,
                device.program("planes_texture_census.frag", {**codes.reading(groups, "uvec4"), **reading}),
                names,
            )
            for groups in census_groups(rule)
        ]
        self._sums = TextureSums(device)
        return bands

    def _release(self) -> None:
        super()._release()
        self._dead_row.release()
        self._tiles.release()
        for counter in self._counters:
            counter.release()
        self._sums.release()

    def _count(self, band: FragmentBand) -> NDArray[np.int64]:
        counts = np.zeros((len(self._counters), MAX_MASKS), np.int64)
        for row in range(min(band.rows, band.block_rows)):
            planes = [band.texture(plane, row) for plane in range(band.planes)]
            rows = -(-(band.rows - row) // band.block_rows)
            level = self._sums.level(planes[0].width, -(-rows // _ROWS_PER_COUNT))
            for number, counter in enumerate(self._counters):
                counter.set(rows=rows)
                counter.draw(level, planes)
                counts[number] += self._sums.total(level)  # a texture has fewer than 2^32 cells
        return counts.reshape(-1)[: len(self.rule.census_names)]

    def _computes(self, rule: Rule) -> bool:
        return has_planes(rule) and fragments_refusal(rule, self._units) is None

    def _open_passes(self, rule: Rule) -> FragmentPasses | FragmentRangePasses:
        if is_ranged(rule):
            return FragmentRangePasses(self.device, rule, self.shape[1], self.bands, self._tiles)
        return FragmentPasses(self.device, rule, self.plan, self.shape[1], self.bands, self._dead_row, self._tiles)

    def _wrote(self, band: FragmentBand, row: int, word: int, words: Words) -> None:
        if self._last is not None:
            self._last.paint(band, row, word, words)
        elif self._tiles.knows_life:
            self._tiles.paint(band, row, word, words)

"""The GL cells engine: every rule, one byte per cell, on every driver with OpenGL 3.3.

Each band of rows has two textures, written alternately, with 16 cells in a texel. Each rule family has one fragment
shader. Cells leave the GPU only when they are read.
"""

import time
from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import StepStoppedError, Storage, StripPlace, spans
from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL, Band, open_band_textures, open_framebuffer
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_engine import BandedEngine
from gpulife.engines.gl.gl_pass import (
    FullScreenPass,
    Region,
    TextureSums,
    clear_framebuffer,
    release_framebuffer,
    textures_of,
)
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule

# Strips: rows of the board with margins on all sides, for rules whose neighbours are more than a cell away. The shader
# of such a rule finds all neighbours in one texture, whatever the edges, the width and the cuts between bands are. A
# strip is short, so it needs little memory beside the board.

MAX_STRIP_BYTES = 1 << 24
_NARROW = 16
"""Rows of at most this many texels are drawn in one piece. For longer rows, the two ends are drawn separately."""


class Strips:
    """A texture that holds one strip at a time, and the passes that copy the strip from the bands.

    A strip is a number of adjacent rows of the board with margins on all four sides.

    Args:
        device: the board's device; its context must be current.
        shape: the board's (rows, columns).
        edges: what is beyond the edges of the board.
        reach: the number of rows in each of the margins above and below. The margins at the sides have as many columns,
            rounded up to whole texels of 16 cells.

    Attributes:
        rows: the number of board rows in a strip, without its margins.
    """

    def __init__(self, device: GLDevice, shape: tuple[int, int], edges: Edges, reach: int) -> None:
        self._shape = shape
        self._wraps = edges is Edges.TORUS
        self._reach = reach
        self._beside = -(-reach // CELLS_PER_TEXEL)
        width = -(-shape[1] // CELLS_PER_TEXEL) + 2 * self._beside
        fitting = min(device.max_texture_size, MAX_STRIP_BYTES // width // CELLS_PER_TEXEL) - 2 * reach
        self.rows = min(shape[0], max(fitting, 4 * reach))
        self._strip = open_framebuffer(device, width, self.rows + 2 * reach)
        self._passes = {
            wraps: FullScreenPass(device.context, device.program("cells_strip.frag", {"WRAPS": int(wraps)}), ["band"])
            for wraps in ((False, True) if self._wraps else (False,))
        }
        for law in self._passes.values():
            law.set(columns=shape[1], beside=self._beside)

    @property
    def texture(self) -> moderngl.Texture:
        """The texture of the strip: sixteen cells in a texel, each 1 if alive, else 0."""
        return textures_of(self._strip)[0]

    def fill(self, bands: list[Band], first: int, rows: int) -> None:
        """Fill the strip with ``rows`` board rows from ``first`` on, and with the margins around them."""
        height = rows + 2 * self._reach
        pieces = list(spans(first - self._reach, height, self._shape[0], wrap=self._wraps))
        if sum(board.stop - board.start for board, _ in pieces) < height:
            clear_framebuffer(self._strip)  # rows beyond dead edges
        for board, strip in pieces:
            for band in bands:
                start, stop = max(board.start, band.start), min(board.stop, band.start + band.rows)
                if start < stop:
                    top = strip.start + start - board.start
                    self._copy(band, start - band.start, top, stop - start)

    def _copy(self, band: Band, row: int, top: int, rows: int) -> None:
        width, beside = self._strip.width, self._beside
        whole = self._shape[1] // CELLS_PER_TEXEL  # texels that are full of cells
        if not self._wraps:
            parts = [(False, 0, width)]
        elif width <= _NARROW + 2 * beside:
            parts = [(True, 0, width)]
        else:
            parts = [(False, beside, whole), (True, 0, beside), (True, beside + whole, width - beside - whole)]
        for wraps, left, width in parts:
            law = self._passes[wraps]
            law.set(row_shift=row - top)
            law.draw(self._strip, [band.texture(band.side)], (left, top, width, rows))

    def release(self) -> None:
        """Release the strip and the passes."""
        for law in self._passes.values():
            law.release()
        release_framebuffer(self._strip)


_STATES_PER_PASS = 4  # as in cells_census.frag
_ROWS_PER_COUNT = 64  # as in cells_census.frag


class CensusTaker:
    """Counts the cells in each state on the GPU. Its passes and textures are kept for later counts."""

    def __init__(self, device: GLDevice, rule: Rule) -> None:
        self._counts = len(rule.census_names)
        program = device.program("cells_census.frag", {"AGES": int(rule.family.has_ages)})
        self._count = FullScreenPass(device.context, program, ["band"])
        self._sums = TextureSums(device)

    def count(self, band: Band) -> NDArray[np.int64]:
        """Count the cells of a band: see :meth:`gpulife.engines.Engine.census`."""
        texture = band.texture(band.side)
        width, rows = texture.size
        counts = np.zeros(-(-self._counts // _STATES_PER_PASS) * _STATES_PER_PASS, np.int64)
        self._count.set(rows=rows)
        for first in range(0, self._counts, _STATES_PER_PASS):
            level = self._sums.level(width, -(-rows // _ROWS_PER_COUNT))
            self._count.set(first_state=first + 1)
            self._count.draw(level, [texture])
            # A band has fewer than 2^32 cells.
            counts[first : first + _STATES_PER_PASS] = self._sums.total(level)
        return counts[: self._counts]

    def release(self) -> None:
        """Release passes and textures."""
        self._count.release()
        self._sums.release()


_SAMPLERS = ("band_above", "band", "band_below", "numbers")
_STRIP_SAMPLERS = ("strip", "band", "numbers")
_PART_SECONDS = 0.2
"""The longest time, in seconds, for drawing a part of a generation.

Stepping can be stopped between parts. Desktop drivers reset a GPU that is busy for 2 seconds.
"""
_ASSUMED_SPEED = 4e7
"""Assumed speed in cells a second until it is measured, for a rule that reads the eight nearest neighbours."""
_NUMBERS_PER_ROW = 1024  # as in cells_table.frag; every OpenGL 3.3 has textures of that width


class GLCellsEngine(BandedEngine[Band]):
    """An engine that keeps its universe's cells in textures, one byte per cell.

    Args:
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        device: the device to use.
        max_rows: limit on the rows of a band.
        place: the position of a strip of a larger board, for rules that depend on coordinates; None for a whole board.
    """

    name: str = "gl"
    storage: ClassVar[Storage] = Storage.TEXTURES
    bytes_per_cell: ClassVar[float] = 2.0
    cells_per_word: ClassVar[int] = CELLS_PER_TEXEL

    def __init__(
        self,
        rule: Rule,
        shape: tuple[int, int],
        device: GLDevice | None = None,
        max_rows: int | None = None,
        place: StripPlace | None = None,
    ) -> None:
        self._place = place or StripPlace(0, shape[0], shape[0])
        super().__init__(rule, shape, device, max_rows)

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], rule: Rule | None = None) -> int:  # noqa: ARG003 - one byte per cell
        """Return the size of both textures in bytes, including the unused cells in each row's last texel."""
        rows, columns = shape
        return 2 * rows * -(-columns // CELLS_PER_TEXEL) * CELLS_PER_TEXEL

    def _allocate(self, max_rows: int | None) -> list[Band]:
        self._texels = -(-self.shape[1] // CELLS_PER_TEXEL)
        self._passes: dict[Rule, FullScreenPass] = {}
        self._numbers: dict[Rule, list[moderngl.Texture]] = {}
        self._speeds: dict[Rule, float] = {}
        self._drawn_rows, self._since = 0, 0.0  # since the last wait for the GPU; the time of that wait
        self._strips: dict[Rule, Strips] = {}
        bands = open_band_textures(self.device, self.shape, max_rows)
        self._dead_row = self.device.context.texture((self._texels, 1), 4, bytes(self._texels * 16), dtype="u4")
        self._census_taker = CensusTaker(self.device, self.rule)
        self._pass(self.rule)
        return bands

    def _release(self) -> None:
        for passes in self._passes.values():
            passes.release()
        for texture in chain(*self._numbers.values()):
            texture.release()
        for strips in self._strips.values():
            strips.release()
        self._dead_row.release()
        self._census_taker.release()

    def _count(self, band: Band) -> NDArray[np.int64]:
        return self._census_taker.count(band)

    def _step(self, generations: int, rule: Rule) -> None:
        with self.device.current():
            law, reach = self._pass(rule), rule.family.reach(rule)
            self._drawn_rows, self._since = 0, time.perf_counter()
            for done in range(generations):
                law.set(**rule.family.uniforms(rule, self.generation + done))
                for number in range(len(self.bands)):
                    for start, stop in self._cut(rule, number):
                        if strips := self._strips.get(rule):
                            self._draw_from_strip(law, number, (strips, self._numbers[rule]), reach, (start, stop))
                        else:
                            self._draw_rows(law, number, self._numbers[rule], (start, stop))
                        if self._finish_if_full(rule, stop - start) and self._stopped():
                            raise StepStoppedError(done)
                for band in self.bands:
                    band.side ^= 1
            self.device.require_no_error("stepping")

    def _cut(self, rule: Rule, number: int) -> Iterator[tuple[int, int]]:
        """Cut the rows of band ``number`` into parts small enough for one draw by ``rule``.

        Yield (first row, row after the last) of each part.
        """
        rows = self.bands[number].rows
        strips = self._strips.get(rule)
        most = rows if strips is None else strips.rows
        start = 0
        while start < rows:
            stop = min(start + min(most, self._rows_of_part(rule)), rows)
            yield start, stop
            start = stop

    def _rows_of_part(self, rule: Rule) -> int:
        speed = self._speeds.get(rule) or _ASSUMED_SPEED / (2 * rule.family.reach(rule) + 1)
        return max(1, 4 * rule.family.reach(rule), int(speed * _PART_SECONDS / self.shape[1]))

    def _finish_if_full(self, rule: Rule, rows: int) -> bool:
        """Record that ``rows`` more rows were drawn by ``rule``; if there are many by now, wait for the GPU.

        Return True after a wait.
        """
        self._drawn_rows += rows
        if self._drawn_rows < self._rows_of_part(rule):
            return False
        self.device.context.finish()
        now = time.perf_counter()
        self._speeds[rule] = self._drawn_rows * self.shape[1] / max(now - self._since, 1e-6)
        self._drawn_rows, self._since = 0, now
        return True

    def _draw_rows(
        self, law: FullScreenPass, number: int, numbers: list[moderngl.Texture], rows: tuple[int, int]
    ) -> None:
        """Draw the next generation of the rows (start, stop) of band ``number``.

        ``law`` is the rule's shader, ``numbers`` its lookup table (see :meth:`_open_numbers`). Only the band's first
        row reads the band above, and only its last row reads the band below.
        """
        band = self.bands[number]
        here, target = band.texture(band.side), band.pair[1 - band.side]
        above, above_shift = self._neighbour(number - 1)
        below, _ = self._neighbour(number + 1)
        last = band.rows - 1
        # Row -1 of this band is the last row of the band above; row `rows` is row 0 of the band below.
        for first, end in ((0, 1), (1, last), (last, band.rows)) if last else ((0, 1),):
            start, stop = max(first, rows[0]), min(end, rows[1])
            if start >= stop:
                continue
            first_row, last_row = start == 0, stop == band.rows
            law.set(
                above_shift=above_shift if first_row else 0,
                below_shift=-band.rows if last_row else 0,
                band_start=band.start + self._place.start,
                board_rows=self._place.board_rows,
            )
            region: Region = (0, start, self._texels, stop - start)
            law.draw(target, [above if first_row else here, here, below if last_row else here, *numbers], region)

    def _draw_from_strip(
        self,
        law: FullScreenPass,
        number: int,
        sources: tuple[Strips, list[moderngl.Texture]],
        reach: int,
        rows: tuple[int, int],
    ) -> None:
        """Copy the rows (start, stop) of band ``number`` to a strip, and draw their next generation from it.

        ``law`` is the rule's shader, and ``sources`` the strips with the rule's lookup table. ``reach`` is the number
        of rows in the strip's upper margin.
        """
        band, (start, stop), (strips, numbers) = self.bands[number], rows, sources
        strips.fill(self.bands, band.start + start, stop - start)
        law.set(strip_shift=reach - start)
        region: Region = (0, start, self._texels, stop - start)
        law.draw(band.pair[1 - band.side], [strips.texture, band.texture(band.side), *numbers], region)

    def _neighbour(self, number: int) -> tuple[moderngl.Texture, int]:
        """Return the texture and the number of rows of band ``number``.

        ``number`` may be one too low or one too high. It then means the band at the opposite edge of a torus, or a row
        of dead cells if edges are dead.
        """
        if self.rule.edges is Edges.DEAD and not 0 <= number < len(self.bands):
            return self._dead_row, 1
        band = self.bands[number % len(self.bands)]
        return band.texture(band.side), band.rows

    def _pass(self, rule: Rule) -> FullScreenPass:
        if rule not in self._passes:
            fragment, parameters = shader_of(rule, self.shape[1])
            reach = rule.family.reach(rule)
            samplers = _STRIP_SAMPLERS if reach else _SAMPLERS
            law = FullScreenPass(self.device.context, self.device.program(fragment, parameters), samplers)
            cells_in_last = self.shape[1] - (self._texels - 1) * CELLS_PER_TEXEL
            places = np.arange(CELLS_PER_TEXEL)
            law.set(
                last_texel=self._texels - 1,
                last_byte=cells_in_last - 1,
                byte_after=_words(places == cells_in_last),
                cells_mask=_words((places < cells_in_last) * 255),
            )
            self._numbers[rule] = self._open_numbers(rule)
            if reach:
                self._strips[rule] = Strips(self.device, self.shape, self.rule.edges, reach)
            self._passes[rule] = law
        return self._passes[rule]

    def _open_numbers(self, rule: Rule) -> list[moderngl.Texture]:
        """Return the texture of the rule's lookup table, in a list; [] if the rule has no table."""
        numbers = rule.family.numbers(rule)
        if numbers is None:
            return []
        rows = -(-len(numbers) // _NUMBERS_PER_ROW)
        if rows > self.device.max_texture_size:
            raise EngineError(f"rule {rule.law} is too large for {self.device.renderer}")
        padded = np.zeros(rows * _NUMBERS_PER_ROW, np.uint32)
        padded[: len(numbers)] = numbers
        texture = self.device.context.texture((_NUMBERS_PER_ROW, rows), 1, padded.tobytes(), dtype="u4")
        texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        return [texture]


def shader_of(rule: Rule, columns: int) -> tuple[str, dict[str, int]]:
    """Return the name of the fragment shader for a rule, and its parameters on a board with ``columns`` columns."""
    fragment, parameters = rule.family.shader(rule)
    parameters = parameters | {"PADDED": int(columns % CELLS_PER_TEXEL != 0)}
    if not rule.family.reach(rule):  # a strip's margins hold the cells beyond the edges
        parameters["TORUS"] = int(rule.edges is Edges.TORUS)
    return fragment, parameters


def _words(values: NDArray[np.generic]) -> tuple[int, ...]:
    return tuple(int(word) for word in values.astype(np.uint8).view("<u4"))

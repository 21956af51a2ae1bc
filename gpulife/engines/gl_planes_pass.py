"""Runs passes of a rule over bands: which program, how many generations at a time, and never too long a dispatch."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import moderngl

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_planes_bands import PlanesBand
from gpulife.engines.gl_planes_sleep import TILE_ROWS, PlanesSleep, can_sleep
from gpulife.engines.planes_layout import HALO, Layout
from gpulife.engines.planes_source import Shape, Watch, pass_source
from gpulife.engines.rule_circuits import rule_circuit
from gpulife.rules import Edges, Rule

_MOST_SECONDS = 0.25
"""Of a dispatch: drivers of desktops reset a GPU that is busy for 2 seconds."""
_FIRST_GUESS = 5e8
"""Cells a second, until it has been measured: slow, so that the first dispatches are small."""
_MOST_AWAKE = 0.4
"""Of a board that is computed tile by tile: each costs twice as much as without its borders."""
_LOOKED = 64
"""Passes from one look at a board that is awake to the next."""
_COUNTED = 16
"""Passes from one count of the tiles that are awake to the next, for which everything has to wait."""
_FEWER = (4, 1)
"""Generations of the passes that do what is left over by the longest ones."""


class PlanesPasses:
    """The passes of one rule on one board.

    Args:
        device: whose context is current whenever this is used.
        rule: with the board's edges.
        shape: of the longest pass.
        layout: of the board.
        bands: of the board.

    Attributes:
        awake: the part of the board that was computed when it was last looked at: see
            :mod:`gpulife.engines.gl_planes_sleep`.
    """

    def __init__(self, device: GLDevice, rule: Rule, shape: Shape, layout: Layout, bands: Sequence[PlanesBand]) -> None:
        self._device = device
        self._rule = rule
        self._shape = shape
        self._layout = layout
        self._bands = bands
        self._cells_a_second = _FIRST_GUESS
        self._halo = self._open_halo() if rule.edges is Edges.TORUS else None
        self._programs: dict[tuple[Shape, Watch], moderngl.ComputeShader] = {}
        self._ties = bool(rule_circuit(rule).ties)
        self._sleep: PlanesSleep | None = None
        self._length, self._streak = 0, 0  # generations of the last passes, and how many of that length there were
        self._watched = False
        self.awake = 1.0

    def step(self, generation: int, generations: int) -> None:
        """Compute so many generations after ``generation``, which is in the bands."""
        for shape in self._passes(generations):
            if shape.generations != self._length:
                self.disturb()
                self._length = shape.generations
            self._fill_halos(shape.generations)  # before the lists forget what the last pass computed
            watch = self._watch(shape)
            self._pass(replace(shape, rows=TILE_ROWS) if watch is not Watch.NONE else shape, generation, watch)
            self._watched = watch is not Watch.NONE
            self._streak += 1
            generation += shape.generations

    def disturb(self) -> None:
        """Wake everything up: the buffers no longer hold two generations of one universe, a pass apart."""
        self._streak, self._watched, self.awake = 0, False, 1.0

    def release(self) -> None:
        """Give back what sleeping takes."""
        if self._sleep is not None:
            self._sleep.release()
            self._sleep = None

    def _watch(self, shape: Shape) -> Watch:
        """Whether the next pass looks at what changes, and whether at all of the board.

        A board that is awake is looked at now and then; while most of it sleeps, in every pass.
        """
        if (
            self._streak == 0
            or (self._ties and shape.generations % self._rule.species)
            or not can_sleep(self._layout, self._bands)
        ):
            return Watch.NONE
        if self._watched:
            assert self._sleep is not None  # noqa: S101 - somebody has watched
            self._sleep.list_awake()
            if self.awake > _MOST_AWAKE or self._streak % _COUNTED == 0:
                self.awake = self._sleep.share_awake()
            return Watch.LISTED if self.awake <= _MOST_AWAKE else Watch.NONE
        return Watch.ALL if self._streak % _LOOKED == 1 else Watch.NONE

    def _passes(self, generations: int) -> Iterator[Shape]:
        """The longest passes that make up so many generations."""
        for length in (self._shape.generations, *(few for few in _FEWER if few < self._shape.generations)):
            count, generations = divmod(generations, length)
            for _ in range(count):
                yield replace(self._shape, generations=length)

    def _open_halo(self) -> moderngl.ComputeShader:
        layout = self._layout
        halo = self._device.compute("planes_halo.comp", {"PLANES": layout.planes, "TILE_ROWS": TILE_ROWS})
        for name in ("stride", "columns", "groups"):
            halo[name] = getattr(layout, name)
        halo["halo"] = HALO
        return halo

    def _fill_halos(self, generations: int) -> None:
        """The ends of all lines first, then whole rows, which bring their ends with them."""
        context, layout = self._device.context, self._layout
        if self._halo is not None:
            for number, band in enumerate(self._bands):
                band.buffer.bind_to_storage_buffer(0)
                self._halo["rows"] = band.rows
                self._halo["sleeps"] = self._watched
                if self._watched and self._sleep is not None:
                    self._sleep.bind_changes()
                    self._halo["first_tile"] = self._sleep.first_tile(number)
                self._halo.run(-(-band.rows // (TILE_ROWS * 8)))
            context.memory_barrier()
        for band in self._bands:
            for copy in band.copies:
                if copy.to_row + copy.rows <= -generations or copy.to_row >= band.rows + generations:
                    continue  # farther away than this pass can see
                context.copy_buffer(
                    band.buffer,
                    self._bands[copy.source].buffer,
                    copy.rows * layout.row_bytes,
                    read_offset=(HALO + copy.from_row) * layout.row_bytes,
                    write_offset=(HALO + copy.to_row) * layout.row_bytes,
                )
        context.memory_barrier()

    def _pass(self, shape: Shape, generation: int, watch: Watch) -> None:
        program, layout = self._program(shape, watch), self._layout
        _set(program, "stride", layout.stride)
        _set(program, "groups", layout.groups)
        _set(program, "halo", HALO)
        _set(program, "first", (generation + 1) % self._rule.species)
        _set(program, "columns", layout.columns)
        total = self._bands[-1].start + self._bands[-1].rows
        for number, band in enumerate(self._bands):
            band.buffer.bind_to_storage_buffer(0)
            band.spare.buffer.bind_to_storage_buffer(1)
            _set(program, "above", -band.start)
            _set(program, "below", total - band.start)
            if watch is not Watch.NONE:
                if self._sleep is None:
                    wrap = self._rule.edges is Edges.TORUS
                    self._sleep = PlanesSleep(self._device, layout, self._bands, shape.across, wrap=wrap)
                tiles = self._sleep.bind(number)
                _set(program, "first_tile", self._sleep.first_tile(number))
            if watch is Watch.LISTED:
                _set(program, "rows", band.rows)
                program.run_indirect(tiles)
            else:
                self._dispatch(program, shape, band)
            band.turn()
        self._device.context.memory_barrier()

    def _dispatch(self, program: moderngl.ComputeShader, shape: Shape, band: PlanesBand) -> None:
        """All of a band's rows, in so many dispatches that none takes long."""
        context = self._device.context
        across = -(-self._layout.groups // shape.across)
        row = 0
        while row < band.rows:
            cells_a_row = self._layout.columns * shape.generations
            most = max(int(self._cells_a_second * _MOST_SECONDS / cells_a_row), 1)
            whole = band.rows - row <= most
            rows = band.rows - row if whole else -(-most // (shape.rows * shape.down)) * shape.rows * shape.down
            rows = min(rows, band.rows - row)
            _set(program, "first_row", row)
            _set(program, "rows", row + rows)
            began = time.perf_counter()
            if not (whole and row == 0):
                context.finish()
                began = time.perf_counter()
            program.run(across, -(-rows // (shape.rows * shape.down)))
            if not (whole and row == 0):
                context.finish()
                self._cells_a_second = rows * cells_a_row / (time.perf_counter() - began)
            row += rows

    def _program(self, shape: Shape, watch: Watch) -> moderngl.ComputeShader:
        key = shape, watch
        if key not in self._programs:
            self._programs[key] = self._device.compute_text(pass_source(self._rule, shape, watch))
        return self._programs[key]


def _set(program: moderngl.ComputeShader, name: str, value: int) -> None:
    """Set a uniform of those that the program has: compilers drop what a rule does not use."""
    if name in program:
        program[name] = value

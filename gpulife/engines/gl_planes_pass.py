"""Runs passes of a rule over bands: which program, how many generations at a time, and never too long a dispatch."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import moderngl

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_planes_bands import PlanesBand
from gpulife.engines.planes_layout import HALO, Layout
from gpulife.engines.planes_source import Shape, pass_source
from gpulife.rules import Edges, Rule

_MOST_SECONDS = 0.25
"""Of a dispatch: drivers of desktops reset a GPU that is busy for 2 seconds."""
_FIRST_GUESS = 5e8
"""Cells a second, until it has been measured: slow, so that the first dispatches are small."""
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
    """

    def __init__(self, device: GLDevice, rule: Rule, shape: Shape, layout: Layout, bands: Sequence[PlanesBand]) -> None:
        self._device = device
        self._rule = rule
        self._shape = shape
        self._layout = layout
        self._bands = bands
        self._cells_a_second = _FIRST_GUESS
        self._halo = device.compute("planes_halo.comp") if rule.edges is Edges.TORUS else None
        self._programs: dict[Shape, moderngl.ComputeShader] = {}

    def prepare(self) -> None:
        """Compile the program of the longest pass."""
        self._program(self._shape)

    def step(self, generation: int, generations: int, side: int) -> int:
        """Compute so many generations after ``generation``, which is on ``side`` of the bands; the side they end on."""
        for shape in self._passes(generations):
            self._fill_halos(side, shape.generations)
            self._pass(shape, generation, side)
            generation += shape.generations
            side ^= 1
        return side

    def _passes(self, generations: int) -> Iterator[Shape]:
        """The longest passes that make up so many generations."""
        for length in (self._shape.generations, *(few for few in _FEWER if few < self._shape.generations)):
            count, generations = divmod(generations, length)
            for _ in range(count):
                yield replace(self._shape, generations=length)

    def _fill_halos(self, side: int, generations: int) -> None:
        """The ends of all lines first, then whole rows, which bring their ends with them."""
        context, layout = self._device.context, self._layout
        if self._halo is not None:
            self._halo["stride"] = layout.stride
            self._halo["columns"] = layout.columns
            for band in self._bands:
                band.buffers[side].bind_to_storage_buffer(0)
                lines = band.rows * layout.planes
                self._halo["first_line"] = HALO * layout.planes
                self._halo["lines"] = lines
                self._halo.run(-(-lines // 32))
            context.memory_barrier()
        for band in self._bands:
            for copy in band.copies:
                if copy.to_row + copy.rows <= -generations or copy.to_row >= band.rows + generations:
                    continue  # farther away than this pass can see
                context.copy_buffer(
                    band.buffers[side],
                    self._bands[copy.source].buffers[side],
                    copy.rows * layout.row_bytes,
                    read_offset=(HALO + copy.from_row) * layout.row_bytes,
                    write_offset=(HALO + copy.to_row) * layout.row_bytes,
                )
        context.memory_barrier()

    def _pass(self, shape: Shape, generation: int, side: int) -> None:
        program, layout = self._program(shape), self._layout
        _set(program, "stride", layout.stride)
        _set(program, "groups", layout.groups)
        _set(program, "halo", HALO)
        _set(program, "first", (generation + 1) % self._rule.species)
        _set(program, "columns", layout.columns)
        total = self._bands[-1].start + self._bands[-1].rows
        for band in self._bands:
            band.buffers[side].bind_to_storage_buffer(0)
            band.buffers[1 - side].bind_to_storage_buffer(1)
            _set(program, "above", -band.start)
            _set(program, "below", total - band.start)
            self._dispatch(program, shape, band)
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

    def _program(self, shape: Shape) -> moderngl.ComputeShader:
        if shape not in self._programs:
            self._programs[shape] = self._device.compute_text(pass_source(self._rule, shape))
        return self._programs[shape]


def _set(program: moderngl.ComputeShader, name: str, value: int) -> None:
    """Set a uniform of those that the program has: compilers drop what a rule does not use."""
    if name in program:
        program[name] = value

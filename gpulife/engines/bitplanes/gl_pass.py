"""Runs passes of a rule over bands: which program, how many generations at a time, and never too long a dispatch."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpulife.engines.bitplanes.gl_active_tiles import TILE_ROWS, PlanesSleep, can_sleep
from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.gl_compile import compile_pass
from gpulife.engines.bitplanes.layout import HALO, Layout
from gpulife.engines.bitplanes.pass_source import LIST_HEADER, Shape, Watch
from gpulife.engines.bitplanes.rule_circuits import rule_circuit
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass
from gpulife.rules import Edges, Rule

_MAX_SECONDS = 0.25
"""Of a dispatch: drivers of desktops reset a GPU that is busy for 2 seconds."""
_FIRST_GUESS = 5e8
"""Cells a second, until it has been measured: slow, so that the first dispatches are small."""
_MAX_AWAKE = 0.4
"""Of a board that is computed tile by tile: each costs twice as much as without its borders."""
_LOOKED = 64
"""Passes from one look at a board that is awake to the next."""
_COUNTED = 16
"""Passes from one count of the tiles that are awake to the next, for which everything has to wait."""
_FEWER = (4, 1)
"""Generations of the passes that do what is left over by the longest ones."""
_MAX_GROUPS_DOWN = 65_535
"""Workgroups of a dispatch along an axis: what every driver takes."""
COMPILING_PAYS_AFTER = 10.0
"""Looking for what sleeps needs programs of its own. They are compiled when the board has been computed for so many
times as long as the first program took: then compiling them costs a tenth more at most."""


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
            :mod:`gpulife.engines.bitplanes.gl_active_tiles`.
    """

    def __init__(self, device: GLDevice, rule: Rule, shape: Shape, layout: Layout, bands: Sequence[PlanesBand]) -> None:
        self._device = device
        self._rule = rule
        self._shape = shape
        self._layout = layout
        self._bands = bands
        self._cells_a_second = _FIRST_GUESS
        self._halo = self._open_halo() if rule.edges is Edges.TORUS else None
        self._programs: dict[tuple[Shape, Watch], ComputePass] = {}
        self._compile_seconds = 0.0  # of the first program
        self._since = time.perf_counter()  # when that had been compiled
        self._ties = bool(rule_circuit(rule).ties)
        self._sleep: PlanesSleep | None = None
        self._look_is_due = False
        self._length, self._streak = 0, 0  # generations of the last passes, and how many of that length there were
        self._watched = False
        self.awake = 1.0

    def prepare(self, generations: int, *, sleep: bool) -> Iterator[None]:
        """Compile the programs that so many generations take, and with ``sleep`` those that find what sleeps meanwhile.

        Yields after each.
        """
        shapes = list(dict.fromkeys(self._passes(generations)))
        for shape in shapes:
            self._program(shape, Watch.NONE)
            yield
        if sleep and shapes and self._may_sleep(shapes[0]):
            for watch in (Watch.ALL, Watch.LISTED):
                self._program(replace(shapes[0], rows=TILE_ROWS), watch)
                yield

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
        self._look_is_due = False

    def release(self) -> None:
        """Give back what sleeping takes."""
        if self._sleep is not None:
            self._sleep.release()
            self._sleep = None

    def _watch(self, shape: Shape) -> Watch:
        """Whether the next pass looks at what changes, and whether at all of the board.

        A board that is awake is looked at now and then; while most of it sleeps, in every pass.
        """
        if self._streak == 0 or not self._may_sleep(shape):
            return Watch.NONE
        if self._watched:
            assert self._sleep is not None  # noqa: S101 - somebody has watched
            self._sleep.list_awake()
            if self.awake > _MAX_AWAKE or self._streak % _COUNTED == 0:
                self.awake = self._sleep.share_awake()
            return Watch.LISTED if self.awake <= _MAX_AWAKE else Watch.NONE
        self._look_is_due = self._look_is_due or self._streak % _LOOKED == 1
        if not (self._look_is_due and self._looking_pays(shape)):
            return Watch.NONE
        self._look_is_due = False
        return Watch.ALL

    def _may_sleep(self, shape: Shape) -> bool:
        """Whether passes of a shape can leave tiles out: not if ties would take turns in another order."""
        period = self._rule.family.period(self._rule)
        in_turn = period is not None and (not self._ties or shape.generations % period == 0)
        return in_turn and can_sleep(self._layout, self._bands)

    def _looking_pays(self, shape: Shape) -> bool:
        """Whether the program that looks at all of the board is there, or is worth compiling by now."""
        if (replace(shape, rows=TILE_ROWS), Watch.ALL) in self._programs:
            return True
        return time.perf_counter() - self._since >= COMPILING_PAYS_AFTER * self._compile_seconds

    def _passes(self, generations: int) -> Iterator[Shape]:
        """The longest passes that make up so many generations."""
        for length in (self._shape.generations, *(few for few in _FEWER if few < self._shape.generations)):
            count, generations = divmod(generations, length)
            for _ in range(count):
                yield replace(self._shape, generations=length)

    def _open_halo(self) -> ComputePass:
        layout = self._layout
        halo = ComputePass(self._device.compute("planes_halo.comp", {"PLANES": layout.planes, "TILE_ROWS": TILE_ROWS}))
        halo.set(stride=layout.stride, columns=layout.columns, groups=layout.groups, halo=HALO)
        return halo

    def _fill_halos(self, generations: int) -> None:
        """The ends of all lines first, then whole rows, which bring their ends with them."""
        context, layout = self._device.context, self._layout
        if self._halo is not None:
            for number, band in enumerate(self._bands):
                band.buffer.bind_to_storage_buffer(0)
                self._halo.set(rows=band.rows, sleeps=self._watched)
                if self._watched and self._sleep is not None:
                    self._sleep.bind_changes()
                    self._halo.set(first_tile=self._sleep.first_tile(number))
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
        program.set(
            stride=layout.stride,
            groups=layout.groups,
            halo=HALO,
            first=(generation + 1) % self._rule.species,
            columns=layout.columns,
        )
        total = self._bands[-1].start + self._bands[-1].rows
        for number, band in enumerate(self._bands):
            band.buffer.bind_to_storage_buffer(0)
            band.spare.buffer.bind_to_storage_buffer(1)
            program.set(above=-band.start, below=total - band.start)
            if watch is not Watch.NONE:
                if self._sleep is None:
                    wrap = self._rule.edges is Edges.TORUS
                    self._sleep = PlanesSleep(self._device, layout, self._bands, shape.across, wrap=wrap)
                tiles = self._sleep.bind(number)
                program.set(first_tile=self._sleep.first_tile(number))
            if watch is Watch.LISTED:
                program.set(rows=band.rows)
                program.run_indirect(tiles)
            else:
                self._dispatch(program, shape, band)
            band.turn()
        self._device.context.memory_barrier()

    def _dispatch(self, program: ComputePass, shape: Shape, band: PlanesBand) -> None:
        """All of a band's rows, in so many dispatches that none takes long."""
        context = self._device.context
        across = -(-self._layout.groups // shape.across)
        row = 0
        while row < band.rows:
            cells_a_row = self._layout.columns * shape.generations
            most = max(int(self._cells_a_second * _MAX_SECONDS / cells_a_row), 1)
            most = min(most, _MAX_GROUPS_DOWN * shape.rows * shape.down)
            whole = band.rows - row <= most
            rows = band.rows - row if whole else -(-most // (shape.rows * shape.down)) * shape.rows * shape.down
            rows = min(rows, band.rows - row)
            program.set(first_row=row, rows=row + rows)
            if is_part := row > 0 or not whole:
                context.finish()
            began = time.perf_counter()
            program.run(across, -(-rows // (shape.rows * shape.down)))
            if is_part:
                context.finish()
                self._cells_a_second = rows * cells_a_row / (time.perf_counter() - began)
            row += rows

    def _program(self, shape: Shape, watch: Watch) -> ComputePass:
        """The program of a pass, ready to run: drivers that compile at the first dispatch have done so."""
        key = shape, watch
        if key not in self._programs:
            began = time.perf_counter()
            program = ComputePass(compile_pass(self._device, self._rule, shape, watch))
            self._run_empty(program)
            if not self._programs:
                self._since = time.perf_counter()
                self._compile_seconds = self._since - began
            self._programs[key] = program
        return self._programs[key]

    def _run_empty(self, program: ComputePass) -> None:
        """Run a program over no rows and no tiles."""
        nothing = self._device.context.buffer(reserve=4 * LIST_HEADER)
        nothing.clear()
        for binding in range(4):
            nothing.bind_to_storage_buffer(binding)
        program.set(groups=0, rows=0)
        program.run(1)
        self._device.context.finish()
        nothing.release()

"""Runs a rule's passes (runs of a shader over the board): chooses their shaders and lengths."""

import logging
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import moderngl

from gpulife.engines.bitplanes.gl_active_tiles import TILE_ROWS, ActiveTiles
from gpulife.engines.bitplanes.gl_bands import Border, PlanesBand
from gpulife.engines.bitplanes.gl_scheduler import Passes
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, HALO, WORDS_PER_TEXEL, Layout
from gpulife.engines.bitplanes.pass_frame import LIST_HEADER, Watch
from gpulife.engines.bitplanes.pass_shape import MAX_REPEATED_CELLS, PassShape
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.rule_circuits import is_ranged, reach_of
from gpulife.engines.gl.gl_buffer_texture import BufferTexture
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass
from gpulife.errors import EngineError, OutputError
from gpulife.log import log_folder
from gpulife.rules import Edges, Rule
from gpulife.storage.atomic_io import atomic_write

# Compiles the generated passes of bit planes; reports a driver's error in one line.

_PLACE = re.compile(r"^.*?\b0[:(](?P<line>\d+)[^:]*:\s*(?P<what>.+)$", re.MULTILINE)
"""Matches an error in compilers' logs: ``0:57(13): error: ...`` (Mesa), ``0(57) : error C1008: ...`` (NVIDIA)."""


def compile_pass(
    device: GLDevice, rule: Rule, shape: PassShape, watch: Watch, *, repeats: bool = False, stride: int = 0
) -> moderngl.ComputeShader:
    """Return the program of a pass, compiled once for each device; see :func:`pass_source`.

    If :func:`reads_texture` is true, the program is optimised for processors.

    Raises:
        EngineError: the driver does not compile the program; the program's text is saved in the log folder.
    """
    text = pass_source(rule, shape, watch, repeats=repeats, software=reads_texture(device), stride=stride)
    try:
        return device.compute_text(text)
    except moderngl.Error as error:
        raise EngineError(
            f"{device.renderer} does not compile the pass of {rule.law} ({rule.edges}; {_describe(shape, watch)}): "
            f"{first_message(str(error))}; {_save_text(text, str(error), rule, shape, watch)}; "
            f"{_remedy(shape, watch, repeats=repeats)}"
        ) from error


def compile_fragments(device: GLDevice, rule: Rule, text: str, about: str) -> moderngl.Program:
    """Return the program of a fragment shader's text, compiled once for each device; ``about`` describes the pass.

    Raises:
        EngineError: the driver does not compile the program.
    """
    try:
        return device.fragment_text(text)
    except moderngl.Error as error:
        raise EngineError(
            f"{device.renderer} does not compile the pass of {rule.law} ({rule.edges}; {about}): "
            f"{first_message(str(error))}; use --engine gl"
        ) from error


def reads_texture(device: GLDevice) -> bool:
    """Return True if passes on this device read their storage buffer as a texture.

    Mesa's llvmpipe reads storage buffers lane by lane, which makes passes a third slower.
    """
    return device.is_software


def _describe(shape: PassShape, watch: Watch) -> str:
    watching = "" if watch is Watch.NONE else f", watching {watch.name.lower()} tiles"
    if _is_in_pairs(shape, watch):
        watching = f", in pairs of rows of {shape.pair_words} words, {shape.lanes} lanes"
    words = f"{shape.words} words, computed with {shape.bits} bits"
    return f"{shape.generations} generations, {words}, {shape.rows} rows, unrolled {shape.unroll} times{watching}"


def _is_in_pairs(shape: PassShape, watch: Watch) -> bool:
    return shape.in_pairs and watch is Watch.NONE


def _remedy(shape: PassShape, watch: Watch, *, repeats: bool) -> str:
    """Return the end of the error message if a pass's program does not compile.

    It says what gpulife does instead, or what the user can do.
    """
    if repeats:
        return "passes are dispatched one by one instead"
    return "rows are computed one by one instead" if _is_in_pairs(shape, watch) else "use --engine gl"


def first_message(log: str) -> str:
    """Return the first error in a compiler's log as ``line 57: ...``. If there is none, return its first lines."""
    places = [(match["line"], match["what"].strip()) for match in _PLACE.finditer(log)]
    errors = [place for place in places if not place[1].lower().startswith("warning")]
    if errors:
        line, what = errors[0]
        return f"line {line}: {what}"
    # moderngl puts two lines before the log: the failed operation and, underlined, the kind of the shader.
    lines = [line.strip() for line in log.splitlines() if line.strip(" =") not in ("", "compute_shader")]
    return ": ".join(lines[:2]) or "no reason given"


def _save_text(text: str, log: str, rule: Rule, shape: PassShape, watch: Watch) -> str:
    """Save a shader's text and the compiler's log in a file. Return a phrase for error messages that names the file."""
    law = re.sub(r"[^A-Za-z0-9]", "_", rule.law)
    kind = "pairs" if _is_in_pairs(shape, watch) else watch.name.lower()
    name = f"{law}-{rule.edges}-{shape.bits}x{shape.words}-{shape.generations}-{kind}.comp"
    below = "".join(f"// {line}\n" for line in log.splitlines())
    try:
        path = log_folder() / name
        with atomic_write(path, "w") as file:
            file.write(text + below)
    except OutputError as error:
        return f"the shader's text could not be saved ({error})"
    return f"the shader's text is in {path}"


# Many passes in one dispatch, for boards so small that starting a pass takes longer than computing it. One workgroup
# computes the whole board and waits at barriers between passes, which alternate between the two buffers. Only for
# software renderers, where a workgroup is one thread's work: a graphics card would be mostly idle.
MIN_GENERATIONS = 256
"""Minimum number of generations in a step for which the program that repeats passes is compiled."""
_MAX_PASSES = 64
"""Limit on the number of passes that one dispatch repeats, to keep it short."""


def can_repeat(device: GLDevice, rule: Rule, shape: PassShape, layout: Layout, bands: Sequence[PlanesBand]) -> bool:
    """Return True if one workgroup can compute the whole board, with passes of this shape."""
    rows = bands[0].rows
    return (
        device.is_software
        and not is_ranged(rule)
        and len(bands) == 1
        and rows * layout.columns <= MAX_REPEATED_CELLS
        and shape.across >= layout.invocations
        and shape.down * shape.rows >= rows
        # Rows and ends of lines may wrap only once.
        and (rule.edges is Edges.DEAD or (layout.columns >= 32 and rows >= shape.generations + shape.unroll))
    )


class RepeatedPass:
    """The program that computes many passes on a small board in one dispatch; :func:`can_repeat` must be true.

    Args:
        device: the device; its context must be current in every call.
        rule: the rule with the board's edges.
        shape: how the work of a pass is divided among shader invocations.
        layout: the layout of the board.
        band: the board's only band.

    Raises:
        EngineError: the driver does not compile the program.
    """

    def __init__(self, device: GLDevice, rule: Rule, shape: PassShape, layout: Layout, band: PlanesBand) -> None:
        self._device, self._rule, self._band = device, rule, band
        self._generations = shape.generations
        self._pass = ComputePass(compile_pass(device, rule, shape, Watch.NONE, repeats=True))
        self._pass.set(
            stride=layout.stride,
            groups=layout.invocations,
            halo=HALO,
            columns=layout.columns,
            rows=band.rows,
            above=0,
            below=band.rows,
        )

    def step(self, generation: int, generations: int) -> int:
        """Compute as many whole passes as fit into ``generations``; return the number of generations computed."""
        band, passes = self._band, generations // self._generations
        for first in range(0, passes, _MAX_PASSES):
            count = min(_MAX_PASSES, passes - first)
            band.buffer.bind_to_storage_buffer(0)
            band.spare.buffer.bind_to_storage_buffer(1)
            since = generation + first * self._generations
            self._pass.set(passes=count, first=(since + 1) % self._rule.live_states)
            self._pass.run(1)
            self._device.context.memory_barrier()
            if count % 2:
                band.swap()
        return passes * self._generations


_LOG = logging.getLogger(__name__)

_MAX_SECONDS = 0.25
"""Limit in seconds on a dispatch: desktop drivers reset a GPU that is busy for 2 seconds."""
_ASSUMED_SPEED = 5e8
"""Speed in cells a second, assumed until it has been measured. It is low, so that the first dispatches are short."""
_MAX_AWAKE = 0.4
"""If at most this share of tiles is active, 0 to 1, passes compute only these tiles.

A tile computed from a list takes twice as long, since rows and columns around it must be computed too.
"""
_RECORD_INTERVAL = 64
"""Number of passes between two searches for sleeping tiles while most of the board is active."""
FIRST_RECORD = 8
"""Number of passes before the first search for sleeping tiles. A search takes as long as three passes."""
_LIVELY_PASSES = 2
"""Number of passes of equal length, over all tiles with life, that must come before a search for changes."""
_COUNT_INTERVAL = 16
"""Number of passes between two counts of active tiles; each count waits for the GPU."""
_SHORT_PASSES = (4, 1)
"""Lengths in generations of shorter passes. They compute what remains of a step after its longest passes."""
_MAX_GROUPS = 65_535
"""Limit on workgroups along an axis of a dispatch; every driver allows this many."""
COMPILING_PAYS_AFTER = 10.0
"""Optional programs are compiled once a run has lasted this many times as long as compiling its first program.

Optional programs search for sleeping tiles or repeat passes. Compiled so late, each lengthens the run by at most a
tenth.
"""


class PlanesPasses(Passes):
    """Steps one board by one rule in passes (runs of a shader over the board).

    Args:
        device: the device; its context must be current in every call.
        rule: the rule with the board's edges.
        shape: how the work of the longest pass is divided among shader invocations.
        layout: how the words of the board are arranged in memory.
        bands: the bands of rows that make up the board, from the top.
        border: the exchange with the strips above and below; None if the board is not a strip of a larger one.
        tiles: the active tiles: see :mod:`gpulife.engines.bitplanes.gl_active_tiles`; None if the board's tiles cannot
            sleep.
    """

    def __init__(
        self,
        device: GLDevice,
        rule: Rule,
        shape: PassShape,
        layout: Layout,
        bands: Sequence[PlanesBand],
        border: Border | None = None,
        tiles: ActiveTiles | None = None,
    ) -> None:
        shape = shape.for_rule(rule)
        longest = shape.generations
        super().__init__(device, rule, (longest, *(few for few in _SHORT_PASSES if few < longest)))
        self._shape = shape
        self._shapes: dict[int, PassShape] = {}  # by generations
        self._layout = layout
        self._bands = bands
        self._border = border
        self._inner: Sequence[int] = range(len(bands)) if border is None else border.inner
        self._outer: Sequence[int] = () if border is None else border.outer
        texel = WORDS_PER_TEXEL if is_ranged(rule) and shape.loads_texels else 1
        self._words = BufferTexture(device.context, texel) if reads_texture(device) else None
        self._cells_per_second = _ASSUMED_SPEED
        self._halo = self._open_halo() if rule.edges is Edges.TORUS else None
        self._programs: dict[tuple[PassShape, Watch], ComputePass] = {}
        self._compile_seconds = 0.0  # of the first program
        self._since = time.perf_counter()  # when the first program was ready
        self._tiles = tiles
        self._wakes = 0  # ``tiles.wakes`` when these passes woke last
        self._repeats = border is None and can_repeat(device, rule, shape, layout, bands)
        self._repeated: RepeatedPass | None = None
        self._record_in = FIRST_RECORD  # in passes
        self._watched = self._by_life = False  # the last pass watched; the next pass's lists go by life
        self._awake_share = 1.0

    @property
    def awake_share(self) -> float:
        """The share of tiles that were active at the last count, 0 to 1."""
        return self._awake_share

    def prepare(self, generations: int, *, sleep: bool) -> Iterator[None]:
        """Compile the programs for ``generations`` generations; with ``sleep``, also the programs for longer runs.

        The programs for longer runs find sleeping tiles, or repeat passes. Yields after each program.
        """
        shapes = [self._shape_of(length) for length, _ in self._lengths(generations)]
        is_listed = self._lists_pay() and self._life_share() > 0
        for shape in shapes:
            if is_listed:
                self._program(_watching(shape), Watch.LISTED)
            else:
                self._program(self._accepted(shape, Watch.NONE), Watch.NONE)
            yield
        if sleep and shapes and self._tiles is not None and self._repeats_turns(shapes[0].generations):
            for watch in (Watch.ALL, Watch.LISTED):
                self._program(_watching(shapes[0]), watch)
                yield
        if sleep and self._repeats:
            self._repeat(0, 0)
            yield

    def step(self, generation: int, generations: int) -> None:
        """Compute ``generations`` generations. The bands hold the board of generation ``generation``."""
        if generations >= MIN_GENERATIONS and (self._repeated is not None or self._compiling_pays()):
            done = self._repeat(generation, generations)
            generation, generations = generation + done, generations - done
        super().step(generation, generations)

    def _compute(self, length: int, generation: int) -> None:
        shape = self._shape_of(length)
        self._fill_halos(length)  # before new lists replace those of the last pass
        watch = self._watch(shape)
        own = self._accepted(_watching(shape) if watch is not Watch.NONE else shape, watch)
        self._pass(own, generation, watch, self._inner)
        if self._border is not None:
            seen = self._border.finish(by_life=self._by_life)
            if self._tiles is not None and watch is Watch.LISTED:
                self._tiles.mark_beyond(*seen)
                self._tiles.list_beside(self._outer)
            self._pass(own, generation, watch, self._outer)
        self._watched = watch is not Watch.NONE
        if self._tiles is not None and self._watched:
            self._tiles.end_pass(is_listed=watch is Watch.LISTED)
        self._record_in -= 1

    def wake_all(self) -> None:
        """Wake all tiles with live cells, so that passes compute them.

        This is needed if the two generations in the buffers are not one pass apart, since it is then unknown what has
        changed.
        """
        if self.awake_share <= _MAX_AWAKE:
            self._record_in = 0  # most of the board can soon sleep again
        self._streak, self._watched = 0, False
        if self._tiles is None or not self._tiles.knows_life:
            self._awake_share = 1.0

    def release(self) -> None:
        """Release the texture through which passes read the buffers, if there is one."""
        if self._words is not None:
            self._words.release()

    def _watch(self, shape: PassShape) -> Watch:
        """Choose which tiles the next pass computes, and whether it records changes.

        ``shape`` is the shape of the pass. While most of the board sleeps, every pass records changes; else only now
        and then.
        """
        tiles = self._tiles
        if tiles is None:
            return Watch.NONE
        repeats = self._repeats_turns(shape.generations)  # else ties would go to another species in the next pass
        if tiles.knows_life:
            if tiles.wakes != self._wakes:
                self._wakes, self._streak = tiles.wakes, 0
            self._by_life = self._streak < _LIVELY_PASSES or not repeats
            if self._list_active(tiles):
                return Watch.LISTED
            tiles.forget()
            return Watch.NONE
        if self._streak == 0 or not repeats or self._record_in > 0 or not self._recording_pays(shape):
            return Watch.NONE
        self._record_in = _RECORD_INTERVAL
        return Watch.ALL

    def _list_active(self, tiles: ActiveTiles) -> bool:
        """List the active tiles, if they are known. Return True if the next pass should compute only these."""
        if not self._lists_pay() or (self._by_life and not self._lets_the_dead_sleep):
            return False
        tiles.list_active(by_life=self._by_life)
        if not self._by_life:
            self._record_in = _RECORD_INTERVAL
        if self.awake_share > _MAX_AWAKE or self._streak == _LIVELY_PASSES or self._streak % _COUNT_INTERVAL == 0:
            self._awake_share = tiles.active_share()
        return self.awake_share <= _MAX_AWAKE

    def _lists_pay(self) -> bool:
        """Return True if the program that computes only listed tiles is compiled, or is now worth compiling."""
        if any(watch is not Watch.NONE for _, watch in self._programs):
            return True
        return self._lets_the_dead_sleep and self._life_share() <= _MAX_AWAKE

    def _life_share(self) -> float:
        """Return the share of tiles that have live cells, 0 to 1; 1 if it is unknown."""
        return 1.0 if self._tiles is None or not self._tiles.knows_life else self._tiles.life_share()

    def _recording_pays(self, shape: PassShape) -> bool:
        """Return True if the program that computes all tiles and records changes is compiled, or worth compiling."""
        return (_watching(shape), Watch.ALL) in self._programs or self._compiling_pays()

    def _compiling_pays(self) -> bool:
        seconds = time.perf_counter() - self._since
        return bool(self._programs) and seconds >= COMPILING_PAYS_AFTER * self._compile_seconds

    def _repeat(self, generation: int, generations: int) -> int:
        """Repeat passes in one dispatch; return how many generations were computed, at most ``generations``.

        If the program does not compile, the result is 0, and passes are dispatched one by one.
        """
        if not self._repeats:
            return 0
        if self._repeated is None:
            try:
                self._repeated = RepeatedPass(self._device, self._rule, self._shape, self._layout, self._bands[0])
            except EngineError as error:
                _LOG.info("%s", error)
                self._repeats = False
                return 0
        self.wake_all()
        if self._tiles is not None:
            self._tiles.forget()
        return self._repeated.step(generation, generations)

    def _shape_of(self, length: int) -> PassShape:
        if length not in self._shapes:
            shape = replace(self._shape, generations=length)
            self._shapes[length] = shape if shape.in_pairs else shape.alone
        return self._shapes[length]

    def _open_halo(self) -> ComputePass:
        layout = self._layout
        parameters = {"PLANES": layout.planes, "TILE_ROWS": TILE_ROWS, "WIDE": int(layout.columns >= CELLS_PER_WORD)}
        halo = ComputePass(self._device.compute("planes_halo.comp", parameters))
        halo.set(stride=layout.stride, columns=layout.columns, groups=layout.invocations, halo=HALO)
        return halo

    def _fill_halos(self, generations: int) -> None:
        """Fill all halos for a pass of ``generations`` generations.

        First fill the words at the ends of lines, then the rows above and below bands.

        The order matters: each row is copied together with the words at its ends.
        """
        context, layout = self._device.context, self._layout
        reach = generations * reach_of(self._rule)
        if self._halo is not None:
            for number, band in enumerate(self._bands):
                band.buffer.bind_to_storage_buffer(0)
                self._halo.set(rows=band.rows, sleeps=self._watched)
                if self._watched and self._tiles is not None:
                    self._tiles.bind(number)
                    self._halo.set(first_tile=self._tiles.first_tile(number))
                self._halo.run(-(-band.rows // (TILE_ROWS * 8)))
            context.memory_barrier()
        for band in self._bands:
            for copy in band.copies:
                if copy.to_row + copy.rows <= -reach or copy.to_row >= band.rows + reach:
                    continue  # beyond the reach of this pass
                context.copy_buffer(
                    band.buffer,
                    self._bands[copy.source].buffer,
                    copy.rows * layout.row_bytes,
                    read_offset=(HALO + copy.from_row) * layout.row_bytes,
                    write_offset=(HALO + copy.to_row) * layout.row_bytes,
                )
        context.memory_barrier()
        if self._border is not None:
            self._border.begin()

    def _pass(self, shape: PassShape, generation: int, watch: Watch, numbers: Sequence[int]) -> None:
        program, layout = self._program(shape, watch), self._layout
        program.set(
            stride=layout.stride,
            groups=layout.invocations,
            halo=HALO,
            first=(generation + 1) % self._rule.live_states,
            columns=layout.columns,
        )
        first, total = 0, self._bands[-1].start + self._bands[-1].rows
        if self._border is not None:
            first, total = self._border.first_row, self._border.board_rows
        for number in numbers:
            band = self._bands[number]
            band.spare.buffer.bind_to_storage_buffer(1)
            program.set(above=-band.start - first, below=total - band.start - first)
            listed: moderngl.Buffer | None = None
            if watch is not Watch.NONE and self._tiles is not None:
                listed = self._tiles.bind(number)
                program.set(first_tile=self._tiles.first_tile(number), **self._tiles.life_bits())
            with self._bound(band.buffer):
                if watch is Watch.LISTED and listed is not None:
                    program.set(rows=band.rows)
                    program.run_indirect(listed)
                else:
                    self._dispatch(program, shape, band)
            band.swap()
        self._device.context.memory_barrier()

    @contextmanager
    def _bound(self, buffer: moderngl.Buffer) -> Iterator[None]:
        """Bind a buffer during a ``with`` block: as storage, and also as a texture if that is faster to read."""
        buffer.bind_to_storage_buffer(0)
        with nullcontext() if self._words is None else self._words.showing(buffer):
            yield

    def _dispatch(self, program: ComputePass, shape: PassShape, band: PlanesBand) -> None:
        """Compute all rows of a band. If one dispatch would take too long, use several."""
        context = self._device.context
        words = self._layout.words
        cells_per_row = self._layout.columns * shape.generations
        unit = shape.rows * (1 if shape.in_pairs else shape.down)
        if shape.in_pairs:
            program.set(across=-(-words // shape.pass_words))
        row = 0
        while row < band.rows:
            max_rows = max(int(self._cells_per_second * _MAX_SECONDS / cells_per_row), 1)
            rows = min(band.rows - row, -(-max_rows // unit) * unit, shape.max_rows(words, _MAX_GROUPS))
            whole = rows == band.rows
            program.set(first_row=row, rows=row + rows)
            if is_part := not whole:
                context.finish()
            began = time.perf_counter()
            program.run(*shape.groups(words, rows))
            if is_part:
                context.finish()
                self._cells_per_second = rows * cells_per_row / (time.perf_counter() - began)
            row += rows

    def _accepted(self, shape: PassShape, watch: Watch) -> PassShape:
        """Return ``shape``; if the driver cannot compile passes in pairs of rows, a copy of it without pairs."""
        if shape.in_pairs and watch is Watch.NONE:
            try:
                self._program(shape, watch)
            except EngineError as error:
                _LOG.info("%s", error)
                self._shape = self._shape.alone
                self._shapes.clear()
                return shape.alone
        return shape

    def _program(self, shape: PassShape, watch: Watch) -> ComputePass:
        """Return the program of a pass, after running it once on no rows: some drivers compile a program only then."""
        key = shape, watch
        if key not in self._programs:
            began = time.perf_counter()
            program = ComputePass(compile_pass(self._device, self._rule, shape, watch, stride=self._layout.stride))
            self._run_empty(program)
            if not self._programs:
                self._since = time.perf_counter()
                self._compile_seconds = self._since - began
            self._programs[key] = program
        return self._programs[key]

    def _run_empty(self, program: ComputePass) -> None:
        """Run a program on no rows and no tiles, but with buffers bound, so that drivers compile it completely."""
        nothing = self._device.context.buffer(reserve=4 * LIST_HEADER)
        nothing.clear()
        for binding in range(1, 4):
            nothing.bind_to_storage_buffer(binding)
        program.set(groups=0, rows=0)
        with self._bound(self._bands[0].buffer):
            program.run(1)
            self._device.context.finish()
        nothing.release()


def _watching(shape: PassShape) -> PassShape:
    """Return a copy of ``shape`` for passes that record changes, in which each invocation computes one tile."""
    return replace(shape.alone, rows=TILE_ROWS, down=1)

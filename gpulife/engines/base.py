"""The interface of all engines, and the code that they share.

An engine holds one universe and steps it. Sessions, the view and the command line use engines only through
:class:`Engine`; :mod:`gpulife.engines.registry` lists and opens them.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.closing import Closing
from gpulife.engines.memory import require_memory
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.board_sizes import free_memory
from gpulife.rules import Cells, Edges, Rule

_Result = TypeVar("_Result")

_MOMENT_PASSES, _MOMENT_CELLS = 64, 1 << 30
"""Every engine computes this many passes in less than a second, and also this many cells times generations."""


class StepStoppedError(Exception):
    """``Engine._step`` ended early because ``self._stopped()`` returned True.

    Attributes:
        generations: the number of generations computed.
    """

    def __init__(self, generations: int) -> None:
        super().__init__(f"stopped after {generations} generations")
        self.generations = generations


class Storage(Enum):
    """The kind of memory in which an engine keeps its cells, and the form in which it stores them.

    With OpenGL memory, the engine also has the attributes ``bands`` (the parts of the board) and ``device`` (the OpenGL
    device that holds them). From these a view can read the cells without copying them.
    """

    PRIVATE = "memory private to the engine: use Engine.read and Engine.census"
    STRIPS = "memory of the ranks, in strips: use Engine.call"
    TEXTURES = "one byte per cell in OpenGL textures"
    PLANE_BUFFERS = "bit planes in OpenGL buffers"
    PLANE_TEXTURES = "bit planes in OpenGL textures"

    @property
    def is_opengl(self) -> bool:
        """True if the cells are in OpenGL memory, where shaders can read them."""
        return self not in (Storage.PRIVATE, Storage.STRIPS)


class Engine(Closing):
    """A universe that can be stepped, painted, read and counted.

    Coordinates are (row, column) from the upper left. On a torus every rectangle wraps around the edges, several times
    if it is larger than the board. Beyond dead edges painting has no effect and reading gives state 0.

    Attributes:
        name: the name for ``--engine``.
        rule: the rule, with this board's shape and edges.
        shape: (rows, columns).
        generation: the generation of the cells on the board; a new board is generation 0.
        renderer: the name of an OpenGL renderer or the version of numpy, to show to users.
        pass_generations: the generations in one pass; a whole pass costs little more than a single generation.
        changes: the number of calls that have stepped or painted the cells. A view redraws when this number has grown.
        storage: the kind of memory that holds the cells.
    """

    name: str
    storage: ClassVar[Storage] = Storage.PRIVATE
    bytes_per_cell: ClassVar[float]
    """The largest number of bytes of memory per cell; checked before memory is allocated."""
    has_twists: ClassVar[bool] = False
    """True if the engine computes boards whose rule has a twist."""

    def __init__(self, rule: Rule, shape: tuple[int, int]) -> None:
        rows, columns = shape
        if rows < 1 or columns < 1:
            raise BoardSizeError(f"a board of {columns}x{rows} has no cells; both sizes must be 1 or more")
        if rule.size is not None and rule.size != shape:
            raise BoardSizeError(f"a board of {columns}x{rows} does not have the size in rule {rule}")
        if rule.twist is not None and not self.has_twists:
            raise EngineError(f"the engine {self.name} cannot compute a board that is a {rule.twist.title}")
        require_memory(shape, self._memory_needed(rule, shape), self.name, self._memory_available())
        self.rule = rule.on_board(shape)
        self.shape = shape
        self.generation = 0
        self.changes = 0
        self._stopped: Callable[[], bool] = _never
        self._gathers = False
        self._gathered: tuple[int, int, Rule] | None = None  # first generation, number to compute, rule

    renderer: str
    pass_generations: int = 1

    @property
    def awake_share(self) -> float:
        """The share of the board that was awake when last measured, 0 to 1.

        The other parts sleep: passes skip them, since nothing changes there.
        """
        return 1.0

    @property
    def foreseeable_generations(self) -> int | None:
        """The number of further generations for which stepping stays about as fast as now; None for no limit.

        If parts of a board sleep (are not computed, since nothing changes there), stepping becomes slower once they
        wake up.
        """
        return None

    def step(self, generations: int = 1, rule: Rule | None = None) -> int:
        """Compute ``generations`` generations by ``rule``, or by the board's own rule if ``rule`` is None.

        Returns:
            The number of generations computed. It is less than ``generations`` only after a stop: see :meth:`stopping`.

        Raises:
            RuleError: ``rule`` does not have the same states as the board's rule.
            EngineError: ``generations`` is negative.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: an engine only steps forward; use a snapshot to go back")
        if rule is not None:
            self.rule.require_same_states(rule)
            rule = rule.on_board(self.shape, self.rule.joined)
        rule = rule or self.rule
        if self._gathers:
            self._gather(generations, rule)
        else:
            try:
                self._step(generations, rule)
            except StepStoppedError as stopped:
                generations = stopped.generations
        self.generation += generations
        self.changes += 1
        return generations

    @contextmanager
    def stopping(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """Within the block, let each step end early if ``stopped()`` returns True.

        The board then holds the last complete generation.
        """
        self._stopped = stopped
        try:
            yield
        finally:
            self._stopped = _never

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Combine the steps within the block into as few passes as possible.

        A step may then be computed later, but before the board is read, painted or counted. Do not read the engine's
        memory directly within the block, and do not measure time there.
        """
        self._gathers = True
        try:
            yield
        finally:
            self._gathers = False
            self._compute_gathered()

    def _gather(self, generations: int, rule: Rule) -> None:
        start, count = self.generation, 0
        if self._gathered is not None:
            start, count, before = self._gathered
            if rule != before or start + count != self.generation:
                self._compute_gathered()
                start, count = self.generation, 0
        self._gathered = start, count + generations, rule
        if count + generations >= self.pass_generations:
            self._compute_gathered()

    def _compute_gathered(self) -> None:
        if self._gathered is None:
            return
        (start, count, rule), self._gathered = self._gathered, None
        now, self.generation = self.generation, start
        self._step(count, rule)
        self.generation = now

    def prepare(self, generations: int, *, sleep: bool = False, advance: Callable[[], None] = lambda: None) -> None:
        """Compile shaders in advance, so that the first steps do not take longer; the board does not change.

        Args:
            generations: the number of generations that each later call of :meth:`step` will compute.
            sleep: True to also prepare the shaders that skip sleeping parts of the board, for long runs.
            advance: called several times during the preparation, to show progress.
        """

    def finish(self) -> None:
        """Wait until all queued generations have been computed. This is needed to measure time."""

    def keep_up(self) -> None:
        """Wait until only a few queued generations are left to compute, so that the queue does not grow."""
        self.finish()

    def paint(self, row: int, column: int, cells: Cells, mask: NDArray[np.bool_] | None = None) -> None:
        """Put ``cells`` on the board, with their upper left corner at (row, column).

        Args:
            row: row of the upper left cell, may be negative.
            column: column of the upper left cell, may be negative.
            cells: state codes, shape (height, width), uint8.
            mask: True for each cell to paint, shape as ``cells``; None to paint all.

        Raises:
            EngineError: a state is not in the rule, or the mask has another shape.
        """
        if int(cells.max(initial=0)) > self.rule.live_states:
            raise EngineError(
                f"state {int(cells.max())} does not exist in rule {self.rule.law}, "
                f"which has states 0 to {self.rule.live_states}"
            )
        if mask is not None and mask.shape != cells.shape:
            raise EngineError(f"a mask of shape {mask.shape} does not fit cells of shape {cells.shape}")
        self._compute_gathered()
        self.changes += 1
        for top, left, patch in self._pieces(row, column, *cells.shape):
            piece = cells[patch]
            if mask is not None:
                piece = np.where(mask[patch], piece, self._read(top, left, *piece.shape))
            self._write(top, left, np.ascontiguousarray(piece, dtype=np.uint8))

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy the rectangle of the board whose upper left corner is at (row, column).

        Return state codes, shape (height, width), uint8.

        Raises:
            EngineError: ``height`` or ``width`` is negative.
        """
        if height < 0 or width < 0:
            raise EngineError(f"a rectangle of {width}x{height} cells cannot be read; sizes are 0 or more")
        self._compute_gathered()
        cells = np.zeros((height, width), np.uint8)
        for top, left, patch in self._pieces(row, column, height, width):
            cells[patch] = self._read(top, left, *cells[patch].shape)
        return cells

    def read_all(self) -> Cells:
        """Copy the whole board: state codes, shape ``self.shape``, uint8."""
        return self.read(0, 0, *self.shape)

    def census(self) -> NDArray[np.int64]:
        """Count the cells: return an int64 array with a count for each name in ``rule.census_names``, in that order."""
        self._compute_gathered()
        return self._census()

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], rule: Rule | None = None) -> int:  # noqa: ARG003 - other engines need it
        """Return how many bytes of memory are needed to step a board of ``shape`` (rows, columns) under ``rule``.

        Engines that need the same memory for every rule ignore ``rule``.
        """
        return int(shape[0] * shape[1] * cls.bytes_per_cell)

    def memory(self) -> int:
        """Return how many bytes of memory are needed to step this board."""
        return self.memory_needed(self.shape, self.rule)

    def bytes_moved(self) -> float:
        """Return the minimum number of bytes read and written to compute one generation of the whole board."""
        return 2.0 * self.shape[0] * self.shape[1]  # a byte for each cell, read and written

    @property
    def free_memory(self) -> int:
        """The number of bytes of main memory that are free on the board's machine.

        If ranks share the board, it is the total of all ranks, measured before the board was opened.
        """
        return free_memory()

    def call(self, function: Callable[..., _Result], *arguments: Any) -> list[_Result]:
        """Call ``function(strip, *arguments)`` for each strip, in the process that holds it.

        Return the results, the top strip's first. Without ranks, the whole board is one :class:`Strip`.

        Args:
            function: a module-level function with a picklable result; it may run in another process.
            arguments: picklable arguments.
        """
        return [function(Strip(self, self.shape, self.rule, StripPlace(0, self.shape[0], self.shape[0])), *arguments)]

    def close(self) -> None:
        """Release the engine's resources; the engine cannot be used afterwards."""

    def _memory_needed(self, rule: Rule, shape: tuple[int, int]) -> int:
        """Return how many bytes this engine, with its settings, needs to step a board of ``shape`` under ``rule``."""
        return self.memory_needed(shape, rule)

    def _generations_of_a_moment(self) -> int:
        """Return a number of generations that surely takes less than a second, even if no part of the board sleeps."""
        return max(_MOMENT_PASSES * self.pass_generations, _MOMENT_CELLS // (self.shape[0] * self.shape[1]))

    @abstractmethod
    def _memory_available(self) -> int:
        """Return how many bytes are free in the memory in which this engine keeps boards."""

    @abstractmethod
    def _step(self, generations: int, rule: Rule) -> None:
        """Compute ``generations`` generations by ``rule``; the caller then updates ``self.generation``.

        Raises:
            StepStoppedError: ``self._stopped()`` returned True before all generations were computed.
        """

    @abstractmethod
    def _census(self) -> NDArray[np.int64]:
        """Count the cells; see :meth:`census`."""

    @abstractmethod
    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy the rectangle at (row, column), which is entirely on the board; see :meth:`read`."""

    @abstractmethod
    def _write(self, row: int, column: int, cells: Cells) -> None:
        """Write ``cells`` to the rectangle that begins at (row, column) and is entirely on the board."""

    def _pieces(self, row: int, column: int, height: int, width: int) -> Iterator[tuple[int, int, tuple[slice, slice]]]:
        """Cut a rectangle at the board's edges.

        Yields for each part: (the part's row on the board, its column on the board, the slices of the rectangle's rows
        and columns that make up the part).
        """
        torus = self.rule.edges is Edges.TORUS
        across = list(spans(column, width, self.shape[1], wrap=torus))
        for board_rows, patch_rows in spans(row, height, self.shape[0], wrap=torus):
            for board_columns, patch_columns in across:
                yield board_rows.start, board_columns.start, (patch_rows, patch_columns)


@dataclass(frozen=True, slots=True)
class StripPlace:
    """The position of a strip on its board.

    Attributes:
        start: the board row of the strip's first row.
        rows: the number of rows in the strip.
        board_rows: the number of rows of the board.
    """

    start: int
    rows: int
    board_rows: int


class Strip:
    """The rows of a board that one process holds: all rows, unless ranks share the board.

    In its methods, row 0 is the strip's first row.

    Attributes:
        engine: the engine with the cells.
        shape: (rows, columns) of the board.
        rule: the rule, with the board's edges and shape.
        place: the strip's position on the board.
        offset: the engine's row at which the strip begins. The engine's rows above it are copies of rows of the strip
            above.
    """

    engine: Engine
    offset: int = 0

    def __init__(self, engine: Engine, shape: tuple[int, int], rule: Rule, place: StripPlace) -> None:
        self.engine, self.shape, self.rule, self.place = engine, shape, rule, place

    @property
    def generation(self) -> int:
        """The generation of the cells."""
        return self.engine.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle of the strip, as :meth:`Engine.read` copies a rectangle of the board."""
        return self.engine.read(self.offset + row, column, height, width)

    def write(self, row: int, column: int, cells: Cells) -> None:
        """Write ``cells`` to the rectangle that begins at (row, column) and is entirely on the strip."""
        self.engine.paint(self.offset + row, column, cells)


# A function sent to all ranks cannot take a progress bar along. It calls advance_progress, which reaches the bar only
# in the process that shows one.


def _nothing() -> None:
    pass


_advance: Callable[[], None] = _nothing


def advance_progress() -> None:
    """Move the progress bar of this process, if it shows one, forward by one step."""
    _advance()


@contextmanager
def progress_shown_by(advance: Callable[[], None]) -> Iterator[None]:
    """Within the block, let :func:`advance_progress` call ``advance``, which moves a progress bar."""
    global _advance
    _advance = advance
    try:
        yield
    finally:
        _advance = _nothing


def _never() -> bool:
    return False


def spans(start: int, length: int, size: int, *, wrap: bool) -> Iterator[tuple[slice, slice]]:
    """Cut the interval [start, start + length) at the ends of an axis of ``size`` cells.

    Parts beyond the axis wrap, or are left out if ``wrap`` is False. Yields for each piece: (its slice of the axis, its
    slice of the interval).
    """
    if not wrap:
        low, high = max(start, 0), min(start + length, size)
        if low < high:
            yield slice(low, high), slice(low - start, high - start)
        return
    done = 0
    while done < length:
        low = (start + done) % size
        count = min(length - done, size - low)
        yield slice(low, low + count), slice(done, done + count)
        done += count

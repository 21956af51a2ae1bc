"""The interface of every engine, and what all engines share.

An engine holds one universe and steps it. Sessions, the view and the command line use engines only through
:class:`Engine`; :mod:`gpulife.engines.registry` lists and opens them. Whatever has to run where the cells are, such as
sowing, is a function of a :class:`Strip`, which :meth:`Engine.call` calls: once for most engines, on each rank for a
board on ranks.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
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
"""Passes, and cells times generations, that take a moment."""


class StepStoppedError(Exception):
    """What ``Engine._step`` raises when it was stopped in the middle.

    Attributes:
        generations: how many generations it has computed.
    """

    def __init__(self, generations: int) -> None:
        super().__init__(f"stopped after {generations} generations")
        self.generations = generations


class Storage(Enum):
    """Where an engine keeps its cells: what views and probes can read of it without :meth:`Engine.read`.

    An OpenGL storage lies on the device that the engine has as ``device``, in the bands that it has as ``bands``.
    """

    PRIVATE = "nothing but what Engine.read and Engine.census return"
    STRIPS = "strips on ranks, which functions can be sent to"
    TEXTURES = "a byte a cell in textures of OpenGL"
    PLANE_BUFFERS = "bit planes in buffers of OpenGL"
    PLANE_TEXTURES = "bit planes in textures of OpenGL"

    @property
    def is_opengl(self) -> bool:
        """Whether shaders can read it."""
        return self not in (Storage.PRIVATE, Storage.STRIPS)


class Engine(Closing):
    """A universe that can be stepped, painted, read and counted.

    Coordinates are (row, column) from the upper left. On a torus every rectangle wraps, any number of times; beyond
    dead edges there is nothing to paint and only state 0 to read.

    Attributes:
        name: its name for ``--engine``.
        rule: the law, fixed to this board's shape and edges.
        shape: (rows, columns) in cells.
        generation: the generation of the cells on the board; a new board is generation 0.
        renderer: what computes, to display: a GL renderer's name or numpy's version.
        pass_generations: the number of generations of a pass, which together cost little more than a single one.
        changes: how many times the cells were stepped or painted, by which a view sees that its picture is old.
        storage: where it keeps its cells.
    """

    name: str
    storage: ClassVar[Storage] = Storage.PRIVATE
    bytes_per_cell: ClassVar[float]
    """Peak memory per cell, to check before anything is allocated."""

    def __init__(self, rule: Rule, shape: tuple[int, int]) -> None:
        rows, columns = shape
        if rows < 1 or columns < 1:
            raise BoardSizeError(f"a board of {columns}x{rows} has no cells; both sizes must be 1 or more")
        if rule.size is not None and rule.size != shape:
            raise BoardSizeError(f"a board of {columns}x{rows} is not what rule {rule} fixes")
        require_memory(shape, self._memory_needed(rule, shape), self.name, self._memory_available())
        self.rule = rule.on_board(shape)
        self.shape = shape
        self.generation = 0
        self.changes = 0
        self._stopped: Callable[[], bool] = _never
        self._gathers = False
        self._gathered: tuple[int, int, Rule] | None = None  # generation to begin at, how many to compute, and by what

    renderer: str
    pass_generations: int = 1

    @property
    def awake_share(self) -> float:
        """The share of the board that is computed, 0 to 1, as of some passes ago; the rest sleeps."""
        return 1.0

    @property
    def foreseeable_generations(self) -> int | None:
        """How many generations surely do not take much longer each than the last ones did; None if it is any number.

        Where parts of a board sleep, all of it may be awake a while later.
        """
        return None

    def step(self, generations: int = 1, rule: Rule | None = None) -> int:
        """Compute ``generations`` generations, by ``rule``'s law instead of the board's own if given.

        Returns:
            How many were computed: all, unless it was stopped, see :meth:`stopping`.

        Raises:
            RuleError: ``rule`` has other states than the board's own.
            EngineError: ``generations`` is negative.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: an engine only steps forward; use a snapshot to go back")
        if rule is not None:
            self.rule.require_same_states(rule)
            rule = replace(rule, edges=self.rule.edges, size=self.shape)
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
        """Let steps of the block end early, with whole generations, as soon as ``stopped()`` is true.

        Engines of which a generation can take a second ask in the middle of it, and give up what they have of it.
        """
        self._stopped = stopped
        try:
            yield
        finally:
            self._stopped = _never

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Compute the steps of the block in as few passes as possible: when they fill one, or when the board is needed.

        Reading, painting and counting are as usual meanwhile; whoever looks at the engine's memory, or measures time,
        waits until the block is over.
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
        """Do in advance what would delay stepping that many generations, such as compiling.

        The board does not change. What is not prepared is done when it is first needed.

        Args:
            generations: the number that is going to be stepped at once.
            sleep: whether to prepare, for long runs, also what leaves out the parts of the board that are at rest.
            advance: called when one of a few steps is done.
        """

    def finish(self) -> None:
        """Wait until everything that was ordered has been computed, to measure time."""

    def keep_up(self) -> None:
        """Wait until almost everything that was ordered has been computed, so that no long queue comes to be."""
        self.finish()

    def paint(self, row: int, column: int, cells: Cells, mask: NDArray[np.bool_] | None = None) -> None:
        """Put ``cells`` on the board with their upper left at (row, column).

        Args:
            row: row of the upper left cell, may be negative.
            column: column of the upper left cell, may be negative.
            cells: state codes, shape (height, width), uint8.
            mask: shape of ``cells``; only where True is anything painted. None paints all.

        Raises:
            EngineError: a state that the rule does not have, or a mask of another shape.
        """
        if int(cells.max(initial=0)) > self.rule.live_states:
            raise EngineError(
                f"state {int(cells.max())} is not one of rule {self.rule.law}: "
                f"it has states 0 to {self.rule.live_states}"
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
        """Copy a rectangle of the board: state codes, shape (height, width), uint8.

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
        """Count the cells in the memory where they are, as ``rule.census_names`` names the counts; int64."""
        self._compute_gathered()
        return self._census()

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], live_states: int = 2) -> int:  # noqa: ARG003 - other engines need it
        """Return the bytes that stepping a board of ``shape`` (rows, columns) with that many live states takes."""
        return int(shape[0] * shape[1] * cls.bytes_per_cell)

    def memory(self) -> int:
        """Return the bytes that stepping this board takes."""
        return self.memory_needed(self.shape, self.rule.live_states)

    def bytes_moved(self) -> float:
        """Return the fewest bytes that computing a generation of the whole board reads and writes."""
        return 2.0 * self.shape[0] * self.shape[1]  # a byte a cell, in and out

    @property
    def free_memory(self) -> int:
        """Bytes of main memory that are free where the board is; on ranks those that were before it was opened."""
        return free_memory()

    def call(self, function: Callable[..., _Result], *arguments: Any) -> list[_Result]:
        """Call ``function(strip, *arguments)`` where the cells are; return the results, in the order of the strips.

        Args:
            function: a function of a module, which may run in another process; what it returns can be pickled.
            arguments: what can be pickled.
        """
        return [function(Strip(self, self.shape, self.rule, StripPlace(0, self.shape[0], self.shape[0])), *arguments)]

    def close(self) -> None:
        """Release what the engine holds; it cannot be used afterwards."""

    def _memory_needed(self, rule: Rule, shape: tuple[int, int]) -> int:
        """Return what :meth:`memory_needed` does, for an engine that already knows how it is going to work."""
        return self.memory_needed(shape, rule.live_states)

    def _generations_of_a_moment(self) -> int:
        """Return how many generations take no more than a moment even if all that can awake does so meanwhile.

        What wakes others spreads by a cell a generation; and small boards are computed at once.
        """
        return max(_MOMENT_PASSES * self.pass_generations, _MOMENT_CELLS // (self.shape[0] * self.shape[1]))

    @abstractmethod
    def _memory_available(self) -> int:
        """Return the free bytes of the memory in which this engine keeps boards."""

    @abstractmethod
    def _step(self, generations: int, rule: Rule) -> None:
        """Compute generations; the caller updates ``self.generation`` afterwards.

        Raises:
            StepStoppedError: ``self._stopped()`` was true, and fewer were computed.
        """

    @abstractmethod
    def _census(self) -> NDArray[np.int64]:
        """Count the cells; see :meth:`census`."""

    @abstractmethod
    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle that lies wholly on the board."""

    @abstractmethod
    def _write(self, row: int, column: int, cells: Cells) -> None:
        """Write a rectangle that lies wholly on the board."""

    def _pieces(self, row: int, column: int, height: int, width: int) -> Iterator[tuple[int, int, tuple[slice, slice]]]:
        """Cut a rectangle at the board's edges: for each part its row and column on the board, and its place in it."""
        torus = self.rule.edges is Edges.TORUS
        across = list(spans(column, width, self.shape[1], wrap=torus))
        for board_rows, patch_rows in spans(row, height, self.shape[0], wrap=torus):
            for board_columns, patch_columns in across:
                yield board_rows.start, board_columns.start, (patch_rows, patch_columns)


@dataclass(frozen=True, slots=True)
class StripPlace:
    """Where a strip lies on its board.

    Attributes:
        start: the board's row that is the strip's first.
        rows: the number of its rows.
        board_rows: the number of rows of the board.
    """

    start: int
    rows: int
    board_rows: int


class Strip:
    """Some whole rows of a board, where their cells are; for most engines all rows. Rows count from its first one.

    Attributes:
        engine: what holds the cells.
        shape: (rows, columns) of the board.
        rule: the rule, with the board's edges and shape.
        place: where it lies.
        offset: the engine's row that is the strip's first; before it are copies of the rows of the strip above.
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
        """Copy a rectangle: see :meth:`Engine.read`."""
        return self.engine.read(self.offset + row, column, height, width)

    def write(self, row: int, column: int, cells: Cells) -> None:
        """Put cells on a rectangle that lies wholly on the strip."""
        self.engine.paint(self.offset + row, column, cells)


# A function that is sent to all ranks cannot bring a progress bar along: it calls advance_progress, which reaches the
# bar only in the process that shows one.


def _nothing() -> None:
    pass


_advance: Callable[[], None] = _nothing


def advance_progress() -> None:
    """Tell whoever shows the progress of this process that another part is done."""
    _advance()


@contextmanager
def progress_shown_by(advance: Callable[[], None]) -> Iterator[None]:
    """Let the functions that run on this process's strip within the block call ``advance`` after each part."""
    global _advance
    _advance = advance
    try:
        yield
    finally:
        _advance = _nothing


def _never() -> bool:
    return False


def spans(start: int, length: int, size: int, *, wrap: bool) -> Iterator[tuple[slice, slice]]:
    """Cut the interval [start, start + length) at the edges of an axis of ``size`` cells.

    Yields (slice of the axis, slice of the interval). What lies beyond the axis wraps, or is left out without ``wrap``.
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

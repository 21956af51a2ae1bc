"""The interface of every engine, and what all engines share.

An engine holds one universe and steps it. Sessions, the view and the command line use engines only through
:class:`Engine`; :func:`gpulife.engines.open_engine` opens one.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.closing import Closing
from gpulife.engines.memory import require_memory
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.formats.npz import board_bytes, open_npz_bytes
from gpulife.patterns.pattern import StreamedPattern
from gpulife.rules import Cells, Edges, Rule

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
    """

    name: str
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

    def snapshot(self) -> bytes:
        """Return the whole universe as bytes that any engine can :meth:`restore`: an ``.npz`` file in bands."""
        return board_bytes(
            *(self.rule, self.shape, self.generation, self.rule.live_states),
            lambda row, rows: self.read(row, 0, rows, self.shape[1]),
        )

    def restore(self, data: bytes) -> None:
        """Restore the universe to what it was when :meth:`snapshot` returned ``data``.

        Raises:
            PatternError: ``data`` is damaged; the universe has not changed.
            EngineError: it is of another rule or board; the universe has not changed.
        """
        pattern = open_npz_bytes(data, "snapshot")
        if str(pattern.rule) != str(self.rule):
            raise EngineError(f"a snapshot of {pattern.rule} cannot be restored to a board of {self.rule}")
        if isinstance(pattern, StreamedPattern) and pattern.parts > 1:
            pattern.verify()  # check everything before the first band is painted
        for patch in pattern.patches():
            self.paint(patch.row, patch.column, patch.cells)
        self.generation = pattern.generation

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

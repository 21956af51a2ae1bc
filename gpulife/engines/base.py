"""The contract that every engine keeps, and what all engines share.

An engine holds one universe and steps it. Sessions, the view and the headless runner know engines only by
:class:`Engine`; :func:`gpulife.engines.open_engine` makes one.
"""

from __future__ import annotations

import io
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.closing import Closing
from gpulife.engines.memory import require_memory
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.patterns.formats.npz.bands import header_for, write_bands
from gpulife.patterns.pattern import Cells, StreamedPattern
from gpulife.rules import Edges, Rule


class Engine(Closing):
    """A universe that can be stepped, painted, read and counted.

    Coordinates are (row, column) from the upper left. On a torus every rectangle wraps, any number of times; beyond
    dead edges there is nothing to paint and only state 0 to read.

    Attributes:
        name: what ``--engine`` calls it.
        rule: the law, fixed to this board's shape and edges.
        shape: (rows, columns) in cells.
        generation: of the cells on the board; a new board is generation 0.
        renderer: what computes, for people: a GL renderer's name or numpy's version.
    """

    name: ClassVar[str]
    bytes_per_cell: ClassVar[float]
    """Peak memory a cell, for the check before anything is allocated."""

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

    renderer: str

    @property
    def pass_generations(self) -> int:
        """Generations that cost little more together than one of them alone."""
        return 1

    def step(self, generations: int = 1, rule: Rule | None = None) -> None:
        """Compute ``generations`` generations, by ``rule``'s law instead of the board's own if given.

        Raises:
            RuleError: ``rule`` has other states than the board's own.
            EngineError: ``generations`` is negative.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: an engine only steps forward; use a snapshot to go back")
        if rule is not None:
            self.rule.require_same_states(rule)
            rule = replace(rule, edges=self.rule.edges, size=self.shape)
        self._step(generations, rule or self.rule)
        self.generation += generations

    def prepare(self, generations: int, *, sleep: bool = False, advance: Callable[[], None] = lambda: None) -> None:
        """Get ready what stepping so many generations needs and what takes long, such as compiling.

        Nothing on the board changes. What is not prepared is got ready when it is needed first.

        Args:
            generations: that are going to be asked for at once.
            sleep: also what leaves out those parts of the board that are at rest, for long runs.
            advance: called when one of a few steps is done.
        """

    def finish(self) -> None:
        """Wait until everything asked for has been computed: for those who measure time."""

    def paint(self, row: int, column: int, cells: Cells, mask: NDArray[np.bool_] | None = None) -> None:
        """Put ``cells`` on the board with their upper left at (row, column).

        Args:
            row: of the upper left cell, may be negative.
            column: likewise.
            cells: state codes, shape (height, width), uint8.
            mask: shape of ``cells``; only where True is anything painted. None paints all.

        Raises:
            EngineError: a state that the rule does not have, or a mask of another shape.
        """
        if int(cells.max(initial=0)) > self.rule.species:
            raise EngineError(
                f"state {int(cells.max())} is not one of rule {self.rule.law}: it has states 0 to {self.rule.species}"
            )
        if mask is not None and mask.shape != cells.shape:
            raise EngineError(f"a mask of shape {mask.shape} does not fit cells of shape {cells.shape}")
        for board, patch in self._pieces(row, column, *cells.shape):
            piece = cells[patch]
            if mask is not None:
                piece = np.where(mask[patch], piece, self._read(*_corner_and_size(board)))
            self._write(board[0].start, board[1].start, np.ascontiguousarray(piece, dtype=np.uint8))

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle of the board: state codes, shape (height, width), uint8.

        Raises:
            EngineError: ``height`` or ``width`` is negative.
        """
        if height < 0 or width < 0:
            raise EngineError(f"a rectangle of {width}x{height} cells cannot be read; sizes are 0 or more")
        cells = np.zeros((height, width), np.uint8)
        for board, patch in self._pieces(row, column, height, width):
            cells[patch] = self._read(*_corner_and_size(board))
        return cells

    def read_all(self) -> Cells:
        """Copy the whole board: state codes, shape ``self.shape``, uint8."""
        return self.read(0, 0, *self.shape)

    def census(self) -> NDArray[np.int64]:
        """Cells in each of the states 1 to ``rule.species``, counted where the cells are: shape (species,), int64."""
        return self._census()

    @classmethod
    def memory_needed(cls, shape: tuple[int, int], species: int = 2) -> int:  # noqa: ARG003 - others look at it
        """Bytes that a board of ``shape`` (rows, columns) and so many species takes while it is stepped."""
        return int(shape[0] * shape[1] * cls.bytes_per_cell)

    def bytes_moved(self) -> float:
        """Bytes that computing one generation reads and writes at least, if the whole board is computed."""
        return 2.0 * self.shape[0] * self.shape[1]  # a byte a cell, in and out

    def snapshot(self) -> bytes:
        """The whole universe as bytes that :meth:`restore` of any engine takes: an ``.npz`` file in bands."""
        buffer = io.BytesIO()
        header = header_for(self.rule, self.shape, self.generation, self.rule.species)
        write_bands(buffer.write, header, lambda row, rows: self.read(row, 0, rows, self.shape[1]))
        return buffer.getvalue()

    def restore(self, data: bytes) -> None:
        """Make the universe what it was when ``data`` was taken by :meth:`snapshot`.

        Raises:
            PatternError: ``data`` is damaged; then the universe is as it was.
            EngineError: it is of another rule or board; likewise.
        """
        pattern = open_npz_bytes(data, "snapshot")
        if str(pattern.rule) != str(self.rule):
            raise EngineError(f"a snapshot of {pattern.rule} cannot be restored to a board of {self.rule}")
        if isinstance(pattern, StreamedPattern) and pattern.parts > 1:
            pattern.verify()  # all of it, before the first band is painted
        for patch in pattern.patches():
            self.paint(patch.row, patch.column, patch.cells)
        self.generation = pattern.generation

    def close(self) -> None:
        """Release what the engine holds; it is of no use afterwards."""

    def _memory_needed(self, rule: Rule, shape: tuple[int, int]) -> int:
        """:meth:`memory_needed`, for an engine that knows already how it is going to work."""
        return self.memory_needed(shape, rule.species)

    @abstractmethod
    def _census(self) -> NDArray[np.int64]:
        """Do :meth:`census`."""

    @abstractmethod
    def _memory_available(self) -> int:
        """Bytes that a board could take where this engine keeps it."""

    @abstractmethod
    def _step(self, generations: int, rule: Rule) -> None:
        """Compute generations; ``self.generation`` is still that of the cells before the first."""

    @abstractmethod
    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle that lies on the board."""

    @abstractmethod
    def _write(self, row: int, column: int, cells: Cells) -> None:
        """Write a rectangle that lies on the board."""

    def _pieces(
        self, row: int, column: int, height: int, width: int
    ) -> Iterator[tuple[tuple[slice, slice], tuple[slice, slice]]]:
        """Cut a rectangle at the board's edges: pairs of (where on the board, where in the rectangle)."""
        torus = self.rule.edges is Edges.TORUS
        across = list(spans(column, width, self.shape[1], wrap=torus))
        for board_rows, patch_rows in spans(row, height, self.shape[0], wrap=torus):
            for board_columns, patch_columns in across:
                yield (board_rows, board_columns), (patch_rows, patch_columns)


def spans(start: int, length: int, size: int, *, wrap: bool) -> Iterator[tuple[slice, slice]]:
    """Cut the interval [start, start + length) at the edges of an axis of ``size`` cells.

    Yields (slice of the axis, slice of the interval); what lies beyond the axis wraps, or else is left out.
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


def _corner_and_size(board: tuple[slice, slice]) -> tuple[int, int, int, int]:
    rows, columns = board
    return rows.start, columns.start, rows.stop - rows.start, columns.stop - columns.start

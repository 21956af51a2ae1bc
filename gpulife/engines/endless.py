"""The interface of the engines whose patterns lie on a plane without end, instead of a board."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from gpulife.closing import Closing
from gpulife.errors import EngineError
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, StreamedPattern
from gpulife.rules import Cells, Rule

Box = tuple[int, int, int, int]
"""(row, column, height, width)."""


class EndlessEngine(Closing):
    """A pattern on a plane without end.

    Coordinates are (row, column), of any sign; rows grow downwards. Row and column 0 are Golly's. Under rules with
    births without neighbours (B0), states are those of Golly: see :mod:`gpulife.engines.hashlife.laws`.

    Attributes:
        name: the name for ``--engine``.
        renderer: what computes, to show to users.
        rule: the rule.
        changes: the number of calls that have stepped or painted the plane.
    """

    name: str
    renderer: str

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.changes = 0
        self._stopped: Callable[[], bool] = lambda: False

    @property
    @abstractmethod
    def generation(self) -> int:
        """The generation of the cells; a new plane is generation 0."""

    @property
    @abstractmethod
    def background(self) -> int:
        """The true state of all cells far away, which are in state 0 here: 1 in some generations under B0, else 0."""

    @property
    @abstractmethod
    def memory(self) -> int:
        """The memory that the plane takes now, in bytes."""

    def load(self, pattern: Pattern | StreamedPattern, advance: Callable[[], None] = lambda: None) -> None:
        """Replace the empty plane of generation 0 by a pattern.

        A pattern without a position has its middle at row and column 0. Call this once, on a new plane.

        Args:
            pattern: the pattern; its states must be in the rule.
            advance: called after each of the pattern's parts.

        Raises:
            BoardSizeError: the pattern does not fit into memory.
            PatternError: the pattern's file is damaged.
        """
        self._begin_at(pattern.generation)
        self.changes += 1
        row, column = pattern.position or (-(pattern.shape[0] // 2), -(pattern.shape[1] // 2))
        for patch in pattern.patches():
            self.paint(row + patch.row, column + patch.column, patch.cells)
            advance()

    def step(self, generations: int = 1, longest: int | None = None) -> int:
        """Compute ``generations`` generations.

        Args:
            generations: the number of generations, 0 or more.
            longest: steps have at most 2 ** longest generations; None for no limit.

        Returns:
            The number of generations computed. It is less than ``generations`` only after a stop: see
            :meth:`stopping`.

        Raises:
            EngineError: ``generations`` is negative.
            BoardSizeError: the plane does not fit into memory; it is then as it was after the last whole step.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: an engine only steps forward; use a snapshot to go back")
        self.changes += 1
        return self._step(generations, longest)

    @contextmanager
    def stopping(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """Within the block, let :meth:`step` end early if ``stopped()`` returns True; it asks several times a second.

        The plane is then as it was after the last whole step.
        """
        self._stopped = stopped
        try:
            yield
        finally:
            self._stopped = lambda: False

    def paint(self, row: int, column: int, cells: Cells) -> None:
        """Put ``cells`` (state codes, shape (height, width), uint8) on the plane, the upper left one at (row, column).

        Raises:
            EngineError: a state is not in the rule.
            BoardSizeError: the plane does not fit into memory; it is as it was.
        """
        if int(cells.max(initial=0)) > self.rule.live_states:
            raise EngineError(
                f"state {int(cells.max())} does not exist in rule {self.rule.law}, "
                f"which has states 0 to {self.rule.live_states}"
            )
        self.changes += 1
        if cells.size:
            self._write(row, column, cells)

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle of the plane: state codes, shape (height, width), uint8.

        Raises:
            EngineError: ``height`` or ``width`` is negative.
        """
        if height < 0 or width < 0:
            raise EngineError(f"a rectangle of {width}x{height} cells cannot be read; sizes are 0 or more")
        return self._read(row, column, height, width)

    def census(self) -> list[int]:
        """Count the cells: return the exact number for each name in ``rule.census_names``, in that order."""
        counts = self._population()[1:]
        names = len(self.rule.census_names)
        return [*counts[: names - 1], sum(counts[names - 1 :])]

    @abstractmethod
    def density(self, level: int, row: int, column: int, rows: int, columns: int) -> NDArray[np.float32]:
        """Return the share of each state in squares of 2 ** level cells, shape (rows, columns, states).

        Row and column are those of squares: square 0 begins at row 1 and column 0 of the cells. The share of state 0
        is given as 0.

        Args:
            level: 3 or more.
            row: row of the upper left square.
            column: its column.
            rows: number of rows of squares.
            columns: number of columns of squares.
        """

    @abstractmethod
    def box(self) -> Box | None:
        """Return (row, column, height, width) of the smallest rectangle with all live cells; None without any."""

    @abstractmethod
    def macrocell_pieces(self, notes: Notes = NO_NOTES) -> Iterator[str]:
        """Yield the text of a macrocell file with the whole plane, in pieces."""

    @abstractmethod
    def _begin_at(self, generation: int) -> None:
        """Set the generation of a new plane."""

    @abstractmethod
    def _step(self, generations: int, longest: int | None) -> int:
        """Compute generations; see :meth:`step`."""

    @abstractmethod
    def _write(self, row: int, column: int, cells: Cells) -> None:
        """Put cells on the plane, at least one; see :meth:`paint`."""

    @abstractmethod
    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle of the plane; see :meth:`read`."""

    @abstractmethod
    def _population(self) -> list[int]:
        """Return the number of cells in each state from 0 on; that of state 0 has no meaning."""

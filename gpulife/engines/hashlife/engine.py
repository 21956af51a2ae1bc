"""The engine: a pattern on a plane without end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.closing import Closing
from gpulife.engines.hashlife import cells as access
from gpulife.engines.hashlife import macrocell
from gpulife.engines.hashlife._compiled import VERSION
from gpulife.engines.hashlife.laws import background
from gpulife.engines.hashlife.tree import HashTree
from gpulife.errors import EngineError
from gpulife.patterns.board_sizes import free_memory
from gpulife.patterns.formats.macrocell import MacrocellPattern, open_macrocell
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, StreamedPattern
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.rules import Cells, Rule, parse_rule

_MEMORY_SHARE = 0.5
"""The share of free memory that a plane may take by default."""
_DOWN = 1
"""The row of the plane at which row 0 of the tree lies. Golly counts a tree's rows upwards from the middle."""


class HashLife(Closing):
    """A pattern on a plane without end, computed by HashLife.

    Coordinates are (row, column), of any size and sign; rows grow downwards. Row and column 0 are Golly's. Under rules
    with births without neighbours (B0), states are those of Golly: see :mod:`gpulife.engines.hashlife.laws`.

    Args:
        rule: the rule.
        limit: the memory for the plane, in bytes; None for half of what is free.

    Attributes:
        rule: the rule.
        changes: the number of calls that have stepped or painted the plane.

    Raises:
        EngineError: hashlife cannot compute the rule.
    """

    name: ClassVar[str] = "hashlife"
    renderer: ClassVar[str] = VERSION

    def __init__(self, rule: Rule, limit: int | None = None) -> None:
        self.rule = rule
        self._tree = HashTree(rule, int(free_memory() * _MEMORY_SHARE) if limit is None else limit)
        self._stopped: Callable[[], bool] = lambda: False
        self.changes = 0

    @property
    def generation(self) -> int:
        """The generation of the cells; a new plane is generation 0."""
        return self._tree.generation

    @property
    def background(self) -> int:
        """The true state of all cells far away, which are in state 0 here: 1 in some generations under B0, else 0."""
        return background(self.rule, self.generation)

    @property
    def memory(self) -> int:
        """The memory that the plane takes now, in bytes."""
        return self._tree.store.bytes

    def load(self, pattern: Pattern | StreamedPattern, advance: Callable[[], None] = lambda: None) -> None:
        """Replace the empty plane of generation 0 by a pattern. The tree of a macrocell file is taken as it is.

        A pattern without a position has its middle at row and column 0. Call this once, on a new plane.

        Args:
            pattern: the pattern; its states must be in the rule.
            advance: called after each of the pattern's parts.

        Raises:
            BoardSizeError: the pattern does not fit into memory.
            PatternError: the pattern's file is damaged.
        """
        self._tree.generation = pattern.generation
        self.changes += 1
        if isinstance(pattern, MacrocellPattern) and macrocell.can_hold(pattern.tree.nodes):
            macrocell.load(self._tree, pattern.tree.nodes)
            return
        row, column = pattern.position or (-(pattern.shape[0] // 2), -(pattern.shape[1] // 2))
        for patch in pattern.patches():
            self.paint(row + patch.row, column + patch.column, patch.cells)
            advance()

    def step(self, generations: int = 1, longest: int | None = None) -> int:
        """Compute ``generations`` generations, in steps of powers of two.

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
        return self._tree.advance(generations, longest, self._stopped)

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
        access.write(self._tree, row - _DOWN, column, cells)

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy a rectangle of the plane: state codes, shape (height, width), uint8.

        Raises:
            EngineError: ``height`` or ``width`` is negative.
        """
        if height < 0 or width < 0:
            raise EngineError(f"a rectangle of {width}x{height} cells cannot be read; sizes are 0 or more")
        return access.read(self._tree, row - _DOWN, column, height, width)

    def census(self) -> list[int]:
        """Count the cells: return the exact number for each name in ``rule.census_names``, in that order."""
        counts = access.population(self._tree)[1:]
        names = len(self.rule.census_names)
        return [*counts[: names - 1], sum(counts[names - 1 :])]

    def density(self, level: int, row: int, column: int, rows: int, columns: int) -> NDArray[np.float32]:
        """Return the share of each state in squares of 2 ** level cells, shape (rows, columns, states).

        Row and column are those of squares: square 0 begins one row above row 0 of the cells.

        Args:
            level: 3 or more.
            row: row of the upper left square.
            column: its column.
            rows: number of rows of squares.
            columns: number of columns of squares.
        """
        return access.density(self._tree, level, row, column, rows, columns)

    def box(self) -> tuple[int, int, int, int] | None:
        """Return (row, column, height, width) of the smallest rectangle with all live cells; None without any."""
        found = access.box(self._tree)
        return None if found is None else (found[0] + _DOWN, *found[1:])

    def macrocell_pieces(self, notes: Notes = NO_NOTES) -> Iterator[str]:
        """Yield the text of a macrocell file with the whole plane, in pieces."""
        return macrocell.macrocell_pieces(self._tree, notes)

    def close(self) -> None:
        """Release the memory; the engine cannot be used afterwards."""
        del self._tree


def compile_all() -> None:
    """Compile the engine, or load it if that has been done before, so that nothing takes longer afterwards."""
    with HashLife(parse_rule("Life"), 0) as plane:
        plane.paint(0, 0, np.ones((20, 20), np.uint8))
        plane.step(1)
        text = "".join(plane.macrocell_pieces()).encode()
    with HashLife(parse_rule("Life"), 0) as plane:
        plane.load(open_macrocell(text_of_bytes(text, "plane")))

"""The engine: a pattern on a plane without end."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import VERSION
from gpulife.engines.endless import Box, EndlessEngine
from gpulife.engines.hashlife import cells as access
from gpulife.engines.hashlife import macrocell
from gpulife.engines.hashlife.laws import background
from gpulife.engines.hashlife.tree import HashTree
from gpulife.patterns.board_sizes import free_memory
from gpulife.patterns.formats.macrocell import MacrocellPattern, open_macrocell
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, StreamedPattern
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.rules import Cells, Rule, parse_rule

_MEMORY_SHARE = 0.5
"""The share of free memory that a plane may take by default."""
_DOWN = 1
"""The row of the plane at which row 0 of the tree lies. Golly counts a tree's rows upwards from the middle."""


class HashLife(EndlessEngine):
    """A pattern on a plane without end, computed by HashLife. Coordinates may have any size.

    Args:
        rule: the rule.
        limit: the memory for the plane, in bytes; None for half of what is free.

    Raises:
        EngineError: hashlife cannot compute the rule.
    """

    name = "hashlife"
    renderer = VERSION

    def __init__(self, rule: Rule, limit: int | None = None) -> None:
        super().__init__(rule)
        self._tree = HashTree(rule, int(free_memory() * _MEMORY_SHARE) if limit is None else limit)

    @property
    def generation(self) -> int:
        """The generation of the cells."""
        return self._tree.generation

    @property
    def background(self) -> int:
        """The true state of all cells far away."""
        return background(self.rule, self.generation)

    @property
    def memory(self) -> int:
        """The memory that the plane takes now, in bytes."""
        return self._tree.store.bytes

    def load(self, pattern: Pattern | StreamedPattern, advance: Callable[[], None] = lambda: None) -> None:
        """Replace the empty plane of generation 0 by a pattern. The tree of a macrocell file is taken as it is.

        See :meth:`EndlessEngine.load`.
        """
        if isinstance(pattern, MacrocellPattern) and macrocell.can_hold(pattern.tree.nodes):
            self._begin_at(pattern.generation)
            self.changes += 1
            macrocell.load(self._tree, pattern.tree.nodes)
            return
        super().load(pattern, advance)

    def density(self, level: int, row: int, column: int, rows: int, columns: int) -> NDArray[np.float32]:
        """See :meth:`EndlessEngine.density`."""
        return access.density(self._tree, level, row, column, rows, columns)

    def box(self) -> Box | None:
        """See :meth:`EndlessEngine.box`."""
        found = access.box(self._tree)
        return None if found is None else (found[0] + _DOWN, *found[1:])

    def macrocell_pieces(self, notes: Notes = NO_NOTES) -> Iterator[str]:
        """See :meth:`EndlessEngine.macrocell_pieces`."""
        return macrocell.macrocell_pieces(self._tree, notes)

    def close(self) -> None:
        """Release the memory; the engine cannot be used afterwards."""
        del self._tree

    def _begin_at(self, generation: int) -> None:
        self._tree.generation = generation

    def _step(self, generations: int, longest: int | None) -> int:
        """Compute generations, in steps of powers of two."""
        return self._tree.advance(generations, longest, self._stopped)

    def _write(self, row: int, column: int, cells: Cells) -> None:
        access.write(self._tree, row - _DOWN, column, cells)

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        return access.read(self._tree, row - _DOWN, column, height, width)

    def _population(self) -> list[int]:
        return access.population(self._tree)


def compile_all() -> None:
    """Compile the engine, or load it if that has been done before, so that nothing takes longer afterwards."""
    with HashLife(parse_rule("Life"), 0) as plane:
        plane.paint(0, 0, np.ones((20, 20), np.uint8))
        plane.step(1)
        text = "".join(plane.macrocell_pieces()).encode()
    with HashLife(parse_rule("Life"), 0) as plane:
        plane.load(open_macrocell(text_of_bytes(text, "plane")))

"""Computes up to 64 small universes at once, so that a computer player can compare moves.

All universes start from one board; different cells can be planted in each.
"""

# Two unsigned integers are stored for each cell of the board. Bit ``u`` of the first says if the cell lives in universe
# ``u``; bit ``u`` of the second says if it is of species 2 there. So one generation of all universes needs only about
# forty bitwise operations on whole boards. The GL batch keeps both integers in one texture.

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import EngineError
from gpulife.rules import Cells, Edges, Rule

MAX_UNIVERSES = 64
_FEW_WORDS = 48
Words = NDArray[Any]
"""Unsigned integers with a bit for each universe."""
Indices = NDArray[np.int64]


def can_batch(rule: Rule) -> bool:
    """Return True if a batch can compute ``rule``.

    The rule must be Life-like, with at least two species and without births at 0 neighbours.
    """
    return rule.live_states >= 2 and rule.family.is_life_like and 0 not in rule.births


class Batch(ABC):
    """Universes that start from one board and are stepped together.

    Args:
        cells: the board, shape (rows, columns), uint8; states above 2 count as dead.
        rule: the rule with the board's edges; its board size is ignored.
        generation: the generation of ``cells``.
        universes: the number of universes, 1 to 64.

    Raises:
        EngineError: a batch cannot compute the rule, or there are too many universes.

    Attributes:
        shape: (rows, columns).
        universes: the number of universes.
        generation: the generation of the cells.
    """

    def __init__(self, cells: Cells, rule: Rule, generation: int, universes: int) -> None:
        if not 1 <= universes <= MAX_UNIVERSES:
            raise EngineError(f"{universes} universes: a batch can have 1 to {MAX_UNIVERSES}")
        if not can_batch(rule):
            raise EngineError(
                f"a batch cannot compute rule {rule.law}: use a Life-like rule of two or more species, without B0"
            )
        self.shape = cells.shape[0], cells.shape[1]
        self.rule = rule
        self.generation = generation
        self.universes = universes

    def step(self, generations: int = 1) -> None:
        """Compute ``generations`` generations of every universe."""
        for _ in range(generations):
            # As in the reference, species 2 wins a tie only if the rotated order begins with it.
            self._step(ties_to_second=(self.generation + 1) % self.rule.live_states == 1)
            self.generation += 1

    def plant(self, universe: int, row: int, column: int, shape: NDArray[np.bool_], species: int) -> None:
        """Plant live cells of ``species`` (1 or 2) in one universe where ``shape`` is True.

        The upper left corner of ``shape`` is at (row, column).

        On a torus the shape wraps; cells beyond dead edges are left out.
        """
        rows, columns = np.nonzero(shape)
        self.plant_cells(np.full(rows.size, universe), rows + row, columns + column, species)

    def plant_cells(self, universes: Indices, rows: Indices, columns: Indices, species: int) -> None:
        """Plant live cells: cell i in row ``rows[i]`` and column ``columns[i]`` of the universe ``universes[i]``.

        ``species`` is 1 or 2. This is faster than one call of :meth:`plant` for each cell. On a torus coordinates wrap;
        cells beyond dead edges are left out.
        """
        if self.rule.edges is Edges.TORUS:
            rows, columns = rows % self.shape[0], columns % self.shape[1]
        else:
            inside = (rows >= 0) & (columns >= 0) & (rows < self.shape[0]) & (columns < self.shape[1])
            universes, rows, columns = universes[inside], rows[inside], columns[inside]
        if rows.size:
            self._plant(universes, rows, columns, second=species == 2)

    def counts(self) -> NDArray[np.int64]:
        """Return the numbers of cells of species 1 and 2 in each universe: shape (universes, 2), int64."""
        live, second = self._words()
        both = count_bits(live)[: self.universes]
        of_second = count_bits(second)[: self.universes]
        return np.stack([both - of_second, of_second], axis=1)

    def cells(self, universe: int) -> Cells:
        """Return the board of one universe: shape ``self.shape``, uint8."""
        bits = [(plane >> plane.dtype.type(universe)) & plane.dtype.type(1) for plane in self._words()]
        return np.asarray(bits[0] + bits[1], np.uint8)

    def close(self) -> None:  # noqa: B027 - not every batch has something to release
        """Release the batch's resources."""

    @abstractmethod
    def _step(self, *, ties_to_second: bool) -> None:
        """Compute one generation. Ties between the species go to species 2 if ``ties_to_second``, else to species 1."""

    @abstractmethod
    def _plant(self, universes: Indices, rows: Indices, columns: Indices, *, second: bool) -> None:
        """Plant cells of species 2 if ``second``, else of species 1; see :meth:`plant_cells`."""

    @abstractmethod
    def _words(self) -> tuple[Words, Words]:
        """Return two arrays with an unsigned integer for each cell, shape ``self.shape``.

        Bit ``u`` of a cell is set in the first array if the cell lives in universe ``u``; in the second, if it is of
        species 2.
        """


OpenBatch = Callable[[Cells, Rule, int, int], Batch]
"""Opens a batch; called with (cells, rule, generation, universes), the arguments of :class:`Batch`."""


def set_bits(
    live: Words, of_second: Words, places: tuple[Indices, Indices], universes: Indices, *, second: bool
) -> None:
    """Plant cells of species 2 (or 1 if ``second`` is False), by setting bits in two arrays of words.

    Bit ``u`` of a word in ``live`` says that the cell lives in universe ``u``; in ``of_second``, that its species is 2.

    Cell i is in row ``places[0][i]`` and column ``places[1][i]`` of the universe ``universes[i]``.
    """
    bits = np.left_shift(1, universes.astype(np.uint64), dtype=np.uint64).astype(live.dtype)
    np.bitwise_or.at(live, places, bits)
    if second:
        np.bitwise_or.at(of_second, places, bits)
    else:
        np.bitwise_and.at(of_second, places, ~bits)


def count_bits(words: Words) -> NDArray[np.int64]:
    """Count, for each bit position, the ``words`` in which this bit is set: shape (bits of an integer,), int64."""
    # Full adders first reduce three integers to two, a sum and a carry. So the bits of only a few integers are counted
    # one by one.
    total = np.zeros(8 * words.dtype.itemsize, np.int64)
    left, weight = words.reshape(-1), 1
    while left.size:
        carries = []
        while left.size > _FEW_WORDS:
            third = left.size // 3
            a, b, c = left[:third], left[third : 2 * third], left[2 * third : 3 * third]
            odd = a ^ b
            carries.append((a & b) | (odd & c))
            left = np.concatenate([odd ^ c, left[3 * third :]])
        each = np.ascontiguousarray(left).astype(words.dtype.newbyteorder("<"), copy=False).view(np.uint8)
        bits = np.unpackbits(each.reshape(-1, words.dtype.itemsize), axis=1, bitorder="little")
        total += weight * bits.sum(axis=0, dtype=np.int64)
        left = np.concatenate(carries) if carries else left[:0]
        weight *= 2
    return total

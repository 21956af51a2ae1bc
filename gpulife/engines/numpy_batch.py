"""The batch that runs anywhere: bitwise operations of numpy on framed boards of words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import Batch, Words
from gpulife.patterns.pattern import Cells
from gpulife.rules import Edges, Rule


class NumpyBatch(Batch):
    """Universes in main memory, in the narrowest words that hold them. See :class:`Batch`."""

    def __init__(self, cells: Cells, rule: Rule, generation: int, universes: int) -> None:
        super().__init__(cells, rule, generation, universes)
        word = np.dtype(f"u{next(size for size in (1, 2, 4, 8) if 8 * size >= universes)}")
        rows, columns = self.shape
        # A frame of one cell holds what lies beyond the edges; one row is one run of words, so that a neighbour is a
        # shift of the whole board by 1, or by a row.
        self._planes = [np.zeros((rows + 2, columns + 2), word) for _ in range(2)]
        for plane, chosen in zip(self._planes, ((cells == 1) | (cells == 2), cells == 2), strict=True):
            plane[1:-1, 1:-1][chosen] = np.iinfo(word).max
        self._buffers = np.zeros((12, (rows + 2) * (columns + 2)), word)
        self._is_life = rule.births == {3} and rule.survivals == {2, 3}

    def _words(self) -> tuple[Words, Words]:
        return self._planes[0][1:-1, 1:-1], self._planes[1][1:-1, 1:-1]

    def _plant(self, universe: int, rows: NDArray[Any], columns: NDArray[Any], *, second: bool) -> None:
        live, seconds = self._planes
        bit = live.dtype.type(1 << universe)
        live[rows + 1, columns + 1] |= bit
        if second:
            seconds[rows + 1, columns + 1] |= bit
        else:
            seconds[rows + 1, columns + 1] &= ~bit

    def _step(self, *, ties_to_second: bool) -> None:
        for plane in self._planes:
            self._frame(plane)
        live, second = (plane.reshape(-1) for plane in self._planes)
        if self._is_life:
            self._step_life(live, second)
        else:
            self._step_any(live, second, ties_to_second=ties_to_second)

    def _frame(self, plane: Words) -> None:
        if self.rule.edges is Edges.DEAD:
            plane[0] = plane[-1] = 0
            plane[:, 0] = plane[:, -1] = 0
            return
        plane[:, 0], plane[:, -1] = plane[:, -2], plane[:, 1]
        plane[0], plane[-1] = plane[-2], plane[1]

    def _threes(self, plane: Words, ones: Words, twos: Words, scratch: Words) -> None:
        """Each place with its left and right neighbour: the sum's two bits."""
        left, here, right = plane[:-2], plane[1:-1], plane[2:]
        ones, twos, scratch = ones[1:-1], twos[1:-1], scratch[1:-1]
        np.bitwise_xor(left, right, out=scratch)
        np.bitwise_xor(scratch, here, out=ones)
        np.bitwise_and(scratch, here, out=scratch)
        np.bitwise_and(left, right, out=twos)
        np.bitwise_or(twos, scratch, out=twos)

    def _three_rows(self, ones: Words, odd: Words, carry: Words, scratch: Words) -> None:
        """The lowest bits of three rows: their sum's two bits, in the places between the frame's rows."""
        width = self.shape[1] + 2
        above, here, below = ones[: -2 * width], ones[width:-width], ones[2 * width :]
        np.bitwise_xor(above, here, out=scratch)
        np.bitwise_xor(scratch, below, out=odd)
        np.bitwise_and(scratch, below, out=scratch)
        np.bitwise_and(above, here, out=carry)
        np.bitwise_or(carry, scratch, out=carry)

    def _step_life(self, live: Words, second: Words) -> None:
        """B3/S23. A place and its neighbours are 3: it lives; 4: it stays as it is; else it dies."""
        width = self.shape[1] + 2
        ones, twos, scratch, *rest = self._buffers
        odd, carry, pairs_a, pairs_b, some, two, child, more = (each[width:-width] for each in rest[:8])
        short = scratch[width:-width]
        # Of a newborn's three parents two or more are of species 2: bit 1 of their number.
        self._threes(second, ones, twos, scratch)
        self._three_rows(ones, odd, carry, short)
        np.bitwise_xor(twos[: -2 * width], twos[width:-width], out=child)
        np.bitwise_xor(child, twos[2 * width :], out=child)
        np.bitwise_xor(child, carry, out=child)
        self._threes(live, ones, twos, scratch)
        self._three_rows(ones, odd, carry, short)
        a, b, c = twos[: -2 * width], twos[width:-width], twos[2 * width :]
        np.bitwise_xor(a, b, out=some)
        np.bitwise_and(a, b, out=pairs_a)
        np.bitwise_xor(c, carry, out=more)
        np.bitwise_and(c, carry, out=pairs_b)
        np.bitwise_and(some, more, out=two)
        np.bitwise_xor(some, more, out=some)  # an odd number of the four twos
        np.bitwise_xor(pairs_a, pairs_b, out=more)
        np.bitwise_or(pairs_a, pairs_b, out=pairs_a)
        np.bitwise_not(pairs_a, out=pairs_a)
        np.bitwise_and(pairs_a, some, out=pairs_a)  # exactly one two
        np.bitwise_and(pairs_a, odd, out=pairs_a)  # three in all
        np.bitwise_not(some, out=some)
        np.bitwise_and(more, some, out=more)
        np.bitwise_or(two, more, out=two)  # exactly two twos
        np.bitwise_not(odd, out=odd)
        np.bitwise_and(two, odd, out=two)  # four in all
        here, here_second = live[width:-width], second[width:-width]
        np.bitwise_and(two, here, out=two)
        np.bitwise_not(here, out=some)
        np.bitwise_and(child, some, out=child)
        np.bitwise_or(child, here_second, out=child)
        np.bitwise_or(pairs_a, two, out=here)
        np.bitwise_and(child, here, out=here_second)

    def _step_any(self, live: Words, second: Words, *, ties_to_second: bool) -> None:
        """Any births and survivals, from the whole counts."""
        shape = self._planes[0].shape
        all_of, of_second = (_neighbours(plane.reshape(shape)) for plane in (live, second))
        here, here_second = self._words()
        born, survives = (_among(all_of, counts, here) for counts in (self.rule.births, self.rule.survivals))
        born = born & ~here
        twice = [np.zeros_like(here), *of_second]
        ahead, even = _compare(twice, [*all_of, np.zeros_like(here)])
        child = ahead | even if ties_to_second else ahead
        seconds = (here_second & survives) | (child & born)
        here[...] = (here & survives) | born
        here_second[...] = seconds


def _neighbours(plane: Words) -> list[Words]:
    """The eight neighbours' number as four bits, the lowest first, without the frame."""
    rows, columns = plane.shape
    bits: list[Words] = [np.zeros((rows - 2, columns - 2), plane.dtype) for _ in range(4)]
    for down in range(3):
        for right in range(3):
            if (down, right) == (1, 1):
                continue
            carry = plane[down : down + rows - 2, right : right + columns - 2]
            for place, bit in enumerate(bits):
                bits[place], carry = bit ^ carry, bit & carry
    return bits


def _among(bits: list[Words], counts: frozenset[int], like: Words) -> Words:
    found = np.zeros_like(like)
    for count in counts:
        same = ~np.zeros_like(like)
        for place, bit in enumerate(bits):
            same &= bit if count >> place & 1 else ~bit
        found |= same
    return found


def _compare(first: list[Words], other: list[Words]) -> tuple[Words, Words]:
    """Where one number (bits, the lowest first) is greater than another of as many bits, and where they are equal."""
    greater, equal = np.zeros_like(first[0]), ~np.zeros_like(first[0])
    for a, b in zip(reversed(first), reversed(other), strict=True):
        greater |= equal & a & ~b
        equal &= ~(a ^ b)
    return greater, equal

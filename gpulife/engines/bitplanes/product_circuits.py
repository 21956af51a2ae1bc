"""Builds circuits of tables in which few cells change, such as Langton's loops, as sums of products.

A *factor* says that a cell is in one of several states. A *product* is a set of factors, for different cells. It is
true where all of them are true. A bit changes where at least one of its products is true. First the products are made
as large as possible, so that there are few. Then common factors are taken out of the sums.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, build_table

_ORDERS = 6
"""Number of orders of the cells in which a product grows; the largest of these products is used."""
_MAX_PRODUCTS = 1500
"""Maximum number of products of a table."""

_AROUND = 4
"""Number of neighbours in a von Neumann neighbourhood."""

_Choice = tuple[tuple[int, ...], ...]
"""For each axis of a table, the chosen indices."""
_Grown = tuple[_Choice, NDArray[np.int64]]
"""A choice and its places in a flat table."""
_Cell = tuple[int, int]
"""The row and the column of a cell; the cell in the middle is (0, 0)."""
_Factor = tuple[_Cell, tuple[int, ...]]
"""A cell, and states."""
_Product = frozenset[_Factor]
_Grouped = frozenset[_Product]
"""A product of products."""


def build_products(
    circuit: Circuit,
    cells: Mapping[tuple[int, int], Sequence[Wire]],
    codes: NDArray[np.bool_],
    bits: NDArray[np.bool_],
) -> list[Wire] | None:
    """Build a wire for each of several bits that depend on the states of some cells; None if there are many products.

    Args:
        circuit: the circuit to add to.
        cells: the wires of each cell's planes, keyed by the cell's (row, column).
        codes: the code of each state: shape (states, planes).
        bits: the bits, indexed by the states of the cells, and last by the bit's number.
    """
    chosen = _products(bits)
    if chosen is None:
        return None
    products: dict[tuple[int, ...], set[_Product]] = {}
    for *states, which in chosen:
        parts = ((cell, some) for cell, some in zip(cells, states, strict=True) if len(some) < len(codes))
        products.setdefault(which, set()).add(frozenset(parts))
    factors = _Factors(circuit, cells, codes)
    found = []
    for groups in _groupings(list(cells)):
        sums = _Sums(circuit, factors)
        wires = [FALSE] * bits.shape[-1]
        for which, some in sorted(products.items()):
            wire = sums.of(frozenset(_in_groups(product, groups) for product in some))
            for bit in which:
                wires[bit] = circuit.or_(wires[bit], wire)
        found.append(wires)
    return min(found, key=circuit.cost)


# Products.


def _products(bits: NDArray[np.bool_]) -> list[_Choice] | None:
    """Return products that together are true exactly where ``bits`` is; None if there are too many.

    The last axis of ``bits`` is treated as one more cell: a product can be part of several bits.
    """
    growth = _Growth(bits)
    left = bits.reshape(-1).copy()
    rng = np.random.default_rng(bits.ndim)
    found: list[_Grown] = []
    for place in np.flatnonzero(bits).tolist():
        if not left[place]:
            continue
        if len(found) == _MAX_PRODUCTS:
            return None
        seed = [int(index) for index in np.unravel_index(place, bits.shape)]
        grown = dict(growth.grown(seed, rng.permutation(bits.ndim).tolist()) for _ in range(_ORDERS))
        best = max(sorted(grown), key=lambda choice: (np.count_nonzero(left[grown[choice]]), len(grown[choice])))
        left[grown[best]] = False
        found.append((best, grown[best]))
    return _without_needless(bits.size, found)


class _Growth:
    """Makes products larger that are true only where certain bits are.

    Args:
        bits: the bits, indexed by the states of cells.
    """

    def __init__(self, bits: NDArray[np.bool_]) -> None:
        self._strides = [int(np.prod(bits.shape[axis + 1 :])) for axis in range(bits.ndim)]
        # For each axis and each place with index 0 of this axis: the bits along the axis, as bytes.
        self._lines = []
        for axis, count in enumerate(bits.shape):
            packed = np.packbits(np.moveaxis(bits, axis, -1), axis=-1)
            line = np.zeros((*bits.shape, packed.shape[-1]), np.uint8)
            line[(slice(None),) * axis + (0,)] = packed
            self._lines.append((count, line.reshape(bits.size, -1)))
        self._known: dict[tuple[int, bytes], tuple[int, ...]] = {}

    def grown(self, seed: Sequence[int], order: Sequence[int]) -> _Grown:
        """Return a product and its places in the flat ``bits``.

        The product begins with the indices ``seed``, one for each axis, and takes as many as possible of each axis, in
        ``order``.
        """
        choice: list[tuple[int, ...]] = [()] * len(seed)
        places = np.array([sum(index * stride for index, stride in zip(seed, self._strides, strict=True))])
        for axis in order:
            count, lines = self._lines[axis]
            places -= seed[axis] * self._strides[axis]
            line = np.bitwise_and.reduce(lines[places], axis=0)
            key = axis, line.tobytes()
            if key not in self._known:
                self._known[key] = tuple(np.flatnonzero(np.unpackbits(line, count=count)).tolist())
            choice[axis] = self._known[key]
            places = (places[:, None] + self._strides[axis] * np.array(choice[axis])).reshape(-1)
        return tuple(choice), places


def _without_needless(size: int, products: Sequence[_Grown]) -> list[_Choice]:
    """Leave out products that are true only where others are, too; there are ``size`` places in all."""
    number = np.zeros(size, np.int16)
    for _, places in products:
        number[places] += 1
    found = []
    for choice, places in sorted(products, key=lambda each: len(each[1])):
        if (number[places] > 1).all():
            number[places] -= 1
        else:
            found.append(choice)
    return found


# Sums.


def _groupings(cells: Sequence[_Cell]) -> Iterator[list[set[_Cell]]]:
    """Yield ways to divide cells into groups; the factors of a group are multiplied first."""
    yield [{cell} for cell in cells]
    around = [cell for cell in cells if cell != (0, 0)]
    if len(around) != _AROUND:
        yield [
            set(pair) for pair in dict.fromkeys(frozenset({(row, column), (-row, -column)}) for row, column in cells)
        ]
        return
    first, *others = around
    for other in others:
        yield [{(0, 0)}, {first, other}, {*others} - {other}]


def _in_groups(product: _Product, groups: Sequence[set[_Cell]]) -> _Grouped:
    parts = (frozenset(factor for factor in product if factor[0] in group) for group in groups)
    return frozenset(part for part in parts if part)


class _Factors:
    """Builds factors.

    Args:
        circuit: the circuit to add to.
        cells: the wires of each cell's planes.
        codes: the code of each state: shape (states, planes).
    """

    def __init__(self, circuit: Circuit, cells: Mapping[_Cell, Sequence[Wire]], codes: NDArray[np.bool_]) -> None:
        self._circuit, self._cells = circuit, cells
        self._codes = [tuple(map(bool, code)) for code in codes]
        self._known: dict[_Factor, Wire] = {}

    def __getitem__(self, factor: _Factor) -> Wire:
        if factor not in self._known:
            cell, some = factor
            table = {code: state in some for state, code in enumerate(self._codes)}
            self._known[factor] = build_table(self._circuit, self._cells[cell], table)
        return self._known[factor]


class _Sums:
    """Builds sums of products."""

    def __init__(self, circuit: Circuit, factors: _Factors) -> None:
        self._circuit, self._factors = circuit, factors
        self._known: dict[frozenset[_Grouped], Wire] = {}

    def of(self, products: frozenset[_Grouped]) -> Wire:
        """Build a sum: take out the most frequent factor, with all factors that are in the same products."""
        circuit = self._circuit
        if products in self._known:
            return self._known[products]
        number = Counter(part for product in products for part in product)
        most = max(number.values(), default=0)
        if most < 2:  # no common factor, or a single product
            wires = [self._product(product) for product in sorted(products, key=_order)]
            found = circuit.or_(*wires)
        else:
            first = min((part for part, times in number.items() if times == most), key=sorted)
            having = [product for product in products if first in product]
            common = frozenset.intersection(*having)
            inside = self.of(frozenset(product - common for product in having))
            rest = self.of(products.difference(having))
            found = circuit.or_(circuit.and_(self._product(common), inside), rest)
        self._known[products] = found
        return found

    def _product(self, product: _Grouped) -> Wire:
        found = TRUE
        for part in sorted(product, key=sorted):
            group = TRUE
            for factor in sorted(part):
                group = self._circuit.and_(group, self._factors[factor])
            found = self._circuit.and_(found, group)
        return found


def _order(product: _Grouped) -> list[list[_Factor]]:
    return sorted(map(sorted, product))

"""Builds the wire that says whether a cell lives, for any rule given by a truth table of a cell and its 8 neighbours.

If only the number of live neighbours matters, they are counted. Otherwise the cheaper of two circuits is used. One is a
decision diagram of all nine cells. The other counts the live neighbours, and adds a correction for each number at which
their positions also matter. A correction is a small decision diagram: it has to be right only for this number.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, build_table, cheapest
from gpulife.engines.bitplanes.three_rows import ROWS, by_count, by_number, neighbour_bits
from gpulife.rules import ALL_NEIGHBOURS, NEIGHBOURS, TruthTable

_ORDERS = 40
"""Maximum number of cell orders that are tried to find a small diagram."""
_WORK = 1 << 21
"""Maximum product of a table's size and the number of orders that are tried for it."""
ANY = 2
"""The entry of a diagram's table for a result that does not matter."""
_COUNTS = np.array([ring.bit_count() for ring in range(256)])


def lives_after(circuit: Circuit, table: TruthTable, here: Wire) -> Wire:
    """Build a wire that is set where a cell lives in the next generation.

    Args:
        circuit: the circuit to add to, with inputs from three rows. Cells that count as neighbours are ``live``.
        table: the rule's truth table.
        here: set where the cell itself lives.
    """
    numbers = _COUNTS[np.arange(256) & table.parents]
    found = [[set(table.lives[alive, numbers == number].tolist()) for number in range(9)] for alive in (0, 1)]
    is_counted = all(len(results) < 2 for row in found for results in row)
    births, survivals = ({number for number in range(9) if True in row[number]} for row in found)
    if is_counted and table.parents == ALL_NEIGHBOURS:
        return by_count(circuit, "live", here, births, survivals)
    if is_counted:
        bits = neighbour_bits(circuit, "live", table.parents)
        most = table.parents.bit_count()
        cases = {
            (alive, *(bool(number >> place & 1) for place in range(len(bits)))): number
            in (survivals if alive else births)
            for alive, number in product((False, True), range(most + 1))
        }
        return build_table(circuit, [here, *bits], cases)
    return cheapest(circuit, [_by_diagram(circuit, table, here), _by_corrections(circuit, table, here)])


def _cells(circuit: Circuit, here: Wire) -> list[Wire]:
    """Return the wires of the cell itself and of its eight neighbours, in the order of NEIGHBOURS."""
    names = {-1: ".l", 0: "", 1: ".r"}
    return [here, *(circuit.input(f"{ROWS[1 + down]}.live{names[right]}") for down, right in NEIGHBOURS)]


def _by_diagram(circuit: Circuit, table: TruthTable, here: Wire) -> Wire:
    return build_diagram(circuit, _cells(circuit, here), table.lives.astype(np.uint8).reshape((2,) * 9))


def _by_corrections(circuit: Circuit, table: TruthTable, here: Wire) -> Wire:
    births, survivals = set[int](), set[int]()
    mixed: dict[int, list[int]] = {}
    for alive, number in product((0, 1), range(9)):
        found = np.unique(table.lives[alive, number == _COUNTS])
        if len(found) == 2:
            mixed.setdefault(number, []).append(alive)
        elif found[0]:
            (survivals if alive else births).add(number)
    base = by_count(circuit, "live", here, births, survivals) if births or survivals else FALSE
    corrections = []
    for number, kinds in mixed.items():
        cases = np.full((2, 256), ANY, np.uint8)
        for alive in kinds:
            cases[alive, number == _COUNTS] = table.lives[alive, number == _COUNTS]
        fits = build_diagram(circuit, _cells(circuit, here), cases.reshape((2,) * 9))
        is_number = by_number(circuit, "live", {number}, live_too=True)
        if kinds != [0, 1]:
            is_number = circuit.and_(is_number, here) if kinds == [1] else circuit.and_not(is_number, here)
        corrections.append(circuit.and_(fits, is_number))
    return circuit.or_(base, *corrections)


# Decision diagrams of bits: a node chooses by one variable between two nodes, or results.


def build_diagram(circuit: Circuit, variables: Sequence[Wire], table: NDArray[np.uint8], of_cell: int = 1) -> Wire:
    """Build a circuit for a table from a small decision diagram.

    Several orders of the variables are tried, and the smallest diagram is used. Every call tries the same orders.

    Args:
        circuit: the circuit to add to.
        variables: the wires to look up in the table, one for each of its axes.
        table: the results, each 0, 1 or ANY; shape (2,) * n for n variables.
        of_cell: the number of adjacent variables that belong to one cell; all orders keep them adjacent.
    """
    (wire,) = build_diagrams(circuit, variables, [table], of_cell)
    return wire


def build_diagrams(
    circuit: Circuit, variables: Sequence[Wire], tables: Sequence[NDArray[np.uint8]], of_cell: int = 1
) -> list[Wire]:
    """Build circuits for several tables of the same variables, in an order of the variables that suits all of them.

    See :func:`build_diagram` for the arguments. Circuits of diagrams in the same order share more gates.
    """
    best: tuple[int, tuple[int, ...], list[tuple[int, _Nodes]]] | None = None
    count_of = max(1, min(_ORDERS, _WORK // (tables[0].size * len(tables))))
    for order in _orders(len(variables), of_cell, count_of):
        diagrams = [_reduced(table.transpose(order)) for table in tables]
        cost = sum(_select_cost(no, yes) for _, nodes in diagrams for _, no, yes in nodes.values())
        if best is None or cost < best[0]:
            best = cost, order, diagrams
    assert best is not None  # noqa: S101 - there is at least one order
    _, order, diagrams = best
    found = []
    for root, nodes in diagrams:
        wires = {0: FALSE, 1: TRUE, ANY: FALSE}
        for node, (variable, no, yes) in sorted(nodes.items()):
            wires[node] = circuit.select(variables[order[variable]], wires[yes], wires[no])
        found.append(wires[root])
    return found


def _select_cost(no: int, yes: int) -> int:
    """Return how many operations a diagram's node takes: one if an edge leads to a result, else three."""
    return 1 if min(no, yes) <= ANY else 3


def _orders(variables: int, of_cell: int, count_of: int) -> Iterator[tuple[int, ...]]:
    cells = variables // of_cell
    rng = np.random.default_rng(variables)
    for number in range(count_of):
        order = range(cells) if number == 0 else rng.permutation(cells).tolist()
        yield tuple(of_cell * cell + bit for cell in order for bit in range(of_cell))


_Nodes = dict[int, tuple[int, int, int]]
"""For each node: its variable, and the nodes or results to which its edges for 0 and 1 lead."""


def _reduced(table: NDArray[np.uint8]) -> tuple[int, _Nodes]:
    """Return the root and the nodes of a table's smallest diagram that tests variables in the order of the axes."""
    places = table.reshape(-1).astype(np.int64)
    first, nodes = ANY + 1, _Nodes()
    for variable in reversed(range(table.ndim)):
        no, yes = places[0::2], places[1::2]
        no, yes = np.where(no == ANY, yes, no), np.where(yes == ANY, no, yes)
        places = no.copy()
        differ = np.flatnonzero(no != yes)
        if len(differ):
            pairs, numbers = np.unique(no[differ] << 32 | yes[differ], return_inverse=True)
            for number, pair in enumerate(pairs.tolist()):
                nodes[first + number] = variable, pair >> 32, pair & 0xFFFFFFFF
            places[differ] = first + numbers.reshape(-1)
            first += len(pairs)
    return int(places[0]), nodes

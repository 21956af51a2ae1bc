"""Builds the circuits of rules that are tables of up to nine cells, such as WireWorld.

In many tables, only the number of neighbours in a certain set of states matters; in WireWorld, the number of electron
heads. Then one plane marks the states of that set, and a circuit counts the neighbours in it. Circuits of all other
tables are decision diagrams over the bits of the cells' codes.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, Circuit, Wire, build_table
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.bitplanes.product_circuits import build_products
from gpulife.engines.bitplanes.three_rows import ROWS, RuleCircuit, assemble, by_number
from gpulife.engines.bitplanes.truth_table_circuits import ANY, build_diagram, build_diagrams
from gpulife.rules import Diagram

_MAX_CASES = 1 << 20
"""Maximum number of combinations of the states of a table's cells; for decision diagrams also of the states' codes."""
_MANY_OPERATIONS = 300
"""The largest cost of decision diagrams beside which sums of products are not tried."""
_FEW_CASES = 1 << 12
"""Maximum number of cases of tables for which decision diagrams are built in any case, since that is quick."""
_RARE = 0.2
"""If fewer bits than this share are set, sums of products take fewer operations than diagrams in all tables of Golly's.

Then diagrams are not built.
"""
_SIDES = {-1: ".l", 0: "", 1: ".r"}
_MAX_CODES = 60
"""Maximum number of ways to assign codes to states that are tried."""


def table_circuit(diagram: Diagram) -> RuleCircuit | None:
    """Return the circuits of a rule that a table defines; None if the table is too large."""
    states, cells = diagram.states, len(diagram.order)
    if states**cells > _MAX_CASES:
        return None
    table = diagram.next_states()
    by_count = _Counted.of(diagram, table)
    if by_count is not None:
        return min((by_count.circuit(codes) for codes in by_count.codes()), key=lambda found: found.cost)
    planes = max(1, (states - 1).bit_length())
    if 1 << planes * cells > _MAX_CASES:
        return None
    # The states' numbers themselves are stored in the planes, one bit in each.
    names = tuple(f"bit{place}" for place in range(planes))
    codes = PlaneCodes(names, (np.arange(states)[:, None] >> np.arange(planes) & 1).astype(bool))
    if states**cells > _FEW_CASES and (found := _by_products(diagram, table, codes, most=_RARE)) is not None:
        return found
    found = _by_diagrams(diagram, table, codes)
    if found.cost > _MANY_OPERATIONS and (by_products := _by_products(diagram, table, codes)) is not None:
        found = min(found, by_products, key=lambda each: each.cost)
    return found


def _by_products(
    diagram: Diagram, table: NDArray[np.uint8], codes: PlaneCodes, *, most: float = 1
) -> RuleCircuit | None:
    """Return the circuits of a table, built as sums of products; None if there are too many products.

    The sums give either the bits of the next state or the bits that change, whichever are set less often. The result is
    also None if more of these bits than the share ``most`` are set.
    """
    circuit = Circuit()
    cells = {
        (down, right): [circuit.input(f"{ROWS[1 + down]}.{name}{_SIDES[right]}") for name in codes.names]
        for down, right in diagram.order
    }
    own = np.arange(diagram.states).reshape([-1 if offset == (0, 0) else 1 for offset in diagram.order])
    bits = codes.bits[table]
    changes = bits ^ codes.bits[own]
    rarer = changes.sum() < bits.sum()
    if min(changes.mean(), bits.mean()) > most:
        return None
    wires = build_products(circuit, cells, codes.bits, changes if rarer else bits)
    if wires is None:
        return None
    if rarer:
        wires = [circuit.xor(*pair) for pair in zip(cells[0, 0], wires, strict=True)]
    return assemble(codes, circuit, dict(zip(codes.names, wires, strict=True)))


class _Counted:
    """A table in which only a cell's own state and the number of its neighbours in a set of states matter.

    Attributes:
        inside: whether each state is in the set: shape (states,), bool.
        after: the next state, indexed by the cell's own state and the number of neighbours in the set: shape
            (states, 9).
    """

    def __init__(self, inside: NDArray[np.bool_], after: NDArray[np.uint8]) -> None:
        self.inside, self.after = inside, after

    @classmethod
    def of(cls, diagram: Diagram, table: NDArray[np.uint8]) -> "_Counted | None":
        """Return ``table`` as a :class:`_Counted`; None if it is not such a table."""
        if len(diagram.order) != 9:
            return None
        centre = diagram.order.index((0, 0))
        cells = np.moveaxis(table, centre, 0)
        # States are alike if each neighbour may have the one in place of the other.
        first = next((state for state in range(1, diagram.states) if not _alike(cells, 0, state)), None)
        if first is None:
            return None
        inside = np.array([_alike(cells, first, state) for state in range(diagram.states)])
        if not all(_alike(cells, 0, state) for state in np.flatnonzero(~inside).tolist()):
            return None
        places = np.ix_(range(diagram.states), *[(0, first)] * 8)
        of_two = cells[places].reshape(diagram.states, 256)
        numbers = np.array([ring.bit_count() for ring in range(256)])
        after = np.stack([of_two[:, np.argmax(numbers == number)] for number in range(9)], axis=1)
        return cls(inside, after) if (after[:, numbers] == of_two).all() else None

    def codes(self) -> Iterator[PlaneCodes]:
        """Yield several ways to store the states in bit planes.

        The plane ``in`` marks the states of the set. The other planes distinguish the states inside the set from each
        other, and also the states outside it from each other.
        """
        out, within = np.flatnonzero(~self.inside), np.flatnonzero(self.inside)
        planes = (max(len(out), len(within)) - 1).bit_length()
        names = ("in", *(f"bit{place}" for place in range(planes)))
        numbers = range(1 << planes)
        for number, (some, others) in enumerate(
            (some, others)
            for some in permutations(numbers[1:], len(out) - 1)  # state 0 has all bits clear
            for others in permutations(numbers, len(within))
        ):
            if number == _MAX_CODES:
                return
            code = np.zeros(len(self.inside), np.int64)
            code[out[1:]], code[within] = some, others
            yield PlaneCodes(names, np.column_stack([self.inside, code[:, None] >> np.arange(planes) & 1]).astype(bool))

    def circuit(self, codes: PlaneCodes) -> RuleCircuit:
        circuit = Circuit()
        own = [circuit.input(f"middle.{name}") for name in codes.names]
        matters = (self.after != self.after[:, :1]).any(axis=1)
        live_too = bool((matters & self.inside).any())
        after = {}
        for plane, name in enumerate(codes.names):
            sets = codes.bits[self.after, plane]  # by own state and number
            always = sets.all(axis=1)
            parts = [_states(circuit, codes, own, always)]
            for numbers in np.unique(sets[sets.any(axis=1) & ~always], axis=0):
                right = by_number(circuit, "in", set(np.flatnonzero(numbers).tolist()), live_too=live_too)
                parts.append(circuit.and_(_states(circuit, codes, own, (sets == numbers).all(axis=1)), right))
            after[name] = circuit.or_(*parts)
        return assemble(codes, circuit, after)


def _alike(cells: NDArray[np.uint8], one: int, other: int) -> bool:
    return all((cells.take(one, axis) == cells.take(other, axis)).all() for axis in range(1, cells.ndim))


def _states(circuit: Circuit, codes: PlaneCodes, own: Sequence[Wire], which: NDArray[np.bool_]) -> Wire:
    """Return a wire that is set where ``which`` is True for a cell's state.

    ``own`` are the wires of the cell's planes; ``which`` has an item for each state.
    """
    if not which.any():
        return FALSE
    return build_table(
        circuit, own, {tuple(map(bool, code)): bool(is_in) for code, is_in in zip(codes.bits, which, strict=True)}
    )


def _by_diagrams(diagram: Diagram, table: NDArray[np.uint8], codes: PlaneCodes) -> RuleCircuit:
    """Return the circuits of a table, built from decision diagrams.

    The diagrams give either the bits of the next state, or the bits that change. Under most tables few cells change;
    then there are fewer operations.
    """
    states, cells, planes = diagram.states, len(diagram.order), codes.planes
    room = [(0, (1 << planes) - states)] * cells
    padded = np.pad(table, room, constant_values=255)  # inputs that never occur
    own = np.arange(1 << planes).reshape([-1 if offset == (0, 0) else 1 for offset in diagram.order])
    found = []
    for changes in (False, True):
        bits = padded ^ own if changes else padded
        tables = [np.where(padded == 255, ANY, bits >> place & 1) for place in range(planes)]
        found.append(_from_tables(diagram, codes, tables, changes=changes))
    return min(found, key=lambda each: each.cost)


def _from_tables(
    diagram: Diagram, codes: PlaneCodes, tables: Sequence[NDArray[np.int64]], *, changes: bool
) -> RuleCircuit:
    """Return circuits from a table for each plane: of its next bit, or if ``changes``, of whether the bit changes."""
    circuit = Circuit()
    variables = [
        circuit.input(f"{ROWS[1 + down]}.{name}{_SIDES[right]}")
        for down, right in diagram.order
        for name in reversed(codes.names)
    ]
    shape = (2,) * len(variables)
    bits = [table.astype(np.uint8).reshape(shape) for table in tables]
    together = build_diagrams(circuit, variables, bits, of_cell=codes.planes)
    apart = [build_diagram(circuit, variables, each, of_cell=codes.planes) for each in bits]
    wires = min((together, apart), key=circuit.cost)
    if changes:
        here = [circuit.input(f"middle.{name}") for name in codes.names]
        wires = [circuit.xor(*pair) for pair in zip(here, wires, strict=True)]
    return assemble(codes, circuit, dict(zip(codes.names, wires, strict=True)))

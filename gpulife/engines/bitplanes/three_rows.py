"""The circuits of a generation on bit planes: they compute a row's next planes from the row and its neighbours.

A generation is computed in two steps. The first circuit computes the *values* of a row, such as sums of adjacent cells.
Its inputs are the machine words of the left neighbours, the cells and the right neighbours. The second circuit computes
the new planes from the values of the rows ``top``, ``middle`` and ``down``. So the values of a row are computed only
once, although three rows need them.

The name of a value begins with what is counted, usually a plane such as ``live``. ``live.s`` and ``live.k`` are the low
and the high bit of the sum of all three cells. ``live.e0`` and ``live.e1`` are the bits of the sum of left and right,
``live.f0`` and ``live.f1`` those of left and centre, and ``live.g0`` and ``live.g1`` those of centre and right.
``live.l`` and ``live.r`` are the left and the right cell, and ``live`` is the centre. ``live.any`` is set if at least
one of the three cells is.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from gpulife.engines.bitplanes.circuits import FALSE, Circuit, Wire, add_up, build_table, cheapest
from gpulife.engines.bitplanes.plane_codes import PlaneCodes

ROWS = ("top", "middle", "down")


@dataclass(frozen=True, kw_only=True)
class RuleCircuit:
    """The two circuits that compute a generation of a rule.

    Attributes:
        codes: how the rule's states are stored in bit planes.
        row: the circuit that computes the values of a row; its inputs are ``PLANE.l``, ``PLANE.c`` and ``PLANE.r``.
        values: the outputs of ``row`` that ``combine`` needs, keyed by name.
        combine: the circuit that computes the new planes; its inputs are ``top.VALUE``, ``middle.VALUE``,
            ``down.VALUE`` and ``tie.NAME``.
        planes_after: the outputs of ``combine``: a wire for each plane.
        needed: for each of the rows ``top``, ``middle`` and ``down``, the names of the values that ``combine`` needs.
        ties: the inputs of ``combine`` that decide ties, without the prefix ``tie.``. They describe the order of the
            species in a generation. ``first.high`` and ``first.low`` are the bits of the first species' number, counted
            from 0; ``next.*`` are those of the second. ``before.I.J`` is set if a tie of species I and J goes to I.
    """

    codes: PlaneCodes
    row: Circuit
    values: Mapping[str, Wire]
    combine: Circuit
    planes_after: Mapping[str, Wire]
    needed: Mapping[str, tuple[str, ...]]
    ties: tuple[str, ...]

    @property
    def planes(self) -> tuple[str, ...]:
        """Names of the bit planes that store a cell's state, in their order in memory."""
        return self.codes.names

    @property
    def cost(self) -> int:
        """The number of operations that compute the next generation of one word of cells; shifts do not count."""
        return self.row.cost(list(self.values.values())) + self.combine.cost(list(self.planes_after.values()))

    @cached_property
    def lets_the_dead_sleep(self) -> bool:
        """True if a cell in state 0 whose neighbours are all in state 0 stays in state 0."""
        row = dict(zip(self.values, _computed(self.row, list(self.values.values()), {}), strict=True))
        given = {f"{place}.{name}": word for name, word in row.items() for place in ROWS}
        return not any(word.any() for word in _computed(self.combine, list(self.planes_after.values()), given))


def tie_value(name: str, generation: int, species: int) -> bool:
    """Return the value of an input that decides ties, for the step from ``generation`` to the next.

    Args:
        name: one of :attr:`RuleCircuit.ties`.
        generation: the generation before the step.
        species: the number of species, which take turns.
    """
    first = (generation + 1) % species
    kind, *rest = name.split(".")
    if kind == "before":
        return not int(rest[0]) < first <= int(rest[1])
    number = first if kind == "first" else (first + 1) % species
    return bool(number >> (rest[0] == "high") & 1)


def _computed(circuit: Circuit, wires: list[Wire], given: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """Run the circuit: return the values of ``wires``, one word each. Inputs that are not ``given`` are 0."""
    zero = np.zeros(1, np.uint32)
    steps, words = circuit.bind(wires, dict.fromkeys(circuit.inputs(wires), zero) | dict(given), zero)
    for step in steps:
        step()
    return words


Derived = Mapping[str, Callable[[Circuit, str], Wire]]
"""Functions that build words from planes, keyed by the word's name. Arguments: a row's circuit; side l, c or r."""


def assemble(
    codes: PlaneCodes, combine: Circuit, after: Mapping[str, Wire], derived: Derived | None = None
) -> RuleCircuit:
    """Return both circuits of a rule: ``combine``, and one that computes the row values which ``combine`` needs.

    Args:
        codes: how the rule's states are stored in planes.
        combine: the circuit that computes the new planes from the values of three rows.
        after: the outputs of ``combine``, keyed by plane.
        derived: words of a row that ``combine`` needs and that are not planes, such as the cells of one species: for
            each name, the function that builds the word from the planes.
    """
    inputs = combine.inputs(list(after.values()))
    needed = {
        place: tuple(name.removeprefix(f"{place}.") for name in inputs if name.startswith(f"{place}."))
        for place in ROWS
    }
    row = Circuit()
    return RuleCircuit(
        codes=codes,
        row=row,
        values={
            name: _row_value(row, name, derived or {})
            for name in sorted({name for names in needed.values() for name in names})
        },
        combine=combine,
        planes_after={plane: after[plane] for plane in codes.names},
        needed=needed,
        ties=tuple(name.removeprefix("tie.") for name in inputs if name.startswith("tie.")),
    )


def _row_value(row: Circuit, name: str, derived: Derived) -> Wire:
    """Build the value ``name`` of a row, such as ``live.s``, from the row's words.

    The module's description lists the values; ``derived`` builds words that are not planes.
    """
    what, _, value = name.partition(".")
    left, centre, right = (
        derived[what](row, side) if what in derived else row.input(f"{what}.{side}") for side in "lcr"
    )
    gates = {
        "": lambda: centre,
        "l": lambda: left,
        "r": lambda: right,
        "any": lambda: row.or_(left, right, centre),
        "s": lambda: row.xor(left, right, centre),
        "k": lambda: row.majority(left, right, centre),
        "e0": lambda: row.xor(left, right),
        "e1": lambda: row.and_(left, right),
        "f0": lambda: row.xor(left, centre),
        "f1": lambda: row.and_(left, centre),
        "g0": lambda: row.xor(centre, right),
        "g1": lambda: row.and_(centre, right),
    }
    return gates[value]()


# Counts of neighbours, for circuits of three rows.


@dataclass(frozen=True, slots=True)
class Count:
    """A cell's number of neighbours, 0 to 8, as partial sums.

    ``ones`` is bit 0 of the number. Each of four more bits, the *twos*, adds two to it. The twos form two pairs.
    """

    ones: Wire
    twos_odd: Wire
    pairs: Wire
    """Set if at least one pair of twos has both bits set."""
    across: Wire
    """Set if each pair of twos has exactly one bit set."""
    four_twos: Wire
    pairs_odd: Wire

    def bits(self, circuit: Circuit) -> list[Wire]:
        """Return the four bits of the number, lowest first."""
        return [self.ones, self.twos_odd, circuit.or_(self.pairs_odd, self.across), self.four_twos]


def count(circuit: Circuit, what: str, *, live_too: bool) -> Count:
    """Count the neighbours for which the word ``what`` is set, such as the plane ``live``.

    If ``live_too`` is False, fewer values of the rows are needed. But the count is then right only for cells whose own
    bit in ``what`` is clear.
    """
    e0, e1 = ("e0", "e1") if live_too else ("s", "k")
    top, down, middle = (
        circuit.input(f"{where}.{what}.{bit}") for where, bit in (("top", "s"), ("down", "s"), ("middle", e0))
    )
    carry = circuit.majority(top, down, middle)
    ones = circuit.xor(top, down, middle)
    a, b, c = (circuit.input(f"{where}.{what}.{bit}") for where, bit in (("top", "k"), ("down", "k"), ("middle", e1)))
    x, y = circuit.and_(a, b), circuit.and_(c, carry)
    one, other = circuit.xor(a, b), circuit.xor(c, carry)
    return Count(
        ones,
        circuit.xor(one, other),
        circuit.or_(x, y),
        circuit.and_(one, other),
        circuit.and_(x, y),
        circuit.xor(x, y),
    )


_SUMS = {
    0: (),
    1: (".r",),
    2: ("",),
    3: (".g0", ".g1"),
    4: (".l",),
    5: (".e0", ".e1"),
    6: (".f0", ".f1"),
    7: (".s", ".k"),
}
"""For a choice of a row's three cells: the suffixes of the values that are the bits of their sum, lowest bit first.

The key says which cells are added: 4 for the left one + 2 for the centre + 1 for the right one.
"""


def neighbour_bits(circuit: Circuit, what: str, parents: int) -> list[Wire]:
    """Return the bits, lowest first, of the number of neighbours for which the word ``what`` is set.

    ``parents`` is a bit mask of the neighbours that are counted (see ``ring_bit``).
    """
    middle = (parents >> 2 & 4) | (parents >> 3 & 1)
    rows = dict(zip(ROWS, (parents >> 5, middle, parents & 7), strict=True))
    parts = ([circuit.input(f"{place}.{what}{value}") for value in _SUMS[cells]] for place, cells in rows.items())
    return add_up(circuit, parts, parents.bit_count())


def by_count(circuit: Circuit, what: str, here: Wire, births: Collection[int], survivals: Collection[int]) -> Wire:
    """Build a wire that is set where a cell lives on or is born, by the number of its neighbours set in ``what``.

    Circuits are built from different partial sums, and the cheapest one is used.

    Args:
        circuit: the circuit to add to; its inputs are the values of three rows.
        what: the plane, or other word of a row, whose set neighbours are counted, such as ``live``.
        here: set where the number must be one of ``survivals``; elsewhere it must be one of ``births``.
        births: numbers of neighbours, 0 to 8.
        survivals: numbers of neighbours, 0 to 8.
    """
    number_of = count(circuit, what, live_too=True)
    some = circuit.or_(number_of.pairs, number_of.across)
    choices: list[tuple[list[Wire], Callable[[int], list[tuple[bool, ...]]]]] = [
        ([number_of.ones, number_of.twos_odd, number_of.pairs], _possible_values),
        (
            [number_of.ones, number_of.twos_odd, some],
            lambda number: [(bool(number & 1), bool(number & 2), number >= 4)],
        ),
        (number_of.bits(circuit), lambda number: [tuple(bool(number >> place & 1) for place in range(4))]),
    ]
    found = []
    for variables, seen in choices:
        table: dict[tuple[bool, ...], bool] = {}
        clash = False
        for alive, number in product((False, True), range(9)):
            result = number in (survivals if alive else births)
            for values in seen(number):
                clash |= table.setdefault((alive, *values), result) != result
        if not clash:
            found.append(build_table(circuit, [here, *variables], table))
    return cheapest(circuit, found)  # never empty: the four bits distinguish all numbers


def by_number(circuit: Circuit, what: str, numbers: Collection[int], *, live_too: bool) -> Wire:
    """Build a wire that is set where ``what`` is set for as many neighbours as one of ``numbers`` says.

    If ``live_too`` is False, the wire is right only for cells whose own bit in ``what`` is clear.
    """
    bits = count(circuit, what, live_too=live_too).bits(circuit)
    return build_table(
        circuit, bits, {tuple(bool(n >> place & 1) for place in range(4)): n in numbers for n in range(9)}
    )


def _possible_values(number: int) -> list[tuple[bool, ...]]:
    """Return each value (ones, twos_odd, pairs) of a :class:`Count`'s bits that can mean ``number`` neighbours."""
    twos = number // 2
    pairs = {0: (False,), 1: (False,), 2: (False, True), 3: (True,), 4: (True,)}[twos]
    return [(bool(number & 1), bool(twos & 1), pair) for pair in pairs]


def compare(circuit: Circuit, one: Sequence[Wire], other: Sequence[Wire]) -> tuple[Wire, Wire]:
    """Compare two numbers, whose lowest bits come first.

    Return two wires: the first is set where ``one`` is greater than ``other``, the second where they are equal.
    """
    more, same = FALSE, circuit.not_(FALSE)
    for a, b in zip(reversed(one), reversed(other), strict=True):
        more = circuit.or_(more, circuit.and_(same, circuit.and_not(a, b)))
        same = circuit.and_not(same, circuit.xor(a, b))
    return more, same

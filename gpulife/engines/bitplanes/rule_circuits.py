"""Builds the circuits of Life-like rules on bit planes, from three rows of planes to the next generation's planes.

A universe of 1 species has the plane ``live``. A universe of 2 species also has ``second`` (species 2). A universe of 3
or 4 species has ``live``, ``high`` and ``low``: the last two are the bits of the species' number minus one. All other
planes are clear wherever ``live`` is clear.

A generation is computed in two steps, so that each row's values are computed once for the three rows that use them.
:func:`rule_circuit` returns two circuits. The first computes a row's *values* from its left, centre and right words:
``live.s`` and ``live.k`` are the low and the high bit of the sum of all three, ``live.e0`` and ``live.e1`` those of the
sum of left and right, and ``live`` is the centre. The second computes the new planes from the values of the rows
``top``, ``middle`` and ``down``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, build_table, cheapest
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule

MAX_SPECIES = 4
PLANES = {1: ("live",), 2: ("live", "second"), 3: ("live", "high", "low"), 4: ("live", "high", "low")}
"""Names of a universe's planes, in their order in memory, by the number of species."""


def has_planes(rule: Rule) -> bool:
    """Return True if ``rule`` can be computed on bit planes."""
    return rule.family.is_life_like and rule.live_states <= MAX_SPECIES


def planes_refusal(rule: Rule, *, briefly: bool = False) -> str | None:
    """Return why ``rule`` cannot be computed on bit planes; None if it can. ``briefly`` gives a shorter sentence."""
    if has_planes(rule):
        return None
    if not briefly:
        return f"rule {rule.law} has no bit planes: they are for Life-like rules of 1 to {MAX_SPECIES} species"
    if not rule.family.is_life_like:
        return f"rule {rule.law} is not Life-like, as bit planes need"
    return f"rule {rule.law} has {rule.live_states} species; bit planes allow at most {MAX_SPECIES}"


def require_planes(rule: Rule) -> None:
    """Raise EngineError unless ``rule`` can be computed on bit planes."""
    if (refusal := planes_refusal(rule)) is not None:
        raise EngineError(refusal)


def census_of(bits: NDArray[np.int64], live_states: int) -> NDArray[np.int64]:
    """Return the number of cells in each live state, shape (live_states,), int64.

    Args:
        bits: the number of set bits in each of three planes, and the number of cells whose bits are set in both the
            second and the third plane. For planes that the rule does not have, these numbers are 0.
        live_states: the rule's number of live states.
    """
    live, high, low, both = bits
    states = live - high - low + both, low - both, high - both, both
    # With two planes, the second one is counted as the high bit.
    return np.array(states if live_states > 2 else states[::2])[:live_states]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCircuit:
    """The two circuits that compute a generation of a rule.

    Attributes:
        planes: names of the planes.
        row: the circuit of a row; its inputs are ``PLANE.l``, ``PLANE.c`` and ``PLANE.r``.
        values: the outputs of ``row`` that ``combine`` needs, keyed by name.
        combine: the circuit of three rows, with inputs ``top.VALUE``, ``middle.VALUE``, ``down.VALUE``, ``tie.NAME``.
        planes_after: the outputs of ``combine``: a wire for each plane.
        needed: for each of the rows ``top``, ``middle`` and ``down``, the names of the values that ``combine`` needs.
        ties: names of the inputs of ``combine`` that decide ties, without ``tie.``. In each generation the species have
            an order. ``first.high`` and ``first.low`` are the two bits of the number, from 0, of the first species in
            it; ``next.*`` are those of the second. ``before.I.J`` is set if a tie of species I and J goes to I.
    """

    planes: tuple[str, ...]
    row: Circuit
    values: Mapping[str, Wire]
    combine: Circuit
    planes_after: Mapping[str, Wire]
    needed: Mapping[str, tuple[str, ...]]
    ties: tuple[str, ...]

    @property
    def cost(self) -> int:
        """The number of operations that compute a generation of a word of cells, without shifts."""
        return self.row.cost(list(self.values.values())) + self.combine.cost(list(self.planes_after.values()))


def rule_circuit(rule: Rule) -> RuleCircuit:
    """Return the circuits of a rule for which :func:`has_planes` is true. Do not change them: callers share them."""
    return _rule_circuit(replace(rule, edges=Edges.TORUS, size=None, seed=0))  # they are the same on every board


@lru_cache(maxsize=64)
def _rule_circuit(rule: Rule) -> RuleCircuit:
    circuit = Circuit()
    planes = PLANES[rule.live_states]
    live = circuit.input("middle.live")
    alive_after = _live_after(circuit, rule, live)
    after = {"live": alive_after}
    if rule.live_states > 1:
        child = _child_of_three(circuit, rule) if rule.births <= {3} else _child_of_any(circuit, rule)
        for plane, newborn in child.items():
            here = circuit.input(f"middle.{plane}")
            after[plane] = circuit.and_(alive_after, circuit.or_(here, circuit.and_not(newborn, live)))
    inputs = circuit.inputs(list(after.values()))
    needed_values = {
        place: tuple(name.removeprefix(f"{place}.") for name in inputs if name.startswith(f"{place}."))
        for place in ("top", "middle", "down")
    }
    row = Circuit()
    return RuleCircuit(
        planes=planes,
        row=row,
        values={
            name: _row_value(row, name, rule.live_states)
            for name in sorted({name for names in needed_values.values() for name in names})
        },
        combine=circuit,
        planes_after={plane: after[plane] for plane in planes},
        needed=needed_values,
        ties=tuple(name.removeprefix("tie.") for name in inputs if name.startswith("tie.")),
    )


def _row_value(row: Circuit, name: str, species: int) -> Wire:
    """Build the value ``name`` of a row, such as ``live.s``, from the row's words; see the module's description."""
    what, _, value = name.partition(".")
    left, centre, right = (_plane(row, what, side, species) for side in "lcr")
    gates = {
        "": lambda: centre,
        "s": lambda: row.xor(left, right, centre),
        "k": lambda: row.majority(left, right, centre),
        "e0": lambda: row.xor(left, right),
        "e1": lambda: row.and_(left, right),
    }
    return gates[value]()


def _plane(row: Circuit, what: str, side: str, species: int) -> Wire:
    """Return the word of the cells on ``side`` (l, c or r) that are ``what``.

    ``what`` is a plane, ``both`` (high and low are set), or ``species0`` to ``species3``.
    """
    if what == "both":
        return row.and_(row.input(f"high.{side}"), row.input(f"low.{side}"))
    if not what.startswith("species"):
        return row.input(f"{what}.{side}")
    number = int(what.removeprefix("species"))
    if species == 2:
        second = row.input(f"second.{side}")
        return second if number else row.and_not(row.input(f"live.{side}"), second)
    high, low = row.input(f"high.{side}"), row.input(f"low.{side}")
    if number == 0:
        return row.and_not(row.input(f"live.{side}"), row.or_(high, low))
    return (row.and_not(low, high), row.and_not(high, low), row.and_(high, low))[number - 1]


@dataclass(frozen=True, slots=True)
class _Count:
    """A cell's number of neighbours, as bits that are not completely added up.

    ``ones`` is bit 0 of the number. Four more bits (*twos*), in two pairs, are worth two each.
    """

    ones: Wire
    twos_odd: Wire
    pairs: Wire
    """Set if both bits of a pair are set, in at least one pair."""
    across: Wire
    """Set if each pair has exactly one bit set."""
    four_twos: Wire
    pairs_odd: Wire


def _count(circuit: Circuit, what: str, *, live_too: bool) -> _Count:
    """Count the neighbours that are ``what``, such as ``live``.

    Unless ``live_too`` is True, the count is right only for dead cells, but needs fewer values of the rows.
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
    return _Count(
        ones,
        circuit.xor(one, other),
        circuit.or_(x, y),
        circuit.and_(one, other),
        circuit.and_(x, y),
        circuit.xor(x, y),
    )


def _bits(circuit: Circuit, count: _Count) -> list[Wire]:
    """Return the four bits of a count, lowest first."""
    return [count.ones, count.twos_odd, circuit.or_(count.pairs_odd, count.across), count.four_twos]


def _live_after(circuit: Circuit, rule: Rule, live: Wire) -> Wire:
    """Build the plane ``live`` of the next generation, trying several sets of variables for the cheapest circuit."""
    count = _count(circuit, "live", live_too=True)
    some = circuit.or_(count.pairs, count.across)
    choices: list[tuple[list[Wire], Callable[[int], list[tuple[bool, ...]]]]] = [
        ([count.ones, count.twos_odd, count.pairs], _pairs_only),
        ([count.ones, count.twos_odd, some], lambda number: [(bool(number & 1), bool(number & 2), number >= 4)]),
        (_bits(circuit, count), lambda number: [tuple(bool(number >> place & 1) for place in range(4))]),
    ]
    found = []
    for variables, seen in choices:
        table: dict[tuple[bool, ...], bool] = {}
        clash = False
        for alive, number in product((False, True), range(9)):
            result = number in (rule.survivals if alive else rule.births)
            for values in seen(number):
                clash |= table.setdefault((alive, *values), result) != result
        if not clash:
            found.append(build_table(circuit, [live, *variables], table))
    return cheapest(circuit, found)  # all four bits never clash


def _pairs_only(number: int) -> list[tuple[bool, ...]]:
    """Return all values (``ones``, ``twos_odd``, ``pairs``) that a count of ``number`` neighbours may have."""
    twos = number // 2
    pairs = {0: (False,), 1: (False,), 2: (False, True), 3: (True,), 4: (True,)}[twos]
    return [(bool(number & 1), bool(twos & 1), pair) for pair in pairs]


def _two_of_three(circuit: Circuit, what: str) -> Wire:
    """Build the wire that says where at least two of three parents are ``what``, such as ``second``.

    This is so if one row has two or more such parents, or if two rows have one each.
    """
    rows = ("top", "middle", "down")
    twos = circuit.or_(*(circuit.input(f"{row}.{what}.k") for row in rows))
    return circuit.or_(twos, circuit.majority(*(circuit.input(f"{row}.{what}.s") for row in rows)))


def _odd(circuit: Circuit, what: str) -> Wire:
    # In the order of majority, to share a gate.
    return circuit.xor(*(circuit.input(f"{row}.{what}.s") for row in ("top", "middle", "down")))


def _child_of_three(circuit: Circuit, rule: Rule) -> dict[str, Wire]:
    """Build the species planes for cells born of three parents.

    Such a cell gets the species of two of its parents. If all three differ, the rule's family decides.
    """
    if rule.live_states == 2:
        return {"second": _two_of_three(circuit, "second")}
    high, low = _two_of_three(circuit, "high"), _two_of_three(circuit, "low")
    # If three parents all differ, three species have an odd number of parents, otherwise one: parities are enough.
    differ = circuit.xor(_odd(circuit, "both"), circuit.and_(_odd(circuit, "high"), _odd(circuit, "low")))
    if rule.family.mixed_child is not None:
        child: dict[str, Wire] = {}
        for plane, here, place in (("high", high, 1), ("low", low, 0)):
            table: dict[tuple[bool, ...], bool] = {}
            for missing in range(4) if rule.live_states == 4 else (3,):
                # The majority of the bits is the opposite of the missing species' bit.
                bits = not missing & 2, not missing & 1
                table[bits] = bool(rule.family.mixed_child(rule, 1 + 2 + 3 + 4 - (missing + 1)) - 1 >> place & 1)
            then_bit = build_table(circuit, [high, low], table)
            child[plane] = circuit.or_(here, differ) if then_bit == TRUE else circuit.select(differ, then_bit, here)
        return child
    first = {plane: circuit.input(f"tie.first.{plane}") for plane in ("high", "low")}
    if rule.live_states == 4:
        # The bits of the species missing among the parents are the opposite of the majority's.
        is_missing = circuit.and_(circuit.xor(high, first["high"]), circuit.xor(low, first["low"]))
        first = {
            plane: circuit.select(is_missing, circuit.input(f"tie.next.{plane}"), wire) for plane, wire in first.items()
        }
    return {"high": circuit.select(differ, first["high"], high), "low": circuit.select(differ, first["low"], low)}


def _child_of_any(circuit: Circuit, rule: Rule) -> dict[str, Wire]:
    """Build the species planes for cells born of any number of parents.

    Such a cell gets the commonest species of its parents. The inputs ``tie.*`` decide ties.
    """
    counts = [_bits(circuit, _count(circuit, f"species{number}", live_too=False)) for number in range(rule.live_states)]
    wins = [circuit.not_(FALSE)] * rule.live_states
    for i in range(rule.live_states):
        for j in range(i + 1, rule.live_states):
            more, same = _compare(circuit, counts[i], counts[j])
            i_wins = circuit.or_(more, circuit.and_(same, circuit.input(f"tie.before.{i}.{j}")))
            wins[i] = circuit.and_(wins[i], i_wins)
            wins[j] = circuit.and_not(wins[j], i_wins)
    if rule.live_states == 2:
        return {"second": wins[1]}
    third_or_fourth = circuit.or_(*wins[2:])
    return {"high": third_or_fourth, "low": circuit.or_(wins[1], *wins[3:])}


def _compare(circuit: Circuit, one: list[Wire], other: list[Wire]) -> tuple[Wire, Wire]:
    """Return (is greater, is equal) for the numbers ``one`` and ``other``, which begin with their lowest bit."""
    more, same = FALSE, circuit.not_(FALSE)
    for a, b in zip(reversed(one), reversed(other), strict=True):
        more = circuit.or_(more, circuit.and_(same, circuit.and_not(a, b)))
        same = circuit.and_not(same, circuit.xor(a, b))
    return more, same

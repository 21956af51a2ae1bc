"""Builds the circuits of BioWar, of LifeHistory, and of Generations rules that are given by truth tables."""

from collections.abc import Sequence
from functools import reduce

import numpy as np

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.bitplanes.three_rows import ROWS, RuleCircuit, assemble, by_count, count
from gpulife.engines.bitplanes.truth_table_circuits import lives_after
from gpulife.rules import Rule, TruthTable
from gpulife.rules.families import history


def generations_circuit(rule: Rule, table: TruthTable) -> RuleCircuit:
    """Return the circuits of a Generations rule, whose cells die slowly. ``table`` decides births and survivals."""
    codes = age_codes(rule)
    circuit = Circuit()
    here = [circuit.input(f"middle.{name}") for name in codes.names]
    return assemble(codes, circuit, aged(circuit, codes, here, lives_after(circuit, table, here[0])))


def age_codes(rule: Rule) -> PlaneCodes:
    """Return how the states of a rule whose cells age are stored in bit planes.

    The plane ``live`` is set only in state 1. The other planes are the bits of a dying cell's age: 1 in state 2, and
    so on.
    """
    oldest = rule.live_states - 1
    names = ("live", *(f"age{bit}" for bit in range(oldest.bit_length())))
    ages = np.array([0, 0, *range(1, oldest + 1)])
    bits = ages[:, None] >> np.arange(len(names) - 1) & 1
    return PlaneCodes(names, np.column_stack([np.arange(len(ages)) == 1, bits]).astype(bool))


def aged(circuit: Circuit, codes: PlaneCodes, here: Sequence[Wire], fits: Wire) -> dict[str, Wire]:
    """Build the circuit for the next generation of cells that age; return each plane's wire, keyed by its name.

    Args:
        circuit: the circuit to add to.
        codes: how the states are stored, as :func:`age_codes` returns it.
        here: the wires of the cells' current planes.
        fits: a wire that is set where the neighbours let a live cell survive, or a dead cell come to life.
    """
    live, *age = here
    if not age:
        return {"live": fits}
    oldest = len(codes.bits) - 2
    dying = circuit.or_(*age)
    starts = circuit.and_not(live, fits)
    # No age has all the bits of the oldest one but itself.
    ends = _all(circuit, [bit for place, bit in enumerate(age) if oldest >> place & 1])
    youngest = circuit.and_not(circuit.and_not(dying, ends), age[0])
    after = {"live": circuit.and_not(fits, dying), "age0": circuit.or_(youngest, starts)}
    carry = age[0]
    for name, bit in zip(codes.names[2:], age[1:], strict=True):
        after[name] = circuit.and_not(circuit.xor(bit, carry), ends)
        carry = circuit.and_(carry, bit)
    return after


def _all(circuit: Circuit, wires: Sequence[Wire]) -> Wire:
    return reduce(circuit.and_, wires, TRUE)


def biowar_circuit(rule: Rule) -> RuleCircuit:
    """Return the circuits of BioWar. The board has a bit plane for each player.

    A player's *net* is twice the number of neighbours that are its cells, minus the number of all live neighbours. The
    player's cells survive at a net of 2 or 3, and dead cells become its cells at a net of 3.
    """
    players = rule.live_states
    names = tuple(f"player{number}" for number in range(1, players + 1))
    codes = PlaneCodes(names, np.vstack([np.zeros(players), np.eye(players)]).astype(bool))

    circuit = Circuit()
    own = [count(circuit, name, live_too=True).bits(circuit) for name in names]
    everyone = own[0]
    for other in own[1:]:
        everyone = _sum(circuit, everyone, other)[:4]  # at most 8
    here = [circuit.input(f"middle.{name}") for name in names]
    dead = circuit.not_(circuit.or_(*here))
    two_more = _sum(circuit, everyone, [FALSE, TRUE, FALSE, FALSE])
    three_more = _sum(circuit, everyone, [TRUE, TRUE, FALSE, FALSE])
    after = {}
    for name, neighbours, is_own in zip(names, own, here, strict=True):
        twice = [FALSE, *neighbours]
        is_two, is_three = (_equal(circuit, twice, more) for more in (two_more, three_more))
        after[name] = circuit.or_(circuit.and_(is_three, circuit.or_(is_own, dead)), circuit.and_(is_two, is_own))
    return assemble(codes, circuit, after)


_HISTORY_CODES = {
    history.OFF: "000",
    history.ON: "110",
    history.HISTORY: "010",
    history.MARKED_ON: "101",
    history.MARKED_OFF: "001",
    history.START: "111",
    history.BOUNDARY: "011",
}
"""The bits of each state in the planes ``live``, ``was`` and ``marked``.

Births and deaths never change the bit of ``marked``.
"""


def history_circuit(rule: Rule) -> RuleCircuit:
    """Return the circuits of a rule that records a history, such as LifeHistory."""
    bits = [[bit == "1" for bit in _HISTORY_CODES[state]] for state in range(len(history.STATES))]
    codes = PlaneCodes(("live", "was", "marked"), np.array(bits))
    circuit = Circuit()
    live, was, marked = (circuit.input(f"middle.{name}") for name in codes.names)
    boundary = circuit.input("middle.boundary")
    beside = circuit.or_(*(circuit.input(f"{row}.boundary.any") for row in ROWS))
    fits = by_count(circuit, "live", live, rule.births, rule.survivals)
    # A boundary cell itself is beside a boundary, for this circuit: it does not survive, and may not be born.
    lives = circuit.and_not(circuit.and_not(fits, circuit.and_(live, beside)), boundary)
    stays = circuit.or_(lives, boundary)
    after = {
        "live": lives,
        "was": circuit.select(marked, circuit.and_(was, stays), circuit.or_(was, lives)),
        "marked": marked,
    }
    return assemble(codes, circuit, after, {"boundary": _boundary})


def _boundary(row: Circuit, side: str) -> Wire:
    return row.and_not(row.and_(row.input(f"was.{side}"), row.input(f"marked.{side}")), row.input(f"live.{side}"))


def _sum(circuit: Circuit, one: Sequence[Wire], other: Sequence[Wire]) -> list[Wire]:
    """Return the bits, lowest first, of the sum of two numbers of the same length. The sum has one bit more."""
    bits, carry = [], FALSE
    for a, b in zip(one, other, strict=True):
        bits.append(circuit.xor(a, b, carry))
        carry = circuit.majority(a, b, carry)
    return [*bits, carry]


def _equal(circuit: Circuit, one: Sequence[Wire], other: Sequence[Wire]) -> Wire:
    return _all(circuit, [circuit.not_(circuit.xor(a, b)) for a, b in zip(one, other, strict=True)])

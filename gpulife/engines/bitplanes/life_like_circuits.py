"""Builds the circuits of rules of 1 to 4 species: Life-like rules, and other rules given by a truth table.

A universe of 1 species has the plane ``live``. A universe of 2 species also has ``second`` (species 2). A universe of 3
or 4 species has ``live``, ``high`` and ``low``; ``high`` and ``low`` are the two bits of the species' number, counted
from 0. Dead cells are clear in all planes.
"""

from functools import partial

import numpy as np

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, build_table
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.bitplanes.three_rows import ROWS, RuleCircuit, assemble, compare, count, neighbour_bits
from gpulife.engines.bitplanes.truth_table_circuits import lives_after
from gpulife.rules import ALL_NEIGHBOURS, Rule, TruthTable

MAX_SPECIES = 4
PLANES = {1: ("live",), 2: ("live", "second"), 3: ("live", "high", "low"), 4: ("live", "high", "low")}
"""Names of a universe's planes, in their order in memory, keyed by the number of species."""
_CODES = {1: ("0", "1"), 2: ("00", "10", "11"), 3: ("000", "100", "101", "110"), 4: ("000", "100", "101", "110", "111")}


def life_like_codes(species: int) -> PlaneCodes:
    """Return how the states of a universe of ``species`` species, 1 to 4, are stored in bit planes."""
    return PlaneCodes(PLANES[species], np.array([[bit == "1" for bit in code] for code in _CODES[species]]))


def life_like_circuit(rule: Rule, table: TruthTable) -> RuleCircuit:
    """Return the circuits of a rule of 1 to 4 species. ``table`` says which cells live in the next generation.

    A newborn cell gets the commonest species of its parents.
    """
    circuit = Circuit()
    species = rule.live_states
    live = circuit.input("middle.live")
    alive_after = lives_after(circuit, table, live)
    after = {"live": alive_after}
    if species > 1:
        numbers = {(ring & table.parents).bit_count() for ring in np.flatnonzero(table.lives[0]).tolist()}
        of_three = numbers <= {3} and table.parents == ALL_NEIGHBOURS
        child = _child_of_three(circuit, rule) if of_three else _child_of_any(circuit, rule, table.parents)
        for plane, newborn in child.items():
            here = circuit.input(f"middle.{plane}")
            after[plane] = circuit.and_(alive_after, circuit.or_(here, circuit.and_not(newborn, live)))
    derived = {f"species{number}": partial(_of_species, species, number) for number in range(species)}
    return assemble(life_like_codes(species), circuit, after, derived | {"both": _both})


def _both(row: Circuit, side: str) -> Wire:
    return row.and_(row.input(f"high.{side}"), row.input(f"low.{side}"))


def _of_species(species: int, number: int, row: Circuit, side: str) -> Wire:
    """Return a wire that is set for cells of species ``number``, counted from 0, of ``species`` species.

    ``side`` says which cells: "l" for the left neighbours of a row's cells, "c" for the cells themselves, "r" for
    the right neighbours.
    """
    if species == 2:
        second = row.input(f"second.{side}")
        return second if number else row.and_not(row.input(f"live.{side}"), second)
    high, low = row.input(f"high.{side}"), row.input(f"low.{side}")
    if number == 0:
        return row.and_not(row.input(f"live.{side}"), row.or_(high, low))
    return (row.and_not(low, high), row.and_not(high, low), row.and_(high, low))[number - 1]


def _two_of_three(circuit: Circuit, what: str) -> Wire:
    """Build a wire that is set where the plane ``what`` is set for at least two of a cell's three parents."""
    # Either one row has two such parents, or two rows have one each.
    twos = circuit.or_(*(circuit.input(f"{row}.{what}.k") for row in ROWS))
    top, middle, down = (circuit.input(f"{row}.{what}.s") for row in ROWS)
    return circuit.or_(twos, circuit.majority(top, middle, down))


def _odd(circuit: Circuit, what: str) -> Wire:
    # With the inputs in the same order as for the majority, both circuits share a gate.
    return circuit.xor(*(circuit.input(f"{row}.{what}.s") for row in ROWS))


def _child_of_three(circuit: Circuit, rule: Rule) -> dict[str, Wire]:
    """Build the planes that store the species, for cells born of three parents; return each plane's wire.

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


def _child_of_any(circuit: Circuit, rule: Rule, ring: int) -> dict[str, Wire]:
    """Build the planes that store the species, for newborn cells with any number of parents.

    A cell's parents are its live neighbours in ``ring``, a bit mask of neighbours. The cell gets their commonest
    species. The inputs ``tie.*`` decide ties.
    """
    names = [f"species{number}" for number in range(rule.live_states)]
    if ring == ALL_NEIGHBOURS:
        counts = [count(circuit, name, live_too=False).bits(circuit) for name in names]
    else:
        counts = [neighbour_bits(circuit, name, ring) for name in names]
    wins = [circuit.not_(FALSE)] * rule.live_states
    for i in range(rule.live_states):
        for j in range(i + 1, rule.live_states):
            more, same = compare(circuit, counts[i], counts[j])
            i_wins = circuit.or_(more, circuit.and_(same, circuit.input(f"tie.before.{i}.{j}")))
            wins[i] = circuit.and_(wins[i], i_wins)
            wins[j] = circuit.and_not(wins[j], i_wins)
    if rule.live_states == 2:
        return {"second": wins[1]}
    third_or_fourth = circuit.or_(*wins[2:])
    return {"high": third_or_fourth, "low": circuit.or_(wins[1], *wins[3:])}

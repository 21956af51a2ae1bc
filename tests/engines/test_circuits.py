"""Circuits of gates, and the rules' circuits compared with the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from boards import assert_boards_equal
from engines.any_rules import FAMILIES
from engines.cases import random_cells
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gpulife.engines import reference
from gpulife.engines.bitplanes import rewriting, rule_circuits
from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, build_table
from gpulife.engines.bitplanes.range_circuits import RangeCircuit, range_circuit
from gpulife.engines.bitplanes.rule_circuits import has_planes, is_ranged, rule_circuit
from gpulife.rules import Cells, Edges, Rule, parse_rule

VARIABLES = ("a", "b", "c", "d")
WORDS = {
    name: np.packbits([values[place] for values in product((0, 1), repeat=4)]) for place, name in enumerate(VARIABLES)
}
"""All sixteen cases of four variables, a bit each."""


def evaluate(
    circuit: Circuit, outputs: Sequence[Wire], values: Mapping[str, np.ndarray], like: np.ndarray
) -> list[np.ndarray]:
    """Return the words of ``outputs``."""
    steps, words = circuit.bind(outputs, values, like)
    for step in steps:
        step()
    return words


def run(circuit: Circuit, wire: Wire) -> list[bool]:
    """Return the value of ``wire`` in each of the sixteen cases."""
    (word,) = evaluate(circuit, [wire], WORDS, WORDS["a"])
    return [bool(bit) for bit in np.unpackbits(word)]


def test_gates_compute_their_functions() -> None:
    circuit = Circuit()
    a, b, c, d = (circuit.input(name) for name in VARIABLES)
    cases = list(product((False, True), repeat=4))
    assert run(circuit, circuit.and_(a, b)) == [x and y for x, y, _, _ in cases]
    assert run(circuit, circuit.or_(a, b, c, d)) == [any(case) for case in cases]
    assert run(circuit, circuit.xor(a, b, c, d)) == [sum(case) % 2 == 1 for case in cases]
    assert run(circuit, circuit.and_not(a, d)) == [x and not z for x, _, _, z in cases]
    assert run(circuit, circuit.select(a, b, c)) == [y if x else z for x, y, z, _ in cases]
    assert run(circuit, circuit.majority(a, b, c)) == [x + y + z >= 2 for x, y, z, _ in cases]
    assert run(circuit, circuit.not_(a)) == [not x for x, _, _, _ in cases]


def test_constants_and_duplicates_cost_no_gate() -> None:
    circuit = Circuit()
    a, b = circuit.input("a"), circuit.input("b")
    assert circuit.and_(a, FALSE) == FALSE
    assert circuit.and_(a, TRUE) == a
    assert circuit.and_(a, circuit.not_(a)) == FALSE
    assert circuit.or_(a, circuit.not_(a)) == TRUE
    assert circuit.xor(a, a) == FALSE
    assert circuit.select(b, a, a) == a
    assert circuit.and_(a, b) == circuit.and_(b, a)
    assert circuit.cost([circuit.and_(a, b), circuit.and_(b, a), circuit.xor(a, b)]) == 2


@given(st.dictionaries(st.tuples(*[st.booleans()] * 4), st.booleans()))
def test_partial_truth_table_circuit(table: dict[tuple[bool, ...], bool]) -> None:
    circuit = Circuit()
    result = run(circuit, build_table(circuit, [circuit.input(name) for name in VARIABLES], table))
    for case, found in zip(product((False, True), repeat=4), result, strict=True):
        assert table.get(case, found) == found


def test_glsl_names_each_gate_once() -> None:
    circuit = Circuit()
    a, b = circuit.input("a"), circuit.input("b")
    lines = circuit.glsl({"sum": circuit.xor(a, b), "none": FALSE, "all": TRUE}, {"a": "x", "b": "y"}, "uint64_t")
    assert lines == ["uint64_t g4 = x ^ y;", "sum = g4;", "none = uint64_t(0);", "all = ~uint64_t(0);"]


def tie_words(names: tuple[str, ...], species: int, first: int) -> dict[str, bool]:
    """Return the values of a circuit's ``ties`` for a generation in which species ``first`` (from 0) is first."""
    words = {}
    for name in names:
        kind, *rest = name.split(".")
        if kind == "before":
            i, j = map(int, rest)
            words[name] = not i < first <= j
        else:
            number = first if kind == "first" else (first + 1) % species
            words[name] = bool(number & (2 if rest[0] == "high" else 1))
    return words


def next_by_circuit(cells: Cells, rule: Rule, generation: int) -> Cells:
    """Compute a generation on a torus, with one cell in each word."""
    found = rule_circuit(rule)
    bits = found.codes.bits[cells].astype(np.int16)
    planes = {name: bits[..., plane] for plane, name in enumerate(found.planes)}
    sides = {
        f"{plane}.{side}": np.roll(words, shift, axis=1)
        for plane, words in planes.items()
        for side, shift in (("l", 1), ("c", 0), ("r", -1))
    }
    like = next(iter(planes.values()))
    row = dict(zip(found.values, evaluate(found.row, list(found.values.values()), sides, like), strict=True))
    inputs = {
        f"{place}.{name}": np.roll(words, shift, axis=0)
        for name, words in row.items()
        for place, shift in (("top", 1), ("middle", 0), ("down", -1))
    }
    ties = tie_words(found.ties, rule.live_states, (generation + 1) % rule.live_states)
    inputs |= {f"tie.{name}": np.full_like(like, -value) for name, value in ties.items()}
    after = [word & 1 for word in evaluate(found.combine, list(found.planes_after.values()), inputs, like)]
    order = 1 << np.arange(len(after))
    states = np.full(1 << len(after), 255, np.uint8)
    states[found.codes.bits @ order] = np.arange(len(found.codes.bits))
    return states[np.tensordot(order, after, 1)]


def next_in_ranges(cells: Cells, rule: Rule, *, walks: bool) -> Cells:
    """Compute a generation of Larger than Life on a torus whose width is a multiple of 64, in words of 64 cells."""
    found = range_circuit(rule, words=2, own=1, walks=walks)
    reach = found.reach
    planes = packed(found.codes.bits[cells])
    (live,) = packed(found.codes.bits[cells][..., :1], before=reach)
    given = {f"here.{plane}.0": words for plane, words in zip(found.codes.names, planes, strict=True)}
    if walks:
        given |= walked(found, live)
    else:
        rows = product(range(-reach, reach + 1), (0, 1))
        given |= {f"row.{down}.{k}": np.roll(live, (-down, -k), (0, 1)) for down, k in rows}
    after = evaluate(found.combine, list(found.planes_after.values()), given, live)
    bits = [np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little") for words in after]
    order = 1 << np.arange(len(bits))
    states = np.full(1 << len(bits), 255, np.uint8)
    states[found.codes.bits @ order] = np.arange(len(found.codes.bits))
    return states[np.tensordot(order, bits, 1)]


def walked(found: RangeCircuit, live: NDArray[np.uint64]) -> dict[str, NDArray[np.uint64]]:
    """Return the totals of each row, after they have walked down to it; all rows above a certain one are dead."""
    reach, dead = found.reach, np.zeros_like(live[0])
    totals = {name: np.zeros_like(live) for name in found.totals_after}
    walking = dict.fromkeys(found.totals_after, dead)
    for row in range(-2 * reach - 1, len(live)):
        given = dict(walking)
        for height, k in product(found.heights, (0, 1)):
            for what, at in (("enters", row + height), ("leaves", row - height - 1)):
                given[f"{what}.{height}.{k}"] = np.roll(live[at % len(live)], -k) if at >= -reach - 1 else dead
        after = evaluate(found.count, list(found.totals_after.values()), given, dead)
        walking = dict(zip(found.totals_after, after, strict=True))
        if row >= 0:
            for name, words in walking.items():
                totals[name][row] = words
    return totals


def packed(bits: NDArray[np.bool_], before: int = 0) -> list[NDArray[np.uint64]]:
    """Return words of 64 cells of each plane; the first begins ``before`` cells before the board's first column."""
    moved = np.moveaxis(np.roll(bits, before, axis=1), 2, 0)
    return [np.packbits(plane, axis=1, bitorder="little").view(np.uint64) for plane in moved]


@pytest.mark.parametrize(
    "name",
    [
        *("R1,C0,M0,S2..3,B3..3,NM", "Bugs", "R10,C3,M0,S99..220,B90..160,NM", "R2,C256,M1,S0..5,B0..4,NN"),
        *("R10,C0,M1,S60..110,B64..85,NN", "R5,C4,M0,S25..43,B25..34,NC", "R10,C0,M1,S110..170,B100..135,NC"),
    ],
)
@pytest.mark.parametrize("walks", [True, False])
def test_range_circuits_match_reference(name: str, walks: bool) -> None:
    rule = replace(parse_rule(name), edges=Edges.TORUS)
    for seed in range(3):
        cells = random_cells(rule, (30, 192), seed)
        assert_boards_equal(next_in_ranges(cells, rule, walks=walks), reference.next_generation(cells, rule, 0))


def test_range_circuits_of_known_rules_stay_small() -> None:
    """In operations for a word, of totals that walk and of neighbourhoods that are counted anew."""
    most = {"R2,C0,M1,S7..12,B8..11,NM": (70, 94), "Bugs": (129, 262), "R10,C0,M1,S60..110,B64..85,NN": (308, 547)}
    for name, costs in most.items():
        walking, anew = (range_circuit(parse_rule(name), words=2, own=1, walks=walks) for walks in (True, False))
        spent = walking.count.cost(list(walking.totals_after.values()))
        spent += walking.combine.cost(list(walking.planes_after.values()))
        assert spent <= costs[0], name
        assert anew.combine.cost(list(anew.planes_after.values())) <= costs[1], name


@pytest.mark.parametrize(
    "name",
    [
        *("Life", "Immigration", "QuadLife", "RealTime:2", "RealTime:3", "B3/S23:3", "B36/S125:4", "B0/S8:3", "B/S:2"),
        *("B2-a/S12", "B2-a3i8/S2i3-a4e8", "B2-a/S12:3", "B2/S35H", "B2/S35H:4", "B2/S013V", "B13/S13V", "W30"),
        *("/2/3", "345/2/4", "/2/5", "23/3/8", "345/2/256", "B0/S/7", "12/2-a/3", "34/2/4H", "BioWar:1", "BioWar:4"),
        *("WireWorld", "Greenberg-Hastings", "LangtonsAnt", "Hex-B2S35", "Parity"),
        *(
            "LifeHistory",
            "B0/S8History",
            "R1,C0,M1,S3..4,B3..3,NM",
            "R1,C5,M0,S1..2,B0..1,NN",
            "R1,C2,M1,S2..6,B5..5,NC",
        ),
    ],
)
def test_circuits_match_reference(name: str) -> None:
    rule = parse_rule(name)
    rule = replace(rule, edges=Edges.TORUS)
    for generation in range(6):
        cells = random_cells(rule, (40, 40), seed=generation)
        assert_boards_equal(
            next_by_circuit(cells, rule, generation), reference.next_generation(cells, rule, generation)
        )


counts = st.frozensets(st.integers(0, 8))


@pytest.mark.usefixtures("little_work")
@given(
    births=counts, survivals=counts, species=st.integers(1, 4), generation=st.integers(0, 7), seed=st.integers(0, 99)
)
def test_any_rule_has_a_circuit(
    births: frozenset[int], survivals: frozenset[int], species: int, generation: int, seed: int
) -> None:
    digits = "".join(map(str, sorted(births))), "".join(map(str, sorted(survivals)))
    rule = parse_rule(f"B{digits[0]}/S{digits[1]}" + (f":{species}" if species > 1 else ""))
    cells = random_cells(rule, (24, 24), seed)
    assert_boards_equal(next_by_circuit(cells, rule, generation), reference.next_generation(cells, rule, generation))


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Circuits are rewritten less thoroughly."""
    rule_circuits._circuit_or_refusal.cache_clear()
    monkeypatch.setattr(rewriting, "MAX_WORK", 3_000_000)
    yield
    rule_circuits._circuit_or_refusal.cache_clear()


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "RealTime"])
@settings(max_examples=examples(8))
@given(data=st.data())
@pytest.mark.usefixtures("little_work")
def test_circuits_of_any_family_match_reference(family: str, data: st.DataObject) -> None:
    rule = parse_rule(data.draw(FAMILIES[family]))
    if has_planes(rule) and not is_ranged(rule):
        generation = data.draw(st.integers(0, 7))
        cells = random_cells(rule, (24, 24), data.draw(st.integers(0, 99)))
        rule = replace(rule, edges=Edges.TORUS)
        assert_boards_equal(
            next_by_circuit(cells, rule, generation), reference.next_generation(cells, rule, generation)
        )


def test_circuits_of_known_rules_stay_small() -> None:
    """Each operation of Immigration costs half a percent of its speed."""
    assert rule_circuit(parse_rule("Life")).cost <= 19
    assert rule_circuit(parse_rule("Immigration")).cost <= 34
    assert rule_circuit(parse_rule("QuadLife")).cost <= 63
    costs = {
        "WireWorld": 20,
        "Parity": 3,
        "/2/3": 18,
        "345/2/4": 26,
        "23/3/8": 30,
        "B13/S13V": 3,
        "B2/S35H": 21,
        "B2-a/S12": 30,
        "B2-a3i8/S2i3-a4e8": 92,
        "Greenberg-Hastings": 17,
        "LangtonsAnt": 26,
        "LifeHistory": 40,
        "BioWar:2": 61,
        "BioWar:4": 215,
    }
    assert {name: cost for name in costs if (cost := rule_circuit(parse_rule(name)).cost) > costs[name]} == {}


@pytest.mark.parametrize("name", ["Survivor", "RealTime:4", "B3/S23:5", "B2-a/S12:5"])
def test_other_rules_have_no_planes(name: str) -> None:
    assert not has_planes(parse_rule(name))


@pytest.mark.parametrize("name", ["Life", "QuadLife", "B3/S23:4", "RealTime:3"])
def test_life_like_rules_have_planes(name: str) -> None:
    assert has_planes(parse_rule(name))

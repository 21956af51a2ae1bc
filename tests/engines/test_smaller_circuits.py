"""Rewritten circuits, and the cache that keeps them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines.bitplanes import rewriting, smaller_circuits
from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire
from gpulife.engines.bitplanes.rewriting import rewritten
from gpulife.engines.bitplanes.rule_circuits import _built
from gpulife.engines.bitplanes.smaller_circuits import smaller
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.rules import parse_rule
from gpulife.storage.folders import cache_folder

NAMES = tuple("abcdef")
CASES = {name: np.array([bits[place] for bits in product((0, 1), repeat=6)], bool) for place, name in enumerate(NAMES)}


def values(circuit: Circuit, wires: list[Wire], cases: dict[str, np.ndarray]) -> list[list[bool]]:
    """Return the values of wires in all cases."""
    given = {name: -bits.astype(np.int8) for name, bits in cases.items()}
    steps, words = circuit.bind(wires, given, np.zeros(len(cases["a"]), np.int8))
    for step in steps:
        step()
    return [(word != 0).tolist() for word in words]


@st.composite
def any_circuit(draw: st.DrawFn) -> tuple[Circuit, dict[str, Wire]]:
    circuit = Circuit()
    wires = [FALSE, TRUE, *map(circuit.input, NAMES)]
    gates: tuple[Callable[..., Wire], ...] = (circuit.and_, circuit.or_, circuit.xor, circuit.and_not)
    for _ in range(draw(st.integers(1, 40))):
        build = draw(st.sampled_from((*gates, circuit.not_)))
        operands = [draw(st.sampled_from(wires)) for _ in range(1 if build == circuit.not_ else 2)]
        wires.append(build(*operands))
    return circuit, {f"out{place}": draw(st.sampled_from(wires)) for place in range(3)}


@given(of=any_circuit(), possible=st.lists(st.booleans(), min_size=64, max_size=64).filter(any))
def test_any_circuit_still_computes_the_same(of: tuple[Circuit, dict[str, Wire]], possible: list[bool]) -> None:
    circuit, outputs = of
    cases = {name: bits[possible] for name, bits in CASES.items()}
    found, wires = rewritten(circuit, outputs, cases)
    assert values(found, [*wires.values()], cases) == values(circuit, [*outputs.values()], cases)
    assert found.cost([*wires.values()]) <= circuit.cost([*outputs.values()])


def test_cases_that_never_occur_save_gates() -> None:
    circuit = Circuit()
    a, b, c = (circuit.input(name) for name in "abc")
    outputs = {"out": circuit.or_(circuit.and_(a, b), circuit.and_(a, c))}
    found, wires = rewritten(circuit, outputs, CASES)
    assert found.cost([wires["out"]]) == 2
    only = CASES["b"] == CASES["c"]
    found, wires = rewritten(circuit, outputs, {name: bits[only] for name, bits in CASES.items()})
    assert found.cost([wires["out"]]) == 1


def test_samples_of_the_cases_are_enough() -> None:
    """With more cases than a sample has, replacements that are wrong in rare cases are refused."""
    circuit = Circuit()
    names = [f"n{place}" for place in range(13)]
    inputs = [circuit.input(name) for name in names]
    rare = TRUE
    for wire in inputs:
        rare = circuit.and_(rare, wire)
    number = np.arange(1 << 13)
    cases = {name: (number >> place & 1).astype(bool) for place, name in enumerate(names)}
    found, wires = rewritten(circuit, {"out": circuit.xor(rare, inputs[0])}, cases)
    given = {name: -bits.astype(np.int8) for name, bits in cases.items()}
    steps, (word,) = found.bind([wires["out"]], given, np.zeros(1 << 13, np.int8))
    for step in steps:
        step()
    assert (word != 0).tolist() == (cases["n0"] ^ (number == len(number) - 1)).tolist()


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep circuits apart from those that all tests share."""
    monkeypatch.setenv("GPULIFE_CACHE", str(tmp_path))


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> RuleCircuit:
    monkeypatch.setattr(rewriting, "MAX_WORK", 1_000_000)
    found = _built(parse_rule("B2-a/S12"))
    assert isinstance(found, RuleCircuit)
    return found


def stored() -> Path:
    (path,) = (cache_folder() / "circuits").iterdir()
    return path


def test_circuits_are_made_once(built: RuleCircuit, monkeypatch: pytest.MonkeyPatch) -> None:
    made = smaller(built)
    assert made.cost < built.cost
    monkeypatch.setattr(smaller_circuits, "rewritten", None)
    loaded = smaller(built)
    assert loaded.cost == made.cost
    assert loaded.needed == made.needed


def gates(data: dict[str, Any]) -> list[list[Any]]:
    return data["combine"]["gates"]


def other_gate(data: dict[str, Any]) -> None:
    place = next(place for place, gate in enumerate(gates(data)) if gate[0] == "and")
    gates(data)[place][0] = "or"


def other_row(data: dict[str, Any]) -> None:
    data["row"]["outputs"] = dict.fromkeys(data["row"]["outputs"], 1)


def missing_plane(data: dict[str, Any]) -> None:
    data["combine"]["outputs"].clear()


DAMAGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "another gate": other_gate,
    "another row": other_row,
    "no output": missing_plane,
    "an unknown gate": lambda data: gates(data).append(["nand", 0, 1]),
    "an unknown input": lambda data: gates(data).append(["in:top.dead"]),
    "a gate of itself": lambda data: gates(data).append(["and", 0, len(gates(data)) + 2]),
    "a negative operand": lambda data: gates(data).append(["and", 0, -1]),
    "too many operands": lambda data: gates(data).append(["and", 0, 1, 1]),
    "an operand of text": lambda data: gates(data).append(["and", "0", 1]),
    "a gate without a kind": lambda data: gates(data).append([]),
    "no row": lambda data: data.pop("row"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_circuits_are_made_again(built: RuleCircuit, damage: str) -> None:
    made = smaller(built)
    good = stored().read_bytes()
    data = json.loads(good)
    DAMAGES[damage](data)
    stored().write_text(json.dumps(data))
    assert smaller(built).cost == made.cost
    assert stored().read_bytes() == good


@pytest.mark.parametrize("content", [b"", b"[]", b"\x00\xff", b"[" * 5000, b" " * (1 << 19)])
def test_files_that_are_no_circuits_are_replaced(built: RuleCircuit, content: bytes) -> None:
    smaller(built)
    good = stored().read_bytes()
    stored().write_bytes(content)
    smaller(built)
    assert stored().read_bytes() == good


def test_cache_that_cannot_be_written_is_not_used(built: RuleCircuit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPULIFE_CACHE", "/proc/nowhere")
    assert smaller(built).cost < built.cost


def test_cache_keeps_a_limited_number_of_files(built: RuleCircuit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smaller_circuits, "_MAX_FILES", 2)
    folder = cache_folder() / "circuits"
    folder.mkdir(parents=True)
    for number in range(4):
        (folder / f"{number}.json").touch()
    smaller(built)
    assert len(list(folder.iterdir())) == 2
    smaller(built)
    assert len(list(folder.iterdir())) == 2


def test_circuits_with_too_many_cases_stay_as_they_are() -> None:
    quad = _built(parse_rule("QuadLife"))
    assert isinstance(quad, RuleCircuit)
    assert smaller(quad) is quad

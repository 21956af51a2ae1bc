"""Boards with shifted or twisted edges: the map of their edges, and all engines beside the reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import RANKS, OpenEngine, kinds_of
from engines.cases import random_cells
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines import reference
from gpulife.engines.cells import numpy_engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.factory import choose_engine, open_engine
from gpulife.engines.twisted import TwistedEngine, has_no_direction
from gpulife.errors import EngineError
from gpulife.rules import Edges, Twist, parse_rule
from gpulife.rules.twists import Join, framed_by

pytestmark = pytest.mark.skipif(RANKS, reason="ranks refuse twisted boards")

SUFFIXES = ("T40+7,33", "T40,33-5", "K40*,33", "K40*+1,33", "K41,34*", "K41,34*+1", "C40,33", "S36")
SMALL = ("T3+1,2", "K5*,2", "K2*+1,3", "K2,4*+1", "C3,2", "C1,4", "S3", "S1")
RULES = ("Life", "B2-a/S12", "B2/S35H", "B36/S23:3", "Brian's Brain", "WireWorld", "R4,C0,M0,S9..30,B12..20,NM")
"""Rules with and without directions, and one that reaches further."""


def letters(rows: int, columns: int) -> np.ndarray:
    return np.array([chr(65 + number) for number in range(rows * columns)]).reshape(rows, columns)


@pytest.mark.parametrize(
    ("twist", "size", "rows"),
    [
        (Twist(Join.SHIFTED, 1), (3, 4), "KLIJKL DABCDA HEFGHE LIJKLI ABCDAB"),
        (Twist(Join.SHIFTED, 1, at_sides=True), (3, 4), "HIJKLA LABCDE DEFGHI HIJKLA LABCDE"),
        (Twist(Join.KLEIN), (3, 4), "ILKJIL DABCDA HEFGHE LIJKLI ADCBAD"),
        (Twist(Join.KLEIN, at_sides=True), (3, 4), "DIJKLA LABCDI HEFGHE DIJKLA LABCDI"),
        (Twist(Join.CROSS), (3, 4), "ALKJID LABCDI HEFGHE DIJKLA IDCBAL"),
        (Twist(Join.SPHERE), (3, 3), "AADGC AABCG BDEFH CGHII GCFII"),
    ],
)
def test_edges_are_joined_as_in_the_diagrams_of_golly(twist: Twist, size: tuple[int, int], rows: str) -> None:
    assert ["".join(row) for row in framed_by(twist, letters(*size), 1)] == rows.split()


@given(data=st.data(), number=st.integers(0, 999))
def test_wide_frames_are_unrolled_boards(data: st.DataObject, number: int) -> None:
    rule = parse_rule(f"Life:{data.draw(st.sampled_from((*SUFFIXES, *SMALL)))}")
    assert rule.twist is not None
    assert rule.size is not None
    cells, count = random_cells(rule, rule.size, seed=number), data.draw(st.integers(1, 9))
    framed = framed_by(rule.twist, cells, count)
    for generation in range(count):
        cells = reference.next_generation(cells, rule, generation)
        framed = reference.next_generation(framed, parse_rule("Life:P1").on_board(framed.shape), generation)
    assert_boards_equal(framed[count:-count, count:-count], cells)


def cases() -> list[tuple[str, str, str]]:
    """Every kind of engine with every rule that it computes, each on one of the boards in turn."""
    boards = [*SUFFIXES, *SMALL]
    return [
        (kind, law, boards[(5 * place + 3 * number) % len(boards)])
        for place, law in enumerate(RULES)
        for number, kind in enumerate(kinds_of(law))
    ]


@pytest.mark.parametrize(("kind", "law", "suffix"), cases())
def test_engines_match_the_reference(open_kind: OpenEngine, kind: str, law: str, suffix: str) -> None:
    rule = parse_rule(f"{law}:{suffix}")
    assert rule.size is not None
    engine = TwistedEngine(rule, rule.size, lambda inner, size: open_kind(kind, inner, size))
    cells, generation = random_cells(rule, rule.size, seed=4), 0
    engine.paint(0, 0, cells)
    for count in (1, 2, 40):
        engine.step(count)
        for _ in range(count):
            cells = reference.next_generation(cells, rule, generation)
            generation += 1
        assert_boards_equal(engine.read_all(), cells)
        assert engine.census().tolist() == reference.census(cells, rule).tolist()
    assert not engine.read(-3, -3, 3, 3).any()
    assert engine.generation == generation


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_large_boards_are_computed_in_parts_in_numpy(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = parse_rule(f"B2-a/S12:{suffix}")
    assert rule.size is not None
    engine, cells = NumpyEngine(rule, rule.size), random_cells(rule, rule.size, seed=1)
    monkeypatch.setattr(numpy_engine, "_PART_CELLS", 200)
    engine.paint(0, 0, cells)
    engine.step(2)
    for generation in range(2):
        cells = reference.next_generation(cells, rule, generation)
    assert_boards_equal(engine.read_all(), cells)


@pytest.mark.parametrize("kind", [kind for kind in kinds_of("Life") if kind.startswith("planes")][:1])
def test_gliders_cross_edges_of_an_empty_board(open_kind: OpenEngine, kind: str) -> None:
    rule = parse_rule("Life:K300*,200")
    engine = TwistedEngine(rule, (200, 300), lambda inner, size: open_kind(kind, inner, size))
    cells = np.zeros((200, 300), np.uint8)
    cells[150:153, 150:153] = [[0, 1, 0], [0, 0, 1], [1, 1, 1]]
    engine.paint(0, 0, cells)
    for _ in range(3):
        engine.step(160)
    for generation in range(480):
        cells = reference.next_generation(cells, rule, generation)
    assert cells.sum() == 5
    assert_boards_equal(engine.read_all(), cells)


def test_other_rules_and_stops_keep_the_board(open_kind: OpenEngine) -> None:
    rule = parse_rule("Life:C20,30")
    engine = TwistedEngine(rule, (30, 20), lambda inner, size: open_kind("numpy", inner, size))
    cells = random_cells(rule, (30, 20), seed=2)
    engine.paint(0, 0, cells)
    engine.step(3, parse_rule("B36/S23"))
    for generation in range(3):
        cells = reference.next_generation(cells, parse_rule("B36/S23:C20,30"), generation)
    assert_boards_equal(engine.read_all(), cells)
    with pytest.raises(EngineError, match="reaches further than the margin"):
        engine.step(1, parse_rule("R40,C0,M1,S1..9,B1..9,NM"))


def test_coins_and_other_engines_are_refused(open_kind: OpenEngine) -> None:
    with pytest.raises(EngineError, match="the engine gl cannot compute a board that is a cross-surface"):
        open_kind("gl", parse_rule("Life:C20,20"), (20, 20))
    coins = parse_rule("P2Life:C20,20")
    with pytest.raises(EngineError, match="rule P2Life tosses a coin for each place"):
        open_engine("gl", coins, (20, 20))
    assert choose_engine(coins, (20, 20), None)[0] == "numpy"


@pytest.mark.parametrize(
    ("law", "expected"),
    [("Life", True), ("B2-a/S12", True), ("B2/S35H", False), ("W30", False), ("B2/S013V", True), ("WireWorld", False)],
)
def test_rules_with_directions_are_known(law: str, expected: bool) -> None:
    assert has_no_direction(parse_rule(law)) is expected


def test_straight_edges_lose_the_twist() -> None:
    rule = parse_rule("Life:K20*,10")
    assert str(rule.on_board((10, 20), Edges.TORUS)) == "Life:T20,10"
    assert str(replace(rule, size=None)) == "Life"

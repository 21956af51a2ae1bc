"""The reference compared with the sources: their pictures, and the laws written again cell by cell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import assert_boards_equal, board
from engines import scalar
from engines.any_rules import FAMILIES
from engines.cases import RULES, SHAPES, random_cells, rule_on
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines import reference
from gpulife.rules import Cells, Edges, Rule, parse_rule
from gpulife.rules.rule import count_neighbours

PLANE = {"edges": Edges.DEAD}


def run(cells: Cells, rule: Rule, generations: int, start: int = 0) -> Cells:
    for generation in range(start, start + generations):
        cells = reference.next_generation(cells, rule, generation)
    return cells


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("name", RULES)
def test_laws_match_cell_by_cell_versions(name: str, edges: Edges) -> None:
    rule = rule_on(name, edges)
    for number, shape in enumerate(SHAPES[edges is Edges.DEAD : 8 : 2]):
        for generation, density in ((0, 0.2), (1, 0.45), (6, 0.7), (27, 0.95))[number % 2 :: 2]:
            cells = random_cells(rule, shape, seed=number, density=density)
            expected = scalar.next_generation(cells, rule, generation)
            assert_boards_equal(reference.next_generation(cells, rule, generation), np.array(expected, np.uint8))


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("name", RULES)
def test_several_boards_at_once_match_single_ones(name: str, edges: Edges) -> None:
    rule = rule_on(name, edges)
    for shape in ((1, 1), (2, 9), (7, 5)):
        boards = np.stack([random_cells(rule, shape, seed) for seed in range(3)])
        for before, after in zip(boards, reference.next_generation(boards, rule, 2), strict=True):
            assert_boards_equal(after, reference.next_generation(before, rule, 2))


@pytest.mark.parametrize("family", FAMILIES)
@given(data=st.data())
def test_any_rule_matches_cell_by_cell(family: str, data: st.DataObject) -> None:
    rule = rule_on(data.draw(FAMILIES[family]), data.draw(st.sampled_from(list(Edges))))
    shape = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    cells = random_cells(rule, shape, data.draw(st.integers(0, 99)), data.draw(st.sampled_from((0.2, 0.45, 0.8))))
    generation = data.draw(st.integers(0, 1000))
    expected = scalar.next_generation(cells, rule, generation)
    assert_boards_equal(reference.next_generation(cells, rule, generation), np.array(expected, np.uint8))


def test_blinker_and_block() -> None:
    life = replace(parse_rule("Life"), **PLANE)
    assert_boards_equal(run(board("...\nAAA\n..."), life, 1), ".A.\n.A.\n.A.")
    assert_boards_equal(run(board("....\n.AA.\n.AA.\n...."), life, 9), "....\n.AA.\n.AA.\n....")


def test_glider_wraps_around_torus() -> None:
    glider = board(".A...\n..A..\nAAA..\n.....\n.....")
    assert_boards_equal(run(glider, parse_rule("Life"), 4 * 5), glider)
    assert_boards_equal(run(glider, parse_rule("Life"), 4), ".....\n..A..\n...A.\n.AAA.\n.....")


def test_birth_takes_majority_species() -> None:
    before = board(".....\n..A..\n...B.\n..B..\n.....")  # LIFE-2's printed example, as two species
    after = ".....\n.....\n..BB.\n.....\n....."
    assert_boards_equal(run(before, replace(parse_rule("Immigration"), **PLANE), 1), after)


def test_survivor_keeps_its_species() -> None:
    before, after = board("....\n.AB.\n.BB.\n...."), "....\n.AB.\n.BB.\n...."
    assert_boards_equal(run(before, parse_rule("Immigration"), 3), after)


@pytest.mark.parametrize(
    ("rule", "child"), [("QuadLife", "D"), ("RealTime:3", "D"), ("RealTime:7", "H"), ("B3/S23:7", "B")]
)
def test_three_different_parents(rule: str, child: str) -> None:
    before = board(".....\n..A..\n...B.\n..C..\n.....")
    after = run(before, rule_on(rule, Edges.DEAD), 1)
    assert_boards_equal(after[2:3, 2:3], child)


def test_neutral_cells_count_as_species() -> None:
    before = board(".....\n..C..\n...A.\n..C..\n.....")  # in RealTime:2 the neutral state is 3
    assert_boards_equal(run(before, rule_on("RealTime:2", Edges.DEAD), 1)[2:3, 2:3], "C")


@pytest.mark.parametrize(("generation", "child"), [(0, "B"), (1, "C"), (2, "A"), (3, "B")])
def test_tie_goes_to_first_in_rotated_order(generation: int, child: str) -> None:
    # Computing generation 1 the order is B C A, for generation 2 C A B, for generation 3 A B C, and so on.
    before = board(".....\n..A..\n...B.\n..C..\n.....")
    rule = rule_on("B3/S:3", Edges.DEAD)
    assert_boards_equal(reference.next_generation(before, rule, generation)[2:3, 2:3], child)


def test_a_birth_has_parents_in_the_neighbourhood_alone() -> None:
    before = board("A.B\nB..\n..A")  # on hexagons, the cells at the upper right and the lower left are no neighbours
    assert_boards_equal(run(before, rule_on("B3/SH:2", Edges.DEAD), 1)[1:2, 1:2], "A")
    assert_boards_equal(run(before, rule_on("B4/S:2", Edges.DEAD), 1)[1:2, 1:2], "B")  # a tie that B wins
    assert_boards_equal(run(board("AA.\n...\n..."), rule_on("W64:2", Edges.DEAD), 1)[1:2, 1:2], "A")


def test_t_flies_in_tlife() -> None:
    # https://conwaylife.com/wiki/OCA:Tlife: a T-tetromino flies by a cell in five generations, its tip first.
    before = np.zeros((20, 11), np.uint8)
    before[10:12, 4:7] = board(".A.\nAAA")
    rule = rule_on("tlife", Edges.TORUS)
    assert_boards_equal(run(before, rule, 5), np.roll(before, -1, axis=0))
    assert_boards_equal(run(before, rule, 100), before)
    blinker = np.pad(board("AAA"), 2)
    assert not run(blinker, rule, 1)[2, 3]  # which dies


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA", "Life"),
        ("B2/S35H", "Hex-B2S35"),
        ("B13/S13V", "Parity"),
    ],
)
def test_same_law_in_other_notations(name: str, same: str) -> None:
    cells = np.random.default_rng(1).integers(0, 2, (40, 50)).astype(np.uint8)
    one, other = (rule_on(each, Edges.TORUS) for each in (name, same))
    assert_boards_equal(run(cells, one, 3), run(cells, other, 3))


def test_truth_tables_of_life() -> None:
    life, other = (parse_rule(name) for name in ("Life", "B2/S34V"))
    tables = [rule.family.truth_table(rule) for rule in (life, other)]
    assert tables[0] is not None
    assert tables[1] is not None
    # From the highest bit: the row above from the left, the left and the right neighbour, the row below.
    assert tables[0].lives[:, 0b111_00_000].tolist() == [True, True]
    assert tables[0].lives[:, 0b100_00_001].tolist() == [False, True]
    assert tables[1].lives[:, 0b010_01_000].tolist() == [True, False]
    assert tables[1].lives[:, 0b101_00_101].tolist() == [False, False]
    assert (tables[0].parents, tables[1].parents) == (0b111_11_111, 0b010_11_010)
    assert parse_rule("WireWorld").family.truth_table(parse_rule("WireWorld")) is None


def test_biowar_matches_its_tour_pictures() -> None:
    five = np.zeros((11, 24), np.uint8)
    five[5, 9:14] = 1
    rule = parse_rule("BioWar:1")
    sixth, seventh = run(five, rule, 6), run(five, rule, 7)
    assert_boards_equal(
        sixth,
        """
        ........................
        ........................
        ..........AAA...........
        ........................
        ........A.....A.........
        ........A.....A.........
        ........A.....A.........
        ........................
        ..........AAA...........
        ........................
        ........................
        """,
    )
    assert_boards_equal(
        seventh,
        """
        ........................
        ...........A............
        ...........A............
        ...........A............
        ........................
        .......AAA...AAA........
        ........................
        ...........A............
        ...........A............
        ...........A............
        ........................
        """,
    )
    assert_boards_equal(run(five, rule, 8), sixth)


def test_biowar_counts_opponents_against_a_player() -> None:
    rule = parse_rule("BioWar:2")
    # Three of A and one of B around the middle: net(A) is 2, no birth; without B it is 3.
    assert_boards_equal(run(board("AAA\n...\nB.."), rule, 1)[1:2, 1:2], ".")
    assert_boards_equal(run(board("AAA\n...\n..."), rule, 1)[1:2, 1:2], "A")
    # Four of A less one of B are three: a birth where Life would have none.
    assert_boards_equal(run(board("AAA\nA..\nB.."), rule, 1)[1:2, 1:2], "A")
    # A cell of A with three of A and two of B around it dies of a net of 1.
    assert_boards_equal(run(board("AAA\n.A.\nB.B"), rule, 1)[1:2, 1:2], ".")


@pytest.mark.parametrize(
    ("before", "time", "after"),
    [
        ("...\nA..\nAA.", 0, "A"),  # walkable with three pawns
        ("...\nA..\n.A.", 0, "."),
        ("D..\n...\n...", 0, "."),  # a trap sends no enemy by day,
        ("D..\n...\n...", 2, "C"),  # one by night,
        ("D..\n...\n..B", 3, "."),  # none next to a shelter,
        ("DA.\nA..\n..A", 2, "C"),  # and it comes before a birth
        ("C..\n.A.\n...", 0, "."),  # an enemy kills a pawn
        ("C..\n.A.\n..B", 0, "A"),  # that has no shelter
        ("...\n.A.\n..B", 0, "A"),  # a sheltered pawn needs no neighbours
        ("A..\n.A.\n..A", 0, "A"),
        ("A..\n.A.\n...", 0, "."),
        ("A..\n.B.\n..A", 0, "B"),  # a shelter stands with two or three pawns
        ("A..\n.B.\n...", 0, "."),
        ("AAA\nAB.\n...", 0, "."),
        ("...\n.C.\n...", 1, "."),  # an enemy goes by day,
        ("...\n.C.\n...", 2, "C"),  # stays by night,
        ("...\n.C.\n..B", 3, "."),  # but not next to a shelter
        ("AA.\n.DA\n...", 0, "."),  # a trap falls to three or four pawns
        ("AA.\n.DA\n..A", 0, "."),
        ("AA.\n.D.\n...", 0, "D"),
        ("AAA\n.DA\n..A", 0, "D"),
        ("AAA\nAEA\nAAA", 0, "E"),  # nothing moves the impassable
    ],
)
def test_survivor_follows_algorithm_2(before: str, time: int, after: str) -> None:
    cells = reference.next_generation(board(before), rule_on("Survivor", Edges.DEAD), time)
    assert_boards_equal(cells[1:2, 1:2], after)


def test_dead_edges_stay_dead_under_b0() -> None:
    assert_boards_equal(run(np.zeros((2, 3), np.uint8), rule_on("B0/S8", Edges.DEAD), 1), "AAA\nAAA")
    assert_boards_equal(run(np.zeros((2, 3), np.uint8), rule_on("B0/S8", Edges.DEAD), 2), "...\n...")
    assert_boards_equal(run(np.zeros((2, 3), np.uint8), rule_on("B0/S8", Edges.TORUS), 2), "AAA\nAAA")


def test_single_cell_torus() -> None:
    assert count_neighbours(board("A"), Edges.TORUS).item() == 8
    assert count_neighbours(board("A"), Edges.DEAD).item() == 0
    assert count_neighbours(board("A.\n.."), Edges.TORUS).tolist() == [[0, 2], [2, 4]]

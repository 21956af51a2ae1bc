"""Super, Investigator and History rules: as Golly 4 computes them."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from boards import assert_boards_equal, board
from engines.cases import random_cells, rule_on

from gpulife.engines import reference
from gpulife.errors import RuleError
from gpulife.rules import Cells, Edges, parse_rule
from gpulife.rules.families import annotated, history

GOLLY = {
    "LifeSuper": ("4253d4c890a4ee50", "cc02a5e9bcf9db91"),
    "B36/S23Super": ("9077c53a3cb8423b", "057fd77f8a079c53"),
    "B2/S34HSuper": ("fd1483d4e0f97e8e", "0cceb1530bfcdae3"),
    "LifeInvestigator": ("ecdd0c14f151d903", "0ebe2167959491ae"),
    "B2-a/S12Investigator": ("16203f1d3a2a29b2", "2e134c04f9ee999b"),
    "B2-a/S12History": ("4e4053d8465e4ec1", "741fced01bae7930"),
    "B2/S34HHistory": ("58e1d2a329ce855c", "6ee09a4d5fe69cf9"),
}
"""For each rule, digests of the live part of a soup on a torus after 1 and 12 generations, computed by bgolly 4.3."""


def digest(cells: Cells) -> str:
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    part = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return hashlib.sha256(np.ascontiguousarray(part)).hexdigest()[:16]


@pytest.mark.parametrize("law", GOLLY)
def test_soups_evolve_as_in_golly_4(law: str) -> None:
    rule = parse_rule(f"{law}:T50,37")
    cells, found = random_cells(rule, (37, 50), seed=5), []
    for generation in range(12):
        cells = reference.next_generation(cells, rule, generation)
        found.append(digest(cells))
    assert (found[0], found[-1]) == GOLLY[law]


def test_life_history_is_the_same_in_both_families() -> None:
    rule = rule_on("LifeHistory", Edges.TORUS)
    cells = random_cells(rule, (40, 40), seed=1)
    life = annotated._life_of_law("B3/S23")
    diagram = annotated.diagram_of_fold(7, ((0, 0), *life.order), *annotated._history(life))
    for generation in range(9):
        after = reference.next_generation(cells, rule, generation)
        assert_boards_equal(annotated.table.step(diagram, cells, rule, generation, (0, 0)), after)
        cells = after


@pytest.mark.parametrize(
    ("parents", "child"),
    [
        ((9, 9, 9), 9),
        ((9, 7, 7), 9),
        ((9, 7, 1), 1),
        ((13, 13, 3), 13),
        ((25, 25, 3), 25),
        ((25, 23, 7), 13),
        ((25, 9, 9), 1),
        ((15, 17, 17), 13),
        ((3, 7, 7), 1),
    ],
)
def test_a_newborn_of_super_takes_the_state_of_parents_that_agree(parents: tuple[int, ...], child: int) -> None:
    rule = rule_on("LifeSuper", Edges.DEAD)
    cells = np.zeros((3, 3), np.uint8)
    cells[0] = parents
    assert reference.next_generation(cells, rule, 0)[1, 1] == child


def test_super_has_labels_and_trails() -> None:
    rule = rule_on("LifeSuper", Edges.DEAD)
    after = reference.next_generation(board("NP..V\n....T\nIK.M."), rule, 0)
    assert_boards_equal(after, board(".N..T\n....T\nJL..."))


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("lifesuper", "LifeSuper"),
        ("B3/S23Super", "LifeSuper"),
        ("23/36 Super", "B36/S23Super"),
        ("b2/s34hinvestigator", "B2/S34HInvestigator"),
        ("B2a/S12_History", "B2a/S12History"),
    ],
)
def test_names(name: str, law: str) -> None:
    assert str(parse_rule(name)) == law
    assert parse_rule(law) == parse_rule(name)


def test_history_of_plain_rules_has_a_shader_of_its_own() -> None:
    assert parse_rule("B36/S23History").family is history.FAMILY
    assert parse_rule("B2-a/S12History").family is annotated.HISTORY


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("B3/S23:2Super", "has several species; Super needs a rule with one"),
        ("B2-a/S12Super", "Super needs a rule that only counts neighbours, as in B36/S23Super"),
        ("WireWorldSuper", "unknown rule"),
    ],
)
def test_wrong_names(name: str, words: str) -> None:
    with pytest.raises(RuleError) as raised:
        parse_rule(name)
    assert words in str(raised.value)

"""Diagrams: widened ones are equivalent, and stay within the limit on numbers."""

from __future__ import annotations

import numpy as np
import pytest
from engines.table_texts import COPIES, CYCLIC, LIFE_TREE, MAJORITY_TREE, RULE_110

from gpulife.rules import known_tables, parse_rule
from gpulife.rules._transitions import read_table
from gpulife.rules.diagram import Diagram, diagram_of_table, read_tree
from gpulife.rules.known_tables import MAX_WIDE_NUMBERS, find_known, register, widened
from gpulife.rules.rule_file import read_rule_text


def narrow(text: str) -> Diagram:
    file = read_rule_text(text, "x")
    return read_tree(file) if file.law == "TREE" else diagram_of_table(read_table(file), "x")


@pytest.mark.parametrize("limit", [MAX_WIDE_NUMBERS, 3000, 300, 1])
@pytest.mark.parametrize("text", [COPIES, CYCLIC, LIFE_TREE, MAJORITY_TREE, RULE_110])
def test_widened_diagrams_are_equivalent(monkeypatch: pytest.MonkeyPatch, text: str, limit: int) -> None:
    monkeypatch.setattr(known_tables, "MAX_WIDE_NUMBERS", limit)
    one = narrow(text)
    wide = widened(one)
    assert wide is one or len(wide.numbers) <= limit
    assert sum(wide.groups) == len(one.order)
    for inputs in np.random.default_rng(1).integers(0, one.states, (500, len(one.order))).tolist():
        assert wide.next_state(inputs) == one.next_state(inputs)


@pytest.mark.parametrize(
    ("text", "groups"), [(LIFE_TREE, (9,)), (COPIES, (4, 5)), (MAJORITY_TREE, (5,)), (RULE_110, (3,))]
)
def test_inputs_are_grouped_up_to_the_limit(text: str, groups: tuple[int, ...]) -> None:
    assert len(register(text, "x").diagram.groups) == len(groups)
    assert sum(register(text, "x").diagram.groups) == sum(groups)


def test_langtons_ant() -> None:
    rule = parse_rule("LangtonsAnt:T80,80")
    cells = np.zeros((80, 80), np.uint8)
    cells[40, 40] = 2
    black, row, column, heading = np.zeros((80, 80), bool), 40, 40, 0
    for generation in range(3000):
        cells = rule.family.step(cells, rule, generation, (0, 0))
        heading = (heading + (-1 if black[row, column] else 1)) % 4
        black[row, column] ^= True
        row, column = (row + (-1, 0, 1, 0)[heading]) % 80, (column + (0, 1, 0, -1)[heading]) % 80
    assert ((cells == 1) | (cells >= 6)).tolist() == black.tolist()
    assert cells[row, column] == 2 + heading + 4 * black[row, column]


def test_hexagonal_neighbours() -> None:
    known = find_known("Hex-B2S35")
    assert known is not None
    offsets = [(0, 0), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)]
    assert list(known.diagram.order) == offsets
    for alive in range(7):
        neighbours = [1] * alive + [0] * (6 - alive)
        assert known.diagram.next_state([0, *neighbours]) == (alive == 2)
        assert known.diagram.next_state([1, *neighbours]) == (alive in (3, 5))


def test_parity_copies_patterns() -> None:
    rule = parse_rule("Parity:T64,64")
    cells = np.zeros((64, 64), np.uint8)
    cells[30:33, 30:33] = seed = np.array([[1, 1, 0], [0, 1, 1], [0, 1, 0]], np.uint8)
    for generation in range(8):
        cells = rule.family.step(cells, rule, generation, (0, 0))
    assert cells.sum() == 4 * seed.sum()
    for down, right in ((-8, 0), (8, 0), (0, -8), (0, 8)):
        assert (cells[30 + down : 33 + down, 30 + right : 33 + right] == seed).all()


def test_greenberg_hastings_waves() -> None:
    rule = parse_rule("Greenberg-Hastings:T20,20")
    cells = np.zeros((20, 20), np.uint8)
    cells[10, 10] = 1
    for generation in range(3):
        cells = rule.family.step(cells, rule, generation, (0, 0))
    distance = np.abs(np.arange(20) - 10)[:, None] + np.abs(np.arange(20) - 10)
    assert cells.tolist() == np.where(distance <= 3, 4 - distance, 0).tolist()

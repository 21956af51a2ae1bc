"""Wild interventions on any board, rule and engine."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import OpenEngine, rules_and_kinds
from engines.cases import RULES, random_cells, rule_on

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core import wild
from gpulife.games.core.order import Flash, Order, Paint, Step
from gpulife.rules import Cells, Edges, Rule, parse_rule


def carried_out(
    rule: Rule, cells: Cells, intervention: wild.Intervention, seed: int = 1
) -> tuple[Cells, tuple[Order, ...]]:
    engine = NumpyEngine(rule, cells.shape)
    engine.paint(0, 0, cells)
    orders = intervention(engine, np.random.default_rng(seed))
    for order in orders:
        if isinstance(order, Paint):
            engine.paint(order.row, order.column, order.cells, order.mask)
        elif isinstance(order, Step):
            engine.step(order.generations, order.rule)
    return engine.read_all(), orders


EACH = [wild.flip_around_life, wild.turn_patch, wild.swap_discs, wild.other_law]


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("name", RULES)
def test_interventions_work_on_any_rule_and_board(name: str, edges: Edges) -> None:
    rule = rule_on(name, edges)
    for number, shape in enumerate([(1, 1), (1, 50), (2, 3), (40, 60)]):
        for seed in range(6):
            cells, orders = carried_out(rule, random_cells(rule, shape, number), wild.intervene, seed)
            assert cells.max() <= rule.live_states
            assert isinstance(orders[-1], Flash)
            carried_out(rule, np.zeros(shape, np.uint8), wild.intervene, seed)


@pytest.mark.parametrize("intervention", EACH)
def test_interventions_change_a_soup_and_follow_the_seed(intervention: wild.Intervention) -> None:
    rule = parse_rule("QuadLife")
    soup = random_cells(rule, (60, 90), 3)
    after, _ = carried_out(rule, soup, intervention)
    assert not np.array_equal(after, soup)
    assert_boards_equal(carried_out(rule, soup, intervention)[0], after)
    assert not np.array_equal(carried_out(rule, soup, intervention, seed=2)[0], after)


def test_flips_3_percent_of_cells_near_life() -> None:
    rule = parse_rule("Immigration")
    cells = np.zeros((1000, 1000), np.uint8)
    cells[100:900:3, 100:900:3] = 1
    after, _ = carried_out(rule, cells, wild.flip_around_life)
    changed = after != cells
    assert changed[99:900, 99:900].sum() == changed.sum()
    assert 0.028 < changed.sum() / (267 * 267 * 9) < 0.032
    assert set(np.unique(after[changed])) == {0, 1, 2}


def test_swaps_change_species_but_kill_nothing() -> None:
    rule = parse_rule("Immigration")
    soup = random_cells(rule, (90, 90), 4)
    after, _ = carried_out(rule, soup, wild.swap_discs)
    assert_boards_equal((after > 0).astype(np.uint8), (soup > 0).astype(np.uint8))
    changed = after != soup
    assert 200 < changed.sum() < 4000
    survivor = parse_rule("Survivor")
    walls = np.full((20, 20), 5, np.uint8)
    assert_boards_equal(carried_out(survivor, walls, wild.swap_discs)[0], walls)


def test_turned_patch_keeps_its_cells() -> None:
    rule = parse_rule("Immigration")
    soup = random_cells(rule, (50, 80), 4)
    for seed in range(20):
        after, (order,) = carried_out(rule, soup, wild.turn_patch, seed)
        assert isinstance(order, Paint)
        assert 12 <= len(order.cells) <= 25
        assert np.bincount(after.ravel()).tolist() == np.bincount(soup.ravel()).tolist()
        assert not np.array_equal(after, soup)


def test_patch_is_chosen_near_life() -> None:
    cells = np.zeros((400, 400), np.uint8)
    cells[:100, :100] = random_cells(parse_rule("Life"), (100, 100), 1)
    hits = [
        not np.array_equal(carried_out(parse_rule("Life:P400,400"), cells, wild.turn_patch, s)[0], cells)
        for s in range(20)
    ]
    assert sum(hits) >= 15


def test_other_law_differs_and_computes_one_generation() -> None:
    for seed in range(30):
        for name in ("Life", "B36/S23:3", "RealTime:26", "BioWar:6"):
            engine = NumpyEngine(parse_rule(name), (9, 9))
            (order,) = wild.other_law(engine, np.random.default_rng(seed))
            assert isinstance(order, Step)
            assert order.rule is not None
            assert order.generations == 1
            assert order.rule.law.partition(":")[0] != name.partition(":")[0]
            engine.step(1, order.rule)


def test_huge_boards_are_read_in_patches() -> None:
    class Huge(NumpyEngine):
        looked_at = 0

        def read(self, row: int, column: int, height: int, width: int) -> Cells:  # noqa: ARG002 - as its base
            self.looked_at += height * width
            return np.ones((height, width), np.uint8)

    for intervention in EACH:
        huge = Huge(parse_rule("Immigration"), (3, 3))
        huge.shape = (300_000, 2_000_000)
        orders = intervention(huge, np.random.default_rng(1))
        assert huge.looked_at <= 8_000_000
        for order in orders:
            if isinstance(order, Paint):
                assert 0 <= order.row < 300_000
                assert 0 <= order.column < 2_000_000


@pytest.mark.parametrize(("name", "kind"), rules_and_kinds("QuadLife", "RealTime:26", "BioWar:6", "Survivor"))
def test_every_engine_supports_every_intervention(open_kind: OpenEngine, kind: str, name: str) -> None:
    engines = [open_kind(each, parse_rule(name), (21, 37)) for each in ("numpy", kind)]
    for engine in engines:
        engine.paint(0, 0, random_cells(engine.rule, (21, 37), 1))
        for seed in range(12):
            for order in wild.intervene(engine, np.random.default_rng(seed)):
                if isinstance(order, Paint):
                    engine.paint(order.row, order.column, order.cells, order.mask)
                elif isinstance(order, Step):
                    engine.step(1, order.rule)
    assert_boards_equal(engines[1].read_all(), engines[0].read_all())

"""p2life: its coin gives the same results in all engines, and other code does not mistake its law for another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import assert_boards_equal, board
from conftest import OpenEngine, kinds_of
from engines import scalar
from engines.cases import random_cells, rule_on

from gpulife.engines import reference
from gpulife.engines.batch import can_batch
from gpulife.engines.bitplanes.rule_circuits import require_planes
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import choose_engine
from gpulife.errors import EngineError, RuleError
from gpulife.rules import Edges, parse_rule
from gpulife.rules.families import FAMILIES, p2life
from gpulife.tools.stress import check_windows

VECTORS = (
    (0, [0], 0, range(16), "1121122211111222"),
    (1982, range(16), 5, [7], "1121221112122222"),
)
SHAPES = ((1, 1), (2, 3), (7, 5), (13, 17), (10, 33), (31, 100))
DENSE = 0.7
"""A density at which many dead cells have three neighbours of each species."""


@pytest.mark.parametrize(("seed", "generations", "row", "columns", "expected"), VECTORS)
def test_coin_gives_known_values(seed, generations, row, columns, expected) -> None:
    places = [(generation, column) for generation in generations for column in columns]
    one_by_one = [scalar.coin(seed, generation, row, column) for generation, column in places]
    at_once = [
        1 + p2life.toss(seed, generation, np.array([row]), np.array([column]))[0] for generation, column in places
    ]
    assert "".join(map(str, one_by_one)) == "".join(map(str, at_once)) == expected


@pytest.mark.parametrize("kind", kinds_of("P2Life"))
@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("first", [0, 7, 2**32 - 2, 2**40 + 1])
def test_all_engines_toss_the_same_coins(open_kind: OpenEngine, kind: str, edges: Edges, first: int) -> None:
    tossed = 0
    for number, shape in enumerate(SHAPES):
        rule = rule_on(f"P2Life:{number * 858993459}", edges)
        cells = random_cells(rule, shape, number, DENSE)
        engine = open_kind(kind, rule, shape)
        engine.paint(0, 0, cells)
        engine.generation = first
        for generation in range(first, first + 4):
            expected = np.array(scalar.next_generation(cells, rule, generation), np.uint8)
            other = reference.next_generation(cells, replace(rule, seed=rule.seed ^ 77), generation)
            tossed += int((other != expected).sum())
            engine.step()
            cells = expected
            assert_boards_equal(engine.read_all(), cells)
    assert tossed > 10


def test_coin_decides_only_three_against_three() -> None:
    tie = board("ABA\nB.A\nB..")
    born = [reference.next_generation(tie, rule_on("P2Life", Edges.DEAD), g)[1, 1] for g in range(64)]
    assert {1, 2} == set(born)
    assert born == [scalar.coin(0, g, 1, 1) for g in range(64)]


@pytest.mark.parametrize("edges", list(Edges))
def test_windows_across_edges_use_board_places(open_kind: OpenEngine, edges: Edges) -> None:
    engine = open_kind("gl in bands", rule_on("P2Life:3", edges), (70, 90))
    engine.paint(0, 0, random_cells(engine.rule, engine.shape, 1))
    rng = np.random.default_rng(1)
    for _ in range(4):
        assert check_windows(engine, rng, generations=5) == ""


@pytest.mark.parametrize("kind", kinds_of("Immigration"))
def test_wild_generation_uses_board_places(open_kind: OpenEngine, kind: str) -> None:
    wild = parse_rule("P2Life:5")
    engine = open_kind(kind, parse_rule("Immigration"), (20, 40))
    cells = random_cells(engine.rule, engine.shape, 2, DENSE)
    engine.paint(0, 0, cells)
    engine.generation = 9
    engine.step(2, wild)
    for generation in (9, 10):
        cells = reference.next_generation(cells, wild, generation)
    assert_boards_equal(engine.read_all(), cells)


def test_many_boards_toss_the_coins_of_each() -> None:
    rule = rule_on("P2Life:9", Edges.TORUS)
    boards = np.stack([random_cells(rule, (12, 15), seed, DENSE) for seed in range(5)])
    after = reference.next_generation(boards, rule, 4)
    for before, got in zip(boards, after, strict=True):
        assert_boards_equal(got, reference.next_generation(before, rule, 4))


def test_batches_and_planes_exclude_p2life(device: GLDevice) -> None:
    rule = parse_rule("P2Life:T8192,8192")
    assert rule.family.period(rule) is None
    assert not can_batch(rule)
    assert choose_engine(rule, (8192, 8192), device)[0] == "gl"
    with pytest.raises(EngineError, match="rule P2Life has no bit planes"):
        require_planes(rule)


@pytest.mark.parametrize(
    ("name", "printed", "seed"),
    [
        ("p2life", "P2Life", 0),
        ("P2Life:0", "P2Life", 0),
        ("P2LIFE:7", "P2Life:7", 7),
        ("P2Life:4294967295:T160,96", "P2Life:4294967295:T160,96", 2**32 - 1),
        ("P2Life:P160,96", "P2Life:P160,96", 0),
    ],
)
def test_names(name: str, printed: str, seed: int) -> None:
    rule = parse_rule(name)
    assert (str(rule), rule.seed, rule.live_states, rule.state_names) == (printed, seed, 2, ("A", "B"))
    assert parse_rule(str(rule)) == rule
    assert rule.family is p2life.FAMILY
    assert p2life.FAMILY in FAMILIES


@pytest.mark.parametrize("digits", ["4294967296", "9" * 6000])
def test_invalid_seed_is_refused(digits: str) -> None:
    with pytest.raises(RuleError, match=r"seed \d{10,12}; seeds are 0 to 4294967295"):
        parse_rule(f"P2Life:{digits}")

"""Measuring engines and peers: the content of the figures, not how fast anything is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import OpenEngine, kinds_of
from engines.cases import random_cells

from gpulife.engines.reference import next_generation
from gpulife.patterns import rectangles
from gpulife.patterns.soup import soup
from gpulife.rules import parse_rule
from gpulife.tools import peers
from gpulife.tools import peers as contenders
from gpulife.tools.bench_report import Report, as_json
from gpulife.tools.measure import Figures, Plan, measure, sow
from gpulife.tools.peers import (
    LAWS,
    QUICK_LIFE,
    ROLL,
    RULE_LOADER,
    BenchCase,
    ContenderError,
    peer_cases,
    run_case,
    run_in_subprocess,
)

pytestmark = pytest.mark.installed

SHORT = Plan(generations=2, rounds=3, seconds=0.1)


def figures(median: float, contender: str = "gl", bytes_a_cell: float | None = 2.0) -> Figures:
    return Figures(
        contender=contender, renderer="a GPU", rule="Life:T10,10", columns=10, rows=10, generations=5, rounds=3,
        median=median, slowest=median / 2, fastest=median * 2, bytes_a_cell=bytes_a_cell, memory=200, resident=10**6,
    )  # fmt: skip


def test_soup_is_the_same_on_all_engines_and_strips(open_kind: OpenEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = parse_rule("Immigration:T50,40")
    monkeypatch.setattr(rectangles, "STRIP_CELLS", 150)
    whole = soup((40, 50), 0.35, 2, np.random.default_rng(7))
    for kind in kinds_of("Immigration"):
        engine = open_kind(kind, rule, (40, 50))
        engine.step(3)
        sow(engine, 0.35, 7)
        assert_boards_equal(engine.read_all(), whole)
        assert engine.generation == 0


def test_rounds_start_from_the_same_soup(open_kind: OpenEngine, logged: Callable[[], list[str]]) -> None:
    engine = open_kind("numpy", parse_rule("Life:T32,24"), (24, 32))
    found, told = measure(engine, SHORT), logged()
    assert (found.contender, found.columns, found.rows, found.rounds, found.generations) == ("numpy", 32, 24, 3, 2)
    assert 0 < found.slowest <= found.median <= found.fastest
    assert found.bytes_a_second == 2 * found.median
    assert found.generations_a_second == found.median / (24 * 32)
    assert engine.generation == 2, "each round begins anew"
    assert told[:2] == ["soup", "warm-up"]
    assert told[-1] == "round 3 of 3"


def test_round_length_from_the_time(open_kind: OpenEngine) -> None:
    engine = open_kind("numpy", parse_rule("Life:T32,24"), (24, 32))
    assert measure(engine, Plan(seconds=0.1, rounds=2)).generations > 1


def test_settled_board_is_compared_with_fresh_one(open_kind: OpenEngine) -> None:
    engine = open_kind("numpy", parse_rule("Life:T8,8"), (8, 8))
    found = measure(engine, Plan(generations=3, rounds=2, settled=500))
    assert engine.generation == 500 + 2 * 3, "settling and two rounds that go on"
    assert found.fresh is not None
    assert found.fresh > 0


@pytest.mark.parametrize("name", LAWS)
def test_naive_peer_equals_the_reference(name: str) -> None:
    rule = parse_rule(f"{name}:T33,21")
    cells = random_cells(rule, (21, 33), seed=3, density=0.4)
    for generation in range(10):
        expected = next_generation(cells, rule, generation)
        cells = LAWS[name](cells)
        assert_boards_equal(cells, expected)


@pytest.mark.parametrize("contender", ["numpy", ROLL])
def test_contenders_run_in_their_own_processes(contender: str) -> None:
    found = run_in_subprocess(BenchCase(contender=contender, rule="Immigration:T64,32", plan=SHORT))
    assert (found.contender, found.rule, found.rounds) == (contender, "Immigration:T64,32", 3)
    assert found.median > 0


def test_a_contender_that_cannot_run_says_why() -> None:
    with pytest.raises(ContenderError, match=r"^warp: unknown engine 'warp'"):
        run_in_subprocess(BenchCase(contender="warp", rule="Life:T8,8", plan=SHORT))
    with pytest.raises(ContenderError, match=r"numpy.roll can only compute Life and Immigration, not QuadLife"):
        run_case(BenchCase(contender=ROLL, rule="QuadLife:T8,8", plan=SHORT))


def test_peers_are_installed_and_know_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    case = BenchCase(contender="numpy", rule="Immigration:T8192,8192", plan=SHORT)
    monkeypatch.setattr(peers, "bgolly", lambda: "/usr/bin/bgolly")
    found = {peer.contender: peer.rule for peer in peer_cases(case)}
    assert found == {
        "gl": "Immigration:T4096,4096",
        ROLL: "Immigration:T1024,1024",
        QUICK_LIFE: "Life:T8192,8192",
        RULE_LOADER: "Immigration:T1024,1024",
    }
    monkeypatch.setattr(peers, "bgolly", lambda: None)
    highlife = BenchCase(contender="gl", rule="B36/S23:T64,64", plan=SHORT)
    assert [peer.contender for peer in peer_cases(highlife)] == []


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(("name", "rule"), [(QUICK_LIFE, "Life:T64,64"), (RULE_LOADER, "Immigration:T64,64")])
def test_golly_is_measured_without_its_start(name: str, rule: str) -> None:
    found = run_case(BenchCase(contender=name, rule=rule, plan=Plan(generations=5)))
    assert found.renderer.startswith("bgolly")
    assert found.median > 0


@pytest.mark.needs("bgolly")
def test_failing_golly_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(peers.GollyError, match=r"^bgolly with NoSuchAlgorithm failed with"):
        peers.measure_golly("NoSuchAlgorithm", parse_rule("Life:T8,8"), np.ones((8, 8), np.uint8), 2, tmp_path)


def test_a_report_has_ratios_and_shares() -> None:
    report = Report(
        machine="a machine", soup=0.35, settled=0, copy_bandwidth=1000.0,
        figures=(figures(100.0), figures(200.0)), peers=(figures(50.0, ROLL, None),), problems=("none",),
    )  # fmt: skip
    data = as_json(report)
    assert data["figures"][1]["share_of_copy_bandwidth"] == 0.4
    assert data["figures"][0]["generations_a_second"] == 1.0
    assert data["peers"][0]["ratio"] == 4.0
    assert data["peers"][0]["bytes_a_cell"] is None
    assert contenders.ROLL == "numpy.roll"

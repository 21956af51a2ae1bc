"""Measuring engines and peers: the content of the figures, not how fast anything is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from gpulife.tools import golly, peers
from gpulife.tools.bench_report import Report, as_json
from gpulife.tools.golly import GollyError, GollyRun, golly_refusal
from gpulife.tools.measure import Figures, Plan, fitting_generations, measure, sow
from gpulife.tools.peers import (
    LAWS,
    ROLL,
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


def cases_of(rule: str, contender: str = "numpy") -> dict[str, BenchCase]:
    case = BenchCase(contender=contender, rule=rule, plan=SHORT)
    return {peer.contender: peer for peer in peer_cases(case)}


def test_peers_are_installed_and_know_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "bgolly", lambda: "/usr/bin/bgolly")
    found = cases_of("Immigration:T8192,8192")
    assert {name: (peer.rule, peer.against) for name, peer in found.items()} == {
        "gl": ("Immigration:T4096,4096", "numpy"),
        ROLL: ("Immigration:T1024,1024", "numpy"),
        "Golly QuickLife": ("Life:T8192,8192", ""),
        "Golly RuleLoader": ("Immigration:T2048,2048", "numpy"),
    }
    assert cases_of("B36/S23:T64,64", "gl")["Golly QuickLife"].rule == "B36/S23:T64,64"
    monkeypatch.setattr(peers, "bgolly", lambda: None)
    assert not cases_of("B36/S23:T64,64", "gl")


GOLLYS = {
    "B36/S23": "QuickLife",
    "B2-a/S12": "QuickLife",
    "B2/S35H": "QuickLife",
    "B13/S13V": "QuickLife",
    "MAPARYXfg": "QuickLife",
    "W30": "QuickLife",
    "Brian's Brain": "Generations",
    "12/2-a/3": "Generations",
    "Bugs": "Larger than Life",
    "WireWorld": "RuleLoader",
    "Immigration": "RuleLoader",
}
"""A rule of each of Golly's algorithms and each kind of name."""


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("rule", GOLLYS)
def test_each_rule_is_measured_with_its_algorithm(rule: str) -> None:
    contender = f"Golly {GOLLYS[rule]}"
    case = cases_of(f"{rule}:T64,48")[contender]
    assert case.against == "numpy"
    found = run_case(replace(case, plan=Plan(generations=5, rounds=3)))
    assert (found.contender, found.generations, found.rounds) == (contender, 5, 3)
    assert found.renderer.startswith("bgolly")
    assert found.median > 0
    assert found.ratio is not None
    assert found.ratio > 0
    assert golly_refusal(parse_rule(rule)) is None


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("B3/S23:3", "it has no species under rules like B3/S23:3"),
        ("B2-a/S12:2", "it has no species under rules like B2-a/S12:2"),
        ("BioWar:2", "it has no species under rules like BioWar:2"),
        ("Survivor", "it has no algorithm for rule Survivor, and gpulife has no table of it"),
    ],
)
def test_rules_that_golly_lacks(rule: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (golly, peers):
        monkeypatch.setattr(module, "bgolly", lambda: "/usr/bin/bgolly")
    assert golly_refusal(parse_rule(rule)) == f"Golly: {why}"
    assert not any(peer.against for name, peer in cases_of(f"{rule}:T64,48").items() if name.startswith("Golly"))
    monkeypatch.setattr(golly, "bgolly", lambda: None)
    assert golly_refusal(parse_rule(rule)) == "Golly: bgolly is not installed"


@pytest.mark.needs("bgolly")
def test_failing_golly_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(GollyError, match=r"^bgolly with NoSuchAlgorithm failed with .*: No such algorithm$"):
        GollyRun("NoSuchAlgorithm", parse_rule("Life:T8,8"), np.ones((8, 8), np.uint8), tmp_path)


def test_rounds_by_turns_begin_from_the_same_soup(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = []

    def life(cells: np.ndarray) -> np.ndarray:
        computed.append(cells)
        return LAWS["Immigration"](cells)

    monkeypatch.setitem(LAWS, "Life", life)
    case = BenchCase(contender=ROLL, rule="Life:T32,24", plan=SHORT, against="numpy")
    found = run_case(case)
    assert found.ratio is not None
    assert found.ratio > 0
    start = soup((24, 32), SHORT.density, 1, np.random.default_rng(SHORT.seed))
    assert [np.array_equal(cells, start) for cells in computed] == [True] + [True, False] * 3, "a warm-up, then rounds"


def test_generations_that_take_a_given_time() -> None:
    assert fitting_generations(lambda count: count / 100, 3.2) == 320
    assert fitting_generations(lambda count: count / 100, 3.3) == 320
    assert fitting_generations(lambda count: float(count), 1) == 16


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
    by_turns = replace(report, peers=(replace(figures(50.0, ROLL, None), ratio=7.0),))
    assert as_json(by_turns)["peers"][0]["ratio"] == 7.0

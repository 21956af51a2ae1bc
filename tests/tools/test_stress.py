"""The stress test finds wrong cells, and reports nothing if all cells are right."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest
from conftest import OpenEngine, rules_and_kinds

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import BoardSizeError
from gpulife.patterns.soup import soup
from gpulife.rules import Edges, parse_rule
from gpulife.tools.stress import StressLog, check_windows, intervene, open_for_stress, stress

RULES = ["Immigration:T70,50", "Immigration:P70,50", "B3/S23:3:T300,9", "B03/S23:P41,37", "Life:T600,500"]


def sown(engine: Engine, seed: int = 1) -> Engine:
    engine.paint(0, 0, soup(engine.shape, 0.4, engine.rule.live_states, np.random.default_rng(seed)))
    return engine


@pytest.mark.parametrize(("name", "kind"), rules_and_kinds(*RULES))
def test_right_engines_pass_every_check(open_kind: OpenEngine, kind: str, name: str) -> None:
    rule = parse_rule(name)
    assert rule.size is not None
    engine = sown(open_kind(kind, rule, rule.size))
    rng = np.random.default_rng(5)
    for _ in range(4):
        assert check_windows(engine, rng, generations=7) == ""
        intervene(engine, rng)
    assert engine.generation == 28


class Flaw(NumpyEngine):
    """Kills one cell in each step."""

    def _step(self, generations: int, rule: object) -> None:
        super()._step(generations, rule)  # type: ignore[arg-type]
        self._cells[:, self._cells.shape[1] // 2] = 0


def test_wrong_cell_is_found() -> None:
    engine = sown(Flaw(parse_rule("Life:T64,64"), (64, 64)))
    found = check_windows(engine, np.random.default_rng(1), generations=4)
    assert "cells at row" in found
    assert "differ from the reference: computed from generation 0 to 4" in found


def test_a_run_ends_with_its_time_and_a_verdict(open_kind: OpenEngine) -> None:
    engine = open_kind("numpy", parse_rule("Life:T64,64"), (64, 64))
    shares: list[float] = []
    log = stress(engine, 0.01, 1, on_progress=lambda _, share: shares.append(share))
    assert log.checks == log.interventions == len(log.minutes) == len(shares) > 0
    assert log.generations == engine.generation
    assert shares[-1] == 1.0
    assert not log.interrupted


def test_stress_can_be_ended_early(open_kind: OpenEngine) -> None:
    log = stress(open_kind("numpy", parse_rule("Life:T64,64"), (64, 64)), 3600, 1, stopped=lambda: True)
    assert log.interrupted
    assert log.verdict.startswith("no verdict")
    asks = count()
    log = stress(open_kind("numpy", parse_rule("Life:T64,64"), (64, 64)), 3600, 1, stopped=lambda: next(asks) > 30)
    assert log.interrupted
    assert log.checks > 0
    assert log.generations > 64 * log.checks


def test_stress_ends_at_the_first_wrong_window() -> None:
    log = stress(Flaw(parse_rule("Life:T64,64"), (64, 64)), 3600, 1)
    assert not log.passed
    assert log.verdict.startswith("FAILED: ")
    assert log.checks == 0


@pytest.mark.parametrize(
    ("log", "passed", "verdict"),
    [
        (
            StressLog(resident=[100] * 10, checks=2, generations=1234),
            True,
            "passed: 1,234 generations, 0 interventions",
        ),
        (StressLog(resident=[100] * 9 + [120], checks=2), False, "FAILED: main memory grew by 20%"),
        (StressLog(), False, "no verdict: ended before the first check"),
    ],
)
def test_verdicts(log: StressLog, passed: bool, verdict: str) -> None:
    assert log.passed is passed
    assert log.verdict.startswith(verdict)


def test_largest_board_leaves_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    free = 60 * 2**20
    monkeypatch.setattr("gpulife.engines.cells.numpy_engine.free_memory", lambda: free)
    monkeypatch.setattr("gpulife.engines.base.free_memory", lambda: free)
    with open_for_stress("numpy", parse_rule("Life"), None, Edges.DEAD) as engine:
        assert engine.memory_needed(engine.shape) <= 0.6 * free
        assert engine.shape == (1024, 1024)
        assert engine.rule.edges is Edges.DEAD
    with pytest.raises(BoardSizeError, match="a board of 99999x99999 needs"):
        open_for_stress("numpy", parse_rule("Life"), (99999, 99999), None)


def test_many_windows_at_a_time() -> None:
    with NumpyEngine(parse_rule("Life"), (100, 200)) as engine:
        log = stress(engine, 1e-6, 1, windows=4)
        assert log.checks == 4
        assert log.passed
        engine.step = lambda *_: None  # type: ignore[method-assign]
        found = check_windows(engine, np.random.default_rng(1), 3)
    assert "differ from the reference" in found

"""Long runs in whole passes, however long a pass takes, with the code of ``gpulife run``."""

from __future__ import annotations

from collections import Counter
from itertools import count as counted
from pathlib import Path
from typing import Any

import pytest
from boards import assert_boards_equal
from capabilities import needs_compute
from conftest import ENGINE_KINDS, OpenEngine
from engines.cases import RULES, random_cells, rule_on
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from gpulife.cli.run_checkpoints import Job
from gpulife.cli.run_job import run
from gpulife.engines import reference, stepping
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells import gl_engine, numpy_engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.stepping import step_in_portions
from gpulife.patterns.soup import SoupSpec
from gpulife.rules import Edges, parse_rule
from gpulife.tools.measure import Plan, measure


class SlowEngine(NumpyEngine):
    """An engine whose passes of up to 16 generations all take the same time, by a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        super().__init__(parse_rule("Life"), (3, 3))
        self.now = 0.0
        self.asked: list[int] = []
        self._seconds = seconds
        monkeypatch.setattr(stepping.time, "perf_counter", lambda: self.now)

    pass_generations = 16

    limit: int | None = None

    @property
    def foreseeable_generations(self) -> int | None:
        return self.limit

    def step(self, generations: int = 1, rule: Any = None) -> int:
        self.asked.append(generations)
        self.now += -(-generations // 16) * self._seconds
        return super().step(generations, rule)


@pytest.mark.parametrize("seconds", [0.06, 0.3, 5.0])
def test_portions_are_whole_passes(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    engine = SlowEngine(monkeypatch, seconds)
    assert sum(count for count, _ in step_in_portions(engine, 150)) == 150
    assert engine.asked == [16] * 9 + [6]


def test_portions_grow_to_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SlowEngine(monkeypatch, 1 / 128)
    portions = list(step_in_portions(engine, 16 * 100, seconds=1 / 16))
    assert engine.asked[:6] == [16, 32, 64, 128, 128, 128]
    assert max(seconds for _, seconds in portions) == 1 / 16
    assert engine.generation == 1600


@pytest.mark.parametrize(("limit", "longest"), [(40, 32), (3, 16)])
def test_portions_stay_within_forecast(monkeypatch: pytest.MonkeyPatch, limit: int, longest: int) -> None:
    """On a sleeping board a portion takes no time until something wakes it."""
    engine = SlowEngine(monkeypatch, 1e-9)
    engine.limit = limit
    assert sum(count for count, _ in step_in_portions(engine, 400)) == 400
    assert max(engine.asked) == longest
    assert engine.asked[-1] <= longest


@pytest.mark.parametrize("kind", [kind for kind in ENGINE_KINDS if "ranks" not in kind])
def test_endless_run_is_prepared_at_once(open_kind: OpenEngine, kind: str) -> None:
    """Passes are counted, not listed: ``-g 1000000000`` once took minutes in which no signal could end it."""
    open_kind(kind, parse_rule("Life"), (40, 64)).prepare(10**18 + 7, sleep=True)


@pytest.mark.parametrize("kind", ["numpy", "gl"])
@pytest.mark.parametrize("rule", ["Immigration", "Bugs"])
def test_stopping_keeps_whole_generations(
    open_kind: OpenEngine, kind: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numpy_engine, "_PART_CELLS", 1)
    monkeypatch.setattr(gl_engine, "_PART_SECONDS", 1e-12)  # each part is as low as may be
    shape = (100, 70)
    for asked in (1, 2, 3, 5, 9):
        engine = open_kind(kind, parse_rule(rule), shape)
        cells = random_cells(engine.rule, shape, seed=asked)
        engine.paint(0, 0, cells)
        asks = counted()
        done = sum(count for count, _ in step_in_portions(engine, 10**9, stopped=lambda: next(asks) >= 40 * asked))  # noqa: B023
        assert engine.generation == done
        for generation in range(done):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)
        engine.step(3)
        for generation in range(done, done + 3):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)
    assert done > 0


@settings(max_examples=examples(60))
@given(
    name=st.sampled_from(RULES),
    edges=st.sampled_from(Edges),
    shape=st.tuples(st.integers(1, 90), st.integers(1, 40)),
    part=st.integers(1, 900),
    generation=st.integers(0, 9),
)
def test_numpy_parts_match_whole_board(
    name: str, edges: Edges, shape: tuple[int, int], part: int, generation: int
) -> None:
    with pytest.MonkeyPatch.context() as patch, NumpyEngine(rule_on(name, edges), shape) as engine:
        patch.setattr(numpy_engine, "_PART_CELLS", part)
        cells = random_cells(engine.rule, shape, seed=part)
        engine.paint(0, 0, cells)
        engine.generation = generation
        engine.step(2)
        for number in range(2):
            cells = reference.next_generation(cells, engine.rule, generation + number)
        assert_boards_equal(engine.read_all(), cells)


def test_leaving_the_loop_skips_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SlowEngine(monkeypatch, 1.0)
    for count, seconds in step_in_portions(engine, None):
        assert (count, seconds) == (16, 1.0)
        if engine.generation >= 48:
            break
    assert engine.generation == 48


@needs_compute
@pytest.mark.parametrize("rule", ["Life", "QuadLife"])
def test_long_run_uses_longest_passes(passes: Counter[int], rule: str, tmp_path: Path) -> None:
    soup = SoupSpec((512, 512), 0.35)
    job = Job(generations=167, soup=soup, rule=rule, seed=1, engine="planes", outputs=(tmp_path / "last.npz",))
    summary, status = run(job, Console(quiet=True))
    assert status == 0
    assert summary.generation == 167
    longest = max(passes)
    assert longest >= 8
    assert passes[longest] == 167 // longest
    assert sum(count for length, count in passes.items() if length < longest) <= longest // 4 + 3


@needs_compute
def test_bench_measures_the_same_passes(device: GLDevice, passes: Counter[int]) -> None:
    with GLPlanesEngine(parse_rule("Life"), (512, 512), device) as engine:
        measure(engine, Plan(generations=160, rounds=2))
        assert passes == Counter({engine.pass_generations: 3 * 160 // engine.pass_generations})

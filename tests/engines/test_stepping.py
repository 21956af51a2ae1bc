"""Long runs: in whole passes, whatever a pass takes, through the code of ``gpulife run``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from capabilities import needs_compute
from rich.console import Console

from gpulife.cli.run_job import run
from gpulife.cli.run_options import Job
from gpulife.engines import stepping
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.stepping import step_in_portions
from gpulife.patterns.soup import SoupSpec
from gpulife.rules import parse_rule
from gpulife.tools.bench.measure import Plan, measure


class SlowEngine(NumpyEngine):
    """Every pass of up to 16 generations takes as long, by a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        super().__init__(parse_rule("Life"), (3, 3))
        self.now = 0.0
        self.asked: list[int] = []
        self._seconds = seconds
        monkeypatch.setattr(stepping.time, "perf_counter", lambda: self.now)

    pass_generations = 16

    def step(self, generations: int = 1, rule: Any = None) -> None:
        self.asked.append(generations)
        self.now += -(-generations // 16) * self._seconds
        super().step(generations, rule)


@pytest.mark.parametrize("seconds", [0.06, 0.3, 5.0])
def test_however_long_a_pass_takes_no_portion_is_a_part_of_one(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    engine = SlowEngine(monkeypatch, seconds)
    assert sum(count for count, _ in step_in_portions(engine, 150)) == 150
    assert engine.asked == [16] * 9 + [6]


def test_portions_grow_to_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SlowEngine(monkeypatch, 1 / 128)
    portions = list(step_in_portions(engine, 16 * 100, seconds=1 / 16))
    assert engine.asked[:6] == [16, 32, 64, 128, 128, 128]
    assert max(seconds for _, seconds in portions) == 1 / 16
    assert engine.generation == 1600


def test_who_leaves_the_loop_leaves_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SlowEngine(monkeypatch, 1.0)
    for count, seconds in step_in_portions(engine, None):
        assert (count, seconds) == (16, 1.0)
        if engine.generation >= 48:
            break
    assert engine.generation == 48


@needs_compute
@pytest.mark.parametrize("rule", ["Life", "QuadLife"])
def test_a_long_run_is_made_of_the_longest_passes(passes: Counter[int], rule: str, tmp_path: Path) -> None:
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
def test_the_bench_measures_the_same_passes(device: GLDevice, passes: Counter[int]) -> None:
    with GLPlanesEngine(parse_rule("Life"), (512, 512), device) as engine:
        measure(engine, Plan(generations=160, rounds=2))
        assert passes == Counter({engine.pass_generations: 3 * 160 // engine.pass_generations})

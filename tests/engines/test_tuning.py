"""Tuned passes: which shapes are tried and cached, and that users are told about the delay."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest
from capabilities import needs_compute

from gpulife.engines import open_engine
from gpulife.engines.bitplanes import gl_autotune as gl_tuning
from gpulife.engines.bitplanes.gl_autotune import cache_file, compiling_work, load_shape, save_shape, tuning_rounds
from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.rules import Rule, parse_rule
from gpulife.storage.folders import CACHE_VARIABLE

SHAPE = PassShape(words=4, bits=64, rows=64, generations=8, across=32, unroll=2)
BOARD = (64, 96)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests' boards be tuned, with three small shapes."""
    monkeypatch.setattr(gl_tuning, "MIN_TUNED_CELLS", 1)
    monkeypatch.setattr(gl_tuning, "_BOARD", BOARD)
    first = PassShape(words=2, rows=16, generations=1, unroll=2)
    monkeypatch.setattr(gl_tuning, "shape_for", lambda *_, **__: first)
    monkeypatch.setattr(gl_tuning, "tuning_rounds", lambda *_, **__: (({"generations": 2}, {"generations": 4}),))


def test_shape_is_cached_by_key() -> None:
    assert load_shape("a") is None
    save_shape("a", SHAPE)
    save_shape("b", PassShape())
    assert load_shape("a") == SHAPE
    assert load_shape("b") == PassShape()
    assert load_shape("c") is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"shapes": []}', '"a"', "[" * 200_000, '{"a": ' * 100_000, "\0", "9" * 9999]
)
def test_damaged_cache_is_set_aside(text: str, logged: Callable[[], list[str]]) -> None:
    cache_file().parent.mkdir(parents=True, exist_ok=True)
    cache_file().write_text(text)
    assert load_shape("a") is None
    save_shape("a", SHAPE)
    assert load_shape("a") == SHAPE
    (line,) = logged()
    assert line.startswith(f"{cache_file()}: ")
    assert line.endswith("; it was set aside as tuning.json.bad")
    assert cache_file().with_name("tuning.json.bad").read_text() == text


@pytest.mark.parametrize(
    "text", ['{"format": 1}', '{"format": 99, "shapes": {"a": {}}}', '{"format": "x", "shapes": 3}']
)
def test_cache_of_another_version_is_ignored(text: str, logged: Callable[[], list[str]]) -> None:
    cache_file().parent.mkdir(parents=True, exist_ok=True)
    cache_file().write_text(text)
    assert load_shape("a") is None
    save_shape("a", SHAPE)
    assert load_shape("a") == SHAPE
    assert logged() == []
    assert not cache_file().with_name("tuning.json.bad").exists()


GOOD = asdict(SHAPE)


@pytest.mark.parametrize(
    "shape",
    [
        3, {}, GOOD | {"words": 0}, GOOD | {"words": "4"}, GOOD | {"words": 10**400}, GOOD | {"generations": 64},
        GOOD | {"words": 3}, GOOD | {"unroll": 3}, GOOD | {"bits": 48}, GOOD | {"colour": 3}, GOOD | {"rows": 1.5},
    ],
)  # fmt: skip
def test_invalid_shape_is_searched_again(shape: object, logged: Callable[[], list[str]]) -> None:
    save_shape("b", PassShape())
    kept = json.loads(cache_file().read_text())
    kept["shapes"]["a"] = shape
    cache_file().write_text(json.dumps(kept))
    assert load_shape("a") is None
    assert load_shape("b") == PassShape()
    save_shape("a", SHAPE)
    assert logged() == []
    assert (load_shape("a"), load_shape("b")) == (SHAPE, PassShape())


TUNING = """
import sys
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.gl_autotune import save_shape

for number in range(25):
    save_shape(f"{sys.argv[1]} {number}", PassShape())
"""


def test_two_programs_tune_at_once() -> None:
    each = [subprocess.Popen([sys.executable, "-c", TUNING, who]) for who in "ab"]
    assert [process.wait(timeout=60) for process in each] == [0, 0]
    kept = json.loads(cache_file().read_text())["shapes"]
    assert sorted(kept) == sorted(f"{who} {number}" for who in "ab" for number in range(25))


def test_unwritable_cache_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, "/proc/nowhere")
    save_shape("a", SHAPE)
    assert load_shape("a") is None


@pytest.mark.parametrize(
    ("first", "software"),
    [
        (PassShape(), True),
        (SHAPE, True),
        (shape_for(parse_rule("Life"), (9999, 9999), wide=True, software=False), False),
        (shape_for(parse_rule("Life"), (9999, 9999), wide=True, software=False, lanes=32), False),
    ],
)
def test_all_tried_shapes_are_valid(first: PassShape, software: bool) -> None:
    for changes in tuning_rounds(first, software=software):
        for change in changes:
            shape = replace(first, **change)
            assert shape != first
            assert shape.words * 32 % shape.bits == 0
            assert pass_source(parse_rule("Life"), shape)


class Measured:
    """Stands for a device: speeds and compile times by shape, on a clock that only compiling advances."""

    renderer, version, is_software, has_int64, subgroup_lanes = "a card", "4.6", False, True, 0

    def __init__(self, monkeypatch: pytest.MonkeyPatch, compile_rate: float) -> None:
        self.now = 0.0
        self.tried: list[PassShape] = []
        self.compile_rate = compile_rate
        monkeypatch.setattr(gl_tuning, "_measure", self.measure)
        monkeypatch.setattr(gl_tuning.time, "perf_counter", lambda: self.now)

    def measure(self, _rule: Rule, shape: PassShape, *_: object) -> tuple[float, float]:
        """Three words, eight generations and 128 rows are fastest; larger shapes spill."""
        self.tried.append(shape)
        seconds = self.compile_rate * compiling_work(shape)
        self.now += seconds
        speed = 100 - 10 * abs(shape.words - 3) - abs(shape.generations - 8) - abs(shape.rows - 128) / 64
        return speed, seconds


def test_tuning_finds_the_best_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Measured(monkeypatch, compile_rate=0.001)
    best = gl_tuning.find_best(parse_rule("Immigration"), device)  # type: ignore[arg-type]
    assert (best.words, best.generations, best.rows) == (3, 8, 128)
    assert device.tried[0] == shape_for(parse_rule("Immigration"), (2048, 4096), wide=True, software=False)


def test_tuning_skips_slow_compilations(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Measured(monkeypatch, compile_rate=0.1)
    best = gl_tuning.find_best(parse_rule("Immigration"), device)  # type: ignore[arg-type]
    assert max(compiling_work(shape) for shape in device.tried) < 32, "eight seconds are for all shapes together"
    assert best.words == 3
    assert device.now < 8


@needs_compute
@pytest.mark.usefixtures("quick")
def test_best_shape_is_searched_once(device: GLDevice, logged: Callable[[], list[str]]) -> None:
    rule = parse_rule("Life").on_board((100, 200))
    with open_engine("planes", rule, (100, 200), tune=True) as engine:
        assert engine.name == "planes"
        plan = engine.plan  # type: ignore[attr-defined]
    told = logged()
    assert len(told) == 1
    assert "tuning passes of Life on" in told[0]
    assert "--no-tune" in told[0]
    assert plan.words == 2
    kept = json.loads(cache_file().read_text())["shapes"]
    version = f"{device.version}, pairs of rows" if device.is_software else device.version
    assert list(kept) == [f"{device.renderer} | {version} | Life torus"]
    with open_engine("auto", rule, (100, 200), tune=True) as engine:
        assert engine.plan == plan  # type: ignore[attr-defined]
    assert logged() == []


@needs_compute
@pytest.mark.usefixtures("quick")
def test_no_tune_uses_cached_shape(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = parse_rule("Life")
    monkeypatch.setattr("gpulife.engines.factory.MAX_DETAILED", 1)
    with open_on_device(rule, (100, 200), device) as engine:
        first = engine.plan  # type: ignore[union-attr]
    assert not cache_file().exists()
    save_shape(gl_tuning.shape_key(device, rule.on_board((100, 200))), SHAPE)
    with open_on_device(rule.on_board((100, 200)), (100, 200), device) as engine:
        assert engine.plan == SHAPE != first  # type: ignore[union-attr]


def test_small_boards_are_not_tuned(device: GLDevice, logged: Callable[[], list[str]]) -> None:
    assert gl_tuning.plan_for(parse_rule("Life"), (2048, 2048), device, tune=True) is None
    assert logged() == []

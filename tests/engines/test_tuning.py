"""Tuned passes: what is tried, what is remembered, and that nobody is kept waiting without being told."""

from __future__ import annotations

import json

import pytest

from gpulife.engines import gl_tuning, open_engine, tuning
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import open_on_device
from gpulife.engines.planes_source import Shape, pass_source
from gpulife.engines.tuning import cache_file, candidates, remember, remembered
from gpulife.rules import parse_rule

SHAPE = Shape(words=4, bits=64, rows=64, generations=8, across=32, unroll=2)
BOARD = (64, 96)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of the tests are worth tuning, and it is done with three small shapes."""
    monkeypatch.setattr(gl_tuning, "WORTH_TUNING", 1)
    monkeypatch.setattr(gl_tuning, "_BOARD", BOARD)
    shapes = [Shape(words=2, rows=16, generations=few, unroll=2) for few in (1, 2, 4)]
    monkeypatch.setattr(gl_tuning, "candidates", lambda _first, *, software: iter(shapes))  # noqa: ARG005


def test_a_shape_is_remembered_by_its_key() -> None:
    assert remembered("a") is None
    remember("a", SHAPE)
    remember("b", Shape())
    assert remembered("a") == SHAPE
    assert remembered("b") == Shape()
    assert remembered("c") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": 99, "shapes": {"a": {}}}',
        '{"format": 1, "shapes": {"a": {"words": 0}}}',
        '{"format": 1, "shapes": {"a": {"words": "4"}}}',
        '{"format": 1, "shapes": {"a": {"generations": 64}}}',
        '{"format": 1, "shapes": {"a": {"bits": 64, "words": 3}}}',
        '{"format": 1, "shapes": {"a": {"colour": 3}}}',
    ],
)
def test_a_cache_that_is_none_is_as_good_as_no_cache(text: str) -> None:
    cache_file().parent.mkdir(parents=True)
    cache_file().write_text(text)
    assert remembered("a") is None
    remember("a", SHAPE)
    assert remembered("a") == SHAPE


def test_a_cache_that_cannot_be_written_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tuning.CACHE_VARIABLE, "/proc/nowhere")
    remember("a", SHAPE)
    assert remembered("a") is None


@pytest.mark.parametrize("software", [True, False])
@pytest.mark.parametrize("first", [Shape(), SHAPE])
def test_all_candidates_are_shapes_of_passes(first: Shape, software: bool) -> None:
    shapes = list(candidates(first, software=software))
    assert shapes[0] == first
    for shape in shapes:
        assert shape.words * 32 % shape.bits == 0
        assert pass_source(parse_rule("Life"), shape)


@pytest.mark.usefixtures("quick")
def test_the_best_is_looked_for_once_and_told(device: GLDevice) -> None:
    rule, told = parse_rule("Life").on_board((100, 200)), list[str]()
    with open_engine("planes", rule, (100, 200), pytest.fail, told.append) as engine:
        assert engine.name == "planes"
        plan = engine.plan  # type: ignore[attr-defined]
    assert len(told) == 1
    assert "looking for the fastest passes of Life on" in told[0]
    assert "--no-tune" in told[0]
    assert plan.words == 2
    kept = json.loads(cache_file().read_text())["shapes"]
    assert list(kept) == [f"{device.renderer} | {device.version} | Life torus"]
    with open_engine("auto", rule, (100, 200), pytest.fail, told.append) as engine:
        assert engine.plan == plan  # type: ignore[attr-defined]
    assert len(told) == 1


@pytest.mark.usefixtures("quick")
def test_without_leave_nothing_is_tuned_but_what_is_known_is_taken(
    device: GLDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = parse_rule("Life")
    monkeypatch.setattr("gpulife.engines.gl_opening.MOST_DETAILED", 1)
    with open_on_device(rule, (100, 200), device) as engine:
        first = engine.plan  # type: ignore[union-attr]
    assert not cache_file().exists()
    remember(tuning.key_of(device.renderer, device.version, rule.on_board((100, 200))), SHAPE)
    with open_on_device(rule.on_board((100, 200)), (100, 200), device) as engine:
        assert engine.plan == SHAPE != first  # type: ignore[union-attr]


def test_small_boards_are_not_worth_it(device: GLDevice) -> None:
    assert gl_tuning.plan_for(parse_rule("Life"), (2048, 2048), device, pytest.fail) is None

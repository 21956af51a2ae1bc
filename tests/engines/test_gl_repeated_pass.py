"""Many passes in one dispatch on small boards give the same cells as single passes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from boards import assert_boards_equal
from capabilities import has_wide_words, needs_compute
from engines.cases import random_cells, rule_on

from gpulife.engines.bitplanes import gl_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_pass import RepeatedPass
from gpulife.engines.bitplanes.pass_shape import MAX_REPEATED_CELLS, PassShape, shape_for
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import take_snapshot
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule

pytestmark = needs_compute


@pytest.fixture
def repeated(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Repeat passes without delay and in short dispatches, as on a processor; return the generations of each step."""
    if not device.is_software:
        monkeypatch.setattr(GLDevice, "is_software", True)
    monkeypatch.setattr(gl_pass, "MIN_GENERATIONS", 1)
    monkeypatch.setattr(gl_pass, "COMPILING_PAYS_AFTER", 0)
    monkeypatch.setattr(gl_pass, "_MAX_PASSES", 3)
    done: list[int] = []
    step = RepeatedPass.step

    def noted(self: RepeatedPass, generation: int, generations: int) -> int:
        done.append(step(self, generation, generations))
        return done[-1]

    monkeypatch.setattr(RepeatedPass, "step", noted)
    return done


def short_passes(rule: Rule, shape: tuple[int, int], device: GLDevice) -> PassShape:
    """Return the default shape with other generations, so that programs compile quickly."""
    return replace(shape_for(rule, shape, wide=device.has_int64, software=True), generations=4)


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize(
    ("name", "shape"),
    [*product(["Immigration"], [(96, 160), (50, 33), (41, 95), (20, 700), (180, 32)]), ("QuadLife", (50, 33))],
)
def test_small_boards_match_reference(
    device: GLDevice, repeated: list[int], name: str, shape: tuple[int, int], edges: Edges
) -> None:
    rule = rule_on(name, edges)
    cells = random_cells(rule, shape, seed=1)
    with GLPlanesEngine(rule, shape, device, plan=short_passes(rule, shape, device)) as engine:
        reference = NumpyEngine(rule, shape)
        engine.prepare(1)
        for each in (engine, reference):
            each.paint(0, 0, cells)
        for generations in (4 * 4 + 3, 4, 3, 4 * 7):
            for each in (engine, reference):
                each.step(generations)
            assert_boards_equal(engine.read_all(), reference.read_all())
        assert take_snapshot(engine) == take_snapshot(reference)
    assert [count for count in repeated if count] == [16, 4, 28]


def test_default_board_and_passes(device: GLDevice, repeated: list[int]) -> None:
    rule, shape = rule_on("Immigration", Edges.TORUS), (96, 160)
    with GLPlanesEngine(rule, shape, device) as engine, NumpyEngine(rule, shape) as reference:
        engine.prepare(1)
        for each in (engine, reference):
            each.paint(0, 0, random_cells(rule, shape, seed=1))
            each.step(16 * 5)
        assert_boards_equal(engine.read_all(), reference.read_all())
    assert repeated == [80]


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize(
    ("name", "bits"),
    [
        *product(["B3/S23:3", "Life"], [32, 64] if has_wide_words() else [32]),
        *product(["B36/S125:4", "RealTime:2"], [64] if has_wide_words() else [32]),  # quicker to compile than 32 bits
    ],
)
def test_rules_with_tie_turns(device: GLDevice, repeated: list[int], name: str, bits: int, edges: Edges) -> None:
    rule, shape = rule_on(name, edges), (34, 97)
    plan = PassShape(words=4, bits=bits, rows=9, generations=3, across=2, down=4, unroll=2)
    cells = random_cells(rule, shape, seed=2)
    with GLPlanesEngine(rule, shape, device, plan=plan) as engine, NumpyEngine(rule, shape) as reference:
        engine.prepare(1)
        for each in (engine, reference):
            each.generation = 5
            each.paint(0, 0, cells)
            each.step(3 * 8 + 1)
        assert_boards_equal(engine.read_all(), reference.read_all())
    assert repeated[0] == 24


@pytest.mark.parametrize(
    ("shape", "edges", "repeats"),
    [
        ((96, 160), Edges.TORUS, True),
        ((96, 31), Edges.TORUS, False),  # ends of lines would wrap more than once
        ((96, 31), Edges.DEAD, True),
        ((7, 160), Edges.TORUS, False),  # and so would rows
        ((7, 160), Edges.DEAD, True),
        ((300, 300), Edges.TORUS, False),  # for several threads
    ],
)
def test_boards_that_can_repeat(
    device: GLDevice, repeated: list[int], shape: tuple[int, int], edges: Edges, repeats: bool
) -> None:
    rule = rule_on("Life", edges)
    cells = random_cells(rule, shape, seed=3)
    plan = short_passes(rule, shape, device)
    with GLPlanesEngine(rule, shape, device, plan=plan) as engine, NumpyEngine(rule, shape) as reference:
        engine.prepare(1)
        for each in (engine, reference):
            each.paint(0, 0, cells)
            each.step(32)
        assert_boards_equal(engine.read_all(), reference.read_all())
    assert bool(repeated) is repeats


def test_failed_compilation_disables_repeating(
    device: GLDevice, repeated: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_pass = gl_pass.compile_pass

    def compile_others(*arguments: Any, repeats: bool = False, **more: Any) -> Any:
        if repeats:
            raise EngineError("no arrays of buffers here")
        return compile_pass(*arguments, **more)

    monkeypatch.setattr(gl_pass, "compile_pass", compile_others)
    rule, shape = rule_on("Life", Edges.TORUS), (40, 64)
    cells = random_cells(rule, shape, seed=4)
    plan = short_passes(rule, shape, device)
    with GLPlanesEngine(rule, shape, device, plan=plan) as engine, NumpyEngine(rule, shape) as reference:
        engine.prepare(1)
        for each in (engine, reference):
            each.paint(0, 0, cells)
            each.step(48)
        assert_boards_equal(engine.read_all(), reference.read_all())
    assert not repeated


def test_short_runs_compile_no_repeated_pass(device: GLDevice, repeated: list[int]) -> None:
    rule, shape = rule_on("Life", Edges.TORUS), (40, 64)
    with GLPlanesEngine(rule, shape, device, plan=short_passes(rule, shape, device)) as engine:
        engine.step(32)
        assert not repeated
        engine.step(32)
        assert repeated == [32]


@pytest.mark.parametrize("wide", [True, False])
def test_small_boards_fill_vectors(wide: bool) -> None:
    rule = rule_on("Immigration", Edges.TORUS)
    for shape in ((96, 160), (1, 1), (10, 3000), (1000, 30), (128, 256)):
        assert shape[0] * shape[1] <= MAX_REPEATED_CELLS
        plan = shape_for(rule, shape, wide=wide, software=True)
        assert plan.down * plan.rows >= shape[0]
        assert plan.across * 32 * plan.own_words >= shape[1]
        assert plan.across * plan.down <= 1024

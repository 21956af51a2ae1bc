"""Engines' shaders stay within their buffers and textures, and ignore the memory around the cells."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest
from boards import assert_boards_equal
from capabilities import needs_compute, planes_types
from checked_shaders import CheckedShaders
from conftest import SMALL_PASS, SMALL_WIDE_PASS
from engines.asleep import PlanesType, let_small_boards_sleep, open_planes
from engines.cases import random_cells, rule_on

from gpulife.engines import Engine
from gpulife.engines.batch.gl_batch import GLBatch
from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.layout import HALO
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.factory import open_probe
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges

pytestmark = needs_compute  # the checks are storage buffers

SHAPES = ((1, 1), (5, 17), (7, 64), (70, 161))
LONG_PASS = PassShape(words=2, rows=5, generations=16, across=3, down=2, unroll=8)
GENERATIONS = 21  # a pass of 16, one of 4 and one of 1


def use(engine: Engine, checked: CheckedShaders) -> None:
    """Use all functions of an engine; check the cells, and that nothing outside was accessed."""
    oracle = NumpyEngine(engine.rule, engine.shape)
    cells = random_cells(engine.rule, engine.shape, seed=3)
    with engine, closing(open_probe(engine)) as probe:
        for each in (oracle, engine):
            each.paint(0, 0, cells)
        probe.remember()
        for each in (oracle, engine):
            each.step(GENERATIONS)
        probe.count()
        assert_boards_equal(engine.read_all(), oracle.read_all())
        assert engine.census().tolist() == oracle.census().tolist()
        assert checked.found() == [], f"on a board of {engine.shape[1]}x{engine.shape[0]}"


def test_bounds_check_finds_outside_access(fresh_device: GLDevice, checked: CheckedShaders) -> None:
    program = fresh_device.compute_text("""#version 430 core
        layout(local_size_x = 1) in;
        layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
        uniform sampler2D picture;
        uniform int last;
        void main() {
            for (int i = 0; i <= last; ++i) numbers[numbers[0] + uint(i)] += 1u; // numbers[i]
            numbers[1] = uint(texelFetch(picture, ivec2(last - 8, max(last, 2)), 0).x);
        }""")
    fresh_device.context.buffer(bytes(4 * 8)).bind_to_storage_buffer(0)
    fresh_device.context.texture((8, 9), 4).use(0)
    program["last"] = 7
    program.run(1)
    assert [line.partition(":")[0] for line in checked.found()] == [
        "numbers[numbers[0] + uint(i)]",  # its first turn changes numbers[0]
        "texelFetch(picture, ivec2(last - 8, max(last, 2)), 0)",
    ]
    assert checked.found() == []


@pytest.mark.parametrize(("name", "edges"), [("Life", Edges.TORUS), ("BioWar:6", Edges.DEAD)])
def test_cells_engine_stays_in_bounds(fresh_device: GLDevice, checked: CheckedShaders, name: str, edges: Edges) -> None:
    for shape in SHAPES:
        for max_rows in (None, 3):
            use(GLCellsEngine(rule_on(name, edges), shape, fresh_device, max_rows), checked)


def test_two_level_census_stays_in_bounds(fresh_device: GLDevice, checked: CheckedShaders) -> None:
    with GLCellsEngine(rule_on("Life", Edges.TORUS), (4200, 1030), fresh_device) as engine:
        engine.paint(4199, 1029, np.ones((1, 1), np.uint8))
        assert engine.census().tolist() == [1]
        assert checked.found() == []


@pytest.mark.parametrize(
    ("name", "edges", "plan"),
    [
        ("Life", Edges.TORUS, LONG_PASS),
        ("QuadLife", Edges.DEAD, SMALL_PASS),
        ("Immigration", Edges.TORUS, SMALL_WIDE_PASS),
        ("Bugs", Edges.TORUS, SMALL_WIDE_PASS),
        ("R10,C3,M0,S40..140,B40..120,NN", Edges.DEAD, SMALL_PASS),
    ],
)
def test_bit_planes_stay_in_bounds(
    fresh_device: GLDevice, checked: CheckedShaders, name: str, edges: Edges, plan: PassShape
) -> None:
    if plan.bits == 64 and not fresh_device.has_int64:
        plan = SMALL_PASS
    for shape in SHAPES:
        for max_rows, lean in ((None, False), (3, False), (32, True)):
            use(GLPlanesEngine(rule_on(name, edges), shape, fresh_device, max_rows, plan, lean=lean), checked)


@pytest.mark.parametrize(("kind", "edges"), list(zip(planes_types(), Edges, strict=False)))
def test_sleeping_tiles_stay_in_bounds(
    fresh_device: GLDevice, checked: CheckedShaders, monkeypatch: pytest.MonkeyPatch, edges: Edges, kind: PlanesType
) -> None:
    let_small_boards_sleep(monkeypatch)
    rule, shape = rule_on("Immigration", edges), (300, 330)
    cells = np.zeros(shape, np.uint8)
    cells[5:8, 3:6] = ((0, 1, 0), (0, 0, 1), (1, 1, 1))  # a glider
    cells[shape[0] - 9, shape[1] - 12 : shape[1] - 9] = 2
    oracle = NumpyEngine(rule, shape)
    oracle.paint(0, 0, cells)
    oracle.step(320)
    for max_rows in (None, 64):
        with open_planes(kind, rule, shape, fresh_device, max_rows) as engine:
            engine.paint(0, 0, cells)
            engine.step(320)
            assert engine.awake_share < 0.5, "it did sleep"
            assert_boards_equal(engine.read_all(), oracle.read_all())
            assert checked.found() == []


@pytest.mark.parametrize("edges", list(Edges))
def test_batches_stay_in_bounds(fresh_device: GLDevice, checked: CheckedShaders, edges: Edges) -> None:
    for shape in SHAPES:
        rule = rule_on("Immigration", edges)
        batch = GLBatch(fresh_device, random_cells(rule, shape, seed=1), rule, 0, 3)
        batch.step(3)
        batch.counts()
        batch.close()
        assert checked.found() == []


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize(("name", "plan"), [("Life", LONG_PASS), ("QuadLife", SMALL_PASS), ("Bugs", SMALL_PASS)])
def test_memory_around_cells_does_not_matter(device: GLDevice, name: str, plan: PassShape, edges: Edges) -> None:
    random = np.random.default_rng(7)
    rule = rule_on(name, edges)
    for shape in SHAPES:
        cells = random_cells(rule, shape, seed=2)
        oracle = NumpyEngine(rule, shape)
        oracle.paint(0, 0, cells)
        oracle.step(2 * GENERATIONS)
        with device.current(), GLPlanesEngine(rule, shape, device, 32, plan) as engine:
            engine.paint(0, 0, cells)
            for _ in range(2):
                for band in engine.bands:
                    surround(band, random, lines=edges is Edges.TORUS)
                engine.step(GENERATIONS)
            assert_boards_equal(engine.read_all(), oracle.read_all())
            assert engine.census().tolist() == oracle.census().tolist()


def surround(band: PlanesBand, random: np.random.Generator, *, lines: bool) -> None:
    """Write random bits to all of a band's two buffers but its present cells, and the rest of their ``lines``."""
    layout = band.layout
    for buffer in (band.buffer, band.spare.buffer):
        words = random.integers(0, 1 << 32, buffer.size // 4, dtype=np.uint32).reshape(-1, layout.planes, layout.stride)
        own = words[HALO : HALO + band.rows]
        if not lines:  # cells beyond dead edges are dead, and nobody changes that
            own[:, :, 0] = own[:, :, 1 + layout.words :] = 0
        if buffer is band.buffer:
            own[:, :, 1 : 1 + layout.words] = band.read(0, 0, band.rows, layout.words)
        buffer.write(words)

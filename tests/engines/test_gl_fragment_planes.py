"""Bit planes in fragment shaders: seams of any width, blocks and bands, long passes, and refused boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from boards import assert_boards_equal
from engines.cases import random_cells, rule_on

from gpulife.engines import reference
from gpulife.engines.bitplanes import gl_fragment_engine
from gpulife.engines.bitplanes.fragment_source import MIN_UNITS, FragmentShape, fragment_shape_for, longest_pass
from gpulife.engines.bitplanes.gl_fragment_engine import FragmentPasses, GLFragmentPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl import gl_drawing_probe
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_drawing_probe import passes_in_quads
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Cells, Edges, parse_rule

FOUR = FragmentShape(rows=4, generations=4)


def with_quads(device: GLDevice, shape: FragmentShape) -> list[FragmentShape]:
    """Return that shape, and also with quads if the device supports them."""
    with device.current():
        return [shape, replace(shape, quads=True)] if passes_in_quads(device) else [shape]


def assert_steps_like_reference(engine: GLFragmentPlanesEngine, cells: Cells, generations: int) -> None:
    engine.paint(0, 0, cells)
    engine.step(generations)
    for generation in range(engine.generation - generations, engine.generation):
        cells = reference.next_generation(cells, engine.rule, generation)
    assert_boards_equal(engine.read_all(), cells)
    assert engine.census().tolist() == reference.census(cells, engine.rule).tolist()


WIDTHS = (*range(1, 6), 31, 32, 33, 96, 97, *range(124, 133), 160, 161, 256, 259, 260, 384, 640, 700)


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize(
    ("name", "generations", "columns"),
    [
        *product(["Life"], [2], WIDTHS),  # whose passes are quick to compile
        *product(["Life"], [4], [3, 4, 5, 131, 132]),
        ("Immigration", 2, 384),
    ],
)
def test_any_row_width_wraps_at_the_seam(
    device: GLDevice, edges: Edges, name: str, generations: int, columns: int
) -> None:
    rule, shape = rule_on(name, edges), replace(FOUR, generations=generations)
    for rows, plan in product((1, 2, 9, 23), with_quads(device, shape)):
        with GLFragmentPlanesEngine(rule, (rows, columns), device, plan=plan) as engine:
            assert engine.pass_generations == longest_pass(plan, columns)
            assert_steps_like_reference(engine, random_cells(engine.rule, (rows, columns), seed=columns), 9)


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize(
    "name", ["R3,C0,M1,S9..20,B9..17,NM", "R10,C0,M0,S64..110,B64..85,NN", "R33,C3,M1,S900..1500,B800..1200,NN"]
)
def test_far_neighbours_are_found_on_any_row_width(device: GLDevice, edges: Edges, name: str) -> None:
    """With one, two and eight rows of a fragment, and in several bands."""
    rule = rule_on(name, edges)
    for columns in (5, 63, 65, 97, 127, 128, 259):
        with GLFragmentPlanesEngine(rule, (23, columns), device, 9) as engine:
            assert_steps_like_reference(engine, random_cells(rule, (23, columns), seed=columns), 1)


def test_shared_quad_derivatives_disable_quads(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    of_upper_row = "dFdx(texelFetch(numbers, ivec2(min(at.x, last), at.y & ~1), 0).x * 255.0)"
    monkeypatch.setattr(gl_drawing_probe, "QUADS_TEXT", gl_drawing_probe.QUADS_TEXT.replace("dFdx(own)", of_upper_row))
    with device.current():
        assert not passes_in_quads(device)
    monkeypatch.setattr(gl_fragment_engine, "passes_in_quads", lambda _device: False)
    rule = rule_on("QuadLife", Edges.TORUS)
    with GLFragmentPlanesEngine(rule, (31, 384), device) as engine:
        assert not engine.plan.quads
        assert_steps_like_reference(engine, random_cells(rule, (31, 384), seed=4), 11)


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("max_rows", [1, 2, 4, 5, 7, 16])
def test_bands_may_end_within_a_block(device: GLDevice, edges: Edges, max_rows: int) -> None:
    for rows in (3, 29):
        rule = rule_on("Immigration", edges)
        with GLFragmentPlanesEngine(rule, (rows, 150), device, max_rows, FOUR) as engine:
            assert_steps_like_reference(engine, random_cells(engine.rule, (rows, 150), seed=max_rows), 13)


@pytest.mark.parametrize(
    ("name", "edges"),
    [
        *product(["Life", "QuadLife"], Edges),
        *product(["B3/S23:3", "B2/S:4", "B/S012345678", "B012345678/S:3"], [Edges.TORUS]),  # twice as fast to compile
        ("B/S:2", Edges.DEAD),
    ],
)
def test_chosen_shapes(device: GLDevice, name: str, edges: Edges) -> None:
    rule, shape = rule_on(name, edges), (41, 300)
    with GLFragmentPlanesEngine(rule, shape, device) as engine:
        engine.generation = 5  # ties go by turns
        assert_steps_like_reference(engine, random_cells(engine.rule, shape, seed=3), 11)


@pytest.mark.parametrize("name", ["Life", "Immigration", "QuadLife"])
@pytest.mark.parametrize("software", [False, True])
def test_shapes_fit_into_texture_units(name: str, software: bool) -> None:
    rule = parse_rule(name)
    planes = {"Life": 1, "Immigration": 2, "QuadLife": 3}[name]
    for units in (MIN_UNITS, 32):
        shape = fragment_shape_for(rule, units=units, software=software)
        assert shape.rows * planes <= 8
        assert shape.seen_rows(shape.generations) * planes <= units
        assert shape.generations == 1 or planes / shape.generations * 0.25 <= 0.5, "bytes moved a cell and generation"


def test_seam_limits_pass_length(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: Counter[int] = Counter()
    real = FragmentPasses._compute

    def count(self: FragmentPasses, generations: int, generation: int) -> None:
        counted[generations] += 1
        real(self, generations, generation)

    monkeypatch.setattr(FragmentPasses, "_compute", count)
    for columns, expected in ((256, {4: 4, 1: 1}), (260, {4: 4, 1: 1}), (257, {1: 17}), (259, {1: 17})):
        with GLFragmentPlanesEngine(parse_rule("Immigration"), (8, columns), device, plan=FOUR) as engine:
            assert engine.pass_generations == longest_pass(FOUR, columns) == max(expected)
            counted.clear()
            engine.step(17)
        assert counted == expected


def test_massive_banded_board_matches_cells_engine(device: GLDevice) -> None:
    rule, shape = parse_rule("Immigration"), (530, 16384)
    cells = random_cells(rule, shape, seed=9, density=0.35)
    with (
        GLFragmentPlanesEngine(rule, shape, device, max_rows=128) as planes,
        GLCellsEngine(rule, shape, device) as other,
    ):
        assert len(planes.bands) == 5
        for engine in (planes, other):
            engine.paint(0, 0, cells)
            engine.step(22)
        assert planes.census().tolist() == other.census().tolist()
        assert np.array_equal(planes.read_all(), other.read_all())


def test_wild_generation_without_planes(device: GLDevice) -> None:
    rule, shape = parse_rule("Immigration"), (30, 200)
    wild = parse_rule("BioWar:2")
    with (
        GLFragmentPlanesEngine(rule, shape, device) as planes,
        GLCellsEngine(rule, shape, device) as cells,
    ):
        for engine in (planes, cells):
            engine.paint(0, 0, random_cells(rule, shape, seed=1))
            engine.step(1, wild)
            engine.step(4)
        assert_boards_equal(planes.read_all(), cells.read_all())


def test_too_wide_board_is_refused(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "max_texture_size", 4)
    with pytest.raises(BoardSizeError, match=r"513 columns are too many .* may be 512 columns wide and any number of"):
        GLFragmentPlanesEngine(parse_rule("Life"), (5, 513), device)
    with GLFragmentPlanesEngine(parse_rule("Life"), (70, 512), device) as engine:
        assert [band.rows for band in engine.bands] == [32, 32, 6]


def test_rule_without_planes_is_refused(device: GLDevice) -> None:
    with pytest.raises(EngineError, match="rule Survivor has no bit planes"):
        GLFragmentPlanesEngine(parse_rule("Survivor"), (5, 5), device)

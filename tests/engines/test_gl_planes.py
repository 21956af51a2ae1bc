"""Special features of the GL planes engine: long passes in their real shape, bands, words, and refused rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from boards import assert_boards_equal, board
from capabilities import has_wide_words, needs_compute
from engines.asleep import SETTLED, let_small_boards_sleep, next_cells
from engines.cases import random_cells, rule_on

from gpulife.engines import reference
from gpulife.engines.bitplanes import gl_active_tiles, pass_frame
from gpulife.engines.bitplanes import gl_bands as gl_planes_bands
from gpulife.engines.bitplanes import gl_pass as gl_planes_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.factory import open_engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import choose_engine
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Edges, parse_rule

pytestmark = needs_compute

TALL = (300, 70)
"""More rows than a default strip, and a partly used last word."""


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize(
    ("name", "shape"),
    [*product(["Life"], [TALL, (40, 200), (3, 500), (33, 31)]), *product(["Immigration", "QuadLife"], [TALL])],
)
def test_default_shape_matches_reference(device: GLDevice, name: str, shape: tuple[int, int], edges: Edges) -> None:
    rule = rule_on(name, edges)
    with GLPlanesEngine(rule, shape, device) as engine:
        cells = random_cells(rule, shape, seed=1)
        engine.paint(0, 0, cells)
        engine.step(37)  # passes of 16, of 4 and of 1
        for generation in range(37):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)
        assert engine.census().tolist() == reference.census(cells, rule).tolist()


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("shape", [TALL, (40, 200), (33, 31)])
@pytest.mark.parametrize("name", ["Life", "Immigration", "QuadLife", "B36/S125:4"])
def test_graphics_card_shape_matches_reference(
    device: GLDevice, monkeypatch: pytest.MonkeyPatch, name: str, shape: tuple[int, int], edges: Edges
) -> None:
    monkeypatch.setattr(GLDevice, "is_software", False)
    rule = rule_on(name, edges)
    with GLPlanesEngine(rule, shape, device) as engine:
        assert (engine.plan.bits, engine.plan.words) == (32, 2)
        assert engine.plan.across >= 32
        cells = random_cells(rule, shape, seed=1)
        engine.paint(0, 0, cells)
        engine.step(9)
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 9))


@pytest.mark.parametrize("generations", [1, 2, 3, 7, 11])
@pytest.mark.parametrize("bits", [32, 64] if has_wide_words() else [32])
def test_all_pass_lengths_and_word_sizes(device: GLDevice, bits: int, generations: int) -> None:
    rule = parse_rule("B3/S23:3")
    plan = PassShape(words=4, bits=bits, rows=16, generations=generations, across=2, unroll=2)
    with GLPlanesEngine(rule, TALL, device, plan=plan) as engine:
        cells = random_cells(rule, TALL, seed=2)
        engine.paint(0, 0, cells)
        engine.step(2 * generations)
        for generation in range(2 * generations):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)


def test_board_is_cut_into_bands_by_buffer_size(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_planes_bands, "MAX_BAND_BYTES", 5000)
    rule = parse_rule("Immigration")
    with GLPlanesEngine(rule, (300, 40), device) as engine:
        assert len(engine.bands) > 2
        assert sum(band.rows for band in engine.bands) == 300
        cells = random_cells(rule, (300, 40), seed=3)
        engine.paint(0, 0, cells)
        engine.step(16)
        for generation in range(16):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)


def test_too_long_row_is_refused(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_planes_bands, "MAX_BAND_BYTES", 5000)
    with pytest.raises(BoardSizeError, match=r"9999 columns are too many for .* may be (\d+) columns wide") as caught:
        GLPlanesEngine(parse_rule("Life"), (3, 9999), device)
    most = int(str(caught.value).split(" may be ")[1].split()[0])
    GLPlanesEngine(parse_rule("Life"), (3, most), device).close()


def test_wild_generation_without_planes(device: GLDevice) -> None:
    rule = parse_rule("B3/S23:2")
    wild = parse_rule("BioWar:2")
    shape = (20, 50)
    with GLPlanesEngine(rule, shape, device) as engine:
        cells = random_cells(rule, shape, seed=4)
        engine.paint(0, 0, cells)
        engine.step(1, wild)
        on_board = replace(wild, edges=engine.rule.edges, size=shape)
        assert_boards_equal(engine.read_all(), reference.next_generation(cells, on_board, 0))


def test_paint_changes_only_its_own_bits(device: GLDevice) -> None:
    shape = (40, 200)
    with GLPlanesEngine(parse_rule("QuadLife"), shape, device, max_rows=7) as engine:
        cells = np.zeros(shape, np.uint8)
        rng = np.random.default_rng(5)
        for _ in range(40):
            height, width = int(rng.integers(1, 30)), int(rng.integers(1, 120))
            row, column = int(rng.integers(0, 40 - height)), int(rng.integers(0, 200 - width))
            patch = rng.integers(0, 5, (height, width), dtype=np.uint8)
            engine.paint(row, column, patch)
            cells[row : row + height, column : column + width] = patch
            assert_boards_equal(engine.read_all(), cells)


def test_rules_without_planes_are_refused(device: GLDevice) -> None:
    with pytest.raises(EngineError, match="rule Survivor has no bit planes: it is neither Life-like nor"):
        GLPlanesEngine(parse_rule("Survivor"), (16, 16), device)


def test_auto_uses_planes_where_they_pay(device: GLDevice) -> None:
    big = (4096, 4096)
    assert choose_engine(parse_rule("Immigration"), big, device)[0] == "planes"
    assert choose_engine(parse_rule("Survivor"), big, device) == (
        "gl",
        "rule Survivor has no bit planes: it is neither Life-like nor given by a table of nine cells",
    )
    assert choose_engine(parse_rule("B3/S23:5"), big, device)[0] == "gl"
    assert choose_engine(parse_rule("Life"), (8, 8), device)[0] == "gl"
    assert choose_engine(parse_rule("Life"), big, None) == ("numpy", "OpenGL does not work")
    for name, shape in (("Immigration", big), ("Survivor", (50, 50)), ("Life", (8, 8))):
        rule = parse_rule(name)
        with open_engine("auto", rule, shape) as engine:
            assert engine.name == choose_engine(rule, shape, device)[0]


@pytest.mark.parametrize("name", ["Life", "Immigration", "QuadLife", "B0123478/S01234678:4"])
@pytest.mark.parametrize("size", [(1, 1), (96, 160), (8192, 8192), (50, 20)])
@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("software", [True, False])
def test_shapes_suit_words_and_boards(name: str, size: tuple[int, int], wide: bool, software: bool) -> None:
    shape = shape_for(parse_rule(name), size, wide=wide, software=software)
    assert shape.words * 32 % shape.bits == 0
    assert shape.words >= 2
    assert 1 <= shape.generations <= 16
    assert f"local_size_x = {shape.across * shape.down}" in pass_source(parse_rule(name), shape)


@pytest.mark.parametrize("cores", [1, 2, 16])
@pytest.mark.parametrize("size", [1024, 2048, 4096])
def test_processors_leave_few_lanes_idle(size: int, cores: int) -> None:
    shape = shape_for(parse_rule("Life"), (size, size), wide=True, software=True, cores=cores)
    across, down = shape.groups(size // 32, size)
    needed = size // 32 * size / shape.pass_words / shape.rows
    assert down == 1
    assert across >= 5 * cores or shape.rows == 32
    assert needed / (across * shape.across) > 0.85


def test_long_lists_use_several_workgroup_rows(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drivers need not allow more than 65,535 workgroups side by side; here the limit is two."""
    let_small_boards_sleep(monkeypatch)
    monkeypatch.setattr(gl_active_tiles, "MAX_GROUPS_ACROSS", 2)
    monkeypatch.setattr(pass_frame, "MAX_GROUPS_ACROSS", 2)
    pass_source.cache_clear()
    shape = (320, 1920)
    plan = PassShape(words=2, rows=32, generations=4, across=2, unroll=2)
    with GLPlanesEngine(parse_rule("Immigration"), shape, device, plan=plan) as engine:
        cells = np.zeros(shape, np.uint8)
        for row, column in ((10, 10), (10, 600), (100, 300), (200, 1000), (260, 1700), (300, 500), (40, 1500)):
            cells[row : row + 3, column : column + 3] = board("BBB\nB..\n.B.")
        engine.paint(0, 0, cells)
        for _ in range(8):
            engine.step(32)
            cells = next_cells(cells, engine, 32)
            assert_boards_equal(engine.read_all(), cells)
        assert 9 / 600 < engine.awake_share < 0.4, "so many tiles that there are rows of workgroups"
    pass_source.cache_clear()


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("shape", [(600, 70), (257, 100), (40, 40)])
def test_lean_bands_share_one_spare(device: GLDevice, shape: tuple[int, int], edges: Edges) -> None:
    rule = rule_on("Immigration", edges)
    plan = PassShape(words=4, rows=32, generations=4, unroll=2)
    with GLPlanesEngine(rule, shape, device, plan=plan, lean=True) as engine:
        assert len({id(band.spare) for band in engine.bands}) == 1
        cells = random_cells(rule, shape, seed=7)
        engine.paint(0, 0, cells)
        for generations in (4, 1, 9):
            engine.step(generations)
            cells = next_cells(cells, engine, generations)
            assert_boards_equal(engine.read_all(), cells)
            assert engine.census().tolist() == reference.census(cells, rule).tolist()


def test_lean_board_memory() -> None:
    shape = (1 << 16, 1 << 16)
    copy = GLPlanesEngine.memory_needed(shape) / 2
    assert copy == pytest.approx(shape[0] * shape[1] / 4, rel=0.01)
    assert GLPlanesEngine.memory_needed(shape, lean=True) < 1.15 * copy
    assert GLPlanesEngine.memory_needed(shape, parse_rule("Life")) == pytest.approx(copy, rel=0.01)


def test_board_is_lean_if_memory_is_short(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, shape = parse_rule("Immigration"), (4096, 512)
    full, least = GLPlanesEngine.memory_needed(shape), GLPlanesEngine.memory_needed(shape, lean=True)
    for free, lean in ((full, False), (full - 1, True), (least, True)):
        monkeypatch.setattr(device, "free_memory", lambda free=free: free)
        with GLPlanesEngine(rule, shape, device) as engine:
            assert engine.lean is lean
    monkeypatch.setattr(device, "free_memory", lambda: least - 1)
    with pytest.raises(BoardSizeError, match=r"a board of 512x4096 needs .* with the planes engine, but .* is free"):
        GLPlanesEngine(rule, shape, device)
    monkeypatch.setattr(device, "free_memory", lambda: full - 1)
    with pytest.raises(BoardSizeError, match=r"needs .* with the planes engine"):
        GLPlanesEngine(rule, shape, device, lean=False)


def test_sleep_search_waits_until_compiling_pays(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(gl_active_tiles, "MIN_SLEEPING_CELLS", 1)
    monkeypatch.setattr(gl_planes_pass.time, "perf_counter", lambda: clock[0])
    real = GLDevice.compute_text
    compiled: list[str] = []

    def compile_(self: GLDevice, text: str) -> object:
        clock[0] += 2.0  # seconds
        compiled.append(text)
        return real(self, text)

    monkeypatch.setattr(GLDevice, "compute_text", compile_)
    rule, shape = parse_rule("B3/S012345678"), (320, 960)
    plan = PassShape(words=4, rows=32, generations=4, across=2, unroll=2)
    with GLPlanesEngine(rule, shape, device, plan=plan) as engine:
        engine.paint(0, 0, random_cells(rule, shape, seed=1, density=0.1))  # busy at first
        compiled.clear()
        engine.prepare(400)
        assert len(compiled) == 2, "for the halos and the pass"
        for _ in range(10):
            engine.step(40)
            clock[0] += 1.9
        assert len(compiled) == 2
        assert engine.awake_share == 1
        clock[0] += 1.9  # more than ten times the two seconds of the first program
        engine.step(40)
        assert sum("changes[" in text for text in compiled) >= 2
        assert engine.awake_share < 0.1


def test_prepared_programs_are_used_at_once(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_active_tiles, "MIN_SLEEPING_CELLS", 1)
    monkeypatch.setattr(gl_planes_pass, "COMPILING_PAYS_AFTER", 1e9)
    plan = PassShape(words=4, rows=32, generations=4, across=2, unroll=2)
    with GLPlanesEngine(parse_rule("Immigration"), (320, 960), device, plan=plan) as engine:
        cells = np.zeros((320, 960), np.uint8)
        cells[200:204, 500:525] = SETTLED
        engine.paint(0, 0, cells)
        engine.prepare(40, sleep=True)
        assert_boards_equal(engine.read_all(), cells)  # nothing has changed
        engine.step(80)
        assert engine.awake_share < 0.4
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 80))

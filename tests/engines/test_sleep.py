"""Resting parts of boards in bit planes sleep, with and without compute shaders, and the results are the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import assert_boards_equal, board
from capabilities import needs_compute, planes_types
from engines.asleep import (
    GLIDER,
    SETTLED,
    PlanesType,
    let_small_boards_sleep,
    next_cells,
    next_generation,
    open_planes,
)
from engines.cases import random_cells, rule_on
from fuzzing import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpulife.engines import reference
from gpulife.engines.bitplanes import gl_fragment_tiles, gl_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_tiles import ANYWHERE, EAST, SQUARE, WEST, squares_near
from gpulife.engines.bitplanes.gl_pass import PlanesPasses
from gpulife.engines.bitplanes.pass_frame import Watch
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_drawing_probe import draws_squares
from gpulife.rules import Edges, parse_rule

kinds = pytest.mark.parametrize("kind", planes_types())


@pytest.fixture(autouse=True)
def sleepy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small boards sleep without delay, and be looked at in several strips."""
    let_small_boards_sleep(monkeypatch)
    monkeypatch.setattr(gl_fragment_tiles, "KEPT_BYTES", 1)


@kinds
@pytest.mark.parametrize(
    ("shape", "max_rows", "edges"),
    [
        ((300, 700), None, Edges.TORUS),
        ((300, 680), 64, Edges.DEAD),
        ((296, 768), 128, Edges.TORUS),
        ((97, 100), 32, Edges.DEAD),
        ((97, 100), 32, Edges.TORUS),
        ((64, 31), None, Edges.DEAD),
        ((300, 641), 96, Edges.TORUS),
    ],
)
def test_resting_parts_sleep(
    device: GLDevice, kind: PlanesType, shape: tuple[int, int], max_rows: int | None, edges: Edges
) -> None:
    """Also if the last row and column of tiles are smaller than the reach of a pass."""
    rule = rule_on("Immigration", edges)
    with open_planes(kind, rule, shape, device, max_rows) as engine:
        cells = np.zeros(shape, np.uint8)
        for row, column in ((5, 3), (shape[0] - 20, shape[1] - 30)):
            cells[row : row + SETTLED.shape[0], column : column + SETTLED.shape[1]] = SETTLED
        engine.paint(0, 0, cells)
        for _ in range(12):
            engine.step(96)
            cells = next_cells(cells, engine, 96)
            assert_boards_equal(engine.read_all(), cells)
        if shape[0] * shape[1] > 100_000:
            assert engine.awake_share < 0.25, "the gliders and what lies near them"


@kinds
@pytest.mark.parametrize("columns", [1024, 1028, 1000])
def test_gliders_enter_sleeping_parts(device: GLDevice, kind: PlanesType, columns: int) -> None:
    """From both sides, across the edge of sleeping parts and the seam, and into a narrow last column."""
    with open_planes(kind, parse_rule("Life"), (1024, columns), device) as engine:
        cells = np.zeros(engine.shape, np.uint8)
        for number, (column, glider) in enumerate(
            [(500, GLIDER), (520, GLIDER[:, ::-1]), (columns - 11, GLIDER), (3, GLIDER[:, ::-1]), (7, GLIDER[:, ::-1])]
        ):
            cells[200 * number + 20 : 200 * number + 23, column : column + 3] = glider
        engine.paint(0, 0, cells)
        for generations in (64, 96):
            engine.step(generations)
            cells = next_cells(cells, engine, generations)
            assert_boards_equal(engine.read_all(), cells)
        assert engine.awake_share < 0.6


@kinds
def test_still_life_across_edge_survives_sleep(device: GLDevice, kind: PlanesType) -> None:
    """A pulsar in the tile above keeps changing, since its period does not divide two passes."""
    shape = (640, 470)
    with open_planes(kind, parse_rule("Immigration"), shape, device) as engine:
        engine.paint(40, -1, board("BB\nBB"))
        engine.paint(20, 430, board("AAAAA\nA...A"))
        cells = engine.read_all()
        for _ in range(4):
            engine.step(160)
            cells = next_cells(cells, engine, 160)
            assert_boards_equal(engine.read_all(), cells)
        assert 0 < engine.awake_share < 0.2


@kinds
def test_painting_wakes_its_surroundings(device: GLDevice, kind: PlanesType) -> None:
    shape = (640, 3072)
    with open_planes(kind, parse_rule("Immigration"), shape, device) as engine:
        cells = np.zeros(shape, np.uint8)
        cells[100:102, 100:102] = 1
        cells[50, 300:303] = 2
        engine.paint(0, 0, cells)
        engine.step(40)
        assert engine.awake_share < 0.1
        engine.paint(200, 700, GLIDER)
        cells[200:203, 700:703] = GLIDER
        for number, generations in enumerate((40, 3, 40, 1, 1, 1, 1, 40)):
            engine.step(generations)
            cells = next_cells(cells, engine, generations)
            assert_boards_equal(engine.read_all(), cells)
            assert engine.awake_share < 0.3
            row, column = 600 - 17 * number, 2000 + 100 * number
            engine.paint(row, column, board("A"))  # dies at once, but is in the buffer that is written next but one
            cells[row, column] = 1


@kinds
@pytest.mark.parametrize("edges", Edges)
def test_sown_board_starts_asleep(device: GLDevice, kind: PlanesType, edges: Edges) -> None:
    """From generation 0 on, at any place, with steps of any length, under other laws, and when restored."""
    rule, shape = rule_on("Immigration", edges), (640, 3072)
    with open_planes(kind, rule, shape, device, 128) as engine:
        cells = np.zeros(shape, np.uint8)
        for row, column in ((0, 0), (639, 3071), (127, 1500), (400, 384 * 3 - 1)):
            cells[row : row + 3, column : column + 3] = GLIDER[: shape[0] - row, : shape[1] - column]
        for row in range(0, 640, 100):
            engine.paint(row, 0, cells[row : row + 100])
        other = rule_on("B36/S23:2", edges)
        for generations, law in ((1, rule), (2, rule), (21, rule), (40, other), (9, rule)):
            engine.step(generations, law)
            for generation in range(engine.generation - generations, engine.generation):
                cells = next_generation(cells, replace(engine.rule, births=law.births), generation)
            assert_boards_equal(engine.read_all(), cells)
            assert engine.awake_share < 0.35
        kept = take_snapshot(engine)
        engine.step(200)
        restore_snapshot(engine, kept)
        engine.step(9)
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 9))
        assert engine.awake_share < 0.35


@kinds
def test_b0_board_starts_awake(device: GLDevice, kind: PlanesType) -> None:
    shape = (320, 960)
    with open_planes(kind, parse_rule("B02/S13"), shape, device) as engine:
        cells = np.zeros(shape, np.uint8)
        cells[100:103, 500:503] = GLIDER
        engine.paint(0, 0, cells)
        for generations in (1, 8, 1, 3):
            engine.step(generations)
            cells = next_cells(cells, engine, generations)
            assert_boards_equal(engine.read_all(), cells)


@kinds
def test_partial_passes_allow_sleep(device: GLDevice, kind: PlanesType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if each step has fewer passes than come before the first search."""
    monkeypatch.setattr(gl_pass, "FIRST_RECORD", 8)
    with open_planes(kind, parse_rule("Life"), (320, 960), device) as engine:
        engine.paint(100, 100, board("AA\nAA"))
        shares = []
        for _ in range(4):
            engine.step(5 * engine.pass_generations)
            shares.append(engine.awake_share)
            engine.step(1)
        assert min(shares) < 0.1


@needs_compute
def test_useless_search_is_not_repeated_at_once(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search takes three times as long as another pass, and here is followed by passes of another length."""
    searched = []
    watch_of = PlanesPasses._watch

    def watch(passes: PlanesPasses, shape: PassShape) -> Watch:
        searched.append(watch_of(passes, shape))
        return searched[-1]

    monkeypatch.setattr(PlanesPasses, "_watch", watch)
    with open_planes(GLPlanesEngine, parse_rule("Life"), (320, 960), device) as engine:
        engine.paint(0, 0, random_cells(engine.rule, engine.shape, 1))  # what is dead sleeps from the beginning
        for _ in range(10):
            engine.step(2 * engine.pass_generations + 1)
    assert len(searched) >= 30
    assert searched.count(Watch.ALL) == 1


@kinds
def test_single_generations_allow_sleep(device: GLDevice, kind: PlanesType) -> None:
    shape = (320, 960)
    with open_planes(kind, parse_rule("Life"), shape, device) as engine:
        cells = np.zeros(shape, np.uint8)
        cells[100:102, 100:102] = 1
        cells[200, 500:503] = 1
        engine.paint(0, 0, cells)
        for _ in range(9):
            engine.step(1)
        assert engine.awake_share == 0
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 9))


@kinds
def test_tie_turns_limit_sleep(device: GLDevice, kind: PlanesType) -> None:
    """Only dead tiles sleep."""
    rule, shape = parse_rule("B3/S23:3"), (320, 1536)
    with open_planes(kind, rule, shape, device) as engine:
        cells = np.zeros(shape, np.uint8)
        cells[40:60, 20:40] = random_cells(rule, (20, 20), seed=6, density=0.3)
        cells[200:202, 700:702] = 1
        engine.paint(0, 0, cells)
        engine.step(64)
        assert 0.01 < engine.awake_share < 0.4
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 64))


@kinds
def test_changed_tie_turn_wakes_everything(device: GLDevice, kind: PlanesType) -> None:
    """This still life would change if the other species won ties."""
    rule, shape = parse_rule("B4/S1234:2"), (320, 1100)
    with open_planes(kind, rule, shape, device) as engine:
        engine.paint(100, 100, board("...AB\nBBBA.\n.BB..\n.A..A\n.A.B."))
        cells = engine.read_all()
        for generations in (64, 8):
            engine.step(generations)
            cells = next_cells(cells, engine, generations)
            assert_boards_equal(engine.read_all(), cells)
        assert engine.awake_share < 0.1
        engine.generation += 1
        engine.step(8)
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 8))


@kinds
def test_settled_board_falls_asleep(device: GLDevice, kind: PlanesType) -> None:
    rule, shape = parse_rule("B3/S012345678"), (320, 1000)
    with open_planes(kind, rule, shape, device) as engine:
        engine.paint(0, 0, random_cells(rule, shape, seed=7, density=0.1))
        engine.step(16)
        assert engine.awake_share == 1
        engine.step(1024)
        cells = engine.read_all()
        assert engine.awake_share == 0
        engine.step(40)
        assert_boards_equal(engine.read_all(), cells)
        assert_boards_equal(reference.next_generation(cells, engine.rule, 0), cells)


@kinds
@pytest.mark.parametrize("name", ["Life", "QuadLife", "B36/S125:2", "R2,C0,M1,S7..12,B8..11,NM"])
@settings(max_examples=examples(24))
@given(data=st.data())
def test_paint_and_step_match_reference(device: GLDevice, kind: PlanesType, name: str, data: st.DataObject) -> None:
    edges, columns = data.draw(st.sampled_from(Edges)), data.draw(st.sampled_from([60, 130, 300, 512, 514, 770]))
    shape = data.draw(st.sampled_from([97, 128, 163])), columns
    rule, wild = rule_on(name, edges), rule_on("BioWar:2" if ":" in name else "B2/S", edges)
    with open_planes(kind, rule, shape, device, data.draw(st.sampled_from([None, 32, 64]))) as engine:
        cells = np.zeros(shape, np.uint8)
        for _ in range(data.draw(st.integers(1, 5))):
            patch = random_cells(rule, (9, 9), data.draw(st.integers(0, 9)))
            row, column = data.draw(st.integers(0, shape[0] - 1)), data.draw(st.integers(0, columns - 1))
            engine.paint(row, column, patch)
            cells = engine.read_all()
            if data.draw(st.booleans()):
                engine.generation += 1  # whose turn it is changes
            for generations in data.draw(st.lists(st.sampled_from([1, 8, 33, 64]), max_size=3)):
                engine.step(generations)
                cells = next_cells(cells, engine, generations)
                assert_boards_equal(engine.read_all(), cells)
            if rule.live_states == wild.live_states and data.draw(st.integers(0, 3)) == 0:
                cells = next_generation(cells, wild, engine.generation)
                engine.step(1, wild)
                assert_boards_equal(engine.read_all(), cells)


@kinds
def test_laws_that_look_far_wake_other_laws(device: GLDevice, kind: PlanesType) -> None:
    """Another law finds also what was painted and what moved while a law that looks far stepped the board."""
    rule, other = rule_on("R2,C0,M1,S7..12,B8..11,NM", Edges.TORUS), rule_on("Life", Edges.TORUS)
    with open_planes(kind, rule, (256, 2048), device) as engine:
        cells = np.zeros(engine.shape, np.uint8)
        for column, law in ((100, rule), (1500, other), (700, rule), (1200, other)):
            cells[90:102, column : column + 12] = random_cells(rule, (12, 12), seed=column)
            engine.paint(0, column, cells[:, column : column + 12])
            engine.step(8, law)
            for generation in range(8):
                cells = next_generation(cells, law, generation)
            assert_boards_equal(engine.read_all(), cells)


@given(
    rows=st.sampled_from([8, 40, 61, 125]),
    columns=st.sampled_from([5, 128, 140, 512, 700, 1100]),
    height=st.sampled_from([2, 4, 8]),
    wrap=st.booleans(),
    places=st.lists(st.tuples(st.integers(0, 124), st.integers(0, 1099)), max_size=3),
)
@example(rows=125, columns=512, height=8, wrap=True, places=[(0, 300)])  # changes go through a low last block
def test_reachable_squares_stay_awake(
    rows: int, columns: int, height: int, wrap: bool, places: list[tuple[int, int]]
) -> None:
    """Squares are compared with the cells within 32 of a change."""
    changed = np.zeros((rows, columns), np.bool_)
    for row, column in places:
        changed[row % rows, column % columns] = True
    whole = np.pad(changed, ((0, -rows % height), (0, -columns % 128)))
    blocks = whole.reshape(len(whole) // height, height, -1, 4, 32).any(axis=(1, 4))
    changes = blocks.any(axis=2) * ANYWHERE | blocks[:, :, 0] * WEST | blocks[:, :, -1] * EAST
    awake = squares_near(changes.astype(np.uint8), (rows, columns), height, 32, wrap=wrap)
    near = np.zeros_like(changed)
    for row, column in np.argwhere(changed):
        spans = (np.arange(place - 32, place + 33) for place in (row, column))
        down, across = (
            span % side if wrap else span[(span >= 0) & (span < side)]
            for span, side in zip(spans, (rows, columns), strict=True)
        )
        near[np.ix_(down, across)] = True
    drawn = awake.repeat(SQUARE * height, axis=0).repeat(SQUARE * 128, axis=1)[:rows, :columns]
    assert not (near & ~drawn).any()
    assert awake.any() == changed.any()


def test_wrong_points_disable_sleep(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    with device.current():
        assert draws_squares(device)
    monkeypatch.setattr(gl_fragment_tiles, "draws_squares", lambda _device: False)
    shape = (320, 960)
    with GLFragmentPlanesEngine(parse_rule("Life"), shape, device) as engine:
        cells = np.zeros(shape, np.uint8)
        cells[200:203, 500:503] = GLIDER
        engine.paint(0, 0, cells)
        engine.prepare(64, sleep=True)
        engine.step(64)
        assert engine.awake_share == 1
        assert_boards_equal(engine.read_all(), next_cells(cells, engine, 64))

"""The input ``wefts`` of looks: threads that follow the board's rows as time goes by, and the cloth woven from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from view.gl_pictures import OpenStudio, studios

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges, parse_rule
from gpulife.view.camera import Camera
from gpulife.view.gl_board_past import WEFTS, BoardPast
from gpulife.view.gl_copied_source import source_of
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.look import default_look
from gpulife.view.pictures import PastNumbers, find_picture

SHAPE = 40, 24
PACE = 0.5  # seconds for a thread
OpenPast = Callable[[Edges], tuple[GLCellsEngine, BoardPast]]


@pytest.fixture
def open_past(device: GLDevice) -> Iterator[OpenPast]:
    with ExitStack() as stack:

        def open_(edges: Edges) -> tuple[GLCellsEngine, BoardPast]:
            engine = GLCellsEngine(parse_rule("QuadLife").on_board(SHAPE, edges), SHAPE, device)
            cells = np.random.default_rng(3).integers(0, 5, SHAPE).astype(np.uint8)
            engine.paint(0, 0, cells)
            resources = ViewResources(device)
            past = BoardPast(
                resources, engine, source_of(resources, engine), PastNumbers(average=0.01, weft=PACE), ["wefts"]
            )
            stack.callback(engine.close)
            stack.callback(resources.release)
            stack.callback(past.release)
            return engine, past

        with device.current():
            yield open_


@pytest.fixture
def open_studio(device: GLDevice) -> Iterator[OpenStudio]:
    yield from studios(device)


def threads(past: BoardPast) -> NDArray[np.float16]:
    """Return what the threads hold: shape (WEFTS, columns, 4)."""
    return np.frombuffer(past.texture("wefts").read(), np.float16).reshape(WEFTS, SHAPE[1], 4)


def band(cells: NDArray[np.uint8], row: int, *, wraps: bool) -> NDArray[np.float64]:
    """Return the weighted share of each species around the places of one row: shape (columns, 4)."""
    living = np.pad(np.eye(5)[cells][..., 1:], ((6, 6), (5, 5), (0, 0)), mode="wrap" if wraps else "constant")
    rows = np.einsum("r,rcs->cs", 7 - np.abs(np.arange(-6, 7)), living[row : row + 13]) / 49
    return np.array([(6 - np.abs(np.arange(-5, 6))) @ rows[place : place + 11] for place in range(SHAPE[1])]) / 36


@pytest.mark.parametrize("edges", list(Edges))
def test_the_first_cloth_is_the_board_itself(edges: Edges, open_past: OpenPast) -> None:
    engine, past = open_past(edges)
    past.follow(0.0)
    newest, cells = int(past.woven), engine.read_all()
    bands = np.array([band(cells, row, wraps=edges is Edges.TORUS) for row in range(SHAPE[0])])
    rows = []
    for age in range(WEFTS):
        off = np.abs(threads(past)[(newest - age) % WEFTS] - bands).max(axis=(1, 2))
        assert off.min() < 0.01
        rows.append(int(off.argmin()))
    steps = np.diff(rows)
    steps = steps if edges is Edges.DEAD else (steps + 1) % SHAPE[0] - 1
    assert set(steps) == ({-1, 0} if edges is Edges.TORUS else {-1, 0, 1})
    assert set(rows) == set(range(SHAPE[0]))


@pytest.mark.parametrize("generations", [0, 1, 7])
def test_cloth_grows_evenly_whatever_the_pace_of_generations(generations: int, open_past: OpenPast) -> None:
    engine, past = open_past(Edges.TORUS)
    past.follow(0.0)
    before = past.woven
    for seconds in [1 / 30, 1 / 60, 0.1, 1 / 30, 0.4] * 3:
        engine.step(generations)
        past.follow(seconds)
        assert (past.woven - before) % WEFTS == pytest.approx(seconds / PACE)
        before = past.woven


def test_cloth_rests_with_the_board(open_past: OpenPast) -> None:
    _, past = open_past(Edges.TORUS)
    for _ in range(100):
        past.follow(0.1)
    assert past.is_settled
    before = past.woven
    past.follow(0.1)
    assert past.woven == before


def test_new_threads_show_the_present_and_old_ones_stay(open_past: OpenPast) -> None:
    engine, past = open_past(Edges.TORUS)
    past.follow(0.0)
    newest, old = int(past.woven), threads(past).copy()
    engine.paint(0, 0, np.full(SHAPE, 3, np.uint8))
    for _ in range(7):
        past.follow(PACE / 2)
    fresh = [(newest + each) % WEFTS for each in (1, 2, 3)]
    new = threads(past)
    assert int(past.woven) == fresh[-1]
    assert np.allclose(new[fresh], [0, 0, 1, 0], atol=0.01)
    kept = np.setdiff1d(np.arange(WEFTS), fresh)
    assert np.array_equal(new[kept], old[kept])


def test_a_long_frame_fills_the_cloth_once(open_past: OpenPast) -> None:
    engine, past = open_past(Edges.TORUS)
    past.follow(0.0)
    engine.paint(0, 0, np.full(SHAPE, 2, np.uint8))
    past.follow(1e6)
    assert np.allclose(threads(past), [0, 1, 0, 0], atol=0.01)


def test_ikat_slides_up_a_part_of_a_thread_each_frame(open_studio: OpenStudio) -> None:
    zoom, frames = 8.0, 24
    studio = open_studio("QuadLife", (48, 64)).soup(0.3)
    look, camera = replace(default_look(studio.rule), picture="ikat"), Camera(24.0, 32.0, zoom)
    seconds = find_picture("ikat").weft / 2  # the cloth slides by a pixel: threads are 2 pixels high
    pictures = []
    for frame in range(frames):
        if frame % 3 == 0:
            studio.engine.step(1)
        pictures.append(studio.shoot(camera, look, (320, 240), seconds=seconds).astype(float).mean(axis=-1))
    for before, after in pairwise(pictures):
        off = [np.abs(after[10 - up : -20 - up] - before[10:-20]).mean() for up in range(-6, 7)]
        assert int(np.argmin(off)) - 6 == 1
    up = frames - 1
    assert np.abs(pictures[-1][: -20 - up] - pictures[0][up:-20]).mean() < np.abs(pictures[-1] - pictures[0]).mean() / 3


def test_cloth_grows_at_the_lower_edge_of_the_board(open_studio: OpenStudio) -> None:
    pictures = []
    for species in (0, 2):
        studio = open_studio("QuadLife", (20, 32))
        look, camera = replace(default_look(studio.rule), picture="ikat"), Camera(10.0, 16.0, 8.0)
        studio.shoot(camera, look, (320, 480))
        studio.paint(0, 0, np.zeros((20, 32), np.uint8))  # as if it had changed, since a cloth rests with its board
        studio.shoot(camera, look, (320, 480), seconds=127.5 * find_picture("ikat").weft)  # a medallion
        for _ in range(60):  # as many threads: nearly half a medallion
            studio.paint(0, 0, np.full((20, 32), species, np.uint8))
            shot = studio.shoot(camera, look, (320, 480), seconds=find_picture("ikat").weft)
        pictures.append(shot.astype(float))
    differs = np.abs(pictures[0] - pictures[1]).mean(axis=(1, 2))
    assert differs[300:318].min() > 5  # the board covers rows 160 to 320
    assert differs[:190].max() < 1
    assert differs[321:].max() < 1


@pytest.mark.parametrize("name", ["ikat", "letterpress", "topo"])
def test_nothing_strobes(name: str, open_studio: OpenStudio) -> None:
    studio, picture = open_studio("QuadLife", (100, 160)).soup(0.3), find_picture(name)
    look, camera = replace(default_look(studio.rule), picture=name), Camera(50.0, 80.0, picture.zoom)
    for _ in range(40):
        studio.engine.step(1)
        studio.shoot(camera, look, (8, 8), seconds=0.1)
    last, shares = None, []
    for frame in range(12):  # 30 a second, of 10 generations a second
        if frame % 3 == 0:
            studio.engine.step(1)
        shot = studio.shoot(camera, look, (320, 200), seconds=1 / 30) @ np.array([0.2126, 0.7152, 0.0722]) / 255
        if last is not None:
            shares.append((np.abs(shot - last) > 0.1).mean())
        last = shot
    assert max(shares) <= (0.03 if picture.thin_lines else 0.01)
    assert shot.std() > 0.03

"""Ghosts in pictures: patterns over the board, cell by cell, across seams, from near and far."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from view.gl_pictures import WINDOW, OpenStudio, studios

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges, parse_rule
from gpulife.view.camera import Camera, pixel_of
from gpulife.view.gl_board import GhostMark
from gpulife.view.look import default_look, plain

LOOK = plain(default_look(parse_rule("Immigration")))
CELLS = np.array([[1, 0, 2], [0, 2, 0]], np.uint8)
NEAR = [
    pytest.param(zoom, edges, place, id=f"{zoom:g} {edges} {place}")
    for zoom in (1.0, 8.0, 13.0)
    for edges in Edges
    for place in ((4, 5), (19, 28), (-1, -2), (100, 5))
]


@pytest.fixture
def studio(device: GLDevice) -> Iterator[OpenStudio]:
    yield from studios(device)


@pytest.mark.parametrize(("zoom", "edges", "place"), NEAR)
def test_ghost_cells_match_placement(studio: OpenStudio, zoom: float, edges: Edges, place: tuple[int, int]) -> None:
    shape, camera = (20, 30), Camera(10, 15, zoom)
    shot = studio(str(parse_rule("Immigration").on_board(shape, edges)), shape)
    empty = shot.shoot(camera, LOOK)
    picture = shot.shoot(camera, LOOK, ghosts=[GhostMark(*place, CELLS)])
    expected = np.zeros(shape, bool)
    for row, column in np.argwhere(CELLS).tolist():
        at = place[0] + row, place[1] + column
        if edges is Edges.TORUS:
            at = at[0] % shape[0], at[1] % shape[1]
        if 0 <= at[0] < shape[0] and 0 <= at[1] < shape[1]:
            expected[at] = True
    changed = (picture != empty).any(axis=2)
    for row, column in np.ndindex(shape):
        x, y = pixel_of(camera, WINDOW, row + 0.5, column + 0.5)
        if 0 <= x < WINDOW[0] and 0 <= y < WINDOW[1]:
            assert changed[int(y), int(x)] == expected[row, column], (row, column)
    assert changed.sum() <= expected.sum() * zoom * zoom


def test_replacing_dead_cells_dim_the_board(studio: OpenStudio) -> None:
    shape, camera = (20, 30), Camera(10, 15, 8)
    shot = studio("Immigration", shape).paint(0, 0, np.full(shape, 1, np.uint8))
    x, y = (int(side) for side in pixel_of(camera, WINDOW, 4.5, 6.5))  # a dead cell of the ghost
    full = shot.shoot(camera, LOOK)[y, x].astype(int).sum()
    kept = shot.shoot(camera, LOOK, ghosts=[GhostMark(4, 5, CELLS)])[y, x].astype(int).sum()
    dimmed = shot.shoot(camera, LOOK, ghosts=[GhostMark(4, 5, CELLS, replaces=True)])[y, x].astype(int).sum()
    assert full == kept > dimmed + 50


@pytest.mark.parametrize("zoom", [0.5, 0.2, 0.04])
def test_large_ghost_from_afar(studio: OpenStudio, zoom: float) -> None:
    shape, camera = (6000, 9000), Camera(3000, 4500, zoom)
    shot = studio("Immigration", shape)
    cells = np.zeros((700, 4000), np.uint8)
    cells[::7, ::5] = 1
    changed = (shot.shoot(camera, LOOK) != shot.shoot(camera, LOOK, ghosts=[GhostMark(2900, 4450, cells)])).any(axis=2)
    x, y = pixel_of(camera, WINDOW, 2900, 4450)
    assert not changed[: int(y) - 1].any()
    assert not changed[:, : int(x) - 1].any()
    inside = changed[int(y) + 2 : int(y) + int(690 * zoom), int(x) + 2 : int(x) + int(1000 * zoom)]
    assert inside.mean() > 0.02
    assert inside.any(axis=1).sum() > inside.shape[0] // 8


def test_ghost_larger_than_a_texture(studio: OpenStudio) -> None:
    shape = (16, 40_000)
    shot = studio("Life", shape)
    cells = np.zeros((4, 30_000), np.uint8)
    cells[2, 25_000] = 1
    camera = Camera(8, 30_000, 8)
    look = plain(default_look(parse_rule("Life")))
    changed = (shot.shoot(camera, look) != shot.shoot(camera, look, ghosts=[GhostMark(6, 5_000, cells)])).any(axis=2)
    rows, columns = np.nonzero(changed)
    x, y = pixel_of(camera, WINDOW, 8.5, 30_000.5)
    assert abs(rows.mean() - y) < 2
    assert abs(columns.mean() - x) < 2
    assert 20 <= changed.sum() <= 64

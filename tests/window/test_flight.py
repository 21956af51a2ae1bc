"""Where the view flies to, and how it moves on its way."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.rules import Cells
from gpulife.view.camera import Camera, fit_camera
from gpulife.window.design import FLIGHT
from gpulife.window.play.flight import Flight, lively_place, near_camera

WINDOW = 800, 600


def engine(cells: Cells, generation: int = 0) -> Any:
    return SimpleNamespace(
        shape=cells.shape,
        generation=generation,
        read=lambda row, column, rows, columns: cells[row : row + rows, column : column + columns],
        read_all=lambda: cells,
    )


def board(rows: int, columns: int, share: float = 0.0, seed: int = 0) -> Cells:
    return (np.random.default_rng(seed).random((rows, columns)) < share).astype(np.uint8)


@given(st.integers(1, 90), st.integers(1, 90), st.sampled_from((0.0, 0.001, 0.15, 1.0)), st.integers(0, 9))
def test_place_is_on_the_board_whenever_something_lives(rows: int, columns: int, share: float, seed: int) -> None:
    cells = board(rows, columns, share, seed)
    place = lively_place(engine(cells, seed))
    assert (place is not None) == bool(cells.any())
    if place is not None:
        assert 0 <= place[0] < rows
        assert 0 <= place[1] < columns


@given(st.integers(0, 10_000))
def test_neither_a_crowd_nor_a_plain(generation: int) -> None:
    cells = np.hstack((np.ones((200, 300), np.uint8), board(200, 300, 0.15), board(200, 300)))
    place = lively_place(engine(cells, generation))
    assert place is not None
    assert 260 <= place[1] < 640


def test_lone_cell_is_found_unless_the_board_is_too_large() -> None:
    cells = board(900, 900)
    cells[700, 3] = 2
    assert lively_place(engine(cells)) == (700, 3)
    large = board(1200, 1200)
    large[-1, -1] = 1
    assert lively_place(engine(large)) is None


def test_places_differ_between_generations() -> None:
    cells = board(400, 400, 0.3)
    assert len({lively_place(engine(cells, generation)) for generation in range(8)}) > 4
    assert lively_place(engine(cells, 3)) == lively_place(engine(cells, 3))


def test_near_camera_is_nearer_than_the_whole_board() -> None:
    for shape, zoom in (((1000, 1000), 12.0), ((20, 20), 90.0)):
        whole = fit_camera(shape, WINDOW)
        assert near_camera((3, 4), shape, WINDOW, whole.zoom) == Camera(3.5, 4.5, max(zoom, 3 * whole.zoom))


def test_flight_starts_and_ends_slowly() -> None:
    start, goal = Camera(500.0, 500.0, 0.6), Camera(30.5, 40.5, 12.0)
    flight = Flight(start, goal)
    cameras = [start, *(flight.fly(goal, FLIGHT / 20) for _ in range(20))]
    steps = [np.log(after.zoom / before.zoom) for before, after in pairwise(cameras)]
    assert flight.is_over
    assert cameras[-1] == goal
    assert min(steps) > 0
    assert max(steps[0], steps[-1]) < 0.2 * max(steps)
    assert steps == pytest.approx(steps[::-1], rel=0.05)

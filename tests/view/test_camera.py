"""The camera's mathematics: properties for every board, window, pointer and frame rate."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.view.camera import (
    MAX_ZOOM,
    Camera,
    at_rest,
    cell_at,
    clamp,
    fit_camera,
    glide,
    pan,
    pixel_of,
    zoom_about,
    zoom_limits,
    zoom_within,
)

sizes = st.integers(1, 20000)
shapes = st.tuples(sizes, sizes)
windows = st.tuples(st.integers(1, 4000), st.integers(1, 3000))
zooms = st.floats(0.01, MAX_ZOOM)
places = st.floats(-1000, 20000)
cameras = st.builds(Camera, places, places, zooms)
pixels = st.floats(0, 3000)


@given(cameras, windows, pixels, pixels)
def test_pixels_and_cells_are_inverse(camera: Camera, window: tuple[int, int], x: float, y: float) -> None:
    assert pixel_of(camera, window, *cell_at(camera, window, x, y)) == pytest.approx((x, y), abs=1e-4)


def test_rows_go_down_and_columns_to_the_right() -> None:
    camera = Camera(10, 20, 8)
    assert cell_at(camera, (100, 60), 50, 30) == (10, 20)
    assert cell_at(camera, (100, 60), 58, 46) == (12, 21)


@given(cameras, windows, pixels, pixels, st.floats(0.1, 10))
def test_zooming_keeps_the_cell_under_the_pointer(
    camera: Camera, window: tuple[int, int], x: float, y: float, factor: float
) -> None:
    zoomed = zoom_about(camera, window, x, y, factor)
    assert zoomed.zoom == pytest.approx(camera.zoom * factor)
    assert pixel_of(zoomed, window, *cell_at(camera, window, x, y)) == pytest.approx((x, y), abs=1e-3)


@given(cameras, shapes, windows, pixels, pixels, st.floats(0.001, 1000))
def test_zooming_stops_at_the_limits(
    camera: Camera, shape: tuple[int, int], window: tuple[int, int], x: float, y: float, factor: float
) -> None:
    least, most = zoom_limits(shape, window)
    zoomed = zoom_within(camera, shape, window, x, y, factor)
    assert least * 0.999999 <= zoomed.zoom <= most * 1.000001


@given(cameras, windows, st.floats(-500, 500), st.floats(-500, 500))
def test_dragging_moves_board_with_pointer(camera: Camera, window: tuple[int, int], x: float, y: float) -> None:
    before = pixel_of(camera, window, 5, 7)
    assert pixel_of(pan(camera, x, y), window, 5, 7) == pytest.approx((before[0] + x, before[1] + y), abs=1e-4)


@given(shapes, windows)
def test_fitted_board_fills_window(shape: tuple[int, int], window: tuple[int, int]) -> None:
    camera = fit_camera(shape, window)
    left, top = pixel_of(camera, window, 0, 0)
    right, bottom = pixel_of(camera, window, *shape)
    assert min(left, top) >= -1
    assert right <= window[0] + 1
    assert bottom <= window[1] + 1
    share = max((right - left) / window[0], (bottom - top) / window[1])
    assert share > 0.6 or camera.zoom == MAX_ZOOM


def test_default_board_fits_at_8_pixels_per_cell() -> None:
    assert fit_camera((96, 160), (1280, 800)) == Camera(48, 80, 8)
    assert fit_camera((96, 160), (1280, 800), margin=8) == Camera(48, 80, 7)


@given(cameras, shapes, windows, st.booleans())
def test_clamped_camera_stays_on_board(
    camera: Camera, shape: tuple[int, int], window: tuple[int, int], wrap: bool
) -> None:
    clamped = clamp(camera, shape, window, wrap=wrap)
    least, most = zoom_limits(shape, window)
    assert least <= clamped.zoom <= most
    assert 0 <= clamped.row <= shape[0]
    assert 0 <= clamped.column <= shape[1]
    if wrap:
        assert math.isclose(
            math.remainder(clamped.row - camera.row, shape[0]), 0, abs_tol=1e-6
        )  # the same place of the torus


@given(cameras, windows)
def test_cells_are_sharp_at_rest(camera: Camera, window: tuple[int, int]) -> None:
    rest = at_rest(camera, window)
    if rest.zoom >= 3:
        assert rest.zoom == round(rest.zoom)
    if rest.zoom >= 1:
        for edge in pixel_of(rest, window, 0, 0):
            assert edge == pytest.approx(round(edge), abs=1e-6 * max(1, abs(edge)))
    assert abs(rest.zoom - camera.zoom) <= 0.5
    assert abs(rest.row - camera.row) * rest.zoom <= 0.5001


@given(cameras, cameras, st.floats(0.001, 1))
def test_gliding_never_overshoots(camera: Camera, target: Camera, seconds: float) -> None:
    there = glide(camera, target, seconds)
    for now, then, end in (
        (camera.row, there.row, target.row),
        (camera.column, there.column, target.column),
        (camera.zoom, there.zoom, target.zoom),
    ):
        low, high = sorted((now, end))
        assert low - 1e-6 * max(1, abs(low)) <= then <= high + 1e-6 * max(1, abs(high))


@given(cameras, cameras)
def test_gliding_arrives(camera: Camera, target: Camera) -> None:
    for _ in range(300):
        camera = glide(camera, target, 1 / 60)
    assert camera == target


@given(cameras, windows, pixels, pixels, st.floats(0.2, 5))
def test_gliding_keeps_the_cell_under_the_pointer(
    camera: Camera, window: tuple[int, int], x: float, y: float, factor: float
) -> None:
    target = zoom_about(camera, window, x, y, factor)
    cell = cell_at(camera, window, x, y)
    for _ in range(12):
        camera = glide(camera, target, 1 / 60)
        assert pixel_of(camera, window, *cell) == pytest.approx((x, y), abs=0.05)


@given(cameras, cameras, st.integers(1, 12))
def test_gliding_does_not_depend_on_the_frame_rate(camera: Camera, target: Camera, frames: int) -> None:
    once = glide(camera, target, 0.1)
    often = camera
    for _ in range(frames):
        often = glide(often, target, 0.1 / frames)
    assert often.zoom == pytest.approx(once.zoom, rel=1e-4)
    assert often.row == pytest.approx(once.row, rel=1e-4, abs=0.1 / once.zoom)


def test_gliding_takes_shorter_way_on_torus() -> None:
    camera = glide(Camera(1, 1, 8), Camera(99, 198, 8), 0.05, wrap=(100, 200))
    assert camera.row > 99 or camera.row < 1
    assert camera.column > 198 or camera.column < 1

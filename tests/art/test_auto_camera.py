"""The automatic camera: finds activity, follows it, alternates between regions, rests, and moves smoothly."""

import math
from itertools import pairwise

import numpy as np
import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.art.auto_camera import MAX_ACCELERATION, MAX_SPEED, MAX_ZOOM_ACCELERATION, MAX_ZOOM_SPEED, AutoCamera
from gpulife.art.scene import CameraMode, CameraPlan, Waypoint
from gpulife.view.camera import MAX_ZOOM, Camera, fit_camera

WINDOW = (1280, 720)
SHAPE = (512, 512)
TILE = 8
DIRECTED = CameraPlan(CameraMode.DIRECTOR)
FRAME = 1 / 60


def maps(shape=SHAPE, tile=TILE, changes=()):
    """Density and change with discs of activity: (row, column, radius, share) in cells; on a torus."""
    tiles = tuple(-(-side // tile) for side in shape)
    change = np.zeros(tiles, np.float32)
    row, column = np.indices(tiles) * tile + tile / 2
    for at_row, at_column, radius, share in changes:
        down = np.abs(row - at_row % shape[0])
        right = np.abs(column - at_column % shape[1])
        down, right = np.minimum(down, shape[0] - down), np.minimum(right, shape[1] - right)
        change[np.hypot(down, right) <= max(radius, tile * 0.75)] = share
    return change.copy(), change


def apart(one, other, size, wrap):
    away = one - other
    return away - round(away / size) * size if wrap else away


def off_centre(camera, place, shape=SHAPE, window=WINDOW, wrap=False):
    """Return a place's position in the window: (right, down), each -1 to 1 inside the window."""
    right = apart(place[1], camera.column, shape[1], wrap) * camera.zoom / (window[0] / 2)
    down = apart(place[0], camera.row, shape[0], wrap) * camera.zoom / (window[1] / 2)
    return right, down


def is_close(camera, shape=SHAPE, window=WINDOW):
    return camera.zoom > 1.6 * fit_camera(shape, window).zoom


@pytest.mark.parametrize(
    ("speed", "seed", "seconds", "wrap"),
    [(1.0, 1, 120, False), (3.75, 2, 120, True), (12.0, 1, 120, True), (12.0, 2, 120, False), (3.75, 1, 240, True)],
)
def test_camera_follows_glider(speed, seed, seconds, wrap):
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, seed, wrap=wrap)
    closest, close, crossed = 0.0, 0, -math.inf
    before = (0.0, 0.0)
    for frame in range(60 * seconds):
        place = ((20 + speed * frame * FRAME) % 512, (300 + speed * frame * FRAME) % 512)
        if math.dist(place, before) > 256:
            crossed = frame * FRAME
        before = place
        if frame % 120 == 0:
            auto_camera.update_maps(*maps(changes=[(*place, 0, 0.15)]), TILE)
        camera = auto_camera.advance(FRAME)
        closest = max(closest, camera.zoom / fit_camera(SHAPE, WINDOW).zoom)
        if is_close(camera):
            close += 1
            # Without wrapping, a glider that leaves at one edge appears at the opposite one and must be found again
            # there.
            found = wrap or frame * FRAME > crossed + 25
            assert max(map(abs, off_centre(camera, place, wrap=wrap))) < 1 or not found
    assert closest > 2
    assert close > 60 * seconds / 4


@pytest.mark.parametrize("wrap", [False, True])
def test_empty_board_is_shown_whole(wrap):
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 3, wrap=wrap)
    for frame in range(60 * 120):
        if frame % 120 == 0:
            auto_camera.update_maps(*maps(), TILE)
        assert auto_camera.advance(FRAME) == fit_camera(SHAPE, WINDOW)


def test_zooms_out_when_everything_dies():
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 3)
    lively = maps(changes=[(100, 400, 30, 0.3)])
    frame = 0
    while not is_close(camera := auto_camera.advance(FRAME)):
        if frame % 120 == 0:
            auto_camera.update_maps(*lively, TILE)
        frame += 1
        assert frame < 60 * 120
    for more in range(60 * 60):
        if more % 120 == 0:
            auto_camera.update_maps(*maps(), TILE)
        camera = auto_camera.advance(FRAME)
    assert camera.zoom == pytest.approx(fit_camera(SHAPE, WINDOW).zoom, rel=1e-3)


def test_mode_whole_never_moves():
    auto_camera = AutoCamera(SHAPE, WINDOW, CameraPlan(), 1)
    for _ in range(200):
        auto_camera.update_maps(*maps(changes=[(100, 400, 30, 0.3)]), TILE)
        assert auto_camera.advance(0.5) == fit_camera(SHAPE, WINDOW)


def test_active_regions_are_shown_in_turn():
    regions = [(90, 90, 20, 0.3), (90, 420, 20, 0.25), (420, 250, 20, 0.2)]
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 5)
    active = maps(changes=regions)
    seen, whole = [0, 0, 0], 0
    for frame in range(10 * 60 * 10):
        if frame % 20 == 0:
            auto_camera.update_maps(*active, TILE)
        camera = auto_camera.advance(0.1)
        whole += not is_close(camera)
        for index, region in enumerate(regions):
            seen[index] += is_close(camera) and max(map(abs, off_centre(camera, region[:2]))) < 0.6
    total = 10 * 60 * 10
    assert min(seen) > 0.08 * total
    assert whole > 0.1 * total


def test_close_up_of_still_subject_rests_at_whole_pixels():
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 6)
    rng = np.random.default_rng(1)
    still = 0
    before = None
    for frame in range(60 * 120):
        if frame % 120 == 0:
            density, change = maps(changes=[(250, 250, 40, 0.3)])
            change *= rng.uniform(0.8, 1.0, change.shape).astype(np.float32)
            auto_camera.update_maps(density, change, TILE)
        camera = auto_camera.advance(FRAME)
        still += camera == before and is_close(camera)
        if camera == before and camera.zoom >= 2.5:
            assert camera.zoom == round(camera.zoom)
        before = camera
    assert still > 60 * 5


def test_camera_follows_front():
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 9)
    away = []
    for frame in range(60 * 100):
        column = 40 + 3.0 * frame * FRAME
        if frame % 120 == 0:
            density, change = maps(changes=[(256, column, 14, 0.3)])
            density[:, : int(column / TILE)] = 0.2  # debris that it leaves behind, without change
            auto_camera.update_maps(density, change, TILE)
        camera = auto_camera.advance(FRAME)
        if is_close(camera):
            away.append(max(map(abs, off_centre(camera, (256, column)))))
    assert len(away) > 60 * 20
    assert max(away) < 0.95
    assert float(np.median(away)) < 0.5


def test_shorter_way_around_the_torus():
    plan = CameraPlan(CameraMode.WAYPOINTS, (Waypoint(0.95, 0.5, 3, 20), Waypoint(0.05, 0.5, 3, 20)))
    for wrap, crosses in ((True, False), (False, True)):
        auto_camera = AutoCamera(SHAPE, WINDOW, plan, 1, wrap=wrap)
        columns = [auto_camera.advance(FRAME).column for _ in range(60 * 40)]
        assert any(200 < column < 300 for column in columns) is crosses
        assert all(0 <= column <= 512 for column in columns)


def test_waypoints_repeat():
    points = (Waypoint(0.2, 0.3, 2, 30), Waypoint(0.7, 0.6, 4, 30), Waypoint(0.5, 0.5, 1, 30))
    auto_camera = AutoCamera(SHAPE, WINDOW, CameraPlan(CameraMode.WAYPOINTS, points), 1)
    whole = fit_camera(SHAPE, WINDOW).zoom
    first = auto_camera.advance(0)
    assert (first.row, first.column) == pytest.approx((0.3 * 512, 0.2 * 512), abs=1)
    assert first.zoom == pytest.approx(2 * whole, rel=0.2)
    for _ in range(3):
        nearest = [math.inf] * 3
        for _ in range(60 * 90):
            camera = auto_camera.advance(FRAME)
            for index, point in enumerate(points):
                place = math.hypot(camera.row - point.y * 512, camera.column - point.x * 512)
                nearest[index] = min(nearest[index], place + 100 * abs(math.log(camera.zoom / whole / point.zoom)))
        assert max(nearest) < 30


def test_single_waypoint_does_not_move():
    plan = CameraPlan(CameraMode.WAYPOINTS, (Waypoint(0.5, 0.5, 4, 10),))
    auto_camera = AutoCamera(SHAPE, WINDOW, plan, 1)
    assert len({auto_camera.advance(FRAME) for _ in range(600)}) == 1


def test_same_seed_gives_same_path():
    def way(seed):
        auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, seed)
        cameras = []
        for frame in range(15 * 60):
            if frame % 30 == 0:
                auto_camera.update_maps(*maps(changes=[(90, 90, 20, 0.3), (400, 300, 20, 0.3)]), TILE)
            cameras.append(auto_camera.advance(1 / 15))
        return cameras

    assert way(1) == way(1)
    assert way(1) != way(2)


def test_small_board_is_shown_whole():
    auto_camera = AutoCamera((32, 40), WINDOW, DIRECTED, 1)
    for _ in range(300):
        auto_camera.update_maps(*maps((32, 40), 4, [(10, 10, 4, 0.3)]), 4)
        assert auto_camera.advance(0.5) == fit_camera((32, 40), WINDOW)


def test_close_up_stays_on_board_without_wrapping():
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 6)
    before, rested = None, 0
    for frame in range(60 * 180):
        if frame % 120 == 0:
            auto_camera.update_maps(*maps(changes=[(500, 10, 8, 0.3)]), TILE)
        camera = auto_camera.advance(FRAME)
        if camera == before and is_close(camera):
            rested += 1
            assert camera.column - WINDOW[0] / 2 / camera.zoom > -1
            assert camera.row + WINDOW[1] / 2 / camera.zoom < 513
        before = camera
    assert rested


def test_resizing_keeps_the_view():
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 6)
    for frame in range(60 * 60):
        if frame % 120 == 0:
            auto_camera.update_maps(*maps(changes=[(100, 400, 30, 0.3)]), TILE)
        before = auto_camera.advance(FRAME)
    auto_camera.resize((2560, 1440))
    after = auto_camera.advance(0)
    assert (after.row, after.column) == (before.row, before.column)
    assert after.zoom == pytest.approx(2 * before.zoom)


def check_gentle(cameras, seconds, shape, window, wrap):
    """The place, its velocity and its acceleration stay within bounds, as seen on the window."""
    side = min(window)
    whole = fit_camera(shape, window)
    velocities = []
    for before, after, time in zip(cameras, cameras[1:], seconds[1:], strict=False):
        assert all(map(math.isfinite, (after.row, after.column, after.zoom)))
        assert 0 < after.zoom <= MAX_ZOOM * 1.001
        assert -0.05 * shape[0] <= after.row <= 1.05 * shape[0]
        assert -0.05 * shape[1] <= after.column <= 1.05 * shape[1]
        assert after.zoom >= 0.97 * min(whole.zoom, cameras[0].zoom)
        down = apart(after.row, before.row, shape[0], wrap) * after.zoom / side
        right = apart(after.column, before.column, shape[1], wrap) * after.zoom / side
        velocities.append((down / time, right / time, math.log2(after.zoom / before.zoom) / time))
        assert math.hypot(*velocities[-1][:2]) <= MAX_SPEED * 1.05
        assert abs(velocities[-1][2]) <= MAX_ZOOM_SPEED * 1.05
    for before, after, time in zip(velocities, velocities[1:], seconds[2:], strict=False):
        slip = 0.012  # tolerance for the end of a movement (less than a pixel) and for the zoom changing within a frame
        assert math.hypot(after[0] - before[0], after[1] - before[1]) <= MAX_ACCELERATION * 1.1 * time + slip
        assert abs(after[2] - before[2]) <= MAX_ZOOM_ACCELERATION * 1.1 * time + slip


share = st.floats(0, 1, width=32) | st.sampled_from([math.nan, math.inf, -1.0])


@settings(max_examples=examples(25))
@given(
    seed=st.integers(0, 2**64),
    wrap=st.booleans(),
    shape=st.sampled_from([(512, 512), (96, 160), (4096, 1024)]),
    window=st.sampled_from([(1280, 720), (720, 1280), (3840, 1080)]),
    noise=st.integers(0, 2**32),
    spots=st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), share), max_size=4),
    every=st.integers(1, 200),
)
def test_motion_is_smooth_for_random_maps(seed, wrap, shape, window, noise, spots, every):
    rng = np.random.default_rng(noise)
    tile = max(4, 2 ** math.ceil(math.log2(max(shape) / 64)))
    tiles = tuple(-(-side // tile) for side in shape)
    auto_camera = AutoCamera(shape, window, DIRECTED, seed, wrap=wrap)
    cameras, seconds = [auto_camera.advance(0)], [0.0]
    for frame in range(600):
        if frame % every == 0:
            density, change = (rng.random(tiles, np.float32) ** 8 * rng.integers(2) for _ in range(2))
            for row, column, value in spots:
                change[int(row * (tiles[0] - 1)), int(column * (tiles[1] - 1))] = value
            auto_camera.update_maps(density, np.roll(change, rng.integers(9), rng.integers(2)), tile)
        seconds.append(float(rng.choice((1 / 144, 1 / 60, 1 / 30, 1 / 10))))
        cameras.append(auto_camera.advance(seconds[-1]))
    check_gentle(cameras, seconds, shape, window, wrap)


@settings(max_examples=examples(30))
@given(
    wrap=st.booleans(),
    points=st.lists(
        st.builds(Waypoint, st.floats(0, 1), st.floats(0, 1), st.floats(0.25, 100), st.floats(1, 30)),
        min_size=1,
        max_size=5,
    ),
)
def test_motion_is_smooth_between_distant_waypoints(wrap, points):
    auto_camera = AutoCamera(SHAPE, WINDOW, CameraPlan(CameraMode.WAYPOINTS, tuple(points)), 1, wrap=wrap)
    cameras = [auto_camera.advance(0)] + [auto_camera.advance(FRAME) for _ in range(900)]
    side = min(WINDOW)
    for before, after in pairwise(cameras):
        way = apart(after.row, before.row, 512, wrap), apart(after.column, before.column, 512, wrap)
        assert math.hypot(*way) * after.zoom / side <= MAX_SPEED * 1.05 * FRAME + 1e-4
        assert abs(math.log2(after.zoom / before.zoom)) <= MAX_ZOOM_SPEED * 1.05 * FRAME + 1e-4


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_zero_seconds_move_nothing(seconds):
    auto_camera = AutoCamera(SHAPE, WINDOW, DIRECTED, 1)
    assert auto_camera.advance(seconds) == auto_camera.advance(seconds) == fit_camera(SHAPE, WINDOW)


def test_long_stall_counts_as_short():
    plan = CameraPlan(CameraMode.WAYPOINTS, (Waypoint(0.1, 0.1, 4, 5), Waypoint(0.9, 0.9, 4, 5)))
    auto_camera = AutoCamera(SHAPE, WINDOW, plan, 1)
    before = auto_camera.advance(0)
    after: Camera = auto_camera.advance(3600)
    assert math.hypot(after.row - before.row, after.column - before.column) * after.zoom <= MAX_SPEED * 1.05 * 720

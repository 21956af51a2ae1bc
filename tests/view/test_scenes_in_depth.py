"""Looks with depth: the tower of past boards, the maquette and the city, and the inputs that only they read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import moderngl
import numpy as np
import pytest
from goldens import Picture as Pixels
from numpy.typing import NDArray

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges, parse_rule
from gpulife.view.camera import Camera
from gpulife.view.gl_board_past import BoardPast
from gpulife.view.gl_copied_source import source_of
from gpulife.view.gl_picture import GLPicture
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.pictures import find_picture

WINDOW = 180, 120
SHAPE = 30, 42  # rows and columns: not multiples of the skyline's squares
FRAME = 1 / 30
BLOCK = np.ones((2, 2), np.uint8)


class Scene:
    """A board and one look's picture of it."""

    def __init__(
        self, device: GLDevice, name: str, edges: Edges, zoom: float, *, is_cheap: bool = True, **changes: float
    ) -> None:
        rule = parse_rule("QuadLife").on_board(SHAPE, edges)
        self.engine = GLCellsEngine(rule, SHAPE, device)
        self._device, self._resources = device, ViewResources(device)
        source = source_of(self._resources, self.engine)
        self.picture = GLPicture(
            self._resources, self.engine, source, replace(find_picture(name), **changes), is_cheap=is_cheap
        )
        self._texture = device.context.texture(WINDOW, 4)
        self._canvas = device.context.framebuffer([self._texture])
        self._camera = Camera(SHAPE[0] / 2, SHAPE[1] / 2, zoom)

    @property
    def past(self) -> BoardPast:
        return self.picture._past

    def shoot(self, seconds: float = FRAME) -> Pixels:
        self.picture.draw(self._canvas, WINDOW, self._camera, (0, 0, *WINDOW), seconds)
        pixels = np.frombuffer(self._canvas.read(components=3, alignment=1), np.uint8)
        assert self._device.context.error == "GL_NO_ERROR"
        return pixels.reshape(WINDOW[1], WINDOW[0], 3)[::-1].astype(int)

    def live(self, generations: int, seconds: float = 0.1) -> None:
        for _ in range(generations):
            self.engine.step(1)
            self.past.follow(seconds)

    def close(self) -> None:
        self._device.bind_permanent_framebuffer()
        self.picture.release()
        self._resources.release()
        self._canvas.release()
        self._texture.release()
        self.engine.close()


OpenScene = Callable[..., Scene]


@pytest.fixture
def open_scene(device: GLDevice) -> Iterator[OpenScene]:
    with ExitStack() as stack, device.current():

        def open_(
            name: str, edges: Edges = Edges.TORUS, zoom: float = 6.0, *, is_cheap: bool = True, **changes: float
        ) -> Scene:
            scene = Scene(device, name, edges, zoom, is_cheap=is_cheap, **changes)
            stack.callback(scene.close)
            return scene

        yield open_


def soup(density: float = 0.3) -> NDArray[np.uint8]:
    random = np.random.default_rng(5)
    return np.where(random.random(SHAPE) < density, random.integers(1, 5, SHAPE), 0).astype(np.uint8)


def read(texture: moderngl.Texture, kind: type) -> NDArray[np.float64]:
    """Return a texture's values: shape (height, width, 4)."""
    return np.frombuffer(texture.read(), kind).reshape(texture.height, texture.width, 4).astype(float)


# The inputs.


def test_boards_pass_evenly(open_scene: OpenScene) -> None:
    scene = open_scene("tower")
    past, shown, boards = scene.past, [], 0
    past.follow(FRAME)
    for frame in range(150):
        if frame % 7 in (0, 4):  # between 30 frames, not all alike
            scene.engine.step(1)
            boards += 1
        past.follow(FRAME)
        shown.append(boards - past.behind)
    steps = np.diff(shown)[60:]
    assert steps.min() > 0.4 * steps.mean()
    assert steps.max() < 1.6 * steps.mean()
    assert 0 < past.behind < 2
    for _ in range(30):
        before = past.behind
        past.follow(FRAME)
        assert past.behind <= before
    assert past.behind == 0


def test_tower_rests_only_once_it_has_risen(open_scene: OpenScene) -> None:
    scene = open_scene("tower")
    scene.past.follow(FRAME)
    for _ in range(3):
        scene.engine.step(1)
        scene.past.follow(20.0)  # a slow board
    scene.engine.step(1)
    scene.past.follow(0.001)
    scene.past.follow(9.0)
    assert scene.past.behind == 0 or not scene.past.is_settled


def test_boards_faster_than_frames_are_shown_at_once(open_scene: OpenScene) -> None:
    scene = open_scene("tower")
    scene.past.follow(FRAME)
    for _ in range(60):
        scene.engine.step(3)
        scene.past.follow(FRAME)
        assert scene.past.behind <= 3
    assert scene.past.behind < 2


def test_past_has_rounded_shapes(open_scene: OpenScene) -> None:
    scene, solid = open_scene("tower"), find_picture("tower").solid
    scene.engine.paint(0, 0, soup(0.12))
    scene.past.follow(FRAME)
    scene.live(11)
    near = read(scene.past.texture("near"), np.float16)
    sheet = read(scene.past.texture("past"), np.uint8)
    row, column = scene.past.newest // 8 * SHAPE[0], scene.past.newest % 8 * SHAPE[1]
    newest = sheet[row : row + SHAPE[0], column : column + SHAPE[1]]
    expected = np.where(near.max(axis=-1) > solid, near.argmax(axis=-1) + 1, 0)
    assert np.array_equal(newest[..., 0], expected)
    assert 0 < (expected > 0).mean() < 1


@pytest.mark.parametrize("edges", list(Edges))
def test_skyline(edges: Edges, open_scene: OpenScene) -> None:
    scene = open_scene("city", edges)
    scene.engine.paint(0, 0, soup(0.05))
    scene.past.follow(FRAME)
    scene.live(3)
    heights = read(scene.past.texture("cells"), np.float32)[..., 3]
    skyline = read(scene.past.texture("skyline"), np.float32)[..., 0]
    reach = 12 - SHAPE[0] % 4, 12 - SHAPE[1] % 4
    wide = np.pad(heights, ((4, reach[0]), (4, reach[1])), mode="wrap" if edges is Edges.TORUS else "constant")
    for row, column in np.ndindex(skyline.shape):
        around = wide[4 * row : 4 * row + 12, 4 * column : 4 * column + 12]
        if edges is Edges.TORUS:
            assert skyline[row, column] == around.max()
        else:
            assert skyline[row, column] >= around.max()  # at the edge it may be that of a neighbour
    assert np.unique(skyline).size > 3


@pytest.mark.parametrize("edges", list(Edges))
def test_strides_change_nothing(edges: Edges, open_scene: OpenScene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = open_scene("city", edges, is_cheap=False)
    scene.engine.paint(0, 0, soup())
    scene.live(30)
    with_strides = scene.shoot(0.0)
    texture_of = scene.past.texture

    def without_skyline(wanted: str) -> moderngl.Texture:
        texture = texture_of(wanted)
        if wanted == "skyline":  # everything may be as high as the highest
            texture.write(np.full_like(read(texture, np.float32), 4.2).astype(np.float32).tobytes())
        return texture

    monkeypatch.setattr(scene.past, "texture", without_skyline)
    off = np.abs(scene.shoot(0.0) - with_strides).max(axis=-1) > 12
    assert off.mean() < 0.004
    assert np.ptp(with_strides) > 100


# The pictures.


def test_towers_rise_and_sink_evenly(open_scene: OpenScene) -> None:
    scene = open_scene("tower", zoom=9.0, is_cheap=False, solid=0.0)
    scene.past.follow(FRAME)
    scene.live(64, 2 * FRAME)

    def shoot() -> Pixels:
        scene.picture._time = 0.0  # the camera stands still
        return scene.shoot(FRAME)

    empty = shoot()

    def cover(frames: int) -> NDArray[np.bool_]:
        """Return where there are towers in each frame, at two frames a board: shape (frames, height, width)."""
        shots = []
        for frame in range(frames):
            if frame % 2 == 0:
                scene.engine.step(1)
            shots.append(np.abs(shoot() - empty).max(axis=-1) > 26)
        return np.array(shots)

    def is_even(steps: NDArray[np.int64]) -> bool:
        """Return True if frames with a new board change about as much as the others."""
        return bool(0.6 < steps[::2].sum() / steps[1::2].sum() < 1.6)

    def paint(state: int) -> None:
        for row, column in np.ndindex(3, 3):
            scene.engine.paint(10 + 4 * row, 16 + 4 * column, state * BLOCK)

    assert not cover(2).any()
    paint(1)
    grown = cover(150)
    tops = [int(np.argmax(shot.any(axis=1))) for shot in grown[40:110:10]]
    assert tops == sorted(tops, reverse=True)  # towers rise from the ground
    assert tops[0] > tops[-1]
    sizes = grown.sum(axis=(1, 2))
    assert is_even(np.diff(sizes[20:100]))
    assert sizes[-1] > 3 * max(1, sizes[15])
    paint(0)
    sunk = cover(150).sum(axis=(1, 2))
    assert is_even(np.diff(sunk[10:100]))
    assert sunk[-1] == 0


def test_towers_of_city_rise_from_mist_and_sink(open_scene: OpenScene) -> None:
    scene = open_scene("city", zoom=8.0, is_cheap=False)
    scene.past.follow(FRAME)
    scene.live(2)

    def shoot() -> Pixels:
        scene.picture._time = 0.0
        return scene.shoot(0.0)

    empty = shoot()

    def towers() -> int:
        """Return how many pixels they cover."""
        return int((np.abs(shoot() - empty).max(axis=-1) > 40).sum())

    def paint(state: int) -> None:
        for row, column in np.ndindex(6, 8):
            scene.engine.paint(4 + 4 * row, 6 + 4 * column, state * BLOCK)

    paint(1)
    counts = []
    for _ in range(6):
        scene.live(5, 3.0)
        counts.append(towers())
    assert np.diff(counts).min() >= -4  # the edges of windows may lose pixels as their tower rises
    assert counts[-1] > max(200, 2 * counts[0])
    paint(0)
    after = []
    for _ in range(6):
        scene.live(8, 4.0)
        after.append(towers())
    assert after == sorted(after, reverse=True)
    assert after[-1] == 0


def test_shadows_of_houses_lie_away_from_sun(open_scene: OpenScene) -> None:
    scene = open_scene("maquette", zoom=16.0)  # near enough for all lots to be land
    scene.engine.paint(13, 21, BLOCK)
    scene.past.follow(FRAME)
    scene.live(40, 1.0)
    suns, middles = [], []
    for seconds in (0.0, 60.0, 120.0, 180.0):  # the sun goes round
        scene.picture._time = seconds
        turn = 3.85 + seconds * 0.0262
        suns.append([np.sin(turn), np.cos(turn)])
        middles.append(np.argwhere(scene.shoot(0.0).sum(axis=-1) < 330).mean(axis=0))
    away = -((middles - np.mean(middles, axis=0)) * suns).sum(axis=1)  # pixels
    assert away.min() > 3, away


@pytest.mark.parametrize("name", ["tower", "maquette", "city"])
def test_edges(name: str, open_scene: OpenScene) -> None:
    """Far outside of a board with dead edges there is nothing of it; a torus goes on."""
    pictures = {}
    for edges in Edges:
        scene = open_scene(name, edges, zoom=0.4 if name == "city" else 2.0)  # one flies low over the city
        scene.engine.paint(0, 0, soup())
        scene.past.follow(FRAME)
        scene.live(20)
        pictures[edges] = scene.shoot()
    dead = pictures[Edges.DEAD]
    margin = dead[:50, :8] if name == "tower" else dead[:, :30]  # towers fill the window but for its upper corners
    assert np.abs(np.diff(margin, axis=1)).max() < (60 if name == "city" else 12)
    assert (np.abs(pictures[Edges.DEAD] - pictures[Edges.TORUS]).max(axis=-1) > 20).mean() > (
        0 if name == "tower" else 0.1
    )

"""The director's camera with the view: it may leave the board's first copy, and never jumps."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import numpy as np

from gpulife.art._playlist_toml import programme_of
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.camera import Camera
from gpulife.view.gl_render_target import Target
from gpulife.window.art.scene_loader import SceneLoader
from gpulife.window.art.scene_view import DisplayConditions
from gpulife.window.art.universe_scene import UniverseSceneView

SIZE = (320, 200)
NOW = datetime(2026, 5, 5, 12, 30)  # noqa: DTZ001 - a clock on the wall
SCENE = {
    "name": "A",
    "duration": 600,
    "rule": "Immigration",
    "size": "160x100",
    "speed": 10,
    "start": {"figures": [{"pattern": "r-pentomino", "count": 2}, {"pattern": "glider", "species": 2, "count": 6}]},
    "camera": {"mode": "director"},
}


def open_piece(device: GLDevice) -> UniverseSceneView:
    scene = programme_of({"title": "T", "description": "d", "scene": [SCENE]}, Path("t.toml")).scenes[0]
    piece = SceneLoader(device, scene, 3, NOW).finish()
    assert isinstance(piece, UniverseSceneView)
    return piece


def test_copies_of_the_torus_look_the_same(device: GLDevice) -> None:
    target = Target(device, "f1", filtered=False)
    with device.current():
        piece = open_piece(device)
        pictures = []
        for row, column in ((40.0, 30.0), (-60.0, 30.0), (140.0, 350.0), (-260.0, -450.0)):
            piece._camera = lambda *_, at=(row, column): Camera(*at, 4.0)  # type: ignore[method-assign, misc]
            canvas = target.sized(SIZE)
            piece.draw(canvas, SIZE, DisplayConditions(), 0.0)
            pictures.append(canvas.read((0, 0, *SIZE), components=3, alignment=1))
        assert len(set(pictures)) == 1
        piece.close()
        target.release()


def test_director_moves_smoothly_and_zooms_in(device: GLDevice) -> None:
    target = Target(device, "f1", filtered=False)
    cameras: list[Camera] = []
    with device.current():
        piece = open_piece(device)
        lead = piece._camera
        piece._camera = lambda *each: cameras.append(lead(*each)) or cameras[-1]  # type: ignore[method-assign, func-returns-value]
        canvas = target.sized(SIZE)
        for _ in range(900):
            piece.advance(0.1, offline=True)
            piece.draw(canvas, SIZE, DisplayConditions(), 0.1)
        piece.close()
        target.release()
    places = np.array([(each.row * each.zoom, each.column * each.zoom) for each in cameras])
    moved = np.abs(np.diff(np.array([(each.row, each.column) for each in cameras]), axis=0)).max(axis=1)
    zooms = np.array([each.zoom for each in cameras])
    assert len(places) == 900
    assert zooms.max() > 1.5 * zooms.min()
    assert (moved * zooms[1:]).max() < 0.1 * SIZE[0]  # a tenth of the window in a tenth of a second
    assert np.abs(np.diff(np.log2(zooms))).max() < 0.1

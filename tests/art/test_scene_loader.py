"""Loading a scene in slices: cancelling it or a failure releases everything that was created."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from gpulife.art._playlist_toml import programme_of
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.errors import EngineError
from gpulife.view.gl_render_target import Target
from gpulife.window.art import scene_loader as opening
from gpulife.window.art.scene_loader import SceneLoader
from gpulife.window.art.scene_view import DisplayConditions
from gpulife.window.art.universe_scene import UniverseSceneView

NOW = datetime(2026, 5, 5, 12, 30)  # noqa: DTZ001 - a clock on the wall
SCENE = {"name": "A", "duration": 60, "rule": "Immigration", "size": "90x70", "speed": 10, "start": {"soup": 0.3}}
SLICES = 5
"""In which a board that is sown at once can be shown."""


@pytest.fixture
def open_engines(monkeypatch: pytest.MonkeyPatch) -> set[object]:
    """The engines that are open."""
    found: set[object] = set()

    def open_(*arguments: object) -> object:
        engine = open_on_device(*arguments)  # type: ignore[arg-type]
        close: Callable[[], None] = engine.close
        found.add(engine)
        monkeypatch.setattr(engine, "close", lambda: (close(), found.discard(engine)))
        return engine

    monkeypatch.setattr(opening, "open_on_device", open_)
    return found


def test_look_of_births_begins_with_their_tracks(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    data = {**SCENE, "start": {"soup": 0.3, "settle": 30}, "effects": {"look": "cyanotype"}}
    scene = programme_of({"title": "T", "description": "d", "scene": [data]}, Path("t.toml")).scenes[0]

    def first_picture() -> bytes:
        view = SceneLoader(device, scene, 3, NOW).finish()
        assert isinstance(view, UniverseSceneView)
        assert view.runner.engine.generation == 30
        canvas = target.sized((640, 400))
        view.draw(canvas, (640, 400), DisplayConditions(), 0.0)
        view.close()
        return canvas.read(components=3)

    target = Target(device, "f1", filtered=False)
    with device.current():
        with_tracks = first_picture()
        monkeypatch.setattr(opening, "_followed", lambda _scene: 0)
        assert first_picture() != with_tracks
        target.release()


def start(device: GLDevice) -> SceneLoader:
    scene = programme_of({"title": "T", "description": "d", "scene": [SCENE]}, Path("t.toml")).scenes[0]
    return SceneLoader(device, scene, 3, NOW)


def test_last_slice_returns_scene(device: GLDevice, open_engines: set[object]) -> None:
    with device.current():
        loading = start(device)
        assert [loading.work(10.0) for _ in range(SLICES - 1)] == [None] * (SLICES - 1)
        exhibit = loading.work(10.0)
        loading.close()
        assert exhibit is not None
        assert len(open_engines) == 1
        exhibit.close()
    assert not open_engines


@pytest.mark.parametrize("slices", range(SLICES))
def test_cancelling_releases_everything(device: GLDevice, open_engines: set[object], slices: int) -> None:
    with device.current():
        loading = start(device)
        for _ in range(slices):
            assert loading.work(10.0) is None
        assert bool(open_engines) == bool(slices)
        loading.close()
    assert not open_engines
    assert not [thread for thread in threading.enumerate() if thread.name == "sower"]


@pytest.mark.parametrize("part", ["BackgroundSower", "SceneRunner", "UniverseSceneView", "_warm_up"])
def test_failure_releases_everything(
    device: GLDevice, open_engines: set[object], monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise EngineError("no more memory")

    monkeypatch.setattr(opening, part, fail)
    with device.current(), pytest.raises(EngineError, match="no more memory"):
        start(device).finish()
    assert not open_engines

"""A picture of every shipped programme: its first scene, with all effects, some seconds after it began."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from goldens import Goldens

from gpulife.app.art.piece import Surroundings, filling
from gpulife.app.art.still import still
from gpulife.art.programme import load_programme, programme_paths
from gpulife.engines.gl_device import GLDevice
from gpulife.resources import resource_folder

SIZE = (640, 400)
SECONDS = 14.0
NOW = datetime(2026, 5, 5, 12, 30)  # noqa: DTZ001 - a clock on the wall
SHIPPED = sorted(path.stem for path in (resource_folder("presets") / "art").glob("*.toml"))


@pytest.fixture
def goldens(device: GLDevice, request: pytest.FixtureRequest, tmp_path: Path) -> Goldens:
    if not device.software:
        pytest.skip("golden pictures are of the software renderer")
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_programme_looks_as_it_did(
    name: str, device: GLDevice, goldens: Goldens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    scene = load_programme(name).scenes[0]
    goldens.check(still(device, scene, 1, SECONDS, SIZE, NOW, Surroundings()), f"art_{name}")


def test_there_are_eight_or_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    assert len(SHIPPED) >= 8
    assert set(SHIPPED) <= set(programme_paths())


@pytest.mark.parametrize(
    ("shape", "window", "zoom"),
    [
        ((150, 240), (640, 400), 3),  # 2.67: a tenth hidden rather than a quarter twice
        ((150, 240), (1280, 800), 5),
        ((150, 240), (1920, 1080), 8),
        ((96, 160), (1280, 800), 8),
        ((150, 240), (3840, 1080), 8),  # far wider: the board repeats, and nothing more is hidden
    ],
)
def test_a_torus_fills_the_window_in_whole_pixels(shape: tuple[int, int], window: tuple[int, int], zoom: int) -> None:
    camera = filling(shape, window, wrap=True)
    assert camera.zoom == zoom
    assert np.allclose((camera.row, camera.column), (shape[0] / 2, shape[1] / 2), atol=1)

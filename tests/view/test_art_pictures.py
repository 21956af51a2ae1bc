"""A picture of every shipped programme: its first scene, with all effects, as it begins and some seconds later."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from goldens import Goldens
from PIL import Image

from gpulife.art.playlist import programme_paths
from gpulife.cli.main import main
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.resources import resource_folder
from gpulife.window.art.universe_scene import filling_camera

SHIPPED = sorted(path.stem for path in (resource_folder("presets") / "art").glob("*.toml"))


@pytest.fixture
def goldens(device: GLDevice, request: pytest.FixtureRequest, tmp_path: Path) -> Goldens:
    if not device.is_software:
        pytest.skip("golden pictures are of the software renderer")
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


def rendered(name: str, path: Path, seconds: float) -> np.ndarray:
    """Return the picture of a programme that ``gpulife render`` makes: uint8, shape (400, 640, 3)."""
    arguments = ["--size", "640x400", "--seconds", str(seconds), "--fps", "4"]
    assert main(["render", name, "-o", str(path), *arguments]) == 0
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("name", SHIPPED)
def test_programmes_match_golden_pictures(
    name: str, goldens: Goldens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    picture = rendered(name, tmp_path / "picture.png", 14)
    goldens.check(picture, f"art_{name}")
    # A programme begins with a whole picture, not with a dark or an empty one that fills later.
    first, later = (np.float32(each).mean(-1) for each in (rendered(name, tmp_path / "first.png", 0.25), picture))
    assert first.mean() > 20
    assert first.std() > 0.8 * later.std()


def test_number_of_programmes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    assert len(SHIPPED) >= 16
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
def test_torus_fills_window_with_sharp_cells(shape: tuple[int, int], window: tuple[int, int], zoom: int) -> None:
    camera = filling_camera(shape, window, wrap=True)
    assert camera.zoom == zoom
    assert np.allclose((camera.row, camera.column), (shape[0] / 2, shape[1] / 2), atol=1)

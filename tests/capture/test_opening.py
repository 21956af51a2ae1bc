"""Which file gets which encoder, what is refused before anything is begun, and pictures as PNG."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from capture.films import LEFT, SMALL, decoded, frame_of, picture
from PIL import Image

from gpulife.capture import mp4
from gpulife.capture.encoder import CaptureError, FrameFormat, Quality
from gpulife.capture.film_writer import open_encoder, require_filmable
from gpulife.errors import OutputError


def test_single_picture_is_the_last_frame(tmp_path: Path) -> None:
    encoder = open_encoder(tmp_path / "a.png", SMALL, Quality.GOOD)
    for number in range(4):
        encoder.write(frame_of(picture(number)))
    encoder.close()
    with Image.open(tmp_path / "a.png") as image:
        assert np.array_equal(np.asarray(image), picture(3))


def test_numbered_pictures(tmp_path: Path) -> None:
    encoder = open_encoder(tmp_path / "frame %03d.png", SMALL, Quality.GOOD)
    encoder.write(frame_of(picture(0)))
    encoder.write(frame_of(picture(1)), 2)
    encoder.close()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["frame 001.png", "frame 002.png", "frame 003.png"]
    for file, number in zip(files, (0, 1, 1), strict=True):
        with Image.open(file) as image:
            assert np.array_equal(np.asarray(image), picture(number))


@pytest.mark.parametrize(
    ("name", "frame_format", "told"),
    [
        ("a.avi", SMALL, ".mp4, .gif, .png"),
        ("a", SMALL, ".mp4, .gif, .png"),
        ("a.mp4", FrameFormat(65, 48, 10), "both sides must be even"),
        ("a.mp4", FrameFormat(8, 8, 10), "each side must have 16 to 16384 pixels"),
        ("a.mp4", FrameFormat(16386, 48, 10), "each side must have 16 to 16384 pixels"),
        ("a.gif", FrameFormat(64, 48, 60), "at most 50 frames a second, not 60"),
        ("nowhere/a.png", SMALL, "nowhere"),
        ("nowhere/%03d.png", SMALL, "nowhere"),
        ("folder.png", SMALL, "folder"),
    ],
)
def test_unfilmable_files_are_refused_early(tmp_path: Path, name: str, frame_format: FrameFormat, told: str) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(OutputError) as caught:
        require_filmable(tmp_path / name, frame_format)
    assert told in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]


def test_missing_ffmpeg_gives_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_ffmpeg(monkeypatch)
    with pytest.raises(CaptureError) as caught:
        open_encoder(tmp_path / "a.mp4", SMALL, Quality.GOOD)
    assert str(caught.value) == "an MP4 needs ffmpeg, which was not found: pip install 'gpulife[video]'"
    assert not list(tmp_path.iterdir())


def without_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate that the extra is not installed."""
    monkeypatch.setitem(mp4.sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", "")


def test_system_ffmpeg_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without_ffmpeg(monkeypatch)
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert mp4.find_ffmpeg() == str(program)
    assert not mp4.muxer_has_flag(str(program), "mp4", "hybrid_fragmented")


@pytest.mark.parametrize(("name", "near"), [("a.mp4", 10), ("a.gif", 0), ("a.png", 0)])
def test_bgra_frames(tmp_path: Path, name: str, near: int) -> None:
    encoder = open_encoder(tmp_path / name, replace(SMALL, order="BGRA"), Quality.GOOD)
    encoder.write(frame_of(picture(3), "BGRA"))
    encoder.close()
    (found,) = decoded(tmp_path / name, SMALL)
    assert np.abs(found[12, 28].astype(int) - LEFT).max() <= near


@pytest.mark.parametrize("name", ["a.mp4", "a.gif", "a.png", "%d.png"])
def test_no_frames_no_file(tmp_path: Path, name: str) -> None:
    encoder = open_encoder(tmp_path / name, SMALL, Quality.GOOD)
    with pytest.raises(CaptureError, match="there were no frames"):
        encoder.close()
    encoder.abort()
    assert not list(tmp_path.iterdir())

"""Films as MP4: every frame, in order, in the right colours; and what is left when ffmpeg or the disk gives up."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import psutil
import pytest
from capture.films import GROUND, LARGE, LEFT, SMALL, boxes, decoded, frame_of, noise, number_in, picture

import gpulife.capture.mp4 as mp4_module
from gpulife.capture.encoder import CaptureError, Encoder, FrameFormat, Quality
from gpulife.capture.gif import GifEncoder
from gpulife.capture.mp4 import Mp4Encoder, trim


def film(path: Path, count: int, quality: Quality = Quality.GOOD) -> Path:
    encoder = Mp4Encoder(path, SMALL, quality)
    for number in range(count):
        encoder.write(frame_of(picture(number)))
    encoder.close()
    return path


@pytest.mark.parametrize("quality", Quality)
def test_frames_are_complete_and_upright(tmp_path: Path, quality: Quality) -> None:
    frames = decoded(film(tmp_path / "a film.mp4", 24, quality), SMALL)
    assert [number_in(frame) for frame in frames] == [number % 8 for number in range(24)]
    near = 24 if quality is Quality.DRAFT else 10
    assert np.abs(frames[3][12, 28].astype(int) - LEFT).max() <= near
    assert np.abs(frames[3][40, 28].astype(int) - GROUND).max() <= near


@pytest.mark.parametrize("live", [True, False])
def test_a_frame_can_be_shown_for_longer(tmp_path: Path, live: bool) -> None:
    encoder = Mp4Encoder(tmp_path / "a.mp4", SMALL, Quality.GOOD, live=live)
    for number, times in ((1, 3), (5, 1), (2, 2), (7, 4)):
        encoder.write(frame_of(picture(number)), times)
    encoder.close()
    seen = [number_in(frame) for frame in decoded(tmp_path / "a.mp4", SMALL, timed=True)]
    assert seen == [1, 1, 1, 5, 2, 2, 7, 7, 7, 7]
    in_file = [number_in(frame) for frame in decoded(tmp_path / "a.mp4", SMALL)]
    assert in_file == ([1, 5, 2, 7, 7] if live else seen), "of a window's, each is there once, and the last one to end"


def test_the_same_frames_give_the_same_file(tmp_path: Path) -> None:
    first, second = film(tmp_path / "a.mp4", 15), film(tmp_path / "b.mp4", 15)
    assert first.read_bytes() == second.read_bytes()


def test_odd_sizes_lose_one_line(tmp_path: Path) -> None:
    odd = FrameFormat(65, 49, 10)
    encoder = Mp4Encoder(tmp_path / "a.mp4", odd, Quality.GOOD)
    encoder.write(frame_of(picture(2, odd)))
    encoder.close()
    (frame,) = decoded(tmp_path / "a.mp4", SMALL)
    assert number_in(frame) == 2


def test_finished_film_has_no_fragments(tmp_path: Path) -> None:
    program = mp4_module.require_ffmpeg("a test")
    hybrid = mp4_module.muxer_has_flag(program, "mp4", "hybrid_fragmented")
    assert (b"moof" in boxes(film(tmp_path / "a.mp4", 3).read_bytes())) is not hybrid


def test_old_ffmpeg_writes_fragments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mp4_module, "muxer_has_flag", lambda *_: False)
    path = film(tmp_path / "a.mp4", 24)
    assert b"moof" in path.read_bytes()
    assert len(decoded(path, SMALL)) == 24


def feed_until_it_fails(encoder: Mp4Encoder, before: int = 0) -> str:
    with pytest.raises(CaptureError) as caught:  # noqa: PT012 - which of them fails is the pipe's choice
        for number in range(before, before + 2000):
            encoder.write(frame_of(noise(number, LARGE)))
        encoder.close()
    encoder.abort()
    return str(caught.value)


def test_killed_ffmpeg_leaves_a_film(tmp_path: Path) -> None:
    encoder = Mp4Encoder(tmp_path / "a.mp4", LARGE, Quality.DRAFT)
    for number in range(60):
        encoder.write(frame_of(noise(number, LARGE)))
    os.kill(encoder._running.process.pid, signal.SIGKILL)
    assert feed_until_it_fails(encoder, 60) == "ffmpeg was ended by signal 9"
    frames = decoded(tmp_path / "a.mp4", LARGE)
    assert len(frames) >= 20  # of sixty: the rest was still in the pipe, in x264, or in a fragment that had begun
    assert not psutil.pid_exists(encoder._running.process.pid)


def test_small_film_is_flushed_while_recording(tmp_path: Path) -> None:
    encoder = Mp4Encoder(tmp_path / "a.mp4", SMALL, Quality.DRAFT)
    for number in range(400):  # far more than the pipe holds
        encoder.write(frame_of(picture(number)))
    os.kill(encoder._running.process.pid, signal.SIGKILL)
    encoder.abort()
    assert len(decoded(tmp_path / "a.mp4", SMALL)) >= 100


def test_full_disk_leaves_a_film(tmp_path: Path) -> None:
    encoder = Mp4Encoder(tmp_path / "a.mp4", LARGE, Quality.DRAFT)
    psutil.Process(encoder._running.process.pid).rlimit(psutil.RLIMIT_FSIZE, (3_000_000, 3_000_000))
    assert feed_until_it_fails(encoder) == "file too large"
    assert (tmp_path / "a.mp4").stat().st_size <= 3_000_000
    assert len(decoded(tmp_path / "a.mp4", LARGE)) >= 5


def test_disk_full_from_the_start() -> None:
    encoder = Mp4Encoder(Path("/dev/full"), LARGE, Quality.DRAFT)
    assert feed_until_it_fails(encoder) == "no space left on device"


def test_other_ffmpeg_messages_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mp4_module, "stream_header", lambda _: b"rubbish")
    encoder = Mp4Encoder(tmp_path / "a.mp4", LARGE, Quality.DRAFT)
    told = feed_until_it_fails(encoder)
    assert told.startswith("ffmpeg ended with ")
    assert "\n" not in told


def test_broken_ffmpeg_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "no-ffmpeg"))
    with pytest.raises(CaptureError, match=r"cannot run .*no-ffmpeg"):
        Mp4Encoder(tmp_path / "a.mp4", SMALL, Quality.GOOD)


@pytest.mark.parametrize("kind", [Mp4Encoder, GifEncoder])
def test_no_link_is_followed_and_no_file_overwritten(tmp_path: Path, kind: type[Encoder]) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "link").symlink_to(victim)
    for path in (victim, tmp_path / "link"):
        with pytest.raises(CaptureError, match=r"cannot write .*: file exists"):
            kind(path, SMALL, Quality.GOOD)  # type: ignore[call-arg]
    with pytest.raises(CaptureError, match=r"cannot write .*: no such file or directory"):
        kind(tmp_path / "nowhere" / "film", SMALL, Quality.GOOD)  # type: ignore[call-arg]
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("kind", [Mp4Encoder, GifEncoder])
def test_link_replacing_the_film_is_not_followed(tmp_path: Path, kind: type[Encoder]) -> None:
    victim, film = tmp_path / "victim", tmp_path / "film"
    victim.write_text("mine")
    encoder = kind(film, SMALL, Quality.GOOD)  # type: ignore[call-arg]
    film.unlink()
    film.symlink_to(victim)
    encoder.write(frame_of(picture(1)))
    encoder.close()
    assert victim.read_text() == "mine"


def test_trim_removes_incomplete_fragment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mp4_module, "muxer_has_flag", lambda *_: False)
    whole = film(tmp_path / "a.mp4", 40).read_bytes()
    cut = tmp_path / "b.mp4"
    second = whole.index(b"moof", whole.index(b"moof") + 4) - 4
    for end in (second, second + 3, second + 90, whole.index(b"mdat", second) + 5):
        cut.write_bytes(whole[:end])
        with cut.open("r+b") as file:
            assert trim(file)
        assert cut.stat().st_size == second
        assert [number_in(frame) for frame in decoded(cut, SMALL)] == [number % 8 for number in range(10)]
    cut.write_bytes(whole[:40])
    with cut.open("r+b") as file:
        assert not trim(file)

"""F10 and F12: films and pictures of the window. The display continues whatever happens to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import glfw
import numpy as np
import pytest
from capture.films import Gate, decoded
from capture.test_opening import without_ffmpeg
from goldens import Picture
from PIL import Image, ImageSequence
from window.desktop import has_colour, wait_until
from window.stage import Stage

import gpulife.window.recorder
from gpulife.capture.encoder import FrameFormat
from gpulife.capture.film_writer import EncoderThread
from gpulife.games.core.game import ActionKind
from gpulife.input.commands import ChangeSetting, Film
from gpulife.settings import changed
from gpulife.view.palettes import Colours

SIZE = (640, 400)
MARK = (219, 26, 31)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for all frames, however slow the encoder is on this machine."""
    monkeypatch.setattr(gpulife.window.recorder, "EncoderThread", lambda encoder: EncoderThread(encoder, 1000))


def soup(stage: Stage) -> Stage:
    return stage.begin().act(ActionKind.SOUP, data="0.3").act(ActionKind.HALT)


def marked(picture: Picture) -> int:
    """Return the number of pixels as red as the recording mark."""
    return has_colour(picture, MARK)


def told(stage: Stage, *words: str) -> str:
    """Return the last message as soon as it contains these words; frames continue meanwhile."""

    def look() -> str:
        stage.frames()
        return stage.messages[-1] if stage.messages and all(word in stage.messages[-1] for word in words) else ""

    return wait_until(look, f"{words} in {stage.messages}")


def only_file(tmp_path: Path, ending: str) -> Path:
    (path,) = (tmp_path / "data").glob(f"gpulife film *{ending}")
    return path


def test_film_shows_window_without_recording_mark(stage: Stage, tmp_path: Path) -> None:
    soup(stage)
    assert marked(stage.picture) == 0
    stage.do(Film())
    shown = [stage.picture for _ in range(58)]
    assert all(60 < marked(picture) < 120 for picture in shown)
    stage.do(Film())
    assert marked(stage.picture) == 0
    message = told(stage, "saved", ".mp4")
    path = only_file(tmp_path, ".mp4")
    assert message == f"saved 1.0 s as {path}"
    frames = decoded(path, FrameFormat(*SIZE, 30), timed=True)
    assert len(frames) == 30
    assert sum(map(marked, frames)) == 0
    # Each frame shows one of the pictures of that moment, apart from the recording mark and H.264's losses.
    for number, frame in enumerate(frames[1:-1], 1):
        near = shown[max(0, 2 * number - 3) : 2 * number + 2]
        assert min(np.abs(frame.astype(int) - picture).mean() for picture in near) < 4
    assert np.abs(frames[2].astype(int) - frames[-2]).mean() > 4, "there was life"


def test_f10_and_panel_record(stage: Stage, tmp_path: Path) -> None:
    soup(stage).key("F10")
    assert stage.shell.recorder.on
    stage.frames(10).key("F10")
    told(stage, "saved", ".mp4")
    assert only_file(tmp_path, ".mp4").stat().st_size


def test_gif_keeps_time(stage: Stage, tmp_path: Path) -> None:
    soup(stage).do(ChangeSetting("film_format", "gif"))
    stage.do(Film()).frames(118).do(Film())
    assert told(stage, "saved", ".gif").endswith(".gif")
    with Image.open(only_file(tmp_path, ".gif")) as image:
        assert image.size == SIZE
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert sum(times) == pytest.approx(2000, abs=70)


def test_gif_without_ffmpeg(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_ffmpeg(monkeypatch)
    soup(stage).do(Film()).frames(20).do(Film())
    assert told(stage, "saved").endswith("; for an MP4: pip install 'gpulife[video]'")
    assert only_file(tmp_path, ".gif").stat().st_size


def test_killed_encoder(stage: Stage, tmp_path: Path) -> None:
    soup(stage).do(Film())
    film = stage.shell.recorder._film
    assert film is not None
    wait_until(lambda: stage.frames(4) and film.encoder_thread.encoder.frames > 70, "two seconds of film")
    os.kill(film.encoder_thread.encoder._running.process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    path = only_file(tmp_path, ".mp4")
    assert told(stage, "ended early") == (
        f"the film ended early: ffmpeg was ended by signal 9; {path} has the part up to then"
    )
    assert len(decoded(path, FrameFormat(*SIZE, 30), timed=True)) >= 30
    generation = stage.play.engine.generation
    assert marked(stage.frames(20).picture) == 0
    assert stage.play.engine.generation > generation
    stage.do(Film()).frames(20).do(Film())
    told(stage, "saved", ".mp4")


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gate:
    """An encoder that waits until a test releases it."""
    gate = Gate(tmp_path / "gate.mp4", FrameFormat(*SIZE, 30))
    monkeypatch.setattr(gpulife.window.recorder, "_encoder", lambda *_: (gate, ""))
    return gate


def test_slow_encoder_drops_frames(stage: Stage, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpulife.window.recorder, "EncoderThread", EncoderThread)
    soup(stage).do(Film()).frames(120)
    film = stage.shell.recorder._film
    assert film is not None
    assert film.encoder_thread.waiting <= 8
    dropped = film.encoder_thread.dropped
    assert dropped > 40
    gate.open.set()
    wait_until(lambda: film.encoder_thread.waiting == 0, "an empty queue")
    stage.frames(60).do(Film())
    message = told(stage, "saved")
    assert f"; {film.encoder_thread.dropped} frames were left out: encoding is too slow" in message
    assert sum(times for _, times in gate.got) == pytest.approx(91, abs=2), "the film keeps its time"


def test_full_disk(stage: Stage, gate: Gate) -> None:
    gate.dies_at = 3
    gate.open.set()
    soup(stage).do(Film())
    assert told(stage, "no film was made") == "no film was made: no space left on device"
    assert gate.ended == "aborted"
    assert not stage.shell.recorder.on


def test_unwritable_folder(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "file" / "data"))
    stage.begin().do(Film())
    assert "cannot make the folder" in stage.messages[-1]
    assert not stage.shell.recorder.on


def test_quitting_ends_the_film(stage: Stage, tmp_path: Path) -> None:
    soup(stage).do(Film()).frames(60)
    assert stage.shell.recorder.close() == ()
    assert len(decoded(only_file(tmp_path, ".mp4"), FrameFormat(*SIZE, 30), timed=True)) == pytest.approx(31, abs=1)


def test_resizing_begins_another_file(stage: Stage, tmp_path: Path) -> None:
    resize = _resizer(stage)
    soup(stage).do(Film()).frames(20)
    try:
        resize(700, 450)
        stage.frames(60).do(Film())
        wait_until(lambda: stage.frames() and len(stage.messages) >= 2, "two messages")
    finally:
        resize(*SIZE)
    first, second = sorted((tmp_path / "data").glob("gpulife film *.mp4"), key=lambda path: (len(path.name), path.name))
    assert len(decoded(first, FrameFormat(*SIZE, 30), timed=True)) >= 8
    assert len(decoded(second, FrameFormat(700, 450, 30), timed=True)) >= 8


def test_continuous_resizing_begins_one_file(stage: Stage, tmp_path: Path) -> None:
    resize = _resizer(stage)
    soup(stage).do(Film()).frames(20)
    try:
        for width in range(700, 712):
            resize(width, 450)
            assert stage.frames(2).shell.recorder.on
        stage.frames(60).do(Film())
        wait_until(lambda: stage.frames() and len(stage.messages) >= 2, "two messages")
        stage.do(Film())
        resize(720, 450)
        stage.frames(2).do(Film())
        assert not stage.frames(60).shell.recorder.on, "stopped while it was dragged"
    finally:
        resize(*SIZE)
    assert stage.shell.recorder.close() == ()
    assert len(list((tmp_path / "data").glob("gpulife film *.mp4"))) == 3


def test_film_ends_after_lost_context(stage: Stage, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    gate.open.set()
    soup(stage).do(Film()).frames(10)
    film = stage.shell.recorder._film
    assert film is not None

    def lost() -> None:
        raise RuntimeError("the context is lost")

    monkeypatch.setattr(film._readback, "drain", lost)
    assert stage.shell.recorder.close() == ()
    assert film.encoder_thread.finished
    assert stage.shell.recorder.close() == ()


def _resizer(stage: Stage) -> Callable[[int, int], None]:
    def resize(width: int, height: int) -> None:
        glfw.set_window_size(stage.window.handle, width, height)

        def look() -> bool:
            stage.window.poll(stage.now)
            return stage.window.framebuffer_size == (width, height)

        wait_until(look, f"a window of {width}x{height}")

    return resize


def test_shift_f12_saves_board_picture(stage: Stage, tmp_path: Path) -> None:
    soup(stage).act(ActionKind.HALT).key("F12", "Shift")
    (path,) = (tmp_path / "data").glob("gpulife board *.png")
    assert stage.messages[-1] == f"saved {path}"
    palette: Colours = stage.play.display.look.palette
    with Image.open(path) as image:
        assert np.array_equal(np.asarray(image.convert("RGB")), palette[stage.cells])


def test_f12_saves_window_without_recording_mark(stage: Stage, tmp_path: Path) -> None:
    soup(stage).do(Film()).frames(4).key("F12")
    stage.do(Film())
    (path,) = (tmp_path / "data").glob("gpulife screenshot *.png")
    with Image.open(path) as image:
        assert image.size == SIZE
        assert marked(np.asarray(image)) == 0


def test_pauses_are_not_filmed(stage: Stage) -> None:
    soup(stage).do(Film()).frames(10)
    film = stage.shell.recorder._film
    assert film is not None
    stage.now += 3600.0
    stage.frames(10)
    assert film._sent <= 2 * 30 + 12


def test_frame_rate_setting(stage: Stage) -> None:
    stage.shell.settings = changed(stage.shell.settings, "film_rate", 60)
    soup(stage).do(Film()).frames(58).do(Film())
    assert "saved 1.0 s" in told(stage, "saved")

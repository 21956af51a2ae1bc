"""``gpulife render``: right cells in every frame, reproducible frames, and the files left after an early end."""

from __future__ import annotations

import hashlib
import io
import os
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from capture.films import Picture, decoded
from capture.test_opening import without_ffmpeg
from PIL import Image, ImageSequence
from rich.console import Console

from gpulife.capture.encoder import CaptureError, FrameFormat
from gpulife.capture.film_writer import PngSequence
from gpulife.cli import render_job
from gpulife.cli.main import main
from gpulife.cli.render_job import _skip, resolve
from gpulife.cli.render_subjects import RenderRequest
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.patterns.loading import open_pattern
from gpulife.rich_console import ProgressBar
from gpulife.rules import parse_rule
from gpulife.session.replay import write_replay
from gpulife.session.session import Session
from gpulife.signals import Stop
from gpulife.view.gl_offscreen import BoardAnimation
from gpulife.view.palettes import state_colours

SIZE = (160, 96)
CELL = 4
GLIDER = ("glider", "--board", "40x24", "--size", "160x96", "--plain", "--fps", "10", "--speed", "10")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def glider_after(generations: int) -> np.ndarray:
    rule = parse_rule("Life:T40,24")
    engine = NumpyEngine(rule, (24, 40))
    cells = open_pattern("glider", state_colours(rule)).whole().cells
    engine.paint((24 - cells.shape[0]) // 2, (40 - cells.shape[1]) // 2, cells)
    if generations:
        engine.step(generations)
    return engine.read_all()


def cells_in(picture: Picture) -> np.ndarray:
    """Return the cells (live or not) that a plain picture shows with CELL pixels per cell."""
    middles = picture[CELL // 2 :: CELL, CELL // 2 :: CELL].astype(int)
    return (middles.sum(axis=2) > 200).astype(np.uint8)


def picture_of(path: Path) -> Picture:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_numbered_pictures_show_every_generation() -> None:
    assert main(["render", *GLIDER, "-o", "g%02d.png", "--seconds", "1.2"]) == 0
    files = sorted(Path().glob("g*.png"))
    assert [file.name for file in files] == [f"g{number:02}.png" for number in range(1, 13)]
    for generation, file in enumerate(files):
        assert np.array_equal(cells_in(picture_of(file)), glider_after(generation)), generation


def test_mp4_and_gif_show_the_same_frames(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("g.mp4", "g.gif"):
        assert main(["render", *GLIDER, "-o", name, "--seconds", "0.8"]) == 0
        assert capsys.readouterr().out.startswith(f"{name}: 8 frames, 0.8 s at 10 a second, 160x96, ")
        frames = decoded(Path(name), FrameFormat(*SIZE, 10))
        assert len(frames) == 8
        for generation, frame in enumerate(frames):
            assert np.array_equal(cells_in(frame), glider_after(generation)), (name, generation)
    assert {path.name for path in Path().iterdir()} == {"g.mp4", "g.gif"}, "no .part is left"


def test_picture_is_the_films_last_frame() -> None:
    soup = ("--soup", "64x40:0.4", "--rule", "Immigration", "--size", "256x160", "--fps", "10", "--seconds", "2")
    assert main(["render", *soup, "-o", "all%02d.png"]) == 0
    assert main(["render", *soup, "-o", "one.png"]) == 0
    assert np.array_equal(picture_of(Path("one.png")), picture_of(Path("all20.png")))
    assert main(["render", *soup, "--reduced-flashing", "-o", "calm%02d.png"]) == 0
    assert main(["render", *soup, "--reduced-flashing", "-o", "calm.png"]) == 0
    assert np.array_equal(picture_of(Path("calm.png")), picture_of(Path("calm20.png")))
    assert (picture_of(Path("calm.png")) != picture_of(Path("one.png"))).any()


def test_same_command_gives_the_same_frames() -> None:
    soup = ("--soup", "64x40:0.4", "--rule", "Immigration", "--size", "256x160", "--seconds", "0.2")
    for name in ("a.mp4", "b.mp4"):
        assert main(["render", *soup, "-o", name]) == 0
    assert main(["render", *soup, "--seed", "2", "-o", "c.mp4"]) == 0
    digests = [
        hashlib.sha256(
            b"".join(frame.tobytes() for frame in decoded(Path(name), FrameFormat(256, 160, 60)))
        ).hexdigest()
        for name in ("a.mp4", "b.mp4", "c.mp4")
    ]
    assert digests[0] == digests[1] != digests[2]
    assert Path("a.mp4").read_bytes() == Path("b.mp4").read_bytes()


def test_unchanged_frames_are_not_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = BoardAnimation.draw
    monkeypatch.setattr(BoardAnimation, "draw", lambda *arguments: (drawn.append(1), draw(*arguments))[1])
    soup = ("--soup", "64x40:0.4", "--rule", "Immigration", "--size", "256x160", "--seconds", "0.5")
    for name, look in (("quick", ()), ("calm", ("--reduced-flashing",))):
        drawn.clear()
        assert main(["render", *soup, "-o", f"{name}%02d.png", *look]) == 0
        assert len(drawn) == (30 if look else 15), "what fades changes in every frame"
    assert main(["render", *soup, "-o", "quick.mp4"]) == 0
    with monkeypatch.context() as patch:
        patch.setattr(BoardAnimation, "is_drawn", lambda *_: False)
        drawn.clear()
        assert main(["render", *soup, "-o", "all%02d.png"]) == 0
        assert main(["render", *soup, "-o", "all.mp4"]) == 0
        assert len(drawn) == 2 * 30
    for number in range(1, 31):
        assert np.array_equal(picture_of(Path(f"quick{number:02}.png")), picture_of(Path(f"all{number:02}.png")))
    films = [decoded(Path(name), FrameFormat(256, 160, 60)) for name in ("quick.mp4", "all.mp4")]
    assert np.array_equal(*films)
    assert len(films[0]) == 30


def test_film_of_a_still_board_has_all_frames() -> None:
    still = ("--soup", "32x32:0", "--rule", "Life", "--size", "64x64", "--plain", "--fps", "10", "--seconds", "13.7")
    assert main(["render", *still, "-o", "still.mp4"]) == 0
    assert len(decoded(Path("still.mp4"), FrameFormat(64, 64, 10))) == 137


def test_skipping_and_speed() -> None:
    assert main(["render", *GLIDER[:-1], "35/2", "-o", "g.png", "--skip", "2", "--seconds", "0.1"]) == 0
    assert np.array_equal(cells_in(picture_of(Path("g.png"))), glider_after(35))


@pytest.mark.parametrize(("options", "generations"), [((), 5), (("--speed", "10"), 20)])
def test_board_lives_at_pace_of_look(
    options: tuple[str, ...], generations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[tuple[Fraction, int]] = []
    go_to = BoardAnimation.go_to

    def noted(animation: BoardAnimation, time: Fraction) -> None:
        go_to(animation, time)
        times.append((time, animation._playback.done))  # type: ignore[attr-defined]

    monkeypatch.setattr(BoardAnimation, "go_to", noted)
    here = ("glider", "--board", "40x24", "--size", "64x40", "--look", "tower", "--fps", "10", "--seconds", "2.1")
    assert main(["render", *here, "-o", "tower.png", *options]) == 0
    assert times[-1] == (2, generations)


def test_zoom_at_and_scheme() -> None:
    here = ("glider", "--board", "40x24", "--size", "160x96", "--plain", "--seconds", "0.01")
    assert main(["render", *here, "-o", "near.png", "--zoom", "8", "--at", "20,12"]) == 0
    near = picture_of(Path("near.png"))
    middles = near[4::8, 4::8].astype(int).sum(axis=2) > 200
    assert np.array_equal(middles.astype(np.uint8), glider_after(0)[6:18, 10:30])
    assert main(["render", *here, "-o", "paper.png", "--scheme", "ink on paper"]) == 0
    assert picture_of(Path("paper.png"))[2, 2].tolist() == [0xF2, 0xEC, 0xDF]


def recorded(path: Path, ticks: int = 40) -> Session:
    """Write a replay in which somebody paints a blinker in the middle of a small board after 10 ticks."""
    rule = parse_rule("Immigration:T40,24")
    match = new_match("study", rule, (24, 40), 1)
    session = Session(match, NumpyEngine(parse_rule(match.rule), (24, 40)))
    for tick in range(ticks):
        actions = (Action(NOBODY, ActionKind.PAINT, 12, 20, "x = 3, y = 1, rule = Immigration\nABA!"),)
        session.tick(actions if tick == 10 else ())
    write_replay(path, session.recording())
    return session


def test_replay_film_has_the_length_and_end_of_the_session(capsys: pytest.CaptureFixture[str]) -> None:
    session = recorded(Path("r.gpureplay"))
    assert main(["render", "r.gpureplay", "-o", "r%02d.png", "--size", "160x96", "--plain"]) == 0
    files = sorted(Path().glob("r*.png"))
    assert len(files) == 40
    assert not cells_in(picture_of(files[9])).any()
    for file, row, column in ((files[12], 12, 21), (files[39], 12, 21)):
        assert cells_in(picture_of(file))[row, column], file
    last = session.engine.read_all()
    colours = state_colours(session.engine.rule)
    seen = picture_of(files[39])[CELL // 2 :: CELL, CELL // 2 :: CELL].astype(int)
    assert np.abs(seen - colours[last]).max() <= 12
    assert main(["render", "r.gpureplay", "-o", "r.png", "--size", "160x96", "--seconds", "100", "--plain"]) == 0
    assert "r.gpureplay ends after 0.7 s" in capsys.readouterr().err
    assert np.abs(picture_of(Path("r.png")).astype(int) - picture_of(files[39])).max() <= 2


def test_gif_frame_durations_add_up() -> None:
    assert main(["render", *GLIDER[:6], "-o", "g.gif", "--seconds", "1"]) == 0
    with Image.open("g.gif") as image:
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(image)) == 1000


def test_kind_of_subject_by_name() -> None:
    recorded(Path("r.gpureplay"))
    assert resolve(RenderRequest(name="r.gpureplay")).seconds == Fraction(40, 60)
    assert resolve(RenderRequest(name="glider")).seconds is None


class Dying(PngSequence):
    """An encoder whose disk is full after three frames."""

    def write(self, frame: bytes, times: int = 1) -> None:  # type: ignore[override]
        if self.frames == 3:
            raise CaptureError("no space left on device")
        super().write(frame, times)


def test_full_disk_gives_one_error_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(render_job, "open_encoder", lambda path, shape, _: Dying(path, shape))
    assert main(["render", *GLIDER, "-o", "g%d.png", "--seconds", "5"]) == 2
    told = capsys.readouterr().err
    assert told == "gpulife: error: g%d.png: no space left on device; the first 3 pictures were written\n"


def test_mp4_on_a_full_disk_keeps_the_frames_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import psutil

    def open_small(path: Path, frame_format: FrameFormat, quality: object) -> object:
        encoder = open_encoder(path, frame_format, quality)  # type: ignore[arg-type]
        psutil.Process(encoder._running.process.pid).rlimit(psutil.RLIMIT_FSIZE, (600_000, 600_000))  # type: ignore[attr-defined]
        return encoder

    open_encoder = render_job.open_encoder
    monkeypatch.setattr(render_job, "open_encoder", open_small)
    soup = ("--soup", "320x192:0.4", "--rule", "Immigration", "--size", "320x192", "--fps", "10", "--speed", "10")
    assert main(["render", *soup, "-o", "s.mp4", "--seconds", "60", "--quality", "draft"]) == 2
    assert capsys.readouterr().err == "gpulife: error: s.mp4: file too large; all earlier frames were written\n"
    assert len(decoded(Path("s.mp4"), FrameFormat(320, 192, 10))) >= 10
    assert {path.name for path in Path().iterdir()} == {"s.mp4"}


@pytest.mark.parametrize(
    ("name", "number", "status"),
    [
        ("long.mp4", "SIGINT", 130),
        ("long.gif", "SIGTERM", 143),
    ],
)
def test_interrupted_render_leaves_a_playable_film(tmp_path: Path, name: str, number: str, status: int) -> None:
    arguments = ["render", "--soup", "160x96:0.4", "-o", name, "--size", "160x96", "--seconds", "9000", "--fps", "10"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gpulife", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    stem, ending = name.split(".")
    pause = threading.Event()
    for _ in range(2000):
        if any(part.stat().st_size > 50_000 for part in tmp_path.glob(f"{stem}-*.part.{ending}")):
            break
        pause.wait(0.02)
    process.send_signal(getattr(signal, number))
    said, errors = process.communicate(timeout=60)
    assert process.returncode == status, errors
    assert said.startswith(f"interrupted: {name} has the first ")
    assert said.endswith(" of 9000.0 s\n")
    seconds = float(said.split("first ")[1].split()[0])
    assert len(decoded(tmp_path / name, FrameFormat(160, 96, 10))) == round(seconds * 10)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_ctrl_c_while_skipping() -> None:
    class Slow:
        times: ClassVar[list[Fraction]] = []

        def go_to(self, time: Fraction) -> None:
            self.times.append(time)
            stop.signal = signal.SIGINT if len(self.times) == 3 else None

    stop = Stop()
    _skip(Slow(), Fraction(500), stop, ProgressBar(Console(file=io.StringIO()), "skipping", 500))  # type: ignore[arg-type]
    assert Slow.times == [1, 2, 3]


def test_link_as_output_is_kept() -> None:
    Path("elsewhere").mkdir()
    Path("l.gif").symlink_to("elsewhere/film.gif")
    assert main(["render", "glider", "-o", "l.gif", "--size", "64x40", "--seconds", "0.2"]) == 0
    assert Path("l.gif").is_symlink()
    assert Path("elsewhere/film.gif").stat().st_size > 100


@pytest.mark.parametrize("ending", ["mp4", "gif"])
def test_link_with_the_temporary_name_is_not_followed(ending: str) -> None:
    Path("victim").write_text("mine")
    Path(f"film.part.{ending}").symlink_to("victim")
    Path(f"film.{ending}").touch(0o600)
    assert main(["render", "glider", "-o", f"film.{ending}", "--size", "64x40", "--seconds", "0.2"]) == 0
    assert Path("victim").read_text() == "mine"
    assert Path(f"film.{ending}").stat().st_size > 100
    assert Path(f"film.{ending}").stat().st_mode & 0o777 == 0o600, "as it was"


ERRORS = {
    "-o a.mp4": "exactly one of PATTERN, REPLAY, SCENE, --soup and --text",
    "glider --text A -o a.mp4": "exactly one of",
    "glider": "--output",
    "glider -o a.avi": ".mp4, .gif, .png",
    "glider -o nowhere/a.mp4": "there is no folder nowhere",
    "glider -o a.mp4 --size 641x480": "both sides must be even",
    "glider -o a.mp4 --size 8x8": "--size",
    "glider -o a.mp4 --size 640": "WIDTHxHEIGHT, such as 1920x1080",
    "glider -o a.mp4 --size 20000x100": "each side must have 16 to 16384 pixels",
    "glider -o a.gif --fps 60": "at most 50 frames a second",
    "glider -o a.mp4 --fps 0": "--fps",
    "glider -o a.mp4 --fps x": "--fps",
    "glider -o a.mp4 --seconds 0": "--seconds",
    "glider -o a.mp4 --seconds -1": "--seconds",
    "glider -o a.mp4 --seconds 1/0": "--seconds",
    "glider -o a.mp4 --seconds nan": "--seconds",
    "glider -o a.mp4 --seconds 1e99": "--seconds",
    "glider -o a.mp4 --quality super": "--quality",
    "glider -o a.png --quality best": "a .png is always exact",
    "glider -o a.mp4 --seed 3": "--seed is for --soup",
    "glider -o a.mp4 --scheme Mud": "unknown colour scheme 'Mud'",
    "glider -o a.mp4 --bloom 2": "--bloom",
    "glider -o a.mp4 --zoom 0": "--zoom",
    "glider -o a.mp4 --at 3": "COLUMN,ROW, such as 80,48",
    "glider -o a.mp4 --board 2x2": "do not fit",
    "glider -o a.mp4 --rule Chess": "Chess",
    "gilder -o a.mp4": "gilder",
    "missing.gpureplay -o a.mp4": "missing.gpureplay",
    "r.gpureplay -o a.mp4 --rule Life": "--rule is for patterns",
    "r.gpureplay -o a.mp4 --speed 3": "--speed is for patterns",
    "r.gpureplay -o a.mp4 --board 9x9": "--board is for patterns",
    "r.gpureplay -o a.mp4 --skip 5": "lasts 0.7 s: --skip 5 leaves nothing",
    "--soup 9x9 -o a.mp4": "--soup",
}


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A replay's file."""
    path = tmp_path_factory.mktemp("recorded") / "r.gpureplay"
    recorded(path)
    return path.read_bytes()


@pytest.mark.parametrize("line", ERRORS)
def test_invalid_options_give_one_line_and_no_file(
    line: str, replay: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("r.gpureplay").write_bytes(replay)
    assert main(["render", *line.split()]) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert told.startswith("gpulife: error: ")
    assert told.count("\n") == 1
    assert ERRORS[line] in told
    assert [path.name for path in Path().iterdir()] == ["r.gpureplay"]


def test_missing_video_extra_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_ffmpeg(monkeypatch)
    assert main(["render", *GLIDER, "-o", "a.mp4"]) == 2
    assert capsys.readouterr().err == (
        "gpulife: error: an MP4 needs ffmpeg, which was not found: pip install 'gpulife[video]'\n"
    )
    assert not list(Path().iterdir())
    assert main(["render", *GLIDER, "-o", "a.gif", "--seconds", "0.2"]) == 0


def test_old_film_is_kept_until_the_new_one_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.mp4").write_text("old")
    assert main(["render", "glider", "-o", "a.mp4", "--rule", "Chess"]) == 2
    assert Path("a.mp4").read_text() == "old"


SOUP = ("--soup", "40x24:0.4", "--rule", "QuadLife", "--size", "80x48", "--fps", "12", "--speed", "12")


def look_frames(name: str, *options: str) -> list[bytes]:
    assert main(["render", *SOUP, "-o", f"{name}%02d.png", "--seconds", "2", *options]) == 0
    return [hashlib.sha256(picture_of(path).tobytes()).digest() for path in sorted(Path().glob(f"{name}*.png"))]


@pytest.mark.parametrize("look", ["papercut", "aurora"])
def test_film_of_a_look_follows_its_own_time(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = look_frames("one", "--look", look)
    assert len(set(frames)) == 24
    for clock in ("time.perf_counter", "gpulife.view.gl_picture.perf_counter"):
        monkeypatch.setattr(clock, iter(np.arange(0, 1e6, 3.7)).__next__)  # a slow machine
    assert look_frames("two", "--look", look) == frames


def test_moving_look_moves_on_a_board_at_rest() -> None:
    board = ("--text", "o", "--board", "40x24", "--size", "80x48", "--fps", "4", "--speed", "0.01")
    for look, moves in (("papercut", True), ("cyanotype", False)):
        assert main(["render", *board, "-o", f"{look}%03d.png", "--seconds", "16", "--look", look]) == 0
        last = [picture_of(path).tobytes() for path in sorted(Path().glob(f"{look}*.png"))[-4:]]
        assert (len(set(last)) == 4) is moves, look


def test_look_cells_is_the_usual_one() -> None:
    assert look_frames("cells", "--look", "cells", "--bloom", "0.3") == look_frames("usual", "--bloom", "0.3")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--look", "oil"], "there is no look 'oil': choose one of cells, aurora, "),
        (["--look", "ink", "--plain"], "--plain is about cells, but the look Ink draws no cells"),
        (["--look", "ink", "--bloom", "0"], "--bloom is about cells, but the look Ink draws no cells"),
        (["--look", "ink", "--shapes"], "--shapes is about cells, but the look Ink draws no cells"),
    ],
)
def test_wrong_looks_get_one_line(options: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", *SOUP, "-o", "no.png", *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line
    assert not Path("no.png").exists()


def test_scene_keeps_its_own_look(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "quiet", "-o", "no.png", "--look", "ink"]) == 2
    assert "--look cannot change a scene" in capsys.readouterr().err

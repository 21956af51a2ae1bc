"""Errors in the window leave the session running. If the window cannot continue, the session is saved first."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import glfw
import numpy as np
import pytest
from imgui_bundle import imgui
from window.desktop import Screen
from window.stage import KINDS, Stage, example, press, show_start_screen

import gpulife
from gpulife.errors import GpulifeError, OutputError
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import Quit, label
from gpulife.input.events import FilesDropped
from gpulife.log import ERROR_LOG, log_folder
from gpulife.session import autosave
from gpulife.session.autosave import resumable_sessions
from gpulife.session.replay import REPLAY_ENDING, read_replay
from gpulife.window import attract_screen as attract
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.play import file_commands, play_screen
from gpulife.window.scopes import Scope
from gpulife.window.shell import MAX_FAILED_FRAMES

SIZE = (800, 600)
_EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(owned) print\n"
_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\x06\0\0\0\0\0\0\0\0\0\0\xffIDAT"


def _log() -> str:
    return (log_folder() / ERROR_LOG).read_text(encoding="utf-8")


HOSTILE: dict[str, bytes] = {
    "empty.rle": b"",
    "noise.rle": bytes(range(256)) * 300,
    "huge.rle": b"x = 999999999, y = 999999999, rule = B3/S23\n999999999o!",
    "deep.mc": b"[M2] (golly)\n" + b"1 0 0 0 0\n" * 20 + b"64 21 21 21 21\n",
    "bomb.mc.gz": b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + b"\xff" * 500,
    "header.npz": b"PK\x03\x04" + b"\0" * 300,
    "array.npz": b"\x93NUMPY\x01\0\xff\xff{'descr':" + b"(" * 900,
    "script.png": _EPS,
    "cut.png": _PNG,
    "cut.gif": b"GIF89a\xff\xff\xff\xff\xf7\0\0",
    "cut.bmp": b"BM\xff\xff\xff\xff\0\0\0\0\x36\0\0\0\x28\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\0\x18\0",
    "cut.jpg": b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01",
    "cut.webp": b"RIFF\xff\xff\xff\xffWEBPVP8 ",
    "replay.gpureplay": b"GPULIFE<\x01\0" + b"\xff" * 400,
    "\x1b[2J\u202e\n.rle": b"\xff\xfe",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_changes_nothing(name: str, stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    before = stage.begin().play
    board = before.session.board.read(0, 0, *before.engine.shape)
    stage.messages.clear()
    stage.frames(3, FilesDropped((path,)))
    assert stage.play is before
    assert np.array_equal(before.session.board.read(0, 0, *before.engine.shape), board)
    assert len(stage.messages) == 1


def test_dropped_path_without_file_is_reported(stage: Stage, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rle")
    (tmp_path / "loop").symlink_to("loop")
    before = stage.begin().play
    stage.messages.clear()
    paths = (tmp_path, tmp_path / "pipe.rle", tmp_path / "loop", tmp_path / "none", Path("/dev/zero"), Path("a\0b"))
    stage.frames(3, FilesDropped(paths))
    assert stage.play is before
    assert len(stage.messages) == len(paths)


def test_bug_is_reported_and_session_continues(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of\nthe blue")

    stage.begin("Immigration", (24, 40), Action(NOBODY, ActionKind.PAINT, 3, 4, "bob$2bo$3o!"))
    before = stage.act(ActionKind.HALT).play
    monkeypatch.setattr(file_commands, "open_file", broken)
    stage.messages.clear()
    stage.bugs = 1
    stage.frames(2, FilesDropped((tmp_path / "x.rle",)))
    assert stage.messages == [f"open failed through a bug in gpulife; see {ERROR_LOG}: RuntimeError: out of\nthe blue"]
    assert "open in the window: gpulife " in _log()
    assert "in broken\n" in _log()
    ticks = before.session.ticks
    stage.frames(5)
    assert stage.play is before
    assert before.session.ticks > ticks
    stage.screens.save()
    assert len(list((tmp_path / "autosave").glob("*.gpusave"))) == 1


def test_memory_error_is_not_called_a_bug(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise MemoryError

    stage.begin()
    monkeypatch.setattr(file_commands, "open_file", broken)
    stage.bugs = 1
    stage.frames(2, FilesDropped((tmp_path / "x.rle",)))
    assert stage.messages[-1] == "open failed: not enough memory"


def test_no_command_ends_the_session(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    stage.begin()
    monkeypatch.setattr(Scope, "carry_out", broken)
    for stage.bugs, kind in enumerate(KINDS, 1):
        request = example(kind)
        stage.do(request)
        failed = f"{label(request)} failed through a bug in gpulife; see errors.log: ZeroDivisionError"
        assert stage.messages[-1].startswith(failed)
        assert not stage.shell.quitting


def test_start_screen_choice_is_guarded(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("mode")

    show_start_screen(stage)
    lobby = stage.screens.start_menu
    monkeypatch.setattr(lobby, "_page", lambda *_: "study")
    monkeypatch.setattr(lobby, "choose", broken)
    stage.bugs = 1
    stage.frames(1)
    assert stage.messages[-1].startswith("start menu choice failed through a bug in gpulife")
    assert stage.menu_shown


def test_failed_autosave_is_reported(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no")

    stage.begin()
    monkeypatch.setattr(stage.screens.play_screen.saver, "save_if_due", broken)
    stage.bugs = 1
    stage.frames(1)
    assert stage.messages[-1].startswith("saving the session failed through a bug in gpulife")


def full(*_: object) -> None:
    raise OutputError("cannot write a file: No space left on device")


def buggy(*_: object) -> None:
    raise ValueError("no")


@pytest.mark.parametrize(("fails", "why"), [(full, "No space left on device"), (buggy, "a bug in gpulife")])
def test_session_that_cannot_be_saved_traps_nobody(
    fails: Callable[..., None], why: str, stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(autosave, "write_parts", fails)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    stage.begin("Life").act(ActionKind.PAINT, 2, 3, "x = 3, y = 1, rule = Life\nooo!").frames(3)
    recording = stage.play.session.recording()
    stage.bugs = int(fails is buggy)
    stage.begin("Immigration")
    assert stage.play.engine.rule.species == 2
    (said,) = [line for line in stage.messages if why in line]
    assert said.startswith("The session could not be saved: ")
    (kept,) = tmp_path.glob(f"gpulife-*/session{REPLAY_ENDING}")
    assert said.endswith(f"Its replay is in {kept}")
    assert read_replay(kept).log == recording.log


def test_unsaved_session_is_not_left_without_a_question(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin("Life").act(ActionKind.PAINT, 2, 3, "x = 3, y = 1, rule = Life\nooo!").frames(3)
    with monkeypatch.context() as patch:
        patch.setattr(autosave, "write_parts", full)
        stage.screens.save()
        stage.do(Quit())
        top = stage.screens.top
        assert isinstance(top, AskDialog)
        assert top._question.text == "The session could not be saved: cannot write a file: No space left on device"
        assert not stage.shell.quitting
        press(stage, imgui.Key.right_arrow, "Right")
        press(stage, imgui.Key.enter, "Enter")
        assert stage.shell.quitting
        stage.shell.quitting = False
    stage.do(Quit())
    assert stage.shell.quitting, "there is room again"


def in_a_panel(*_: object, **__: object) -> list[object]:
    """Fails in the middle of windows, tables and styles of Dear ImGui's."""
    imgui.begin("broken")
    imgui.push_id("a")
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(1, 0, 0, 1))
    if imgui.begin_table("table", 2):
        imgui.table_next_column()
    imgui.begin_child("child")
    raise IndexError("no such row")


def one_frame(stage: Stage) -> None:
    with stage.shell.guard.frame():
        stage.frames(1)


@pytest.mark.parametrize(
    "place", ["snapshot_of", "draw_all_panels", "pass_time", "board_picture", "draw_round_summary"]
)
def test_failed_frame_is_reported(place: str, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stage.begin().play
    good = stage.pass_seconds(2).frames(2).picture  # the camera has come to rest
    with monkeypatch.context() as patch:
        patch.setattr(play_screen, place, in_a_panel if place == "draw_all_panels" else lambda *_, **__: 1 / 0)
        one_frame(stage)
    stage.bugs = 1
    assert stage.messages[-1].startswith("a frame failed through a bug in gpulife; see errors.log: ")
    stage.shell.show_message("")
    assert np.abs(stage.frames(2).picture.astype(int) - good).mean() < 2
    assert stage.play is before


def test_repeated_failed_frames_end_program(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin()
    for spell in (MAX_FAILED_FRAMES - 1, MAX_FAILED_FRAMES - 1):
        with monkeypatch.context() as patch:
            patch.setattr(play_screen, "pass_time", in_a_panel_not)
            for _ in range(spell):
                one_frame(stage)
        stage.bugs += spell
        one_frame(stage)
    monkeypatch.setattr(play_screen, "pass_time", in_a_panel_not)
    for _ in range(MAX_FAILED_FRAMES - 1):
        one_frame(stage)
    with pytest.raises(ZeroDivisionError):
        one_frame(stage)


def in_a_panel_not(*_: object, **__: object) -> None:
    raise ZeroDivisionError


def test_user_errors_are_not_logged(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise GpulifeError("no room")

    stage.begin()
    with monkeypatch.context() as patch:
        patch.setattr(play_screen, "pass_time", refused)
        one_frame(stage)
    assert stage.messages[-1] == "no room"
    assert not (log_folder() / ERROR_LOG).exists()


FRONT_DOOR = """
import sys
import gpulife.window.main
from pathlib import Path
from gpulife.window import attract_screen as attract
from gpulife.window.play import file_commands, play_screen
from gpulife.cli.main import main
from gpulife.input.events import FilesDropped, KeyEvent
from gpulife.input.glfw_input import WindowInput

def broken(*_, **__):
    raise RuntimeError("out of the blue")

calls = 0
def take(self):
    global calls
    calls += 1
    if calls == 20:
        if sys.argv[1] == "frames":
            play_screen.pass_time = broken
        else:
            file_commands.open_file = broken
            return (FilesDropped((Path("x.rle"),)),)
    if calls == 40:
        return (KeyEvent("Escape", True, frozenset(["Shift"])),)
    return ()

WindowInput.take = take
sys.exit(main(["--size", "160x96", "--mute", "--record", sys.argv[2]]))
"""


@pytest.fixture
def front_door(screen: Screen, tmp_path: Path) -> Callable[[str], tuple[int, str]]:
    def run(what: str) -> tuple[int, str]:
        settings = tmp_path / "settings.toml"
        settings.write_text("[look]\nreduced_flashing = false\n[window]\nwidth = 640\nheight = 400\n")
        own = {"DISPLAY": screen.name, "WAYLAND_DISPLAY": "", "GPULIFE_DATA": str(tmp_path / "data")}
        done = subprocess.run(
            [sys.executable, "-c", FRONT_DOOR, what, str(tmp_path / "all.gpureplay")],
            cwd=Path(gpulife.__file__).parents[1],
            env=os.environ | own | {"GPULIFE_SETTINGS": str(settings)},
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        return done.returncode, done.stderr

    return run


def test_window_survives_failed_drop(front_door: Callable[[str], tuple[int, str]], tmp_path: Path) -> None:
    assert front_door("drop") == (0, "")
    assert "RuntimeError: out of the blue\n" in _log()
    (kept,), _ = resumable_sessions(tmp_path / "data" / "autosave")
    assert kept.save.ended


def test_lost_window_saves_session(front_door: Callable[[str], tuple[int, str]], tmp_path: Path) -> None:
    status, said = front_door("frames")
    assert status == 1
    where = f"see {log_folder() / ERROR_LOG} for the details"
    assert said == f"gpulife: error: this is a bug in gpulife: RuntimeError: out of the blue; {where}\n"
    (kept,), _ = resumable_sessions(tmp_path / "data" / "autosave")
    assert not kept.save.ended
    assert kept.save.generation > 0
    assert read_replay(tmp_path / "all.gpureplay").ticks > 0


def test_failed_attract_mode_is_retried_later(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OverflowError

    show_start_screen(stage)
    monkeypatch.setattr(attract, "begin_match", broken)
    stage.screens.attract.idle = stage.shell.settings.attract_seconds
    stage.bugs = 1
    stage.frames(5)
    assert stage.messages[-1].startswith("attract mode failed through a bug in gpulife")


def test_escape_is_noticed_during_long_work(stage: Stage, screen: Screen) -> None:
    window = stage.begin().window
    assert not window.escape_pressed()
    glfw.focus_window(window.handle)  # other windows of these tests have had it
    screen.do("key", "Escape", "Escape")
    for _ in range(200):
        window.poll(stage.now)
        if window.escape_pressed():
            break
        window.wait(0.05)
    else:
        raise AssertionError("never")
    assert stage.frames(1).play is not None
    screen.do("key", "a")
    assert not window.escape_pressed()

"""How the program ends (key, signal, window manager, kill) and what it restores at the next start."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from autosaves import load_autosave
from boards import load_pattern
from goldens import Picture
from window.conftest import ASKED, START
from window.desktop import BUTTON, PATIENCE, SCREEN, Gpulife, has_colour, wait_until
from window.test_universe import BARE, PLAIN, SOUP, verify, wait_for_life

import gpulife
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay
from gpulife.settings import load_settings
from gpulife.view.look import default_look


def has_panels(picture: Picture, left: int = 0, right: int = 270) -> bool:
    """Whether the column of panels, between tool bar and timeline, is drawn between two columns of pixels."""
    return has_colour(picture[80:500, left:right], BUTTON, 2) > 500


def test_closing_window_saves_settings(start: START, tmp_path: Path) -> None:
    record = tmp_path / "kept.gpureplay"
    program = start(*SOUP, "--record", record, settings=PLAIN)
    wait_for_life(program)
    program.wait_for(has_panels, "panels")
    mouse = program.screen.do
    mouse("mousemove", 265, 300)  # the right side of the column
    mouse("mousedown", 1)
    mouse("mousemove", 405, 300)
    program.wait_for(lambda picture: has_panels(picture, 290, 400), "the column dragged wider")
    mouse("mouseup", 1)
    gold = default_look(parse_rule("Immigration")).colours[1]
    program.press("grave")
    program.wait_for(lambda picture: has_colour(picture, gold) < 500, "other colours")
    program.screen.do("windowsize", "--sync", program.window(), 1100, 700)
    program.wait_for(lambda picture: not picture[:, 1101:].any() and not picture[701:].any(), "a smaller window")
    program.ask_to_close()
    assert program.process.wait(20) == 0
    assert program.said == ""

    settings = program.settings_file.read_text()
    assert "column_width = 404" in settings
    assert "scheme = " in settings
    assert "width = 1100" in settings
    assert "height = 700" in settings
    told = verify(record)
    assert told.returncode == 0, told.stderr
    assert read_replay(record).match.seed == 5

    again = start(*SOUP, name="again")
    again.wait_for(lambda picture: picture[:700, :1100].any(axis=2).all() and not picture[:, 1101:].any(), "its size")
    again.wait_for(lambda picture: has_panels(picture, 290, 400), "the column as wide as it was left")


def test_signal_saves_full_screen_session(start: START) -> None:
    program = start(*SOUP, "--fullscreen", settings=BARE)
    program.wait_for(lambda _: program.screen.picture().any(axis=2).all(), f"all of {SCREEN}")
    wait_for_life(program)
    before = program.picture()
    program.wait_for(lambda picture: (picture != before).any(), "a generation")
    assert program.end(signal.SIGHUP) == 129
    assert program.said == ""
    saved = load_autosave(program.data / "autosave")
    assert saved is not None
    assert saved.keyframe.computed > 0


def test_killed_universe_is_resumed_with_its_settings(start: START, logged: Callable[[], list[str]]) -> None:
    program = start(
        "--rule", "QuadLife", "--size", "120x80", "--seed", "3", settings=ASKED + "[session]\nautosave_seconds = 1\n"
    )
    folder = program.data / "autosave"

    def begun() -> bool:
        saved = load_autosave(folder) if folder.is_dir() else None
        return saved is not None and saved.keyframe.computed > 0

    wait_until(begun, f"an autosave; said {program.said!r}")
    program.press("m")
    wait_until(lambda: "muted = true" in program.settings_file.read_text(), "the setting in its file")
    program.process.kill()
    assert program.process.wait() < 0
    assert load_settings(program.settings_file).muted
    assert logged() == []
    saved = load_autosave(folder)
    assert saved is not None
    assert saved.keyframe.computed > 0

    again = start("--resume", name="again")
    again.wait_for(has_panels, "panels")
    pattern = load_pattern(str(again.save_board()), None)
    assert str(pattern.rule) == "QuadLife:T120,80" == saved.recording.match.rule
    assert pattern.generation >= saved.keyframe.computed
    assert pattern.cells.any()
    assert again.quit() == 0


def test_invalid_settings_file_is_put_aside(start: START) -> None:
    damaged = "[look\nreduced"
    program = start(*SOUP, settings=damaged)
    # Nobody has been asked then, so the question comes; the message is above it.
    program.wait_for(lambda picture: (picture[66:110, 500:900].max(axis=2) > 150).sum() > 300, "a message")
    assert program.settings_file.read_text() == damaged
    program.screen.do("windowsize", "--sync", program.window(), 1100, 700)
    program.wait_for(lambda picture: not picture[:, 1101:].any() and not picture[701:].any(), "a smaller window")
    assert program.quit() == 0
    assert program.settings_file.with_name("settings.toml.bad").read_text() == damaged
    assert "width = 1100" in program.settings_file.read_text()


def without_display(*arguments: str, folder: Path, **environment: str) -> subprocess.Popen[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.Popen(
        [sys.executable, "-m", "gpulife", *arguments],
        cwd=Path(gpulife.__file__).parents[1],
        env=plain
        | {"GPULIFE_SETTINGS": str(folder), "GPULIFE_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
        | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("arguments", [["--view", "window"], ["--fullscreen"]])
def test_missing_display_gives_one_line_error(arguments: list[str], tmp_path: Path) -> None:
    with without_display(*arguments, folder=tmp_path) as program:
        out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 2, err
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "--view terminal" in err


NO_WINDOW = {
    "no libX11": ({"DISPLAY": ":97", "LD_LIBRARY_PATH": "{folder}"}, "libX11.so.6", "apt-get install libx11-6"),
    "Wayland alone": ({"WAYLAND_DISPLAY": "wayland-0"}, "XWayland", "apt-get install xwayland"),
    "no X server": ({"DISPLAY": ":97"}, "DISPLAY=:97", "correct it"),
}
"""By what is wrong with a machine: its environment, what the line names, and the cure."""


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--view", "window"], "no libX11"),
        (["play"], "Wayland alone"),
        (["art"], "no X server"),
        (["bench", "--window"], "no libX11"),
    ],
)
def test_missing_library_error_names_package(arguments: list[str], wrong: str, tmp_path: Path) -> None:
    environment, named, cure = NO_WINDOW[wrong]
    (tmp_path / "libX11.so.6").touch()
    environment = {name: value.format(folder=tmp_path) for name, value in environment.items()}
    with without_display(*arguments, folder=tmp_path / "home", **environment) as program:
        out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 2, err
    assert out == ""
    assert len(err.splitlines()) == 1
    assert named in err
    assert cure in err
    assert "bug" not in err


def test_without_libx11_terminal_view_works(tmp_path: Path) -> None:
    (tmp_path / "libX11.so.6").touch()
    wrong = {"DISPLAY": ":97", "LD_LIBRARY_PATH": str(tmp_path)}
    with without_display("--size", "40x20", folder=tmp_path, **wrong) as program:
        out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
    assert "generation 100 " in out
    assert err.startswith(
        "gpulife: warning: showing the universe in the terminal instead of a window: no window: libX11.so.6 is missing"
    )
    assert "bug" not in err


def test_without_display_terminal_view_works(tmp_path: Path) -> None:
    with without_display("--size", "40x20", folder=tmp_path) as program:
        out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (0, "")
    assert "generation 100 " in out


def test_nothing_to_resume_gives_one_line_error(start: START) -> None:
    program: Gpulife = start("--resume", settings=ASKED)
    assert program.process.wait(20) == 2
    assert len(program.said.splitlines()) == 1
    assert "nothing to resume" in program.said

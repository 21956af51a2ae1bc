"""``gpulife art`` as users start it: it continues after a power cut, survives a lost context, and ends when told to."""

from __future__ import annotations

import re
import signal
from datetime import datetime
from pathlib import Path

import pytest
from window.conftest import ASKED, START
from window.desktop import Gpulife, Screen, wait_until

from gpulife.art.checkpoint_files import FOLDER, CheckpointFiles
from gpulife.cli.main import main

PROGRAMME = """
title = "Two"
description = "for a test"
[[scene]]
name = "first"
duration = "10 min"
rule = "Immigration"
size = "160x100"
speed = 20
start = { soup = 0.3 }
[[scene]]
name = "second"
duration = "10 min"
rule = "Immigration"
size = "160x100"
speed = 20
start = { soup = 0.3 }
"""

FAULT_AFTER = """
from pathlib import Path
from types import SimpleNamespace
from gpulife.window.art import show_options
show_options.time = SimpleNamespace(monotonic=lambda: 100.0 * Path({later!r}).exists())
"""
"""A clock for the fault, which goes on as soon as there is a file."""
SAVES_OFTEN = "from gpulife.window.art import checkpoint_saver\ncheckpoint_saver._MIN_SECONDS = 1.0"


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The file with which the time of the fault comes."""
    return tmp_path / "later"


@pytest.fixture
def programme(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(PROGRAMME)
    return path


def log(program: Gpulife) -> str:
    path = program.data / "art.log"
    return path.read_text() if path.exists() else ""


def wait_for_line(program: Gpulife, pattern: str) -> re.Match[str]:
    def look() -> re.Match[str] | None:
        assert program.process.poll() is None, program.said
        return re.search(pattern, log(program))

    found = wait_until(look, f"{pattern!r} in the log")
    assert found is not None
    return found


def test_continues_after_kill_9(start: START, programme: Path) -> None:
    program = start("art", programme, "--fresh", settings=ASKED, changed=SAVES_OFTEN)
    scene = wait_for_line(program, r"scene '(\w+)' begins: .*seed (\d+)")
    folder = program.data / FOLDER

    def generation() -> int:
        saved, _ = CheckpointFiles(folder).load()
        return 0 if saved is None else saved.checkpoint.state.generation

    wait_until(lambda: folder.is_dir() and generation() > 20, "a save of a later generation")
    program.process.send_signal(signal.SIGKILL)
    program.process.wait(20)
    resumed, lines = CheckpointFiles(folder).load()
    assert lines == ()
    assert resumed is not None
    again = start("art", programme, name="again")
    line = wait_for_line(again, r"scene '(\w+)' continues at generation (\d+): .*seed (\d+)")
    assert line.groups() == (scene[1], str(resumed.checkpoint.state.generation), scene[2])
    assert again.quit() == 0


def test_recovers_from_lost_context(start: START, programme: Path, later: Path) -> None:
    clock = FAULT_AFTER.format(later=str(later))
    program = start("art", programme, "--fresh", "--drill", "context", settings=ASKED, changed=clock)
    first = wait_for_line(program, r"scene '(\w+)' begins")[1]
    later.touch()
    wait_for_line(program, r"opening the window again after an error: the OpenGL context is lost")
    other = {"first": "second", "second": "first"}[first]
    wait_for_line(program, rf"scene '{other}' begins")
    program.wait_for(lambda picture: picture.mean() > 3, "a picture")
    lost, found = (
        datetime.fromisoformat(wait_for_line(program, rf"(?m)^(\S+ \S+) {what}")[1])
        for what in ("drill: context", f"scene '{other}' begins")
    )
    assert (found - lost).total_seconds() < 30  # 5 s on a display of its own; this machine may be busy
    assert program.quit() == 0


def test_recovers_from_crash(start: START, programme: Path, later: Path) -> None:
    clock = FAULT_AFTER.format(later=str(later))
    program = start("art", programme, "--fresh", "--drill", "crash", settings=ASKED, changed=clock)
    first = wait_for_line(program, r"scene '(\w+)' begins")[1]
    later.touch()
    wait_for_line(program, rf"scene '{first}' failed, the next one follows: RuntimeError: this is only a drill")
    other = {"first": "second", "second": "first"}[first]
    wait_for_line(program, rf"scene '{other}' begins")
    assert program.end(signal.SIGTERM) == 143
    assert log(program).rstrip().endswith("ended")
    assert re.search(r"\d+ minutes, \d+ frames: p50 [\d.]+ ms, p99 ", log(program))


def test_no_wake_ignores_keys_and_closed_terminal_ends_it(start: START, programme: Path) -> None:
    program = start("art", programme, "--fresh", "--no-wake", settings=ASKED)
    wait_for_line(program, r"scene '\w+' begins")
    program.wait_for(lambda picture: picture.mean() > 3, "a picture")
    program.press("a", "Escape", "Return")
    program.click(300, 300)
    assert program.end(signal.SIGHUP) == 129
    assert log(program).rstrip().endswith("ended")
    assert "the start screen opens" not in log(program)


def test_unplugged_monitor_is_logged(start: START, programme: Path, later: Path) -> None:
    regions = ("--monitor", "400x300+0+0", "--monitor", "400x300+400+0")
    arguments = ("art", programme, "--fresh", "--independent", *regions, "--drill", "monitor")
    program = start(*arguments, settings=ASKED, changed=FAULT_AFTER.format(later=str(later)))
    wait_for_line(program, r"scene '\w+' begins")
    later.touch()
    wait_for_line(program, r"monitor 400x300\+400\+0 is gone; the others continue")
    program.wait_for(lambda picture: picture[:300, :400].mean() > 3, "a picture")
    assert program.quit() == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("quiet", "--monitor", "99"), "there is no monitor '99': use 1"),
        (("quiet", "--monitor", "9x9+0+0"), "there is no monitor '9x9+0+0'"),
        (("quiet", "--monitor", "80x20+0+0"), "should be at least 64x64"),
        (("quiet", "--monitor", "64x64+0+0", "--monitor", "64x64+64+0"), "add --span, --mirror or --independent"),
        (("quiet", "--drill", "monitor"), "--drill monitor needs several monitors"),
    ],
)
def test_errors_after_opening_a_window(
    screen: Screen,
    tmp_path: Path,
    arguments: tuple[str, ...],
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(ASKED)
    environment = {"DISPLAY": screen.name, "GPULIFE_SETTINGS": str(settings), "GPULIFE_DATA": str(tmp_path / "data")}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(["art", *arguments]) == 2
    said = capfd.readouterr().err
    assert line in said.splitlines()[-1]
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("nothing",), "no programme 'nothing': use one of"),
        (
            ("quiet", "--scene", "Two curents"),
            "programme quiet has no scene 'Two curents': did you mean 'Two currents'",
        ),
        (("quiet", "--brightness", "25:00=1"), "25:00"),
        (("quiet", "--idle", "0"), "'0' is not a number of minutes from 0.05"),
        (("quiet", "--drill", "fire"), "fire"),
    ],
)
def test_errors_before_opening_a_window(
    arguments: tuple[str, ...], line: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", "such as nobody has")  # no window can open; the error would be a different one
    assert main(["art", *arguments]) == 2
    said = capfd.readouterr()
    assert line in said.err
    assert (said.err.count("\n"), said.out) == (1, "")

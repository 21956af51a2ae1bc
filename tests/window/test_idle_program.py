"""The program at rest, also minimised by a window manager, and ``gpulife bench --window --idle``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from window.conftest import ASKED
from window.desktop import PATIENCE, Gpulife, Screen, wait_until
from window.desktop import program as command_of

TESTS = Path(__file__).parents[1]


def settled_after(seconds: float) -> str:
    """Python statements that shorten the time before each measurement."""
    return f"from gpulife.window import idle_bench\nidle_bench._SETTLE_SECONDS = {seconds}"


@contextmanager
def managed() -> Iterator[tuple[Screen, subprocess.Popen[str]]]:
    """A screen of its own with a window manager."""
    screen = Screen()
    command = [sys.executable, "-m", "window.window_manager", screen.name]
    with ExitStack() as stack:
        stack.callback(screen.close)
        manager = stack.enter_context(subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True))
        stack.callback(manager.kill)
        assert manager.stdout is not None
        assert manager.stdout.readline() == "ready\n"
        yield screen, manager


def test_idle_bench_prints_three_shares() -> None:
    with managed() as (screen, _):
        told = subprocess.run(
            [*command_of(settled_after(2.0)), "bench", "--window", "--idle", "--seconds", "1", "--json"],
            env=os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    assert (told.returncode, told.stderr) == (0, "")
    figures = json.loads(told.stdout)
    assert set(figures) == {"start", "halted", "minimised", "renderer"}
    assert 0 < figures["minimised"] < figures["halted"] < figures["start"]


def test_idle_bench_without_window_manager(screen: Screen) -> None:
    told = subprocess.run(
        [*command_of(settled_after(0.1)), "bench", "--window", "--idle", "--seconds", "0.1"],
        env=os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert "minimised not measured" in told.stdout


def test_minimised_window_is_restored(tmp_path: Path) -> None:
    with managed() as (screen, manager):
        (tmp_path / "glider.rle").write_text("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n")
        with Gpulife(screen, tmp_path, tmp_path / "glider.rle", settings=ASKED) as program:
            shown = program.still()
            window = program.window()
            screen.do("windowminimize", window)
            wait_until(lambda: not screen.picture().any(), "a screen without the window")
            manager.send_signal(signal.SIGUSR1)
            program.wait_for(lambda picture: (picture == shown).all(), "the same picture")
            screen.do("windowfocus", "--sync", window)
            program.press("Tab")
            program.wait_for(lambda picture: (picture != shown).any(), "another picture")
            program.press("shift+Escape")
            assert program.process.wait(PATIENCE) == 0


def test_signal_ends_idle_window(screen: Screen, tmp_path: Path) -> None:
    with Gpulife(screen, tmp_path, settings=ASKED) as program:
        program.wait_for(lambda picture: picture.any(), "a window")
        assert program.end(signal.SIGINT) == 130

"""Measure how much processor time each screen of the window takes while nobody touches it.

    PYTHONPATH=. .venv/bin/python tests/soak/idle_pages.py [--only NAME ...] [--seconds 12]

The screens are those of ``screens.py``, in a real window with the real event loop, which believes that the last input
was half a minute ago. Prints a line for each: processor time as a share of one core, frames, and drawn frames a second.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pytest
from soak.screens import SCREENS
from window.desktop import Screen
from window.stage import Stage

from gpulife.input.glfw_input import WindowInput
from gpulife.settings import Settings
from gpulife.signals import stop_on_signals
from gpulife.window.dialogs import file_dialogs
from gpulife.window.event_loop import OpenWindow
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.motion import ASLEEP_AFTER

_FRAMES = 60
"""Frames in which a screen makes its pictures, before the measurement."""
_SETTLE_SECONDS, _DOZE_SECONDS = 6.0, 3.0
"""Seconds for messages and movements to end, and then for the screen to fall asleep, before the measurement."""


def measure(window: Window, scratch: Path, name: str, seconds: float) -> str:
    """Show a screen, let it rest, and return a line with its figures."""
    settings = Settings(reduced_flashing=False, wait_for_players=False, attract_seconds=0)
    events = WindowInput(window.handle)
    with ImguiBackend(window, 1.0) as imgui_backend, stop_on_signals() as stop:
        stage = Stage(window, imgui_backend, scratch, settings)
        try:
            SCREENS[name](stage)
            stage.frames(_FRAMES)
            shell, motion = stage.shell, stage.shell.motion
            shown = time.perf_counter()
            motion.may_rest, dozes = True, False
            opened, drawn, frames, spent, began = OpenWindow(shell, events, None), 0, 0, 0.0, 0.0
            for _ in opened.frames(stage.screens.frame, stop):
                now = time.perf_counter()
                if not dozes and now - shown >= _SETTLE_SECONDS:
                    dozes, motion._touched = True, now - ASLEEP_AFTER
                if not began and now - shown >= _SETTLE_SECONDS + _DOZE_SECONDS:
                    began, spent, drawn, frames = now, time.process_time(), 0, 0
                drawn, frames = drawn + motion.is_drawn, frames + 1
                if began and now - began >= seconds:
                    share = (time.process_time() - spent) / (now - began)
                    return f"{100 * share:5.1f} %  {frames / (now - began):5.1f}  {drawn / (now - began):5.1f}  {name}"
        finally:
            stage.screens.close()
    return f"{name}: ended by a signal"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=[""], help="screens whose names begin like one of these")
    parser.add_argument("--seconds", type=float, default=12.0, help="how long each is measured")
    given = parser.parse_args()
    screen = Screen((1280, 800))
    print("share    frames drawn  screen", flush=True)
    try:
        os.environ |= {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""}
        with Window("gpulife", (1280, 800), vsync=False) as window:
            for name in SCREENS:
                if not name.startswith(tuple(given.only)):
                    continue
                with tempfile.TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
                    patch.setenv("GPULIFE_DATA", f"{scratch}/data")
                    patch.setenv("GPULIFE_SETTINGS", f"{scratch}/settings.toml")
                    patch.setattr(file_dialogs, "has_system_dialogs", lambda: False)
                    print(measure(window, Path(scratch), name, given.seconds), flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()

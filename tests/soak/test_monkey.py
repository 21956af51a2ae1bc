"""The short form of ``monkey.py``: 200 steps in a small window."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from imgui_bundle import imgui
from soak import monkey, monkey_widgets

import gpulife
from gpulife.window.panels import dock_layout, identify_panel

pytestmark = pytest.mark.needs("Xvfb", "xdotool")
SIZE = (800, 600)


def run_monkey(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, monkey.__file__, "--size=800x600", *options]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_nothing_breaks_in_200_steps() -> None:
    result = run_monkey("--seed=1", "--steps=200")
    assert (result.returncode, result.stderr) == (0, ""), result.stdout


def test_every_widget_of_a_screen_can_be_pressed() -> None:
    result = run_monkey("--widgets", "--only=docked Identify")
    assert (result.returncode, result.stderr) == (0, ""), result.stdout
    pressed = re.search(r"docked Identify: (\d+) widgets", result.stdout)
    assert pressed
    assert int(pressed[1]) > 3


def test_failure_report_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    def panel(*_: object) -> list:
        raise KeyError("a bug")

    monkeypatch.setitem(dock_layout.DOCKED, identify_panel.TITLE, panel)
    part = monkey.play(7, 50, SIZE, "docked Identify")
    assert len(part.failures) == 1
    assert "seed 7, step 0, from screen 'docked Identify'" in part.failures[0]
    again = "monkey.py --seed=7 --episode=0 --steps=50 --size=800x600 '--only=docked Identify'"
    assert again in part.failures[0]
    assert "KeyError: 'a bug'" in part.failures[0]


def test_widgets_of_earlier_programs_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program counts frames from 0, so the frame number does not tell programs apart."""
    with monkey.caged(SIZE) as cage:
        ape = monkey.Monkey(cage, "")
        with ape.stage() as stage:
            monkey.ALL["universe"](stage)
            frame = imgui.get_frame_count()
            assert ape.widgets.now()
        with ape.stage():
            monkeypatch.setattr(imgui, "get_frame_count", lambda: frame)
            assert ape.widgets.now() == []


def test_every_kind_of_widget_is_known() -> None:
    """Any function of Dear ImGui that returns a user's action has to be wrapped, or its widgets are never pressed."""
    text = "".join(path.read_text() for path in Path(gpulife.__file__).parent.glob("window/**/*.py"))
    used = {name for name in re.findall(r"imgui(?:_ctx)?\.(\w+)", text) if callable(getattr(imgui, name, None))}
    beginnings = "button,checkbox,radio,selectable,slider,drag_,input_,color_,combo,list_box,menu_item,tree_,tab_item"
    widgets = {name for name in used if any(part in name for part in beginnings.split(","))}
    widgets = {name for name in widgets if not name.startswith(("end_", "get_", "is_"))}
    assert widgets <= set(monkey_widgets.KINDS)

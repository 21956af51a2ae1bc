"""Every key and button, written from the table of bindings itself."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Command
from gpulife.input.glfw_input import key_label
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import AMBER

_MOUSE = (
    ("draw cells of the chosen species", "left button"),
    ("erase cells", "Shift + left button"),
    ("drag the view", "right or middle button"),
    ("zoom about the pointer", "wheel"),
    ("open a pattern, picture or replay", "drop its file on the window"),
)


def panel(snapshot: Snapshot) -> list[Command]:
    """Draw it; it has no commands."""
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop
    if not imgui.begin_table("help", 3, flags):
        return []
    for title in ("what it does", "keys", "gamepad"):
        imgui.table_setup_column(title)
    imgui.table_headers_row()
    group = ""
    for row in snapshot.bindings.describe(key_label):
        if row.group != group:
            group = row.group
            _heading(group)
        _line(row.title, ", ".join(row.keys), ", ".join(row.pads))
    _heading("Mouse")
    for title, how in _MOUSE:
        _line(title, how, "")
    imgui.end_table()
    return []


def _heading(text: str) -> None:
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.text_colored(AMBER, text)


def _line(*columns: str) -> None:
    imgui.table_next_row()
    for text in columns:
        imgui.table_next_column()
        imgui.text_wrapped(text)

"""Every key and button, written from the table of bindings itself; and how the games are played."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked
from gpulife.games.registry import GAMES
from gpulife.input.glfw_input import key_label
from gpulife.resources import help_page
from gpulife.ui.credits_page import draw_credits
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import AMBER

LAWS = "laws_help.md"
_PAGES = {
    # There is room for a word.
    **{spec.title.removesuffix(" Game").removesuffix(" Mode"): spec.help_files for spec in GAMES.values()},
    "Options": ("options_help.md", LAWS),
}
_MOUSE = (
    ("draw cells of the chosen species", "left button"),
    ("erase cells", "Shift + left button"),
    ("drag the view", "right or middle button"),
    ("zoom about the pointer", "wheel"),
    ("open a pattern, picture or replay", "drop its file on the window"),
)


def panel(snapshot: Snapshot) -> list[Asked]:
    """Draw it; it has no commands."""
    if imgui.begin_tab_bar("pages"):
        if imgui.begin_tab_item("Keys")[0]:
            _controls(snapshot)
            imgui.end_tab_item()
        for title, files in _PAGES.items():
            if imgui.begin_tab_item(title)[0]:
                _page(files)
                imgui.end_tab_item()
        if imgui.begin_tab_item("Credits")[0]:
            draw_credits(1)
            imgui.end_tab_item()
        imgui.end_tab_bar()
    return []


def _page(files: tuple[str, ...]) -> None:
    for file in files:
        title, paragraphs = help_page(file)
        if file == LAWS:
            imgui.text_colored(AMBER, title)
        for text in paragraphs:
            imgui.text_wrapped(text)
            if file != LAWS:
                imgui.spacing()


def _controls(snapshot: Snapshot) -> None:
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop
    if not imgui.begin_table("help", 3, flags):
        return
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


def _heading(text: str) -> None:
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.text_colored(AMBER, text)


def _line(*columns: str) -> None:
    imgui.table_next_row()
    for text in columns:
        imgui.table_next_column()
        imgui.text_wrapped(text)

"""The general pages of the help: all keys and buttons, the rules of play, credits."""

from collections.abc import Callable
from functools import partial
from itertools import groupby

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.registry import GAMES
from gpulife.input.bindings import Bindings
from gpulife.input.glfw_input import key_label
from gpulife.resources import help_page
from gpulife.window.design import ACCENT, STRONG, styled
from gpulife.window.panels.widgets import table_row
from gpulife.window.start.credits_page import draw_credits

LAWS = "core/laws_help.md"
_PAGES = {
    **{spec.title.removesuffix(" Game").removesuffix(" Mode"): spec.help_files for spec in GAMES.values()},
    "Options": ("survival1982/options_help.md", LAWS),
    "Phones": ("core/phones_help.md",),
}
_MOUSE = (
    ("Draw cells of the chosen species", "Left button"),
    ("Erase cells; in contests drag the view", "Right button"),
    ("Select cells, with any tool", "Shift + left button"),
    ("Drag the view", "Middle button"),
    ("Zoom at the pointer", "Wheel"),
    ("Open a pattern, picture or replay", "Drop its file on the window"),
)


def help_pages(bindings: Bindings, files: tuple[str, ...]) -> dict[str, Callable[[], None]]:
    """Return, by title, functions that draw the help's general pages, without the page that shows these ``files``."""
    return {
        "All keys": lambda: _controls(bindings),
        **{title: partial(help_texts, others) for title, others in _PAGES.items() if others != files},
        "Credits": lambda: draw_credits(1),
    }


def help_texts(files: tuple[str, ...]) -> None:
    """Draw the texts of the help files with these names, one below the other."""
    for file in files:
        title, paragraphs = help_page(file)
        if file == LAWS:
            with styled(STRONG):
                imgui.text_colored(ACCENT, title)
        for text in paragraphs:
            imgui.text_wrapped(text)
            if file != LAWS:
                imgui.spacing()


def _controls(bindings: Bindings) -> None:
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop
    with imgui_ctx.begin_table("help", 3, flags) as table:
        if not table:
            return
        for title in ("What it does", "Keys", "Gamepad"):
            imgui.table_setup_column(title)
        imgui.table_headers_row()
        for group, rows in groupby(bindings.describe(key_label), lambda row: row.group):
            table_row(group, colour=ACCENT)
            for row in rows:
                table_row(row.title, ", ".join(row.keys), ", ".join(row.pads))
        table_row("Mouse", colour=ACCENT)
        for title, how in _MOUSE:
            table_row(title, how, "")

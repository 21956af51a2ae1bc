"""The general pages of the help: all keys and buttons, the rules of play, credits."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.bindings import Bindings
from gpulife.input.controls import CONTROLS, Control
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Glyph, Legend, PadBrand, Piece, Shape, brand_of, key_glyphs, pad_glyphs
from gpulife.input.names import key_title
from gpulife.resources import help_page
from gpulife.window.design import ACCENT, STRONG, styled
from gpulife.window.panels.keycaps import CAPS_HEIGHT, text_with_caps
from gpulife.window.panels.pages import card
from gpulife.window.panels.widgets import group_title
from gpulife.window.start.credits_page import draw_credits

_WIDTHS = (2.0, 1.2, 0.8)
"""Relative widths of the columns of the page with all keys."""
LAWS = "core/laws_help.md"
ALL_KEYS, ONLINE, PHONES, ART = "All keys", "On-line play", "Phones", "Moving art"
SETTINGS, CREDITS = "Settings", "Credits"
"""Titles of general pages."""
_PAGES = {
    "Options": ("survival1982/options_help.md",),
    ONLINE: ("core/online_help.md",),
    PHONES: ("core/phones_help.md",),
    ART: ("core/art_help.md",),
    SETTINGS: ("core/settings_help.md",),
}
_OF_PHONES = _PAGES[PHONES]
_CONTROL = re.compile(r"\b(?:the|your) (stick|trigger)\b")
_CONTROLS = {"stick": "{move}", "trigger": "{trigger}"}
"""Controls whose keys replace the words "stick" and "trigger" in help texts, keyed by word."""
_ICONS = {
    ALL_KEYS: icons.ICON_FA_KEYBOARD,
    "Options": icons.ICON_FA_SLIDERS,
    ONLINE: icons.ICON_FA_GLOBE,
    PHONES: icons.ICON_FA_MOBILE_SCREEN,
    ART: icons.ICON_FA_PALETTE,
    SETTINGS: icons.ICON_FA_GEAR,
    CREDITS: icons.ICON_FA_HEART,
}
_MOUSE: tuple[tuple[str, tuple[Piece, ...]], ...] = (
    ("Draw cells of the chosen species", (Glyph("Left button", Shape.MOUSE, "left"),)),
    ("Erase cells; in contests drag the view", (Glyph("Right button", Shape.MOUSE, "right"),)),
    (
        "Select cells, with any tool",
        (Glyph("Shift", modifier=True), Glyph("Left button", Shape.MOUSE, "left")),
    ),
    ("Drag the view", (Glyph("Middle button", Shape.MOUSE, "wheel"),)),
    ("Zoom at the pointer", (Glyph("Wheel", Shape.MOUSE, "wheel"),)),
    ("Open a pattern, picture or replay", ("Drop its file on the window",)),
)


def help_pages(bindings: Bindings, reader: Legend) -> dict[str, Callable[[], None]]:
    """Return functions that draw the general pages of the help, keyed by title.

    Args:
        bindings: the keys and buttons of all controls.
        reader: glyphs of the user's keys or buttons.
    """
    return {
        ALL_KEYS: lambda: _controls(bindings, brand_of(reader.hands.pad)),
        **{title: partial(_text_card, files, reader) for title, files in _PAGES.items()},
        CREDITS: _credits_card,
    }


def _text_card(files: tuple[str, ...], reader: Legend) -> None:
    with card("text"):
        help_texts(files, reader)


def _credits_card() -> None:
    with card("credits"):
        draw_credits(1)


def help_texts(files: tuple[str, ...], reader: Legend) -> None:
    """Draw the texts of the help files with these names, one below the other.

    Where a text names a control, as in "{halt}" or "the stick", the user's keys or buttons for it (``reader``) are
    shown.
    """
    for file in files:
        title, paragraphs = help_page(file)
        if file == LAWS:
            with styled(STRONG):
                imgui.text_colored(ACCENT, title)
        for text in paragraphs:
            named = text if file in _OF_PHONES else _CONTROL.sub(lambda found: _CONTROLS[found[1]], text)
            if "{" in named:
                text_with_caps(reader.pieces(named))
            else:
                imgui.text_wrapped(named)
            if file != LAWS:
                imgui.spacing()


def icon_of(title: str) -> str:
    """Return the icon of the general page with this title; for any other title, that of a game's page."""
    return _ICONS.get(title, icons.ICON_FA_CHESS_BOARD)


def _controls(bindings: Bindings, brand: PadBrand) -> None:
    """Draw all controls in groups, with pictures of their keys and gamepad buttons."""
    for group, controls in groupby(CONTROLS, lambda control: control.group):
        rows = [(control.title, *_caps(bindings, control, brand)) for control in controls]
        _draw_group(group, rows)
    _draw_group("Mouse", [(title, pieces, ()) for title, pieces in _MOUSE])


def _caps(bindings: Bindings, control: Control, brand: PadBrand) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return pictures of a control's keys, and of its buttons on gamepads of ``brand``."""
    label = key_title if control.player is None else key_label
    bound = bindings.table[control.name]
    keys = (glyph for input_ in bound if input_.device == "key" for glyph in key_glyphs(input_, label))
    pads = (glyph for input_ in bound if input_.device == "pad" for glyph in pad_glyphs(input_, brand))
    return tuple(keys), tuple(pads)


def _draw_group(title: str, rows: Iterable[tuple[str, tuple[Piece, ...], tuple[Piece, ...]]]) -> None:
    """Draw a group of controls on a card: what each does, its keys and its gamepad buttons."""
    group_title(title)
    flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.borders_inner_h
    with card(title), imgui_ctx.begin_table(title, 3, flags) as table:
        if not table:
            return
        for column, width in enumerate(_WIDTHS):
            imgui.table_setup_column(f"{column}", imgui.TableColumnFlags_.width_stretch, width)
        line = imgui.ImVec2(1.0, imgui.get_font_size() * CAPS_HEIGHT)
        for row in rows:
            imgui.table_next_row()
            imgui.table_next_column()
            if not imgui.is_rect_visible(line):  # drawing all lines would slow the window down
                imgui.dummy(line)
                continue
            text_with_caps(row[:1])
            for pieces in row[1:]:
                imgui.table_next_column()
                text_with_caps(pieces)

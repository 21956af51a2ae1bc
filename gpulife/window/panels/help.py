"""The general pages of the help: all keys and buttons, the rules of play, credits."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, groupby, repeat

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.bindings import Bindings
from gpulife.input.controls import CONTROLS, Control
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Glyph, Legend, PadBrand, Piece, Shape, brand_of, key_glyphs, pad_glyphs
from gpulife.input.names import key_title
from gpulife.resources import help_page
from gpulife.window.design import ACCENT, GAP, GROUND, HEADING, NEAR, ROUNDING, STRONG, packed, styled
from gpulife.window.panels.keycaps import CAPS_HEIGHT, text_with_caps
from gpulife.window.panels.pages import card, view_and_scale
from gpulife.window.panels.rule_pictures import draw_number
from gpulife.window.panels.widgets import group_title
from gpulife.window.start.credits_page import draw_credits

_WIDTHS = (2.0, 1.2, 0.8)
"""Relative widths of the columns of the page with all keys."""
LAWS = "core/laws_help.md"
_TITLED = (LAWS, "survival1982/options_help.md")
"""Files whose title is shown, because they continue the page of a game."""
START, ALL_KEYS, ONLINE, PHONES, ART = "Start screen", "All keys", "On-line play", "Phones", "Moving art"
CONSENT, SETTINGS, CREDITS = "Fair play", "Settings", "Credits"
"""Titles of general pages."""
_PAGES = {
    CONSENT: ("core/consent_help.md",),
    ONLINE: ("core/online_help.md",),
    PHONES: ("core/phones_help.md",),
    ART: ("core/art_help.md",),
    SETTINGS: ("core/settings_help.md",),
}
_OF_PHONES = _PAGES[PHONES]
_STEPS = {
    ONLINE: (
        icons.ICON_FA_GLOBE,
        icons.ICON_FA_SERVER,
        icons.ICON_FA_RIGHT_TO_BRACKET,
        icons.ICON_FA_PLAY,
        icons.ICON_FA_CHAIR,
        icons.ICON_FA_TROPHY,
    ),
    PHONES: (
        icons.ICON_FA_MOBILE_SCREEN,
        icons.ICON_FA_QRCODE,
        icons.ICON_FA_CHAIR,
        icons.ICON_FA_GAMEPAD,
        icons.ICON_FA_PLUG_CIRCLE_XMARK,
        icons.ICON_FA_LOCK,
    ),
}
"""Pictures of the pages that are numbered steps, one for each paragraph, keyed by title. Others get the page's icon."""
_STEP_PICTURE = 40.0
"""Side of such a picture in units of 1/96 inch."""
_GROWS = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.nav_flattened
_CONTROL = re.compile(r"\b(?:the|your) (stick|trigger)\b")
_CONTROLS = {"stick": "{move}", "trigger": "{trigger}"}
"""Controls whose keys replace the words "stick" and "trigger" in help texts, keyed by word."""
_ICONS = {
    START: icons.ICON_FA_HOUSE,
    ALL_KEYS: icons.ICON_FA_KEYBOARD,
    CONSENT: icons.ICON_FA_HANDSHAKE,
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
        **{title: partial(_steps_card if title in _STEPS else _text_card, title, reader) for title in _PAGES},
        CREDITS: _credits_card,
    }


def _text_card(title: str, reader: Legend) -> None:
    with card("text"):
        help_texts(_PAGES[title], reader)


def _steps_card(title: str, reader: Legend) -> None:
    """Draw the paragraphs of a page as numbered steps, each with a picture at the right."""
    scale, side = view_and_scale()[1], _STEP_PICTURE * view_and_scale()[1]
    pictures = chain(_STEPS[title], repeat(icon_of(title)))
    steps = zip(_paragraphs(_PAGES[title][0]), pictures, strict=False)
    with card("steps"):
        pen, width = imgui.get_window_draw_list(), imgui.get_content_region_avail().x
        for number, (text, icon) in enumerate(steps, start=1):
            start, (x, y) = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
            draw_number(number)
            room = start.x + width - side - GAP * scale - imgui.get_cursor_pos_x()
            with imgui_ctx.begin_child(f"step {number}", imgui.ImVec2(room, 0), _GROWS):
                text_with_caps(reader.pieces(text))
            low = max(imgui.get_cursor_pos_y(), start.y + side + NEAR * scale)
            left, end = x + width - side, (x + width, y + side)
            pen.add_rect_filled((left, y), end, packed(GROUND), ROUNDING * scale)
            with styled(HEADING):
                words = imgui.calc_text_size(icon)
                pen.add_text((left + (side - words.x) / 2, y + (side - words.y) / 2), packed(ACCENT), icon)
            imgui.set_cursor_pos((start.x, low))
        imgui.dummy((0, 0))


def _credits_card() -> None:
    with card("credits"):
        draw_credits(1)


def help_texts(files: tuple[str, ...], reader: Legend) -> None:
    """Draw the texts of the help files with these names, one below the other.

    Where a text names a control, as in "{halt}" or "the stick", the user's keys or buttons for it (``reader``) are
    shown.
    """
    for file in files:
        title = help_page(file)[0]
        if file in _TITLED:
            with styled(STRONG):
                imgui.text_colored(ACCENT, title)
        for named in _paragraphs(file):
            if "{" in named:
                text_with_caps(reader.pieces(named))
            else:
                imgui.text_wrapped(named)
            if file != LAWS:
                imgui.spacing()


def _paragraphs(file: str) -> list[str]:
    """Return the paragraphs of a help file, with placeholders for the words "the stick" and "the trigger"."""
    paragraphs = help_page(file)[1]
    if file in _OF_PHONES:
        return list(paragraphs)
    return [_CONTROL.sub(lambda found: _CONTROLS[found[1]], text) for text in paragraphs]


def icon_of(title: str) -> str:
    """Return the icon of the general page with this title."""
    return _ICONS[title]


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

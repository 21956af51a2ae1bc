"""The tool bar of the workbench: icons for the functions that people use most. Tooltips show their names and keys.

Where the window is wide enough, words stand beside the icons. They are added group by group, starting at the right.

To add a button, add an icon and the name of its control to ``_GROUPS``. The control says what the button does.
"""

from collections.abc import Iterator
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import CommandOrAction, GoToGeneration, OpenSection
from gpulife.input.controls import CONTROLS
from gpulife.window.design import (
    CAPTION,
    CHOSEN,
    GAP,
    LEAD,
    NEAR,
    RAISED,
    ROUNDING,
    SMALL,
    TEXT,
    TIGHT,
    faded,
    packed,
    styled,
    vec4,
)
from gpulife.window.panels import identify_panel, pattern_browser
from gpulife.window.panels.pages import focus_here, view_and_scale
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import button_colour, greyed, width_of

TITLE = "Tool bar"
_WIDTH = 36.0
"""Width of a button in units of 1/96 inch. In narrow windows, buttons are narrower, so that all of them fit."""
_MIN_TEXT_ROOM = 90.0
"""Minimum width, in units of 1/96 inch, of the text between the speed buttons that shows the speed.

If there is no room for it, the text is left out.
"""


class _Button(NamedTuple):
    """A button: the name of its control, its icon, and the word beside the icon where there is room."""

    control: str
    icon: str
    word: str = ""


_GROUPS = (
    (
        _Button("open", icons.ICON_FA_FOLDER_OPEN),
        _Button("save", icons.ICON_FA_FLOPPY_DISK),
    ),
    (
        _Button("undo", icons.ICON_FA_ROTATE_LEFT),
        _Button("redo", icons.ICON_FA_ROTATE_RIGHT),
    ),
    (
        _Button("to-start", icons.ICON_FA_BACKWARD_STEP),
        _Button("halt", icons.ICON_FA_PLAY),
        _Button("step", icons.ICON_FA_FORWARD_STEP),
        _Button("slower", icons.ICON_FA_CIRCLE_MINUS),
        _Button("faster", icons.ICON_FA_CIRCLE_PLUS),
    ),
    (
        _Button("tool-1", icons.ICON_FA_PENCIL, "Draw"),
        _Button("tool-2", icons.ICON_FA_ERASER, "Erase"),
        _Button("tool-3", icons.ICON_FA_VECTOR_SQUARE, "Select"),
        _Button("tool-4", icons.ICON_FA_HAND, "Move"),
        _Button("tool-5", icons.ICON_FA_RULER, "Measure"),
        _Button("tool-6", icons.ICON_FA_EYE_DROPPER, "Pick"),
    ),
    (
        _Button("patterns", icons.ICON_FA_STAMP, "Patterns"),
        _Button("rule", icons.ICON_FA_DNA, "Rule"),
        _Button("identify", icons.ICON_FA_FINGERPRINT, "Identify"),
        _Button("look", icons.ICON_FA_PALETTE, "Look"),
    ),
    (
        _Button("fullscreen", icons.ICON_FA_EXPAND),
        _Button("help", icons.ICON_FA_CIRCLE_QUESTION),
        _Button("start-screen", icons.ICON_FA_HOUSE),
    ),
)
"""The groups of buttons from left to right. The last group stands apart, at the right end of the bar."""
_BUTTONS = sum(len(group) for group in _GROUPS)
_CONTROLS = {control.name: control for control in CONTROLS}


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the tool bar; yield the user's requests."""
    scale, (room, high) = view_and_scale()[1], imgui.get_content_region_avail()
    gap, apart = 0.0, GAP * scale
    pace = _pace(snapshot)
    text_room = max(_MIN_TEXT_ROOM * scale, imgui.calc_text_size(pace).x)
    used = _BUTTONS * _WIDTH * scale + (_BUTTONS - len(_GROUPS)) * gap + (len(_GROUPS) - 1) * apart
    shows_pace = used + text_room + gap <= room
    worded = _worded(room - used - (text_room + gap if shows_pace else 0.0), scale)
    if used > room:
        apart = TIGHT * scale
    width = min(_WIDTH * scale, (room - (_BUTTONS - len(_GROUPS)) * gap - (len(_GROUPS) - 1) * apart) / _BUTTONS)
    (left, top), (x, y) = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
    end = left + room
    pen, rounding, offset = imgui.get_window_draw_list(), ROUNDING * scale, x - left
    pressed, pointed = "", ""
    with (
        styled(LEAD),
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (0.0, 0.0)),
        imgui_ctx.push_style_color(imgui.Col_.button, vec4(faded(RAISED, 0.0))),  # the group has a ground
    ):
        for group in _GROUPS:
            if group is _GROUPS[-1]:
                left = max(left, end - len(group) * width)
            has_pace = shows_pace and any(button.control == "slower" for button in group)
            widths = [width + (worded.get(button.control, 0.0)) for button in group]
            wide = sum(widths) + (len(group) - 1) * gap + (text_room + gap if has_pace else 0.0)
            pen.add_rect_filled((left + offset, y), (left + offset + wide, y + high), packed(RAISED), rounding)
            for button, own_width in zip(group, widths, strict=True):
                imgui.set_cursor_pos((left, top))
                if _draw_button(button, state, snapshot, (own_width, high), worded=button.control in worded):
                    pressed = button.control
                if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled):
                    pointed = button.control
                left += own_width + gap
                if button.control == "slower" and shows_pace:
                    with styled(SMALL):
                        words = imgui.calc_text_size(pace)
                        imgui.set_cursor_pos((left + (text_room - words.x) / 2, top + (high - words.y) / 2))
                        imgui.text_colored(CAPTION, pace)
                    left += text_room + gap
            left += apart - gap
    if pointed:
        imgui.set_tooltip(_about(pointed, snapshot))
    if pressed:
        yield from _requests(pressed)


def _worded(room: float, scale: float) -> dict[str, float]:
    """Return the words that fit: the width that each adds to its button, keyed by the button's control.

    A group has words on all of its buttons or on none. ``room`` is the width in points left over without any words,
    ``scale`` the number of points in 1/96 inch.
    """
    found: dict[str, float] = {}
    with styled(SMALL):
        for group in reversed(_GROUPS):
            words = {
                button.control: width_of(button.word, SMALL.size) + NEAR * scale for button in group if button.word
            }
            if words and sum(words.values()) <= room:
                found |= words
                room -= sum(words.values())
    return found


def _draw_button(
    button: _Button, state: PanelState, snapshot: Snapshot, size: tuple[float, float], *, worded: bool
) -> bool:
    """Draw a button with its icon and, if ``worded``, its word; return whether it was pressed."""
    control, icon, word = button
    corner = imgui.get_cursor_screen_pos()
    if control == "halt" and snapshot.running:
        icon = icons.ICON_FA_PAUSE
    elif control == "fullscreen" and snapshot.fullscreen:
        icon = icons.ICON_FA_COMPRESS
    label = f"{'' if worded else icon}###tool {control}"
    if (control == "undo" and not snapshot.undo) or (control == "redo" and not snapshot.redo):
        with greyed(on=True):
            pressed = imgui.button(label, size)
    elif _is_on(control, state, snapshot):
        with button_colour(CHOSEN):
            pressed = imgui.button(label, size)
    else:
        pressed = imgui.button(label, size)
    if worded:
        pen, scale = imgui.get_window_draw_list(), view_and_scale()[1]
        signs = imgui.calc_text_size(icon)
        middle = corner.x + _WIDTH * scale / 2 - signs.x / 2
        pen.add_text((middle, corner.y + (size[1] - signs.y) / 2), packed(TEXT), icon)
        with styled(SMALL):
            high = imgui.get_text_line_height()
            left = corner.x + size[0] - width_of(word, SMALL.size) - NEAR * scale
            pen.add_text((left, corner.y + (size[1] - high) / 2), packed(TEXT), word)
    if control == "halt" and state.wants_focus and state.focused == TITLE:
        focus_here()
    return bool(pressed)


def _is_on(control: str, state: PanelState, snapshot: Snapshot) -> bool:
    """Return True if the tool of ``control``'s button is chosen, or if the window that the button opens is open."""
    assert snapshot.workbench is not None  # noqa: S101 - only boards with a workbench have this bar
    if control in ("patterns", "identify"):
        return state.docked == {"patterns": pattern_browser.TITLE, "identify": identify_panel.TITLE}[control]
    request = _CONTROLS[control].request if control in _CONTROLS else None
    return getattr(request, "tool", None) == snapshot.workbench.tool


def _about(control: str, snapshot: Snapshot) -> str:
    """Return the tooltip of the button for ``control``: what it does, and its keys."""
    if control == "to-start":
        return "Back to generation 0"
    title = _CONTROLS[control].title
    if control == "halt":
        title = "Halt" if snapshot.running else "Run"
    elif control in ("undo", "redo"):
        title = {"undo": snapshot.undo, "redo": snapshot.redo}[control] or f"Nothing to {control}"
    elif control == "look":
        title = "Look: colours, pictures, grid"
    keys = snapshot.keys_text(control) if control != "look" else ""
    return f"{title} ({keys})" if keys else title


def _requests(control: str) -> Iterator[CommandOrAction]:
    """Yield the request that a press of the button for ``control`` makes."""
    if control == "look":
        yield OpenSection("Look")
    elif control == "to-start":
        yield GoToGeneration(0)
    else:
        yield _CONTROLS[control].request


def _pace(snapshot: Snapshot) -> str:
    """Return the text for the speed, such as "30 a second"."""
    if snapshot.pace > 0:
        return f"{snapshot.pace / 1000:.0f} a second"
    return "as in 1982" if snapshot.pace < 0 else "full speed"

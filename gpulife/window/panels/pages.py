"""Frames of pages, dialogs and cards: their place and background, the list of pages, scrolling and the focus."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import (
    ACCENT,
    CHOSEN,
    GAP,
    GROUND,
    HOVERED,
    LEAD,
    LINE,
    RGBA,
    ROUNDING,
    SURFACE,
    TEXT,
    packed,
    vec4,
)

CARD_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
)
"""Dear ImGui's flags for small windows over the board. Such a window fits its content and does not take the focus."""


def view_and_scale() -> tuple[imgui.ImVec2, float]:
    """Return the window's size in points, and the number of points in 1/96 inch."""
    return imgui.get_main_viewport().size, float(imgui.get_style().font_scale_dpi)


def place_next_window(
    position: tuple[float, float],
    size: tuple[float, float],
    condition: imgui.Cond_ = imgui.Cond_.first_use_ever,
    opacity: float | None = None,
) -> None:
    """Set the next window's position and size in points, and its opacity (None leaves the opacity as it is).

    ``condition`` says when position and size apply: by default, only when the window is shown for the first time.
    """
    imgui.set_next_window_pos(imgui.ImVec2(*position), condition)
    imgui.set_next_window_size(imgui.ImVec2(*size), condition)
    if opacity is not None:
        imgui.set_next_window_bg_alpha(opacity)


@contextmanager
def whole_window(name: str, ground: RGBA = GROUND) -> Iterator[None]:
    """Open a page that fills the window; the ``with`` block draws its content. The page scrolls if need be.

    ``name`` identifies the page in Dear ImGui; ``ground`` is the colour of its background.
    """
    view = imgui.get_main_viewport()
    place_next_window((view.pos.x, view.pos.y), (view.size.x, view.size.y), imgui.Cond_.always)
    flags = (
        imgui.WindowFlags_.no_title_bar
        | imgui.WindowFlags_.no_resize
        | imgui.WindowFlags_.no_collapse
        | imgui.WindowFlags_.no_move
        | imgui.WindowFlags_.no_saved_settings
    )
    with (
        imgui_ctx.push_style_color(imgui.Col_.window_bg, vec4(ground)),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding, 0.0),
        imgui_ctx.begin(name, None, flags),
    ):
        yield
        mend_focus()


@contextmanager
def card(name: str) -> Iterator[None]:
    """Draw the content of the ``with`` block on a card as wide as the page and as high as the content.

    ``name`` identifies the card in Dear ImGui.
    """
    scale = view_and_scale()[1]
    flags = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.always_use_window_padding
    with (
        imgui_ctx.push_style_color(imgui.Col_.child_bg, vec4(SURFACE)),
        imgui_ctx.push_style_color(imgui.Col_.border, vec4(LINE)),
        imgui_ctx.push_style_var(imgui.StyleVar_.child_rounding, ROUNDING * scale),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (GAP * scale, GAP * scale)),
        imgui_ctx.begin_child(
            name, imgui.ImVec2(0, 0), flags | imgui.ChildFlags_.borders | imgui.ChildFlags_.nav_flattened
        ),
    ):
        yield


@dataclass(slots=True)
class _Dimmed:
    """The latest frame in which :func:`dim_what_is_behind` was called, by Dear ImGui's frame count."""

    frame: int = -2


_DIMMED = _Dimmed()


def dim_what_is_behind(view: imgui.ImVec2) -> None:
    """Darken everything around the current Dear ImGui window, and draw a border around that window.

    The window should be opaque. ``view`` is the size of the whole program window in points.
    """
    _DIMMED.frame = imgui.get_frame_count()
    pen, corner, size = imgui.get_window_draw_list(), imgui.get_window_pos(), imgui.get_window_size()
    dark, radius, scale = packed(GROUND, 0.65), imgui.get_style().window_rounding, view_and_scale()[1]
    left, top, right, low = corner.x, corner.y, corner.x + size.x, corner.y + size.y
    pen.push_clip_rect_full_screen()
    # Only around the window, since its title bar has been drawn already.
    pen.add_rect_filled((0, 0), (view.x, top), dark)
    pen.add_rect_filled((0, low), (view.x, view.y), dark)
    pen.add_rect_filled((0, top), (left, low), dark)
    pen.add_rect_filled((right, top), (view.x, low), dark)
    corners = (left, top, 1, 1), (right, top, -1, 1), (right, low, -1, -1), (left, low, 1, -1)
    for number, (x, y, inward, down) in enumerate(corners):
        pen.path_clear()
        pen.path_line_to((x, y))
        angle = math.pi * (1 + number / 2)
        pen.path_arc_to((x + inward * radius, y + down * radius), radius, angle, angle + math.pi / 2)
        pen.path_fill_concave(dark)
    pen.add_rect(corner, corner + size, packed(HOVERED), radius, max(1.0, scale))
    pen.pop_clip_rect()


def is_dimmed() -> bool:
    """Return True if a window now dims everything behind it, as the pause menu does."""
    return 0 <= imgui.get_frame_count() - _DIMMED.frame <= 1


def page_list(name: str, icons_of: Mapping[str, str], shown: str, below: float, *, focuses: bool = False) -> str:
    """Draw a list of the pages of a screen, each with its icon; return the title of the page to show.

    The page whose title has the keyboard focus is shown.

    Args:
        name: the list's name in Dear ImGui.
        icons_of: the pages' icons, keyed by the page's title.
        shown: title of the page that is shown now.
        below: height in points of the space below the list.
        focuses: True to give the keyboard focus to the page that is shown.
    """
    scale, gap = view_and_scale()[1], imgui.get_style().item_spacing
    inset, room = 2 * LEAD.size * scale, imgui.get_content_region_avail().y - below - gap.y
    high, apart = imgui.get_frame_height(), gap.y
    if len(icons_of) * (high + apart) > room:  # in low windows lines are closer to each other
        apart = scale
        high = max(min(high, room / len(icons_of) - apart), imgui.get_text_line_height() + 2 * scale)
    row = imgui.ImVec2(max(imgui.calc_text_size(title).x for title in icons_of) + inset + gap.x, high)
    scrolls = len(icons_of) * (high + apart) > room + scale
    width = row.x + 2 * gap.x + imgui.get_style().scrollbar_size * scrolls
    chosen = shown
    with (
        imgui_ctx.begin_child(name, imgui.ImVec2(width, -below), imgui.ChildFlags_.nav_flattened),
        imgui_ctx.push_style_color(imgui.Col_.header, vec4(CHOSEN)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing, (gap.x, apart)),
    ):
        imgui.set_cursor_pos((gap.x, gap.y / 2))  # the focus frame is wider than the words
        imgui.indent(gap.x)
        pen = imgui.get_window_draw_list()
        for title, icon in icons_of.items():
            corner, is_shown = imgui.get_cursor_screen_pos(), title == shown
            pressed, _ = imgui.selectable(f"##{title}", is_shown, 0, row)
            if is_shown and (focuses or imgui.is_window_appearing()):
                focus_here()
            elif pressed or (imgui.is_item_focused() and imgui.get_io().nav_visible):
                chosen = title
            middle = corner.y + (high - imgui.get_text_line_height()) / 2
            left = corner.x + (inset - imgui.calc_text_size(icon).x) / 2
            pen.add_text((left, middle), packed(TEXT if is_shown else ACCENT), icon)
            pen.add_text((corner.x + inset, middle), packed(TEXT), title)
    return chosen


def scroll_by_keys() -> None:
    """Scroll the window being drawn by PageUp, PageDown or a pad's right stick, wherever the focus is."""
    for key in (imgui.Key.page_down, imgui.Key.page_up):
        imgui.internal.set_key_owner(key, imgui.get_id("scroll"))  # otherwise they would also move the focus
    page = imgui.get_window_height() * 0.8
    down = imgui.is_key_pressed(imgui.Key.page_down) - imgui.is_key_pressed(imgui.Key.page_up)
    stick = imgui.is_key_down(imgui.Key.gamepad_r_stick_down) - imgui.is_key_down(imgui.Key.gamepad_r_stick_up)
    if down or stick:
        imgui.set_scroll_y(imgui.get_scroll_y() + page * (down + 2 * stick * imgui.get_io().delta_time))


def back_pressed() -> bool:
    """Return whether Escape or a pad's B was pressed."""
    return imgui.is_key_pressed(imgui.Key.escape) or imgui.is_key_pressed(imgui.Key.gamepad_face_right)


def default_focus() -> None:
    """Give the focus to the widget drawn just before when its window appears, and whenever no widget has the focus.

    So Return, Space and a pad's A still work after a click on an empty part of the page has removed the focus.
    """
    if imgui.is_window_appearing() or focus_is_lost():
        focus_here()


def focus_is_lost() -> bool:
    """Return True if no widget of the page being drawn has the focus, and no mouse button is held."""
    lost = not (imgui.is_any_item_focused() or imgui.is_any_item_active() or imgui.is_mouse_down(0))
    busy = imgui.is_popup_open("", imgui.PopupFlags_.any_popup)
    return lost and not busy and imgui.is_window_focused(imgui.FocusedFlags_.root_and_child_windows)


def focus_here() -> None:
    """Let keys and pads operate the widget drawn just before (give it the focus)."""
    imgui.set_item_default_focus()
    imgui.set_keyboard_focus_here(-1)
    imgui.set_nav_cursor_visible(True)


def mend_focus() -> None:
    """Let :func:`default_focus` set a lost focus again in the next frame. Call this at the end of a page or dialog.

    The focus is lost after a click outside all windows, and when the focused widget disappears.
    """
    context = imgui.get_current_context()
    with_keys: object | None = context.nav_window
    if imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        return
    if with_keys is None:
        imgui.set_window_focus()
    elif not context.nav_id_is_alive and imgui.is_window_focused(imgui.FocusedFlags_.root_and_child_windows):
        context.nav_id = 0

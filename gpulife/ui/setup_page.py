"""A page over the whole window on which a game is set up: its frame, and rows of choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

_PICKED = imgui.ImVec4(0.2, 0.42, 0.7, 1.0)


@contextmanager
def page(name: str, width: float) -> Iterator[None]:
    """Whatever is drawn inside stands on the page, ``width`` pixels wide on a 96 dpi screen."""
    view, scale = imgui.get_main_viewport(), imgui.get_style().font_scale_dpi
    imgui.set_next_window_pos(view.pos)
    imgui.set_next_window_size(view.size)
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    imgui.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(0.02, 0.024, 0.035, 0.94))
    imgui.begin(name, None, flags & ~imgui.WindowFlags_.no_scrollbar)
    width = min(width * scale, view.size.x - 40 * scale)
    imgui.set_cursor_pos(imgui.ImVec2((view.size.x - width) / 2, max(16 * scale, view.size.y / 2 - 300 * scale)))
    imgui.begin_child("page", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened)
    yield
    imgui.end_child()
    imgui.end()
    imgui.pop_style_color()


def goes_back() -> bool:
    """Whether Escape or a pad's B was pressed."""
    return imgui.is_key_pressed(imgui.Key.escape) or imgui.is_key_pressed(imgui.Key.gamepad_face_right)


def title(words: str) -> None:
    """The page's, large."""
    _title(words)
    imgui.spacing()


def title_with_back(words: str) -> bool:
    """The same with the button to go back on its line, for pages as high as small screens; whether it was pressed."""
    right = imgui.get_content_region_avail().x
    _title(words)
    imgui.same_line(right - imgui.calc_text_size("Back").x - 2 * imgui.get_style().frame_padding.x)
    pressed = bool(imgui.button("Back"))
    imgui.spacing()
    return pressed


def _title(words: str) -> None:
    imgui.push_font(None, 40.0)
    imgui.text(words)
    imgui.pop_font()


def row(labels: Sequence[str], picked: int | None, focus: int | None = None) -> int | None:
    """Buttons of one width across the page; the place of the one that was pressed."""
    gap = imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - gap * (len(labels) - 1)) / len(labels)
    pressed = None
    for place, label in enumerate(labels):
        if place:
            imgui.same_line()
        if place == picked:
            imgui.push_style_color(imgui.Col_.button, _PICKED)
        if imgui.button(label, imgui.ImVec2(width, 0)):
            pressed = place
        if place == picked:
            imgui.pop_style_color()
        if place == focus:
            begin_here()
    return pressed


def choice(name: str, labels: Sequence[str], picked: int) -> int:
    """A row of which one is always picked: the place of the one that is picked after it. ``name`` tells rows apart."""
    imgui.push_id(name)
    pressed = row(labels, picked)
    imgui.pop_id()
    return picked if pressed is None else pressed


def begin_here() -> None:
    """Keys and pads begin at the widget before."""
    imgui.set_item_default_focus()
    imgui.set_keyboard_focus_here(-1)
    imgui.set_nav_cursor_visible(True)

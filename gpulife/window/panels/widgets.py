"""Small things that several panels draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import Asked
from gpulife.view.look import RGB

PICKED = imgui.ImVec4(0.2, 0.42, 0.7, 1.0)
"""The ground of the one button of several that is picked."""
AMBER = imgui.ImVec4(0.96, 0.72, 0.26, 1.0)
GREY = imgui.ImVec4(0.6, 0.64, 0.7, 1.0)


def colour(rgb: RGB, alpha: float = 1.0) -> imgui.ImVec4:
    """An sRGB colour of 0 to 255 as Dear ImGui takes it."""
    red, green, blue = (value / 255 for value in rgb)
    return imgui.ImVec4(red, green, blue, alpha)


def wide_button(label: str, share: float = 1.0) -> bool:
    """A button of that share of what is left of the panel's width; whether it was pressed."""
    width = imgui.get_content_region_avail().x
    return bool(imgui.button(label, imgui.ImVec2(width * share - (1 - share) * imgui.get_style().item_spacing.x, 0)))


def buttons(labels: Sequence[str], columns: int | None = None) -> str | None:
    """Buttons of one width, so many a line (all by default); the label of the one that was pressed."""
    columns = columns or len(labels)
    gap = imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - gap * (columns - 1)) / columns
    pressed = None
    for number, label in enumerate(labels):
        if number % columns:
            imgui.same_line()
        if imgui.button(label, imgui.ImVec2(width, 0)):
            pressed = label
    return pressed


def menu(entries: Mapping[str, Asked]) -> list[Asked]:
    """Buttons of one width in a line; what the one that was pressed asks for."""
    pressed = buttons(list(entries))
    return [] if pressed is None else [entries[pressed]]


@contextmanager
def button_ground(ink: imgui.ImVec4, *, on: bool = True) -> Iterator[None]:
    """Give the buttons inside a ground of their own, if ``on``."""
    if on:
        imgui.push_style_color(imgui.Col_.button, ink)
    yield
    if on:
        imgui.pop_style_color()


def switch(title: str, *, on: bool) -> bool | None:
    """A box to tick; what it is now if it was changed."""
    changed, now = imgui.checkbox(title, on)
    return now if changed else None


def slider(name: str, value: float, low: float, high: float, words: str) -> float | None:
    """A number between two, across the panel; what it is now if it was changed."""
    imgui.set_next_item_width(-1)
    changed, now = imgui.slider_float(f"##{name}", value, low, high, words)
    return now if changed else None


def whole_slider(name: str, value: int, low: int, high: int, words: str) -> int | None:
    """The same for a whole number, which does not leave the range when it is typed."""
    imgui.set_next_item_width(-1)
    changed, now = imgui.slider_int(f"##{name}", value, low, high, words, imgui.SliderFlags_.always_clamp)
    return now if changed else None


def type_line(name: str, text: str) -> str:
    """A line to type in, across the panel; what is in it now."""
    imgui.set_next_item_width(-1)
    return str(imgui.input_text(f"##{name}", text)[1])


def type_size(name: str, columns: int, rows: int, offered: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Columns and rows of a board, to type or to choose from a list."""
    imgui.set_next_item_width(-1)
    _, (columns, rows) = imgui.input_int2(f"##{name} size", [columns, rows])
    names = [f"{wide} x {high}" for wide, high in offered]
    chosen = choice(f"{name} sizes", "choose a size", names)
    return (columns, rows) if chosen is None else offered[names.index(chosen)]


@contextmanager
def whole_window(name: str, ground: imgui.ImVec4) -> Iterator[None]:
    """Whatever is drawn inside is over all of the window, and scrolls where there is no room."""
    view = imgui.get_main_viewport()
    imgui.set_next_window_pos(view.pos)
    imgui.set_next_window_size(view.size)
    flags = imgui.WindowFlags_.no_title_bar | imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_collapse
    flags |= imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    with imgui_ctx.push_style_color(imgui.Col_.window_bg, ground), imgui_ctx.begin(name, None, flags):
        yield


def leaves() -> bool:
    """Whether Escape or a pad's B was pressed."""
    return imgui.is_key_pressed(imgui.Key.escape) or imgui.is_key_pressed(imgui.Key.gamepad_face_right)


def begin_here() -> None:
    """Keys and pads begin at the widget before."""
    imgui.set_item_default_focus()
    imgui.set_keyboard_focus_here(-1)
    imgui.set_nav_cursor_visible(True)


def choice(label: str, current: str, names: Iterable[str], width: float = -1) -> str | None:
    """A drop-down list; the name that was chosen now, if any."""
    chosen = None
    imgui.set_next_item_width(width)
    if imgui.begin_combo(f"##{label}", current):
        for name in names:
            selected, _ = imgui.selectable(name, name == current)
            if selected and name != current:
                chosen = name
            if name == current:
                imgui.set_item_default_focus()
        imgui.end_combo()
    return chosen


def width_of(words: str, size: float | None = None) -> float:
    """In pixels, in the current font or in one of ``size`` pixels on a 96 dpi screen."""
    if size is None:
        return float(imgui.calc_text_size(words).x)
    with imgui_ctx.push_font(None, size):
        return float(imgui.calc_text_size(words).x)


def elided(words: str, room: float, size: float | None = None) -> str:
    """As much of ``words`` as ``room`` pixels take, with an ellipsis for what does not fit; empty if nothing does."""
    if width_of(words, size) <= room:
        return words
    for letters in range(len(words) - 1, 1, -1):
        short = words[:letters].rstrip() + "\u2026"
        if width_of(short, size) <= room:
            return short
    return ""


def caption(text: str) -> None:
    """A quiet line above a group of widgets."""
    imgui.text_colored(GREY, text)


def quiet(text: str, ink: imgui.ImVec4 = GREY) -> None:
    """A text in the panel's width, over several lines if it is long."""
    with imgui_ctx.push_text_wrap_pos():
        imgui.text_colored(ink, text)


def table_row(*columns: str, ink: imgui.ImVec4 | None = None) -> None:
    """The next row of a table, or the beginning of one."""
    imgui.table_next_row()
    for text in columns:
        imgui.table_next_column()
        with imgui_ctx.push_style_color(imgui.Col_.text, ink or imgui.get_style_color_vec4(imgui.Col_.text)):
            imgui.text_wrapped(text)


def tip(text: str) -> None:
    """What the last widget does, when the pointer or the pad rests on it."""
    if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled):
        imgui.set_tooltip(text)


def number(value: float) -> str:
    """A figure for people: ``number(2.5e9) == '2.5 G'``, ``number(30) == '30'``."""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:.3g} {prefix}"
    return f"{value:.0f}"

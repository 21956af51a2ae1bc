"""Small things that several panels draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from imgui_bundle import imgui

from gpulife.view.look import RGB

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


def choice(label: str, current: str, names: Iterable[str]) -> str | None:
    """A drop-down list; the name that was chosen now, if any."""
    chosen = None
    imgui.set_next_item_width(-1)
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
    imgui.push_font(None, size)
    width = float(imgui.calc_text_size(words).x)
    imgui.pop_font()
    return width


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
    imgui.push_text_wrap_pos(0.0)
    imgui.text_colored(ink, text)
    imgui.pop_text_wrap_pos()


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

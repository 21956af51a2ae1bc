"""Draws colour swatches in lines of text, and lines with a title and a value."""

from imgui_bundle import imgui

from gpulife.window.design import CAPTION, RGBA, TEXT, packed
from gpulife.window.panels.widgets import elided, tooltip, width_of

_SWATCH = 0.75
"""Side of a swatch, as a share of the height of a line of text."""


def swatch(colour: RGBA) -> None:
    """Draw a small square in exactly this colour before the text that follows in the same line."""
    side, corner = round(imgui.get_text_line_height() * _SWATCH), imgui.get_cursor_screen_pos()
    top = corner.y + (imgui.get_text_line_height() - side) / 2
    imgui.get_window_draw_list().add_rect_filled((corner.x, top), (corner.x + side, top + side), packed(colour))
    imgui.dummy((side, imgui.get_text_line_height()))
    imgui.same_line()


def swatch_width() -> float:
    """Return the width in points of a :func:`swatch` and the space after it."""
    return round(imgui.get_text_line_height() * _SWATCH) + float(imgui.get_style().item_spacing.x)


def fact(title: str, value: str, colour: RGBA | None = None) -> None:
    """Draw a title at the left of the panel, after a swatch if there is a ``colour``, and its value at the right."""
    left, room, gap = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x, imgui.get_style().item_spacing.x
    if colour is not None:
        swatch(colour)
    shown = elided(value, room - width_of(title) - gap)
    imgui.text_colored(CAPTION if colour is None else TEXT, elided(title, room - width_of(shown) - gap))
    imgui.same_line(left + room - width_of(shown))
    imgui.text(shown)
    if shown != value:
        tooltip(value)

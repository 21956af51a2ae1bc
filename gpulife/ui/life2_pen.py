"""Lines, frames, words and the two players' marks, on Dear ImGui's list behind the panels."""

from __future__ import annotations

import math

from imgui_bundle import imgui

Ink = tuple[float, float, float, float]
"""Red, green, blue and how opaque, 0 to 1."""
Point = tuple[float, float]
"""(x, y) in pixels."""


def line(start: Point, end: Point, ink: Ink, thick: float = 1.0) -> None:
    """A straight line."""
    imgui.get_background_draw_list().add_line(imgui.ImVec2(*start), imgui.ImVec2(*end), _code(ink), thick)


def rectangle(corner: Point, end: Point, ink: Ink, rounding: float = 0.0) -> None:
    """A filled one."""
    imgui.get_background_draw_list().add_rect_filled(imgui.ImVec2(*corner), imgui.ImVec2(*end), _code(ink), rounding)


def frame(corner: Point, end: Point, ink: Ink, thick: float) -> None:
    """One of lines that lie inside of it."""
    half = thick / 2
    for x0, y0, x1, y1 in (
        (corner[0], corner[1] + half, end[0], corner[1] + half),
        (corner[0], end[1] - half, end[0], end[1] - half),
        (corner[0] + half, corner[1], corner[0] + half, end[1]),
        (end[0] - half, corner[1], end[0] - half, end[1]),
    ):
        line((x0, y0), (x1, y1), ink, thick)


def draw_symbol(player: int, middle: Point, radius: float, ink: Ink) -> None:
    """The first player's star or the second's grating, about ``middle``."""
    x, y = middle
    thick = max(1.5, radius * 0.24)
    if player == 0:
        for third in range(3):
            across, down = radius * math.sin(third * math.pi / 3), radius * math.cos(third * math.pi / 3)
            line((x - across, y - down), (x + across, y + down), ink, thick)
        return
    for shift in (-0.36 * radius, 0.36 * radius):
        line((x + shift, y - 0.92 * radius), (x + shift, y + 0.92 * radius), ink, thick)
        line((x - 0.92 * radius, y + shift), (x + 0.92 * radius, y + shift), ink, thick)


def width_of(words: str, size: float) -> float:
    """In pixels."""
    imgui.push_font(None, size)
    width = float(imgui.calc_text_size(words).x)
    imgui.pop_font()
    return width


def text(
    words: str, x: float, y: float, ink: Ink, *, align: float = 0.0, size: float = 24.0, shadow: bool = True
) -> None:
    """Words from ``y`` downwards; ``align`` is the part of them that is left of ``x``."""
    if not words:
        return
    scale = imgui.get_style().font_scale_dpi
    left = x - width_of(words, size) * align
    imgui.push_font(None, size)
    pen = imgui.get_background_draw_list()
    if shadow:
        pen.add_text(imgui.ImVec2(left + scale, y + scale), _code((0.0, 0.0, 0.0, 0.8)), words)
    pen.add_text(imgui.ImVec2(left, y), _code(ink), words)
    imgui.pop_font()


def _code(ink: Ink) -> int:
    return int(imgui.get_color_u32(imgui.ImVec4(*ink)))

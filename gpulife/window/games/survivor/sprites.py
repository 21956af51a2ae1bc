"""Draws the six kinds of cells as small figures that differ in shape as well as in colour."""

import math
from collections.abc import Callable, Sequence

from imgui_bundle import imgui

from gpulife.games.survivor.level import ENEMY, IMPASSABLE, PAWN, SHELTER, TRAP
from gpulife.view.look import RGB
from gpulife.window.games.survivor.daylight import blend
from gpulife.window.panels.draw_primitives import code_of

Pen = imgui.ImDrawList
Point = imgui.ImVec2 | tuple[int | float, int | float] | list[int | float]
"""A point as draw lists take it."""
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_LAMP, _FIRE, _PIT = (255, 246, 190), (255, 190, 70), (10, 8, 10)


def draw_ground(pen: Pen, corner: tuple[float, float], size: float, ground: RGB, *, odd: bool) -> None:
    """Draw a walkable cell, every other one a little darker, so that cells can be counted."""
    x, y = corner
    shade = blend(ground, _BLACK, 0.08 if odd else 0.0)
    pen.add_rect_filled(imgui.ImVec2(x, y), imgui.ImVec2(x + size, y + size), code_of(shade))


def draw_figure(
    pen: Pen,
    state: int,
    corner: tuple[float, float],
    size: float,
    colours: Sequence[RGB],
    night: float,
    alpha: float = 1.0,
) -> None:
    """Draw the figure on a cell; a walkable one has none.

    Args:
        pen: list to draw on.
        state: state of the cell.
        corner: upper left corner in points.
        size: side of the cell in points.
        colours: colours of the states.
        night: 0 by day to 1 at midnight.
        alpha: opacity; less than 1 for pieces that are not on the board.
    """
    figure = _FIGURES.get(state)
    if figure is not None and state < len(colours):
        figure(pen, corner, size, colours[state], night, alpha)


def _pawn(pen: Pen, corner: tuple[float, float], size: float, ink: RGB, night: float, alpha: float) -> None:
    """Draw a head on shoulders."""
    x, y = corner
    ink = blend(ink, _WHITE, 0.12)
    rim = code_of(blend(ink, _BLACK, 0.75), alpha)
    fill = code_of(blend(ink, _BLACK, 0.12 * night), alpha)
    middle = x + size / 2
    head = imgui.ImVec2(middle, y + size * 0.32)
    body: list[Point] = [
        imgui.ImVec2(middle + size * across, y + size * down)
        for across, down in ((-0.27, 0.86), (-0.2, 0.6), (-0.09, 0.47), (0.09, 0.47), (0.2, 0.6), (0.27, 0.86))
    ]
    pen.add_convex_poly_filled(body, fill)
    pen.add_polyline(body, rim, _line(size), imgui.ImDrawFlags_.closed)
    pen.add_circle_filled(head, size * 0.17, fill, 20)
    pen.add_circle(head, size * 0.17, rim, 20, _line(size))


def _shelter(pen: Pen, corner: tuple[float, float], size: float, ink: RGB, night: float, alpha: float) -> None:
    """Draw a hut with a fire in it, which shines at night."""
    x, y = corner
    rim = code_of(blend(ink, _BLACK, 0.75), alpha)
    if night > 0.3:
        middle = imgui.ImVec2(x + size / 2, y + size * 0.6)
        pen.add_circle_filled(middle, size * 0.78, code_of(_FIRE, 0.12 * night * alpha), 24)
    wall = imgui.ImVec2(x + size * 0.2, y + size * 0.46), imgui.ImVec2(x + size * 0.8, y + size * 0.86)
    pen.add_rect_filled(*wall, code_of(blend(ink, _BLACK, 0.25), alpha))
    pen.add_rect(*wall, rim, 0, _line(size))
    door = imgui.ImVec2(x + size * 0.4, y + size * 0.6), imgui.ImVec2(x + size * 0.6, y + size * 0.86)
    pen.add_rect_filled(*door, code_of(blend((60, 36, 20), _FIRE, 0.25 + 0.75 * night), alpha))
    left, top, right = (imgui.ImVec2(x + size * a, y + size * b) for a, b in ((0.1, 0.5), (0.5, 0.12), (0.9, 0.5)))
    pen.add_triangle_filled(left, top, right, code_of(blend(ink, _WHITE, 0.12), alpha))
    pen.add_triangle(left, top, right, rim, _line(size))


def _enemy(pen: Pen, corner: tuple[float, float], size: float, ink: RGB, night: float, alpha: float) -> None:
    """Draw a hunched, ragged figure with eyes like lamps."""
    x, y = corner
    outline: list[Point] = []
    for place in range(18):
        angle = math.pi + math.pi * place / 17
        reach = 0.4 if place % 2 else 0.31
        outline.append(
            imgui.ImVec2(x + size * (0.5 + reach * math.cos(angle)), y + size * (0.6 + 0.95 * reach * math.sin(angle)))
        )
    outline += [
        imgui.ImVec2(x + size * a, y + size * b)
        for a, b in ((0.86, 0.86), (0.62, 0.78), (0.5, 0.88), (0.38, 0.78), (0.14, 0.86))
    ]
    fill = code_of(blend(ink, _BLACK, 0.2), alpha)
    pen.add_concave_poly_filled(outline, fill)
    pen.add_polyline(outline, code_of(blend(ink, _BLACK, 0.75), alpha), _line(size), imgui.ImDrawFlags_.closed)
    for side in (-1, 1):
        eye = imgui.ImVec2(x + size * (0.5 + 0.14 * side), y + size * 0.52)
        pen.add_circle_filled(eye, size * 0.13, code_of(_LAMP, 0.25 * alpha * night), 14)
        pen.add_circle_filled(eye, size * 0.08, code_of(_LAMP, alpha), 14)
        pen.add_circle_filled(eye, size * 0.03, code_of(_PIT, alpha), 8)


def _trap(pen: Pen, corner: tuple[float, float], size: float, ink: RGB, night: float, alpha: float) -> None:
    """Draw a well: a ring of stones around a black hole, with something red deep down at night."""
    x, y = corner
    middle = imgui.ImVec2(x + size / 2, y + size / 2)
    pen.add_circle_filled(middle, size * 0.43, code_of(blend(ink, _BLACK, 0.72), alpha), 28)
    for place in range(8):
        angle = math.pi * (place + 0.5) / 4
        stone = imgui.ImVec2(middle.x + size * 0.34 * math.cos(angle), middle.y + size * 0.34 * math.sin(angle))
        pen.add_circle_filled(stone, size * 0.105, code_of(blend(ink, _BLACK, 0.1 * (place % 2)), alpha), 12)
    pen.add_circle_filled(middle, size * 0.245, code_of(_PIT, alpha), 24)
    pen.add_circle_filled(middle, size * 0.11, code_of((200, 40, 20), (0.15 + 0.6 * night) * alpha), 16)


def _rock(pen: Pen, corner: tuple[float, float], size: float, ink: RGB, night: float, alpha: float) -> None:
    """Draw a block of stone with a light and a dark side."""
    x, y = corner
    ink = blend(ink, _BLACK, 0.35 * night)
    low, high = imgui.ImVec2(x, y), imgui.ImVec2(x + size, y + size)
    pen.add_rect_filled(low, high, code_of(blend(ink, _BLACK, 0.45), alpha))
    top = imgui.ImVec2(x + size * 0.05, y + size * 0.03), imgui.ImVec2(x + size * 0.95, y + size * 0.8)
    pen.add_rect_filled(*top, code_of(ink, alpha), size * 0.16)
    shine = imgui.ImVec2(x + size * 0.18, y + size * 0.12), imgui.ImVec2(x + size * 0.62, y + size * 0.24)
    pen.add_rect_filled(*shine, code_of(blend(ink, _WHITE, 0.22), alpha), size * 0.06)


def draw_sky_sign(pen: Pen, time: str, middle: tuple[float, float], size: float) -> None:
    """Draw the sun rising, high or setting, or the moon among stars; ``size`` across."""
    x, y = middle
    radius = size * 0.28
    if time == "midnight":
        moon = imgui.ImVec2(x, y)
        pen.add_circle_filled(moon, radius, code_of((236, 236, 210)), 28)
        pen.add_circle_filled(
            imgui.ImVec2(x + radius * 0.5, y - radius * 0.25), radius * 0.86, code_of((12, 14, 34)), 28
        )
        for across, down in ((0.36, -0.3), (0.42, 0.16), (-0.4, -0.34)):
            pen.add_circle_filled(imgui.ImVec2(x + size * across, y + size * down), size * 0.035, code_of(_WHITE), 8)
        return
    colour = {"sunrise": (255, 200, 90), "midday": (255, 236, 120), "sunset": (255, 110, 60)}[time]
    if time == "midday":
        for place in range(8):
            angle = math.pi * place / 4
            start, end = (
                imgui.ImVec2(x + radius * part * math.cos(angle), y + radius * part * math.sin(angle))
                for part in (1.25, 1.65)
            )
            pen.add_line(start, end, code_of(colour), max(1.5, size * 0.06))
        pen.add_circle_filled(imgui.ImVec2(x, y), radius, code_of(colour), 28)
        return
    horizon = y + size * 0.16
    pen.path_clear()
    pen.path_arc_to(imgui.ImVec2(x, horizon), radius * 1.15, math.pi, 2 * math.pi, 24)
    pen.path_fill_convex(code_of(colour))
    half = size * 0.46
    pen.add_line(
        imgui.ImVec2(x - half, horizon), imgui.ImVec2(x + half, horizon), code_of(colour), max(1.5, size * 0.06)
    )
    # An arrow: up in the morning, down in the evening.
    tip, base = (0.26, 0.38) if time == "sunrise" else (0.38, 0.26)
    left, right, point = (imgui.ImVec2(x + size * a, y + size * b) for a, b in ((-0.1, base), (0.1, base), (0.0, tip)))
    pen.add_triangle_filled(left, right, point, code_of(colour))


def draw_star(pen: Pen, middle: tuple[float, float], radius: float, *, lit: bool) -> None:
    """Draw a star of five points, hollow if it has not been earned."""
    points: list[Point] = []
    for place in range(10):
        angle = -math.pi / 2 + math.pi * place / 5
        reach = radius if place % 2 == 0 else radius * 0.42
        points.append(imgui.ImVec2(middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    if lit:
        pen.add_concave_poly_filled(points, code_of((255, 214, 70)))
    pen.add_polyline(
        points, code_of((255, 214, 70) if lit else (120, 126, 138)), max(1.0, radius * 0.1), imgui.ImDrawFlags_.closed
    )


def _line(size: float) -> float:
    return max(1.0, size * 0.035)


_FIGURES: dict[int, Callable[[Pen, tuple[float, float], float, RGB, float, float], None]] = {
    PAWN: _pawn,
    SHELTER: _shelter,
    ENEMY: _enemy,
    TRAP: _trap,
    IMPASSABLE: _rock,
}

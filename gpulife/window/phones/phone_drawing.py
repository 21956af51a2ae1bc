"""Draws phones that show the gamepad: a stick on the left, small keys in the middle, and large keys on the right."""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.rules import RGB
from gpulife.window.design import GROUND, LINE, RAISED, SURFACE, WIDE_GAP, packed, rgba_of
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.pages import view_and_scale

_ASPECT = 2.0
"""Width of a phone as a multiple of its height."""
_MIN, _MAX = 80.0, 220.0
"""Minimum and maximum height of a phone, in units of 1/96 inch."""


def draw_phones(colours: Sequence[RGB], left: float, top: float, end: Point) -> None:
    """Draw a phone in each colour in a row, as large as fits between (``left``, ``top``) and ``end``, if it fits."""
    scale, count = view_and_scale()[1], len(colours)
    gap, width = WIDE_GAP * scale, end[0] - left
    high = min((width - (count - 1) * gap) / count / _ASPECT, end[1] - top - 2 * gap, _MAX * scale)
    if high < _MIN * scale:
        return
    wide = _ASPECT * high
    start = left + (width - count * wide - (count - 1) * gap) / 2
    for number, colour in enumerate(colours):
        _draw_phone((start + number * (wide + gap), (top + end[1] - high) / 2), high, colour)


def _draw_phone(corner: Point, high: float, colour: RGB) -> None:
    pen, own, gap = imgui.get_window_draw_list(), packed(rgba_of(colour)), high * 0.04
    wide = _ASPECT * high

    def box(x: float, y: float, width: float, height: float, ink: int) -> None:
        """Draw a key. The numbers are shares of the screen."""
        room_x, room_y = wide - 5 * gap, high - 3 * gap
        start = corner[0] + 3 * gap + x * room_x, corner[1] + 2 * gap + y * room_y
        end = start[0] + width * room_x - gap, start[1] + height * room_y - gap
        pen.add_rect_filled(start, end, ink, gap)

    end = corner[0] + wide, corner[1] + high
    pen.add_rect_filled(corner, end, packed(SURFACE), 3 * gap)
    pen.add_rect(corner, end, packed(LINE), 3 * gap, max(1.0, gap / 2))
    box(0, 0, 0.34, 1, packed(GROUND))
    centre, reach = (corner[0] + 2.5 * gap + 0.17 * (wide - 5 * gap), corner[1] + high / 2), high * 0.21
    pen.add_circle(centre, reach, packed(LINE), 0, max(1.0, gap / 2))
    pen.add_circle_filled((centre[0] + reach * 0.35, centre[1] - reach * 0.35), reach * 0.55, own)
    box(0.34, 0, 0.34, 0.2, own)
    for row in range(2):
        for column in range(3):
            box(0.34 + column * 0.34 / 3, 0.3 + row * 0.35, 0.34 / 3, 0.35, packed(RAISED))
    box(0.68, 0, 0.32, 0.36, packed(RAISED))
    box(0.68, 0.36, 0.32, 0.64, own)

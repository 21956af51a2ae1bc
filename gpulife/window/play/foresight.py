"""Draws over the board what the next generation will do: births, deaths and cells that change their owner.

The marks are faint while people choose a cell, and stronger if they ask for the whole forecast.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from imgui_bundle import imgui

from gpulife.games.core.foresight import Change
from gpulife.games.core.game import Place
from gpulife.window.design import BAD, DEATH, GOOD, GROUND, NEAR, ROUNDING, STRONG, TEXT, faded, packed
from gpulife.window.panels.draw_primitives import Point, rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled

_Value = TypeVar("_Value")
_MAX_MARKS = 20_000
_FAINT = 0.55


class Remembered(Generic[_Value]):
    """Caches the result of a computation, which is repeated only in frames in which something has changed."""

    def __init__(self) -> None:
        self._known: tuple[Hashable, _Value] | None = None

    def of(self, key: Hashable, compute: Callable[[], _Value]) -> _Value:
        """Return the result of ``compute``. It is called again only if ``key`` differs from the previous call's key."""
        if self._known is None or key != self._known[0]:
            self._known = key, compute()
        return self._known[1]


def draw_changes(changes: Iterable[Change], canvas: Canvas, *, faint: bool = False) -> None:
    """Draw each birth as a framed cell in its colour, and each death as an empty cell with a red cross in a light edge.

    A cell that changes its owner gets a frame in the colour of the new one. ``faint`` marks are smaller and paler.
    """
    pen, zoom = imgui.get_background_draw_list(), canvas.zoom
    strength = _FAINT if faint else 1.0
    inset, thick = zoom * (0.22 if faint else 0.12), max(1.5, zoom * (0.05 if faint else 0.08))
    left, top, right, low = canvas.area
    for place, _, after in list(changes)[:_MAX_MARKS]:
        (x, y), (end_x, end_y) = canvas.square(place)
        if not (left <= x <= right and top <= y <= low):
            continue
        corner, end = (x + inset, y + inset), (end_x - inset, end_y - inset)
        if after:
            fill, edge = canvas.player_colour(after - 1, 0.7 * strength), canvas.player_colour(after - 1)
            pen.add_rect_filled(corner, end, packed(fill), zoom * 0.12)
            pen.add_rect(corner, end, packed(edge if faint else TEXT), zoom * 0.12, thick)
        else:
            pen.add_rect_filled(corner, end, packed(GROUND, 0.8 * strength), zoom * 0.12)
            arm, bold = inset * (1.1 if faint else 1.6), max(2.0, zoom * (0.09 if faint else 0.12))
            rim = min(2.0, zoom * 0.06)
            for shade, out in ((packed(TEXT), rim), (packed(DEATH), 0.0)):
                near, wide = arm - out * 0.7, bold + 2 * out
                pen.add_line((x + near, y + near), (end_x - near, end_y - near), shade, wide)
                pen.add_line((end_x - near, y + near), (x + near, end_y - near), shade, wide)


def draw_gain(
    gain: int, canvas: Canvas, place: Place, *, on_right: bool = False, taken: Collection[Place] = ()
) -> None:
    """Draw in or beside ``place`` how many cells a player gains or loses by playing there.

    The number is in the cell if there is room. Otherwise it is to the left of the cell, or to the right if the window
    ends there. If ``on_right``, it is always to the right. The number moves to another side where it would cover places
    in ``taken``.
    """
    words = f"{gain:+d}" if gain else "0"
    (left, top), (right, _) = canvas.square(place)
    size, pad = STRONG.size, scaled(NEAR)
    wide, high = width_of(words, size, bold=True) + 2 * pad, scaled(size * 1.4)
    # Usually at the left, because the name beside a cursor is at the right.
    x, y = left - scaled(NEAR) - wide, max(top - high, canvas.area[1])
    if not on_right and canvas.zoom >= wide + scaled(NEAR):
        x, y = (left + right - wide) / 2, (top + canvas.square(place)[1][1] - high) / 2
    elif on_right or x < canvas.area[0]:
        x = right + scaled(NEAR)
    (end_x, end_y), apart = canvas.square(place)[1], scaled(NEAR)
    beside = (
        (x, y),
        (end_x + apart, top + (end_y - top - high) / 2),
        (left - apart - wide, top + (end_y - top - high) / 2),
        ((left + end_x - wide) / 2, top - apart - high),
        ((left + end_x - wide) / 2, end_y + apart),
    )
    if taken:
        x, y = freest(beside, (wide, high), canvas, place, taken)
    rgba = GOOD if gain > 0 else BAD if gain < 0 else TEXT
    rectangle((x, y), (x + wide, y + high), faded(GROUND, 0.85), scaled(ROUNDING))
    text(words, x + wide / 2, y + scaled(1), rgba, align=0.5, size=size, bold=True)


def freest(
    corners: Sequence[Point], size: tuple[float, float], canvas: Canvas, place: Place, taken: Collection[Place]
) -> Point:
    """Return the corner, out of ``corners``, at which a label covers least of the cells in ``taken``.

    Args:
        corners: positions that the label's upper left corner may have, the best one first.
        size: the label's width and height in points.
        canvas: the canvas on which to draw. The label lies inside its area if one of the corners allows it.
        place: the cell beside which the label is.
        taken: cells that the label should not cover.
    """
    (wide, high), (left, top, right, low) = size, canvas.area
    reach = (wide + high) / canvas.zoom + 2
    near = [mark for mark in taken if abs(mark[0] - place[0]) <= reach and abs(mark[1] - place[1]) <= reach]
    squares = [canvas.square(mark) for mark in near]

    def covers(corner: Point) -> float:
        end = corner[0] + wide, corner[1] + high
        if corner[0] < left or corner[1] < top or end[0] > right or end[1] > low:
            return float("inf")
        return sum(
            max(min(end[0], far[0]) - max(corner[0], first[0]), 0.0)
            * max(min(end[1], far[1]) - max(corner[1], first[1]), 0.0)
            for first, far in squares
        )

    return min(corners, key=covers)

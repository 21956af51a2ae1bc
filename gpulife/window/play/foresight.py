"""Draws over the board what the next generation will do: births, deaths and cells that change their owner.

What is drawn is faint while people choose a cell, and stronger if they ask for the whole forecast.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from imgui_bundle import imgui

from gpulife.games.core.foresight import Change
from gpulife.games.core.game import Place
from gpulife.window.design import BAD, GOOD, GROUND, NEAR, ROUNDING, STRONG, TEXT, faded, packed
from gpulife.window.panels.draw_primitives import rectangle, text
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
    """Draw each birth as a framed cell in its colour, and each death as an empty cell with a red cross.

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
            red = packed(BAD, strength if faint else 1.0)
            arm = inset * (1.3 if faint else 2)
            pen.add_line((x + arm, y + arm), (end_x - arm, end_y - arm), red, thick)
            pen.add_line((end_x - arm, y + arm), (x + arm, end_y - arm), red, thick)


def draw_gain(gain: int, canvas: Canvas, place: Place, *, on_right: bool = False) -> None:
    """Draw in or beside ``place`` how many cells a player gains or loses by playing there.

    The number is in the cell if there is room, else at the left. It is at the right if there is no room at the left
    either, or if ``on_right`` is True.
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
    rgba = GOOD if gain > 0 else BAD if gain < 0 else TEXT
    rectangle((x, y), (x + wide, y + high), faded(GROUND, 0.85), scaled(ROUNDING))
    text(words, x + wide / 2, y + scaled(1), rgba, align=0.5, size=size, bold=True)

"""The canvas on which games draw their own HUDs: the place of the board in the window, and colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.rules import RGB
from gpulife.window.panels.draw_primitives import BRIGHT, RGBA, BoardToWindow, Point, line, rectangle, rgba_of, text
from gpulife.window.panels.widgets import width_of

Area = tuple[float, float, float, float]
"""Left, upper, right and lower edge, in points."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The window of the present frame, for a game's HUD.

    Attributes:
        point_of: function from a row and a column, maybe fractions, to the position (x, y) in the window.
        zoom: side of a cell in points.
        shape: (rows, columns) of the board.
        area: part of the window that panels leave free.
        sides: left and right edge of the whole board as it is shown at first, wherever the camera looks now.
        colours: colours of the states.
        names: names of the players.
        bright: whether what blinks is bright now.
    """

    point_of: BoardToWindow
    zoom: float
    shape: tuple[int, int]
    area: Area
    sides: tuple[float, float]
    colours: Sequence[RGB]
    names: tuple[str, ...]
    bright: bool

    def square(self, place: tuple[int, int]) -> tuple[Point, Point]:
        """Return the upper left and the lower right corner of a cell."""
        return self.point_of(*place), self.point_of(place[0] + 1, place[1] + 1)

    def middle(self, place: tuple[int, int]) -> Point:
        """Return the middle of a cell."""
        return self.point_of(place[0] + 0.5, place[1] + 0.5)

    def player_colour(self, player: int, alpha: float = 1.0) -> RGBA:
        """Return the colour of a player."""
        return rgba_of(self.colours[player + 1], alpha)


def scaled(length: float) -> float:
    """Return a length on a 96 dpi screen in points of this one."""
    return length * float(imgui.get_style().font_scale_dpi)


def fitting_size(words: str, room: float, size: float, smallest: float = 0.0) -> float:
    """Return the size of letters in which words fit into ``room``: at most ``size``, and not below ``smallest``."""
    return max(smallest, min(size, size * room / max(width_of(words, size), 1.0)))


_DASH, _THICK, _LETTERS = 14.0, 4.0, 20.0  # points on a 96 dpi screen


def draw_preview_frame(canvas: Canvas, shape: tuple[int, int], words: str = "") -> None:
    """Draw the frame around (rows, columns) of the board from the upper left on, with words on it, if there are any."""
    (left, top), (right, low) = canvas.point_of(0, 0), canvas.point_of(*shape)
    dash, thick = scaled(_DASH), scaled(_THICK)
    for start, end in (((left, top), (right, top)), ((left, low), (right, low)),
                       ((left, top), (left, low)), ((right, top), (right, low))):  # fmt: skip
        length = max(end[0] - start[0], end[1] - start[1])
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        for number in range(0, int(length / dash) + 1, 2):
            first, last = number * dash, min((number + 1) * dash, length)
            line(
                (start[0] + along[0] * first, start[1] + along[1] * first),
                (start[0] + along[0] * last, start[1] + along[1] * last),
                BRIGHT,
                thick,
            )
    if not words:
        return
    pad = scaled(8)
    corner = left + thick, top + thick
    end = corner[0] + width_of(words, _LETTERS) + 2 * pad, corner[1] + scaled(30)
    rectangle(corner, end, BRIGHT, scaled(4))
    text(words, corner[0] + pad, corner[1] + scaled(2), (0.1, 0.08, 0.0, 1.0), size=_LETTERS, shadow=False)

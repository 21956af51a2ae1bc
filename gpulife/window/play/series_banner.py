"""Draw the banner at the end of a set: who has won it, and a mark for each round, within a border of blinkers.

It lies over the upper part of the board and behind the panels; nothing here is a widget.
"""

from gpulife.games.core.count_text import count_text
from gpulife.games.core.series import Series
from gpulife.games.core.series_text import result_text, terms_text
from gpulife.window.panels.draw_primitives import BRIGHT, DIM, RGBA, outline, rectangle, text
from gpulife.window.play.canvas import Area, Canvas, fitting_size, scaled

_LARGE, _MIDDLE, _MIN = 46.0, 22.0, 14.0  # points on a 96 dpi screen
_CELL, _MARK, _EDGE = 5.0, 16.0, 14.0
_GROUND: RGBA = (0.02, 0.024, 0.035, 0.74)
_MAX_MARKS = 40
_FROM_TOP = 0.14
"""Share of the board's height above the banner."""


def draw_set_banner(series: Series, canvas: Canvas, board: Area) -> None:
    """Draw the banner over the visible part of the board if the set is over."""
    if not series.over:
        return
    scale = scaled(1)
    left, top, right, bottom = board
    rgba = BRIGHT if series.winner is None else canvas.player_colour(series.winner)
    words = result_text(series, canvas.names)
    edge = _EDGE * scale
    room = right - left - 4 * edge
    size = fitting_size(words, room, _LARGE, _MIN)
    marks = series.results[-_MAX_MARKS:]  # winners of the last rounds
    pitch = min((_MARK + 6) * scale, room / max(len(marks), 1))
    high = size * scale * 1.25
    height = 4 * edge + high + _MARK * scale + _MIDDLE * scale * 1.3
    y = top + max(0.0, min((bottom - top) * _FROM_TOP, bottom - top - height))
    rectangle((left, y), (right, y + height), _GROUND)
    for row in (y, y + height):
        _blinkers(left, right, row, rgba, scale, upright=canvas.bright)
    middle = (left + right) / 2
    text(words, middle, y + 1.4 * edge, rgba, align=0.5, size=size)
    x, y, side = middle - pitch * len(marks) / 2, y + 1.7 * edge + high, min(pitch * 0.75, _MARK * scale)
    for number, winner in enumerate(marks):
        corner = x + number * pitch + (pitch - side) / 2, y
        end = corner[0] + side, y + side
        if winner is None:
            outline(corner, end, DIM, 1.5 * scale)
        else:
            rectangle(corner, end, canvas.player_colour(winner), 3 * scale)
    words = f"{terms_text(series)}, {count_text(len(series.results), 'round')} played"
    size = fitting_size(words, room, _MIDDLE, _MIN)
    text(words, middle, y + (_MARK + 6) * scale, DIM, align=0.5, size=size)


def _blinkers(left: float, right: float, y: float, rgba: RGBA, scale: float, *, upright: bool) -> None:
    """Draw a row of blinkers along the border, every second one a generation behind the others."""
    cell = _CELL * scale
    pitch = 6 * cell
    count = int((right - left) // pitch)
    begin = (left + right - count * pitch) / 2 + pitch / 2
    for number in range(count):
        x = begin + number * pitch
        for step in (-1, 0, 1):
            across, down = (0, step) if (number % 2 == 0) == upright else (step, 0)
            corner = x + (across - 0.5) * cell, y + (down - 0.5) * cell
            rectangle(corner, (corner[0] + cell * 0.9, corner[1] + cell * 0.9), rgba)

"""Draw the banner at the end of a set: who has won it, and a mark for each round, within a border of blinkers.

It lies over the upper part of the board and behind the panels; nothing here is a widget.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.games.core.series import Series
from gpulife.games.core.series_text import terms, verdict
from gpulife.view.look import RGB
from gpulife.window.panels.draw_primitives import BRIGHT, QUIET, Ink, frame, ink_of, rectangle, text
from gpulife.window.panels.widgets import width_of

_LARGE, _MIDDLE, _MIN = 46.0, 22.0, 14.0  # points on a 96 dpi screen
_CELL, _MARK, _EDGE = 5.0, 16.0, 14.0
_GROUND: Ink = (0.02, 0.024, 0.035, 0.74)
_MAX_MARKS = 40
_FROM_TOP = 0.14
"""Share of the board's height above the banner."""

Area = tuple[float, float, float, float]
"""(left, top, right, bottom) in points."""


def draw_set_banner(series: Series, names: Sequence[str], colours: Sequence[RGB], board: Area, *, bright: bool) -> None:
    """Draw the banner if the set is over.

    Args:
        series: the set.
        names: names of the players.
        colours: colours of the states.
        board: the visible part of the board.
        bright: whether flickering things are bright now.
    """
    if not series.over:
        return
    scale = float(imgui.get_style().font_scale_dpi)
    left, top, right, bottom = board
    ink = BRIGHT if series.winner is None else ink_of(colours[series.winner + 1])
    words = verdict(series, names)
    edge = _EDGE * scale
    size = _fitting(words, right - left - 4 * edge)
    marks = series.results[-_MAX_MARKS:]  # winners of the last rounds
    pitch = min((_MARK + 6) * scale, (right - left - 4 * edge) / max(len(marks), 1))
    high = size * scale * 1.25
    height = 4 * edge + high + _MARK * scale + _MIDDLE * scale * 1.3
    y = top + max(0.0, min((bottom - top) * _FROM_TOP, bottom - top - height))
    rectangle((left, y), (right, y + height), _GROUND)
    for row in (y, y + height):
        _blinkers(left, right, row, ink, scale, upright=bright)
    middle = (left + right) / 2
    text(words, middle, y + 1.4 * edge, ink, align=0.5, size=size)
    x, y = middle - pitch * len(marks) / 2, y + 1.7 * edge + high
    for winner in marks:
        corner = x + (pitch - min(pitch * 0.75, _MARK * scale)) / 2, y
        end = corner[0] + min(pitch * 0.75, _MARK * scale), y + min(pitch * 0.75, _MARK * scale)
        if winner is None:
            frame(corner, end, QUIET, 1.5 * scale)
        else:
            rectangle(corner, end, ink_of(colours[winner + 1]), 3 * scale)
        x += pitch
    rounds = "round" if len(series.results) == 1 else "rounds"
    words = f"{terms(series)}, {len(series.results)} {rounds} played"
    size = _fitting(words, right - left - 4 * edge, _MIDDLE)
    text(words, middle, y + (_MARK + 6) * scale, QUIET, align=0.5, size=size)


def _fitting(words: str, room: float, size: float = _LARGE) -> float:
    """Return the size, at most ``size``, in which words fit into ``room``."""
    return max(_MIN, min(size, size * room / max(width_of(words, size), 1.0)))


def _blinkers(left: float, right: float, y: float, ink: Ink, scale: float, *, upright: bool) -> None:
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
            rectangle(corner, (corner[0] + cell * 0.9, corner[1] + cell * 0.9), ink)

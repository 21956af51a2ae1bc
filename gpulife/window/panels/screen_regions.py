"""Divides the window among the panels and the board, anew in each frame.

Panels never overlap each other or leave the window. Lines of width :data:`LINE_WIDTH` separate them from each other and
from the board. Lengths are in points of the window, except for the widths that users choose: these are in points of a
96 dpi screen.
"""

from dataclasses import dataclass
from typing import NamedTuple

from gpulife.window.design import BODY, GAP

Area = tuple[float, float, float, float]
"""A rectangle of the window: its left, upper, right and lower edge, in points."""

COLUMN_WIDTHS = (200.0, 640.0)
"""Minimum and maximum width of the column on the left, in points of a 96 dpi screen."""
DOCKED_WIDTHS = (280.0, 1200.0)
"""Minimum and maximum width of the docked window on the right, in points of a 96 dpi screen."""
BAR_HEIGHT = 2 * GAP + BODY.size + 7.0 + BODY.size + 2 * 5.0
"""Height of the panel Time in points of a 96 dpi screen: two lines, the second with buttons, and the space around."""
LINE_WIDTH = 1.0
"""Width of the lines between panels, in points of the window."""
_TOOL_BAR = 44.0
_COLUMN_SHARE = 0.42
"""Maximum width of the column, as a share of the window's width."""
_MIN_BOARD = 210.0
"""Minimum width of the board beside a docked window, in points of a 96 dpi screen. If there is less room, the docked
window covers the board."""


class Covered(NamedTuple):
    """Widths and heights in points that panels cover at the window's left, lower, right and upper edges."""

    left: float = 0.0
    below: float = 0.0
    right: float = 0.0
    above: float = 0.0


@dataclass(frozen=True, slots=True)
class Regions:
    """The areas of all panels.

    Attributes:
        column: area of the panel Universe.
        bar: area of the panel Time.
        docked: area of the docked window.
        tool_bar: area of the tool bar; it has no height if there is none.
        covered: how much of the window the panels and lines cover at each edge.
    """

    column: Area
    bar: Area
    docked: Area
    tool_bar: Area
    covered: Covered

    def lines(self, *, has_docked: bool) -> list[Area]:
        """Return the lines between panels, and between panels and the board, as thin rectangles.

        ``has_docked`` is True if a docked window is shown.
        """
        _, top, left, low = self.column
        right, width = self.docked[0], self.bar[2]
        found = [(0.0, low, width, low + LINE_WIDTH), (left, top, left + LINE_WIDTH, low)]
        if top:
            found.append((0.0, top - LINE_WIDTH, width, top))
        if has_docked and self.covered.right:
            found.append((right - LINE_WIDTH, top, right, low))
        return found


def regions(
    view: tuple[float, float],
    scale: float,
    column_width: float,
    docked_width: float,
    *,
    has_docked: bool,
    has_tool_bar: bool,
) -> Regions:
    """Return the areas of all panels in a window.

    Args:
        view: (width, height) of the window in points.
        scale: factor from points of a 96 dpi screen to points of the window.
        column_width: width of the column that the user has chosen, in points of a 96 dpi screen.
        docked_width: width of the docked window that the user has chosen, in points of a 96 dpi screen.
        has_docked: True if a docked window is shown.
        has_tool_bar: True if the tool bar is shown.
    """
    width, height = view
    column = round(min(_clamped(column_width, COLUMN_WIDTHS) * scale, _COLUMN_SHARE * width))
    low = height - round(BAR_HEIGHT * scale)
    tools = round(_TOOL_BAR * scale) if has_tool_bar else 0
    top = tools + LINE_WIDTH if has_tool_bar else 0.0
    left = column + LINE_WIDTH
    room = width - left - LINE_WIDTH - _MIN_BOARD * scale
    docked = float(round(min(_clamped(docked_width, DOCKED_WIDTHS) * scale, room)))
    beside = docked >= DOCKED_WIDTHS[0] * scale
    if not beside:
        docked = width - left
    return Regions(
        (0.0, top, column, low - LINE_WIDTH),
        (0.0, low, width, height),
        (width - docked, top, width, low - LINE_WIDTH),
        (0.0, 0.0, width, tools),
        Covered(left, height - low + LINE_WIDTH, docked + LINE_WIDTH if has_docked and beside else 0.0, top),
    )


def _clamped(width: float, limits: tuple[float, float]) -> float:
    return min(max(width, limits[0]), limits[1])

"""Computes in each frame which parts of the window the panels and the board get.

Lengths are in points of the window; only widths chosen by users are in points of a 96 dpi screen. At any size of the
window, all panels lie inside it, side by side.
"""

from dataclasses import dataclass
from typing import NamedTuple

Area = tuple[float, float, float, float]
"""A rectangle of the window: its left, upper, right and lower edge, in points."""

COLUMN_WIDTHS = (200.0, 640.0)
"""Minimum and maximum width of the column on the left, in points of a 96 dpi screen."""
DOCKED_WIDTHS = (280.0, 1200.0)
"""Minimum and maximum width of the docked window on the right, in points of a 96 dpi screen."""
_BAR, _EDGE, _TOOL_BAR = 76.0, 10.0, 44.0
_COLUMN_SHARE = 0.42
"""Maximum width of the column, as a share of the window's width."""
_MIN_BOARD = 300.0
"""Minimum width of the board beside a docked window. In a narrower window the docked window covers the board."""


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
        covered: widths and heights that the panels cover at the window's edges.
    """

    column: Area
    bar: Area
    docked: Area
    tool_bar: Area
    covered: Covered


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
    edge, bar = _EDGE * scale, _BAR * scale
    column = min(_clamped(column_width, COLUMN_WIDTHS) * scale, _COLUMN_SHARE * width)
    low = height - 2 * edge - bar
    tools = _TOOL_BAR * scale if has_tool_bar else 0.0
    top = 2 * edge + tools if has_tool_bar else edge
    left = column + 2 * edge
    docked = min(_clamped(docked_width, DOCKED_WIDTHS) * scale, width - left - edge - _MIN_BOARD * scale)
    beside = docked >= DOCKED_WIDTHS[0] * scale
    if not beside:
        docked = width - left - edge
    return Regions(
        (edge, top, edge + column, low),
        (edge, low + edge, width - edge, height - edge),
        (width - edge - docked, top, width - edge, low),
        (edge, edge, width - edge, edge + tools),
        Covered(left, bar + 2 * edge, docked + 2 * edge if has_docked and beside else 0.0, top if tools else 0.0),
    )


def _clamped(width: float, limits: tuple[float, float]) -> float:
    return min(max(width, limits[0]), limits[1])

"""The close-up of Real-Time Life's board: most of a large board is empty, so the view stays on the part with cells."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.area import Area
from gpulife.games.core.game import Place
from gpulife.rules import Cells
from gpulife.view.camera import Camera, clamp
from gpulife.window.play.board_layout import BoardLayout
from gpulife.window.play.canvas import scaled
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_AROUND, _TIGHT = 3, 1
"""Cells of margin around the living cells in a new close-up; margin at which the old close-up has become too small."""
_STEP = 2
"""The edges of a close-up lie at multiples of this number of cells, so that they seldom move."""
_MUCH_SMALLER = 0.6
"""A close-up gets smaller when it needs less than this share of its rows and of its columns."""
QUIET_SECONDS = 3.0
"""Seconds without input of people at this window after which the view may move."""
_LARGEST_CELL = 44.0
"""Largest size of a cell in a close-up, in units of 1/96 inch."""


class CloseUp:
    """Moves the view of a session to its living cells, until the user moves the view or asks for the whole board.

    The view stays where it is while people play, so that no cell moves away from under the pointer.

    Args:
        shell: services shared by all screens.
        play: the session.
        layout: where the board lies in the window.
    """

    def __init__(self, shell: Shell, play: OpenSession, layout: BoardLayout) -> None:
        self._shell, self._play, self._layout = shell, play, layout
        self._area: Area | None = None
        self._margin = 0
        self._set: Camera | None = None
        self._quiet_seconds = QUIET_SECONDS

    def hold_still(self, *, at_once: bool = False) -> None:
        """Keep the view where it is until nobody has given an input for some seconds. Called for each input.

        If ``at_once`` is True, as for a press of a button, a view that is still moving stops, too.
        """
        self._quiet_seconds = 0.0
        display = self._play.display
        if at_once and self._set is not None and display.target == self._set:
            display.target = self._set = self._clamped(display.camera)

    def follow(self, cells: Cells, cursors: Iterable[Place], seconds: float, *, wanted: bool, margin: int = 0) -> None:
        """Move the view if cells or cursors come near its edges, or if they need much less space. Called in each frame.

        Args:
            cells: cells of the board in play, shape (rows, columns), uint8.
            cursors: places of people's cursors.
            seconds: time since the last call.
            wanted: False if people need to see the whole board.
            margin: number of cells to add to the margin on each side.
        """
        self._quiet_seconds += seconds
        if self._quiet_seconds < QUIET_SECONDS:
            return
        display = self._play.display
        is_ours = display.fitted if self._set is None else display.target == self._set and not display.fitted
        needed = bounds(cells, cursors)
        if not wanted or needed is None:
            if is_ours:
                display.fitted = True
            self._area = self._set = None
            return
        if not is_ours:
            return
        needed = Area(
            needed.row - margin, needed.column - margin, needed.height + 2 * margin, needed.width + 2 * margin
        )
        if self._area is None or margin < self._margin or not _suits(self._area, needed, cells.shape):
            self._area = _filling(_widened(needed, cells.shape), cells.shape, self._layout.room)
        self._margin = margin
        camera = self._layout.camera_of(self._area)
        camera = replace(camera, zoom=min(camera.zoom, scaled(_LARGEST_CELL)))
        self._set = display.target = self._clamped(camera)
        display.fitted = False

    def _clamped(self, camera: Camera) -> Camera:
        """Return the camera within the limits that the display sets, so that :meth:`follow` can recognise its view."""
        display = self._play.display
        return clamp(camera, self._play.engine.shape, self._shell.window.view_size, wrap=display.look.wrap)


def bounds(cells: NDArray[np.bool_] | Cells, cursors: Iterable[Place] = ()) -> Area | None:
    """Return the rectangle around all cells that are not 0, and the cursors; None if all cells are 0."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    if not len(rows):
        return None
    places = [(int(rows[0]), int(columns[0])), (int(rows[-1]), int(columns[-1])), *cursors]
    top, left = (min(place[axis] for place in places) for axis in (0, 1))
    low, right = (max(place[axis] for place in places) for axis in (0, 1))
    return Area(top, left, low - top + 1, right - left + 1)


def _suits(area: Area, needed: Area, shape: tuple[int, ...]) -> bool:
    """Return True if ``area`` still shows ``needed`` and is not much larger than needed."""
    top, left = max(needed.row - _TIGHT, 0), max(needed.column - _TIGHT, 0)
    low = min(needed.row + needed.height + _TIGHT, shape[0])
    right = min(needed.column + needed.width + _TIGHT, shape[1])
    is_inside = (
        area.row <= top and area.column <= left and low <= area.row + area.height and right <= area.column + area.width
    )
    best = _widened(needed, shape)
    return is_inside and not (best.height < _MUCH_SMALLER * area.height and best.width < _MUCH_SMALLER * area.width)


def _filling(area: Area, shape: tuple[int, ...], room: tuple[float, float]) -> Area:
    """Return ``area``, enlarged to the proportions of ``room`` (width, height), but not beyond the board."""
    (width, height), (rows, columns) = room, shape
    aspect = max(width, 1.0) / max(height, 1.0)
    high = min(max(area.height, int(area.width / aspect)), rows)
    wide = min(max(area.width, int(area.height * aspect)), columns)
    row = min(max(area.row - (high - area.height) // 2, 0), rows - high)
    column = min(max(area.column - (wide - area.width) // 2, 0), columns - wide)
    return Area(row, column, high, wide)


def _widened(cells: Area, shape: tuple[int, ...]) -> Area:
    """Return the rectangle ``cells`` with a margin around it, cut off at the board's edges.

    Its edges lie at multiples of ``_STEP``, so that they change rarely.
    """
    top, left = (max(first - _AROUND, 0) // _STEP * _STEP for first in (cells.row, cells.column))
    ends = cells.row + cells.height + _AROUND, cells.column + cells.width + _AROUND
    low, right = (min(-(-end // _STEP) * _STEP, side) for end, side in zip(ends, shape, strict=True))
    return Area(top, left, low - top, right - left)

"""The populations since the beginning, as points of curves whose number is limited."""

import numpy as np

from gpulife.games.core.game import Board
from gpulife.window.panels.snapshot import History

_MAX_POINTS = 600
_Point = tuple[int, tuple[int, ...]]
"""Generations computed, and the cells in each state."""


class PopulationHistory:
    """The points of the population curves.

    When there are too many, every second one is dropped and points are added half as often, so that the curves always
    show everything since the beginning. Points that a rewind dropped come back when the session goes there again.
    """

    def __init__(self, species: int) -> None:
        self._species = species
        self._interval = 1
        self._points: list[_Point] = []
        self._dropped: list[_Point] = []  # by the last rewinds, the latest first, until something else happens
        self._curves: History | None = None

    def add(self, computed: int, board: Board) -> None:
        """Add a point after ``computed`` generations, unless it is too soon; after a rewind, drop the later points.

        The last point changes with what is drawn before the next generation.
        """
        while self._points and self._points[-1][0] > computed:
            self._dropped.append(self._points.pop())
            self._curves = None
        while self._dropped and self._dropped[-1][0] < computed:
            self._points.append(self._dropped.pop())
            self._curves = None
        if self._points and self._points[-1][0] < computed < self._points[-1][0] + self._interval:
            return
        point = computed, tuple(board.census().tolist())
        if self._dropped and self._dropped[-1][0] == computed and self._dropped.pop() != point:
            self._dropped.clear()
        if self._points and self._points[-1][0] == computed:
            if self._points[-1] == point:
                return
            self._points.pop()
            self._dropped.clear()
        self._curves = None
        self._points.append(point)
        while len(self._points) > _MAX_POINTS:
            self._points = self._points[::2]
            self._interval *= 2

    def curves(self) -> History:
        """Return the points as arrays, computed again only when they have changed."""
        if self._curves is not None:
            return self._curves
        generations = np.array([computed for computed, _ in self._points], np.float64)
        populations = np.array([counts for _, counts in self._points], np.float64).reshape(-1, self._species)
        self._curves = History(generations, np.ascontiguousarray(populations.T))
        return self._curves

"""Find the way of a cell over the board: king's steps onto dead places, around other cells and never through them.

The search is A* (Hart, Nilsson and Raphael 1968) by the king's distance, which never overestimates, so that it finds a
shortest way; of several it takes the one that stays nearest to the straight line.
"""

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Board, Place

REACH = 256
"""Limit on the steps of one leg of a move, and on how far around it the board is looked at."""
_AROUND = 16

_STEPS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))


def king_distance(start: Place, end: Place) -> int:
    """Return the number of king's steps from one place to another on an empty board."""
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def find_path(
    board: Board, size: Place, start: Place, end: Place, points: int, leaving: Place | None = None
) -> tuple[Place, ...] | None:
    """Find a cheapest way from ``start`` to ``end``: the places stepped on, ``end`` the last.

    Args:
        board: board to look at.
        size: (rows, columns) of the board in play.
        start: place where the way begins; the cell there does not matter.
        end: place where the way ends.
        points: cost up to which every way is found. A dearer one is found only if it stays near the straight line.
        leaving: place that the moving cell leaves, which counts as dead.

    Returns:
        None where there is no way, or none of REACH steps at most.
    """
    distance = king_distance(start, end)
    if distance > REACH:
        return None
    radius = min(max(points, distance) + _AROUND, REACH)
    top, left = max(start[0] - radius, 0), max(start[1] - radius, 0)
    bottom, right = min(start[0] + radius + 1, size[0]), min(start[1] + radius + 1, size[1])
    free = board.read(top, left, bottom - top, right - left) == 0
    if leaving is not None and top <= leaving[0] < bottom and left <= leaving[1] < right:
        free[leaving[0] - top, leaving[1] - left] = True
    way = _shortest(free, (start[0] - top, start[1] - left), (end[0] - top, end[1] - left))
    if way is None or len(way) > REACH:
        return None
    return tuple((row + top, column + left) for row, column in way)


def _shortest(free: NDArray[np.bool_], start: Place, end: Place) -> list[Place] | None:
    if start == end:
        return []
    if not free[end]:
        return None
    rows, columns = free.shape
    open_places = free.tolist()  # plain lists are read several times faster, one place at a time
    came_from: dict[Place, Place] = {}
    cost = {start: 0}
    heap = [(king_distance(start, end), 0, start)]
    while heap:
        _, _, here = heappop(heap)
        if here == end:
            return _trace_back(came_from, start, end)
        further = cost[here] + 1
        for down, right in _STEPS:
            row, column = here[0] + down, here[1] + right
            if not (0 <= row < rows and 0 <= column < columns and open_places[row][column]):
                continue
            there = (row, column)
            if further < cost.get(there, further + 1):
                cost[there], came_from[there] = further, here
                heappush(heap, (further + king_distance(there, end), _deviation(start, there, end), there))
    return None


def _deviation(start: Place, here: Place, end: Place) -> int:
    """Return the distance of a place from the straight line, times the line's length."""
    return abs((end[0] - start[0]) * (here[1] - start[1]) - (end[1] - start[1]) * (here[0] - start[0]))


def _trace_back(came_from: dict[Place, Place], start: Place, end: Place) -> list[Place]:
    way = [end]
    while (before := came_from[way[-1]]) != start:
        way.append(before)
    return way[::-1]

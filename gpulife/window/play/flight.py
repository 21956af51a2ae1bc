"""The flight from the whole of a board to a lively place, and back."""

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.game import Place
from gpulife.view.camera import Camera, Shape, WindowSize, clamp

FLIGHT_TIME = 0.45
"""How fast the camera flies: after this many seconds, 1/e of the way is left."""
_NEAR_ZOOM = 12.0
"""Minimum zoom at a lively place, in points per cell."""
_CLOSER = 3.0
"""A lively place is shown at least this many times as large as on the whole board."""
_TRIES, _SIDE = 48, 40
"""Number of squares of the board that are looked at, and their side in cells."""
_WANTED = 0.15
"""A square is liveliest with this share of live cells: with more it is a crowd, with fewer an empty plain."""


def lively_place(engine: Engine) -> Place | None:
    """Return the cell in the middle of a lively part of the board; None if nothing lives in the parts looked at.

    The parts are chosen at random, at other places in each generation.
    """
    rng = np.random.default_rng(engine.generation)
    rows, columns = engine.shape
    high, wide = min(_SIDE, rows), min(_SIDE, columns)
    best, found = 1.0, None
    for _ in range(_TRIES):
        row, column = int(rng.integers(rows - high + 1)), int(rng.integers(columns - wide + 1))
        alive = np.argwhere(engine.read(row, column, high, wide))
        distance = abs(len(alive) / (high * wide) - _WANTED)
        if len(alive) and distance < best:
            down, across = alive.mean(axis=0)
            best, found = distance, (row + int(down), column + int(across))
    return found


def near_camera(place: Place, shape: Shape, window: WindowSize, whole: float) -> Camera:
    """Return the camera that shows a place from near by; ``whole`` is the zoom at which the whole board is shown."""
    return clamp(Camera(place[0] + 0.5, place[1] + 0.5, max(_NEAR_ZOOM, _CLOSER * whole)), shape, window)

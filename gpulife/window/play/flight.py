"""The flight of the view from the whole board to a lively place, and back."""

from dataclasses import dataclass

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.game import Place
from gpulife.view.camera import Camera, Shape, WindowSize, between, clamp
from gpulife.window.design import FLIGHT, eased_twice

_NEAR_ZOOM = 12.0
"""Minimum zoom after a flight to a lively place, in points per cell."""
_CLOSER = 3.0
"""Minimum zoom after a flight to a lively place, as a multiple of the zoom that shows the whole board."""
_TRIES, _SIDE = 48, 40
"""Number of squares of the board that are searched for a lively place, and the side of a square in cells."""
_WANTED = 0.15
"""The square whose share of live cells is closest to this one counts as the liveliest."""
_SMALL_BOARD = 1 << 20
"""Largest board, in cells, that is searched as a whole if no square has a live cell."""


@dataclass(slots=True)
class Flight:
    """A flight of the camera. It starts slowly and ends slowly.

    Attributes:
        start: the camera at the start.
        target: the camera at the end, before it is adjusted to whole pixels.
        seconds: time since the start.
    """

    start: Camera
    target: Camera
    seconds: float = 0.0

    @property
    def is_over(self) -> bool:
        """True if the flight has ended."""
        return self.seconds >= FLIGHT

    def fly(self, goal: Camera, seconds: float, wrap: Shape | None = None) -> Camera:
        """Continue the flight by ``seconds``; return the camera's new position.

        Args:
            goal: the camera at the end.
            seconds: seconds since the last call.
            wrap: as in :func:`gpulife.view.camera.between`.
        """
        self.seconds += seconds
        return between(self.start, goal, eased_twice(self.seconds / FLIGHT), wrap)


def lively_place(engine: Engine) -> Place | None:
    """Return the cell in the middle of a lively part of the board; None if no live cell was found.

    Squares chosen at random are searched, different ones in each generation. If they are all empty, the whole board is
    searched, unless it is too large.
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
    if found is None and rows * columns <= _SMALL_BOARD:
        alive = np.argwhere(engine.read_all())
        if len(alive):
            row, column = rng.choice(alive).tolist()
            found = row, column
    return found


def near_camera(place: Place, shape: Shape, window: WindowSize, whole: float) -> Camera:
    """Return the camera for a close-up of a place.

    ``shape`` is the board's (rows, columns), ``window`` the window's size, and ``whole`` the zoom that shows the whole
    board.
    """
    return clamp(Camera(place[0] + 0.5, place[1] + 0.5, max(_NEAR_ZOOM, _CLOSER * whole)), shape, window)

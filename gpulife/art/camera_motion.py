"""How the director's camera moves: towards where it is to be, gently. Place, velocity and acceleration never jump.

Everything is measured as somebody before the screen sees it: ways in lengths of the window's shorter side, zoom in
octaves. So a close-up glides no faster over the glass than the whole board does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MAX_SPEED = 0.25
"""Shorter sides of the window a second."""
MAX_ACCELERATION = 0.2
"""The same, a second."""
MAX_ZOOM_SPEED = 0.3
"""Octaves a second."""
MAX_ZOOM_ACCELERATION = 0.2
"""The same, a second."""

_KEENNESS = 0.5
"""Of the way that is left, covered in a second; times the speed it must stay below the acceleration."""
_GRIP = 0.4
"""Seconds to take up another velocity."""
_GENTLE = 0.1
"""Seconds to take up another acceleration; a quarter of the grip, so that no velocity is overshot."""
_STEP = 1 / 60
_AT_REST = 1e-5
"""As part of the window, and of an octave: less than anybody sees."""


@dataclass(slots=True)
class Glide:
    """Something that moves; vectors are complex numbers, to the right and, imaginary, down.

    Attributes:
        most_speed: bound of the velocity.
        most_acceleration: bound of the acceleration.
        velocity: a second.
        acceleration: a second squared.
    """

    most_speed: float
    most_acceleration: float
    velocity: complex = 0
    acceleration: complex = 0

    def step(self, way: complex, seconds: float) -> complex:
        """Return how far to move in so many seconds (at most 1/60), where ``way`` is left."""
        if abs(way) < _AT_REST and abs(self.velocity) < _AT_REST:
            self.velocity = self.acceleration = 0
            return way
        wanted = _bounded(_KEENNESS * way, self.most_speed)
        push = _bounded((wanted - self.velocity) / _GRIP, self.most_acceleration)
        self.acceleration += (push - self.acceleration) * -math.expm1(-seconds / _GENTLE)
        self.velocity += self.acceleration * seconds
        return self.velocity * seconds


def pan_glide() -> Glide:
    """Return a glide over the board, at rest."""
    return Glide(MAX_SPEED, MAX_ACCELERATION)


def zoom_glide() -> Glide:
    """Return a glide in octaves (real numbers), at rest."""
    return Glide(MAX_ZOOM_SPEED, MAX_ZOOM_ACCELERATION)


def steps(seconds: float) -> tuple[int, float]:
    """Return how many steps to take for so many seconds, and how long each is."""
    count = max(1, math.ceil(seconds / _STEP - 1e-9))
    return count, seconds / count


def _bounded(vector: complex, most: float) -> complex:
    length = abs(vector)
    return vector * (most / length) if length > most else vector

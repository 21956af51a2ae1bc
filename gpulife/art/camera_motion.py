"""Smooth motion of the automatic camera: position, velocity and acceleration never jump.

Distances are measured on the screen, in lengths of the window's shorter side, and zoom in octaves. So a close-up moves
no faster over the screen than the whole board does.
"""

import math
from dataclasses import dataclass

MAX_SPEED = 0.25
"""Greatest speed, in window sides per second."""
MAX_ACCELERATION = 0.2
"""Greatest acceleration, in window sides per second squared."""
MAX_ZOOM_SPEED = 0.3
"""Greatest zoom speed, in octaves per second."""
MAX_ZOOM_ACCELERATION = 0.2
"""Greatest zoom acceleration, in octaves per second squared."""
MAX_STEP = 1 / 60
"""Longest step of the integration in seconds."""

_APPROACH_RATE = 0.5
"""Share of the remaining distance to cover per second; times the speed it must stay below the acceleration."""
_VELOCITY_SECONDS = 0.4
"""Time constant of changes of the velocity."""
_ACCELERATION_SECONDS = 0.1
"""Time constant of changes of the acceleration: a quarter of the velocity's, so that no velocity is overshot."""
_AT_REST = 1e-5
"""Distance, in window sides or octaves, that is too small to be seen."""


@dataclass(slots=True)
class Glide:
    """A moving value; vectors are complex numbers: real to the right, imaginary down.

    Attributes:
        max_speed: limit on the velocity.
        max_acceleration: limit on the acceleration.
        velocity: change per second.
        acceleration: change of the velocity per second.
    """

    max_speed: float
    max_acceleration: float
    velocity: complex = 0
    acceleration: complex = 0

    def step(self, remaining: complex, seconds: float) -> complex:
        """Return the distance to move in ``seconds`` (at most :data:`MAX_STEP`) towards a target ``remaining`` away."""
        if abs(remaining) < _AT_REST and abs(self.velocity) < _AT_REST:
            self.velocity = self.acceleration = 0
            return remaining
        wanted = _bounded(_APPROACH_RATE * remaining, self.max_speed)
        push = _bounded((wanted - self.velocity) / _VELOCITY_SECONDS, self.max_acceleration)
        self.acceleration += (push - self.acceleration) * -math.expm1(-seconds / _ACCELERATION_SECONDS)
        self.velocity += self.acceleration * seconds
        return self.velocity * seconds


def _bounded(vector: complex, limit: float) -> complex:
    length = abs(vector)
    return vector * (limit / length) if length > limit else vector

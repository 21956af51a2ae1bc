"""Moves the picture slowly over the screen, so that nothing burns in."""

import math

import numpy as np

PERIOD = 4 * 3600.0
"""Seconds for the whole path, after which it begins again."""
_ARMS_APART = 1.0
"""Greatest distance in pixels between the arms of one spiral; the other spiral lies halfway between them."""
_POINTS = 4096
"""Number of points that represent a spiral."""


class PixelShift:
    """A closed path at constant speed over a disc: outwards in a spiral, half around, and back between its arms.

    So the picture spends about the same time in each part of the disc.

    Args:
        radius: radius of the disc in pixels; 0 keeps the picture in place.
    """

    def __init__(self, radius: float) -> None:
        turns = max(4, math.ceil(radius / _ARMS_APART))
        # One arm is share * exp(i * angle(share)), the other is opposite to it; (1, angle(1)) are joined along the rim.
        share = np.linspace(0, 1, _POINTS)
        arm = share * np.exp(2j * math.pi * turns * share)
        rim = np.exp(1j * math.pi * np.linspace(0, 1, _POINTS // turns))
        self._path = radius * np.concatenate((arm, rim[1:], -arm[::-1][1:]))
        lengths = np.concatenate(((0.0,), np.abs(np.diff(self._path)).cumsum()))
        self._times = lengths / lengths[-1] * PERIOD if radius else np.linspace(0, PERIOD, len(lengths))

    def at(self, seconds: float) -> tuple[float, float]:
        """Return the offset (right, down) of the picture in pixels at a time."""
        place = complex(np.interp(seconds % PERIOD, self._times, self._path))
        return place.real, place.imag

    def whole_at(self, seconds: float) -> tuple[int, int]:
        """Return the offset in whole pixels, for pictures that have to stay sharp."""
        x, y = self.at(seconds)
        return round(x), round(y)

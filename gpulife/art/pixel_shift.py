"""A picture that slowly wanders over the glass, so that nothing burns in."""

from __future__ import annotations

import math

import numpy as np

PERIOD = 4 * 3600.0
"""Seconds for the whole way, after which it begins again."""
_ARMS_APART = 1.0
"""Pixels between the arms of one spiral, at most; those of the other lie in the middle."""
_POINTS = 4096


class PixelShift:
    """A closed way at an even speed over a disc: out of the middle in a spiral, half around, and back between its arms.

    So each part of the disc is passed about as long as any other.

    Args:
        radius: of the disc, in pixels; 0 keeps the picture where it is.
        period: seconds for all of it.
    """

    def __init__(self, radius: float, period: float = PERIOD) -> None:
        self.radius = radius
        self.period = period
        turns = max(4, math.ceil(radius / _ARMS_APART))
        # One arm is share * exp(i * angle(share)), the other is opposite to it; (1, angle(1)) are joined along the rim.
        share = np.linspace(0, 1, _POINTS)
        arm = share * np.exp(2j * math.pi * turns * share)
        rim = np.exp(1j * math.pi * np.linspace(0, 1, _POINTS // turns))
        way = radius * np.concatenate((arm, rim[1:], -arm[::-1][1:]))
        lengths = np.concatenate(((0.0,), np.abs(np.diff(way)).cumsum()))
        self._way = way
        self._times = lengths / lengths[-1] * period if radius else np.linspace(0, period, len(way))

    def at(self, seconds: float) -> tuple[float, float]:
        """Return the offset (x, y) of the picture in pixels, to the right and down, at a time."""
        time = seconds % self.period
        return (
            float(np.interp(time, self._times, self._way.real)),
            float(np.interp(time, self._times, self._way.imag)),
        )

    def whole_at(self, seconds: float) -> tuple[int, int]:
        """Return the offset in whole pixels, for pictures that have to stay sharp."""
        x, y = self.at(seconds)
        return round(x), round(y)

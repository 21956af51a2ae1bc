"""How long frames took: percentiles of any number of them in little memory, and a line about them every hour."""

from __future__ import annotations

import logging
import math

_LOG = logging.getLogger(__name__)


class FrameTimes:
    """How long frames took, as a histogram of fixed size: percentiles are right to 2 %, the worst exactly."""

    _MIN, _STEP, _BINS = 1e-5, math.log(1.02), 1024

    def __init__(self) -> None:
        self.count = 0
        self.worst = 0.0
        self._bins = [0] * self._BINS

    def add(self, seconds: float) -> None:
        """Count a frame that took so many seconds."""
        self.count += 1
        self.worst = max(self.worst, seconds)
        place = int(math.log(max(seconds, self._MIN) / self._MIN) / self._STEP)
        self._bins[min(place, self._BINS - 1)] += 1

    def percentile(self, part: float) -> float:
        """Return the seconds within which that part (0 to 1) of the frames was ready; 0 without frames."""
        wanted, seen = part * self.count, 0
        for place, number in enumerate(self._bins):
            seen += number
            if number and seen >= wanted:
                return min(self._MIN * math.exp((place + 0.5) * self._STEP), self.worst)
        return 0.0

    def __str__(self) -> str:
        p50, p99 = (1000 * self.percentile(part) for part in (0.5, 0.99))
        return f"{self.count} frames: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {1000 * self.worst:.1f} ms"


class HourlyFrameTimes:
    """Logs every hour how long the frames took.

    Args:
        now: seconds on a clock that does not go back.
        seconds: the length of an hour.
    """

    def __init__(self, now: float, seconds: float = 3600.0) -> None:
        self._began = now
        self._seconds = seconds
        self.times = FrameTimes()

    def frame(self, now: float, seconds: float) -> None:
        """Count a frame that took so many seconds."""
        self.times.add(seconds)
        if now - self._began >= self._seconds:
            self.finish(now)

    def finish(self, now: float) -> None:
        """Log how long the frames took since the last time, if there were any."""
        if self.times.count:
            _LOG.info("%.0f minutes, %s", (now - self._began) / 60, self.times)
        self._began, self.times = now, FrameTimes()

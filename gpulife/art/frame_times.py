"""Measures frame times: percentiles of any number of frames in little memory, and an hourly line in the log."""

import logging
import math
from itertools import accumulate

_LOG = logging.getLogger(__name__)


class FrameTimes:
    """A histogram of frame times of fixed size: percentiles are accurate to 2 %, the worst time is exact."""

    _MIN, _STEP, _BINS = 1e-5, math.log(1.02), 1024

    def __init__(self) -> None:
        self.count = 0
        self.worst = 0.0
        self._bins = [0] * self._BINS

    def add(self, seconds: float) -> None:
        """Count a frame that took ``seconds``."""
        self.count += 1
        self.worst = max(self.worst, seconds)
        place = int(math.log(max(seconds, self._MIN) / self._MIN) / self._STEP)
        self._bins[min(place, self._BINS - 1)] += 1

    def percentile(self, part: float) -> float:
        """Return the frame time that the share ``part`` (0 to 1) of the frames did not exceed; 0 without frames."""
        if not self.count:
            return 0.0
        place = next(place for place, seen in enumerate(accumulate(self._bins)) if seen >= max(1, part * self.count))
        return min(self._MIN * math.exp((place + 0.5) * self._STEP), self.worst)

    def __str__(self) -> str:
        p50, p99 = (1000 * self.percentile(part) for part in (0.5, 0.99))
        return f"{self.count} frames: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {1000 * self.worst:.1f} ms"


class HourlyFrameTimes:
    """Logs the frame times every hour.

    Args:
        now: present time in seconds on a monotonic clock.
        seconds: interval between two lines.
    """

    def __init__(self, now: float, seconds: float = 3600.0) -> None:
        self._began = now
        self._seconds = seconds
        self.times = FrameTimes()

    def frame(self, now: float, seconds: float) -> None:
        """Count a frame that took ``seconds`` and ended at ``now``."""
        self.times.add(seconds)
        if now - self._began >= self._seconds:
            self.finish(now)

    def finish(self, now: float) -> None:
        """Log the frame times since the last line, if there were any frames."""
        if self.times.count:
            _LOG.info("%.0f minutes, %s", (now - self._began) / 60, self.times)
        self._began, self.times = now, FrameTimes()

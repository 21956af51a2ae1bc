"""Helpers for a display that runs for months.

They control the brightness, shift the picture against burn-in, keep the screen on and measure frame times.
"""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import time
from importlib import import_module
from itertools import accumulate

import numpy as np

from gpulife.settings import DailySchedule, parse_daily_schedule

# Brightness of the display by time of day: for rooms that are dark at night and bright by day.

_DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Brightness:
    """The brightness at each time of day. It changes gradually between the given times, also across midnight.

    Attributes:
        points: pairs (minute since midnight, share of full brightness from 0 to 1) in order of time; empty for full
            brightness.
    """

    points: DailySchedule = ()

    def at(self, seconds: float) -> float:
        """Return the share of full brightness at ``seconds`` after midnight."""
        if not self.points:
            return 1.0
        seconds %= _DAY
        after = next((index for index, (minute, _) in enumerate(self.points) if minute * 60 > seconds), 0)
        (first, here), (last, there) = self.points[after - 1], self.points[after]
        length = (last - first) * 60 % _DAY or _DAY
        share = (seconds - first * 60) % _DAY / length
        return here + (there - here) * (1 - math.cos(math.pi * share)) / 2

    def at_time(self, clock: time) -> float:
        """Return the share of full brightness at a time of day."""
        return self.at(clock.hour * 3600 + clock.minute * 60 + clock.second + clock.microsecond / 1e6)


def parse_brightness(text: str) -> Brightness:
    """Parse a day's brightness, such as ``08:00=1, 20:00=0.5, 23:00=0.15``, or one number for all day; "" means 1.

    Raises:
        DailyScheduleError: the text does not have this form.
    """
    return Brightness(parse_daily_schedule(text, 0, 1))


# Moves the picture slowly over the screen, to prevent burn-in.

PERIOD = 4 * 3600.0
"""Seconds after which the path of a pixel shift repeats."""
_ARMS_APART = 1.0
"""Greatest distance in pixels between two neighbouring turns of the spiral."""
_POINTS = 4096
"""Number of points that represent a spiral."""


class PixelShift:
    """Moves the picture slowly within a disc, to prevent burn-in: outwards in a spiral, and back in another.

    The picture spends about the same time in each part of the disc, so that the screen wears evenly.

    Args:
        radius: radius of the disc in pixels; 0 keeps the picture in place.
    """

    def __init__(self, radius: float) -> None:
        turns = max(4, math.ceil(radius / _ARMS_APART))
        # One arm is share * exp(i * angle(share)), the other is opposite to it; their ends are joined along the rim.
        share = np.linspace(0, 1, _POINTS)
        arm = share * np.exp(2j * math.pi * turns * share)
        rim = np.exp(1j * math.pi * np.linspace(0, 1, _POINTS // turns))
        self._path = radius * np.concatenate((arm, rim[1:], -arm[::-1][1:]))
        lengths = np.concatenate(((0.0,), np.abs(np.diff(self._path)).cumsum()))
        self._times = lengths / lengths[-1] * PERIOD if radius else np.linspace(0, PERIOD, len(lengths))

    def at(self, seconds: float) -> tuple[float, float]:
        """Return the picture's offset (right, down) in pixels, ``seconds`` after the movement began."""
        place = complex(np.interp(seconds % PERIOD, self._times, self._path))
        return place.real, place.imag

    def whole_at(self, seconds: float) -> tuple[int, int]:
        """Return the offset (right, down) in whole pixels, so that the picture stays sharp."""
        x, y = self.at(seconds)
        return round(x), round(y)


# Keeps the screen on with the library wakepy (the extra ``awake``), if it is installed.

_LOG = logging.getLogger(__name__)

MISSING = "the screen may turn off: wakepy is not installed (pip install 'gpulife[awake]')"


@contextmanager
def keep_awake() -> Iterator[bool]:
    """Ask the desktop to keep the screen on until the block ends; yield True if the desktop agrees.

    A failure is only logged.
    """
    mode = None
    try:
        mode = import_module("wakepy").keep.presenting(on_fail="pass")
        entered = mode.__enter__()
        active = bool(entered.active)
        _LOG.info(
            f"the screen is kept on by {entered.method}"
            if active
            else f"the screen may turn off: {_shortened(entered.result.get_failure_text()) or 'the desktop refused'}"
        )
    except ImportError:
        active = False
        _LOG.info(MISSING)
    except Exception as error:  # noqa: BLE001 - the library or the desktop may raise anything
        active, mode = False, None
        _LOG.info("the screen may turn off: %s", _shortened(str(error)) or type(error).__name__)
    try:
        yield active
    finally:
        if mode is not None:
            try:
                mode.__exit__(None, None, None)
            except Exception as error:  # noqa: BLE001 - as above
                _LOG.info("the screen may stay on: %s", _shortened(str(error)) or type(error).__name__)


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else line[:297] + "..."


# Measures frame times: percentiles of any number of frames in little memory, and an hourly line in the log.


class FrameTimes:
    """Counts frames by their duration, in a fixed amount of memory; percentiles are accurate to 2 %."""

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
        """Return a percentile of the frame times, in seconds; 0 if no frame was counted.

        The share ``part`` (0 to 1) of all frames took at most this long.
        """
        if not self.count:
            return 0.0
        place = next(place for place, seen in enumerate(accumulate(self._bins)) if seen >= max(1, part * self.count))
        return min(self._MIN * math.exp((place + 0.5) * self._STEP), self.worst)

    def __str__(self) -> str:
        p50, p99 = (1000 * self.percentile(part) for part in (0.5, 0.99))
        return f"{self.count} frames: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {1000 * self.worst:.1f} ms"


class HourlyFrameTimes:
    """Logs frame times at intervals, usually every hour.

    Args:
        now: the current time, in seconds on a monotonic clock.
        seconds: interval between two lines of the log.
    """

    def __init__(self, now: float, seconds: float = 3600.0) -> None:
        self._began = now
        self._seconds = seconds
        self.times = FrameTimes()

    def frame(self, now: float, seconds: float) -> None:
        """Count a frame that took ``seconds`` and ended at ``now``, on the same clock as in the constructor."""
        self.times.add(seconds)
        if now - self._began >= self._seconds:
            self.finish(now)

    def finish(self, now: float) -> None:
        """Log the frame times since the previous line of the log, if there were any frames."""
        if self.times.count:
            _LOG.info("%.0f minutes, %s", (now - self._began) / 60, self.times)
        self._began, self.times = now, FrameTimes()

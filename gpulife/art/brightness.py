"""Brightness of the display by the time of day: for rooms that are dark at night and bright by day."""

import math
from dataclasses import dataclass
from datetime import time

from gpulife.settings import DailySchedule, parse_daily_schedule

_DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Brightness:
    """A day's brightness; it changes gently from each point to the next one, across midnight, too.

    Attributes:
        points: (minute since midnight, share of the full brightness, 0 to 1), the earliest first; none for always 1.
    """

    points: DailySchedule = ()

    def at(self, seconds: float) -> float:
        """Return the share of the full brightness at ``seconds`` after midnight."""
        if not self.points:
            return 1.0
        seconds %= _DAY
        after = next((index for index, (minute, _) in enumerate(self.points) if minute * 60 > seconds), 0)
        (first, here), (last, there) = self.points[after - 1], self.points[after]
        length = (last - first) * 60 % _DAY or _DAY
        share = (seconds - first * 60) % _DAY / length
        return here + (there - here) * (1 - math.cos(math.pi * share)) / 2

    def at_time(self, clock: time) -> float:
        """Return the share of the full brightness at a time of day."""
        return self.at(clock.hour * 3600 + clock.minute * 60 + clock.second + clock.microsecond / 1e6)


def parse_brightness(text: str) -> Brightness:
    """Parse a day's brightness, as in ``08:00=1, 20:00=0.5, 23:00=0.15``, one number, or "" for 1.

    Raises:
        DailyScheduleError: the text has another form.
    """
    return Brightness(parse_daily_schedule(text, 0, 1))

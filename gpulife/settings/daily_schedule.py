"""Numbers by the time of day, as people write them in settings: ``08:00=1, 20:00=0.5, 23:00=0.15``."""

import re

from gpulife.errors import GpulifeError

DailySchedule = tuple[tuple[int, float], ...]
"""(minute since midnight, number), the earliest first."""

_POINT = re.compile(r"\s*(\d{1,2}):(\d{2})\s*=\s*(\d+(?:\.\d*)?|\.\d+)\s*", re.ASCII)
_MAX_POINTS = 48


class DailyScheduleError(GpulifeError):
    """A daily schedule is written wrongly; the message says where, and what would be right."""


def parse_daily_schedule(text: str, minimum: float, maximum: float) -> DailySchedule:
    """Parse the points of a daily schedule; one number is for the whole day, an empty text for no schedule.

    Args:
        text: the points, separated by commas.
        minimum: smallest number that is allowed.
        maximum: largest number that is allowed.

    Raises:
        DailyScheduleError: the text is no daily schedule.
    """
    if not text.strip():
        return ()
    parts = text.split(",") if "=" in text else [f"00:00={text}"]
    if len(parts) > _MAX_POINTS:
        raise DailyScheduleError(f"there are {len(parts)} times, at most {_MAX_POINTS} are possible")
    points: dict[int, float] = {}
    for part in parts:
        minute, value = _point(part, minimum, maximum)
        if minute in points:
            raise DailyScheduleError(f"{part.strip()!r}: there is another number for that time")
        points[minute] = value
    return tuple(sorted(points.items()))


def _point(text: str, minimum: float, maximum: float) -> tuple[int, float]:
    match = _POINT.fullmatch(text)
    if match and int(match[1]) <= 23 and int(match[2]) <= 59 and minimum <= float(match[3]) <= maximum:
        return int(match[1]) * 60 + int(match[2]), float(match[3])
    right = f"a time of day and a number from {minimum:g} to {maximum:g}, as in 20:00={(minimum + maximum) / 2:g}"
    raise DailyScheduleError(f"{text.strip()[:40]!r} should be {right}")

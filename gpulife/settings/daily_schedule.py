"""Numbers by the time of day, as people write them in settings: ``08:00=1, 20:00=0.5, 23:00=0.15``."""

from __future__ import annotations

import re

from gpulife.errors import GpulifeError

Timetable = tuple[tuple[int, float], ...]
"""(minute since midnight, number), the earliest first; empty where nothing is said."""

_POINT = re.compile(r"\s*(\d{1,2}):(\d{2})\s*=\s*(\d+(?:\.\d*)?|\.\d+)\s*", re.ASCII)
_MAX_POINTS = 48


class TimetableError(GpulifeError):
    """A timetable is written wrongly; one line that says where, and what would be right."""


def parse_timetable(text: str, least: float, most: float) -> Timetable:
    """Parse the points of a timetable; a single number holds the whole day, and an empty text says nothing.

    Args:
        text: likewise.
        least: that a number may be.
        most: likewise.

    Raises:
        TimetableError: it is none.
    """
    if not text.strip():
        return ()
    parts = text.split(",") if "=" in text else [f"00:00={text}"]
    if len(parts) > _MAX_POINTS:
        raise TimetableError(f"there are {len(parts)} times, at most {_MAX_POINTS} are possible")
    points: dict[int, float] = {}
    for part in parts:
        minute, value = _point(part, least, most)
        if minute in points:
            raise TimetableError(f"{part.strip()!r}: there is another number for that time")
        points[minute] = value
    return tuple(sorted(points.items()))


def _point(text: str, least: float, most: float) -> tuple[int, float]:
    match = _POINT.fullmatch(text)
    right = f"a time of day and a number from {least:g} to {most:g}, as in 20:00={(least + most) / 2:g}"
    shown = repr(text.strip()[:40])
    if match is None:
        raise TimetableError(f"{shown} should be {right}")
    hour, minute, value = int(match[1]), int(match[2]), float(match[3])
    if hour > 23 or minute > 59 or not least <= value <= most:
        raise TimetableError(f"{shown} should be {right}")
    return hour * 60 + minute, value

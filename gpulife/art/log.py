"""What a display writes down while nobody looks: a line an event, in files that stay small, and times of frames."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from gpulife.files import open_log
from gpulife.printing import printable

FILE_NAME = "art.log"
"""In the data folder; older ones are ``art.log.1`` and so on."""
MOST_BYTES = 1 << 20
"""Of one file."""
OLD_FILES = 4
"""Kept beside the newest."""
_LONGEST_LINE = 2000


class ArtLog:
    """A rotating log file. Nothing that goes wrong with it stops the display: lines are lost, and counted.

    Args:
        path: of the newest file; its folder is made.
        now: what time it is, for the lines.
        most_bytes: of one file.
        old_files: to keep beside it.
    """

    def __init__(
        self, path: Path, now: Callable[[], datetime], most_bytes: int = MOST_BYTES, old_files: int = OLD_FILES
    ) -> None:
        self.path = path
        self._now = now
        self._most_bytes, self._old_files = most_bytes, old_files
        self._lost = 0

    def write(self, event: str) -> None:
        """Add a line: the time, and what happened. Line ends and the like in it are written as escapes."""
        lines = [f"({self._lost} lines before this one could not be written)"] if self._lost else []
        shown = printable(event)[:_LONGEST_LINE]
        stamp = self._now().astimezone().isoformat(" ", "seconds")
        data = "".join(f"{stamp} {line}\n" for line in (*lines, shown)).encode("utf-8", "backslashreplace")
        try:
            self._make_room(len(data))
            # Opened anew for each of the few lines: what was removed or rotated by others is no matter then.
            with os.fdopen(open_log(self.path, private=False), "ab") as file:
                file.write(data)
            self._lost = 0
        except OSError:
            self._lost += 1

    def _make_room(self, more: int) -> None:
        try:
            if self.path.lstat().st_size + more <= self._most_bytes:
                return
        except FileNotFoundError:
            return
        names = [self.path, *(self.path.with_name(f"{self.path.name}.{n + 1}") for n in range(self._old_files))]
        for older, newer in zip(names[:0:-1], names[-2::-1], strict=True):
            with suppress(FileNotFoundError):
                newer.replace(older)
        if not self._old_files:
            self.path.unlink()


class FrameTimes:
    """How long frames took, as a histogram of fixed size: percentiles are right to 2 %, the worst exactly."""

    _LEAST, _STEP, _BINS = 1e-5, math.log(1.02), 1024

    def __init__(self) -> None:
        self.count = 0
        self.worst = 0.0
        self._bins = [0] * self._BINS

    def add(self, seconds: float) -> None:
        """One frame."""
        self.count += 1
        self.worst = max(self.worst, seconds)
        place = int(math.log(max(seconds, self._LEAST) / self._LEAST) / self._STEP)
        self._bins[min(place, self._BINS - 1)] += 1

    def percentile(self, part: float) -> float:
        """The seconds within which that part (0 to 1) of the frames was ready; 0 without frames."""
        wanted, seen = part * self.count, 0
        for place, number in enumerate(self._bins):
            seen += number
            if number and seen >= wanted:
                return min(self._LEAST * math.exp((place + 0.5) * self._STEP), self.worst)
        return 0.0

    def __str__(self) -> str:
        p50, p99 = (1000 * self.percentile(part) for part in (0.5, 0.99))
        return f"{self.count} frames: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {1000 * self.worst:.1f} ms"


class HourlyFrameTimes:
    """Tells every hour how long its frames took.

    Args:
        now: seconds on a clock that does not go back.
        seconds: the length of an hour.
    """

    def __init__(self, now: float, seconds: float = 3600.0) -> None:
        self._began = now
        self._seconds = seconds
        self.times = FrameTimes()

    def frame(self, now: float, seconds: float) -> str | None:
        """A frame that took so many seconds; every hour a line for the log."""
        self.times.add(seconds)
        if now - self._began < self._seconds:
            return None
        return self.finish(now)

    def finish(self, now: float) -> str | None:
        """The line about what was left, as at the end; None without a frame."""
        line = f"{(now - self._began) / 60:.0f} minutes, {self.times}" if self.times.count else None
        self._began, self.times = now, FrameTimes()
        return line

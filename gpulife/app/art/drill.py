"""Drills: something goes wrong on purpose, so that whoever hangs the display up sees that it survives."""

from __future__ import annotations

import time
from collections.abc import Callable

_AFTER_SECONDS = 10.0


class Drill:
    """One accident, some seconds after the beginning.

    Args:
        kind: one of ``display_options.DRILLS``, or None for no accident.
        say: takes a line for the log.
        clock: gives seconds.
    """

    def __init__(
        self, kind: str | None, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._kind = kind
        self._say = say
        self._clock = clock
        self._at = clock() + _AFTER_SECONDS

    def in_scene(self) -> None:
        """Crash, if that is the accident and its time has come."""
        if self._happens("crash"):
            raise RuntimeError("this is only a drill")

    def loses_context(self) -> bool:
        """Whether the context is to be taken for lost."""
        return self._happens("context")

    def loses_monitor(self) -> bool:
        """Whether the monitor is to be taken for unplugged."""
        return self._happens("monitor")

    def _happens(self, kind: str) -> bool:
        if self._kind != kind or self._clock() < self._at:
            return False
        self._kind = None
        self._say(f"drill: {kind}")
        return True

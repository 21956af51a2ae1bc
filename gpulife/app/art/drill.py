"""Drills: something goes wrong on purpose, so that whoever hangs the display up sees that it survives."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

_LOG = logging.getLogger(__name__)

_AFTER_SECONDS = 10.0


class Drill:
    """One accident, some seconds after the beginning.

    Args:
        kind: one of ``art.options.DRILLS``, or None for no accident.
        clock: gives seconds.
    """

    def __init__(self, kind: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._kind = kind
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
        _LOG.info("drill: %s", kind)
        return True

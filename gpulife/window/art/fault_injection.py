"""Drills: something goes wrong on purpose, so that whoever hangs the display up sees that it survives."""

from __future__ import annotations

import logging
import time

_LOG = logging.getLogger(__name__)

_AFTER_SECONDS = 10.0


class Drill:
    """One accident, some seconds after the beginning.

    Args:
        kind: one of ``display_options.DRILLS``, or None for no accident.
    """

    def __init__(self, kind: str | None) -> None:
        self._kind = kind
        self._at = time.monotonic() + _AFTER_SECONDS

    def happens(self, kind: str) -> bool:
        """Tell whether an accident of that kind is to be pretended now, which it is once at most."""
        if self._kind != kind or time.monotonic() < self._at:
            return False
        self._kind = None
        _LOG.info("drill: %s", kind)
        return True

    def crash_scene(self) -> None:
        """Raise an error if that is the accident and its time has come."""
        if self.happens("crash"):
            raise RuntimeError("this is only a drill")

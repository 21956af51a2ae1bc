"""Deliberate faults (``--drill``), for testing that the display recovers."""

import logging
import time

_LOG = logging.getLogger(__name__)

_FAULT_SECONDS = 10.0
"""Seconds from the start to the fault."""


class FaultInjector:
    """Injects one fault some seconds after the start.

    Args:
        kind: the kind of fault, as given to ``--drill``; None for no fault.
    """

    def __init__(self, kind: str | None) -> None:
        self._kind = kind
        self._due = time.monotonic() + _FAULT_SECONDS

    def is_due(self, kind: str) -> bool:
        """Return True, once, if it is time to inject a fault of this kind."""
        if self._kind != kind or time.monotonic() < self._due:
            return False
        self._kind = None
        _LOG.info("drill: %s", kind)
        return True

    def crash_scene(self) -> None:
        """Raise an error if a crash of the scene is due."""
        if self.is_due("crash"):
            raise RuntimeError("this is only a drill")

"""The time on the wall."""

from __future__ import annotations

from datetime import datetime


def local_time() -> datetime:
    """Return the present time where the display hangs, without a zone."""
    return datetime.now().astimezone().replace(tzinfo=None)

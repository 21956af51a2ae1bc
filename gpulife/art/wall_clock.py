"""The time on the wall."""

from __future__ import annotations

from datetime import datetime


def local_time() -> datetime:
    """Now, where the display hangs, without a zone."""
    return datetime.now().astimezone().replace(tzinfo=None)

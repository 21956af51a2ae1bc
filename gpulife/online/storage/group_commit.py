"""Which writes are committed together: urgent ones at once with all that waits, others a little later.

A commit to disk takes milliseconds however much is in it, so that thousands of actions of all matches share one. No
thread and no clock of its own: :mod:`writer` has them.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from gpulife.online.storage.errors import QueueFullError

GATHER_SECONDS = 0.05
"""Time for which writes that are not urgent wait for others: with the commit itself less than 0.1 s."""
MAX_WAITING_BYTES = 64 << 20
"""Limit on the size of all that waits."""

_Write = TypeVar("_Write")


class Gathering(Generic[_Write]):
    """Writes that wait to be committed, in order.

    Args:
        max_bytes: limit on their size.

    Attributes:
        size: their size in bytes, about.
    """

    def __init__(self, max_bytes: int = MAX_WAITING_BYTES) -> None:
        self.size = 0
        self._max_bytes = max_bytes
        self._waiting: list[_Write] = []
        self._due: float | None = None

    def add(self, write: _Write, size: int, now: float, *, urgent: bool) -> bool:
        """Let a write wait, and return whether something is due sooner than before.

        Args:
            write: to be committed.
            size: its size in bytes, about.
            now: seconds on a clock that does not go back.
            urgent: whether it, and all before it, is due at once.

        Raises:
            QueueFullError: there is no room.
        """
        if self._waiting and self.size + size > self._max_bytes:
            raise QueueFullError(
                f"{self.size >> 20} MiB wait to be written: the disk does not keep up",
                "the server's disk does not keep up",
            )
        self._waiting.append(write)
        self.size += size
        due = now if urgent else now + GATHER_SECONDS
        is_sooner = self._due is None or due < self._due
        self._due = due if self._due is None else min(self._due, due)
        return is_sooner

    def seconds_left(self, now: float) -> float | None:
        """Return the time until something is due, 0 if it is; None if nothing waits."""
        return None if self._due is None else max(0.0, self._due - now)

    def take(self) -> Sequence[_Write]:
        """Return all that waits, due or not; nothing waits any more."""
        taken, self._waiting, self.size, self._due = self._waiting, [], 0, None
        return taken

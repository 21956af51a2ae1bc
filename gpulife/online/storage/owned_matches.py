"""The matches that this process owns, and where their logs end: what is appended next has that number.

Numbers are given when rows are handed over, before they are on disk, so that a group that is written twice by mistake
is recognised, and none is written behind one that was lost.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from gpulife.online.storage.errors import NotOwnerError
from gpulife.online.storage.match_log import Append, Entry, Lease, checked
from gpulife.online.storage.writer import Writer


@dataclass(slots=True)
class _Owned:
    """A lease, the number of rows that were handed over, and the tick of the last one."""

    lease: Lease
    entries: int
    tick: int


class OwnedMatches:
    """The matches that this process owns.

    Args:
        writer: writes their logs.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._owned: dict[int, _Owned] = {}
        self._lock = threading.Lock()

    def add(self, lease: Lease, entries: int, tick: int) -> None:
        """Own a match from now on, whose log has so many rows, the last one in ``tick``."""
        with self._lock:
            self._owned[lease.match_id] = _Owned(lease, entries, tick)

    def lease(self, match_id: int) -> Lease:
        """Return the lease of a match.

        Raises:
            NotOwnerError: this process does not own it.
        """
        with self._lock:
            return self._find(match_id).lease

    def remove(self, lease: Lease) -> None:
        """Forget a match, unless it was taken again meanwhile."""
        with self._lock:
            if (owned := self._owned.get(lease.match_id)) is not None and owned.lease == lease:
                del self._owned[lease.match_id]

    def leases(self) -> tuple[Lease, ...]:
        """Return all leases."""
        with self._lock:
            return tuple(owned.lease for owned in self._owned.values())

    def append(self, match_id: int, entries: Sequence[Entry], *, urgent: bool) -> "Future[int]":
        """See ``Database.append``."""
        with self._lock:
            owned = self._find(match_id)
            rows, size = checked(entries, owned.tick)
            append = Append(owned.lease, owned.entries, rows, size)
            future = self._writer.append(append, urgent=urgent)  # in the order of their numbers
            owned.entries += len(rows)
            owned.tick = rows[-1][0] if rows else owned.tick
        future.add_done_callback(lambda done: self.remove(append.lease) if done.exception() is not None else None)
        return future

    def _find(self, match_id: int) -> _Owned:
        if (owned := self._owned.get(match_id)) is None:
            raise NotOwnerError(f"match {match_id} is not this server's: take it over first")
        return owned

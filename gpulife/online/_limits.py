"""Rate limits, and limits on the connections of each address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

# A rate limit: so many actions a second, with a burst after a pause.


class TokenBucket:
    """A token bucket: each action takes a token, and tokens are refilled over time.

    Args:
        rate: tokens a second.
        burst: capacity of the bucket, which starts full.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._last = burst, -1.0

    def take(self, now: float) -> bool:
        """Take a token; return False if there is none. ``now`` is the time in seconds, on any clock.

        If the clock goes backwards, no tokens are added.
        """
        if self._last >= 0:
            self._tokens = min(self._burst, self._tokens + max(now - self._last, 0.0) * self._rate)
        self._last = max(now, self._last, 0.0)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Put back a token, for an action that does not count after all."""
        self._tokens = min(self._burst, self._tokens + 1)


# Limits per address, so that one client cannot use up everything.

PACE_SECONDS = 60.0
_MANY = 10_000
"""If this many addresses are remembered, those that have not acted within ``PACE_SECONDS`` are forgotten."""


class AddressCounter:
    """Counts connections, in total and by address.

    Args:
        max_per_key: maximum number of connections per address.
        max_total: maximum number of connections in total.
    """

    def __init__(self, max_per_key: int, max_total: int) -> None:
        self._max_per_key = max_per_key
        self._max_total = max_total
        self._held: Counter[str] = Counter()
        self._total = 0

    @property
    def total(self) -> int:
        """Total number of open connections."""
        return self._total

    def count(self, key: str) -> int:
        """Return the number of open connections from an address."""
        return self._held[key]

    def is_full(self, key: str | None) -> bool:
        """Return True if an address may open no further connection. If ``key`` is None, check only the total."""
        return self._total >= self._max_total or (key is not None and self._held[key] >= self._max_per_key)

    def take(self, key: str | None) -> bool:
        """Count a new connection and return True; if a limit is reached, count nothing and return False.

        If ``key`` is None, the connection counts only towards the total.
        """
        if self.is_full(key):
            return False
        self._total += 1
        if key is not None:
            self._held[key] += 1
        return True

    def release(self, key: str | None) -> None:
        """Record that a connection from an address has closed. Call this only if :meth:`take` returned True for it.

        If ``key`` is None, the connection counted only towards the total.
        """
        self._total -= 1
        if key is not None:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    @contextmanager
    def held(self, key: str | None) -> Iterator[bool]:
        """Count a connection from an address while the ``with`` block runs, and yield True.

        If a limit is reached, count nothing and yield False. If ``key`` is None, the connection counts only towards the
        total.
        """
        is_held = self.take(key)
        try:
            yield is_held
        finally:
            if is_held:
                self.release(key)


class AddressPace:
    """Limits how often each address may act. All connections from an address count together.

    Args:
        limit: maximum number of actions from one address within ``PACE_SECONDS``.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._done: dict[str, list[float]] = {}

    def take(self, key: str, now: float) -> int:
        """Count an action of an address and return 0; if it is over the limit, return the seconds to wait instead.

        Actions over the limit are not counted.

        Args:
            key: the address.
            now: current time in seconds, on a monotonic clock.
        """
        if len(self._done) >= _MANY:
            self._done = {each: done for each, done in self._done.items() if done[-1] > now - PACE_SECONDS}
        done = [moment for moment in self._done.get(key, ()) if moment > now - PACE_SECONDS]
        if len(done) >= self._limit:
            return int(done[0] + PACE_SECONDS - now) + 1
        self._done[key] = [*done, now]
        return 0

    def give_back(self, key: str) -> None:
        """Undo the latest :meth:`take` of an address, so that its action is no longer counted."""
        if done := self._done.get(key):
            done.pop()
            if not done:
                del self._done[key]

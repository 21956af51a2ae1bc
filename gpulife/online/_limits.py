"""Limits on how often somebody does something, and on what each address holds."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

# Limits how often somebody does something: so many times a second, and some more at once after a rest.


class TokenBucket:
    """A bucket of tokens, one for each time, that fills up again while time passes.

    Args:
        rate: tokens a second.
        burst: tokens of a full bucket, as it is at first.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._last = burst, -1.0

    def take(self, now: float) -> bool:
        """Take a token if there is one; return whether there was. ``now`` is in seconds by any clock that never stops.

        A clock that goes backwards brings none.
        """
        if self._last >= 0:
            self._tokens = min(self._burst, self._tokens + max(now - self._last, 0.0) * self._rate)
        self._last = max(now, self._last, 0.0)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


# Counts what each address holds, and how often it does something, so that one of them cannot take everything.

PACE_SECONDS = 60.0
_MANY = 10_000
"""Addresses from which on those are forgotten that have done nothing for so long."""


class AddressCounter:
    """Counts connections by address.

    Args:
        max_per_key: most connections of an address.
        max_total: most connections of all together.
    """

    def __init__(self, max_per_key: int, max_total: int) -> None:
        self._max_per_key = max_per_key
        self._max_total = max_total
        self._held: Counter[str] = Counter()
        self._total = 0

    @property
    def total(self) -> int:
        """Number of connections that are held."""
        return self._total

    def count(self, key: str) -> int:
        """Return how many an address holds."""
        return self._held[key]

    def is_full(self, key: str | None) -> bool:
        """Return whether an address, or all together, may have no more; None stands for no address in particular."""
        return self._total >= self._max_total or (key is not None and self._held[key] >= self._max_per_key)

    def take(self, key: str | None) -> bool:
        """Count one more, if there may be; return whether there may."""
        if self.is_full(key):
            return False
        self._total += 1
        if key is not None:
            self._held[key] += 1
        return True

    def release(self, key: str | None) -> None:
        """Count one less."""
        self._total -= 1
        if key is not None:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    @contextmanager
    def held(self, key: str | None) -> Iterator[bool]:
        """Count one more during the block, if there may be; yields whether there may."""
        is_held = self.take(key)
        try:
            yield is_held
        finally:
            if is_held:
                self.release(key)


class AddressPace:
    """Counts what each address has done in the last minute, whatever connections it did that by.

    Args:
        limit: most times that an address may do it in any ``PACE_SECONDS``.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._done: dict[str, list[float]] = {}

    def take(self, key: str, now: float) -> int:
        """Count one more, if there may be, and return 0; else return the whole seconds after which there may.

        Args:
            key: the address.
            now: seconds on a clock that does not go back.
        """
        if len(self._done) >= _MANY:
            self._done = {each: done for each, done in self._done.items() if done[-1] > now - PACE_SECONDS}
        done = [moment for moment in self._done.get(key, ()) if moment > now - PACE_SECONDS]
        if len(done) >= self._limit:
            return int(done[0] + PACE_SECONDS - now) + 1
        self._done[key] = [*done, now]
        return 0

    def give_back(self, key: str) -> None:
        """Count one less: what was taken last is not to count."""
        if done := self._done.get(key):
            done.pop()
            if not done:
                del self._done[key]

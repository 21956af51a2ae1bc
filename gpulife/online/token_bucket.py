"""Limits how often somebody does something: so many times a second, and some more at once after a rest."""


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

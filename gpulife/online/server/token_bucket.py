"""A limit on how often somebody may do something, with some in advance."""


class TokenBucket:
    """Lets through ``rate`` things a second, and ``burst`` at once after a rest.

    Args:
        rate: things a second.
        burst: things at once.
        now: seconds on a clock that does not go back.
    """

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._since = float(burst), now

    def take(self, now: float) -> bool:
        """Return whether one more may be done at ``now``, and count it if so."""
        self._left = min(self._burst, self._left + max(0.0, now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

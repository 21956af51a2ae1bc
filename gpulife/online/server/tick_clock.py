"""The ticks of a match on the server's clock."""

from gpulife.games.core.game import TICKS_PER_SECOND

_ROUNDING = 1e-4
"""Part of a tick by which a clock may be early: whoever is woken at the end of a tick finds it over."""


class TickClock:
    """Counts the ticks of a match.

    Args:
        began: moment at which the first one begins, in seconds.
    """

    def __init__(self, began: float) -> None:
        self._began, self._passed = began, 0

    def take(self, now: float) -> int:
        """Return the number of ticks that are over by ``now``, and were not when this was asked last."""
        owed = max(self._over(now) - self._passed, 0)
        self._passed += owed
        return owed

    def end_after(self, ticks: int) -> float:
        """Return the moment at which so many ticks are over beside those that were taken."""
        return self._began + (self._passed + ticks) / TICKS_PER_SECOND

    def end(self, now: float) -> float:
        """Return the moment at which the tick is over that runs ``now``."""
        return self.end_after(max(self._over(now) - self._passed, 0) + 1)

    def _over(self, now: float) -> int:
        return int((now - self._began) * TICKS_PER_SECOND + _ROUNDING)

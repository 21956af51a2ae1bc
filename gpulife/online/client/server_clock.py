"""Where in time a client should be: so far ahead of the server that its actions come in time for their ticks.

No clock is read here: callers say what time it is, in seconds by any clock that only goes forwards.
"""

from collections import deque
from statistics import median

from gpulife.games.core.game import TICKS_PER_SECOND

_MEMORY = 0.6
"""Seconds for which it counts when news came: the freshest of them was delayed least."""
_ROUND_TRIPS = 9
_MARGIN = 1.0
"""Ticks that a client is ahead of where its actions would just come in time."""
_MAX_DRIFT = 0.3
"""Share by which time passes faster or slower than usual while a client is not where it should be."""
_FULL_DRIFT = 20.0
"""Ticks from which on it does that with the full share."""
_LEAP = 20.0
"""Ticks from which on a client leaps ahead, or waits."""


class ServerClock:
    """Estimates the server's time from what it tells, and says how many ticks are due.

    Attributes:
        round_trip: seconds that an answer of the server takes; 0 as long as that is not known.
    """

    def __init__(self) -> None:
        self.round_trip = 0.0
        self._round_trips: deque[float] = deque(maxlen=_ROUND_TRIPS)
        self._told: deque[tuple[float, float]] = deque()
        self._owed = 0.0

    def ponged(self, seconds: float) -> None:
        """Take in that an answer took ``seconds``."""
        self._round_trips.append(seconds)
        self.round_trip = median(self._round_trips)

    def told(self, ticks: int, now: float) -> None:
        """Take in that the server has played ``ticks`` ticks, as it says in a message that comes at ``now``."""
        self._told.append((now, ticks - now * TICKS_PER_SECOND))
        while self._told[0][0] < now - _MEMORY:
            self._told.popleft()

    def forget(self) -> None:
        """Forget what the server has told: its time stood still, or somebody has come back to it."""
        self._told.clear()

    def target(self, now: float) -> float | None:
        """Return the tick at which a client should be at ``now``; None if the server's time is not known."""
        if not self._told:
            return None
        freshest = max(offset for _, offset in self._told)
        return freshest + (now + self.round_trip) * TICKS_PER_SECOND + _MARGIN

    def due(self, seconds: float, here: int, now: float) -> int:
        """Return how many ticks are due for a client after ``seconds``.

        Args:
            seconds: time since the last call.
            here: tick at which the client is.
            now: the present time.
        """
        target = self.target(now)
        error = 0.0 if target is None else target - (here + self._owed)
        drift = min(max(error / _FULL_DRIFT, -1.0), 1.0) * _MAX_DRIFT
        self._owed += seconds * TICKS_PER_SECOND * (1.0 + drift)
        if error > _LEAP:
            self._owed += error
        elif error < -_LEAP:
            self._owed = 0.0
        due = int(self._owed)
        self._owed -= due
        return due

"""What a server says about itself: how many are there, and how late ticks are."""

from collections import deque

LATE_SECONDS = 5.0
"""Time for which is remembered how late ticks were: what happened before, as when very many came at once, is over."""
_MAX_LATE = 20_000


class Metrics:
    """Counts, and how late the last ticks were.

    Attributes:
        messages: messages from clients so far.
        refused: messages that no client may send.
    """

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque(maxlen=_MAX_LATE)
        self.messages = self.refused = 0

    def add_tick(self, late: float, now: float) -> None:
        """Note how late a match's ticks were, in seconds, at ``now``, seconds on a clock that does not go back."""
        self._late.append((now, late))
        while self._late[0][0] < now - LATE_SECONDS:
            self._late.popleft()

    def lateness(self, share: float) -> float:
        """Return how late, in seconds, a share (0 to 1) of the last ticks were at most."""
        late = sorted(late for _, late in self._late)
        return late[min(int(share * len(late)), len(late) - 1)] if late else 0.0

    def text(self, **gauges: int) -> str:
        """Return all of it in the text format of Prometheus, with ``gauges`` by name."""
        lines = {name: float(value) for name, value in gauges.items()}
        lines |= {"messages_total": float(self.messages), "refused_total": float(self.refused)}
        lines |= {"ticks_measured": float(len(self._late))}
        lines |= {f"tick_late_seconds_p{part}": self.lateness(part / 100) for part in (50, 99)}
        return "".join(f"gpulife_{name} {value:g}\n" for name, value in lines.items())

"""Replay of a recording for a viewer: halted, slower or faster, and quickly where nothing happens."""

from collections.abc import Callable
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.session.session import Session
from gpulife.session.tick import TickResult

_MAX_TICKS = 240
"""Limit on the ticks played per call; if more are due, the replay falls behind."""
_QUIET_TICKS, _QUIET_SPEED = 90, 8
"""Number of ticks without actions or generations after which a playback runs faster, and how many times as fast it then
runs.
"""


class Playback:
    """Play a recording in real time.

    Args:
        session: a session with the recording and without players of its own.
        first: first tick to show.

    Attributes:
        first: first tick to show, within the recording.
        speed: speed relative to the original.
        halted: True if playback is halted.
    """

    def __init__(self, session: Session[Any], first: int = 0) -> None:
        self._session = session
        self.first = min(max(first, 0), session.recorded_ticks)
        self.speed: float = 1.0
        self.halted = False
        self._owed = 0.0
        self._changed = (0, 0)  # generations computed, and the tick of the last one

    @property
    def last(self) -> int:
        """The last tick that can be shown."""
        return self._session.recorded_ticks

    @property
    def is_over(self) -> bool:
        """True if the recording has been played to its end."""
        return not self._session.in_the_past

    def within(self, tick: int) -> int:
        """Return the tick nearest to ``tick`` that can be shown."""
        return min(max(tick, self.first), self.last)

    def settle(self) -> None:
        """Continue from the session's present moment, after it was moved to another tick."""
        self._owed = 0.0
        self._changed = self._session.computed, self._session.ticks

    def pass_time(self, seconds: float, is_late: Callable[[], bool] = lambda: False) -> list[TickResult]:
        """Play the ticks due after ``seconds``, unless halted.

        Args:
            seconds: time that has passed.
            is_late: returns True if no further tick should begin in this call; not asked before the first tick.

        Returns:
            The results of the ticks played; skipped idle ticks have none.
        """
        session, results = self._session, list[TickResult]()
        if self.halted:
            return results
        self._owed = min(self._owed + seconds * self.speed * TICKS_PER_SECOND, _MAX_TICKS)
        while self._owed >= 1 and session.in_the_past:
            if results and is_late():
                self._owed = 0.0
                break
            step = 1 / _QUIET_SPEED if self._is_quiet() else 1.0
            skipped = 0 if session.is_unfinished else session.skip_idle(int(self._owed / step))
            if not skipped:
                result = session.tick()
                if session.is_unfinished:
                    break  # the tick continues in the next call
                results.append(result)
            self._owed -= (skipped or 1) * step
            if session.computed != self._changed[0]:
                self._changed = session.computed, session.ticks
        return results

    def _is_quiet(self) -> bool:
        """Return True if nothing happens: the next action is far off, and no generation was computed recently."""
        session = self._session
        there = session.log.next_tick(session.ticks, session.recorded_ticks)
        return there - session.ticks > _QUIET_TICKS and session.ticks - self._changed[1] > _QUIET_TICKS

"""Plays a recording for people who watch. They can halt it or change its speed; quiet parts are played faster."""

from collections.abc import Callable
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.session.session import Session
from gpulife.session.tick import TickResult

_MAX_TICKS = 240
"""Maximum number of ticks played in one call. If more are due, the playback falls behind."""
_QUIET_TICKS, _QUIET_SPEED = 90, 8
"""After _QUIET_TICKS ticks without actions or generations, a playback runs _QUIET_SPEED times as fast."""


class Playback:
    """Plays a recording for people who watch.

    Args:
        session: a session that has the recording, and has no players.
        first: the first tick to show.

    Attributes:
        first: the first tick to show, limited to the recording's ticks.
        speed: how many times as fast as the original play.
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
        """Return ``tick`` or, if it cannot be shown, the nearest tick that can."""
        return min(max(tick, self.first), self.last)

    def settle(self) -> None:
        """Continue from the session's current tick. Call this after the session was moved to another tick."""
        self._owed = 0.0
        self._changed = self._session.computed, self._session.ticks

    def pass_time(self, seconds: float, is_late: Callable[[], bool] = lambda: False) -> list[TickResult]:
        """Play the ticks of the next ``seconds`` of the recording, unless playback is halted.

        Args:
            seconds: seconds that have passed since the last call.
            is_late: returns True if this call should end. At least one tick is played before it is asked.

        Returns:
            The results of the ticks played. Idle ticks that were skipped have no results.
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
        """Return True if no action comes soon, and no generation was computed recently."""
        session = self._session
        there = session.log.next_tick(session.ticks, session.recorded_ticks)
        return there - session.ticks > _QUIET_TICKS and session.ticks - self._changed[1] > _QUIET_TICKS

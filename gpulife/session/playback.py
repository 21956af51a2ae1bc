"""How a recording is played again for who watches it: halted, slower or faster, and quickly where nothing happens."""

from collections.abc import Callable
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.session.session import Session
from gpulife.session.tick import TickResult

_MAX_TICKS = 240
"""Limit on the ticks that one call makes up for; beyond it the replay gets slower."""
_QUIET_TICKS, _QUIET_SPEED = 90, 8
"""When nobody does anything for so many ticks, and no generation comes, time passes so many times as fast."""


class Playback:
    """Lets the time of a recording pass.

    Args:
        session: a session with the recording, which nobody plays.
        first: tick at which what is to be seen begins.

    Attributes:
        first: the same, within the recording.
        speed: how many times as fast as it was played.
        halted: whether it stands still.
    """

    def __init__(self, session: Session[Any], first: int = 0) -> None:
        self._session = session
        self.first = min(max(first, 0), session.recorded_ticks)
        self.speed: float = 1.0
        self.halted = False
        self._owed = 0.0
        self._changed = (0, 0)  # generations computed, and the tick in which the last of them came

    @property
    def last(self) -> int:
        """The tick at which it ends."""
        return self._session.recorded_ticks

    @property
    def is_over(self) -> bool:
        """Whether all of it has been seen."""
        return not self._session.in_the_past

    def within(self, tick: int) -> int:
        """Return the tick of the recording that is to be seen which is the nearest to another one."""
        return min(max(tick, self.first), self.last)

    def settle(self) -> None:
        """Note that the session has gone to another moment of itself, from which time goes on."""
        self._owed = 0.0
        self._changed = self._session.computed, self._session.ticks

    def pass_time(self, seconds: float, is_late: Callable[[], bool] = lambda: False) -> list[TickResult]:
        """Play what is due after ``seconds``, unless it is halted.

        Args:
            seconds: time that has passed.
            is_late: whether no further tick is to begin now, but for the first one.

        Returns:
            What the ticks did; those in which nothing can happen are left out.
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
                    break  # it goes on in the next call
                results.append(result)
            self._owed -= (skipped or 1) * step
            if session.computed != self._changed[0]:
                self._changed = session.computed, session.ticks
        return results

    def _is_quiet(self) -> bool:
        """Return whether there is nothing to see: nobody does anything soon, and no generation came lately."""
        session = self._session
        there = session.log.next_tick(session.ticks, session.recorded_ticks)
        return there - session.ticks > _QUIET_TICKS and session.ticks - self._changed[1] > _QUIET_TICKS

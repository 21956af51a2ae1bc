"""When matches are due: each is woken at moments of its own, and left alone between them."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpulife.online.server.room import Room


class MatchTimers:
    """Wakes the matches of a server.

    Args:
        wake: called with a match that is due; returns whether it is to be woken again.
    """

    def __init__(self, wake: "Callable[[Room], bool]") -> None:
        self._wake = wake
        self._timers: dict[Room, asyncio.TimerHandle] = {}

    def look(self, room: "Room") -> None:
        """Wake a match when it is due, maybe sooner than it was to be woken before."""
        timer = self._timers.get(room)
        if timer is not None:
            if timer.when() <= room.due:
                return
            timer.cancel()
        self._timers[room] = asyncio.get_running_loop().call_at(room.due, self._wake_now, room)

    def close(self) -> None:
        """Wake nobody any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _wake_now(self, room: "Room") -> None:
        del self._timers[room]
        if self._wake(room):
            self.look(room)

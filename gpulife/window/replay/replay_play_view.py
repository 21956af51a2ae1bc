"""A replay as it is seen in the window: its time passes as who watches wants, and nothing pressed changes it."""

import time

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.game import Action
from gpulife.seats import Seats
from gpulife.session.history import Recording
from gpulife.session.playback import Playback
from gpulife.session.tick import TickResult
from gpulife.window.play.play_view import PlayView

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""How many times as fast as it was played a replay can be watched."""
_MAX_HEARD = 2.0
"""The greatest speed with sounds and flashes: beyond it they would be noise and flicker."""


class ReplayPlayView(PlayView):
    """A replay.

    Args:
        device: the window's OpenGL device.
        recording: the match.
        first: tick at which what is to be seen begins.
        budget: bytes of memory that going back may take.
        seats: who played.

    Attributes:
        playback: lets its time pass.
    """

    is_replay = True

    def __init__(self, device: GLDevice, recording: Recording, first: int, *, budget: int, seats: Seats) -> None:
        super().__init__(device, recording.match, recording=recording, budget=budget, seats=seats)
        self.playback = Playback(self.session, first)
        self.seeking = self.playback.first or None

    @property
    def at(self) -> int:
        """The tick that is shown, or that is gone to, counted from the first one."""
        return (self.session.ticks if self.seeking is None else self.seeking) - self.playback.first

    @property
    def length(self) -> int:
        """The number of ticks."""
        return self.playback.last - self.playback.first

    @property
    def is_over(self) -> bool:
        """Whether it stands at its end."""
        return self.seeking is None and self.playback.is_over

    def go_to(self, at: int) -> None:
        """Go to a tick, counted from the first one, or to the nearest that there is."""
        self.seeking = self.playback.within(self.playback.first + at)

    def change_speed(self, by: int) -> float:
        """Take the next faster speed (1) or the next slower one (-1), and return it."""
        place = SPEEDS.index(self.playback.speed) + by
        self.playback.speed = SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
        return self.playback.speed

    def act(self, action: Action) -> None:
        """Do nothing: the match is over."""

    def seek(self, tick: int) -> bool:
        """Go on towards a tick for as long as a frame may take; return whether it is reached."""
        is_there = super().seek(tick)
        self.playback.settle()
        return is_there

    def pass_time(self, seconds: float) -> list[TickResult]:
        """Play the ticks that are due after ``seconds``; return their results."""
        with self.limited_to_frame() as until:
            results = self.playback.pass_time(seconds, lambda: time.perf_counter() > until)
        self._is_at_rest = not results and (self.playback.halted or self.playback.is_over)
        self._show(results if self.playback.speed <= _MAX_HEARD else [], len(results))
        self._count_frame(seconds)
        return results

"""Decides when the next frame is due and whether it must be drawn. An unchanging window costs almost nothing.

Anything that moves calls :meth:`Motion.due` in each frame. Otherwise a frame runs every fifth of a second, after half a
minute without input every second, and is drawn only if its picture has changed. After any input, the window runs at its
full frame rate for a while.
"""

from collections.abc import Hashable
from math import floor

IDLE_SECONDS = 0.2
"""Seconds between frames while nothing moves and there is no input."""
ASLEEP_AFTER = 30.0
"""Seconds without input after which the window sleeps: frames are rarer, and decorations hardly move."""
ASLEEP_SECONDS = 1.0
"""Seconds between frames of a window that sleeps."""
MINIMISED_SECONDS = 0.5
"""Seconds between frames of a minimised window."""
FRAME_SECONDS = 1 / 60
"""Minimum seconds between frames that are not drawn. Drawn frames wait for the monitor."""
_AWAKE_SECONDS = 1.0
"""Seconds for which the window runs at its full frame rate after input, so that widgets respond at once."""
_STIRRED_SECONDS = 0.1
_LONG_WAIT = 0.1
_MAX_SECONDS = 0.25
"""Maximum time step of a frame that has not waited longer, in seconds. It prevents jumps after a slow frame."""


class Motion:
    """The schedule of the window's frames.

    Attributes:
        may_rest: True if a frame may wait until something moves, and is drawn only if its picture changes; False in
            measurements, where every frame is drawn without a wait.
        now: time of the current frame in seconds.
        is_drawn: True if the current frame was drawn, so that it must be shown.
        has_waited: True if the window idled before the current frame. Then the time since the previous frame says
            nothing about how fast frames are drawn.
    """

    def __init__(self) -> None:
        self.may_rest = False
        self.now = 0.0
        self.is_drawn = True
        self.has_waited = False
        self._calm_from = 0.0
        self._touched: float | None = None  # time of the last input, at first of the first frame
        self._due = 0.0
        self._moves = self._moved = False  # whether something moves, apart from what blinks: in this and the last frame
        self._shown: Hashable = None
        self._redraws = True

    @property
    def is_calm(self) -> bool:
        """True if there was no input for a while. Then decorative animations may slow down."""
        return self.may_rest and self.now >= self._calm_from

    @property
    def untouched(self) -> float:
        """Seconds since the last input, or since the window opened; 0 if the window may not rest."""
        return self.now - self._touched if self.may_rest and self._touched is not None else 0.0

    @property
    def is_asleep(self) -> bool:
        """True if there was no input for so long that probably nobody is looking."""
        return self.untouched >= ASLEEP_AFTER

    def begin(self, now: float, seconds: float, *, touched: bool, minimised: bool) -> float:
        """Begin a frame; return the time step in seconds by which everything that moves advances.

        Args:
            now: the frame's time, in seconds.
            seconds: seconds since the frame before.
            touched: True if there is input in this frame, or a key, button or stick is held.
            minimised: True if the window is minimised.
        """
        self.has_waited = self.may_rest and self._due >= _LONG_WAIT
        longest = max(_MAX_SECONDS, self._due) if self.has_waited else _MAX_SECONDS
        self.now, self.is_drawn = now, not self.may_rest
        self._moved, self._moves = self._moves, False
        if touched:
            self._calm_from = now + _AWAKE_SECONDS
            if self.has_waited:  # nothing moved during the wait, and the input was not held all that time
                seconds = min(seconds, FRAME_SECONDS)
        if touched or self._touched is None:
            self._touched = now
        idle = ASLEEP_SECONDS if self.is_asleep else IDLE_SECONDS
        self._due = MINIMISED_SECONDS if minimised else idle if now >= self._calm_from else 0.0
        return min(seconds, longest)

    def due(self, seconds: float = 0.0) -> None:
        """Request that the next frame runs within ``seconds``. Call it with 0 for anything that moves all the time."""
        self._moves |= seconds < _LONG_WAIT
        self._request(seconds)

    def _request(self, seconds: float) -> None:
        self._due = min(self._due, max(seconds, 0.0))

    def stir(self) -> None:
        """Show the next frames without a wait, since Dear ImGui shows some changes only in the second frame."""
        self._calm_from = max(self._calm_from, self.now + _STIRRED_SECONDS)
        self.due()

    def steps(self, rate: float, *, sleeps: bool = True) -> float:
        """Return the current time for an animation that never ends, such as a flicker.

        Without input, this time advances in steps of 1 / ``rate`` seconds, and a frame is due at each step. In a window
        that sleeps, it is 0, so that what blinks is bright, unless something else moves or ``sleeps`` is False.
        """
        if not self.is_calm:
            self._request(0.0)
            return self.now
        if sleeps and self.is_asleep and not self._moved:
            return 0.0
        step = floor(self.now * rate)
        self._request((step + 1) / rate - self.now)
        return step / rate

    def redraw(self) -> None:
        """Force the next picture to be drawn, because something that :meth:`needs_drawing` cannot see has changed."""
        self._redraws = True

    def needs_drawing(self, picture: Hashable, *, differs: bool) -> bool:
        """Return whether the current frame must be drawn. After drawing it, call :meth:`note_drawn`.

        Args:
            picture: a value, such as a checksum, that differs for different pictures.
            differs: True if the frame must be drawn even if ``picture`` has not changed.
        """
        if differs or picture != self._shown:
            self._request(0.0)  # until a picture equals the last one
            self._redraws = True
        self._shown = picture
        return self._redraws or not self.may_rest

    def note_drawn(self) -> None:
        """Record that the current frame was drawn completely."""
        self.is_drawn, self._redraws = True, False

    @property
    def wait(self) -> float:
        """Return how many seconds to wait from the start of the current frame to the next frame."""
        if not self.may_rest or (self.is_drawn and self._due <= 0):
            return 0.0
        return max(self._due, FRAME_SECONDS)

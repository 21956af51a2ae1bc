"""Decides when the next frame is due and whether it must be drawn. A window at rest costs almost nothing.

Anything that moves calls :meth:`Motion.due` in each frame. To find other changes, a frame runs every fifth of a second:
if its picture differs, it is drawn, and more frames follow at once until two pictures are equal. Any input brings the
window back to its full frame rate at once.
"""

from collections.abc import Hashable
from math import floor

IDLE_SECONDS = 0.2
"""Seconds between frames while nothing moves and there is no input."""
MINIMISED_SECONDS = 0.5
"""Seconds between frames of a minimised window."""
FRAME_SECONDS = 1 / 60
"""Seconds from an undrawn frame to the next while something moves. Drawn frames wait for the monitor instead."""
_AWAKE_SECONDS = 1.0
"""Seconds at full frame rate after input, so that widgets respond to the pointer on them."""
_STIRRED_SECONDS = 0.1
_LONG_WAIT = 0.1
_MAX_SECONDS = 0.25
"""Maximum time that passes in a frame, in seconds, so that nothing jumps after a slow frame."""


class Motion:
    """The schedule of the window's frames.

    Attributes:
        may_rest: True if frames wait until something moves, and are drawn only if their picture changes; False in
            measurements, where each frame is drawn at once.
        now: time of the present frame in seconds.
        is_drawn: True if the present frame was drawn and is to be shown.
        has_waited: True if the window waited before the present frame, so that the time since the last frame is not a
            frame time.
    """

    def __init__(self) -> None:
        self.may_rest = False
        self.now = 0.0
        self.is_drawn = True
        self.has_waited = False
        self._calm_from = 0.0
        self._due = 0.0
        self._shown: Hashable = None
        self._redraws = True

    @property
    def is_calm(self) -> bool:
        """True if there was no input for a while, so that decorative animations may slow down."""
        return self.may_rest and self.now >= self._calm_from

    def begin(self, now: float, seconds: float, *, touched: bool, minimised: bool) -> float:
        """Begin a frame; return the seconds that pass in it.

        Args:
            now: the frame's time.
            seconds: time since the frame before this one.
            touched: True if there is input in this frame, or a key, button or stick is held.
            minimised: True if the window is minimised.
        """
        self.has_waited = self.may_rest and self._due >= _LONG_WAIT
        self.now, self.is_drawn = now, not self.may_rest
        if touched:
            self._calm_from = now + _AWAKE_SECONDS
            if self.has_waited:  # nothing moved during the wait, and the input was not held all that time
                seconds = min(seconds, FRAME_SECONDS)
        self._due = MINIMISED_SECONDS if minimised else IDLE_SECONDS if now >= self._calm_from else 0.0
        return min(seconds, _MAX_SECONDS)

    def due(self, seconds: float = 0.0) -> None:
        """Request the next frame within ``seconds``; 0 requests the frame at once, because something moves."""
        self._due = min(self._due, max(seconds, 0.0))

    def stir(self) -> None:
        """Show the next few frames without a wait, since Dear ImGui needs two of them to show something new."""
        self._calm_from = max(self._calm_from, self.now + _STIRRED_SECONDS)
        self.due()

    def steps(self, rate: float) -> float:
        """Return the present time for an animation that never ends, such as a flicker.

        While all is calm, it advances in steps of 1 / ``rate`` seconds, and the next frame is due at the next step.
        """
        if not self.is_calm:
            self.due()
            return self.now
        step = floor(self.now * rate)
        self.due((step + 1) / rate - self.now)
        return step / rate

    def redraw(self) -> None:
        """Have the next picture drawn even if it seems unchanged, because its content changed or was lost."""
        self._redraws = True

    def needs_drawing(self, picture: Hashable, *, differs: bool) -> bool:
        """Return whether the present frame must be drawn. After drawing it, call :meth:`note_drawn`.

        Args:
            picture: a value that identifies the picture.
            differs: True if the picture is known to differ from the last drawn picture.
        """
        if differs or picture != self._shown:
            self.due()  # until a picture equals the last one
            self._redraws = True
        self._shown = picture
        return self._redraws or not self.may_rest

    def note_drawn(self) -> None:
        """Note that the present frame was drawn completely."""
        self.is_drawn, self._redraws = True, False

    @property
    def wait(self) -> float:
        """Seconds to wait from the start of the present frame to the next."""
        if not self.may_rest or (self.is_drawn and self._due <= 0):
            return 0.0
        return max(self._due, FRAME_SECONDS)

"""When the next frame is due, and whether anything in it has to be drawn: a window at rest costs next to nothing.

Whoever shows something that moves says so in each frame (:meth:`Motion.due`). What nobody has said of is found by the
frame that comes every fifth of a second in any case: a picture that differs is drawn, and frames follow each other
until one is as the one before. Whoever touches anything wakes the window at once, and finds it at its full rate.
"""

from collections.abc import Hashable
from math import floor

IDLE_SECONDS = 0.2
"""Time from one frame to the next where nothing moves and nobody touches anything."""
MINIMISED_SECONDS = 0.5
"""The same of a minimised window."""
FRAME_SECONDS = 1 / 60
"""Time from a frame that was not drawn to the next, where something moves: drawn ones wait for the screen."""
_AWAKE_SECONDS = 1.0
"""Time for which frames follow each other after somebody has done something: what is hovered on answers only then."""
_STIRRED_SECONDS = 0.1
_LONG_WAIT = 0.1
_MAX_SECONDS = 0.25
"""Time that passes in a frame at most, lest everything jumps after one that took long."""


class Motion:
    """What moves in the window.

    Attributes:
        may_rest: whether frames wait until something moves, and are drawn only if their picture is another one. Where
            frames are measured, each of them is drawn at once.
        now: time of the present frame in seconds.
        is_drawn: whether the present frame was drawn, and is to be shown.
        has_waited: whether there was a wait before the present frame, which so tells nothing of how long frames take.
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
        """Whether nobody has done anything for a while, so that what only decorates may move less often."""
        return self.may_rest and self.now >= self._calm_from

    def begin(self, now: float, seconds: float, *, touched: bool, minimised: bool) -> float:
        """Begin a frame; return the time that passes in it.

        Args:
            now: the frame's time.
            seconds: time since the frame before.
            touched: whether somebody does something in it, or holds something.
            minimised: whether the window is.
        """
        self.has_waited = self.may_rest and self._due >= _LONG_WAIT
        self.now, self.is_drawn = now, not self.may_rest
        if touched:
            self._calm_from = now + _AWAKE_SECONDS
            if self.has_waited:  # nothing moved until then: what is pressed now was not held all the time
                seconds = min(seconds, FRAME_SECONDS)
        self._due = MINIMISED_SECONDS if minimised else IDLE_SECONDS if now >= self._calm_from else 0.0
        return min(seconds, _MAX_SECONDS)

    def due(self, seconds: float = 0.0) -> None:
        """Ask for another frame in that time at the latest; 0 for the very next one, as something moves."""
        self._due = min(self._due, max(seconds, 0.0))

    def stir(self) -> None:
        """Have the next few frames follow each other: Dear ImGui takes two of them to show something new."""
        self._calm_from = max(self._calm_from, self.now + _STIRRED_SECONDS)
        self.due()

    def steps(self, rate: float) -> float:
        """Return the present time, for what flickers all the time; in steps of 1 / ``rate`` seconds while all is calm.

        The next frame is due when the next step is.
        """
        if not self.is_calm:
            self.due()
            return self.now
        step = floor(self.now * rate)
        self.due((step + 1) / rate - self.now)
        return step / rate

    def redraw(self) -> None:
        """Have the next picture drawn even if it looks as before: what it shows is another one, or was lost."""
        self._redraws = True

    def needs_drawing(self, picture: Hashable, *, differs: bool) -> bool:
        """Return whether the present frame has to be drawn; say so afterwards (:meth:`note_drawn`).

        Args:
            picture: what tells its picture from others.
            differs: whether it is another one than the last in any case.
        """
        if differs or picture != self._shown:
            self.due()  # until one is as the one before
            self._redraws = True
        self._shown = picture
        return self._redraws or not self.may_rest

    def note_drawn(self) -> None:
        """Note that the present frame was drawn, and no error has left it half done."""
        self.is_drawn, self._redraws = True, False

    @property
    def wait(self) -> float:
        """Seconds from the beginning of the present frame to that of the next."""
        if not self.may_rest or (self.is_drawn and self._due <= 0):
            return 0.0
        return max(self._due, FRAME_SECONDS)

"""The show: the scenes of a programme one after the other, each fading into the next, for ever.

Whatever goes wrong in a scene ends that scene, not the show: a line for the log, and the next one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import moderngl

from gpulife.app.art.exhibit import Exhibit, Surroundings
from gpulife.app.art.opening import Opening, reopen
from gpulife.art.act import ActEvent
from gpulife.art.programme import Programme
from gpulife.art.resume import Resumed
from gpulife.art.schedule import Cue, ScheduleState, next_cue
from gpulife.engines.gl_device import GLDevice
from gpulife.errors import GpulifeError
from gpulife.view.camera import Window
from gpulife.view.gl_fade import Fade, eased

_LOG = logging.getLogger(__name__)

FADE_SECONDS = 5.0
CALM_FADE_SECONDS = 9.0
"""With reduced flashing."""
_OUT_OF_THE_DARK_SECONDS = 1.5
"""Where there is nothing to fade from."""
_FADE_SHARE = 0.25
"""Of a short scene's time that fading in takes at most."""
_AHEAD_SECONDS = 20.0
"""Before the end of a scene the next one begins to be made."""
_SLICE = 0.004  # seconds of a frame for making the next scene
_LARGE_SLICE = 0.05  # likewise, where there is nothing to see meanwhile
_RETRY_SECONDS = 0.5
_SETTLED_SECONDS = 5.0
"""A scene shown for so long has not failed at once."""
MOST_FAILURES = 3


class ShowError(GpulifeError):
    """Scene after scene fails: it must be the window, or the driver."""


class Show:
    """A programme on show.

    Args:
        device: the context to draw in.
        programme: what is shown.
        state: where in the order of its scenes to begin.
        clock: the time of the day.

    Attributes:
        programme: likewise.
        present: the piece on show, or fading in; None for the moment between a failure and the next one.
        changes: scenes begun so far.
        failed: scenes that ended in an error so far.
        rehearse: called in each frame before anything is shown; what it raises is taken for the scene's failure.
    """

    def __init__(
        self,
        device: GLDevice,
        programme: Programme,
        state: ScheduleState,
        clock: Callable[[], datetime],
    ) -> None:
        self.programme = programme
        self.present: Exhibit | None = None
        self.changes = 0
        self.rehearse: Callable[[], None] = lambda: None
        self._device = device
        self._clock = clock
        self._fade = Fade(device)
        self._going: Exhibit | None = None
        self._faded = 0.0  # seconds since the present piece began to come
        self._fade_seconds = 0.0  # that it takes; 0 when it is done
        self._opening: Opening | None = None
        self._coming: Exhibit | None = None
        self._state = self._next = state
        self._waiting = 0.0  # seconds until another try
        self._failures = 0
        self.failed = 0

    def go_on(self, resumed: Resumed) -> None:
        """Go on with what :meth:`record` gave.

        Raises:
            GpulifeError: it is of another programme, or damaged.
        """
        moment = resumed.moment
        scene = next((scene for scene in self.programme.scenes if scene.name == moment.scene), None)
        seconds = resumed.extra.get("seconds")
        if scene is None or resumed.programme != self.programme.name:
            raise ShowError(f"programme {self.programme.name} has no scene {moment.scene!r}")
        if not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
            raise ShowError(f"seconds = {str(seconds)[:40]!r} should be a number, 0 or more")
        # By its name: in its file scenes may have been added or removed since.
        schedule = replace(resumed.schedule, last=self.programme.scenes.index(scene))
        self._state = self._next = schedule
        self._begin(reopen(self._device, scene, moment, float(seconds)), "goes on")

    def record(self) -> Resumed | None:
        """Everything that :meth:`go_on` needs; None while nothing is, or a match."""
        moment = self.present.moment() if self.present is not None else None
        if self.present is None or moment is None:
            return None
        return Resumed(self.programme.name, self._state, moment, {"seconds": self.present.seconds})

    @property
    def after(self) -> ScheduleState:
        """Where in the order to go on after the present scene."""
        return self._state

    @property
    def fading(self) -> bool:
        """Whether one scene is on its way into another."""
        return self._fade_seconds > 0

    @property
    def busy(self) -> bool:
        """Whether the next scene is being made."""
        return self._opening is not None

    def next_scene(self) -> None:
        """End the present scene now, or as soon as the next one can be shown."""
        if self.present is not None:
            self.present.seconds = max(self.present.seconds, self.present.duration)

    def advance(self, seconds: float, around: Surroundings) -> None:
        """Let so much time pass.

        Raises:
            ShowError: several scenes in a row failed at once.
        """
        self._make_next(seconds)
        self._change(around)
        for piece in (self.present, self._going):
            if piece is not None and piece in (self.present, self._going):  # the first may have ended the second
                self._safely(piece, lambda piece=piece: self._tell(piece, piece.advance(seconds)))  # type: ignore[misc]
        if self.present is not None and self.present.seconds >= _SETTLED_SECONDS:
            self._failures = 0
        self._faded += seconds
        if self.fading and self._faded >= self._fade_seconds:
            self._fade_seconds = 0.0
            self._drop_going()

    def draw(self, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float) -> None:
        """Draw the picture over all of ``target``, ``seconds`` after the last one."""
        present, going = self.present, self._going
        if present is not None and not self.fading:
            self._safely(present, lambda: self._draw(present, target, window, around, seconds))
        elif present is not None:
            for which, piece in enumerate((going, present)):
                if piece is None:
                    self._fade.blacken(which, window)
                else:
                    canvas = self._fade.canvas(which, window)
                    self._safely(piece, lambda piece=piece, at=canvas: self._draw(piece, at, window, around, seconds))  # type: ignore[misc]
            self._fade.show(target, window, eased(self._faded / self._fade_seconds if self._fade_seconds else 1.0))
        if self.present is None:
            target.clear()

    def close(self) -> None:
        """Release everything on the GPU."""
        if self._opening is not None:
            self._opening.close()
        for piece in (self.present, self._going, self._coming):
            if piece is not None:
                piece.close()
        self.present = self._going = self._coming = self._opening = None
        self._fade.release()

    def _make_next(self, seconds: float) -> None:
        """Make the scene that comes next, in slices, in good time."""
        self._waiting = max(0.0, self._waiting - seconds)
        if self._coming is not None or self._waiting:
            return
        left = 0.0 if self.present is None else self.present.duration - self.present.seconds
        if self._opening is None:
            if left > _AHEAD_SECONDS or self.fading:
                return
            now = self._clock()
            cue, self._next = next_cue(self.programme, self._state, now.hour * 60 + now.minute)
            self._opening = self._open(cue, now + timedelta(seconds=max(left, 0.0)))
        opening = self._opening
        try:
            # A frame that shows nothing may take its time, but the window must answer.
            self._coming = opening.work(_SLICE if self.present is not None else _LARGE_SLICE)
        except Exception as error:  # noqa: BLE001 - whatever it was, there are other scenes
            self._opening = None
            self._quietly(opening.close)
            self._state = self._next
            self._fail(opening.scene.name, error)
            return
        if self._coming is not None:
            self._opening = None

    def _open(self, cue: Cue, now: datetime) -> Opening:
        return Opening(self._device, self.programme.scenes[cue.scene], cue.seed, now)

    def _change(self, around: Surroundings) -> None:
        """Begin with the next scene if its time has come."""
        over = self.present is None or self.present.seconds >= self.present.duration
        if self._coming is None or not over or self.fading:
            return
        coming, self._coming = self._coming, None
        self._state = self._next
        self._going = self.present
        self._begin(coming, "begins")
        usual = CALM_FADE_SECONDS if around.reduced_flashing else FADE_SECONDS
        usual = usual if self._going is not None else _OUT_OF_THE_DARK_SECONDS
        self._fade_seconds = min(usual, coming.duration * _FADE_SHARE)

    def _begin(self, piece: Exhibit, how: str) -> None:
        self.present = piece
        self.changes += 1
        self._faded = 0.0
        _LOG.info("scene %r %s%s", piece.scene.name, how, piece.about)

    def _draw(
        self, piece: Exhibit, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float
    ) -> None:
        if piece is self.present:
            self.rehearse()
        piece.draw(target, window, around, seconds)

    def _safely(self, piece: Exhibit, do: Callable[[], None]) -> None:
        """Do something with a piece; if it fails, there are others."""
        try:
            do()
        except Exception as error:  # noqa: BLE001 - a scene that fails at night must not end the display
            if piece is self._going:
                self._going = None
            else:
                self.present, self._fade_seconds = None, 0.0
                self._drop_going()
            self._quietly(piece.close)
            self._fail(piece.scene.name, error)

    def _drop_going(self) -> None:
        going, self._going = self._going, None
        if going is not None:
            self._quietly(going.close)

    def _fail(self, title: str, error: Exception) -> None:
        self._failures += 1
        self.failed += 1
        self._waiting = _RETRY_SECONDS if self._failures > 1 else 0.0
        words = str(error) if isinstance(error, GpulifeError) else f"{type(error).__name__}: {error}"
        _LOG.info("scene %r failed, the next one follows: %s", title, " ".join(words.split()))
        if self._failures >= MOST_FAILURES:
            self._failures = 0
            raise ShowError(f"{MOST_FAILURES} scenes in a row failed")

    @staticmethod
    def _quietly(close: Callable[[], None]) -> None:
        """Close what has failed already: what it says about that is of no interest."""
        try:
            close()
        except Exception:  # noqa: BLE001 - see above
            return

    def _tell(self, piece: Exhibit, events: tuple[ActEvent, ...]) -> None:
        for event in events:
            what = f"{event.done}: {event.kind}" if event.kind else str(event.done)
            _LOG.info("scene %r, generation %s: %s, since %s", piece.scene.name, event.generation, what, event.trouble)

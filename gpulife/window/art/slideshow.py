"""The show: the scenes of a programme one after the other, each fading into the next, for ever.

Whatever goes wrong in a scene ends that scene, not the show: a line for the log, and the next one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import moderngl

from gpulife.art.checkpoint_files import Resumed
from gpulife.art.playlist import Programme
from gpulife.art.schedule import ScheduleState, local_time, next_cue
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import GpulifeError, in_one_line
from gpulife.view.camera import Window
from gpulife.view.gl_fade import Fade, eased
from gpulife.window.art.scene import Exhibit, Surroundings
from gpulife.window.art.scene_loader import Opening, reopen

_LOG = logging.getLogger(__name__)

FADE_SECONDS = 5.0
"""How long one scene takes to fade into the next."""
CALM_FADE_SECONDS = 9.0
"""The same with reduced flashing."""
_FADE_FROM_BLACK_SECONDS = 1.5
"""The same where there is no scene to fade from."""
_MAX_FADE_SHARE = 0.25
"""The largest part of a scene's time that fading in takes."""
_AHEAD_SECONDS = 20.0
"""How long before the end of a scene the next one begins to be loaded."""
_SLICE_SECONDS = 0.004
"""How long loading the next scene may take in each frame."""
_LARGE_SLICE_SECONDS = 0.05
"""The same while there is nothing to see."""
_RETRY_SECONDS = 0.5
_SETTLED_SECONDS = 5.0
"""A scene shown for so long has not failed at once."""
MAX_FAILURES = 3
"""How many scenes may fail one after the other before the window is taken to be at fault."""


class ShowError(GpulifeError):
    """Scene after scene fails: it must be the window, or the driver."""


class Show:
    """A programme on show.

    Args:
        device: the context to draw in.
        programme: what is shown.
        state: where in the order of its scenes to begin.

    Attributes:
        programme: likewise.
        after: where in the order to go on after the present scene.
        present: the scene on show, or fading in; None for the moment between a failure and the next one.
        changes: how many scenes have begun.
        failed: how many scenes have ended in an error.
        rehearse: called in each frame before anything is shown; what it raises is taken for the scene's failure.
    """

    def __init__(self, device: GLDevice, programme: Programme, state: ScheduleState) -> None:
        self.programme = programme
        self.after = self._next = state
        self.present: Exhibit | None = None
        self.changes = self.failed = 0
        self.rehearse: Callable[[], None] = lambda: None
        self._device = device
        self._fade = Fade(device)
        self._going: Exhibit | None = None
        self._faded = 0.0  # seconds since the present scene began to come
        self._fade_seconds = 0.0  # that it takes; 0 when it is done
        self._opening: Opening | None = None
        self._coming: Exhibit | None = None
        self._waiting = 0.0  # seconds until another try
        self._failures = 0  # one after the other

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
        self.after = self._next = replace(resumed.schedule, last=self.programme.scenes.index(scene))
        self._begin(reopen(self._device, scene, moment, float(seconds)), "goes on")

    def record(self) -> Resumed | None:
        """Return everything that :meth:`go_on` needs; None while nothing is shown, or a match."""
        moment = self.present.moment() if self.present is not None else None
        if self.present is None or moment is None:
            return None
        return Resumed(self.programme.name, self.after, moment, {"seconds": self.present.seconds})

    @property
    def fading(self) -> bool:
        """Whether one scene is on its way into another."""
        return self._fade_seconds > 0

    def advance(self, seconds: float, around: Surroundings) -> None:
        """Let so many seconds pass.

        Raises:
            ShowError: several scenes in a row failed at once.
        """
        self._load_next(seconds)
        self._change(around)
        for exhibit in (self.present, self._going):
            if exhibit is not None and exhibit in (self.present, self._going):  # the first may have ended the second
                with self._replaced_on_error(exhibit):
                    for event in exhibit.advance(seconds):
                        what = f"{event.done}: {event.kind}" if event.kind else str(event.done)
                        about = exhibit.scene.name, event.generation, what, event.trouble
                        _LOG.info("scene %r, generation %s: %s, since %s", *about)
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
            self._draw(present, target, window, around, seconds)
        elif present is not None:
            for which, exhibit in enumerate((going, present)):
                if exhibit is None:
                    self._fade.blacken(which, window)
                else:
                    self._draw(exhibit, self._fade.canvas(which, window), window, around, seconds)
            self._fade.show(target, window, eased(self._faded / self._fade_seconds if self.fading else 1.0))
        if self.present is None:
            target.clear()

    def close(self) -> None:
        """Release everything on the GPU."""
        for each in (self._opening, self.present, self._going, self._coming):
            if each is not None:
                each.close()
        self.present = self._going = self._coming = self._opening = None
        self._fade.release()

    def _load_next(self, seconds: float) -> None:
        """Load the scene that comes next, in slices, in good time."""
        self._waiting = max(0.0, self._waiting - seconds)
        if self._coming is not None or self._waiting:
            return
        if self._opening is None:
            left = 0.0 if self.present is None else self.present.duration - self.present.seconds
            if left > _AHEAD_SECONDS or self.fading:
                return
            now = local_time()
            cue, self._next = next_cue(self.programme, self.after, now.hour * 60 + now.minute)
            begins = now + timedelta(seconds=max(left, 0.0))
            self._opening = Opening(self._device, self.programme.scenes[cue.scene], cue.seed, begins)
        opening, self._opening = self._opening, None
        try:
            # A frame that shows nothing may take its time, but the window must answer.
            self._coming = opening.work(_SLICE_SECONDS if self.present is not None else _LARGE_SLICE_SECONDS)
        except Exception as error:  # noqa: BLE001 - whatever it was, there are other scenes
            self.after = self._next
            self._fail(opening.scene.name, error)
            return
        if self._coming is None:
            self._opening = opening

    def _change(self, around: Surroundings) -> None:
        """Begin with the next scene if its time has come."""
        over = self.present is None or self.present.seconds >= self.present.duration
        if self._coming is None or not over or self.fading:
            return
        coming, self._coming = self._coming, None
        self.after = self._next
        self._going = self.present
        self._begin(coming, "begins")
        usual = CALM_FADE_SECONDS if around.reduced_flashing else FADE_SECONDS
        usual = usual if self._going is not None else _FADE_FROM_BLACK_SECONDS
        self._fade_seconds = min(usual, coming.duration * _MAX_FADE_SHARE)

    def _begin(self, exhibit: Exhibit, how: str) -> None:
        self.present = exhibit
        self.changes += 1
        self._faded = 0.0
        _LOG.info("scene %r %s%s", exhibit.scene.name, how, exhibit.about)

    def _draw(
        self, exhibit: Exhibit, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float
    ) -> None:
        with self._replaced_on_error(exhibit):
            if exhibit is self.present:
                self.rehearse()
            exhibit.draw(target, window, around, seconds)

    @contextmanager
    def _replaced_on_error(self, exhibit: Exhibit) -> Iterator[None]:
        """Let the next scene follow if something fails that is done with this one: that must not end the display."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - see above
            if exhibit is self._going:
                self._going = None
            else:
                self.present, self._fade_seconds = None, 0.0
                self._drop_going()
            _close_quietly(exhibit)
            self._fail(exhibit.scene.name, error)

    def _drop_going(self) -> None:
        going, self._going = self._going, None
        if going is not None:
            _close_quietly(going)

    def _fail(self, name: str, error: Exception) -> None:
        self._failures += 1
        self.failed += 1
        self._waiting = _RETRY_SECONDS if self._failures > 1 else 0.0
        _LOG.info("scene %r failed, the next one follows: %s", name, in_one_line(error))
        if self._failures >= MAX_FAILURES:
            self._failures = 0
            raise ShowError(f"{MAX_FAILURES} scenes in a row failed")


def _close_quietly(exhibit: Exhibit) -> None:
    """Close a scene that may have failed already, whatever goes wrong meanwhile."""
    with suppress(Exception):
        exhibit.close()

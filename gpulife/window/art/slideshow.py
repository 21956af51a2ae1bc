"""Shows a programme's scenes one after the other, each fading into the next, endlessly.

An error ends only the scene in which it occurs. The error is logged, and the next scene follows.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import moderngl

from gpulife.art.checkpoint_files import SavedDisplay
from gpulife.art.playlist import ScheduleState, local_time, next_cue
from gpulife.art.scene import Programme
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import GpulifeError, in_one_line
from gpulife.view.camera import WindowSize
from gpulife.view.gl_render_target import Fade, eased
from gpulife.window.art.scene_loader import SceneLoader, reopen
from gpulife.window.art.scene_view import DisplayConditions, SceneView

_LOG = logging.getLogger(__name__)

FADE_SECONDS = 5.0
"""Duration of the fade from one scene to the next, in seconds."""
CALM_FADE_SECONDS = 9.0
"""Duration of the fade from one scene to the next with reduced flashing, in seconds."""
_FADE_FROM_BLACK_SECONDS = 1.5
"""Duration in seconds of the fade from black to a scene, if no scene was shown before it."""
_MAX_FADE_SHARE = 0.25
"""Maximum duration of a fade, as a share of the new scene's duration."""
_PRELOAD_SECONDS = 20.0
"""Seconds before the end of a scene at which the next scene begins to load."""
_SLICE_SECONDS = 0.004
"""Seconds spent in each frame on loading the next scene, while a scene is shown."""
_LARGE_SLICE_SECONDS = 0.05
"""Seconds spent in each frame on loading the next scene, while no scene is shown or the user waits for it."""
_ASKED_FADE_SECONDS = 1.5
"""Duration in seconds of the fade to a scene that the user asked for."""
_MAX_BEFORE = 100
"""Number of scenes to which the user can go back."""
_RETRY_SECONDS = 0.5
"""Seconds to wait before the next scene is loaded, if several scenes in a row have failed."""
_SUCCESS_SECONDS = 5.0
"""Once a scene has been shown for this many seconds, earlier failures no longer count."""
MAX_FAILURES = 3
"""Number of failed scenes in a row after which the window is assumed to be at fault."""


class SlideshowError(GpulifeError):
    """Several scenes failed in a row, so the window or the driver must be at fault."""


class Slideshow:
    """Shows a programme.

    Args:
        device: context to draw in.
        programme: programme to show.
        state: where in the schedule of scenes to begin.

    Attributes:
        programme: the programme.
        schedule: current position in the schedule of scenes. The next scene is taken from there.
        present: the current scene, which may still be fading in; None until a scene has begun, and after a failure.
        changes: number of scenes that have begun.
        failed: number of scenes that ended in an error.
        inject_fault: called in each frame before the scene is drawn. If it raises an error, the scene counts as failed.
    """

    def __init__(self, device: GLDevice, programme: Programme, state: ScheduleState) -> None:
        self.programme = programme
        self.schedule = self._next = state
        self.present: SceneView | None = None
        self.changes = self.failed = 0
        self.inject_fault: Callable[[], None] = lambda: None
        self._device = device
        self._fade = Fade(device)
        self._outgoing: SceneView | None = None
        self._faded = 0.0  # seconds since the fade began
        self._fade_seconds = 0.0  # duration of the fade in seconds; 0 while there is no fade
        self._loader: SceneLoader | None = None
        self._incoming: SceneView | None = None
        self._waiting = 0.0  # seconds until the next attempt to load a scene
        self._failures = 0  # number of failures in a row
        self._before: list[ScheduleState] = []  # for each scene shown so far: the state of the schedule before it
        self._is_asked = False  # True while the user waits for another scene
        self._is_back = False  # True if the user waits for the previous scene
        self._seen: set[int] = set()  # indices of the scenes shown; emptied once all have been shown

    def restore(self, saved: SavedDisplay) -> None:
        """Continue from a state returned by :meth:`checkpoint`.

        Raises:
            GpulifeError: the state belongs to another programme, or is damaged.
        """
        checkpoint = saved.checkpoint
        scene = next((scene for scene in self.programme.scenes if scene.name == checkpoint.scene), None)
        seconds = saved.extra.get("seconds")
        if scene is None or saved.programme != self.programme.name:
            raise SlideshowError(f"programme {self.programme.name} has no scene {checkpoint.scene!r}")
        if not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
            raise SlideshowError(f"seconds = {str(seconds)[:40]!r} should be a number, 0 or more")
        # Scenes may have been added to the file or removed, so the scene is found by its name.
        self.schedule = self._next = replace(saved.schedule, last=self.programme.scenes.index(scene))
        self._begin(reopen(self._device, scene, checkpoint, float(seconds)), "continues")

    def checkpoint(self) -> SavedDisplay | None:
        """Return the state for :meth:`restore`; None while a match or no scene is shown."""
        checkpoint = self.present.checkpoint() if self.present is not None else None
        if self.present is None or checkpoint is None:
            return None
        return SavedDisplay(self.programme.name, self.schedule, checkpoint, {"seconds": self.present.seconds})

    def change_scene(self, *, back: bool = False) -> bool:
        """End the present scene as soon as the next one is loaded.

        Args:
            back: True to show the previous scene from its beginning instead of the next one.

        Returns:
            False if ``back`` is True and there is no previous scene; otherwise True.
        """
        if back and len(self._before) < 2:
            return False
        self._is_back = back
        if back:
            del self._before[-1]
            self.schedule = self._before.pop()
            self._drop_incoming()
        elif self._is_asked and (self._loader is not None or self._incoming is not None):
            self.schedule = self._next  # leave out the scene that is being loaded
            self._drop_incoming()
        self._is_asked = True
        return True

    @property
    def is_changing(self) -> bool:
        """True while the user waits for another scene."""
        return self._is_asked

    def touch(self, x: float, y: float) -> None:
        """Add life at a pixel of the picture last drawn, if the present scene can be touched."""
        if self.present is not None:
            with self._replaced_on_error(self.present):
                self.present.touch(x, y)

    @property
    def fading(self) -> bool:
        """True while one scene is fading into another."""
        return self._fade_seconds > 0

    def advance(self, seconds: float, conditions: DisplayConditions) -> None:
        """Advance the slideshow by ``seconds``.

        Raises:
            SlideshowError: ``MAX_FAILURES`` scenes in a row failed immediately.
        """
        self._load_next(seconds)
        self._begin_due_scene(conditions)
        for view in (self.present, self._outgoing):
            if view is not None and view in (self.present, self._outgoing):  # a failure of the first view ends both
                with self._replaced_on_error(view):
                    for event in view.advance(seconds):
                        what = f"intervention: {event.kind}" if event.kind else "reseed"
                        about = view.scene.name, event.generation, what, event.reason
                        _LOG.info("scene %r, generation %s: %s, since %s", *about)
        if self.present is not None and self.present.seconds >= _SUCCESS_SECONDS:
            self._failures = 0
        self._faded += seconds
        if self.fading and self._faded >= self._fade_seconds:
            self._fade_seconds = 0.0
            self._drop_outgoing()

    def draw(
        self, target: moderngl.Framebuffer, window: WindowSize, conditions: DisplayConditions, seconds: float
    ) -> None:
        """Draw the picture over all of ``target``, ``seconds`` after the previous picture."""
        present, outgoing = self.present, self._outgoing
        if present is not None and not self.fading:
            self._draw(present, target, window, conditions, seconds)
        elif present is not None:
            for which, view in enumerate((outgoing, present)):
                if view is None:
                    self._fade.blacken(which, window)
                else:
                    self._draw(view, self._fade.canvas(which, window), window, conditions, seconds)
            self._fade.show(target, window, eased(self._faded / self._fade_seconds if self.fading else 1.0))
        if self.present is None:
            target.clear(viewport=(0, 0, *window))

    def close(self) -> None:
        """Release all GPU resources."""
        for part in (self._loader, self.present, self._outgoing, self._incoming):
            if part is not None:
                part.close()
        self.present = self._outgoing = self._incoming = self._loader = None
        self._fade.release()

    def _load_next(self, seconds: float) -> None:
        """Load a little more of the next scene if it is time. This is called in each frame."""
        self._waiting = max(0.0, self._waiting - seconds)
        if self._incoming is not None or self._waiting:
            return
        if self._loader is None:
            left = 0.0 if self.present is None else self.present.duration - self.present.seconds
            left = 0.0 if self._is_asked else left
            if left > _PRELOAD_SECONDS or (self.fading and not self._is_asked):
                return
            now = local_time()
            # Whoever asks for other scenes sees each scene once before any comes again.
            seen = self._seen if self._is_asked and not self._is_back else set[int]()
            cue, self._next = next_cue(self.programme, self.schedule, now.hour * 60 + now.minute, seen)
            self._loader = SceneLoader(
                self._device, self.programme.scenes[cue.scene], cue.seed, now + timedelta(seconds=max(left, 0.0))
            )
        try:
            # While nothing is shown or the user waits, loading may take longer per frame, but the window must respond.
            is_shown = self.present is not None and not self._is_asked
            self._incoming = self._loader.work(_SLICE_SECONDS if is_shown else _LARGE_SLICE_SECONDS)
        except Exception as error:  # noqa: BLE001 - the next scene may work
            failed, self._loader = self._loader, None
            self.schedule = self._next
            self._fail(failed.scene.name, error)
        if self._incoming is not None:
            self._loader = None

    def _begin_due_scene(self, conditions: DisplayConditions) -> None:
        over = self._is_asked or self.present is None or self.present.seconds >= self.present.duration
        if self._incoming is None or not over or self.fading:
            return
        incoming, self._incoming = self._incoming, None
        self._before = [*self._before[1 - _MAX_BEFORE :], self.schedule]
        self.schedule = self._next
        self._seen = ({*self._seen} if self.schedule.last not in self._seen else set()) | {self.schedule.last}
        self._outgoing = self.present
        self._begin(incoming, "begins")
        usual = CALM_FADE_SECONDS if conditions.reduced_flashing else FADE_SECONDS
        usual = _ASKED_FADE_SECONDS if self._is_asked else usual
        usual = usual if self._outgoing is not None else _FADE_FROM_BLACK_SECONDS
        self._is_asked = False
        self._fade_seconds = min(usual, incoming.duration * _MAX_FADE_SHARE)

    def _begin(self, view: SceneView, how: str) -> None:
        self.present = view
        self.changes += 1
        self._faded = 0.0
        _LOG.info("scene %r %s%s", view.scene.name, how, view.about)

    def _draw(
        self,
        view: SceneView,
        target: moderngl.Framebuffer,
        window: WindowSize,
        conditions: DisplayConditions,
        seconds: float,
    ) -> None:
        with self._replaced_on_error(view):
            if view is self.present:
                self.inject_fault()
            view.draw(target, window, conditions, seconds)

    @contextmanager
    def _replaced_on_error(self, view: SceneView) -> Iterator[None]:
        """If the ``with`` block raises an error, log it and close ``view``. Then the next scene follows."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - no error of a scene may end the display
            if view is self._outgoing:
                self._outgoing = None
            else:
                self.present, self._fade_seconds = None, 0.0
                self._drop_outgoing()
            with suppress(Exception):
                view.close()
            self._fail(view.scene.name, error)

    def _drop_incoming(self) -> None:
        for part in (self._loader, self._incoming):
            if part is not None:
                part.close()
        self._loader = self._incoming = None

    def _drop_outgoing(self) -> None:
        outgoing, self._outgoing = self._outgoing, None
        if outgoing is not None:
            with suppress(Exception):  # it may have failed
                outgoing.close()

    def _fail(self, name: str, error: Exception) -> None:
        self._failures += 1
        self.failed += 1
        self._waiting = _RETRY_SECONDS if self._failures > 1 else 0.0
        _LOG.info("scene %r failed, the next one follows: %s", name, in_one_line(error))
        if self._failures >= MAX_FAILURES:
            self._failures = 0
            raise SlideshowError(f"{MAX_FAILURES} scenes in a row failed")

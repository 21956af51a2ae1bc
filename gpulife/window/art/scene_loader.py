"""Loads scenes: a little in each frame while another scene is shown, or all at once for a film."""

import time
from collections.abc import Generator
from contextlib import closing
from datetime import datetime
from fractions import Fraction

import moderngl

from gpulife.art.scene import Scene
from gpulife.art.scene_runner import Checkpoint, SceneRunner
from gpulife.closing import closed_on_error
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.view.camera import WindowSize
from gpulife.view.gl_render_target import Target
from gpulife.view.pictures import CELLS, find_picture
from gpulife.window.art.background_sower import BackgroundSower
from gpulife.window.art.match_scene import MatchSceneView
from gpulife.window.art.scene_view import DisplayConditions, SceneView
from gpulife.window.art.universe_scene import UniverseSceneView

_WARM_UP_SIZE: WindowSize = (64, 40)
"""Size in pixels of the picture that is drawn off screen, to compile shaders before the scene is shown."""
_SETTLED_AT_ONCE = 8
"""Number of generations computed per frame while a board settles, before it is shown."""
_MAX_STEP = Fraction(1, 60)
"""Maximum time step in seconds while a scene advances for a film."""


class SceneLoader:
    """Loads one scene, a little at a time.

    Args:
        device: OpenGL context of the scene.
        scene: scene to load.
        seed: seed of the scene's random choices.
        now: the time shown in texts of the scene.
        few_effects: see ``scene_view.SceneView``.
    """

    def __init__(
        self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, few_effects: bool | None = None
    ) -> None:
        self.scene = scene
        self._slice = 0.0  # seconds per slice
        self._slices = self._load(device, seed, now, few_effects)

    def work(self, seconds: float) -> SceneView | None:
        """Load for about ``seconds``; return the scene once it is complete, otherwise None.

        The caller must close the returned scene.

        Raises:
            Exception: loading failed. All that was loaded has been released.
        """
        self._slice = seconds
        try:
            next(self._slices)
        except StopIteration as done:
            view: SceneView = done.value
            return view
        return None

    def finish(self) -> SceneView:
        """Load the rest of the scene at once.

        Raises:
            Exception: loading failed. All that was loaded has been released.
        """
        while (view := self.work(1.0)) is None:
            pass
        return view

    def close(self) -> None:
        """Stop loading, and release all that was loaded."""
        self._slices.close()

    def _load(
        self, device: GLDevice, seed: int, now: datetime, few_effects: bool | None
    ) -> Generator[None, None, SceneView]:
        if self.scene.game:
            return MatchSceneView(device, self.scene, seed, few_effects=few_effects)
        engine = open_on_device(self.scene.rule, self.scene.shape, device)
        with closed_on_error(engine):
            yield
            with closing(BackgroundSower(engine, self.scene, seed, now)) as sower:
                while not sower.work(time.perf_counter() + self._slice):
                    yield
            engine.prepare(1, sleep=True)
            yield
            followed = _followed(self.scene)
            unseen = self.scene.start.settle - followed
            for first in range(0, unseen, _SETTLED_AT_ONCE):
                engine.step(min(_SETTLED_AT_ONCE, unseen - first))
                yield
            runner = SceneRunner(self.scene, seed, lambda _rule, _shape: engine, now, sown=True)
        with closed_on_error(runner):
            yield
            view = UniverseSceneView(runner, device, few_effects=few_effects)
        with closed_on_error(view):
            yield
            _warm_up(view, device)
            until = 0.0
            for _ in range(followed):
                if time.perf_counter() > until:
                    yield
                    until = time.perf_counter() + self._slice
                engine.step(1)
                _warm_up(view, device, 1 / self.scene.speed)
        return view


class OfflineScene:
    """A scene for films, drawn without a window. It never skips time, however long computing takes.

    See ``view.gl_offscreen.Animation``.

    Args:
        device: device to compute and draw with.
        scene: scene to show.
        seed: seed of the scene's random choices.
        now: the time shown in texts of the scene.
        reduced_flashing: True to avoid fast changes.

    Raises:
        GpulifeError: the scene's board does not fit into memory, or its initial cells cannot be made.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, reduced_flashing: bool) -> None:
        self._device = device
        self._conditions = DisplayConditions(reduced_flashing=reduced_flashing)
        self._time = Fraction(0)
        with device.current():
            self._view = SceneLoader(device, scene, seed, now, few_effects=False).finish()

    def go_to(self, time: Fraction) -> None:
        """Advance to ``time``, in seconds since the scene began."""
        with self._device.current():
            while self._time < time:
                step = min(_MAX_STEP, time - self._time)
                self._time += step
                self._view.advance(float(step), offline=True)

    def is_drawn(self, size: WindowSize) -> bool:
        """Return False, so that every frame is drawn, because something changes in every frame."""
        del size
        return False

    def draw(self, target: moderngl.Framebuffer, size: WindowSize, seconds: float) -> None:
        """Draw the scene as a window would show it."""
        self._view.draw(target, size, self._conditions, seconds)

    def close(self) -> None:
        """Release the scene."""
        with self._device.current():
            self._view.close()


def reopen(device: GLDevice, scene: Scene, checkpoint: Checkpoint, seconds: float) -> UniverseSceneView:
    """Restore a scene from a checkpoint, as it was ``seconds`` after it began.

    Raises:
        GpulifeError: the checkpoint belongs to another scene, or is damaged.
    """
    runner = SceneRunner(
        scene, checkpoint.seed, lambda rule, shape: open_on_device(rule, shape, device), checkpoint.now
    )
    with closed_on_error(runner):
        runner.restore(checkpoint)
        return UniverseSceneView(runner, device, seconds)


def _followed(scene: Scene) -> int:
    """Return how many of the last settling generations the look follows.

    A look that shows births then begins with the tracks that they left.
    """
    if scene.effects.picture == CELLS:
        return 0
    picture = find_picture(scene.effects.picture)
    return min(scene.start.settle, int(picture.births * scene.speed)) if "births" in picture.inputs else 0


def _warm_up(view: UniverseSceneView, device: GLDevice, seconds: float = 0.0) -> None:
    """Draw the scene off screen, ``seconds`` after the last time. The first time compiles its shaders."""
    target = Target(device, "f1", filtered=False)
    try:
        view.draw(target.sized(_WARM_UP_SIZE), _WARM_UP_SIZE, DisplayConditions(), seconds)
    finally:
        target.release()

"""A scene that shows a universe without players: computes generations, moves the camera, draws the board."""

import math
import time
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

import moderngl

from gpulife.art.auto_camera import AutoCamera
from gpulife.art.fresh_life import touch_size
from gpulife.art.scene import CameraMode
from gpulife.art.scene_runner import ActivityMaps, Checkpoint, SceneEvent, SceneRunner
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges
from gpulife.view.camera import SHARP_FROM, Camera, WindowSize, at_rest, cell_at, fit_camera, nearest_copy, pan
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.window.art.scene_view import DisplayConditions, SceneView

_MAX_SECONDS_PER_FRAME = 0.02
"""Maximum time per frame for computing generations, in seconds. A scene that needs more time runs more slowly."""
_MAX_DEBT_SECONDS = 0.5
"""After a late frame, at most this many seconds are caught up with; the rest is skipped."""
_MAX_CUT = 1.25
"""How much a board with wrapping edges may be cropped to fill the window: greatest ratio of its two zoom factors.

One factor fits the board's width into the window, the other its height. Above this ratio, the board is repeated.
"""
_LOOK_SECONDS = 0.25
"""Seconds between updates of colours and effects. They change so slowly that nobody sees the steps."""
_OPENING_SECONDS, _SLOWING_SECONDS = 15.0, 15.0
"""Seconds for which a scene keeps the faster speed of its opening, and seconds until it then has its usual speed."""
_TOUCH_SECONDS, _SAME_PLACE_SECONDS = 0.12, 0.4
"""Minimum seconds between two touches, and between two touches that are closer than a patch is wide.

With these limits, no place can be made to flash three times a second.
"""


class UniverseSceneView(SceneView):
    """Shows a universe without players.

    Args:
        runner: runs the scene. Its engine must compute on ``device``. This object closes the runner.
        device: context to draw in.
        seconds: seconds for which the scene has already been shown.
        few_effects: see ``scene_view.SceneView``.

    Attributes:
        runner: runs the scene.
    """

    def __init__(
        self, runner: SceneRunner, device: GLDevice, seconds: float = 0.0, *, few_effects: bool | None = None
    ) -> None:
        super().__init__(device, runner.scene, runner.seed, seconds, few_effects=few_effects)
        self.runner = runner
        self._view = BoardView(device, runner.engine, few_effects=few_effects)
        self._due = 0.0  # generations that are due
        self._cached_look = lru_cache(maxsize=1)(self._look)
        self._auto_camera: AutoCamera | None = None
        self._last_maps: ActivityMaps | None = None
        self._last_camera: Camera | None = None
        self._drawn: tuple[Camera, WindowSize] | None = None  # camera and size of the last picture
        self._touches: list[tuple[float, int, int]] = []  # (seconds, row, column) of the latest touches

    @property
    def about(self) -> str:
        """Description for the log: generation, board, rule and seed."""
        rows, columns = self.scene.shape
        at = f" at generation {self.runner.generation}" if self.runner.generation else ""
        return f"{at}: {columns}x{rows} {self.scene.rule.law}, seed {self.seed}"

    @property
    def _sowing(self) -> tuple[int, datetime]:
        return self.runner.sowing

    def checkpoint(self) -> Checkpoint:
        """Return a checkpoint, from which ``scene_loader.reopen`` restores the scene."""
        return self.runner.checkpoint()

    def advance(self, seconds: float, *, offline: bool = False) -> tuple[SceneEvent, ...]:
        """Compute the generations due in ``seconds``; return the changes made to revive a board that stood still."""
        self.seconds += seconds
        speed = self.scene.speed * _opening(self.scene.opening, self.seconds)
        self._due = min(self._due + seconds * speed, max(1.0, _MAX_DEBT_SECONDS * speed))
        events: list[SceneEvent] = []
        until = time.perf_counter() + _MAX_SECONDS_PER_FRAME
        while self._due >= 1:
            count = min(int(self._due), self.runner.engine.pass_generations)
            self._due -= count
            events += self.runner.advance(count)
            if not offline and time.perf_counter() > until:
                self._due %= 1
        return tuple(events)

    def draw(
        self, target: moderngl.Framebuffer, window: WindowSize, conditions: DisplayConditions, seconds: float
    ) -> None:
        """Draw the board over all of ``target``, ``seconds`` after the previous frame."""
        step = int(self.seconds / _LOOK_SECONDS)
        look = self._cached_look(step * _LOOK_SECONDS, replace(conditions, shift=(0, 0)))
        camera = pan(self._camera(window, seconds), *conditions.shift)
        progress = min(1.0, self._due) if look.wave else 1.0
        self._drawn = camera, window
        self._view.draw(target, BoardFrame(window, camera, look, progress=progress), seconds)

    def touch(self, x: float, y: float) -> None:
        """Add a patch of life around the cell at a pixel of the picture last drawn, unless others were just added."""
        if not self.scene.is_touchable or self._drawn is None:
            return
        row, column = (math.floor(place) for place in cell_at(*self._drawn, x, y))
        wide, now = touch_size(self.scene), self.seconds
        self._touches = [touch for touch in self._touches if now - touch[0] < _SAME_PLACE_SECONDS]
        if any(
            now - when < _TOUCH_SECONDS or math.hypot(row - at_row, column - at_column) < wide
            for when, at_row, at_column in self._touches
        ):
            return
        if self.scene.rule.edges is not Edges.TORUS:
            row, column = (min(max(at, 0), size - 1) for at, size in zip((row, column), self.scene.shape, strict=True))
        self._touches.append((now, row, column))
        self.runner.touch(row, column)

    def close(self) -> None:
        """Release everything on the GPU."""
        self._view.close()
        self.runner.close()

    def _camera(self, window: WindowSize, seconds: float) -> Camera:
        """Return the current camera: it shows the whole board, or moves automatically."""
        scene = self.scene
        wrap = scene.rule.edges is Edges.TORUS
        if scene.camera.mode is CameraMode.WHOLE:
            return filling_camera(scene.shape, window, wrap=wrap and not scene.start.texts)
        if self._auto_camera is None:
            self._auto_camera = AutoCamera(scene.shape, window, scene.camera, self.seed % (1 << 32), wrap=wrap)
        self._auto_camera.resize(window)
        maps = self.runner.maps
        if maps is not self._last_maps and self.runner.latest is not None:
            self._last_maps = maps
            self._auto_camera.update_maps(maps.density, maps.change, maps.tile)
        camera = self._auto_camera.advance(seconds)
        if wrap and self._last_camera is not None:  # jumps at the edges would look like flashes
            camera = replace(
                camera,
                row=nearest_copy(camera.row, self._last_camera.row, scene.shape[0]),
                column=nearest_copy(camera.column, self._last_camera.column, scene.shape[1]),
            )
        self._last_camera = camera
        return camera


def _opening(times: float, seconds: float) -> float:
    """Return by what to multiply a scene's speed, ``seconds`` after it began: at first ``times``, in the end 1."""
    left = 1 - min(max((seconds - _OPENING_SECONDS) / _SLOWING_SECONDS, 0.0), 1.0)
    return 1 + (times - 1) * left


def filling_camera(shape: tuple[int, int], window: WindowSize, *, wrap: bool) -> Camera:
    """Return a camera that shows the whole board.

    If ``wrap`` is True and cells are large enough, each cell is a whole number of pixels wide, so that its edges are
    sharp. To fill the window, the board is then repeated or cropped.
    """
    camera = fit_camera(shape, window)
    if not wrap or camera.zoom < SHARP_FROM - 1:
        return camera
    ratios = window[0] / shape[1], window[1] / shape[0]
    wanted = math.sqrt(min(ratios) * min(max(ratios), min(ratios) * _MAX_CUT))
    zooms = (math.floor(wanted), math.ceil(wanted))
    zoom = min((factor for factor in zooms if factor >= 1), key=lambda factor: abs(math.log(factor / wanted)))
    return at_rest(Camera(shape[0] / 2, shape[1] / 2, float(zoom)), window)

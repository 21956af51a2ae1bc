"""A universe that is left to itself, on show: the generations that are due, the camera, and the picture."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import moderngl

from gpulife.art.auto_camera import Director
from gpulife.art.checkpoint import Moment
from gpulife.art.scene import CameraMode
from gpulife.art.scene_runner import Act, ActEvent, Maps
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_factory import GLEngine
from gpulife.rules import Edges
from gpulife.view.camera import SHARP_FROM, Camera, Window, at_rest, fit, pan
from gpulife.view.gl_board import BoardView
from gpulife.view.look import Look
from gpulife.window.art.scene import Exhibit, Surroundings

_MAX_SECONDS_PER_FRAME = 0.02
"""How long a frame may compute: a scene too large for its speed goes slower, but the picture does not stop."""
_MAX_DEBT_SECONDS = 0.5
"""How much time a late frame makes up for."""
_MAX_CUT = 1.25
"""How much taller or wider than the board a window is taken to be at most: in wider ones the board repeats."""
_LOOK_SECONDS = 0.25
"""How long a look stays: nobody sees a palette change in smaller steps."""


class Piece(Exhibit):
    """A scene without a game.

    Args:
        act: what runs; closed with this. Its engine is one of ``device``.
        device: the context to draw in.
        seconds: for which it has been shown already.
        frugal: see ``Exhibit``.

    Attributes:
        act: likewise.
    """

    def __init__(self, act: Act, device: GLDevice, seconds: float = 0.0, *, frugal: bool | None = None) -> None:
        super().__init__(device, act.scene, act.seed, seconds, frugal=frugal)
        engine = act.engine
        assert isinstance(engine, GLEngine)  # noqa: S101 - whoever opens pieces opens engines of the device
        self.act = act
        self._view = BoardView(device, engine, frugal=self._frugal)
        self._owed = 0.0  # generations
        self._look_now: tuple[object, Look] | None = None
        self._director: Director | None = None
        self._window: Window = (0, 0)
        self._watched: Maps | None = None
        self._camera_before: Camera | None = None

    @property
    def about(self) -> str:
        """Where it goes on, its board, law and seed."""
        rows, columns = self.scene.shape
        at = f" at generation {self.act.generation}" if self.act.generation else ""
        return f"{at}: {columns}x{rows} {self.scene.rule.law}, seed {self.seed}"

    def moment(self) -> Moment:
        """Return everything that it needs to go on later."""
        return self.act.moment()

    def advance(self, seconds: float, *, patient: bool = False) -> tuple[ActEvent, ...]:
        """Compute the generations that are due; return what was done to keep it alive."""
        self.seconds += seconds
        speed = self.scene.speed
        self._owed = min(self._owed + seconds * speed, max(1.0, _MAX_DEBT_SECONDS * speed))
        events: list[ActEvent] = []
        until = time.perf_counter() + _MAX_SECONDS_PER_FRAME
        while self._owed >= 1:
            count = min(int(self._owed), self.act.engine.pass_generations)
            self._owed -= count
            events += self.act.advance(count)
            if not patient and time.perf_counter() > until:
                self._owed %= 1
        return tuple(events)

    def draw(self, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float) -> None:
        """Draw it over all of ``target``, ``seconds`` after the last time."""
        step = int(self.seconds / _LOOK_SECONDS)
        moment = step, around.brightness, around.reduced_flashing
        if self._look_now is None or self._look_now[0] != moment:
            self._look_now = moment, self._look(step * _LOOK_SECONDS, around)
        look = self._look_now[1]
        camera = pan(self._camera(window, seconds), *around.shift)
        progress = min(1.0, self._owed) if look.wave else 1.0
        self._view.draw(target, window, camera, look, progress=progress, seconds=seconds)

    def close(self) -> None:
        """Release everything of it on the GPU."""
        self._view.close()
        self.act.close()

    def _camera(self, window: Window, seconds: float) -> Camera:
        """Return the camera of the whole board, or the director's."""
        scene = self.scene
        wrap = scene.rule.edges is Edges.TORUS
        if scene.camera.mode is CameraMode.WHOLE:
            return filling(scene.shape, window, wrap=wrap and not scene.start.texts)
        if self._director is None:
            self._director = Director(scene.shape, window, scene.camera, self.seed % (1 << 32), wrap=wrap)
        elif window != self._window:
            self._director.resize(window)
        self._window = window
        maps = self.act.maps
        if maps is not self._watched and self.act.latest is not None:
            self._watched = maps
            self._director.watch(maps.density, maps.change, maps.tile)
        camera = self._director.camera(seconds)
        if wrap and self._camera_before is not None:  # no jump from one edge to the other: reduced flashing follows it
            camera = _nearest_copy(camera, self._camera_before, scene.shape)
        self._camera_before = camera
        return camera


def filling(shape: tuple[int, int], window: Window, *, wrap: bool) -> Camera:
    """Return the camera that shows the whole board, sharp, on the whole window if the board may ``wrap``.

    A whole number of pixels per cell that is too small shows a part of the board twice, one too large hides some.
    """
    camera = fit(shape, window)
    if not wrap or camera.zoom < SHARP_FROM - 1:
        return camera
    ratios = window[0] / shape[1], window[1] / shape[0]
    wanted = math.sqrt(min(ratios) * min(max(ratios), min(ratios) * _MAX_CUT))
    zooms = (math.floor(wanted), math.ceil(wanted))
    zoom = min((each for each in zooms if each >= 1), key=lambda each: abs(math.log(each / wanted)))
    return at_rest(Camera(shape[0] / 2, shape[1] / 2, float(zoom)), window)


def _nearest_copy(camera: Camera, before: Camera, shape: tuple[int, int]) -> Camera:
    """Return the same place of the torus, on the copy of the board that is nearest to where the camera was before."""
    rows, columns = shape
    return replace(
        camera,
        row=camera.row - round((camera.row - before.row) / rows) * rows,
        column=camera.column - round((camera.column - before.column) / columns) * columns,
    )

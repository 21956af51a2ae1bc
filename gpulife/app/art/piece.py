"""A piece: one scene on show. Its act, the picture of it, and the time that passes in it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import moderngl

from gpulife.art.act import Act, ActEvent, Maps
from gpulife.art.director import Director
from gpulife.art.looks import look_at
from gpulife.art.moment import Moment
from gpulife.art.scene import CameraMode, Scene
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import GLEngine
from gpulife.rules import Edges
from gpulife.view.camera import SHARP_FROM, Camera, Window, at_rest, fit, pan
from gpulife.view.gl_board import BoardView
from gpulife.view.look import Look

_MOST_SECONDS_A_FRAME = 0.02
"""That a frame may compute for: a scene too large for its speed goes slower, the picture does not stop."""
_LONGEST_DEBT = 0.5
"""Seconds of generations that a late frame makes up for."""
_MOST_CUT = 1.25
"""How much taller or wider than the board's a window is taken to be at most: in wider ones the board repeats."""
_LOOK_SECONDS = 0.25
"""Between two looks: nobody sees a palette's way in smaller steps."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the room and the screen ask of every picture.

    Attributes:
        brightness: of the whole picture, 0 to 1.
        reduced_flashing: whether nothing may change fast or shine brightly.
        shift: of the picture, (right, down) in pixels: against burn-in.
    """

    brightness: float = 1.0
    reduced_flashing: bool = False
    shift: tuple[int, int] = (0, 0)


class Piece:
    """A scene on show.

    Args:
        act: what runs; closed with the piece. Its engine is one of ``device``.
        device: the context to draw in.
        seconds: that it has been shown for.
        frugal: whether to go without what is dear on a software renderer; None where it is one.

    Attributes:
        act: likewise.
        seconds: likewise.
    """

    def __init__(self, act: Act, device: GLDevice, seconds: float = 0.0, *, frugal: bool | None = None) -> None:
        engine = act.engine
        assert isinstance(engine, GLEngine)  # noqa: S101 - whoever opens pieces opens engines of the device
        self.act = act
        self.seconds = seconds
        self._frugal = device.software if frugal is None else frugal
        self._view = BoardView(device, engine, frugal=self._frugal)
        self._owed = 0.0  # generations
        self._look: tuple[int, Look] | None = None
        self._director: Director | None = None
        self._window: Window = (0, 0)
        self._watched: Maps | None = None
        self._camera_before: Camera | None = None

    @property
    def title(self) -> str:
        """The scene's name."""
        return self.act.scene.name

    @property
    def about(self) -> str:
        """What the log says of it: where it goes on, its board, law and seed."""
        rows, columns = self.act.scene.shape
        at = f" at generation {self.act.generation}" if self.act.generation else ""
        return f"{at}: {columns}x{rows} {self.act.scene.rule.law}, seed {self.act.seed}"

    @property
    def cells(self) -> int:
        """Of its board."""
        return self.act.scene.shape[0] * self.act.scene.shape[1]

    def moment(self) -> Moment | None:
        """Everything that it needs to go on later; None if it cannot."""
        return self.act.moment()

    @property
    def duration(self) -> float:
        """Seconds that it is to be shown for."""
        return self.act.scene.duration

    def advance(self, seconds: float, *, patient: bool = False) -> tuple[ActEvent, ...]:
        """Let so much time pass in it; returns what was done to keep it alive.

        A scene too large for the machine goes slower, unless somebody is ``patient``.
        """
        self.seconds += seconds
        speed = self.act.scene.speed
        self._owed = min(self._owed + seconds * speed, max(1.0, _LONGEST_DEBT * speed))
        events: list[ActEvent] = []
        until = time.perf_counter() + _MOST_SECONDS_A_FRAME
        while self._owed >= 1:
            count = min(int(self._owed), self.act.engine.pass_generations)
            self._owed -= count
            events += self.act.advance(count)
            if not patient and time.perf_counter() > until:
                self._owed %= 1
                break
        return tuple(events)

    def draw(self, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float) -> None:
        """Draw it over all of ``target``, ``seconds`` after the last time."""
        look = self._look_now(around)
        camera = pan(self._camera(window, seconds), *around.shift)
        progress = min(1.0, self._owed) if look.wave else 1.0
        self._view.draw(target, window, camera, look, progress=progress, seconds=seconds)

    def close(self) -> None:
        """Release everything of it on the GPU."""
        self._view.close()
        self.act.close()

    def _camera(self, window: Window, seconds: float) -> Camera:
        """Of the whole board, or the director's."""
        scene = self.act.scene
        wrap = scene.rule.edges is Edges.TORUS
        if scene.camera.mode is CameraMode.WHOLE:
            return filling(scene.shape, window, wrap=wrap and not scene.start.texts)
        if self._director is None:
            self._director = Director(scene.shape, window, scene.camera, self.act.seed % (1 << 32), wrap=wrap)
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

    def _look_now(self, around: Surroundings) -> Look:
        step = int(self.seconds / _LOOK_SECONDS)
        if self._look is None or self._look[0] != step:
            self._look = step, on_a_wall(self.act.scene, step * _LOOK_SECONDS, self.act.seed, frugal=self._frugal)
        return in_the_room(self._look[1], around)


def on_a_wall(scene: Scene, seconds: float, seed: int, *, frugal: bool) -> Look:
    """The look of a scene: a torus fills every screen, and a plane ends without a frame that burns in."""
    look = look_at(scene, seconds, seed, software=frugal)
    return replace(look, wrap=scene.rule.edges is Edges.TORUS, outside=look.ground, border=look.ground)


def in_the_room(look: Look, around: Surroundings) -> Look:
    """The look as room and screen want it."""
    return replace(look, brightness=look.brightness * around.brightness, reduced_flashing=around.reduced_flashing)


def filling(shape: tuple[int, int], window: Window, *, wrap: bool) -> Camera:
    """The camera that shows the whole board, sharp, on the whole window if the board may ``wrap``.

    Which whole number of pixels a cell is best? One too few shows a part of the board twice, one too many hides some.
    """
    camera = fit(shape, window)
    if not wrap or camera.zoom < SHARP_FROM - 1:
        return camera
    ratios = window[0] / shape[1], window[1] / shape[0]
    least = min(ratios)
    wanted = math.sqrt(least * min(max(ratios), least * _MOST_CUT))
    zooms = (math.floor(wanted), math.ceil(wanted))
    zoom = min((each for each in zooms if each >= 1), key=lambda each: abs(math.log(each / wanted)))
    return at_rest(Camera(shape[0] / 2, shape[1] / 2, float(zoom)), window)


def _nearest_copy(camera: Camera, before: Camera, shape: tuple[int, int]) -> Camera:
    """The same place of the torus, on the copy of the board that is nearest to where the camera was before."""
    rows, columns = shape
    return replace(
        camera,
        row=camera.row - round((camera.row - before.row) / rows) * rows,
        column=camera.column - round((camera.column - before.column) / columns) * columns,
    )

"""What every scene on a wall has in common, whether it is a universe left to itself or a match between computers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import moderngl

from gpulife.art.checkpoint import Moment
from gpulife.art.looks import look_at
from gpulife.art.scene import Scene
from gpulife.art.scene_runner import ActEvent
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges
from gpulife.view.camera import Window
from gpulife.view.look import Look


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


class Exhibit(ABC):
    """A scene that is being shown.

    Args:
        device: the context to draw in.
        scene: to show.
        seed: of everything random in it.
        seconds: for which it has been shown already.
        frugal: whether to leave out what is slow on a software renderer; None where the renderer is one.

    Attributes:
        scene: likewise.
        seed: likewise.
        seconds: for which it has been shown.
    """

    def __init__(
        self, device: GLDevice, scene: Scene, seed: int, seconds: float = 0.0, *, frugal: bool | None = None
    ) -> None:
        self.scene = scene
        self.seed = seed
        self.seconds = seconds
        self._frugal = device.software if frugal is None else frugal

    @property
    def cells(self) -> int:
        """How many cells its board has."""
        return self.scene.shape[0] * self.scene.shape[1]

    @property
    def duration(self) -> float:
        """How many seconds it is to be shown for."""
        return self.scene.duration

    @property
    @abstractmethod
    def about(self) -> str:
        """What the log says of it, to be added to a sentence."""

    def moment(self) -> Moment | None:
        """Return everything that it needs to go on later; None if it cannot, as a match."""
        return None

    @abstractmethod
    def advance(self, seconds: float, *, patient: bool = False) -> tuple[ActEvent, ...]:
        """Let so many seconds pass; return what was done to keep it alive.

        A scene too large for the machine goes slower, unless somebody is ``patient``.
        """

    @abstractmethod
    def draw(self, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float) -> None:
        """Draw it over all of ``target``, ``seconds`` after the last time."""

    @abstractmethod
    def close(self) -> None:
        """Release everything of it on the GPU."""

    def _look(self, seconds: float, around: Surroundings) -> Look:
        """Return its look so many seconds after it began.

        A torus fills every screen. A plane ends without a frame, which would burn in.
        """
        look = look_at(self.scene, seconds, self.seed, software=self._frugal)
        return replace(
            look,
            wrap=self.scene.rule.edges is Edges.TORUS,
            outside=look.ground,
            border=look.ground,
            brightness=look.brightness * around.brightness,
            reduced_flashing=around.reduced_flashing,
        )

"""The base class of scenes on display: universes without players, and matches between computer players."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import datetime

import moderngl

from gpulife.art.drawing import drawing_of
from gpulife.art.scene import Scene, look_at
from gpulife.art.scene_runner import Checkpoint, SceneEvent
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges
from gpulife.view.camera import WindowSize
from gpulife.view.look import Look
from gpulife.view.pictures import ATLAS, CELLS, PLAN, WORD, find_picture


@dataclass(frozen=True, slots=True)
class DisplayConditions:
    """Current display settings for all pictures.

    Attributes:
        brightness: brightness of the whole picture, 0 to 1.
        reduced_flashing: True to avoid fast changes and strong light.
        shift: offset (right, down) of the picture in pixels. It changes, so that no picture burns into a screen.
    """

    brightness: float = 1.0
    reduced_flashing: bool = False
    shift: tuple[int, int] = (0, 0)


class SceneView(ABC):
    """The base class of objects that show a scene.

    Args:
        device: context to draw in.
        scene: scene to show.
        seed: seed of all random choices.
        seconds: seconds for which the scene has already been shown.
        few_effects: True to leave out effects that are slow on a software renderer; None to decide by the renderer.

    Attributes:
        scene: the scene.
        seed: seed of all random choices.
        seconds: seconds for which the scene has been shown.
    """

    def __init__(
        self, device: GLDevice, scene: Scene, seed: int, seconds: float = 0.0, *, few_effects: bool | None = None
    ) -> None:
        self.scene = scene
        self.seed = seed
        self.seconds = seconds
        self._few_effects = device.is_software if few_effects is None else few_effects

    @property
    def cells(self) -> int:
        """Number of cells of the board."""
        return self.scene.shape[0] * self.scene.shape[1]

    @property
    def duration(self) -> float:
        """Seconds for which the scene is shown."""
        return self.scene.duration

    @property
    @abstractmethod
    def about(self) -> str:
        """Description of what is shown, for the log. The log puts it after the scene's name."""

    @property
    def _sowing(self) -> tuple[int, datetime] | None:
        """The arguments (number, now) of ``scene_setup.sow``, which determine the board's text; None for a match."""
        return None

    def touch(self, x: float, y: float) -> None:
        """Add life at a pixel of the picture last drawn, if ``scene.is_touchable``. Too many touches are ignored."""
        del x, y  # a match cannot be touched

    def checkpoint(self) -> Checkpoint | None:
        """Return a checkpoint of the scene; None for a scene that cannot be continued later, such as a match."""
        return None

    @abstractmethod
    def advance(self, seconds: float, *, offline: bool = False) -> tuple[SceneEvent, ...]:
        """Advance the scene by ``seconds``; return the changes that were made to revive a board that stood still.

        If the machine is too slow for the scene, some time is skipped, unless ``offline`` is True (for a film).
        """

    @abstractmethod
    def draw(
        self, target: moderngl.Framebuffer, window: WindowSize, conditions: DisplayConditions, seconds: float
    ) -> None:
        """Draw the scene over all of ``target``, ``seconds`` after the previous frame."""

    @abstractmethod
    def close(self) -> None:
        """Release all GPU resources."""

    def _look(self, seconds: float, conditions: DisplayConditions) -> Look:
        """Return how to draw the board ``seconds`` after the scene's beginning."""
        look = look_at(self.scene, seconds, self.seed, few_effects=self._few_effects)
        inputs = () if look.picture == CELLS else find_picture(look.picture).inputs
        return replace(
            look,
            drawing=drawing_of(self.scene, self._sowing) if {PLAN, ATLAS, WORD}.intersection(inputs) else None,
            wrap=self.scene.rule.edges is Edges.TORUS,
            outside=look.ground,
            border=look.ground,  # a visible border could burn into the screen
            brightness=look.brightness * conditions.brightness,
            reduced_flashing=conditions.reduced_flashing,
        )

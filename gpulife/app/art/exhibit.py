"""What a show needs of whatever it shows: a universe left to itself, or a match between computers."""

from __future__ import annotations

from typing import Protocol

import moderngl

from gpulife.app.art.piece import Surroundings
from gpulife.art.act import ActEvent
from gpulife.art.moment import Moment
from gpulife.view.camera import Window


class Exhibit(Protocol):
    """A scene on show.

    Attributes:
        seconds: that it has been shown for.
    """

    seconds: float

    @property
    def title(self) -> str:
        """The scene's name."""
        ...

    @property
    def about(self) -> str:
        """What the log says of it."""
        ...

    @property
    def cells(self) -> int:
        """Of its board."""
        ...

    @property
    def duration(self) -> float:
        """Seconds that it is to be shown for."""
        ...

    def moment(self) -> Moment | None:
        """Everything that it needs to go on later; None if it cannot."""
        ...

    def advance(self, seconds: float, *, patient: bool = False) -> tuple[ActEvent, ...]:
        """Let so much time pass in it; returns what was done to keep it alive."""
        ...

    def draw(self, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float) -> None:
        """Draw it over all of ``target``, ``seconds`` after the last time."""
        ...

    def close(self) -> None:
        """Release everything of it on the GPU."""
        ...

"""Subjects, which are rendered frame by frame, and the user's requests for them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console

from gpulife.cli.render.look import LookOptions
from gpulife.cli.starting_board import BoardRequest
from gpulife.errors import GpulifeError

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice
    from gpulife.view.gl_offscreen import Animation

DEFAULT_SEED, DEFAULT_SPEED = 1, Fraction(30)


class RenderError(GpulifeError):
    """A subject cannot be rendered as requested, or only a part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderRequest(BoardRequest):
    """The subject to render, which may also be the name of a replay or a scene, and the options about it.

    Attributes:
        speed: number of generations a second; None for DEFAULT_SPEED, or the subject's own.
        look: options about the look.
    """

    speed: Fraction | None = None
    look: LookOptions = field(default_factory=LookOptions)

    @property
    def pattern_options(self) -> list[str]:
        """Return the names of the options that were given and are only for patterns, soups and texts."""
        options = {"rule": self.rule, "board": self.size, "edges": self.edges, "speed": self.speed}
        return [name for name, value in options.items() if value is not None]


@dataclass(frozen=True, slots=True)
class RenderContext:
    """Everything that a subject is drawn with.

    Attributes:
        device: the device that draws.
        size: (width, height) in pixels.
        progress: the console for progress bars.
        interrupted: called now and then during long work between two frames; returns True to stop it.
    """

    device: "GLDevice"
    size: tuple[int, int]
    progress: Console
    interrupted: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be rendered.

    Attributes:
        open: opens it in a context; raises GpulifeError if it cannot be drawn.
        seconds: length of the subject, None if it is endless.
    """

    open: "Callable[[RenderContext], Animation]"
    seconds: Fraction | None = None

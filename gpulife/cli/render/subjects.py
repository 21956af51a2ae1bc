"""What can be rendered, and how a name on the command line becomes it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console

from gpulife.cli.render.look import LookOptions
from gpulife.cli.run_job import BoardRequest
from gpulife.errors import GpulifeError

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice
    from gpulife.view.gl_offscreen import Animation

DEFAULT_SEED, DEFAULT_SPEED = 1, Fraction(30)


class RenderError(GpulifeError):
    """Something cannot be rendered as asked, or not to its end."""


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
        """Return the names of those given options that are for patterns, soups and texts alone."""
        options = {"rule": self.rule, "board": self.size, "edges": self.edges, "speed": self.speed}
        return [name for name, value in options.items() if value is not None]


@dataclass(frozen=True, slots=True)
class Stage:
    """The place where a subject is drawn.

    Attributes:
        device: the device that draws.
        size: (width, height) in pixels.
        progress: the console for progress bars.
        interrupted: called now and then in long work between two frames; tells whether to leave it.
    """

    device: "GLDevice"
    size: tuple[int, int]
    progress: Console
    interrupted: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be rendered.

    Attributes:
        open: makes it ready on a stage; raises GpulifeError if that cannot be.
        seconds: length of the subject, None if it goes on for ever.
    """

    open: "Callable[[Stage], Animation]"
    seconds: Fraction | None = None

"""What can be rendered, and how a name on the command line becomes it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console

from gpulife.cli.render.look import LookOptions
from gpulife.errors import GpulifeError
from gpulife.patterns.soup import SoupSpec
from gpulife.rules import Edges

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice
    from gpulife.view.gl_offscreen import Animation

DEFAULT_SEED, DEFAULT_SPEED = 1, Fraction(30)


class RenderError(GpulifeError):
    """Something cannot be rendered as asked, or not to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderRequest:
    """The request of the user: exactly one of ``name``, ``soup`` and ``text``, and the options about it.

    Attributes:
        name: name of a file, of a shipped pattern or of a scene.
        soup: a random board.
        text: letters on a board.
        rule: name of a rule instead of the pattern's own; None for that, as with all that follows.
        board: size of the board as (rows, columns).
        edges: edges of the board.
        speed: number of generations a second.
        seed: seed of everything random.
        look: options about the look.
    """

    name: str | None = None
    soup: SoupSpec | None = None
    text: str | None = None
    rule: str | None = None
    board: tuple[int, int] | None = None
    edges: Edges | None = None
    speed: Fraction | None = None
    seed: int | None = None
    look: LookOptions = field(default_factory=LookOptions)


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

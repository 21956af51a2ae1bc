"""What can be rendered, and how a name on the command line becomes it: a table of kinds, the first that fits counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gpulife.errors import GpulifeError
from gpulife.patterns.soup import SoupSpec
from gpulife.render.look import LookOptions
from gpulife.replays import ENDING
from gpulife.rules import Edges

if TYPE_CHECKING:
    from gpulife.engines.gl_device import GLDevice
    from gpulife.view.gl_offscreen import Showing

USUAL_SEED, USUAL_SPEED = 1, Fraction(30)


class RenderError(GpulifeError):
    """Something cannot be rendered as asked, or not to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be shown: exactly one of ``name``, ``soup`` and ``text``, and what the user said about it.

    Attributes:
        name: of a file or of a shipped pattern.
        soup: a random board.
        text: letters on a board.
        rule: instead of the pattern's own; None for that, as with all that follows.
        board: (rows, columns).
        edges: of the board.
        speed: generations a second.
        seed: of everything random.
        look: how it is drawn.
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
    """Where something is shown.

    Attributes:
        device: that draws.
        size: (width, height) in pixels.
        progress: where progress bars go.
        interrupted: asked now and then in long work between two frames: whether to leave it.
    """

    device: GLDevice
    size: tuple[int, int]
    progress: Console
    interrupted: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be rendered.

    Attributes:
        open: makes it ready on a stage; raises GpulifeError if that cannot be.
        seconds: that there are of it, None if it goes on for ever.
    """

    open: Callable[[Stage], Showing]
    seconds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of subject.

    Attributes:
        fits: whether what was asked for is one.
        read: makes it one; raises GpulifeError.
    """

    fits: Callable[[Asked], bool]
    read: Callable[[Asked], Subject]


def resolve(asked: Asked) -> Subject:
    """What was asked for.

    Raises:
        GpulifeError: there is no such thing, or it cannot be read.
    """
    return next(kind for kind in KINDS if kind.fits(asked)).read(asked)


def _is_replay(asked: Asked) -> bool:
    return asked.name is not None and Path(asked.name).suffix.lower() == ENDING


def _read_replay(asked: Asked) -> Subject:
    from gpulife.render.replay import replay_subject

    return replay_subject(asked)


def _read_pattern(asked: Asked) -> Subject:
    from gpulife.render.pattern import pattern_subject

    return pattern_subject(asked)


def _is_scene(asked: Asked) -> bool:
    from gpulife.render.scene import is_scene

    return is_scene(asked)


def _read_scene(asked: Asked) -> Subject:
    from gpulife.render.scene import scene_subject

    return scene_subject(asked)


KINDS: tuple[Kind, ...] = (
    Kind(_is_replay, _read_replay),
    Kind(_is_scene, _read_scene),
    Kind(lambda _: True, _read_pattern),
)

"""Patterns, soups and texts as subjects to render: the boards of ``gpulife run``, at some speed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from gpulife.cli.render.look import camera_of, look_of
from gpulife.cli.render.subjects import DEFAULT_SEED, DEFAULT_SPEED, RenderContext, RenderError, RenderRequest, Subject
from gpulife.cli.starting_board import fill, read_content, starting_board
from gpulife.engines.stepping import step_in_portions

if TYPE_CHECKING:
    from gpulife.engines import Engine
    from gpulife.view.gl_offscreen import Animation, FrameState


@dataclass
class _PatternAnimation:
    """A board with a number of generations a second."""

    engine: "Engine"
    speed: Fraction
    frame_state: "FrameState"
    interrupted: Callable[[], bool]
    done: int = 0

    def go_to(self, time: Fraction) -> "FrameState":
        wanted = floor(time * self.speed)
        for count, _ in step_in_portions(self.engine, max(0, wanted - self.done), stopped=self.interrupted):
            self.done += count
        return self.frame_state


def pattern_subject(request: RenderRequest) -> Subject:
    """Return a file, a shipped pattern, a soup or a text as a subject.

    Raises:
        GpulifeError: there is no such pattern or rule, or it does not fit the board.
    """
    if request.seed is not None and request.soup is None and request.look.scheme is None:
        raise RenderError("--seed is for --soup, scenes and random colours; nothing else is random")
    seed = DEFAULT_SEED if request.seed is None else request.seed
    content = read_content(request)
    rule, shape = starting_board(request, content)
    look = look_of(request.look, rule, seed)
    speed = DEFAULT_SPEED if request.speed is None else request.speed

    def open_(context: RenderContext) -> "Animation":
        from gpulife.view.gl_offscreen import BoardAnimation, FrameState

        def begin(engine: "Engine") -> _PatternAnimation:
            fill(engine, replace(request, seed=seed), content, context.progress)
            return _PatternAnimation(engine, speed, FrameState(), context.interrupted)

        return BoardAnimation(context.device, rule, begin, look, camera_of(request.look, shape, context.size))

    return Subject(open_)

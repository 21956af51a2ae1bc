"""Time in the window: a frame's share of it, or the way to another moment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gpulife.app.long_work import tell_of_compiling
from gpulife.engines.stepping import EVERY_PASS
from gpulife.errors import GpulifeError
from gpulife.games.pace import PaceKind

if TYPE_CHECKING:
    from gpulife.app.program import Program


def pass_time(program: Program, seconds: float) -> None:
    """Let ``seconds`` pass in what is played, or go on towards the moment that somebody wants to see."""
    if program.window.minimised and not program.settings.run_minimised:
        return
    session = program.playing.session
    if program.seeking is not None:
        tick = min(program.seeking, session.recorded_ticks)
        try:
            if program.playing.seek(tick):
                program.seeking = None
        except GpulifeError as error:
            program.seeking = None
            program.tell(str(error))
        return
    pace = session.state.pace
    if pace.kind is PaceKind.UNLIMITED:
        program.playing.prepare(EVERY_PASS, lambda: tell_of_compiling(program))
    began = time.perf_counter()
    program.playing.pass_time(seconds)
    pace = session.state.pace
    if pace.kind is PaceKind.UNLIMITED and session.state.running:
        program.playing.engine.finish()
        program.playing.adapt_burst(pace.burst, time.perf_counter() - began)

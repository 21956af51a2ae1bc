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
    if program.shell.window.minimised and not program.shell.settings.run_minimised:
        return
    session = program.play.session
    if program.play.seeking is not None:
        tick = min(program.play.seeking, session.recorded_ticks)
        try:
            if program.play.seek(tick):
                program.play.seeking = None
        except GpulifeError as error:
            program.play.seeking = None
            program.shell.tell(str(error))
        return
    pace = session.state.pace
    if pace.kind is PaceKind.UNLIMITED:
        program.play.prepare(EVERY_PASS, lambda: tell_of_compiling(program.shell))
    began = time.perf_counter()
    program.play.pass_time(seconds)
    pace = session.state.pace
    if pace.kind is PaceKind.UNLIMITED and session.state.running:
        program.play.engine.finish()
        program.play.adapt_burst(pace.burst, time.perf_counter() - began)

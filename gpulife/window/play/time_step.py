"""Advances a session by one frame, or continues to rewind or fast-forward it."""

import time

from gpulife.engines.stepping import PREPARED_GENERATIONS
from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.pace import PaceKind
from gpulife.session.undo import keeps_running
from gpulife.window.blocking_progress import show_compiling
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_HIDDEN_SECONDS = 0.05
"""Seconds between two frames of a running session that is hidden."""


def pass_time(shell: Shell, play: OpenSession, seconds: float, *, hidden: bool = False) -> None:
    """Advance a session by ``seconds``, or continue to rewind or fast-forward it.

    Args:
        shell: services shared by all screens. Its ``motion`` is told whether anything on screen moves.
        play: the session.
        seconds: time since the last call.
        hidden: True if a page hides the board.
    """
    if shell.window.minimised and not shell.settings.run_minimised:
        return
    play.runner.counts_frames = play.runner.is_moving and not (shell.motion.has_waited or hidden)
    _pass_time(shell, play, seconds)
    if play.runner.is_moving:
        shell.motion.due(_HIDDEN_SECONDS if hidden or shell.window.minimised else 0.0)


def _pass_time(shell: Shell, play: OpenSession, seconds: float) -> None:
    session = play.session
    if play.runner.seeking is not None:
        tick = min(play.runner.seeking, session.recorded_ticks)
        try:
            if play.runner.seek(tick):
                play.runner.seeking = None
        except GpulifeError as error:
            play.runner.seeking = None
            shell.show_message(str(error))
        return
    if play.runner.fast_run is not None:
        _run_fast(shell, play, seconds)
        return
    if play.runner.stands:
        play.runner.forget_releases()
    play.runner.stands = play.runner.stands and session.in_the_past and not play.runner.has_pending
    if play.runner.stands:
        return
    if session.state.pace.kind is PaceKind.UNLIMITED or play.runner.is_slow:
        play.runner.prepare(PREPARED_GENERATIONS, lambda: show_compiling(shell))
    began = time.perf_counter()
    play.runner.pass_time(seconds)
    pace = session.state.pace
    if pace.kind is PaceKind.UNLIMITED and session.state.running and not session.in_the_past:
        play.engine.finish()
        play.runner.adapt_burst(pace.burst, time.perf_counter() - began)


def _run_fast(shell: Shell, play: OpenSession, seconds: float) -> None:
    run = play.runner.fast_run
    assert run is not None  # noqa: S101 - the caller has looked
    play.runner.prepare(PREPARED_GENERATIONS, lambda: show_compiling(shell))
    try:
        reached = play.runner.run_fast(seconds)
    except GpulifeError as error:
        play.runner.fast_run = None
        shell.show_message(str(error))
        return
    goes_on = f". {shell.poller.bindings.first_key_text('halt')} lets time go on"
    shell.show_message(run.result + goes_on if reached else run.progress)
    if reached:
        play.runner.fast_run, play.runner.stands = None, True
        if not play.session.in_the_past and keeps_running(play.session.state):
            play.runner.act(Action(NOBODY, ActionKind.HALT))

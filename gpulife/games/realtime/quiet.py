"""Quiet ticks of Real-Time Life: those that its states call idle."""

from gpulife.games.core.game import Board
from gpulife.games.core.quiet_time import QuietTime
from gpulife.games.realtime.state import RealTimeState


def quiet_ticks(state: RealTimeState, _board: Board) -> int:
    """Return the number of quiet ticks to come; see ``QuietTime``."""
    return state.idle


def after_quiet_ticks(state: RealTimeState, ticks: int, _board: Board) -> RealTimeState:
    """Return the state after quiet ticks."""
    return state.skip_idle(ticks)


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)

"""Quiet ticks of P2Life: the beat and cursors go on, a turn is waited for, and nothing else."""

from gpulife.games.core.cursor import board_area, hold_for
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board
from gpulife.games.core.quiet_time import FOR_EVER, QuietTime
from gpulife.games.p2life.state import MAX_WAITED, P2LifeState, Phase


def quiet_ticks(state: P2LifeState, board: Board) -> int:
    """Return the number of quiet ticks to come; see ``QuietTime``."""
    if state.is_asking:
        return 0
    if state.phase is Phase.GROWTH:
        if state.beat.going:
            return state.beat.quiet_ticks
        return FOR_EVER if state.halted and not state.beat.phase else 0
    if state.choosing and not state.halted:
        is_full = int(board.census().sum()) == board.shape[0] * board.shape[1]
        return 0 if is_full or not any(state.seeds) else FOR_EVER
    return FOR_EVER


def after_quiet_ticks(state: P2LifeState, ticks: int, board: Board) -> P2LifeState:
    """Return the state after quiet ticks."""
    left, right = state.sides
    if state.playing and not state.frozen:
        area = board_area(board.shape)
        left, right = (
            side
            if side.cursor.stick == (0, 0)
            else replace(side, cursor=hold_for(side.cursor, ticks, board.shape, area))
            for side in state.sides
        )
    waits = state.choosing and not state.halted
    return replace(
        state,
        sides=(left, right),
        beat=state.beat.after(ticks) if state.phase is Phase.GROWTH else state.beat,
        waited=min(state.waited + ticks, MAX_WAITED) if waits else state.waited,
        consent=state.consent and state.consent.after(ticks),
    )


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)

"""Quiet ticks of BioWar: the phase's clock and cursors go on, and nothing else."""

from gpulife.games.biowar.state import BioWarState, Side, TurnPhase
from gpulife.games.biowar.turns import WARNED_SECONDS
from gpulife.games.core.cursor import board_area, hold_for
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board
from gpulife.games.core.quiet_time import FOR_EVER, QuietTime, ticks_to_second


def quiet_ticks(state: BioWarState, _board: Board) -> int:
    """Return the number of quiet ticks to come; see ``QuietTime``."""
    if state.is_asking:
        return 0
    if state.phase is TurnPhase.IDLE or state.stands_still:
        return FOR_EVER
    if state.left <= 0:
        return 0
    if state.phase is TurnPhase.ADJUSTMENT:
        is_done = all(side.done for side in state.sides if side.is_in)
        return 0 if is_done else ticks_to_second(state.left, WARNED_SECONDS)
    return state.left - 1 if state.grown else max(state.left - 1 - state.wave_ticks, 0)


def after_quiet_ticks(state: BioWarState, ticks: int, board: Board) -> BioWarState:
    """Return the state after quiet ticks."""
    area = board_area(board.shape)

    def held(player: int, side: Side) -> Side:
        if side.cursor.stick == (0, 0) or not state.can_place(player):
            return side
        return replace(side, cursor=hold_for(side.cursor, ticks, board.shape, area))

    stands = state.phase is TurnPhase.IDLE or state.stands_still
    return replace(
        state,
        sides=tuple(held(player, side) for player, side in enumerate(state.sides)),
        left=state.left if stands else state.left - ticks,
        consent=state.consent and state.consent.after(ticks),
    )


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)

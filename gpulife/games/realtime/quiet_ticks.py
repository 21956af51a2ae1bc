"""Quiet ticks of Real-Time Life: the clock and cursors go on, and nothing else; more than its states call idle."""

from gpulife.games.core.cursor import hold_for, ticks_to_move
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board
from gpulife.games.core.quiet_time import FOR_EVER, QuietTime
from gpulife.games.realtime.input import is_joining, steering_area
from gpulife.games.realtime.state import Count, RealTimePhase, RealTimeState, Seat


def quiet_ticks(state: RealTimeState, _board: Board) -> int:
    """Return the number of quiet ticks to come; see ``QuietTime``."""
    if state.is_asking or state.count is not Count.NOTHING:
        return 0
    ticks = state.left - 1 if state.running else FOR_EVER
    if not state.frozen:
        for player, seat in enumerate(state.seats):
            if seat.cursor.stick != (0, 0):
                ticks = min(ticks, _free_ticks(state, player, seat))
    return max(ticks, 0)


def after_quiet_ticks(state: RealTimeState, ticks: int, _board: Board) -> RealTimeState:
    """Return the state after quiet ticks."""
    seats, shape = state.seats, (state.rows, state.columns)
    if not state.frozen and any(seat.cursor.stick != (0, 0) for seat in seats):
        seats = tuple(
            seat
            if seat.cursor.stick == (0, 0)
            else replace(seat, cursor=hold_for(seat.cursor, ticks, shape, steering_area(state, player)))
            for player, seat in enumerate(seats)
        )
    left = state.left - ticks if state.running else state.left
    return replace(state, seats=seats, left=left, consent=state.consent and state.consent.after(ticks))


def _free_ticks(state: RealTimeState, player: int, seat: Seat) -> int:
    """Return the ticks in which a stick that is held does no more than move the cursor in its area."""
    area = steering_area(state, player)
    if seat.cursor not in area:
        return 0
    draws = seat.cursor.trigger if is_joining(state, player) else seat.chosen is not None or bool(seat.path)
    if not draws or state.phase is RealTimePhase.OVER:
        return FOR_EVER
    return ticks_to_move(seat.cursor, (state.rows, state.columns), area)


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)

"""Quiet ticks of One Seed and Seed List: clock, beat and cursors go on, and nothing else."""

from gpulife.games.core.cursor import Area, hold_for, ticks_to_move
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board
from gpulife.games.core.quiet_time import FOR_EVER, QuietTime
from gpulife.games.survival1982.half_board import cursor_area
from gpulife.games.survival1982.options import OPTIONS
from gpulife.games.survival1982.seed_menu import REPEAT_TICKS, cells_in_hand, is_single
from gpulife.games.survival1982.survival_state import ContestState, RoundPhase, ShotClock, Side


def quiet_ticks(state: ContestState, board: Board) -> int:
    """Return the number of quiet ticks to come; see ``QuietTime``."""
    is_due = state.recount and not state.running and state.phase is not RoundPhase.OVER
    if is_due or state.is_asking:
        return 0
    ticks = _time_left(state)
    for player, side in enumerate(state.sides):
        if side.cursor.stick != (0, 0):
            ticks = min(ticks, _free_ticks(state, player, side, board))
    return ticks


def after_quiet_ticks(state: ContestState, ticks: int, board: Board) -> ContestState:
    """Return the state after quiet ticks."""
    sides = state.sides
    if state.accepts_input and not state.frozen:
        sides = _held(sides[0], 0, ticks, board), _held(sides[1], 1, ticks, board)
    consent = state.consent and state.consent.after(ticks)
    clock, beat = state.clock, state.beat
    if state.phase is RoundPhase.SET_UP:
        clock = _risen(state, ticks)
    elif state.phase is RoundPhase.PLAY:
        beat = beat.after(ticks)
    return replace(state, sides=sides, consent=consent, clock=clock, beat=beat)


def _time_left(state: ContestState) -> int:
    """Return the ticks before that in which time alone brings something about."""
    match state.phase:
        case RoundPhase.SET_UP:
            waits = state.fair is None or not state.fair.begins
            return max(OPTIONS[state.option].set_up_ticks - state.clock.ticks - 1, 0) if waits else 0
        case RoundPhase.PLAY if state.running:
            return state.beat.quiet_ticks
        case RoundPhase.PLAY:
            return 0 if state.beat.left or state.beat.phase else FOR_EVER
    return FOR_EVER


def _free_ticks(state: ContestState, player: int, side: Side, board: Board) -> int:
    """Return the ticks in which a stick that is held does no more than move the cursor in its area."""
    cursor = side.cursor
    if not state.accepts_input or state.frozen:
        return 0 if state.phase is RoundPhase.HANDICAP else FOR_EVER
    if side.in_menu:
        return max(REPEAT_TICKS - 1 - cursor.held_ticks, 0) if cursor.stick[1] else FOR_EVER
    area = _area(player, side, board)
    if cursor not in area:
        return 0
    draws = side.drawing and is_single(side) and not state.running
    return ticks_to_move(cursor, board.shape, area) if draws or side.at_menu else FOR_EVER


def _held(side: Side, player: int, ticks: int, board: Board) -> Side:
    before = side.cursor
    if before.stick == (0, 0) or (side.in_menu and not before.stick[1]):
        return side
    if side.in_menu:
        return replace(side, cursor=replace(before, held_ticks=before.held_ticks + ticks))
    cursor = hold_for(before, ticks, board.shape, _area(player, side, board))
    has_moved = (cursor.row, cursor.column) != (before.row, before.column)
    return replace(side, cursor=cursor, pressed=side.pressed and not has_moved)


def _risen(state: ContestState, ticks: int) -> ShotClock:
    clock = replace(state.clock, ticks=state.clock.ticks + ticks - 1)
    return clock.rise(OPTIONS[state.option].set_up_seconds)


def _area(player: int, side: Side, board: Board) -> Area:
    return cursor_area(player, cells_in_hand(player, side).shape, board.shape)


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)

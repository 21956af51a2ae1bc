"""Stick, trigger and pointer in BioWar: place new cells, and take them back."""

from gpulife.games.biowar.state import BioWarState, PlayerStanding
from gpulife.games.core.cursor import at_slow_speed, hold, steer_cursor
from gpulife.games.core.game import Action, Place
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard


def start_place(player: int, shape: tuple[int, int]) -> Place:
    """Return where a seat's cursor begins: six places in two rows, evenly over a board of ``shape``."""
    rows, columns = shape
    down, right = divmod(player % 6, 3)
    return min(rows * (1 + 2 * down) // 4, rows - 1), min(columns * (1 + 2 * right) // 6, columns - 1)


def handle_input(state: BioWarState, action: Action, staged: StagedBoard) -> BioWarState:
    """Carry out STICK, TRIGGER and POINT; while a player cannot place cells, only remember what is held."""
    player = action.player
    if not 0 <= player < len(state.sides):
        return state
    cursor, _, goes_down = steer_cursor(state.sides[player].cursor, action, staged.shape, moves=state.can_place(player))
    state = state.with_side(player, cursor=cursor)
    return _press(state, player, staged) if goes_down else state


def repeat_held_sticks(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Move the cursors whose sticks are held."""
    for player, side in enumerate(state.sides):
        if side.cursor.stick != (0, 0) and state.can_place(player):
            state = state.with_side(player, cursor=hold(side.cursor, staged.shape)[0])
    return state


def _press(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Press the trigger: place a cell on an empty place, or take back one of this phase while some are left."""
    if not state.can_place(player):
        if state.sides[player].standing is not PlayerStanding.SPECTATOR:
            staged.order(Sound("refused", player=player))
        return state
    side = state.sides[player]
    place = side.cursor.row, side.cursor.column
    if side.placements and place in side.marks:
        staged.order(Sound("erase", player=player))
        return state.with_side(player, marks=tuple(mark for mark in side.marks if mark != place))
    if not side.placements or place in side.marks or not staged.is_known or staged.read(*place, 1, 1)[0, 0]:
        staged.order(Sound("refused", player=player))
        return state
    staged.order(Sound("plant", len(side.marks) / side.allotment, player))
    return state.with_side(player, marks=(*side.marks, place), cursor=at_slow_speed(side.cursor))

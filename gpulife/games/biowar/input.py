"""Stick, trigger and pointer in BioWar: place new cells, and take them back."""

from dataclasses import replace

from gpulife.games.biowar.state import BioWarState, PlayerStanding
from gpulife.games.core.cursor import Place, clamped, hold, push, slowed
from gpulife.games.core.game import Action, ActionKind, Cursor, Sound
from gpulife.games.core.staged_board import StagedBoard


def start_place(player: int, shape: tuple[int, int]) -> Place:
    """Return where a seat's cursor begins: six places in two rows, evenly over a board of ``shape``."""
    rows, columns = shape
    down, right = divmod(player % 6, 3)
    return min(rows * (1 + 2 * down) // 4, rows - 1), min(columns * (1 + 2 * right) // 6, columns - 1)


def steer(state: BioWarState, action: Action, staged: StagedBoard) -> BioWarState:
    """Obey STICK, TRIGGER and POINT; while a player cannot place cells, only remember what is held."""
    player = action.player
    if not 0 <= player < len(state.sides):
        return state
    cursor = state.sides[player].cursor
    if action.kind is ActionKind.TRIGGER:
        pressed = action.a != 0
        goes_down = pressed and not cursor.trigger
        state = state.with_side(player, cursor=replace(cursor, trigger=pressed))
        return _press(state, player, staged) if goes_down else state
    if action.kind is ActionKind.POINT:
        row, column = clamped(action.a, action.b, staged.shape)
        return _moved(state, player, replace(slowed(cursor), row=row, column=column))
    stick = min(max(action.a, -1), 1), min(max(action.b, -1), 1)
    if not state.places(player):
        return state.with_side(player, cursor=replace(slowed(cursor), stick=stick))
    return _moved(state, player, push(cursor, stick, staged.shape)[0])


def pass_tick(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Move the cursors whose sticks are held."""
    for player, side in enumerate(state.sides):
        if side.cursor.stick != (0, 0) and state.places(player):
            state = _moved(state, player, hold(side.cursor, staged.shape)[0])
    return state


def _moved(state: BioWarState, player: int, cursor: Cursor) -> BioWarState:
    return state.with_side(player, cursor=cursor) if state.places(player) else state


def _press(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Press the trigger: place a cell on an empty place, or take back one of this phase while some are left."""
    if not state.places(player):
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
    return state.with_side(player, marks=(*side.marks, place), cursor=slowed(side.cursor))

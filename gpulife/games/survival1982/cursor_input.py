"""Sticks, triggers and pointers of the two players in a competitive game."""

from gpulife.games.core.cursor import Area, hold, steer_cursor
from gpulife.games.core.game import Action, ActionKind, Cursor, Place
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.survival1982.half_board import cursor_area
from gpulife.games.survival1982.planting import erase, plant, planting_at
from gpulife.games.survival1982.seed_menu import (
    cells_in_hand,
    enter_menu,
    hold_in_menu,
    is_single,
    leave_menu,
    push_in_menu,
    turn_shape,
)
from gpulife.games.survival1982.survival_state import ContestState

_DOWN = 1


def handle_input(state: ContestState, action: Action, staged: StagedBoard) -> ContestState:
    """Carry out STICK, TRIGGER and POINT; before the set-up, after the end and in a frozen halt only remember them."""
    player = action.player
    if not 0 <= player < len(state.sides):
        return state
    side, moves = state.sides[player], _moves(state)
    area = _area(state, player, staged)
    cursor, path, goes_down = steer_cursor(side.cursor, action, staged.shape, area, moves=moves and not side.in_menu)
    if action.kind is ActionKind.TRIGGER:
        state = state.with_side(player, cursor=cursor, drawing=side.drawing and cursor.trigger)
        if not goes_down or not moves:
            return state
        return turn_shape(state, player, staged) if side.in_menu else _press(state, player, staged)
    if not moves:
        return state.with_side(player, cursor=cursor)
    if action.kind is ActionKind.POINT:
        if side.in_menu:
            return leave_menu(state, player, cursor, staged, (action.a, action.b))
        return _moved(state, player, cursor, path, staged) if path else state
    if side.in_menu:
        return push_in_menu(state, player, cursor, staged)
    if state.has_menu and side.cursor.row == area.bottom:
        was_down, is_down = side.cursor.stick[0] == _DOWN, cursor.stick[0] == _DOWN
        if side.at_menu and is_down and not was_down:
            return enter_menu(state, player, cursor.stick, staged)
        if was_down and not is_down:
            state = state.with_side(player, at_menu=True)
    return _moved(state, player, cursor, path, staged)


def _moves(state: ContestState) -> bool:
    """Return whether sticks and triggers do anything now; else what is held is only remembered."""
    return state.accepts_input and not state.frozen


def repeat_held_sticks(state: ContestState, staged: StagedBoard) -> ContestState:
    """Move the cursors and menu choices whose sticks are held."""
    if not _moves(state):
        return state
    for player, side in enumerate(state.sides):
        if side.in_menu:
            state = hold_in_menu(state, player, staged)
        else:
            state = _moved(state, player, *hold(side.cursor, staged.shape, _area(state, player, staged)), staged)
    return state


def _moved(state: ContestState, player: int, cursor: Cursor, path: list[Place], staged: StagedBoard) -> ContestState:
    """Move the cursor along ``path``; with the trigger held it draws single cells, unless a generation is running."""
    state = state.with_side(player, cursor=cursor)
    if not path:
        return state
    side = state.sides[player]
    at_bottom = cursor.row == _area(state, player, staged).bottom
    state = state.with_side(player, pressed=False, at_menu=side.at_menu and at_bottom)
    if side.drawing and is_single(side) and not state.running:
        for place in path:
            state, _ = plant(state, player, planting_at(state, player, place, staged), staged)
    return state


def _press(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Plant, or erase on the second press in one place; while a generation is running, plant at its end."""
    state = state.with_side(player, drawing=True)
    side = state.sides[player]
    place = side.cursor.row, side.cursor.column
    planting = planting_at(state, player, place, staged)
    if state.running and planting is not None:
        return state.with_side(player, pending=side.pending or planting)
    if not staged.is_known:
        return state
    if side.pressed and is_single(side) and planting is not None and staged.read(*place, 1, 1)[0, 0] == player + 1:
        return erase(state, player, staged)
    state, _ = plant(state, player, planting, staged)
    return state.with_side(player, pressed=True)


def _area(state: ContestState, player: int, staged: StagedBoard) -> Area:
    return cursor_area(player, cells_in_hand(player, state.sides[player]).shape, staged.shape)

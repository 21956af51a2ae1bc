"""Input for Real-Time Life by cursor and trigger, or by mouse.

To join, a player marks ten free places: by pressing the trigger on each, or by holding it and moving. A press on a
marked place clears the mark. In the game, a press on one of the player's cells chooses it; the path to the cursor is
shown with its cost. The next press moves the cell there.
"""

from string import ascii_uppercase

from gpulife.games.core.cursor import Area, hold, steer_cursor
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Action, ActionKind, Cursor, Place
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.realtime.moves import (
    MUST_TOUCH,
    find_path,
    is_connected,
    join_at,
    move_along,
    must_keep_away,
    owner_text,
    refused,
    rows_after_joining,
    why_not_rejoin,
    why_too_near,
)
from gpulife.games.realtime.notation import place_text
from gpulife.games.realtime.state import CELLS_TO_JOIN, RealTimePhase, RealTimeState, SeatStanding


def handle_input(state: RealTimeState, action: Action, staged: StagedBoard) -> RealTimeState:
    """Carry out a seat's STICK, POINT or TRIGGER action."""
    player = action.player
    cursor, area = replace(state.seats[player].cursor, visible=True), steering_area(state, player)
    if action.kind is ActionKind.POINT and area.nearest(action.a, action.b) == (cursor.row, cursor.column):
        return state.with_seat(player, cursor=cursor)
    cursor, path, goes_down = steer_cursor(cursor, action, (state.rows, state.columns), area)
    state = _follow(state, player, cursor, path, staged)
    return _press(state, player, staged) if goes_down else state


def repeat_held_sticks(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """For each seat whose stick is held, move the cursor by one tick's distance."""
    for player, seat in enumerate(state.seats):
        if seat.cursor.stick != (0, 0):
            cursor, path = hold(seat.cursor, (state.rows, state.columns), steering_area(state, player))
            state = _follow(state, player, cursor, path, staged)
    return state


def update_paths(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """Update chosen cells after the board has changed: forget those that are gone, find new paths for the others."""
    for player, seat in enumerate(state.seats):
        if seat.chosen is not None:
            own = int(staged.read(*seat.chosen, 1, 1)[0, 0]) == player + 1
            state = _update_path(state if own else state.with_seat(player, chosen=None), player, staged)
    return state


def _follow(state: RealTimeState, player: int, cursor: Cursor, path: list[Place], staged: StagedBoard) -> RealTimeState:
    """Move the cursor along ``path``. Before the player has joined, a held trigger marks the places on it."""
    state = state.with_seat(player, cursor=cursor)
    if not path or state.phase is RealTimePhase.OVER:
        return state
    if is_joining(state, player):
        for place in path if cursor.trigger else ():
            if is_joining(state, player) and place not in state.seats[player].sketch:
                state = _sketch(state, player, place, staged)
        return state
    return _update_path(state, player, staged)


def _press(state: RealTimeState, player: int, staged: StagedBoard) -> RealTimeState:
    seat = state.seats[player]
    place = seat.cursor.row, seat.cursor.column
    if state.phase is RealTimePhase.OVER:
        return refused(state, player, "the game is over", staged)
    if is_joining(state, player):
        if place in seat.sketch:
            staged.order(Sound("erase", player=player))
            return state.with_seat(
                player, sketch=tuple(sketched for sketched in seat.sketch if sketched != place), message=""
            )
        return _sketch(state, player, place, staged)
    if seat.chosen == place:
        return state.with_seat(player, chosen=None, path=(), message="")
    if not staged.is_known:
        return refused(state, player, "the board is changing: press again", staged)
    cell = int(staged.read(*place, 1, 1)[0, 0])
    if cell == player + 1:
        staged.order(Sound("choose", player=player))
        return state.with_seat(player, chosen=place, path=(), message="")
    if seat.chosen is not None:
        return move_along(state, player, (seat.chosen, place), staged)
    here = place_text(place)
    why = f"there is no cell at {here}" if not cell else f"{here} is {owner_text(state, cell)}, not yours"
    return refused(state, player, why, staged)


def _sketch(state: RealTimeState, player: int, place: Place, staged: StagedBoard) -> RealTimeState:
    """Choose ``place`` for one of the ten first cells of a joining player, who joins with the tenth."""
    sketch, name = state.seats[player].sketch, state.seats[player].name or ascii_uppercase[player]
    if not staged.is_known:
        return refused(state, player, "the board is changing: press again", staged)
    why = why_not_rejoin(state, player, name)
    if not why and must_keep_away(state, player):
        why = why_too_near(state, player, (place,), staged)
    if why:
        return refused(state, player, why, staged)
    free = tuple(sketched for sketched in (*sketch, place) if not staged.read(*sketched, 1, 1)[0, 0])
    if place not in free:
        cell = int(staged.read(*place, 1, 1)[0, 0])
        return refused(state, player, f"{place_text(place)} is taken by {owner_text(state, cell)}", staged)
    if len(free) > 1 and not any(is_connected((sketched, place)) for sketched in free[:-1]):
        return refused(state, player, MUST_TOUCH, staged)
    if len(free) < CELLS_TO_JOIN:
        staged.order(Sound("plant", player=player))
        return state.with_seat(player, sketch=free, message="")
    return join_at(state, player, player, name, free, staged)


def _update_path(state: RealTimeState, player: int, staged: StagedBoard) -> RealTimeState:
    seat = state.seats[player]
    path: tuple[Place, ...] | None = ()
    if seat.chosen is not None and staged.is_known:
        there = seat.cursor.row, seat.cursor.column
        path = find_path(staged, (state.rows, state.columns), seat.chosen, there, seat.points)
    return state.with_seat(player, path=path or ())


def is_joining(state: RealTimeState, player: int) -> bool:
    """Return True if the player is not in play; the trigger then chooses the places of their first cells."""
    return state.seats[player].standing is not SeatStanding.IN


def steering_area(state: RealTimeState, player: int) -> Area:
    """Return the area in which a seat's cursor can move. Before joining, it includes the rows that joining adds."""
    rows = rows_after_joining(state, player) if is_joining(state, player) else state.rows
    return Area(0, 0, rows - 1, state.columns - 1)

"""The notices of Real-Time Life before the first generation: place ten cells, start the clock, move your cells."""

from collections.abc import Collection, Sequence

import numpy as np

from gpulife.games.core.area import Area
from gpulife.games.core.game import Place
from gpulife.games.realtime.state import CELLS_TO_JOIN, RealTimePhase, RealTimeState, Seat, SeatStanding
from gpulife.rules import Cells
from gpulife.window.games.realtime.close_up import bounds
from gpulife.window.games.realtime.orders import cursor_place
from gpulife.window.play.opening import Opening

_RING_AWAY = 2
"""Distance in cells from living cells at which the ring around a person's cursor covers none of them."""


def opening_of(
    state: RealTimeState,
    people: Sequence[int],
    cells: Cells,
    shapes: Sequence[Area],
    *,
    is_ready: bool,
) -> Opening | None:
    """Return what people at this window must do first; None once they have done it.

    Args:
        state: state of the game.
        people: their seats.
        cells: cells of the board in play, shape (rows, columns), uint8.
        shapes: rectangles around the shapes that a lone person may trace.
        is_ready: True if the clock waits for a lone person who has placed the first cells.
    """
    if state.phase is RealTimePhase.OVER or state.generation or not people:
        return None
    around = _around(cells, len(state.seats))
    if late := [player for player in people if _joins(state.seats[player])]:
        places = {player: cursor_place(state.seats[player]) for player in late}
        own = {player: place for player, place in places.items() if not _is_near_cells(place, cells)}
        title = f"Place {CELLS_TO_JOIN} cells that touch"
        draws = ("{move} {trigger} or {click}, hold to draw",)
        return Opening("join", title, draws, own, _places_without(late, state, cells), around, shapes, stays=True)
    if any(state.seats[player].standing is SeatStanding.EMPTY for player in people):
        return None  # the prompt says how many cells are missing
    others = _places_without(people, state, cells)
    if is_ready:
        ways = ("{halt} starts the clock   {undo} takes your cells back",)
        return Opening("ready", "Start when you are ready", ways, {}, others, around, stays=True)
    if not state.running or len(people) > 1 or state.seats[people[0]].chosen is not None:
        return None
    # No words, because the line below the board says how to move, and no ring, because it would cover own cells.
    return Opening("move", "", (), {}, others, around)


def _joins(seat: Seat) -> bool:
    """Return True if the seat's player has not joined yet and has not marked any of their first cells."""
    return seat.standing is SeatStanding.EMPTY and not seat.sketch


def _is_near_cells(place: Place, cells: Cells) -> bool:
    (row, column), away = place, _RING_AWAY
    near = cells[max(row - away, 0) : row + away + 1, max(column - away, 0) : column + away + 1]
    return bool(near.any())


def _around(cells: Cells, seats: int) -> dict[int, Area]:
    """Return the rectangle around the cells of each player who has cells, by player."""
    areas = {player: bounds(cells == player + 1) for player in range(seats)}
    return {player: area for player, area in areas.items() if area is not None}


def _places_without(own: Collection[int], state: RealTimeState, cells: Cells) -> dict[int, Place]:
    """Return a cell near the middle of each player's cells, by player; players in ``own`` are left out."""
    places = {player: _cell_of(player, cells) for player in range(len(state.seats)) if player not in own}
    return {player: place for player, place in places.items() if place is not None}


def _cell_of(player: int, cells: Cells) -> Place | None:
    """Return the cell nearest to the middle of a player's cells; None for a player without cells."""
    places = np.argwhere(cells == player + 1)
    if not len(places):
        return None
    row, column = places[np.abs(places - places.mean(axis=0)).sum(axis=1).argmin()].tolist()
    return row, column

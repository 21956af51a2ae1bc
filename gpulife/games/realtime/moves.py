"""Orders of Real-Time Life: join, rejoin, move a cell, quit. An impossible order is refused with the reason."""

import re
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board, Place
from gpulife.games.core.order import Paint, Sound, strips
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.realtime.notation import OrderError, parse_join, parse_move, place_text, time_text
from gpulife.games.realtime.state import (
    CELLS_TO_JOIN,
    MIN_ROWS,
    ROWS_PER_PLAYER,
    TICKS_PER_GENERATION,
    Event,
    RealTimePhase,
    RealTimeState,
    Seat,
    SeatStanding,
)

NOBODY_IN = "nobody has joined yet"
NOT_ALL_IN = f"the clock waits until you have placed your {CELLS_TO_JOIN} cells"
MUST_TOUCH = f"the {CELLS_TO_JOIN} cells must touch, by a side or a corner"
_MOVED = re.compile(r"[a-z]+\d+ to [a-z]+\d+ for \d+: \d+ points? left")
"""Pattern for the answer to a successful move; every other answer says why an order was refused."""
_UNKNOWN_BOARD = "the board is changing: give the order again"


def join(state: RealTimeState, player: int, data: str, staged: StagedBoard) -> RealTimeState:
    """Carry out JOIN, whose ``data`` is a name and ten places.

    If no seat gave the order, the player gets the seat with this name, or else a free one.
    """
    try:
        name, places = parse_join(data)
    except OrderError as error:
        return refused(state, player, str(error), staged)
    number = player if 0 <= player < len(state.seats) else _seat_for(state, name)
    if number is None:
        return refused(state, player, f"all {len(state.seats)} seats are taken", staged)
    return join_at(state, player, number, name, places, staged)


def join_at(
    state: RealTimeState, player: int, number: int, name: str, places: tuple[Place, ...], staged: StagedBoard
) -> RealTimeState:
    """Let the player called ``name`` join at seat ``number`` with ten cells at ``places``.

    ``player`` is the seat that gave the order and gets the answer; NOBODY if no seat gave it.
    """
    seat = state.seats[number]
    same = seat.name.casefold() == name.casefold()
    why = _why_not_join(state, number, name) or _why_not_on(state, number, places, staged)
    if not why and must_keep_away(state, number) and (same or player == number):
        why = why_too_near(state, number, places, staged)
    if why:
        return refused(state, player, why, staged)
    again = same and seat.standing in (SeatStanding.OUT, SeatStanding.GONE)
    fresh = Seat(cursor=seat.cursor, quit_hour=seat.quit_hour)
    record = seat if again or seat.standing is SeatStanding.OUT else fresh
    record = replace(
        record,
        name=name,
        standing=SeatStanding.IN,
        cells=CELLS_TO_JOIN,
        points=0,
        sketch=(),
        chosen=None,
        path=(),
        message="",
    )
    rows = rows_after_joining(state, number)
    for row, column in places:
        staged.put(row, column, number + 1)
    staged.order(Sound("plant", 1.0, number))
    state = replace(state, seats=(*state.seats[:number], record, *state.seats[number + 1 :]), rows=rows)
    state = state.with_message(player, "").with_news(Event.JOINED, number)
    is_complete = len(state.playing) >= state.players and not state.practice
    return start_clock(state, staged) if is_complete else state


def start_clock(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """Start the clock if the match still waits for players."""
    if state.phase is not RealTimePhase.WAITING:
        return state
    staged.order(Sound("play"))
    return replace(state, phase=RealTimePhase.PLAY, left=state.hour).with_news(Event.STARTED)


def rows_after_joining(state: RealTimeState, number: int) -> int:
    """Return how many rows of the board are in play once the seat ``number`` is taken (ruling R20)."""
    if not state.grows:
        return state.rows
    empty = SeatStanding.EMPTY
    seated = sum(seat.standing is not empty for seat in state.seats)
    is_new = state.seats[number].standing is empty
    return max(state.rows, MIN_ROWS + ROWS_PER_PLAYER * max(state.players, seated + is_new))


def is_connected(places: tuple[Place, ...]) -> bool:
    """Return whether all places are connected by sides or corners."""
    left = set(places)
    edge = [left.pop()] if left else []
    while edge:
        row, column = edge.pop()
        touching = {place for place in left if max(abs(place[0] - row), abs(place[1] - column)) == 1}
        left -= touching
        edge.extend(touching)
    return not left


def move(state: RealTimeState, player: int, data: str, staged: StagedBoard) -> RealTimeState:
    """Carry out MOVE: move the cell at the first place in ``data`` to the other places in turn, by shortest paths."""
    try:
        places = parse_move(data)
    except OrderError as error:
        return refused(state, player, str(error), staged)
    return move_along(state, player, places, staged)


def move_along(state: RealTimeState, player: int, places: tuple[Place, ...], staged: StagedBoard) -> RealTimeState:
    """Move the cell at the first of ``places`` to the last place, through the places between."""
    seat, start, end = state.seats[player], places[0], places[-1]
    why = _why_not_move(state, player, places, staged)
    if why:
        return refused(state, player, why, staged)
    cost = 0
    for here, there in pairwise(places):
        way = find_path(staged, (state.rows, state.columns), here, there, seat.points, leaving=start)
        if way is None:
            text = f"there is no path of at most {REACH} steps from {place_text(here)} to {place_text(there)}"
            return refused(state, player, text, staged)
        cost += len(way)
    if cost == 0:
        return refused(state, player, f"the cell is at {place_text(start)} already", staged)
    if cost > seat.points:
        points = f"{seat.points} point{'s' * (seat.points != 1)}"
        text = f"{place_text(start)} to {place_text(end)} costs {cost}: you have {points} until the next tick"
        return refused(state, player, text, staged)
    staged.put(*start, 0)
    staged.put(*end, player + 1)
    staged.order(Sound("plant", min(cost / 10, 1.0), player))
    rest = seat.points - cost
    text = f"{place_text(start)} to {place_text(end)} for {cost}: {rest} point{'s' * (rest != 1)} left"
    return state.with_seat(player, points=rest, message=text, chosen=None, path=())


def quit_game(state: RealTimeState, player: int, staged: StagedBoard) -> RealTimeState:
    """Carry out QUIT: the player's cells become neutral, or vanish if the clock has not started.

    A player who quits for the second time in 12 turn ticks leaves no cells behind (ruling R27).
    """
    seat = state.seats[player]
    if state.phase is RealTimePhase.OVER:
        return refused(state, player, "the game is over", staged)
    if seat.standing is not SeatStanding.IN:
        return refused(state, player, "you are not in the game", staged)
    if not staged.is_known:
        return refused(state, player, _UNKNOWN_BOARD, staged)
    waiting = state.phase is RealTimePhase.WAITING
    leaves = not waiting and leaves_cells(state, player)
    become = staged.rule.live_states if leaves else 0
    for row, height in strips((state.rows, state.columns)):
        own = staged.read(row, 0, height, state.columns) == player + 1
        if own.any():
            staged.order(Paint(row, 0, np.full(own.shape, become, np.uint8), own))
    if waiting:
        state = state.with_news(Event.TOOK_BACK if state.practice else Event.QUIT, player)
        fresh = Seat(state.names[player], cursor=seat.cursor)
        seats = (*state.seats[:player], fresh, *state.seats[player + 1 :])
        return replace(state, seats=seats)
    hour = None if state.rulings < FROM_RULINGS else state.hours
    return state.with_seat(
        player, standing=SeatStanding.GONE, cells=0, points=0, chosen=None, path=(), message="", quit_hour=hour
    ).with_news(Event.QUIT if leaves else Event.QUIT_AGAIN, player)


def refused(state: RealTimeState, player: int, why: str, staged: StagedBoard) -> RealTimeState:
    """Refuse an order and tell the player why."""
    staged.order(Sound("refused", player=player))
    return state.with_message(player, why)


def is_refusal(message: str) -> bool:
    """Return True if ``message``, the answer to an order, says that the order was refused."""
    return bool(message) and not _MOVED.fullmatch(message)


def owner_text(state: RealTimeState, cell: int) -> str:
    """Return whose cell this is, in words for a message; ``cell`` is the cell's state on the board."""
    if cell > len(state.seats):
        return "a neutral cell"
    return f"a cell of {state.title(cell - 1)}"


def _seat_for(state: RealTimeState, name: str) -> int | None:
    """Return the seat with this name, or else a free seat, for a player who joins; None if all are taken."""
    named = {number for number, seat in enumerate(state.seats) if seat.name.casefold() == name.casefold()}
    left = {
        number for number, seat in enumerate(state.seats) if seat.standing in (SeatStanding.EMPTY, SeatStanding.GONE)
    }
    return min(
        named or left,
        key=lambda number: (
            state.seats[number].standing is SeatStanding.GONE,
            has_to_wait(state, number),
            state.names[number] != "",  # reserved for an expected player
            number,
        ),
        default=None,
    )


def _why_not_join(state: RealTimeState, number: int, name: str) -> str:
    if state.phase is RealTimePhase.OVER:
        return "the game is over"
    if state.seats[number].standing is SeatStanding.IN:
        same = state.seats[number].name.casefold() == name.casefold()
        return f"{name} is in the game already" if same else f"{state.title(number)} has this seat"
    for other, seat in enumerate(state.seats):
        if other != number and seat.name.casefold() == name.casefold():
            return f"the name {seat.name} is taken"
        if other != number and name.casefold() == ascii_uppercase[other].casefold():
            return f"{name} is the letter of another player"
    return why_not_rejoin(state, number, name)


def _why_not_on(state: RealTimeState, number: int, places: tuple[Place, ...], staged: StagedBoard) -> str:
    if not staged.is_known:
        return _UNKNOWN_BOARD
    rows = rows_after_joining(state, number)
    for place in places:
        if not (0 <= place[0] < rows and 0 <= place[1] < state.columns):
            return _off_board_text(place, rows, state.columns)
    for place in places:
        cell = int(staged.read(*place, 1, 1)[0, 0])
        if cell:
            return f"{place_text(place)} is taken by {owner_text(state, cell)}"
    if not is_connected(places):
        return MUST_TOUCH
    return ""


def _why_not_move(state: RealTimeState, player: int, places: tuple[Place, ...], staged: StagedBoard) -> str:
    if state.phase is RealTimePhase.OVER:
        return "the game is over"
    if state.seats[player].standing is not SeatStanding.IN:
        return "you are not in the game: join first"
    if not staged.is_known:
        return _UNKNOWN_BOARD
    for place in places:
        if not (0 <= place[0] < state.rows and 0 <= place[1] < state.columns):
            return _off_board_text(place, state.rows, state.columns)
    cell = int(staged.read(*places[0], 1, 1)[0, 0])
    if cell != player + 1:
        here = place_text(places[0])
        return f"there is no cell at {here}" if not cell else f"{here} is {owner_text(state, cell)}, not yours"
    for place in places[1:]:
        cell = int(staged.read(*place, 1, 1)[0, 0])
        if cell and place != places[0]:
            return f"{place_text(place)} is taken by {owner_text(state, cell)}"
    return ""


def _off_board_text(place: Place, rows: int, columns: int) -> str:
    return f"{place_text(place)} is not on the board, which ends at {place_text((rows - 1, columns - 1))}"


# Rejoining after QUIT (ruling R27) is possible only after the next generation and away from other players' cells.
# Players are identified by their seats. If an order comes from no seat, the name in JOIN identifies the player.
# Somebody with another name who takes the letter of a player who quit is a newcomer.
FROM_RULINGS = 2
"""First version of the rulings with R27, which limits rejoining. Under older rulings, players who quit may rejoin at
once and anywhere."""
STEPS_AWAY = 5
"""Minimum distance of a rejoining player's cells from other players' cells, in king's steps."""


def has_to_wait(state: RealTimeState, number: int) -> bool:
    """Return True if the player of seat ``number`` has to wait for the next generation to rejoin.

    This is so if the player has quit since the latest generation.
    """
    seat = state.seats[number]
    if state.rulings < FROM_RULINGS or seat.standing is not SeatStanding.GONE or seat.quit_hour is None:
        return False
    return state.generation <= seat.quit_hour // TICKS_PER_GENERATION


def waiting_text(state: RealTimeState) -> str:
    """Return a text that says when players who have quit may rejoin."""
    halted = ", once the clock runs" if state.halted else ""
    return f"after the next generation, in {time_text(state.left_to_generation)}{halted}"


def why_not_rejoin(state: RealTimeState, number: int, name: str) -> str:
    """Return why the player ``name`` cannot join at the seat ``number`` yet; "" if that is possible."""
    if not has_to_wait(state, number):
        return ""
    if state.seats[number].name.casefold() == name.casefold():
        return f"{state.title(number)} has quit and may join again {waiting_text(state)}"
    return f"seat {ascii_uppercase[number]} is free again {waiting_text(state)}"


def must_keep_away(state: RealTimeState, number: int) -> bool:
    """Return True if the player of seat ``number`` has quit, and may rejoin only at a distance from others' cells."""
    seat = state.seats[number]
    return state.rulings >= FROM_RULINGS and seat.standing is SeatStanding.GONE


def why_too_near(state: RealTimeState, number: int, places: Iterable[Place], staged: StagedBoard) -> str:
    """Return why these places are too near to other players' cells for rejoining; "" if they are far enough away."""
    around = STEPS_AWAY - 1
    for row, column in places:
        top, left = max(row - around, 0), max(column - around, 0)
        height, width = min(row + around + 1, state.rows) - top, min(column + around + 1, state.columns) - left
        if height <= 0 or width <= 0:
            continue  # a row that joining adds
        cells = staged.read(top, left, height, width)
        others = np.argwhere((cells > 0) & (cells <= len(state.seats)) & (cells != number + 1))
        if len(others):
            steps = np.abs(others + np.array((top - row, left - column))).max(axis=1)
            nearest = int(np.argmin(steps))
            whose = state.title(int(cells[tuple(others[nearest])]) - 1)
            away = f"{steps[nearest]} step{'s' * (int(steps[nearest]) != 1)} from a cell of {whose}"
            return f"{place_text((row, column))} is {away}: after quitting, keep {STEPS_AWAY} steps or more away"
    return ""


def leaves_cells(state: RealTimeState, number: int) -> bool:
    """Return True if QUIT would now make the cells of seat ``number`` neutral, and False if it would remove them.

    QUIT makes a player's cells neutral at most once in 12 turn ticks.
    """
    quit_hour = state.seats[number].quit_hour
    # From the end of one tick to the start of the twelfth tick after it, fewer than twelve ticks pass.
    return state.rulings < FROM_RULINGS or quit_hour is None or state.hours - quit_hour > TICKS_PER_GENERATION


# Find the path of a moving cell: king's steps over dead places, around other cells and never through them. The search
# is A* (Hart, Nilsson and Raphael 1968). Its estimate, the king's distance, is never too large, so the path found is a
# shortest one. Of several, it takes the one nearest to the straight line.
REACH = 256
"""Maximum number of steps between two places that a move names. Paths are searched only within this distance of the
start."""
_AROUND = 16

_STEPS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))


def king_distance(start: Place, end: Place) -> int:
    """Return how many steps in eight directions (a chess king's) lead from ``start`` to ``end`` on an empty board."""
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def find_path(
    board: Board, size: Place, start: Place, end: Place, points: int, leaving: Place | None = None
) -> tuple[Place, ...] | None:
    """Return a shortest path from ``start`` to ``end``: the places that it steps on, ``end`` last.

    Args:
        board: board to search.
        size: (rows, columns) of the board in play.
        start: place where the path begins; the cell there does not matter.
        end: place where the path ends.
        points: the player's movement points. A path of at most this many steps is always found; a longer one only if
            it stays near the straight line.
        leaving: place that the moving cell leaves, which counts as dead; None for none.

    Returns:
        The path; None if no path of at most REACH steps is found.
    """
    distance = king_distance(start, end)
    if distance > REACH:
        return None
    radius = min(max(points, distance) + _AROUND, REACH)
    top, left = max(start[0] - radius, 0), max(start[1] - radius, 0)
    bottom, right = min(start[0] + radius + 1, size[0]), min(start[1] + radius + 1, size[1])
    free = board.read(top, left, bottom - top, right - left) == 0
    if leaving is not None and top <= leaving[0] < bottom and left <= leaving[1] < right:
        free[leaving[0] - top, leaving[1] - left] = True
    way = _shortest(free, (start[0] - top, start[1] - left), (end[0] - top, end[1] - left))
    if way is None or len(way) > REACH:
        return None
    return tuple((row + top, column + left) for row, column in way)


def _shortest(free: NDArray[np.bool_], start: Place, end: Place) -> list[Place] | None:
    if start == end:
        return []
    if not free[end]:
        return None
    rows, columns = free.shape
    open_places = free.tolist()  # plain lists are read several times faster, one place at a time
    came_from: dict[Place, Place] = {}
    cost = {start: 0}
    heap = [(king_distance(start, end), 0, start)]
    while heap:
        _, _, here = heappop(heap)
        if here == end:
            return _trace_back(came_from, start, end)
        further = cost[here] + 1
        for down, right in _STEPS:
            row, column = here[0] + down, here[1] + right
            if not (0 <= row < rows and 0 <= column < columns and open_places[row][column]):
                continue
            there = (row, column)
            if further < cost.get(there, further + 1):
                cost[there], came_from[there] = further, here
                heappush(heap, (further + king_distance(there, end), _deviation(start, there, end), there))
    return None


def _deviation(start: Place, here: Place, end: Place) -> int:
    """Return how far ``here`` is from the line between ``start`` and ``end``, times the line's length."""
    return abs((end[0] - start[0]) * (here[1] - start[1]) - (end[1] - start[1]) * (here[0] - start[0]))


def _trace_back(came_from: dict[Place, Place], start: Place, end: Place) -> list[Place]:
    way = [end]
    while (before := came_from[way[-1]]) != start:
        way.append(before)
    return way[::-1]

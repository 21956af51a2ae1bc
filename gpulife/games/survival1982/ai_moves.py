"""The computer's moves in One Seed and Seed List: what it could plant, and the input and time that this takes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.cursor import speed
from gpulife.games.core.game import TICKS_PER_SECOND, Action, Board, Cursor, Place
from gpulife.games.core.input_emulator import InputEmulator, arrives, sign
from gpulife.games.core.pace import GENERATION
from gpulife.games.survival1982.input import REPEAT_TICKS, TURNED_SHAPES, cells_in_hand, corner, cursor_area, fits
from gpulife.games.survival1982.state import ContestState

_FEW_CELLS = 3
"""When the cursor has at most this many cells left to go on one axis, the computer lets go of the stick and goes the
rest, on both axes, by short taps."""
_DOWN, _UP = (1, 0), (-1, 0)


@dataclass(frozen=True, slots=True)
class MoveCursor:
    """Task: move the cursor to ``place``. If ``drawing`` is True, keep the trigger pressed on the way."""

    place: Place
    drawing: bool = False


@dataclass(frozen=True, slots=True)
class SetTrigger:
    """Task: press the trigger or let go of it. If ``generation`` is given, wait for that generation of the board."""

    pressed: bool
    generation: int | None = None


@dataclass(frozen=True, slots=True)
class FetchShape:
    """Task: fetch the shape with the number ``entry`` from the menu, and turn it to orientation number ``turn``."""

    entry: int
    turn: int


Task = MoveCursor | SetTrigger | FetchShape


# The next input depends on the state alone, so that a restart, rewind or branch needs no special care.
class TaskInput(InputEmulator):
    """Turns the tasks of a computer player into stick and trigger input."""

    def do(self, task: Task, tick: int, state: ContestState, board: Board) -> Action | None:
        """Return the next input for the task; None if none is needed now, or if the limit on changes forbids it."""
        cursor = state.sides[self._player].cursor
        match task:
            case SetTrigger(pressed, when):
                if cursor.trigger == pressed or (pressed and when not in (None, board.generation)):
                    return None
                return self.pull(tick, pressed=pressed)
            case MoveCursor(place, drawing):
                if cursor.trigger and not drawing:
                    return self.pull(tick, pressed=False)
                return self._steer(place, tick, cursor, board.shape)
            case FetchShape():
                return self._fetch(task, tick, state, board.shape)

    def is_done(self, task: Task, state: ContestState) -> bool:
        """Return True if the task is complete."""
        side = state.sides[self._player]
        match task:
            case SetTrigger(pressed, _):
                return side.cursor.trigger == pressed
            case MoveCursor(place, _):
                return (side.cursor.row, side.cursor.column) == place and side.cursor.stick == (0, 0)
            case FetchShape(entry, turn):
                return not side.in_menu and (side.entry, side.turns[entry]) == (entry, turn)

    def _steer(self, place: Place, tick: int, cursor: Cursor, shape: tuple[int, int]) -> Action | None:
        away = place[0] - cursor.row, place[1] - cursor.column
        if cursor.stick == (0, 0):
            if away == (0, 0):
                return None
            # A path with a bend needs one more change. Do not begin a path that the limit would not let end in time.
            turns = 0 not in away and abs(away[0]) != abs(away[1])
            return self.push(tick, (sign(away[0]), sign(away[1])), 3 if turns else 2)
        there = arrives(cursor, away, shape)
        if not any(there):
            return None
        row, column = (
            push if push and not done and abs(far) > _FEW_CELLS else 0
            for push, far, done in zip(cursor.stick, away, there, strict=True)
        )
        return self.push(tick, (row, column))

    def _fetch(self, task: FetchShape, tick: int, state: ContestState, shape: tuple[int, int]) -> Action | None:
        """Return the next input to fetch a shape: enter the menu, choose the shape, turn it, or leave the menu."""
        side = state.sides[self._player]
        cursor = side.cursor
        if not side.in_menu:
            if cursor.trigger:
                return self.pull(tick, pressed=False)
            bottom = cursor_area(self._player, cells_in_hand(self._player, side).shape, shape).bottom
            if cursor.row != bottom:
                return self._steer((bottom, cursor.column), tick, cursor, shape)
            if cursor.stick != (0, 0):
                return self.push(tick, (0, 0))
            return self.push(tick, _DOWN, 2)
        if side.entry != task.entry:
            way = sign(task.entry - side.entry) * (-1 if self._player else 1)
            if cursor.stick == (0, way):
                return None
            return self.push(tick, (0, way) if cursor.stick == (0, 0) else (0, 0), 2)
        if cursor.stick != (0, 0):
            return self.push(tick, (0, 0))
        if cursor.trigger:
            return self.pull(tick, pressed=False)
        if side.turns[task.entry] != task.turn:
            return self.pull(tick, pressed=True)
        return self.push(tick, _UP, 2)


SINGLE = 0
"""Number of the single cell in the seed menu."""
SHIPS = (5, 8, 9)
"""Numbers of the moving shapes in the seed menu; they are aimed at the opponent."""
GROWING = (4, 6, 7)
"""Numbers of the growing shapes in the seed menu; they need room."""
_MAX_TICKS = 600
"""The movement of a held stick is computed at most this many ticks in advance."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible planting: a shape, its orientation and its place.

    Attributes:
        entry: number of the shape in the seed menu, from 0.
        turn: number of the orientation, from 0.
        place: place to which the cursor must go.
        row: row of the shape's upper left cell.
        column: column of the shape's upper left cell.
        cost: number of the shape's cells.
        ticks: estimated number of ticks before the shape is planted.
    """

    entry: int
    turn: int
    place: Place
    row: int
    column: int
    cost: int
    ticks: int

    def tasks(self, *, game_has_menu: bool, generation: int | None = None) -> list[Task]:
        """Return the tasks that plant the candidate; if ``generation`` is given, they wait for that generation.

        If ``game_has_menu``, they begin by fetching the shape from the menu.
        """
        first: list[Task] = [FetchShape(self.entry, self.turn)] if game_has_menu else []
        return [
            *first,
            MoveCursor(self.place),
            SetTrigger(pressed=True, generation=generation),
            SetTrigger(pressed=False),
        ]


class InputTimes:
    """Estimates of the ticks that a player's input takes, starting from the current cursor and menu.

    Args:
        state: current state of the game.
        player: player who plants.
        shape: (rows, columns) of the board.
        changes: maximum number of changes of stick and trigger per second.
    """

    def __init__(self, state: ContestState, player: int, shape: tuple[int, int], changes: int) -> None:
        self._side = state.sides[player]
        self._player, self._shape = player, shape
        self._change = TICKS_PER_SECOND / changes
        speeds = np.array([speed(held, shape) for held in range(_MAX_TICKS)])
        self._travelled = speeds.cumsum() // 1000 + 1

    def candidate(self, entry: int, turn: int, place: Place) -> Candidate:
        """Return a candidate: the given shape and orientation, planted as near to ``place`` as the cursor can go."""
        cells = TURNED_SHAPES[self._player][entry][turn]
        place = cursor_area(self._player, cells.shape, self._shape).nearest(*place)
        row, column = corner(self._player, place, cells.shape)
        ticks = (
            self._menu_ticks(entry, turn) + self._travel_ticks(self._start_place(entry, turn), place) + 2 * self._change
        )
        return Candidate(entry, turn, place, row, column, int(np.count_nonzero(cells)), int(ticks))

    def _start_place(self, entry: int, turn: int) -> Place:
        cursor = self._side.cursor
        in_hand = (self._side.entry, self._side.turns[entry]) == (entry, turn) and not self._side.in_menu
        return (cursor.row if in_hand else self._shape[0] - 1), cursor.column

    def _menu_ticks(self, entry: int, turn: int) -> float:
        turns = (turn - self._side.turns[entry]) % len(TURNED_SHAPES[self._player][entry])
        if not turns and entry == self._side.entry and not self._side.in_menu:
            return 0
        down = 0.0
        if not self._side.in_menu:
            cursor = self._side.cursor
            down = (
                self._travel_ticks((cursor.row, cursor.column), (self._shape[0] - 1, cursor.column)) + 2 * self._change
            )
        return down + abs(entry - self._side.entry) * REPEAT_TICKS + (2 * turns + 3) * self._change

    def _travel_ticks(self, start: Place, end: Place) -> float:
        away = abs(start[0] - end[0]), abs(start[1] - end[1])
        if max(away) == 0:
            return 0
        ticks = int(np.searchsorted(self._travelled, max(away))) + 1
        return ticks + (2 if 0 in away else 3) * self._change


def generations_in(state: ContestState, ticks: int) -> int:
    """Return the number of generations that end within the next ``ticks`` ticks at the current pace."""
    return int(state.beat.phase + ticks * max(state.beat.speed, 1)) // GENERATION


def draw_candidates(
    rng: np.random.Generator, window: BoardWindow, state: ContestState, player: int, shape: tuple[int, int],
    input_times: InputTimes, entries: tuple[int, ...], count: int, seeds: int,
) -> list[Candidate]:  # fmt: skip
    """Return ``count`` random candidates, similar to what people plant; an empty list if no affordable shape fits.

    The shapes have the numbers ``entries`` in the seed menu, and cost at most ``seeds``. The computer needs
    ``input_times`` to plant.
    """
    side = state.sides[player]
    entries = tuple(
        entry for entry in entries
        if np.count_nonzero(TURNED_SHAPES[player][entry][0]) <= seeds
        and fits(TURNED_SHAPES[player][entry][side.turns[entry]].shape, shape)
    )  # fmt: skip
    if not entries:
        return []
    area = cursor_area(player, (1, 1), shape)
    top, left = window.corner
    rows = slice(max(area.top - top, 0), max(area.bottom - top + 1, 0))
    columns = slice(max(area.left - left, 0), max(area.right - left + 1, 0))
    live = np.argwhere(window.cells[rows, columns]) + np.array([rows.start + top, columns.start + left])
    crowd = window.count_live(9)
    candidates = []
    for number in range(count):
        drawn = entries[int(rng.integers(len(entries)))]
        entry = side.entry if side.entry in entries and number % 3 == 0 else drawn
        turns = len(TURNED_SHAPES[player][entry])
        turn = side.turns[entry] if rng.random() < 0.5 else int(rng.integers(turns))
        if not fits(TURNED_SHAPES[player][entry][turn].shape, shape):
            turn = side.turns[entry]
        if entry in SHIPS:
            place = _at_the_edge(rng, area.top, area.left, area.bottom, area.right)
        elif entry in GROWING and (rng.random() < 0.75 or not len(live)):
            place = _in_the_open(rng, crowd, rows, columns, (top, left))
        elif len(live):
            near_live = live[int(rng.integers(len(live)))] + rng.integers(-3, 4, 2)
            place = int(near_live[0]), int(near_live[1])
        else:
            place = _anywhere(rng, rows, columns, (top, left))
        candidates.append(input_times.candidate(entry, turn, place))
    return candidates


def _anywhere(rng: np.random.Generator, rows: slice, columns: slice, corner: Place) -> Place:
    row = int(rng.integers(rows.start, max(rows.stop, rows.start + 1))) + corner[0]
    return row, int(rng.integers(columns.start, max(columns.stop, columns.start + 1))) + corner[1]


def _in_the_open(
    rng: np.random.Generator, crowd: NDArray[np.int64], rows: slice, columns: slice, corner: Place
) -> Place:
    """Return the emptiest of eight random places in the ranges ``rows`` and ``columns``.

    ``crowd`` has the number of live cells near each place of the visible part of the board, whose upper left cell is at
    ``corner``.
    """
    tried = [_anywhere(rng, rows, columns, corner) for _ in range(8)]
    height, width = crowd.shape
    return min(tried, key=lambda at: crowd[min(at[0] - corner[0], height - 1), min(at[1] - corner[1], width - 1)])


def _at_the_edge(rng: np.random.Generator, top: int, left: int, bottom: int, right: int) -> Place:
    """Return a random place near the left or right edge; on a torus, both adjoin the opponent's half."""
    row = int(rng.integers(top, bottom + 1))
    inwards = int(rng.integers(0, max((right - left) // 8, 1) + 1))
    return row, (left + inwards if rng.random() < 0.5 else right - inwards)

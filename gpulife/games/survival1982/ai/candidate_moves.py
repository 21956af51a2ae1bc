"""Candidate moves: shapes to plant, their places, the input for it, and the generations that this takes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.cursor import speed
from gpulife.games.core.game import TICKS_PER_SECOND, Place
from gpulife.games.core.pace import GENERATION
from gpulife.games.survival1982.ai.input_emulator import FetchShape, MoveCursor, SetTrigger, Task
from gpulife.games.survival1982.half_board import corner, cursor_area, fits
from gpulife.games.survival1982.seed_menu import REPEAT_TICKS, TURNED_SHAPES
from gpulife.games.survival1982.survival_state import ContestState

SINGLE = 0
"""Entry of the seed menu with the single cell."""
SHIPS = (5, 8, 9)
"""Entries of the seed menu that move: they are aimed at the opponent."""
GROWING = (4, 6, 7)
"""Entries of the seed menu that need room."""
_MAX_TICKS = 600
"""Number of ticks of a held stick for which the distance is tabulated."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to plant.

    Attributes:
        entry: entry of the seed menu.
        turn: number of its orientation.
        place: place of the cursor.
        row: row of the shape's upper left.
        column: column of the shape's upper left.
        cost: number of the shape's cells.
        ticks: ticks until it can be planted.
    """

    entry: int
    turn: int
    place: Place
    row: int
    column: int
    cost: int
    ticks: int

    def tasks(self, *, game_has_menu: bool, generation: int | None = None) -> list[Task]:
        """Return the tasks that plant it; with ``generation`` the trigger is only pressed in that one."""
        first: list[Task] = [FetchShape(self.entry, self.turn)] if game_has_menu else []
        return [
            *first,
            MoveCursor(self.place),
            SetTrigger(pressed=True, generation=generation),
            SetTrigger(pressed=False),
        ]


class InputTimes:
    """Estimates how many ticks a player's input takes, from where cursor and menu are now.

    Args:
        state: present state of the game.
        player: player who plants.
        shape: (rows, columns) of the board.
        changes: maximum number of changes of stick and trigger in any second.
    """

    def __init__(self, state: ContestState, player: int, shape: tuple[int, int], changes: int) -> None:
        self._side = state.sides[player]
        self._player, self._shape = player, shape
        self._change = TICKS_PER_SECOND / changes
        speeds = np.array([speed(held, shape) for held in range(_MAX_TICKS)])
        self._travelled = speeds.cumsum() // 1000 + 1

    def candidate(self, entry: int, turn: int, place: Place) -> Candidate:
        """Return the candidate with the cursor as near to ``place`` as it can be."""
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
    """Return how many generations end within ``ticks``, at the present pace."""
    return int(state.beat.phase + ticks * max(state.beat.speed, 1)) // GENERATION


def draw_candidates(
    rng: np.random.Generator, window: BoardWindow, state: ContestState, player: int, shape: tuple[int, int],
    input_times: InputTimes, entries: tuple[int, ...], count: int, seeds: int,
) -> list[Candidate]:  # fmt: skip
    """Draw ``count`` candidates of the kind that people plant; none if no entry is affordable and fits."""
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
    """Choose the emptiest of a few random places."""
    tried = [_anywhere(rng, rows, columns, corner) for _ in range(8)]
    height, width = crowd.shape
    return min(tried, key=lambda at: crowd[min(at[0] - corner[0], height - 1), min(at[1] - corner[1], width - 1)])


def _at_the_edge(rng: np.random.Generator, top: int, left: int, bottom: int, right: int) -> Place:
    """Choose a place near the border, or near the outer edge, behind which the opponent is on a torus."""
    row = int(rng.integers(top, bottom + 1))
    inwards = int(rng.integers(0, max((right - left) // 8, 1) + 1))
    return row, (left + inwards if rng.random() < 0.5 else right - inwards)

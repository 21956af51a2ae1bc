"""The computer's set-up: shapes that it plants while the clock rises, by moving the cursor and drawing as people do."""

from itertools import pairwise

import numpy as np

from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.difficulty import Difficulty
from gpulife.games.core.game import TICKS_PER_SECOND, Place
from gpulife.games.survival1982.ai.candidate_moves import InputTimes
from gpulife.games.survival1982.ai.input_emulator import MoveCursor, SetTrigger, Task
from gpulife.games.survival1982.half_board import cursor_area, fits
from gpulife.games.survival1982.options import OPTIONS
from gpulife.games.survival1982.seed_menu import TURNED_SHAPES
from gpulife.games.survival1982.survival_state import ContestState

_CLEARANCE = 11
"""Rows and columns around a shape's middle that should be empty."""
_PLACES_TRIED = 24
"""Places that are compared for a shape, times the number of the level."""
_HOOK = ((1, 0), (0, 0), (0, 4), (1, 4))
"""Corners of a pre-pulsar, drawn in one stroke."""
_SQUARE = ((0, 0), (0, 1), (1, 1), (1, 0))
"""A block in one stroke, for a player with few seeds; the menu has a shape that becomes one."""
_PRE_BLOCK = 2
_MAX_COST = 7
"""The highest cost of any shape of a set-up, in seeds."""
_SLOW_TICKS = 9
"""Ticks a cell while drawing."""

Path = tuple[Place, ...]


def next_setup(
    rng: np.random.Generator,
    window: BoardWindow,
    state: ContestState,
    player: int,
    shape: tuple[int, int],
    level: Difficulty,
) -> list[Task] | None:
    """Return the tasks that plant one more shape; None when seeds, time or room do not suffice."""
    side = state.sides[player]
    spendable = side.seeds - round(level.saved_share * side.quota)
    must_be_cheap = side.score == 0 and spendable < _MAX_COST
    spendable = side.seeds if must_be_cheap else spendable  # whoever has no cells has lost: saving would be pointless
    input_times = InputTimes(state, player, shape, level.changes)
    if state.has_menu:
        entry = _PRE_BLOCK if must_be_cheap else int(rng.choice(level.setup_entries))
        turn = side.turns[entry] if level.number > 1 else int(rng.integers(len(TURNED_SHAPES[player][entry])))
        size = TURNED_SHAPES[player][entry][turn].shape
        if not fits(size, shape):
            return None
        candidate = input_times.candidate(entry, turn, _place(rng, window, state, player, shape, size, level))
        cost, ticks, tasks = candidate.cost, candidate.ticks, candidate.tasks(game_has_menu=True)
    else:
        path = _SQUARE if must_be_cheap else _path_to_draw(rng, level)
        size = max(row for row, _ in path) + 1, max(column for _, column in path) + 1
        if not fits(size, shape):
            path, size = ((0, 0),), (1, 1)
        place = _place(rng, window, state, player, shape, size, level)
        area = cursor_area(player, (1, 1), shape)
        top = min(max(place[0] - size[0] // 2, area.top), area.bottom - size[0] + 1)
        left = min(max(place[1] - size[1] // 2, area.left), area.right - size[1] + 1)
        corners = [(top + row, left + column) for row, column in path]
        cost = 1 + sum(_length(a, b) for a, b in pairwise(path))
        way = input_times.candidate(0, 0, corners[0]).ticks
        ticks = way + _SLOW_TICKS * cost + 2 * len(path) * TICKS_PER_SECOND // level.changes
        tasks = [
            MoveCursor(corners[0]),
            SetTrigger(pressed=True),
            *(MoveCursor(corner, drawing=True) for corner in corners[1:]),
            SetTrigger(pressed=False),
        ]
    return tasks if cost <= spendable and ticks <= OPTIONS[state.option].set_up_ticks - state.clock.ticks else None


def _path_to_draw(rng: np.random.Generator, level: Difficulty) -> Path:
    """Return the corners of a stroke: a pre-pulsar for the upper levels, a short line for the others."""
    if level.number > 2:
        return _HOOK
    length = 4 if level.number == 2 else int(rng.integers(1, 5))
    end = (0, length) if rng.random() < 0.5 else (length, 0)
    return (0, 0), end


def _length(start: Place, end: Place) -> int:
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def _place(
    rng: np.random.Generator, window: BoardWindow, state: ContestState, player: int, shape: tuple[int, int],
    size: tuple[int, int], level: Difficulty,
) -> Place:  # fmt: skip
    """Choose a place: level 1 anywhere, higher levels where there is room near the cursor."""
    area = cursor_area(player, size, shape)
    top, left = window.corner
    height, width = window.cells.shape
    low = max(area.top, top), max(area.left, left)
    high = max(min(area.bottom, top + height - 1), low[0]), max(min(area.right, left + width - 1), low[1])
    tried = [
        (int(rng.integers(low[0], high[0] + 1)), int(rng.integers(low[1], high[1] + 1)))
        for _ in range(1 if level.number == 1 else _PLACES_TRIED * level.number)
    ]
    crowd = window.count_live(_CLEARANCE)
    cursor = state.sides[player].cursor

    def worth(at: Place) -> tuple[int, int]:
        row, column = min(max(at[0] - top, 0), height - 1), min(max(at[1] - left, 0), width - 1)
        return int(crowd[row, column]), _length(at, (cursor.row, cursor.column))

    return min(tried, key=worth)

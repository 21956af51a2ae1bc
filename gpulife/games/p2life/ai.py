"""The computer player of P2Life. It opens with a pattern, then looks ahead before each token.

A lookahead computes one generation in each tick. A new one starts after each token and each generation. The computer's
actions depend only on the state, the board and the match's seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpulife.games.core.board_window import BoardWindow, visible_window
from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.game import Action, ActionKind, Board, Place
from gpulife.games.p2life.input import home
from gpulife.games.p2life.state import MAX_GENERATIONS, OPTIONS, P2LifeState, Phase
from gpulife.rules import Cells

_GROWING = (
    """
    .o..........
    ...o........
    oo..ooo.....
    ............
    ............
    .........ooo
    """,  # an acorn and a blinker
    """
    .oo.........
    oo..........
    .o..........
    ............
    ........oo..
    .......oo...
    ........o...
    """,  # two R-pentominoes
)
_MODEST = (
    """
    ooooo.......
    o...o.......
    ............
    ............
    .........ooo
    """,  # a pulsar and a blinker
    """
    .oo......
    oo.......
    .o.......
    .........
    .......o.
    ......ooo
    """,  # an R-pentomino, and a T-tetromino that hems it in
)
"""Openings of the Beginner. They live on, but grow less."""


@dataclass(frozen=True, slots=True)
class _Skill:
    """What a level can do.

    Attributes:
        pictures: the opening patterns from which it chooses.
        places: maximum number of places that it tries for a token.
        sight: minimum number of generations that it looks ahead.
        near_everybody: True to try places near all cells; False for those near its own.
    """

    pictures: Sequence[str]
    places: int
    sight: int
    near_everybody: bool


_SKILLS = (
    _Skill(_MODEST, 3, 4, near_everybody=False),
    _Skill(_GROWING, 8, 12, near_everybody=False),
    _Skill(_GROWING, 48, 16, near_everybody=True),
)
"""The skill of each level, the weakest first."""


def opening_cells(
    rng: np.random.Generator, middle: Place, window: BoardWindow, pictures: Sequence[str] = _GROWING
) -> list[Place]:
    """Return the places of a random opening pattern in a random orientation, without places outside the window.

    Args:
        rng: generator of all random choices.
        middle: approximate middle of the pattern.
        window: visible part of the board.
        pictures: the patterns from which to choose.
    """
    rows = pictures[int(rng.integers(len(pictures)))].split()
    cells: Cells = np.array([[letter == "o" for letter in row] for row in rows], np.uint8)
    cells = np.rot90(cells, int(rng.integers(4)))
    cells = cells.T if rng.integers(2) else cells
    corner = [at - side // 2 + int(rng.integers(-4, 5)) for at, side in zip(middle, cells.shape, strict=True)]
    places = [(int(row) + corner[0], int(column) + corner[1]) for row, column in np.argwhere(cells)]
    top, left = window.corner
    height, width = window.cells.shape
    return [(row, column) for row, column in places if top <= row < top + height and left <= column < left + width]


_OPPONENT_WORTH = 0.8
"""Value subtracted for each of the opponent's cells; each own cell adds 1."""
_COUNTED_GENERATIONS = 6
"""Number of generations at the end of a trial in which cells are counted."""


class Trial:
    """A comparison of places for a token. Each place has its own board; all boards are computed together.

    Args:
        window: visible part of the board.
        player: player who places the token, 0 or 1.
        places: places to try; None stands for passing.
        sight: number of generations to look ahead.
    """

    def __init__(self, window: BoardWindow, player: int, places: Sequence[Place | None], sight: int) -> None:
        self._window = window
        self._player = player
        self._places = places
        self._left = sight
        self._generation = window.generation
        self._worth = np.zeros(len(places))
        self._cells = np.repeat(window.cells[None], len(places), axis=0)
        top, left = window.corner
        for cells, place in zip(self._cells, places, strict=True):
            if place is not None:
                cells[place[0] - top, place[1] - left] = player + 1

    def step(self) -> bool:
        """Compute a generation; return True if there are more to compute."""
        rule = self._window.rule
        self._cells = rule.family.step(self._cells, rule, self._generation, self._window.corner)
        self._generation += 1
        self._left -= 1
        if self._left < _COUNTED_GENERATIONS:
            own, other = ((self._cells == species).sum(axis=(1, 2)) for species in (self._player + 1, 2 - self._player))
            self._worth += own - _OPPONENT_WORTH * other
            # A board without the opponent has the highest value, a board without own cells the lowest.
            self._worth += self._cells[0].size * ((other == 0).astype(int) - (own == 0))
        return self._left > 0

    @property
    def best(self) -> Place | None:
        """The place with the best result (the first of several equal ones); None if passing is best."""
        return self._places[int(np.argmax(self._worth))] if len(self._places) else None


_NEAR = 2
"""A token affects live cells up to this many rows and columns away."""


class P2LifePlayer(ComputerPlayer[P2LifeState, Trial]):
    """The computer in one seat of P2Life.

    All levels look ahead to compare places for a token. Higher ones open with stronger patterns, try more places and
    look further.
    """

    @property
    def _skill(self) -> _Skill:
        return _SKILLS[self._seat.level - 1]

    def _plan_key(self, state: P2LifeState) -> tuple[int, int, int, tuple[int, ...]]:
        return state.starts, state.round, state.generation, state.seeds

    def _forget(self, _tick: int) -> None:
        self._lookahead = None

    def _act(self, _tick: int, state: P2LifeState, board: Board) -> Action | None:
        """Return the next token or a pass; None while thinking or waiting."""
        if not state.may_place(self._player) or state.waited < self._seat.pause:
            return None
        if self._lookahead is None:
            window = visible_window(board, self._view_centre(state, board))
            if (place := self._next_opening_cell(state, window)) is not None:
                return self._place_action(place)
            self._lookahead = self._begin_trial(state, window)
            return None
        if self._lookahead.step():
            return None
        best, self._lookahead = self._lookahead.best, None
        return self._place_action(best)

    def _view_centre(self, state: P2LifeState, board: Board) -> Place:
        """Return where the computer looks on a large board: the middle of its half in the opening, then its cursor."""
        cursor = state.sides[self._player].cursor
        return home(self._player, board.shape) if state.phase is Phase.OPENING else (cursor.row, cursor.column)

    def _place_action(self, place: Place | None) -> Action:
        return (
            Action(self._player, ActionKind.DONE) if place is None else Action(self._player, ActionKind.PLACE, *place)
        )

    def _places(self, state: P2LifeState, window: BoardWindow, *, everybody: bool) -> list[Place]:
        """Return dead cells near the computer's live cells, or near all live cells if ``everybody``, in random order.

        If there are no such live cells, return places near the middle of the computer's half.
        """
        rng = self._random(state.starts, state.round, state.generation, *state.seeds)
        lives = window.cells > 0 if everybody else window.cells == self._player + 1
        near = BoardWindow(lives.astype(np.uint8), window.corner, window.rule, window.generation).count_live(_NEAR) > 0
        if not near.any():
            row, column = (at - first for at, first in zip(self._own_home(window), window.corner, strict=True))
            near[max(row - _NEAR, 0) : row + _NEAR + 1, max(column - _NEAR, 0) : column + _NEAR + 1] = True
        dead = window.cells == 0
        found = np.argwhere(dead & near if (dead & near).any() else dead)
        top, left = window.corner
        return [(int(row) + top, int(column) + left) for row, column in rng.permutation(found)]

    def _own_home(self, window: BoardWindow) -> Place:
        row, column = home(self._player, (window.cells.shape[0], window.cells.shape[1]))
        return row + window.corner[0], column + window.corner[1]

    def _next_opening_cell(self, state: P2LifeState, window: BoardWindow) -> Place | None:
        """Return the next cell of the opening pattern; None if it is complete or blocked by the opponent's cells."""
        if state.phase is not Phase.OPENING:
            return None
        rng = self._random(state.starts, state.round)
        cells = opening_cells(rng, self._own_home(window), window, self._skill.pictures)
        states = [int(window.cells[row - window.corner[0], column - window.corner[1]]) for row, column in cells]
        missing = [place for place, alive in zip(cells, states, strict=True) if not alive]
        is_disturbed = any(alive == 2 - self._player for alive in states)
        return missing[0] if missing and not is_disturbed else None

    def _begin_trial(self, state: P2LifeState, window: BoardWindow) -> Trial:
        skill = self._skill
        near = self._places(state, window, everybody=skill.near_everybody)
        places: list[Place | None] = list(near[: skill.places])
        if state.may_pass(self._player):
            places.insert(0, None)
        sight = max(skill.sight, OPTIONS[state.option])
        return Trial(window, self._player, places, min(sight, MAX_GENERATIONS - state.generation))

"""The computer as a player of P2Life: places tokens near cells, by chance or after trying them out.

What it does follows from the state, the board and the match's seed alone. What it remembers is only the trial that is
going on, a generation a tick, which begins anew whenever the state is another one.
"""

from collections.abc import Sequence

import numpy as np

from gpulife.games.core.board_window import BoardWindow, look
from gpulife.games.core.cursor import Place
from gpulife.games.core.game import Action, ActionKind, Board
from gpulife.games.p2life.ai.opening import planned_cells
from gpulife.games.p2life.ai.trial import Trial
from gpulife.games.p2life.input import home
from gpulife.games.p2life.state import MAX_GENERATIONS, OPTIONS, P2LifeState, Phase

_NEAR = 2
"""Rows and columns from a cell within which a token does something."""
_TRIED = 40
"""Places that are tried out for a token."""
_SIGHT = 16
"""Generations that are looked ahead at least."""
_Moment = tuple[int, int, int, tuple[int, ...]]


class P2LifePlayer:
    """One seat.

    Args:
        player: 0 or 1.
        level: 1 places by chance, 2 tries places out.
        seed: of its own random numbers.
        pause: ticks that it waits in each of its turns, so that people can follow.
    """

    is_live = False

    def __init__(self, player: int, level: int, seed: int, pause: int) -> None:
        self._player = player
        self._level = level
        self._seed = seed
        self._pause = pause
        self._moment: _Moment | None = None
        self._next_tick = -1
        self._trial: Trial | None = None

    def actions(self, tick: int, state: P2LifeState, board: Board) -> Sequence[Action]:
        """Return what it does in ``tick``: at most a token, or a pass."""
        moment = state.starts, state.round, state.generation, state.seeds
        if moment != self._moment or tick != self._next_tick:
            self._trial = None
        self._moment, self._next_tick = moment, tick + 1
        if not state.may_place(self._player) or state.waited < self._pause:
            return ()
        if self._trial is None:
            scene = look(board, self._view(state, board))
            if self._level == 1 or (place := self._planned(state, scene)) is not None:
                return self._put(self._by_chance(state, scene) if self._level == 1 else place)
            self._trial = self._begin_trial(state, scene)
            return ()
        if self._trial.step():
            return ()
        place, self._trial = self._trial.best, None
        return self._put(place)

    @property
    def thinking(self) -> bool:
        """Whether it is looking ahead: for those who measure how long that takes."""
        return self._trial is not None

    def _view(self, state: P2LifeState, board: Board) -> Place:
        """Return where it looks on a large board: where it has placed its last token, or is to place its first."""
        cursor = state.sides[self._player].cursor
        return home(self._player, board.shape) if state.phase is Phase.OPENING else (cursor.row, cursor.column)

    def _put(self, place: Place | None) -> Sequence[Action]:
        kind, where = (ActionKind.DONE, (0, 0)) if place is None else (ActionKind.PLACE, place)
        return (Action(self._player, kind, *where),)

    def _random(self, state: P2LifeState, *of_moment: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, self._player, self._level, state.starts, state.round, *of_moment))

    def _places(self, state: P2LifeState, scene: BoardWindow, *, everybody: bool) -> list[Place]:
        """Return dead cells near living ones in random order, or, where there are none, about the seat's home."""
        rng = self._random(state, state.generation, *state.seeds)
        lives = scene.cells > 0 if everybody else scene.cells == self._player + 1
        near = BoardWindow(lives.astype(np.uint8), scene.corner, scene.rule, scene.generation).crowd(_NEAR) > 0
        if not near.any():
            row, column = (at - first for at, first in zip(self._own_home(scene), scene.corner, strict=True))
            near[max(row - _NEAR, 0) : row + _NEAR + 1, max(column - _NEAR, 0) : column + _NEAR + 1] = True
        dead = scene.cells == 0
        found = np.argwhere(dead & near if (dead & near).any() else dead)
        top, left = scene.corner
        return [(int(row) + top, int(column) + left) for row, column in rng.permutation(found)]

    def _own_home(self, scene: BoardWindow) -> Place:
        """Return the middle of its half of what it sees."""
        row, column = home(self._player, (scene.cells.shape[0], scene.cells.shape[1]))
        return row + scene.corner[0], column + scene.corner[1]

    def _by_chance(self, state: P2LifeState, scene: BoardWindow) -> Place | None:
        places = self._places(state, scene, everybody=False)
        return places[0] if places else None

    def _planned(self, state: P2LifeState, scene: BoardWindow) -> Place | None:
        """Return the next cell of its opening; None where somebody has taken one of its cells, and later."""
        if state.phase is not Phase.OPENING:
            return None
        cells = planned_cells(self._random(state), self._own_home(scene), scene)
        states = [int(scene.cells[row - scene.corner[0], column - scene.corner[1]]) for row, column in cells]
        missing = [place for place, alive in zip(cells, states, strict=True) if not alive]
        is_disturbed = any(alive == 2 - self._player for alive in states)
        return missing[0] if missing and not is_disturbed else None

    def _begin_trial(self, state: P2LifeState, scene: BoardWindow) -> Trial:
        places: list[Place | None] = list(self._places(state, scene, everybody=True)[:_TRIED])
        if state.may_pass(self._player):
            places.insert(0, None)
        sight = max(_SIGHT, OPTIONS[state.option])
        return Trial(scene, self._player, places, min(sight, MAX_GENERATIONS - state.generation))

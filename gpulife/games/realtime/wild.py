"""Wild interventions in Real-Time Life: on the board in play only, and never a cell for a letter that nobody plays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Board, Order
from gpulife.games.core.wild import intervene
from gpulife.games.realtime.state import RealTimeState
from gpulife.patterns.pattern import Cells
from gpulife.rules import Rule


def wild_orders(state: RealTimeState, board: Board) -> tuple[Order, ...]:
    """One intervention; what would become a letter's that is not in the game is neutral."""
    neutral = board.rule.species
    become = np.full(neutral + 1, neutral, np.uint8)
    become[0] = 0
    for number in state.playing:
        become[number + 1] = number + 1
    rng = np.random.default_rng((state.seed, state.draws))
    return intervene(_InPlay(board, (state.rows, state.columns)), rng, become)


class _InPlay:
    """The upper part of a board, as a board of its own."""

    def __init__(self, board: Board, shape: tuple[int, int]) -> None:
        self._board, self.shape = board, shape

    @property
    def rule(self) -> Rule:
        return self._board.rule.on_board(self.shape)

    @property
    def generation(self) -> int:
        return self._board.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        return self._board.read(row, column, height, width)

    def census(self) -> NDArray[np.int64]:
        return self._board.census()

"""Look ahead in BioWar: many copies of a small board, with other cells placed in each, stepped together."""

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Place
from gpulife.rules import Cells, Edges, parse_rule

_CELL_WORTH, _LOSS_WORTH = 0.06, 10.0
"""Worth of an own cell, and of having lost all of them, in points of a turn."""


class Lookahead:
    """Universes that are being computed, one a candidate.

    Args:
        cells: the board now, shape (rows, columns), uint8.
        edges: edges of the board.
        player: the one who looks ahead.
        candidates: places for new cells, one list a universe.
        sight: number of generations to look ahead.

    Attributes:
        candidates: as given.
        worth: worth of each candidate, shape (universes,), float64; None before it is done.
    """

    def __init__(
        self, cells: Cells, edges: Edges, player: int, candidates: list[tuple[Place, ...]], sight: int
    ) -> None:
        self.candidates = candidates
        self.worth: NDArray[np.float64] | None = None
        boards = np.repeat(cells[None], len(candidates), axis=0)
        for board, places in zip(boards, candidates, strict=True):
            for place in places:
                board[place] = player + 1
        # Only who lives on a board is computed: the species are numbered anew, without gaps.
        states = np.union1d([0, player + 1], boards)
        self._boards: Cells = np.searchsorted(states, boards).astype(np.uint8)
        self._own = int(np.searchsorted(states, player + 1))
        self._rule = parse_rule(f"BioWar:{len(states) - 1}").on_board(cells.shape, edges)
        self._left = sight
        self._points_seen: list[NDArray[np.float64]] = []

    def think(self, generations: int) -> bool:
        """Compute up to ``generations`` more generations; return whether the lookahead is done."""
        for _ in range(generations):
            if self._left == 0:
                break
            self._boards = self._rule.family.step(self._boards, self._rule, 0, (0, 0))
            self._left -= 1
            self._points_seen.append(self._points())
        if self._left == 0 and self.worth is None:
            self.worth = np.mean(self._points_seen, axis=0)
        return self.worth is not None

    def _points(self) -> NDArray[np.float64]:
        """Return what this generation is worth: a point for each opponent with fewer cells, a little for each own cell.

        Nothing is worse than to be without any.
        """
        own = np.count_nonzero(self._boards == self._own, axis=(1, 2))
        points = own * _CELL_WORTH
        for species in range(1, self._rule.live_states + 1):
            if species != self._own:
                points = points + (np.count_nonzero(self._boards == species, axis=(1, 2)) < own)
        return np.where(own > 0, points, -_LOSS_WORTH)

"""Lookahead for a token in P2Life: each place is tried out on a board of its own, all of them stepped together."""

from collections.abc import Sequence

import numpy as np

from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.game import Place

_OPPONENT_WORTH = 0.8
"""Worth of a cell of the opponent, in cells of one's own."""
_COUNTED_GENERATIONS = 6
"""Number of generations at the end of a trial whose cells are counted."""


class Trial:
    """Boards that are stepped together, a generation at a time.

    Args:
        window: part of the board that it looks at.
        player: player who wants to place a token, 0 or 1.
        places: places to try; None for no token.
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
        """Compute a generation; return whether there are more to come."""
        rule = self._window.rule
        self._cells = rule.family.step(self._cells, rule, self._generation, self._window.corner)
        self._generation += 1
        self._left -= 1
        if self._left < _COUNTED_GENERATIONS:
            own, other = ((self._cells == species).sum(axis=(1, 2)) for species in (self._player + 1, 2 - self._player))
            self._worth += own - _OPPONENT_WORTH * other
            # Nothing is as good as a board without the other, and nothing as bad as one without oneself.
            self._worth += self._cells[0].size * ((other == 0).astype(int) - (own == 0))
        return self._left > 0

    @property
    def best(self) -> Place | None:
        """The place with the best result, the first of equal ones."""
        return self._places[int(np.argmax(self._worth))] if len(self._places) else None

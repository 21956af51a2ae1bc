"""The search for the place where a token gains most, which runs a little in each frame."""

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.game import Place
from gpulife.rules import Cells

_REACH = 2
"""Places are tried for a token up to this many rows and columns away from the player's cells."""
_TOGETHER = 16
"""Number of places for which the board after a token there is computed at once. More would delay the frame."""
_STEPS = 12
"""Generations of these boards that are computed in a frame; they take up to ten milliseconds."""
_MAX_CELLS = 64 * 64
"""Largest board, in cells, on which good places are looked for."""


def is_searchable(engine: Engine) -> bool:
    """Return True if the board is small enough to look for good places."""
    return engine.shape[0] * engine.shape[1] <= _MAX_CELLS


class GoodPlaces:
    """Looks for the place near a player's cells where a token gains most.

    For each place, a copy of the board with the token is computed. Each frame advances several copies by a few
    generations.

    Args:
        engine: engine that computes the board.

    Attributes:
        is_done: True once all places have been tried.
        counts: cells of the player and of the other after each place tried so far; the key None stands for passing.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._key: tuple[int, int, int, tuple[Place, int] | None] | None = None
        self._places: list[Place | None] = []
        self.counts: dict[Place | None, tuple[int, int]] = {}
        self._cells: Cells = np.zeros(engine.shape, np.uint8)
        self._boards: Cells | None = None
        self._left = 0
        self.is_done = True

    def best(self, player: int, generations: int, token: tuple[Place, int] | None = None) -> tuple[Place, int] | None:
        """Continue the search for a good place for a token. Return (place, gain) of the best so far; None for none.

        The gain is how many cells the token adds to the player's lead, compared with passing. Call this in each frame.

        Args:
            player: the player whose turn it is.
            generations: number of generations until the next tokens.
            token: (place, state) of a cell to put on the board first; the search is then for the best answer to it, at
                places near any live cell. None to search the board as it is, near the player's own cells.
        """
        key = player, generations, self._engine.changes, token
        if key != self._key:
            self._key = key
            self._begin(player, token)
        for _ in range(_STEPS):
            if not self.is_done:
                self._continue(player, generations)
        own, other = self.counts.get(None, (0, 0))
        gains = [(at, mine - theirs - own + other) for at, (mine, theirs) in self.counts.items() if at is not None]
        best = max(gains, key=lambda each: each[1], default=None)
        return best if best is not None and best[1] > 0 else None

    def _begin(self, player: int, token: tuple[Place, int] | None) -> None:
        self._boards, self.counts, self._places = None, {}, []
        if is_searchable(self._engine):
            self._cells = self._engine.read_all()
            if token is not None:
                self._cells[token[0]] = token[1]
            near = self._cells > 0 if token is not None else self._cells == player + 1
            for axis in (0, 1):
                near = np.any([np.roll(near, away, axis) for away in range(-_REACH, _REACH + 1)], axis=0)
            found = np.argwhere(near & (self._cells == 0)).tolist()
            self._places = [None, *((row, column) for row, column in found)]
        self.is_done = not self._places

    def _continue(self, player: int, generations: int) -> None:
        """Advance the current boards by a generation.

        After ``generations`` generations, count the cells and begin boards for other places.
        """
        engine, tried = self._engine, self._places[:_TOGETHER]
        if self._boards is None:
            self._boards, self._left = np.repeat(self._cells[None], len(tried), axis=0), generations
            for board, place in zip(self._boards, tried, strict=True):
                if place is not None:
                    board[place] = player + 1
        passed = generations - self._left
        self._boards = engine.rule.family.step(self._boards, engine.rule, engine.generation + passed, (0, 0))
        self._left -= 1
        if self._left <= 0:
            for board, place in zip(self._boards, tried, strict=True):
                self.counts[place] = counts_of(board, player)
            del self._places[:_TOGETHER]
            self._boards, self.is_done = None, not self._places


def counts_of(cells: Cells, mover: int) -> tuple[int, int]:
    """Return the number of cells of ``mover``, the player whose turn it is, and of the other player."""
    return int(np.count_nonzero(cells == mover + 1)), int(np.count_nonzero(cells == 2 - mover))

"""Look ahead in LIFE-2: try both players' possible choices against each other, and choose from the results.

A row of the table is a choice of one's own, a column a choice that the opponent may make in secret. Each universe of a
batch is a pair of these, 64 at a time, so that one batch a tick is hardly noticed on any board.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import MAX_UNIVERSES, OpenBatch
from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.game import Place

Choice = tuple[Place, ...]
"""Places on the board, in the order of choosing."""
Table = NDArray[np.float64]

_WIN, _DRAW, _LATER_EXTINCTION = 100.0, -20.0, 10.0
"""Worth, in cells, of a win, a draw, and an opponent who dies out in a later generation."""
_CELL = np.ones((1, 1), bool)


def try_choices(
    window: BoardWindow, player: int, own: Sequence[Choice], others: Sequence[Choice], sight: int, lookahead: OpenBatch
) -> Iterator[Table | None]:
    """Try all pairs, a batch for each step of the iterator: the last step yields the table, all others None.

    Args:
        window: the board.
        player: the one who looks ahead.
        own: choices to try.
        others: what the opponent may choose.
        sight: generations to look at.
        lookahead: function that makes batches.

    Yields:
        Worths for the player, shape (own, others), float64.
    """
    pairs = [(mine, theirs) for mine in own for theirs in others]
    worths: list[float] = []
    for first in range(0, len(pairs), MAX_UNIVERSES):
        some = pairs[first : first + MAX_UNIVERSES]
        worths += _outcomes(window, player, some, sight, lookahead).tolist()
        if len(worths) < len(pairs):
            yield None
    yield np.array(worths).reshape(len(own), len(others))


def best_on_average(table: Table, rng: np.random.Generator) -> int:
    """Return the row that is best if all choices of the opponent are equally likely; of equal rows one at random."""
    means = table.mean(axis=1)
    return int(rng.choice(np.flatnonzero(means >= means.max() - 1e-9)))


def equilibrium(table: Table, rng: np.random.Generator, rounds: int = 400) -> int:
    """Draw a row from an approximate Nash equilibrium: the mixture that loses least to the opponent's best answer.

    By regret matching of both sides (Hart and Mas-Colell, Econometrica 68, 2000), whose averages converge to it in
    zero-sum games of two.
    """
    rows, columns = table.shape
    regrets = np.zeros(rows), np.zeros(columns)
    total = np.zeros(rows)
    for _ in range(rounds):
        mine, theirs = (_regret_matching(regret) for regret in regrets)
        total += mine
        gains, losses = table @ theirs, mine @ table
        worth = float(mine @ gains)
        regrets[0][:] += gains - worth
        regrets[1][:] += worth - losses
    return int(rng.choice(rows, p=total / total.sum()))


def _regret_matching(regret: NDArray[np.float64]) -> NDArray[np.float64]:
    positive = np.maximum(regret, 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(regret.size, 1 / regret.size)


def _outcomes(
    window: BoardWindow, player: int, pairs: Sequence[tuple[Choice, Choice]], sight: int, lookahead: OpenBatch
) -> NDArray[np.float64]:
    """Return the worth of each pair: shape (pairs,)."""
    batch = lookahead(window.cells, window.rule, window.generation, len(pairs))
    top, left = window.corner
    for universe, choices in enumerate(pairs):
        shared = set(choices[0]) & set(choices[1])
        for species, choice in zip((player + 1, 2 - player), choices, strict=True):
            for row, column in choice:
                if (row, column) not in shared:
                    batch.plant(universe, row - top, column - left, _CELL, species)
    worth = np.zeros(len(pairs))
    for number in range(sight):
        batch.step()
        counts = batch.counts()
        own, other = counts[:, player].astype(float), counts[:, 1 - player].astype(float)
        worth += (own - other) * 0.5**number
        if number == 0:
            # This generation is judged; whatever comes later may still be changed.
            over = (own == 0) | (other == 0)
            end = np.where(own > 0, _WIN, np.where(other > 0, -_WIN, _DRAW))
        else:
            worth += _LATER_EXTINCTION * 0.5**number * ((other == 0) * 1.0 - (own == 0) * 1.0)
    batch.close()
    return np.where(over, end, worth)

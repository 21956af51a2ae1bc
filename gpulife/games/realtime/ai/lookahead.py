"""Look ahead in Real-Time Life: compute exactly what a move changes, in the places that it can reach.

For one player all other species are alike: a newborn is the player's if two or more of its three parents are, and
another's if not. So a board with only own cells (1) and others' cells (2) under Immigration's law has the player's
cells exactly where the game has them. A change spreads one place a generation, so that a window around it is enough.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Place
from gpulife.rules import Cells

OWN, OTHER, BEYOND = 1, 2, 255
"""States in boards for looking ahead; BEYOND is the outside of the board, which stays dead."""


def count_ahead(boards: Cells, generations: int, inner: int | None = None) -> NDArray[np.int64]:
    """Count own cells and others' after 1, 2, ... ``generations`` generations of each board.

    Args:
        boards: shape (boards, rows, columns), uint8, of 0, OWN, OTHER and BEYOND.
        generations: number of generations to look ahead.
        inner: distance from the middle within which places are counted; None for all.

    Returns:
        Shape (boards, generations, 2), int64.
    """
    inside = boards != BEYOND
    own, other = (boards == OWN).astype(np.uint8), (boards == OTHER).astype(np.uint8)
    rows, columns = boards.shape[1:]
    cut = [slice(None)] * 2
    if inner is not None:
        cut = [slice(max(side // 2 - inner, 0), side // 2 + inner + 1) for side in (rows, columns)]
    counts = np.zeros((len(boards), generations, 2), np.int64)
    for generation in range(generations):
        around_own, around_other = _around(own), _around(other)
        total = around_own + around_other
        live = own | other
        stays = (live == 1) & ((total == 2) | (total == 3))
        born = (live == 0) & (total == 3) & inside
        mine = around_own >= 2
        own, other = (own & stays) | (born & mine), (other & stays) | (born & ~mine)
        for kind, cells in enumerate((own, other)):
            counts[:, generation, kind] = cells[:, cut[0], cut[1]].sum(axis=(1, 2), dtype=np.int64)
    return counts


def windows(board: Cells, moves: Sequence[tuple[Place, Place]], radius: int) -> Cells:
    """Return the surroundings of each move's start before and after it: shape (2 * moves, side, side), uint8.

    The first half are the boards before; the start lies in the middle.
    """
    framed = np.pad(board, radius, constant_values=BEYOND)
    side = 2 * radius + 1
    cut = [framed[row : row + side, column : column + side] for (row, column), _ in moves]
    before = np.stack(cut)
    after = before.copy()
    for number, ((row, column), (to_row, to_column)) in enumerate(moves):
        after[number, radius, radius] = 0
        after[number, radius + to_row - row, radius + to_column - column] = OWN
    return np.concatenate([before, after])


def _around(cells: Cells) -> Cells:
    """Sum each place's eight neighbours; beyond the edges everything is 0."""
    framed = np.pad(cells, ((0, 0), (1, 1), (1, 1)))
    across = framed[:, :, :-2] + framed[:, :, 1:-1] + framed[:, :, 2:]
    result: Cells = across[:, :-2] + across[:, 1:-1] + across[:, 2:] - cells
    return result

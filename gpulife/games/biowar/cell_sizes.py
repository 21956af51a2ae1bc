"""BioWar's three sizes of cells: which will die of loneliness, which will live on, and which will be crushed."""

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Cells, Edges, Rule

SMALL, MIDDLE, LARGE = 1, 2, 3


def sizes(cells: Cells, edges: Edges) -> NDArray[np.uint8]:
    """Return the size of each cell by its own neighbours less all others: shape of ``cells``, uint8; 0 where dead."""
    framed = np.pad(cells, 1, mode="wrap" if edges is Edges.TORUS else "constant")
    rows, columns = cells.shape
    net = np.zeros(cells.shape, np.int8)
    for down in range(3):
        for right in range(3):
            if (down, right) != (1, 1):
                other = framed[down : down + rows, right : right + columns]
                net += (other == cells).astype(np.int8) - ((other != cells) & (other > 0)).astype(np.int8)
    size = np.where(net < 2, SMALL, np.where(net > 3, LARGE, MIDDLE))
    return np.where(cells > 0, size, 0).astype(np.uint8)


def count_sizes(cells: Cells, rule: Rule) -> NDArray[np.int64]:
    """Count each player's cells by size: shape (players, 3), int64, the small ones first."""
    size = sizes(cells, rule.edges)
    return np.array(
        [
            [np.count_nonzero((cells == player) & (size == kind)) for kind in (SMALL, MIDDLE, LARGE)]
            for player in range(1, rule.live_states + 1)
        ],
        np.int64,
    )

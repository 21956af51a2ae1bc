"""What the computer looks at: the board, or on a large one a window of it, and how full it is where."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.cursor import Place
from gpulife.games.core.game import Board
from gpulife.rules import Edges, Rule

MAX_CELLS = 1 << 14
"""Of a board that is looked at as a whole: those of 1982 are."""
_WINDOW = (96, 160)

Cells = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rectangle of the board at one moment.

    Attributes:
        cells: state codes, shape (height, width), uint8.
        corner: where its upper left is on the board.
        rule: the law, with the edges that the rectangle has: of a window dead ones.
        generation: of the cells.
    """

    cells: Cells
    corner: Place
    rule: Rule
    generation: int

    def crowd(self, radius: int) -> NDArray[np.int64]:
        """Count live cells within ``radius`` of each place, over a torus' edges: shape of ``cells``, int64."""
        mode = "wrap" if self.rule.edges is Edges.TORUS else "constant"
        radius = min(radius, *(max(side - 1, 0) // 2 for side in self.cells.shape))
        live = np.pad((self.cells > 0).astype(np.int64), radius, mode=mode)  # type: ignore[call-overload]
        sums = np.pad(live.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        side = 2 * radius + 1
        crowd: NDArray[np.int64] = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
        return crowd


def look(board: Board, around: Place) -> Scene:
    """Return the whole board, or of a large one a window about ``around``."""
    rows, columns = board.shape
    if rows * columns <= MAX_CELLS:
        return Scene(board.read(0, 0, rows, columns), (0, 0), board.rule, board.generation)
    height, width = (min(most, side) for most, side in zip(_WINDOW, board.shape, strict=True))
    top = min(max(around[0] - height // 2, 0), rows - height)
    left = min(max(around[1] - width // 2, 0), columns - width)
    rule = replace(board.rule, edges=Edges.DEAD)
    return Scene(board.read(top, left, height, width), (top, left), rule, board.generation)

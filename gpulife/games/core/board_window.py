"""The part of a board that a computer player reads: the whole board, or a window of a large one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board, Place
from gpulife.rules import Cells, Edges, Rule

MAX_CELLS = 1 << 14
"""Largest board, in cells, that is read as a whole; the boards of the games of 1982 are smaller."""
_WINDOW = (96, 160)


@dataclass(frozen=True, slots=True, eq=False)
class BoardWindow:
    """The cells of a rectangle of the board, as they were when the rectangle was read.

    Attributes:
        cells: state codes, shape (height, width), uint8.
        corner: (row, column) of the upper left cell on the board.
        rule: rule of the board, but with dead edges if the window is only a part of it.
        generation: generation of the cells.
    """

    cells: Cells
    corner: Place
    rule: Rule
    generation: int

    def count_live(self, radius: int) -> NDArray[np.int64]:
        """Return the number of live cells within ``radius`` of each cell, in the shape of ``cells``.

        On a torus, the count wraps around the edges.
        """
        mode = "wrap" if self.rule.edges is Edges.TORUS else "constant"
        radius = min(radius, *(max(side - 1, 0) // 2 for side in self.cells.shape))
        live = np.pad((self.cells > 0).astype(np.int64), radius, mode=mode)  # type: ignore[call-overload]
        sums = np.pad(live.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        side = 2 * radius + 1
        crowd: NDArray[np.int64] = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
        return crowd


def visible_window(board: Board, around: Place) -> BoardWindow:
    """Return the whole board or, if it has more than MAX_CELLS cells, a window with ``around`` in its middle."""
    rows, columns = board.shape
    return read_window(board, around, board.shape if rows * columns <= MAX_CELLS else _WINDOW)


def read_window(board: Board, around: Place, size: tuple[int, int]) -> BoardWindow:
    """Return a window of ``size`` (rows, columns) with ``around`` in its middle; the whole board if that is smaller."""
    height, width = (min(limit, side) for limit, side in zip(size, board.shape, strict=True))
    top = min(max(around[0] - height // 2, 0), board.shape[0] - height)
    left = min(max(around[1] - width // 2, 0), board.shape[1] - width)
    rule = board.rule if (height, width) == board.shape else replace(board.rule, edges=Edges.DEAD)
    return BoardWindow(board.read(top, left, height, width), (top, left), rule, board.generation)

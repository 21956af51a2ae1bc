"""A board that shows the orders collected in a tick as if they had already been carried out.

The engine carries out orders only at the end of the tick, but each action must see what earlier actions planted.
"""

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Board
from gpulife.games.core.order import Erase, Order, Paint, Recode, Renumber, Sow, Step
from gpulife.rules import Cells, Edges


class StagedBoard:
    """A Board that collects the orders of one tick, and shows its cells as if these orders were already carried out."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.rule = board.rule
        self.shape = board.shape
        self.generation = board.generation
        self.orders: list[Order] = []
        self.painted = 0
        self.is_known = True

    def census(self) -> NDArray[np.int64]:
        """Return the census before this tick's orders. Orders change it little, and counting again would be slow."""
        return self._board.census()

    def order(self, *orders: Order) -> None:
        """Collect ``orders`` for the end of the tick."""
        for order in orders:
            self.orders.append(order)
            if isinstance(order, Sow | Step):
                self.is_known = False
            elif isinstance(order, Paint):
                self.painted += order.cells.size
            elif isinstance(order, Renumber):
                self.generation = order.generation

    def put(self, row: int, column: int, state: int) -> None:
        """Collect the order to give one cell the state ``state``."""
        self.order(Paint(row, column, np.full((1, 1), state, np.uint8)))

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Read cells as they will be after this tick's Paint, Erase and Recode orders; see ``Engine.read``."""
        cells = self._board.read(row, column, height, width)
        for order in self.orders:
            if isinstance(order, Paint | Erase | Recode):
                self._apply(order, row, column, cells)
        return cells

    def _apply(self, order: Paint | Erase | Recode, row: int, column: int, cells: Cells) -> None:
        size = order.cells.shape if isinstance(order, Paint) else (order.height, order.width)
        rows = self._offsets(row - order.row, cells.shape[0], size[0], self.shape[0])
        columns = self._offsets(column - order.column, cells.shape[1], size[1], self.shape[1])
        here = np.ix_(rows < size[0], columns < size[1])
        if isinstance(order, Erase):
            cells[here] = 0
            return
        if isinstance(order, Recode):
            cells[here] = order.recoded(cells[here])
            return
        there = np.ix_(rows[rows < size[0]], columns[columns < size[1]])
        painted = order.cells[there]
        cells[here] = painted if order.mask is None else np.where(order.mask[there], painted, cells[here])

    def _offsets(self, start: int, length: int, size: int, side: int) -> NDArray[np.int64]:
        """Return where rows (or columns) that are read lie in an order's rectangle, counted from its first row.

        Args:
            start: position of the first row that is read; below 0 if it lies before the rectangle.
            length: number of rows that are read.
            size: number of the rectangle's rows. Rows outside the rectangle get this number or more.
            side: number of the board's rows.
        """
        offsets = start + np.arange(length)
        if self.rule.edges is Edges.TORUS:
            return offsets % side
        return np.where(offsets < 0, size, offsets)

"""Predict the next generation of a part of the board, including the effect of cells that people plan to place.

The rule's own step is applied to a copy of that part. So the prediction is exact, and its cost does not grow with the
board. Callers choose which planned cells to include: they leave out those that a player may not know.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gpulife.games.core.area import Area, area_on_board
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Place
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.rules import Cells, Edges, Rule

WINDOW = 64
"""Side in cells of the square part of a large board for which the next generation is predicted."""


class Change(NamedTuple):
    """A cell that the next generation changes.

    Attributes:
        place: place of the cell on the board.
        before: state of the cell before the generation, with the planned cells.
        after: state after it; 0 for a death.
    """

    place: Place
    before: int
    after: int


@dataclass(frozen=True, slots=True, eq=False)
class Foresight:
    """A part of the board before and after the next generation.

    Attributes:
        area: the part of the board. On a torus it may wrap around the edges.
        shape: (rows, columns) of the board.
        now: the current cells, with the planned ones, in the shape of ``area``, uint8.
        after: the cells after the generation, in the same shape.
    """

    area: Area
    shape: tuple[int, int]
    now: Cells
    after: Cells

    def count(self, state: int) -> int:
        """Return the number of cells that are in ``state`` after the generation."""
        return int(np.count_nonzero(self.after == state))

    def gain(self, state: int) -> int:
        """Return how many more cells are in ``state`` after the generation than before it."""
        return self.count(state) - int(np.count_nonzero(self.now == state))

    def place_of(self, row: int, column: int) -> Place:
        """Return the place on the board of the cell at this row and column of the part."""
        return (self.area.row + row) % self.shape[0], (self.area.column + column) % self.shape[1]

    @property
    def changes(self) -> list[Change]:
        """All cells that the generation changes, in reading order."""
        return [
            Change(self.place_of(row, column), int(self.now[row, column]), int(self.after[row, column]))
            for row, column in np.argwhere(self.now != self.after).tolist()
        ]


def area_around(place: Place, shape: tuple[int, int], edges: Edges) -> Area:
    """Return the part of a board to predict: WINDOW by WINDOW cells around a place, or fewer on a smaller board."""
    rows, columns = shape
    height, width = min(WINDOW, rows), min(WINDOW, columns)
    top, left = place[0] - height // 2, place[1] - width // 2
    if edges is Edges.DEAD or height == rows:
        top = min(max(top, 0), rows - height)
    if edges is Edges.DEAD or width == columns:
        left = min(max(left, 0), columns - width)
    return Area(top % rows, left % columns, height, width)


def foresee(board: ReadableBoard, planned: Mapping[Place, int], area: Area) -> Foresight | None:
    """Return the next generation of a part of the board; None if the part lies off the board.

    Args:
        board: the board.
        planned: maps the place of each planned cell to its state; 0 for a cell that is to be removed.
        area: the part of the board.
    """
    shape, rule = board.shape, board.rule
    on_board = area_on_board(area, shape, rule.edges)
    if on_board is None:
        return None
    reach = rule.family.reach(rule) or 1
    top, left, height, width = on_board
    corner = top - reach, left - reach
    cells = board.read(*corner, height + 2 * reach, width + 2 * reach).copy()
    for (row, column), state in planned.items():
        # A place beside the edge of a torus is also read beyond the opposite edge.
        rows = _positions(row - corner[0], shape[0], cells.shape[0], rule.edges)
        columns = _positions(column - corner[1], shape[1], cells.shape[1], rule.edges)
        cells[np.ix_(rows, columns)] = state
    inside = slice(reach, reach + height), slice(reach, reach + width)
    after = rule.family.step(cells, rule, board.generation, corner)
    return Foresight(on_board, shape, cells[inside], after[inside])


def coming_cells(foresight: Foresight, rule: Rule, generation: int, count: int) -> tuple[Cells, ...]:
    """Return the part's cells after 0, 1, ... ``count`` generations, if nobody places anything meanwhile.

    They are exact if the part is the whole board. Otherwise everything outside counts as dead, so cells near the part's
    edges may be wrong. Each generation widens the affected border by the rule's reach, usually one cell.

    Args:
        foresight: the part of the board, with its planned cells.
        rule: rule of the board.
        generation: the board's generation.
        count: number of generations, 1 or more.
    """
    is_whole = foresight.area == (0, 0, *foresight.shape)
    law = rule if is_whole else replace(rule, edges=Edges.DEAD)
    cells = [foresight.now]
    for number in range(count):
        cells.append(law.family.step(cells[-1], law, generation + number, (foresight.area.row, foresight.area.column)))
    return tuple(cells)


def _positions(position: int, side: int, length: int, edges: Edges) -> list[int]:
    """Return the indices at which a row or column of the board appears in a copied part of it.

    On a torus the copy may contain it several times; beyond a dead edge it may not contain it at all.

    Args:
        position: index in the copy, before wrapping; it may lie outside the copy.
        side: number of rows or columns of the board.
        length: number of rows or columns of the copy.
        edges: edges of the board.
    """
    if edges is Edges.DEAD:
        return [position] if 0 <= position < length else []
    return list(range(position % side, length, side))

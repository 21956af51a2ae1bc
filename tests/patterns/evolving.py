"""Isolated patterns under Life, on a board that grows with them."""

import numpy as np

from gpulife.engines.reference import next_generation
from gpulife.rules import Cells, Edges, parse_rule

LIFE = parse_rule("Life").on_board((1, 1), Edges.DEAD)

Placed = tuple[tuple[int, int], Cells]
"""(row, column) of the upper left corner of the box around the live cells, and the cells of the box."""


def evolve(cells: Cells, generations: int) -> Placed:
    """The result of running ``cells``, whose upper left corner is at (0, 0), on an empty plane."""
    place = np.zeros(2, int)
    while True:
        rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
        if not rows.size:
            return (0, 0), np.zeros((0, 0), np.uint8)
        place += rows[0], columns[0]
        cells = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        if not generations:
            return (int(place[0]), int(place[1])), cells
        steps = min(8, generations)
        cells = np.pad(cells, steps)
        place -= steps
        for _ in range(steps):
            cells = next_generation(cells, LIFE, 0)
        generations -= steps


def same(one: Placed, other: Placed) -> bool:
    """True if the same cells are at the same place."""
    return one[0] == other[0] and np.array_equal(one[1], other[1])


def first_return(cells: Cells, start: int, longest: int) -> int | None:
    """The generations after which ``cells`` repeat their state at generation ``start``, up to ``longest``."""
    then = evolve(cells, start)
    return next((period for period in range(1, longest + 1) if same(evolve(cells, start + period), then)), None)

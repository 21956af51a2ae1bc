"""Candidate moves of an Adjustment phase: small shapes on free ground, and cells beside live ones."""

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Place
from gpulife.rules import Cells

_SHAPES = (
    ("OO", "OO"),
    ("OOO", ".O."),
    ("OOO",),
    ("OOOO",),
    ("OOOOO",),
    (".OO", "OO.", ".O."),
    ("OOO", "O.O"),
    ("OOOOO", "O...O"),
    (".OO.", "O..O", ".OO."),
    ("OOOOOOOOOO",),
)
"""Block, T, rows, R-pentomino, C, pre-pulsar, beehive, and the row of ten: at most ten cells."""
_TURNED = tuple(
    np.argwhere(np.rot90([[letter == "O" for letter in line] for line in lines], turn))
    for lines in _SHAPES
    for turn in range(4)
)
"""Places of the live cells of each shape in each orientation, shape (n, 2)."""
_CLEARANCE = 2
"""Number of free places around a shape."""

Candidate = tuple[Place, ...]


def draw_candidate(rng: np.random.Generator, cells: Cells, player: int, allotment: int, *, attacks: bool) -> Candidate:
    """Draw a candidate of at most ``allotment`` cells on dead places; an empty one if there is no room.

    Args:
        rng: generator to draw with.
        cells: the board, shape (rows, columns), uint8.
        player: player who places them.
        allotment: number of cells that may be placed.
        attacks: whether some candidates are near others' cells.
    """
    own, others = cells == player + 1, (cells > 0) & (cells != player + 1)
    kind = rng.random()
    if not own.any() or kind < 0.35:
        return _draw_apart(rng, cells, allotment)
    return _draw_near(rng, cells, others if attacks and others.any() and kind < 0.6 else own, allotment)


def _draw_apart(rng: np.random.Generator, cells: Cells, allotment: int) -> Candidate:
    """Place one or two shapes, away from everything that lives."""
    taken = cells > 0
    places: list[Place] = []
    for _ in range(2):
        fitting = [shape for shape in _TURNED if len(shape) <= allotment - len(places)]
        if not fitting:
            break
        shape = fitting[int(rng.integers(len(fitting)))]
        height, width = shape.max(axis=0) + 1
        corners = _free_corners(taken, int(height), int(width))
        if not len(corners):
            continue
        new = shape + corners[int(rng.integers(len(corners)))]
        places += [(row, column) for row, column in new.tolist()]
        taken[tuple(new.T)] = True
    return tuple(places)


def _free_corners(taken: NDArray[np.bool_], height: int, width: int) -> NDArray[np.int64]:
    """Return the upper left corners, shape (n, 2), of empty rectangles with free places around them."""
    rows, columns = taken.shape
    if height > rows or width > columns:
        return np.zeros((0, 2), np.int64)
    framed = np.pad(taken, _CLEARANCE).astype(np.int64)
    sums = np.pad(framed.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    tall, wide = height + 2 * _CLEARANCE, width + 2 * _CLEARANCE
    found = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]
    return np.argwhere(found == 0)


def _draw_near(rng: np.random.Generator, cells: Cells, near: NDArray[np.bool_], allotment: int) -> Candidate:
    """Place a few cells close together, on dead places within two of a live one."""
    alive = np.argwhere(near)
    row, column = (int(part) for part in alive[int(rng.integers(len(alive)))])
    top, left = max(row - 2, 0), max(column - 2, 0)
    dead = np.argwhere(cells[top : row + 3, left : column + 3] == 0) + np.array((top, left))
    if not len(dead):
        return ()
    chosen = rng.choice(dead, int(rng.integers(1, min(allotment, len(dead)) + 1)), replace=False)
    return tuple((row, column) for row, column in chosen.tolist())

"""The first boards of the previews (moving pictures) on the start screen."""

from collections.abc import Sequence

import numpy as np

from gpulife.patterns.image import text_to_cells
from gpulife.patterns.soup import soup
from gpulife.rules import Cells

PREVIEW_SHAPE = (45, 80)
"""(rows, columns) of most previews."""


def patches(
    shape: tuple[int, int], places: tuple[int, int], species: int, density: float, rng: np.random.Generator
) -> Cells:
    """Return a board with a separate soup for each species, since under some rules a mixed soup dies out at once.

    Args:
        shape: (rows, columns) of the board.
        places: (rows, columns) of the grid of soups.
        species: number of species; those that do not fit into the grid get no soup.
        density: share of live cells, 0 to 1.
        rng: generator of the soups.
    """
    cells = np.zeros(shape, np.uint8)
    rows, columns = (side // count for side, count in zip(shape, places, strict=True))
    for number in range(min(species, places[0] * places[1])):
        row, column = number // places[1] * rows, number % places[1] * columns
        top, left = row + rows // 8, column + columns // 8
        patch = soup((rows * 3 // 4, columns * 3 // 4), density, 1, rng) * np.uint8(number + 1)
        cells[top : top + patch.shape[0], left : left + patch.shape[1]] = patch
    return cells


def planted(shapes: Sequence[Cells], columns: int, size: tuple[int, int] = PREVIEW_SHAPE) -> Cells:
    """Return a board with shapes as species 1 in its left half, and the mirror image as species 2 in its right half.

    Args:
        shapes: cells of each shape, 0 for dead ones. They are planted in rows from the top.
        columns: number of shapes side by side.
        size: (rows, columns) of the board.
    """
    cells = np.zeros(size, np.uint8)
    rows, half = -(-len(shapes) // columns), size[1] // 2
    for number, shape in enumerate(shapes):
        down, across = divmod(number, columns)
        top = round((down + 0.5) * size[0] / rows - shape.shape[0] / 2)
        left = round((across + 0.5) * half / columns - shape.shape[1] / 2)
        cells[top : top + shape.shape[0], left : left + shape.shape[1]] = shape > 0
    cells[:, half:] = 2 * cells[:, half - 1 :: -1]
    return cells


def word(text: str) -> Cells:
    """Return a board with ``text`` in its middle, the left half of the text in species 1, the right half in 2."""
    cells = np.zeros(PREVIEW_SHAPE, np.uint8)
    letters = text_to_cells(text, 1)
    row, column = (PREVIEW_SHAPE[0] - letters.shape[0]) // 2, (PREVIEW_SHAPE[1] - letters.shape[1]) // 2
    letters[:, letters.shape[1] // 2 :] *= np.uint8(2)
    cells[row : row + letters.shape[0], column : column + letters.shape[1]] = letters
    return cells

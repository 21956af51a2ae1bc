"""The computer's opening in P2Life: ten cells that grow for a long time if nobody disturbs them."""

import numpy as np

from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.game import Place
from gpulife.rules import Cells

_PICTURES = (
    """
    .o..........
    ...o........
    oo..ooo.....
    ............
    ............
    .........ooo
    """,  # an acorn and a blinker
    """
    .oo.........
    oo..........
    .o..........
    ............
    ........oo..
    .......oo...
    ........o...
    """,  # two R-pentominoes
)


def opening_cells(rng: np.random.Generator, middle: Place, window: BoardWindow) -> list[Place]:
    """Return the ten places of a pattern about ``middle``, turned at random; those outside the window are left out.

    Args:
        rng: generator of the choice.
        middle: middle of the pattern, give or take a few cells.
        window: part of the board that it looks at.
    """
    rows = _PICTURES[int(rng.integers(len(_PICTURES)))].split()
    cells: Cells = np.array([[letter == "o" for letter in row] for row in rows], np.uint8)
    cells = np.rot90(cells, int(rng.integers(4)))
    cells = cells.T if rng.integers(2) else cells
    corner = [at - side // 2 + int(rng.integers(-4, 5)) for at, side in zip(middle, cells.shape, strict=True)]
    places = [(int(row) + corner[0], int(column) + corner[1]) for row, column in np.argwhere(cells)]
    top, left = window.corner
    height, width = window.cells.shape
    return [(row, column) for row, column in places if top <= row < top + height and left <= column < left + width]

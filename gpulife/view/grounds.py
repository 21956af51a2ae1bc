"""The colours of each game's board and of the area around it, in the style of the game's year.

Windows and browser pages use the same.
"""

from typing import NamedTuple

from gpulife.rules import RGB


class Ground(NamedTuple):
    """The colours of a game's board without its cells.

    Attributes:
        ground: colour of dead cells.
        outside: colour around the board.
        border: colour of the line around the board.
        cells_light: factor for the brightness of the cells' colours; below 1 on a light ground, where cells must be
            darker.
    """

    ground: RGB
    outside: RGB
    border: RGB
    cells_light: float = 1.0


TELEVISION = Ground((13, 20, 52), (9, 8, 9), (30, 40, 84))
TERMINAL = Ground((7, 30, 20), (17, 16, 15), (30, 90, 58))
PAPER = Ground((226, 219, 199), (24, 20, 17), (120, 112, 98), cells_light=0.65)
SQUARED = Ground((14, 34, 68), (8, 16, 30), (110, 150, 200))
WINDOW_2000 = Ground((36, 22, 60), (9, 29, 39), (20, 20, 24))

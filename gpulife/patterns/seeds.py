"""The ten seed shapes of the game Seed List, in the order of its menu.

The shapes follow Appendix C of the manual of *Survival of the Fittest* (1982). Games use them, and all options for
patterns accept their names.
"""

from dataclasses import dataclass

import numpy as np

from gpulife.rules import Cells


@dataclass(frozen=True, slots=True, eq=False)
class SeedShape:
    """A seed shape from the game's menu.

    Attributes:
        name: the shape's name in files and commands.
        title: the shape's name as displayed.
        fate: what becomes of the shape if nothing is near.
        cells: 0 or 1, uint8, read-only. Oriented for the left player: spaceships move to the right.
    """

    name: str
    title: str
    fate: str
    cells: Cells

    @property
    def cost(self) -> int:
        """The shape's price: its number of live cells. Cells that the player already owns on the board are free."""
        return int(np.count_nonzero(self.cells))


def orientations(cells: Cells) -> tuple[Cells, ...]:
    """Return a shape's distinct rotations and reflections, up to 8, in a fixed order.

    The order is: the shape turned clockwise by 0, 1, 2 and 3 quarter turns, then the same with left and right
    exchanged. An orientation that equals an earlier one is left out.
    """
    sides = ((side, quarters) for side in (cells, mirrored(cells)) for quarters in range(4))
    turned = (np.ascontiguousarray(np.rot90(side, -quarters)) for side, quarters in sides)
    distinct = {(oriented.shape, oriented.tobytes()): oriented for oriented in turned}
    for oriented in distinct.values():
        oriented.setflags(write=False)
    return tuple(distinct.values())


def mirrored(cells: Cells) -> Cells:
    """Return a shape as the right player gets it: with left and right exchanged."""
    return np.ascontiguousarray(cells[:, ::-1])


def parse_drawing(picture: str) -> Cells:
    """Read cells from a drawing: lines of ``.`` (dead) and ``o`` (state 1). The array is read-only."""
    cells = np.array([[symbol == "o" for symbol in line] for line in picture.split()], np.uint8)
    cells.setflags(write=False)
    return cells


def _shape(name: str, title: str, fate: str, picture: str) -> SeedShape:
    return SeedShape(name, title, fate, parse_drawing(picture))


SEED_SHAPES: tuple[SeedShape, ...] = (
    _shape("cell", "Single cell", "dies in generation 1", "o"),
    _shape("blinker", "Blinker", "oscillates with period 2", "ooo"),
    _shape(
        "pre-block",
        "Pre-block",
        "a block in generation 1",
        """
        oo
        o.
        """,
    ),
    _shape("pre-beehive", "Pre-beehive", "a beehive in generation 2", "oooo"),
    _shape(
        "t-tetromino",
        "T-tetromino",
        "a traffic light in generation 9",
        """
        ooo
        .o.
        """,
    ),
    _shape(
        "glider",
        "Glider",
        "moves diagonally, 1 cell every 4 generations",
        """
        .o.
        ..o
        ooo
        """,
    ),
    _shape(
        "pre-pulsar",
        "Pre-pulsar",
        "a pulsar (period 3) in generation 32",
        """
        ooooo
        o...o
        """,
    ),
    _shape("pre-pentadecathlon", "Pre-pentadecathlon", "a pentadecathlon, which has period 15", "oooooooooo"),
    _shape(
        "lwss",
        "Light spaceship",
        "moves straight, 2 cells every 4 generations",
        """
        o..o.
        ....o
        o...o
        .oooo
        """,
    ),
    _shape(
        "hwss",
        "Heavy spaceship",
        "moves straight, 2 cells every 4 generations",
        """
        ..oo...
        o....o.
        ......o
        o.....o
        .oooooo
        """,
    ),
)
"""All seed shapes, in the order of the menu."""

"""Orders: what a game asks its session to do, such as to change the board, play a sound or flash."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import NOBODY
from gpulife.patterns.lands import draw_lands
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, Rule


@dataclass(frozen=True, slots=True, eq=False)
class Paint:
    """Order: put cells on the board; see ``Engine.paint``."""

    row: int
    column: int
    cells: Cells
    mask: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Order: compute generations by the board's rule or, in a wild generation (ruling R7), by another one."""

    generations: int = 1
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Erase:
    """Order: kill all cells of a rectangle, which lies on the board or wraps around a torus at most once."""

    row: int
    column: int
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class Recode:
    """Order: replace states in a rectangle, which lies on the board or wraps around a torus at most once.

    Attributes:
        row: row of the rectangle's upper left cell.
        column: column of the rectangle's upper left cell.
        height: number of the rectangle's rows.
        width: number of the rectangle's columns.
        states: new state for each state of the rule, dead included.
    """

    row: int
    column: int
    height: int
    width: int
    states: tuple[int, ...]

    def recoded(self, cells: Cells) -> Cells:
        """Return ``cells`` with their states replaced."""
        return np.array(self.states, np.uint8)[cells]


@dataclass(frozen=True, slots=True)
class Sow:
    """Order: fill the whole board, or a rectangle of it, with a soup.

    Attributes:
        density: share of live cells, 0 to 1.
        shares: relative weights of the species; empty for equal weights.
        seed: argument of ``numpy.random.default_rng`` for the soup's random generator.
        area: (row, column, height, width) of the rectangle; None for the whole board.
        has_lands: True to sow each species in areas of its own, on the whole board, with empty areas between them.
    """

    density: float
    shares: tuple[float, ...]
    seed: tuple[int, ...]
    area: tuple[int, int, int, int] | None = None
    has_lands: bool = False

    def strips(self, shape: tuple[int, int], species: int) -> Iterator[tuple[int, int, Cells]]:
        """Yield the soup for a board of ``shape`` in strips of about four million cells, from the top.

        Yields:
            Row and column of a strip's upper left cell, and its cells.
        """
        generator = np.random.default_rng(self.seed)
        if self.has_lands:
            lands = draw_lands(shape, species, generator)
            drawn = lands.strips(self.density, generator, strips(shape))
            for (row, _), cells in zip(strips(shape), drawn, strict=True):
                yield row, 0, cells
            return
        top, left, *size = self.area or (0, 0, *shape)
        for row, height in strips((size[0], size[1])):
            yield top + row, left, soup((height, size[1]), self.density, species, generator, self.shares or None)


@dataclass(frozen=True, slots=True)
class Renumber:
    """Order: set the board's generation number without changing cells."""

    generation: int = 0


@dataclass(frozen=True, slots=True)
class Sound:
    """Order: play a sound.

    Attributes:
        name: name of an effect in ``audio._sounds.EFFECTS``, or "fanfare".
        value: a number from 0 to 1 that shapes the sound: the cost ("plant"), the share of live cells ("generation"),
            the urgency ("clock"), the position of the chosen menu entry ("choose"), or the digit ("digit").
        player: player on whose side of the stereo image the sound is heard; NOBODY for the middle.
    """

    name: str
    value: float = 0.0
    player: int = NOBODY


@dataclass(frozen=True, slots=True)
class Flash:
    """Order: flash the screen for ``ticks`` ticks. The view softens the flash if the settings reduce flashing.

    ``about`` is a sentence for people on what has changed; "" if they see it anyway.
    """

    ticks: int
    species: int = 0
    about: str = ""


Order = Paint | Erase | Recode | Sow | Step | Renumber | Sound | Flash
"""Any kind of order. Sounds and flashes are for people only and change nothing in the game."""

_STRIP_CELLS = 1 << 22


def strips(shape: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield (first row, number of rows) of strips of about four million cells, from the top of a board of ``shape``."""
    rows, columns = shape
    height = max(1, _STRIP_CELLS // columns)
    for row in range(0, rows, height):
        yield row, min(height, rows - row)

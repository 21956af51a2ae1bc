"""Orders: what a game does to the board, and what people see and hear of it."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import NOBODY
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, Rule


@dataclass(frozen=True, slots=True, eq=False)
class Paint:
    """Order: put cells on the board (see ``Engine.paint``)."""

    row: int
    column: int
    cells: Cells
    mask: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Order: compute generations, by another rule if given (a wild generation)."""

    generations: int = 1
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Erase:
    """Order: make every cell of a rectangle die, which lies on the board or wraps around a torus once."""

    row: int
    column: int
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class Recode:
    """Order: change the states of a rectangle's cells, which lies on the board or wraps around a torus once.

    Attributes:
        row: row of its upper left cell.
        column: column of its upper left cell.
        height: number of its rows.
        width: number of its columns.
        states: what each state becomes, one for each state that the board's rule has.
    """

    row: int
    column: int
    height: int
    width: int
    states: tuple[int, ...]

    def recoded(self, cells: Cells) -> Cells:
        """Return cells as they are afterwards."""
        return np.array(self.states, np.uint8)[cells]


@dataclass(frozen=True, slots=True)
class Sow:
    """Order: fill the whole board, or a rectangle of it, with a soup.

    Attributes:
        density: part of the cells that is alive, 0 to 1.
        shares: relative weights of the species; empty for equal ones.
        seed: seed of the soup's generator, as ``numpy.random.default_rng`` takes it.
        area: (row, column, height, width) of the rectangle; None for the whole board.
    """

    density: float
    shares: tuple[float, ...]
    seed: tuple[int, ...]
    area: tuple[int, int, int, int] | None = None

    def strips(self, shape: tuple[int, int], species: int) -> Iterator[tuple[int, int, Cells]]:
        """Yield the soup for a board of ``shape`` from the top, some million cells at a time.

        Yields:
            Row and column of the upper left cell, and cells.
        """
        generator = np.random.default_rng(self.seed)
        top, left, *size = self.area or (0, 0, *shape)
        for row, height in strips((size[0], size[1])):
            yield top + row, left, soup((height, size[1]), self.density, species, generator, self.shares or None)


@dataclass(frozen=True, slots=True)
class Renumber:
    """Order: set the number of the board's generation, without changing cells."""

    generation: int = 0


@dataclass(frozen=True, slots=True)
class Sound:
    """Order: play a sound.

    Attributes:
        name: one of ``audio.sounds.EFFECTS``, or "fanfare".
        value: 0 to 1: how expensive a "plant" was, how full the board is for a "generation" (a click), how urgent a
            "clock" is, which one it is for "choose" and "digit".
        player: the one on whose side it is heard, NOBODY for the middle.
    """

    name: str
    value: float = 0.0
    player: int = NOBODY


@dataclass(frozen=True, slots=True)
class Flash:
    """Order: flash the screen for ``ticks``; the view softens it when flashing is reduced."""

    ticks: int
    species: int = 0


Order = Paint | Erase | Recode | Sow | Step | Renumber | Sound | Flash
"""Sounds and flashes are for people only: nothing that is computed depends on them."""

_STRIP_CELLS = 1 << 22


def strips(shape: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Cut a board of ``shape`` into (first row, rows) of about four million cells, from top to bottom."""
    rows, columns = shape
    height = max(1, _STRIP_CELLS // columns)
    for row in range(0, rows, height):
        yield row, min(height, rows - row)

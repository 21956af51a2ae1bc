"""What the moving pictures of the start screen show: the board of each mode, where its cells begin, and how fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpulife.levels import built_in_levels
from gpulife.modes import Mode
from gpulife.patterns.pattern import Cells
from gpulife.patterns.soup import soup
from gpulife.patterns.text import text_to_cells
from gpulife.rules import parse_rule

Shape = tuple[int, int]
_SHAPE, _MASSIVE_SHAPE = (45, 80), (540, 960)
_MASSIVE = 1 << 20  # cells of a mode that is shown from far above
_LEVEL = 2
"""Of Survivor's: the first with walls around it."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a mode is shown.

    Attributes:
        shape: (rows, columns) of the board.
        sow: its first cells, out of a random generator.
        seconds: a generation.
        generations: before it begins anew.
        grid: whether there are lines between the cells.
    """

    shape: Shape
    sow: Callable[[np.random.Generator], Cells]
    seconds: float = 1 / 12
    generations: int = 240
    grid: bool = False


def start_of(mode: Mode) -> Start:
    """How ``mode`` is shown."""
    species = parse_rule(mode.rule).species
    match mode.game:
        case "survivor":
            cells = built_in_levels()[_LEVEL].level.cells
            return Start((cells.shape[0], cells.shape[1]), lambda _: cells, 0.5, 12, grid=True)
        case "life-2":
            return Start(mode.shape, lambda rng: soup(mode.shape, 0.5, species, rng), 0.6, 8, grid=True)
        case "biowar":
            return Start((22, 40), lambda rng: _patches((22, 40), (2, 3), species, 0.35, rng), 0.3, 30)
        case "realtime":
            return Start(_SHAPE, lambda rng: _patches(_SHAPE, (2, 2), species, 0.3, rng), 0.2, 120)
        case "study" if not mode.density:
            return Start(_SHAPE, lambda _: _word("STUDY"))
        case "study":
            shape = _MASSIVE_SHAPE if mode.shape[0] * mode.shape[1] > _MASSIVE else _SHAPE
            return Start(shape, lambda rng: soup(shape, mode.density, species, rng))
        case _:
            return Start(_SHAPE, lambda rng: _patches(_SHAPE, (1, 2), species, 0.2, rng))


def _patches(shape: Shape, places: tuple[int, int], species: int, density: float, rng: np.random.Generator) -> Cells:
    """A soup of each species in a place of its own: in a mixture some laws let all of them die at once."""
    cells = np.zeros(shape, np.uint8)
    rows, columns = (side // count for side, count in zip(shape, places, strict=True))
    for number in range(min(species, places[0] * places[1])):
        row, column = number // places[1] * rows, number % places[1] * columns
        top, left = row + rows // 8, column + columns // 8
        patch = soup((rows * 3 // 4, columns * 3 // 4), density, 1, rng) * np.uint8(number + 1)
        cells[top : top + patch.shape[0], left : left + patch.shape[1]] = patch
    return cells


def _word(word: str) -> Cells:
    """A word in the middle, its second half of species 2."""
    cells = np.zeros(_SHAPE, np.uint8)
    letters = text_to_cells(word, 1)
    row, column = (_SHAPE[0] - letters.shape[0]) // 2, (_SHAPE[1] - letters.shape[1]) // 2
    letters[:, letters.shape[1] // 2 :] *= np.uint8(2)
    cells[row : row + letters.shape[0], column : column + letters.shape[1]] = letters
    return cells

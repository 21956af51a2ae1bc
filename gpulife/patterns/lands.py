"""Soups with lands and seas: each species has its own lands. The seas between the lands are empty.

The coasts and borders come from smooth noise on a torus. The noise uses only sums and products of single-precision
numbers, so a soup is the same on every machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Cells

_Field = NDArray[np.float32]
_BLOCK = 8
"""Side of the squares into which the board is divided. All cells of a square have the same density and species."""
_LANDS, _SEAS = 960.0, 720.0
"""Distances, in cells, between random values of the coarsest noise on a large board: for lands and for seas."""
_LEAST_KNOTS = 2
_LAND_OCTAVES, _SEA_OCTAVES = 4, 5
_SEA_LEVEL, _STEEPNESS = 0.34, 3.0
"""Fullness of a square where the noise is 0, and its increase per unit of noise. Squares of fullness 0 are sea."""
_LARGE_SIDE = 2880
"""If a board's shorter side has fewer cells than this, lands and seas shrink with the board, and are not fewer."""


@dataclass(frozen=True, slots=True)
class Lands:
    """A map of lands and seas.

    Attributes:
        shape: (rows, columns) of the board.
        owners: the species that owns each square of 8x8 cells, uint8, 1 for the first species.
        fullness: relative density of life in each square, float32, 0 (sea) to 1.
    """

    shape: tuple[int, int]
    owners: NDArray[np.uint8]
    fullness: _Field

    def strips(self, density: float, rng: np.random.Generator, heights: Iterator[tuple[int, int]]) -> Iterator[Cells]:
        """Yield the cells of each strip of the board, uint8.

        Args:
            density: share of live cells in squares of fullness 1; 0 to 1.
            rng: the source of random numbers.
            heights: the first row and the number of rows of each strip.
        """
        columns = self.shape[1]
        for row, height in heights:
            down = np.arange(row, row + height) // _BLOCK
            full = np.repeat(self.fullness[down], _BLOCK, axis=1)[:, :columns]
            owners = np.repeat(self.owners[down], _BLOCK, axis=1)[:, :columns]
            alive = rng.random((height, columns), dtype=np.float32) < full * np.float32(density)
            yield np.where(alive, owners, np.uint8(0))


def draw_lands(shape: tuple[int, int], species: int, rng: np.random.Generator) -> Lands:
    """Draw a map for a board of ``shape`` (rows, columns) with this number of species."""
    squares = -(-shape[0] // _BLOCK), -(-shape[1] // _BLOCK)
    size = min(1.0, min(shape) / _LARGE_SIDE)
    heights = np.stack([_noise(squares, _knots(shape, _LANDS * size), _LAND_OCTAVES, rng) for _ in range(species)])
    height = _noise(squares, _knots(shape, _SEAS * size), _SEA_OCTAVES, rng)
    fullness = np.clip(np.float32(_SEA_LEVEL) + height * np.float32(_STEEPNESS), 0, 1, dtype=np.float32)
    return Lands(shape, (heights.argmax(axis=0) + 1).astype(np.uint8), fullness)


def _knots(shape: tuple[int, int], apart: float) -> tuple[int, int]:
    """Return the (rows, columns) of a grid of random values that are about ``apart`` cells apart."""
    rows, columns = (max(_LEAST_KNOTS, round(side / apart)) for side in shape)
    return rows, columns


def _noise(shape: tuple[int, int], knots: tuple[int, int], octaves: int, rng: np.random.Generator) -> _Field:
    """Return smooth noise of ``shape``, around 0.

    It adds octaves, each half as strong and twice as fine as the one before.
    """
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        values = rng.random((knots[0] << octave, knots[1] << octave), dtype=np.float32) - np.float32(0.5)
        total += _stretched(values, shape) * np.float32(0.5**octave)
    return total


def _stretched(values: _Field, shape: tuple[int, int]) -> _Field:
    """Enlarge ``values`` to ``shape`` with smooth interpolation, also across the edges of the torus."""
    (above, below, down), (left, right, across) = (
        _between(side, count) for side, count in zip(shape, values.shape, strict=True)
    )
    rows = values[above] * (1 - down)[:, None] + values[below] * down[:, None]
    return np.asarray(rows[:, left] * (1 - across) + rows[:, right] * across, np.float32)


def _between(side: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64], _Field]:
    """Return how to interpolate ``count`` values on a circle to ``side`` values.

    Returns:
        For each new value, the indices of the old values before and after it, and the second one's weight, 0 to 1.
    """
    at = np.arange(side, dtype=np.int64) * count
    knot, rest = at // side, at % side
    share = rest.astype(np.float32) / np.float32(side)
    return knot, (knot + 1) % count, share * share * (np.float32(3) - np.float32(2) * share)

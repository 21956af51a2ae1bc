"""Random soups in which each species lives in regions of its own, as on a map."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import strips
from gpulife.patterns.pattern import Cells, Patch


def clustered_soup(
    shape: tuple[int, int],
    density: float,
    species: int,
    shares: tuple[float, ...],
    clump: int,
    rng: np.random.Generator,
) -> Iterator[Patch]:
    """Yield a soup in strips of rows from the top; each cell belongs to the species with the highest noise there.

    Each species has smooth noise, interpolated between random values ``clump`` cells apart, which continues across the
    board's edges.

    Args:
        shape: (rows, columns).
        density: share of live cells, 0 to 1.
        species: number of species.
        shares: relative weights of the species, empty for equal ones; 0 leaves one out.
        clump: distance in cells between two random values of the noise.
        rng: source of random numbers.
    """
    down, across = (max(2, round(side / clump)) for side in shape)
    noise = rng.normal(size=(species, down, across)).astype(np.float32)
    weights = np.array(shares or (1.0,) * species)
    with np.errstate(divide="ignore"):
        noise += np.log(weights / weights.max()).astype(np.float32)[:, None, None]
    left, right, from_left = _between(np.arange(shape[1]), shape[1], across)
    for first, height in strips(shape):
        best = np.full((height, shape[1]), -np.inf, np.float32)
        owner = np.ones((height, shape[1]), np.uint8)
        upper, lower, from_upper = _between(np.arange(first, first + height), shape[0], down)
        for state in range(species):
            if not weights[state]:
                continue
            rows = noise[state][upper] * (1 - from_upper)[:, None] + noise[state][lower] * from_upper[:, None]
            here = rows[:, left] * (1 - from_left) + rows[:, right] * from_left
            owner[here > best] = state + 1
            np.maximum(best, here, out=best)
        cells: Cells = owner * (rng.random((height, shape[1]), dtype=np.float32) < density)
        yield Patch(first, 0, cells)


def _between(
    places: NDArray[np.int64], side: int, points: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return the indices of the noise values before and after each place of an axis, and the share of the latter."""
    exact = places * points / side
    before = exact.astype(np.int64)
    share = exact - before
    smooth = (share * share * (3 - 2 * share)).astype(np.float32)
    return before % points, (before + 1) % points, smooth

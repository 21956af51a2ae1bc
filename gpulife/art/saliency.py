"""Finds the interesting places of a board in coarse maps, for the automatic camera."""

import math

import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float64]
"""One number per tile: shape (tiles down, tiles across)."""

_MIN_CONTRAST_WEIGHT = 0.3
"""Weight of change in a tile as dense as its neighbourhood; at the sharpest edges the weight is 1."""
_NEIGHBOURHOOD = 2
"""Number of tiles on each side with which a tile's density is compared."""
_SHARPNESS = 8
"""Exponent of the scores: how strongly the best place is preferred to the others."""


def activity(density: NDArray[np.floating], change: NDArray[np.floating]) -> Map:
    """Measure the activity of each tile: its change, weighted by how much its density differs from its neighbourhood.

    Return the square root, so that a single glider counts for something next to a soup. NaN counts as 0.
    """
    dense, changed = (np.clip(np.nan_to_num(shares.astype(np.float64)), 0, 1) for shares in (density, change))
    contrast = np.abs(dense - box_means(dense, (2 * _NEIGHBOURHOOD + 1,) * 2, wrap=True))
    weight = _MIN_CONTRAST_WEIGHT + (1 - _MIN_CONTRAST_WEIGHT) * contrast / (contrast.max() or 1.0)
    return np.sqrt(changed * weight)


def box_means(values: Map, box: tuple[int, int], *, wrap: bool) -> Map:
    """Return the mean of a box of tiles around each tile.

    Args:
        values: one number per tile.
        box: sides of the box (down, across) in tiles; an even one counts as the next odd one.
        wrap: whether the map continues at the opposite edge; else it is 0 beyond its edges.
    """
    result = values
    for axis, side in enumerate(box):
        size = values.shape[axis]
        half = min(side // 2, (size - 1) // 2)
        padding = [(0, 0), (0, 0)]
        padding[axis] = (half + 1, half)
        padded = np.pad(result, padding, mode="wrap") if wrap else np.pad(result, padding)
        total = np.moveaxis(padded.cumsum(axis=axis), axis, 0)
        result = np.moveaxis(total[2 * half + 1 :] - total[:size], 0, axis) / (2 * half + 1)
    return np.maximum(result, 0)


def choose(scores: Map, rng: np.random.Generator) -> tuple[int, int]:
    """Choose a random tile, nearly always one of the best; some of the ``scores`` must be above 0."""
    chances = (scores / scores.max()).ravel() ** _SHARPNESS
    chosen = int(rng.choice(chances.size, p=chances / chances.sum()))
    return divmod(chosen, int(scores.shape[1]))


def offsets(tiles: int, tile: int, place: float, size: int, *, wrap: bool) -> NDArray[np.float64]:
    """Return the distances in cells of all tiles of an axis from ``place``: on a torus by the shorter way."""
    first = np.arange(tiles) * tile
    away = (first + np.minimum(first + tile, size)) / 2 - place
    return away - np.round(away / size) * size if wrap else away


def centroid(
    values: Map, right: NDArray[np.float64], down: NDArray[np.float64], reach: tuple[float, float]
) -> complex | None:
    """Return the vector in cells (real right, imaginary down) to the centre of the values within reach, or None.

    Args:
        values: one number per tile.
        right: distance of each column of tiles in cells.
        down: distance of each row of tiles in cells.
        reach: (right, down) in cells; values near its end have little weight, so that none enters abruptly.
    """
    near = [np.clip(1.5 - 1.5 * np.abs(away) / limit, 0, 1) for away, limit in zip((right, down), reach, strict=True)]
    weight = values * near[1][:, None] * near[0][None, :]
    total = float(weight.sum())
    if not total > 0 or not math.isfinite(total):
        return None
    return complex(float((weight.sum(0) * right).sum() / total), float((weight.sum(1) * down).sum() / total))

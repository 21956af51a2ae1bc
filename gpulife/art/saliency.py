"""Where on a board it is worth looking: pure functions of coarse maps, for the director."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float64]
"""A number a tile: shape (tiles down, tiles across)."""

_FLAT = 0.3
"""What change counts where it is everywhere as dense as around, beside 1 at the sharpest edges."""
_AROUND = 2
"""Tiles to each side that a tile's density is compared with."""
_SHARPNESS = 8
"""How much the best place is preferred to the others."""


def activity(density: NDArray[np.floating], change: NDArray[np.floating]) -> Map:
    """Measure what happens where: change, most of all where the density differs from that around.

    The root of it, so that a single glider is something beside a soup. Whatever is no number counts as nothing.
    """
    dense, changed = (np.clip(np.nan_to_num(each.astype(np.float64)), 0, 1) for each in (density, change))
    around = box_means(dense, (2 * _AROUND + 1,) * 2, wrap=True)
    contrast = np.abs(dense - around)
    most = contrast.max()
    weight = _FLAT + (1 - _FLAT) * (contrast / most if most > 0 else contrast)
    return np.sqrt(changed * weight)


def box_means(values: Map, box: tuple[int, int], *, wrap: bool) -> Map:
    """Return the mean of a box of tiles (down, across) around each tile.

    Args:
        values: a number a tile.
        box: its sides, in tiles; even ones count as the next odd one.
        wrap: whether the map goes on at the opposite edge; else there is nothing beyond it.
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
    """Choose a tile by chance, nearly always one of the best; ``scores`` has something above 0."""
    chances = (scores / scores.max()).ravel() ** _SHARPNESS
    chosen = int(rng.choice(chances.size, p=chances / chances.sum()))
    return divmod(chosen, int(scores.shape[1]))


def offsets(tiles: int, tile: int, place: float, size: int, *, wrap: bool) -> NDArray[np.float64]:
    """Return how far, in cells, all tiles of an axis are from ``place``: the short way on a torus."""
    first = np.arange(tiles) * tile
    away = (first + np.minimum(first + tile, size)) / 2 - place
    return away - np.round(away / size) * size if wrap else away


def centroid(
    values: Map, right: NDArray[np.float64], down: NDArray[np.float64], reach: tuple[float, float]
) -> complex | None:
    """Return the centre of what is within reach as a way in cells (right, and imaginary down), or None.

    Args:
        values: a number a tile.
        right: of each column of tiles, how far away it is, in cells.
        down: likewise of each row.
        reach: (right, down) in cells; what is near its end counts little, so that nothing enters with a pull.
    """
    near = [np.clip(1.5 - 1.5 * np.abs(away) / most, 0, 1) for away, most in zip((right, down), reach, strict=True)]
    weight = values * near[1][:, None] * near[0][None, :]
    total = float(weight.sum())
    if not total > 0 or not math.isfinite(total):
        return None
    return complex(float((weight.sum(0) * right).sum() / total), float((weight.sum(1) * down).sum() / total))

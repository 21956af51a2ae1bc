"""Shapes of patterns: their symmetries, and what is the same in all orientations and phases."""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np

from gpulife.patterns.seeds import orientations
from gpulife.rules import Cells


def symmetry(cells: Cells) -> str:
    """Return the symmetry of cells, tightly cropped, in words."""
    turned, half = np.rot90(cells), np.rot90(cells, 2)
    upright = _same(cells, cells[:, ::-1]), _same(cells, cells[::-1])
    slanted = _same(cells, cells.T), _same(cells, half.T)
    if _same(cells, turned):
        return "quarter turns and mirrors" if any(upright) else "quarter turns"
    if all(upright):
        return "both mirrors"
    if all(slanted):
        return "both diagonal mirrors"
    if any(upright):
        return "mirror, left and right" if upright[0] else "mirror, top and bottom"
    if any(slanted):
        return "diagonal mirror"
    return "half turn" if _same(cells, half) else "none"


def shape_key(phases: Iterable[Cells]) -> bytes:
    """Return what identifies a shape in any of its phases (tightly cropped cells), turned and mirrored as it may be."""
    return min(_key(turned) for cells in phases for turned in orientations(cells))


def _key(cells: Cells) -> bytes:
    return blake2b(repr(cells.shape).encode() + cells.tobytes(), digest_size=16).digest()


def _same(one: Cells, other: Cells) -> bool:
    return one.shape == other.shape and bool((one == other).all())

"""Turn and mirror rectangles of cells."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from gpulife.rules import Cells

TURNS: Mapping[str, Callable[[Cells], Cells]] = MappingProxyType(
    {
        "right": lambda cells: np.rot90(cells, -1),
        "left": lambda cells: np.rot90(cells),
        "flip-x": lambda cells: cells[:, ::-1],
        "flip-y": lambda cells: cells[::-1],
        "transpose": lambda cells: cells.T,
    }
)
"""Turns by a quarter and mirrorings, by name: "flip-x" exchanges left and right, "transpose" rows and columns."""
EXCHANGES_SIDES = frozenset({"right", "left", "transpose"})
"""Turns that make a rectangle's height its width."""


def turned(cells: Cells, turn: str) -> Cells:
    """Return cells of shape (rows, columns), uint8, turned as ``TURNS`` says."""
    return np.ascontiguousarray(TURNS[turn](cells))

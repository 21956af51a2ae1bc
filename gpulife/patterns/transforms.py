"""Turn, mirror and cut rectangles of cells."""

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


def live_bounds(cells: Cells) -> tuple[int, int, int, int] | None:
    """Return (row, column, height, width) of the smallest rectangle with all live cells; None if all are dead."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    if not rows.size:
        return None
    return int(rows[0]), int(columns[0]), int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1

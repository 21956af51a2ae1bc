"""How lively a board is, and where: live cells and changed cells in each of some thousand tiles.

A probe keeps a copy of the board where the board is, and some generations later counts there in what the two differ;
only the counts come back. Art mode asks whether anything still happens, its camera where.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.patterns.pattern import Cells

MAX_TILES = 64
"""Along each side of the board."""
MIN_TILE = 4
"""Cells along a tile's side."""

_Engine = TypeVar("_Engine", bound=Engine)


@dataclass(frozen=True, slots=True, eq=False)
class TileCounts:
    """What was counted.

    Attributes:
        live: cells of any state but 0 in each tile: shape (tiles down, tiles across), int64.
        changed: cells whose state is another one than in the copy: likewise.
    """

    live: NDArray[np.int64]
    changed: NDArray[np.int64]


class ActivityProbe(ABC, Generic[_Engine]):
    """Compares the board of an engine with what it was.

    Args:
        engine: whose board; the probe neither steps nor closes it.

    Attributes:
        engine: likewise.
        tile: cells along a tile's side: a power of two. The last tiles of a row or column may have fewer.
        tiles: (down, across).
    """

    def __init__(self, engine: _Engine) -> None:
        self.engine = engine
        self.tile = tile_side(engine.shape)
        self.tiles = tile_numbers(engine.shape)

    @abstractmethod
    def keep(self) -> None:
        """Remember the board as it is now."""

    @abstractmethod
    def count(self) -> TileCounts:
        """Count live cells, and those that are not as they were at the last :meth:`keep`."""

    @abstractmethod
    def kept(self) -> Cells:
        """The board as it was at the last :meth:`keep`: state codes, shape of the board, uint8."""

    def close(self) -> None:
        """Release the copy."""


class NumpyProbe(ActivityProbe[Engine]):
    """The oracle, for any engine: reads the whole board."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._kept = np.zeros(engine.shape, np.uint8)

    def keep(self) -> None:
        """See :class:`ActivityProbe`."""
        self._kept = self.engine.read_all()

    def count(self) -> TileCounts:
        """See :class:`ActivityProbe`."""
        cells = self.engine.read_all()
        return TileCounts(self._summed(cells > 0), self._summed(cells != self._kept))

    def kept(self) -> Cells:
        """See :class:`ActivityProbe`."""
        return self._kept.copy()

    def _summed(self, truth: NDArray[np.bool_]) -> NDArray[np.int64]:
        starts = (np.arange(0, side, self.tile) for side in self.engine.shape)
        down, across = starts
        sums: NDArray[np.int64] = np.add.reduceat(
            np.add.reduceat(truth, across, axis=1, dtype=np.int64), down, axis=0, dtype=np.int64
        )
        return sums


def tile_side(shape: tuple[int, int]) -> int:
    """Cells along a tile's side on a board of ``shape``: the least power of two with no more than MAX_TILES a side."""
    side = MIN_TILE
    while max(shape) > side * MAX_TILES:
        side *= 2
    return side


def tile_numbers(shape: tuple[int, int]) -> tuple[int, int]:
    """Tiles (down, across) of a board of ``shape``."""
    side = tile_side(shape)
    return -(-shape[0] // side), -(-shape[1] // side)


def tile_cells(shape: tuple[int, int]) -> NDArray[np.int64]:
    """How many cells each tile has: shape (tiles down, tiles across), int64."""
    side = tile_side(shape)
    down, across = (np.minimum(side, length - np.arange(0, length, side)) for length in shape)
    cells: NDArray[np.int64] = np.multiply.outer(down, across).astype(np.int64)
    return cells

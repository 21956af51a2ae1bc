"""Measures where a board is active: counts live and changed cells in each of up to 64 x 64 tiles.

A probe keeps a copy of the board in the same memory as the board, and later compares the board with the copy there. Art
mode uses the counts to find out whether anything still changes, and to point its camera at active places.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.rules import Cells

MAX_TILES = 64
"""The largest number of tiles along a side of the board."""
MIN_TILE = 4
"""The smallest number of cells along a tile's side."""

_Engine = TypeVar("_Engine", bound=Engine)


@dataclass(frozen=True, slots=True, eq=False)
class TileCounts:
    """The counts of every tile.

    Attributes:
        live: the number of cells not in state 0 in each tile: shape (tiles down, tiles across), int64.
        changed: the number of cells in each tile whose state differs from that in the probe's copy of the board; same
            shape and type.
    """

    live: NDArray[np.int64]
    changed: NDArray[np.int64]


class ActivityProbe(ABC, Generic[_Engine]):
    """Compares an engine's board with an earlier copy of it, tile by tile.

    Args:
        engine: the engine with the board; the probe neither steps nor closes it.

    Attributes:
        engine: the engine with the board.
        tile: cells along a tile's side, a power of two; the last tiles of a row or column may be smaller.
        tiles: the number of tiles down and across.
    """

    def __init__(self, engine: _Engine) -> None:
        self.engine = engine
        self.tile = tile_side(engine.shape)
        self.tiles = tile_numbers(engine.shape)

    @abstractmethod
    def remember(self) -> None:
        """Copy the board as it is now."""

    @abstractmethod
    def count(self) -> TileCounts:
        """Count live cells, and cells that have changed since the last :meth:`remember`."""

    @abstractmethod
    def remembered(self) -> Cells:
        """Return the board as of the last :meth:`remember`: state codes, shape of the board, uint8."""

    def close(self) -> None:
        """Release the probe's copy of the board."""


class NumpyProbe(ActivityProbe[Engine]):
    """The reference probe, which works with any engine: it reads the engine's whole board into main memory."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._copy = np.zeros(engine.shape, np.uint8)

    def remember(self) -> None:
        """Copy the board as it is now."""
        self._copy = self.engine.read_all()

    def count(self) -> TileCounts:
        """Count live cells, and cells that have changed since the last :meth:`remember`."""
        cells = self.engine.read_all()
        return TileCounts(self._sum_tiles(cells > 0), self._sum_tiles(cells != self._copy))

    def remembered(self) -> Cells:
        """Return the board as of the last :meth:`remember`: state codes, shape of the board, uint8."""
        return self._copy.copy()

    def _sum_tiles(self, is_counted: NDArray[np.bool_]) -> NDArray[np.int64]:
        down, across = (np.arange(0, side, self.tile) for side in self.engine.shape)
        return np.add.reduceat(
            np.add.reduceat(is_counted, across, axis=1, dtype=np.int64), down, axis=0, dtype=np.int64
        )


def tile_side(shape: tuple[int, int]) -> int:
    """Return the side of a tile in cells.

    It is the smallest power of two, at least MIN_TILE, for which the board has at most MAX_TILES tiles in each
    direction.
    """
    side = MIN_TILE
    while max(shape) > side * MAX_TILES:
        side *= 2
    return side


def tile_numbers(shape: tuple[int, int]) -> tuple[int, int]:
    """Return how many tiles a board of ``shape`` has, (down, across)."""
    side = tile_side(shape)
    return -(-shape[0] // side), -(-shape[1] // side)


def tile_cells(shape: tuple[int, int]) -> NDArray[np.int64]:
    """Return the number of cells of each tile: shape (tiles down, tiles across), int64."""
    side = tile_side(shape)
    down, across = (np.minimum(side, length - np.arange(0, length, side)) for length in shape)
    return np.multiply.outer(down, across).astype(np.int64)

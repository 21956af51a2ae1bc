"""What both engines on a graphics card share: the device, and a board that is a stack of bands of rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.cells.gl_bands import Band
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.patterns.pattern import Cells
from gpulife.rules import Rule

STRIP_CELLS = 1 << 24
"""Cells that are unpacked at a time."""


_BandT = TypeVar("_BandT", Band, PlanesBand)


class BandedEngine(Engine, Generic[_BandT]):
    """An engine that works in an OpenGL context.

    Args:
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        device: the context to work in; a stand-alone one of its own by default.
        most_rows: of one band, for those who want several on a small board.

    Attributes:
        device: the context.
        owns_device: whether it is closed with the engine.
        bands: the board, the upper ones first.
    """

    bands: list[_BandT]
    cells_a_word: ClassVar[int]
    """Cells that lie in what is read and written at least."""

    def __init__(
        self,
        rule: Rule,
        shape: tuple[int, int],
        device: GLDevice | None = None,
        most_rows: int | None = None,
    ) -> None:
        self.owns_device = device is None
        self.device = device or open_device()
        try:
            self._require(rule, shape)
            super().__init__(rule, shape)
            self.renderer = self.device.renderer
            with self.device.current():
                self.bands = self._allocate(most_rows)
        except BaseException:
            if self.owns_device:
                self.device.close()
            raise

    def finish(self) -> None:
        """Wait for the GPU."""
        with self.device.current():
            self.device.context.finish()

    def close(self) -> None:
        """Release the board, and the context if the engine opened it."""
        with self.device.current():
            self.device.bind_home()
            for band in self.bands:
                band.release()
            self._release()
        self.bands.clear()
        if self.owns_device:
            self.device.close()

    def _memory_available(self) -> int:
        return self.device.free_memory()

    def _census(self) -> NDArray[np.int64]:
        with self.device.current():
            total: NDArray[np.int64] = np.stack([self._count(band) for band in self.bands]).sum(axis=0)
        return total

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        cells = np.empty((height, width), np.uint8)
        word, skip = divmod(column, self.cells_a_word)
        words = -(-(skip + width) // self.cells_a_word)
        with self.device.current():
            for band, start, stop, done in self._parts(row, height, width):
                packed = band.read(start, word, stop - start, words)
                cells[done : done + stop - start] = band.unpack(packed, skip, width)
        return cells

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        word, skip = divmod(column, self.cells_a_word)
        words = -(-(skip + width) // self.cells_a_word)
        is_whole = skip == 0 and (width % self.cells_a_word == 0 or column + width == self.shape[1])
        with self.device.current():
            for band, start, stop, done in self._parts(row, height, width):
                there = None if is_whole else band.read(start, word, stop - start, words)
                band.write(start, word, band.pack(cells[done : done + stop - start], skip, there))
            self.device.require_no_error("painting")

    def _parts(self, row: int, height: int, width: int) -> Iterator[tuple[_BandT, int, int, int]]:
        """The rows ``row`` to ``row + height`` in pieces that are not too large to unpack, downwards.

        Each is (band, first row in it, row after the last in it, rows before it).
        """
        most = max(1, STRIP_CELLS // max(1, width))
        for band in self.bands:
            first, end = max(row - band.start, 0), min(row + height - band.start, band.rows)
            yield from ((band, at, min(at + most, end), band.start + at - row) for at in range(first, end, most))

    def _require(self, rule: Rule, shape: tuple[int, int]) -> None:
        """Raise EngineError for a rule, or a driver, that the engine cannot work with."""

    @abstractmethod
    def _allocate(self, most_rows: int | None) -> list[_BandT]:
        """Make a board of dead cells and what else the engine has in the context, which is current."""

    @abstractmethod
    def _release(self) -> None:
        """Release what it has besides the bands."""

    @abstractmethod
    def _count(self, band: _BandT) -> NDArray[np.int64]:
        """Cells of a band in each of the states 1 to ``rule.species``: shape (species,), int64."""

"""The base class of OpenGL engines: a device, and a board that is a stack of bands of rows."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand
from gpulife.engines.cells.gl_bands import Band
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.rules import Cells, Rule

STRIP_CELLS = 1 << 24
"""Limit on the number of cells that are unpacked at once."""


_BandT = TypeVar("_BandT", Band, PlanesBand, FragmentBand)


class BandedEngine(Engine, Generic[_BandT]):
    """An engine that keeps its board in OpenGL memory, cut into bands of rows.

    Args:
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        device: the device to use; by default the engine opens a stand-alone device.
        max_rows: limit on a band's rows; tests use it to get several bands on a small board.

    Attributes:
        device: the device with the OpenGL context.
        owns_device: True if closing the engine closes the device.
        bands: the bands of the board, from the top.
    """

    bands: list[_BandT]
    cells_per_word: ClassVar[int]
    """The number of cells in the smallest unit that can be read and written."""

    def __init__(
        self,
        rule: Rule,
        shape: tuple[int, int],
        device: GLDevice | None = None,
        max_rows: int | None = None,
    ) -> None:
        self.owns_device: bool = device is None
        self.device: GLDevice = device or open_device()
        try:
            self._require(rule, shape)
            super().__init__(rule, shape)
            self.renderer = self.device.renderer
            with self.device.current():
                self.bands = self._allocate(max_rows)
        except BaseException:
            if self.owns_device:
                self.device.close()
            raise

    def finish(self) -> None:
        """Wait until the GPU has computed all queued generations."""
        with self.device.current():
            self.device.context.finish()

    def close(self) -> None:
        """Release the board; also close the device if the engine owns it."""
        with self.device.current():
            self.device.bind_permanent_framebuffer()
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
        word, skip = divmod(column, self.cells_per_word)
        words = -(-(skip + width) // self.cells_per_word)
        with self.device.current():
            for band, start, stop, done in self._parts(row, height, width):
                packed = band.read(start, word, stop - start, words)
                cells[done : done + stop - start] = band.unpack(packed, skip, width)
        return cells

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        word, skip = divmod(column, self.cells_per_word)
        words = -(-(skip + width) // self.cells_per_word)
        is_whole = skip == 0 and (width % self.cells_per_word == 0 or column + width == self.shape[1])
        with self.device.current():
            for band, start, stop, done in self._parts(row, height, width):
                background = None if is_whole else band.read(start, word, stop - start, words)
                packed = band.pack(cells[done : done + stop - start], skip, background)
                band.write(start, word, packed)
                self._wrote(band, start, word, packed)
            self.device.require_no_error("painting")

    def _wrote(self, band: _BandT, row: int, word: int, words: NDArray[Any]) -> None:
        """Called after packed cells have been written to a band; engines whose tiles sleep wake the tiles there.

        ``words`` are the packed cells. Their upper left corner is at (row, word) of the band.
        """

    def _parts(self, row: int, height: int, width: int) -> Iterator[tuple[_BandT, int, int, int]]:
        """Cut the board's rows ``row`` to ``row + height`` into pieces small enough to unpack, from the top.

        Yields (band, first row in the band, row after the last in the band, number of rows in earlier pieces).
        """
        max_rows = max(1, STRIP_CELLS // max(1, width))
        for band in self.bands:
            first, end = max(row - band.start, 0), min(row + height - band.start, band.rows)
            yield from (
                (band, at, min(at + max_rows, end), band.start + at - row) for at in range(first, end, max_rows)
            )

    def _require(self, rule: Rule, shape: tuple[int, int]) -> None:
        """Raise EngineError if the engine does not support the rule, or does not run with the driver."""

    @abstractmethod
    def _allocate(self, max_rows: int | None) -> list[_BandT]:
        """Allocate the bands of an empty board, and the engine's other resources; the context is current.

        ``max_rows`` is the limit on a band's rows; None for no limit of the caller.
        """

    @abstractmethod
    def _release(self) -> None:
        """Release the engine's resources other than its bands."""

    @abstractmethod
    def _count(self, band: _BandT) -> NDArray[np.int64]:
        """Return the number of a band's cells in each state other than 0: shape (live_states,), int64."""

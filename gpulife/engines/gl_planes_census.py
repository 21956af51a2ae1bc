"""Counts the cells of a board of bit planes where they are; one number a plane and few thousand cells comes back."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_pass import ComputePass
from gpulife.engines.gl_planes_bands import PlanesBand
from gpulife.engines.planes_layout import CELLS_A_WORD, HALO, Layout

_ROWS = 64  # as in planes_census.comp
_WORDS = 32  # of a workgroup, likewise
_SUMS = 4  # of a workgroup, likewise


class PlanesCensus:
    """The program and the buffer of a census, kept from one to the next."""

    def __init__(self, device: GLDevice, layout: Layout, species: int) -> None:
        self._context = device.context
        self._layout = layout
        self._species = species
        self._pass = ComputePass(device.compute("planes_census.comp", {"PLANES": layout.planes}))
        self._counts: moderngl.Buffer | None = None

    def count(self, band: PlanesBand) -> NDArray[np.int64]:
        """Cells of a band in each of the states 1 to ``species``: shape (species,), int64."""
        layout = self._layout
        across, down = -(-layout.words // _WORDS), -(-band.rows // _ROWS)
        size = across * down * _SUMS * 4
        if self._counts is None or self._counts.size < size:
            self.release()
            self._counts = self._context.buffer(reserve=size)
        last = layout.columns - (layout.words - 1) * CELLS_A_WORD
        self._pass.set(halo=HALO, rows=band.rows, words=layout.words, stride=layout.stride, last_mask=(1 << last) - 1)
        band.buffer.bind_to_storage_buffer(0)
        self._counts.bind_to_storage_buffer(1)
        self._pass.run(across, down)
        self._context.memory_barrier()
        sums = np.frombuffer(self._counts.read(size), np.uint32).reshape(-1, _SUMS).sum(axis=0, dtype=np.int64)
        live, high, low, both = sums
        states = live - high - low + both, low - both, high - both, both
        # The second of two planes is in the place of the higher bit.
        return np.array(states if layout.planes > 2 else states[::2])[: self._species]

    def release(self) -> None:
        """Give the buffer back."""
        if self._counts is not None:
            self._counts.release()
            self._counts = None

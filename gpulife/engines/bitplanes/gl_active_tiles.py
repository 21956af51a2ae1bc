"""Keeps lists of the active tiles of a board of bit planes, so that passes leave out those where nothing happens.

A tile is what one invocation computes. After two passes of equal length each buffer holds the generation before the
other's, so that a pass can compare what it writes with what was there: the tile two passes ago. Where a tile and its
surroundings, as far as a pass looks, are the same, the next pass would only write what the other buffer already holds:
the tile sleeps, as everything does whose period divides two passes, until something comes near. Nothing is assumed
about patterns; painting wakes all tiles.

Method: the changed flags and work lists of sparse grids, for instance in T. Rokicki's notes on QuickLife, with two
passes instead of two generations.
"""

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.layout import HALO, Layout
from gpulife.engines.bitplanes.pass_source import LIST_HEADER, MAX_GROUPS_ACROSS, WHERE
from gpulife.engines.bitplanes.resting_tiles import TILE_ROWS, has_whole_tiles
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass

_ALL_PARTS = (1 << len(WHERE)) - 1
_THREADS = 8  # of a workgroup, as in planes_active_tiles.comp


def can_sleep(layout: Layout, bands: Sequence[PlanesBand]) -> bool:
    """Tell whether tiles of a board can sleep.

    All bands but the last must consist of whole tiles, and there must be at least two tiles each way. Bands must not
    share a spare buffer, since it has to hold the generation before, and the board must not be small.
    """
    if len(bands) > 1 and bands[0].spare is bands[1].spare:
        return False
    rows = [band.rows for band in bands]
    return sum(rows) > TILE_ROWS and layout.invocations > 1 and has_whole_tiles(rows, layout.columns)


class ActiveTiles:
    """Which parts of the tiles changed, and the lists of the tiles that are active.

    Args:
        device: the device, whose context is current whenever this is used.
        layout: the layout of the board.
        bands: the bands of the board, for which :func:`can_sleep` is true.
        wrap: whether the board is a torus.
        across: invocations in a workgroup of the passes over lists.
        is_strip: whether the board is a strip of a larger one: then a row of tiles above it and one below stand for
            what others compute there, and rows do not wrap.
    """

    def __init__(
        self,
        device: GLDevice,
        layout: Layout,
        bands: Sequence[PlanesBand],
        across: int,
        *,
        wrap: bool,
        is_strip: bool = False,
    ) -> None:
        self._context = device.context
        self._layout = layout
        self._rows = [-(-band.rows // TILE_ROWS) for band in bands]
        self._tiles = sum(self._rows) * layout.invocations
        self._beyond = int(is_strip)  # rows of tiles above and below
        self._changes = device.context.buffer(reserve=4 * (self._tiles + 2 * self._beyond * layout.invocations))
        self._changes.clear()
        self._marked = [False, False]  # above and below
        self._lists = [
            device.context.buffer(reserve=4 * (LIST_HEADER + rows * layout.invocations)) for rows in self._rows
        ]
        for each in self._lists:
            each.clear()  # some are counted before they are made
        self._pass = ComputePass(
            device.compute("planes_active_tiles.comp", {"ACROSS": across, "MAX_ACROSS": MAX_GROUPS_ACROSS})
        )
        last_row = bands[-1].rows - (self._rows[-1] - 1) * TILE_ROWS
        last_column = layout.columns - (layout.invocations - 1) * layout.own_words * 32
        self._pass.set(
            groups=layout.invocations,
            tile_rows=sum(self._rows),
            wrap=wrap,
            outside=self._beyond,
            short_row=last_row < HALO,
            short_column=last_column < HALO,
        )

    def first_tile(self, band: int) -> int:
        """Return the number of a band's first tile among those of the board."""
        return (self._beyond + sum(self._rows[:band])) * self._layout.invocations

    def bind(self, band: int) -> moderngl.Buffer:
        """Bind the buffers of passes over a band, and return its list for an indirect dispatch."""
        self._changes.bind_to_storage_buffer(2)
        self._lists[band].bind_to_storage_buffer(3)
        return self._lists[band]

    def mark_beyond(self, above: NDArray[np.bool_], below: NDArray[np.bool_]) -> None:
        """Note in which columns of tiles something changed above the strip, and below; shape (columns of tiles,)."""
        for number, (changed, row) in enumerate(((above, 0), (below, self._beyond + sum(self._rows)))):
            any_changed = bool(changed.any())
            if any_changed or self._marked[number]:
                parts = np.where(changed, np.uint32(_ALL_PARTS), np.uint32(0))
                self._changes.write(parts, offset=4 * row * self._layout.invocations)
            self._marked[number] = any_changed

    def list_active(self, bands: Sequence[int]) -> None:
        """Make new lists of the active tiles of these bands, from what the last pass changed."""
        for number in bands:
            self._lists[number].write(np.array((0, 1, 1, 0), np.uint32))
            self.bind(number)
            self._pass.set(first_row=sum(self._rows[:number]))
            self._pass.run(-(-self._layout.invocations // _THREADS), self._rows[number])
        self._context.memory_barrier()

    def active_share(self) -> float:
        """Return the active tiles' share of all tiles; waits for the GPU."""
        counts = [int(np.frombuffer(buffer.read(LIST_HEADER * 4), np.uint32)[3]) for buffer in self._lists]
        return sum(counts) / self._tiles

    def release(self) -> None:
        """Release the buffers."""
        for buffer in (self._changes, *self._lists):
            buffer.release()

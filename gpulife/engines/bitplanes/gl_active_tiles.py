"""Lets the tiles of a board of bit planes sleep where nothing happens, and keeps lists of those that are awake.

A tile is what one invocation owns. After two passes of one length each buffer holds the generation that the other
comes from, so that a pass can compare what it writes with what lay there: the tile two passes ago. Where that is the
same in a tile and as far around it as a pass sees, the next pass would write what lies in the other buffer already: the
tile is left out, with everything whose period divides two passes, until something comes near. Nothing is assumed about
patterns; painting wakes everything up.

Method: the changed flags and work lists of sparse grids, for instance in T. Rokicki's notes on QuickLife, with two
passes instead of two generations.
"""

from __future__ import annotations

from collections.abc import Sequence

import moderngl
import numpy as np

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.layout import HALO, Layout
from gpulife.engines.bitplanes.pass_source import LIST_HEADER, MAX_GROUPS_ACROSS
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass

TILE_ROWS = 32
"""Rows of a tile: few, so that little stays awake beside what moves; twice as many as a pass sees far."""
WORTH_SLEEPING = 1 << 20
"""Cells of a board from which on it is looked at what sleeps: smaller ones are done before that has paid."""
_THREADS = 8  # of a workgroup, as in planes_active_tiles.comp


def can_sleep(layout: Layout, bands: Sequence[PlanesBand]) -> bool:
    """Whether tiles fit a board: bands but the last must hold whole ones, and there must be two of them each way.

    Nor must bands share a spare buffer, which is to hold what was before, nor the board be small.
    """
    if len(bands) > 1 and bands[0].spare is bands[1].spare:
        return False
    if sum(band.rows for band in bands) * layout.columns < WORTH_SLEEPING:
        return False
    rows = sum(-(-band.rows // TILE_ROWS) for band in bands)
    return rows > 1 and layout.groups > 1 and all(band.rows % TILE_ROWS == 0 for band in bands[:-1])


class PlanesSleep:
    """What changed where, and lists of the tiles that are awake.

    Args:
        device: whose context is current whenever this is used.
        layout: of the board.
        bands: of the board; they :func:`can_sleep`.
        wrap: whether the board is a torus.
        across: invocations of a workgroup of the listed passes.
    """

    def __init__(
        self, device: GLDevice, layout: Layout, bands: Sequence[PlanesBand], across: int, *, wrap: bool
    ) -> None:
        self._context = device.context
        self._layout = layout
        self._rows = [-(-band.rows // TILE_ROWS) for band in bands]
        self._total = sum(self._rows)
        self._changes = device.context.buffer(reserve=4 * self.tiles)
        self._lists = [device.context.buffer(reserve=4 * (LIST_HEADER + rows * layout.groups)) for rows in self._rows]
        self._pass = ComputePass(
            device.compute("planes_active_tiles.comp", {"ACROSS": across, "MAX_ACROSS": MAX_GROUPS_ACROSS})
        )
        last_row = bands[-1].rows - (self._rows[-1] - 1) * TILE_ROWS
        last_column = layout.columns - (layout.groups - 1) * layout.own_words * 32
        self._pass.set(
            groups=layout.groups,
            tile_rows=self._total,
            wrap=wrap,
            short_row=last_row < HALO,
            short_column=last_column < HALO,
        )

    @property
    def tiles(self) -> int:
        """Of the board."""
        return self._total * self._layout.groups

    def first_tile(self, band: int) -> int:
        """The number of a band's first tile among those of the board."""
        return sum(self._rows[:band]) * self._layout.groups

    def bind(self, band: int) -> moderngl.Buffer:
        """Bind what passes over a band read and write, and give its list, for an indirect dispatch."""
        self._changes.bind_to_storage_buffer(2)
        self._lists[band].bind_to_storage_buffer(3)
        return self._lists[band]

    def bind_changes(self) -> None:
        """Bind them alone."""
        self._changes.bind_to_storage_buffer(2)

    def list_awake(self) -> None:
        """Make the lists anew, out of what the last pass changed."""
        first = 0
        for number, rows in enumerate(self._rows):
            self._lists[number].write(np.array((0, 1, 1, 0), np.uint32))
            self.bind(number)
            self._pass.set(first_row=first)
            self._pass.run(-(-self._layout.groups // _THREADS), rows)
            first += rows
        self._context.memory_barrier()

    def share_awake(self) -> float:
        """The part of the tiles that the lists hold; waits for the GPU."""
        counts = [int(np.frombuffer(each.read(LIST_HEADER * 4), np.uint32)[3]) for each in self._lists]
        return sum(counts) / self.tiles

    def release(self) -> None:
        """Give the buffers back."""
        for buffer in (self._changes, *self._lists):
            buffer.release()

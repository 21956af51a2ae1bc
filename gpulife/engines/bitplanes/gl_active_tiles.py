"""Keeps lists of the active tiles of a board of bit planes, so that passes skip tiles where nothing happens.

A tile is the area that one invocation computes. A tile sleeps (is skipped) while it and its surroundings are dead, or
are the same as two passes before. The method is that of T. Rokicki's QuickLife, with passes in place of generations.
"""

# There are two reasons to skip a tile:
#
# * The tile and its surroundings, as far as a pass reads, are dead in both buffers, and the rule has no births without
#   live neighbours. This holds from generation 0 on, for all rules and pass lengths: a board starts asleep.
# * After two passes of equal length, one buffer holds the current generation, and the other the generation one pass
#   earlier. The next pass overwrites the latter, so it can compare its output with the tile of two passes ago. If a
#   tile and its surroundings are unchanged, the following pass would write only what its target already holds. So the
#   tile sleeps until something changes near it. Still lifes therefore sleep, and so do all oscillators whose period
#   divides the generations of two passes.
#
# Painted cells count as changed for two passes: in the first pass their neighbours see them, and the second pass
# overwrites the buffer into which they were painted.
#
# Each tile has flags that record its changes, and passes work from lists of tiles. Each list is made from the previous
# one, since active tiles are near tiles that were active before. So the other tiles cost nothing.

from collections.abc import Sequence
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.layout import HALO, Layout, Words
from gpulife.engines.bitplanes.pass_frame import COMPUTED, LIFE, LIST_HEADER, MAX_GROUPS_ACROSS, WHERE
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass

TILE_ROWS = 32
"""Rows of cells in a tile.

A tile has few rows, so that little is computed around a change, but as many as a pass reads above and below it.
"""
MIN_SLEEPING_CELLS = 1 << 20
"""Number of cells of the smallest board whose tiles can sleep.

On smaller boards, finding tiles that can sleep costs more than it saves.
"""


def has_whole_tiles(band_rows: Sequence[int], columns: int) -> bool:
    """Return True if a board is large enough for tiles to sleep, and all its bands but the last consist of whole tiles.

    ``band_rows`` has the number of rows of each band.
    """
    return sum(band_rows) * columns >= MIN_SLEEPING_CELLS and all(rows % TILE_ROWS == 0 for rows in band_rows[:-1])


_ALL_PARTS = (1 << len(WHERE)) - 1
_ANY_LIFE = LIFE[0] | LIFE[1]
_SEEN_TILES = 2
"""Tiles at most this many tiles away from a change are computed.

A distance of 1 would not be enough, since the last tiles may be smaller than the reach of a pass.
"""
TILES_EACH = 32
"""Number of tiles that one invocation checks when a new list is made."""
_MAX_PAINTED_TILES, _MAX_PAINTED = 4096, 64
"""Limits on the number of tiles in a painted rectangle and on the number of painted rectangles.

If a limit is exceeded, all tiles with life are computed for two passes.
"""


def can_sleep(layout: Layout, bands: Sequence[PlanesBand]) -> bool:
    """Return True if the tiles of a board can sleep (be skipped while nothing changes in them).

    The board must be large, with at least two rows and two columns of tiles. All bands but the last must consist of
    whole tiles. Each band must have its own spare buffer, which holds the previous generation.
    """
    if len(bands) > 1 and bands[0].spare is bands[1].spare:
        return False
    rows = [band.rows for band in bands]
    return sum(rows) > TILE_ROWS and layout.invocations > 1 and has_whole_tiles(rows, layout.columns)


@dataclass(slots=True)
class _Painted:
    """A painted rectangle, measured in tiles; the next ``passes`` passes must compute all of it."""

    top: int
    left: int
    height: int
    width: int
    passes: int = 2


class ActiveTiles:
    """The state of a board's tiles, and the lists of its active tiles; shared by all rules that step the board.

    Args:
        device: the device; its context must be current in every call.
        layout: the layout of the board.
        bands: the bands of the board, dead in both buffers; :func:`can_sleep` must be true.
        wrap: True if the board is a torus.
        across: the number of invocations in a workgroup of a pass over listed tiles.
        is_strip: True if the board is a strip of a larger one. An extra row of tiles above and one below then represent
            the neighbouring strips, and rows do not wrap.

    Attributes:
        knows_life: True if it is known which tiles are completely dead in both buffers, so that they may sleep.
        wakes: how many times all tiles with life have been woken. After it has grown, the next pass of each rule
            computes all of them.
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
        self._device, self._layout, self._bands = device, layout, bands
        self._across, self._wrap = across, wrap
        self._rows = [-(-band.rows // TILE_ROWS) for band in bands]
        self._first_rows = [sum(self._rows[:number]) for number in range(len(bands))]
        self._tiles = sum(self._rows) * layout.invocations
        self._beyond = int(is_strip)  # rows of tiles above and below
        self._changes = device.context.buffer(reserve=4 * (self._tiles + 2 * self._beyond * layout.invocations))
        self._changes.clear()
        self._marked = [False, False]  # above and below
        # Two lists for each band; each new list is made from the other one.
        self._lists = [[self._open_list(rows) for rows in self._rows] for _ in range(2)]
        self._has_lists = False  # True if the last pass computed only listed tiles
        self._side = 0  # index of the buffer with the present generation
        self._painted: list[_Painted] = []
        self._is_fresh = True  # nothing has been computed yet
        self._pass: ComputePass | None = None
        self.knows_life = True
        self.wakes = 0

    def _open_list(self, rows: int) -> moderngl.Buffer:
        buffer = self._device.context.buffer(reserve=4 * (LIST_HEADER + rows * self._layout.invocations))
        buffer.clear()  # some are counted before they are filled
        return buffer

    def first_tile(self, band: int) -> int:
        """Return the index of a band's first tile in the buffer with the flags of all tiles."""
        return (self._beyond + self._first_rows[band]) * self._layout.invocations

    def bind(self, band: int) -> moderngl.Buffer:
        """Bind the buffers that a pass over a band needs to record changes: the tiles' flags, and the band's list.

        Return the buffer with the list, which begins with the number of workgroups and then has the active tiles.
        """
        self._changes.bind_to_storage_buffer(2)
        self._lists[0][band].bind_to_storage_buffer(3)
        return self._lists[0][band]

    def life_bits(self) -> dict[str, int]:
        """Return the uniforms for a pass that records which tiles have live cells.

        They say how to change each tile's flags: which bit to set if the tile has live cells, which bits to keep, and
        which bits to set in every tile.
        """
        target, other = LIFE[1 - self._side], LIFE[self._side]
        return {"life": target, "kept_bits": other * self.knows_life, "set_bits": other * (not self.knows_life)}

    def end_pass(self, *, is_listed: bool) -> None:
        """Call this after queuing a pass that records changes. ``is_listed``: True if it computes only listed tiles."""
        self._side = 1 - self._side
        self._is_fresh = False
        self.knows_life = True
        self._has_lists = is_listed
        for each in self._painted:
            each.passes -= 1
        self._painted = [each for each in self._painted if each.passes > 0]

    def forget(self) -> None:
        """Forget the recorded changes. Call this just before or after a pass that does not record changes."""
        self._is_fresh = self.knows_life = False
        self._painted.clear()

    def paint(self, number: int, row: int, word: int, words: Words) -> None:
        """Record that ``words``, shape (rows, planes, words), were written to band ``number`` at (row, word)."""
        if not self.knows_life:
            return
        layout, own = self._layout, self._layout.own_words
        stop_row, stop_word = row + words.shape[0], word + words.shape[2]
        top, left, end, right = row // TILE_ROWS, word // own, -(-stop_row // TILE_ROWS), -(-stop_word // own)
        lines = np.bitwise_or.reduceat(
            self._bands[number].codes.alive(words), [max(0, line * TILE_ROWS - row) for line in range(top, end)], axis=0
        )
        lives = np.bitwise_or.reduceat(lines, [max(0, each * own - word) for each in range(left, right)], axis=1) > 0
        down, across = np.arange(top, end), np.arange(left, right)
        whole_rows = (down * TILE_ROWS >= row) & (
            np.minimum((down + 1) * TILE_ROWS, self._bands[number].rows) <= stop_row
        )
        whole_words = (across * own >= word) & (np.minimum((across + 1) * own, layout.words) <= stop_word)
        place = 4 * (self.first_tile(number) + top * layout.invocations)
        flags = np.frombuffer(self._changes.read((end - top) * layout.invocations * 4, offset=place), np.uint32)
        flags = flags.reshape(end - top, layout.invocations).copy()
        inside = flags[:, left:right]
        touched = lives | ((inside & _ANY_LIFE) > 0)
        if not touched.any():
            return
        here = np.uint32(LIFE[self._side])
        inside[np.logical_and.outer(whole_rows, whole_words)] &= ~here
        inside[lives] |= here
        inside[touched] |= np.uint32(COMPUTED)  # halos at the ends of lines must be filled
        self._changes.write(flags, offset=place)
        if self._is_fresh:
            return  # the first passes compute all tiles with life
        if touched.size > _MAX_PAINTED_TILES or len(self._painted) == _MAX_PAINTED:
            self._painted.clear()
            self.wakes += 1
            return
        rows, columns = (np.flatnonzero(touched.any(axis=axis)) for axis in (1, 0))
        self._painted.append(
            _Painted(
                *(self._first_rows[number] + top + int(rows[0]), left + int(columns[0])),
                *(int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1),
            )
        )

    def mark_beyond(self, above: NDArray[np.bool_], below: NDArray[np.bool_]) -> None:
        """Record where cells just beyond this strip have changed or are alive: ``above`` it and ``below`` it.

        Both arrays have one value for each column of tiles.
        """
        for number, (changed, row) in enumerate(((above, 0), (below, self._beyond + sum(self._rows)))):
            any_changed = bool(changed.any())
            if any_changed or self._marked[number]:
                parts = np.where(changed, np.uint32(_ALL_PARTS), np.uint32(0))
                self._changes.write(parts, offset=4 * row * self._layout.invocations)
            self._marked[number] = any_changed

    def list_active(self, *, by_life: bool) -> None:
        """Make the lists of active tiles for the next pass, from the lists of the last pass.

        Args:
            by_life: True to list the tiles with life and the tiles near them; False to list the tiles near those that
                the last pass has changed.
        """
        self._lists.reverse()
        own, groups = self._opened_pass(), self._layout.invocations
        total = sum(self._rows)
        for number in range(len(self._bands)):
            first, stop = self._first_rows[number], self._first_rows[number] + self._rows[number]
            self._lists[0][number].write(np.array((0, 1, 1, 0), np.uint32))
            self._bind_target(number)
            if by_life or not self._has_lists:
                low, high = first - _SEEN_TILES, stop + _SEEN_TILES
                if self._beyond or not self._wrap or high - low >= total:
                    low, high = max(low, 0), min(high, total)
                self._list_near(low, 0, high - low, groups, counts=_ANY_LIFE if by_life else 0)
            else:
                own.set(is_listed=True, counts=0, is_painted=False)
                for near in self._near(number):
                    own.set(source_row=self._first_rows[near])
                    self._lists[1][near].bind_to_storage_buffer(4)
                    own.run_indirect(self._lists[1][near])
            for each in self._painted:
                self._list_near(each.top, each.left, each.height, each.width, is_painted=True)
        self._device.context.memory_barrier()

    def list_beside(self, bands: Sequence[int]) -> None:
        """Where cells beyond the strip's edges have changed, add the tiles nearby to the lists of ``bands``.

        See :meth:`mark_beyond`.
        """
        if any(self._marked):
            for number in bands:
                self._bind_target(number)
                for is_marked, row in zip(self._marked, (-1, sum(self._rows)), strict=True):
                    if is_marked:
                        self._list_near(row, 0, 1, self._layout.invocations)
            self._device.context.memory_barrier()

    def _bind_target(self, number: int) -> None:
        """Bind the list of band ``number`` as the one that the listing pass writes."""
        first = self._first_rows[number]
        self.bind(number)
        self._lists[1][number].bind_to_storage_buffer(4)
        self._opened_pass().set(first_row=first, stop_row=first + self._rows[number])

    def _list_near(
        self, top: int, left: int, height: int, width: int, *, counts: int = 0, is_painted: bool = False
    ) -> None:
        """List all tiles near the changed tiles of a rectangle.

        Args:
            top: the rectangle's first row of tiles.
            left: the rectangle's first column of tiles.
            height: the number of rows of tiles in the rectangle.
            width: the number of columns of tiles in the rectangle.
            counts: a bit mask. A tile whose flags have any of these bits is treated as changed. 0 to use the recorded
                changes.
            is_painted: True to treat all tiles of the rectangle as changed.
        """
        own = self._opened_pass()
        own.set(is_listed=False, source_row=top, source_column=left, source_rows=height, source_columns=width)
        own.set(counts=counts, is_painted=is_painted)
        groups = -(-height * width // (self._across * TILES_EACH))
        own.run(min(groups, MAX_GROUPS_ACROSS), -(-groups // MAX_GROUPS_ACROSS))

    def _near(self, number: int) -> list[int]:
        """Return the numbers of the bands whose tiles can affect band ``number``, including ``number``."""
        total = sum(self._rows)
        low, high = self._first_rows[number] - _SEEN_TILES, self._first_rows[number] + self._rows[number] + _SEEN_TILES
        turns = (-total, 0, total) if self._wrap and not self._beyond else (0,)
        return [
            near
            for near, (first, rows) in enumerate(zip(self._first_rows, self._rows, strict=True))
            if any(first + turn < high and low < first + turn + rows for turn in turns)
        ]

    def _opened_pass(self) -> ComputePass:
        if self._pass is None:
            layout, bands = self._layout, self._bands
            parameters = {"ACROSS": self._across, "MAX_ACROSS": MAX_GROUPS_ACROSS, "TILES_EACH": TILES_EACH}
            self._pass = ComputePass(self._device.compute("planes_active_tiles.comp", parameters))
            last_row = bands[-1].rows - (self._rows[-1] - 1) * TILE_ROWS
            last_column = layout.columns - (layout.invocations - 1) * layout.own_words * 32
            self._pass.set(
                groups=layout.invocations,
                tile_rows=sum(self._rows),
                wrap=self._wrap,
                outside=self._beyond,
                short_row=last_row < HALO,
                short_column=last_column < HALO,
            )
        return self._pass

    def active_share(self) -> float:
        """Return the share of tiles that are active, 0 to 1. This waits for the GPU."""
        counts = [int(np.frombuffer(buffer.read(LIST_HEADER * 4), np.uint32)[3]) for buffer in self._lists[0]]
        return sum(counts) / self._tiles

    def life_share(self) -> float:
        """Return the share of tiles that have live cells, 0 to 1. This waits for the GPU."""
        flags = np.frombuffer(self._changes.read(), np.uint32)
        return np.count_nonzero(flags & _ANY_LIFE) / self._tiles

    def release(self) -> None:
        """Release the buffers."""
        for buffer in (self._changes, *self._lists[0], *self._lists[1]):
            buffer.release()

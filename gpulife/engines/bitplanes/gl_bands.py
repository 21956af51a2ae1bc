"""A board of bit planes as a stack of bands. Each band has a storage buffer, with copies of its neighbours' rows.

See :mod:`gpulife.engines.bitplanes.layout` for the layout of a buffer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.layout import (
    HALO,
    WORDS_PER_TEXEL,
    Copy,
    Layout,
    Words,
    cut_into_bands,
    halo_copies,
    word_mask,
)
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.ranks.halo_exchange import HaloExchange, Received, Rows
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Cells

MAX_BAND_BYTES = 1 << 30
MAX_BAND_ROWS = 1 << 20
"""Limit on a band's rows. One dispatch over all of them needs no more workgroups than drivers allow."""
_ROW_UNIT = 32
"""Where possible, the rows of a band are a multiple of this number. Then no tile spans two bands."""
MIN_BORDERS = 8
"""A board gets border bands only if it has at least this many times the rows of a border band."""
_MAX_WHOLE_BYTES = 1 << 20
"""Up to this many bytes, whole rows are read and written, even if only a few of their words are needed."""


@dataclass(slots=True)
class Spare:
    """The buffer into which a band's next generation is written. It is then swapped with the band's current buffer.

    Each band has its own spare buffer, or all bands share one. Sharing works because halos are copied before anything
    is computed: once a band has been computed, its old buffer is free for the next band.
    """

    buffer: moderngl.Buffer


@dataclass(slots=True)
class PlanesBand:
    """The rows ``start`` to ``start + rows`` of the board.

    Attributes:
        start: the board row of the band's row 0.
        rows: the number of rows, without the halos.
        codes: how states are stored in bit planes.
        layout: how words are arranged; row r begins at byte ``(HALO + r) * layout.row_bytes`` of a buffer.
        buffer: the current generation.
        spare: the buffer for the next generation.
        copies: the copies from other bands that fill this band's halos.
    """

    start: int
    rows: int
    codes: PlaneCodes
    layout: Layout
    buffer: moderngl.Buffer
    spare: Spare
    copies: tuple[Copy, ...]

    def release(self) -> None:
        """Release the buffers. Bands may share a spare buffer; releasing it several times does no harm."""
        self.buffer.release()
        self.spare.buffer.release()

    def swap(self) -> None:
        """Swap the buffers: the spare buffer, just written, becomes the current one."""
        self.buffer, self.spare.buffer = self.spare.buffer, self.buffer

    def read(self, row: int, word: int, height: int, width: int) -> Words:
        """Read a rectangle of this band, measured in rows and words: shape (height, planes, width), uint32."""
        layout, buffer = self.layout, self.buffer
        first = (HALO + row) * layout.row_bytes
        if height * layout.row_bytes <= max(_MAX_WHOLE_BYTES, 4 * height * layout.planes * width * 4):
            data = buffer.read(height * layout.row_bytes, offset=first)
            lines = np.frombuffer(data, np.uint32).reshape(height, layout.planes, layout.stride)
            return lines[:, :, 1 + word : 1 + word + width]
        words = np.empty((height, layout.planes, width), np.uint32)
        for line in range(height * layout.planes):
            data = buffer.read(width * 4, offset=first + (line * layout.stride + 1 + word) * 4)
            words[divmod(line, layout.planes)] = np.frombuffer(data, np.uint32)
        return words

    def write(self, row: int, word: int, words: Words) -> None:
        """Write ``words``, shape (height, planes, width), to the rectangle that begins at (row, word)."""
        layout, buffer = self.layout, self.buffer
        height, planes, width = words.shape
        first = (HALO + row) * layout.row_bytes
        if height * layout.row_bytes <= max(_MAX_WHOLE_BYTES, 2 * words.nbytes):
            if width == layout.words:
                lines = np.zeros((height, planes, layout.stride), np.uint32)
            else:
                data = buffer.read(height * layout.row_bytes, offset=first)
                lines = np.frombuffer(data, np.uint32).reshape(height, planes, layout.stride).copy()
            lines[:, :, 1 + word : 1 + word + width] = words
            buffer.write(lines, offset=first)
            return
        for line in range(height * planes):
            offset = first + (line * layout.stride + 1 + word) * 4
            buffer.write(np.ascontiguousarray(words[divmod(line, planes)]), offset=offset)

    def pack(self, cells: Cells, skip: int, background: Words | None) -> Words:
        """Convert cells to whole words. The first cell of a row becomes cell ``skip`` of the row's first word.

        The other cells of these words are taken from ``background``, or are dead if it is None.
        """
        packed = self.codes.pack(cells, skip)
        return packed if background is None else packed | (background & ~word_mask(skip, cells.shape[1]))

    def unpack(self, words: Words, skip: int, width: int) -> Cells:
        """Convert words back to cells: return ``width`` cells of each row, without the first ``skip`` cells."""
        return self.codes.unpack(words, skip, width)


def open_plane_bands(
    device: GLDevice,
    codes: PlaneCodes,
    layout: Layout,
    rows: int,
    *,
    wrap: bool,
    lean: bool = False,
    max_rows: int | None = None,
    border_rows: int = 0,
) -> list[PlanesBand]:
    """Allocate the bands of an empty board; return them from the top.

    Args:
        device: the device; its context must be current.
        codes: how states are stored in planes.
        layout: the layout of the board's rows.
        rows: rows of the board.
        wrap: True if the board is a torus.
        lean: True if all bands share one spare buffer; bands then have fewer rows, and tiles cannot sleep.
        max_rows: limit on the rows of a band; by default as many as fit into a buffer.
        border_rows: the number of rows of a separate band at the top border, a multiple of 32; the band at the bottom
            border gets about as many rows. Border bands can be computed after all other bands. 0 for no border bands.
            Boards with few rows get none.

    Raises:
        BoardSizeError: a row is too long for a buffer, or memory runs out.
    """
    limit = min(device.max_storage_block, device.max_buffer_texels * 4, MAX_BAND_BYTES)
    fitting = min(MAX_BAND_ROWS, (limit - layout.band_bytes(0)) // layout.row_bytes)
    if fitting < 1:
        max_words = limit // (layout.band_bytes(1) // layout.stride) - layout.own_words - 1 - WORDS_PER_TEXEL
        raise BoardSizeError(
            f"{layout.columns} columns are too many for {device.renderer}: a board of bit planes may be "
            f"{max_words * 32} columns wide and any number of rows high"
        )
    max_rows = min(max_rows or fitting, fitting)
    if lean:
        max_rows = min(max_rows, lean_rows(rows))
    if max_rows > _ROW_UNIT:
        max_rows -= max_rows % _ROW_UNIT
    ranges = cut_into_bands(rows, max_rows)
    if border_rows and not lean and rows >= MIN_BORDERS * border_rows and max_rows >= border_rows:
        ranges = _with_borders(rows, max_rows, border_rows)
    made: list[moderngl.Buffer] = []

    def allocate(height: int) -> moderngl.Buffer:
        made.append(device.context.buffer(reserve=layout.band_bytes(height)))
        made[-1].clear()
        device.require_no_error("allocating buffers")
        return made[-1]

    device.clear_errors()
    try:
        shared = Spare(allocate(max_rows)) if lean else None
        return [
            PlanesBand(
                start,
                height,
                codes,
                layout,
                allocate(max_rows if lean else height),  # swapped buffers must have the same size
                shared or Spare(allocate(height)),
                tuple(halo_copies(ranges, number, wrap=wrap)),
            )
            for number, (start, height) in enumerate(ranges)
        ]
    except (moderngl.Error, EngineError) as error:
        for buffer in made:
            buffer.release()
        raise BoardSizeError(f"no memory for a board of {layout.columns}x{rows}: {error}") from error


def _with_borders(rows: int, max_rows: int, border_rows: int) -> list[tuple[int, int]]:
    """Divide ``rows`` rows into bands, with a border band at the top and another at the bottom.

    Return (start, rows) of each band. The top border band has ``border_rows`` rows, other bands at most ``max_rows``.
    All bands but the last consist of whole tiles.
    """
    inner = (rows - 2 * border_rows) // _ROW_UNIT * _ROW_UNIT
    return [
        (0, border_rows),
        *((border_rows + start, height) for start, height in cut_into_bands(inner, max_rows)),
        (border_rows + inner, rows - border_rows - inner),
    ]


def lean_rows(rows: int) -> int:
    """Return the number of rows of a band if all bands share a spare buffer: an eighth of ``rows``, at least 256."""
    return max(-(-rows // 8), 16 * HALO)


def bytes_needed(layout: Layout, rows: int, *, lean: bool) -> int:
    """Return the bytes of a board with its spare buffers and halos; if ``lean``, with a single spare buffer."""
    if not lean:
        return 2 * layout.band_bytes(rows)
    height = min(lean_rows(rows), rows)
    return (-(-rows // height) + 1) * layout.band_bytes(height)


# The rows above and below a strip of bit planes, which other ranks compute. They are exchanged while inner bands are
# computed; only bands that read past the strip's edges wait for them.


class Border:
    """Exchanges border rows with the neighbouring strips, which other processes compute.

    Args:
        open_exchange: opens the exchange; its argument is the number of bytes to send to each of the two strips.
        layout: the layout of rows, the same in all strips.
        bands: the bands of the strip.

    Attributes:
        exchange: sends rows to the neighbouring strips and receives theirs.
        inner: the numbers of the bands that can be computed during the exchange.
        outer: the numbers of the bands that read rows of the neighbouring strips.
    """

    def __init__(
        self, open_exchange: Callable[[int], HaloExchange], layout: Layout, bands: Sequence[PlanesBand]
    ) -> None:
        self._layout = layout
        self._bands = bands
        self._rows = bands[-1].start + bands[-1].rows
        self.exchange = open_exchange(HALO * layout.row_bytes)
        # Bands with a shared spare buffer change buffers with each other, so halos do not stay in place.
        self._keeps_halos = len(bands) == 1 or bands[0].spare is not bands[1].spare
        self.outer = [
            number
            for number, band in enumerate(bands)
            if band.start < HALO or band.start + band.rows > self._rows - HALO
        ]
        self.inner = [number for number in range(len(bands)) if number not in self.outer]

    @property
    def first_row(self) -> int:
        """The board row of the strip's first row."""
        return self.exchange.place.start

    @property
    def board_rows(self) -> int:
        """The number of rows of the board."""
        return self.exchange.place.board_rows

    def begin(self) -> None:
        """Start exchanging rows of the current generation.

        The halo words at the ends of lines must have been filled before.
        """
        self.exchange.begin(lambda: self._read(0), lambda: self._read(self._rows - HALO))

    def finish(self, *, by_life: bool = False) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Wait for the neighbours' rows and fill the halos with them.

        Returns:
            Two bool arrays, for the rows above and below the strip, with a value for each column of tiles. True means
            that the received rows differ from those received two exchanges earlier; with ``by_life``, that they have
            live cells.
        """
        above, below = self.exchange.finish()
        return self._take(above, -HALO, by_life=by_life), self._take(below, self._rows, by_life=by_life)

    def _take(self, received: Received | None, first: int, *, by_life: bool) -> NDArray[np.bool_]:
        """Copy a neighbour's rows to the bands' halos; return one of the arrays of :meth:`finish`.

        ``first`` is the number of the first received row, counted from the strip's top; negative above the strip.
        """
        layout = self._layout
        if received is None:
            return np.zeros(layout.invocations, np.bool_)
        if received.before is not None or not self._keeps_halos:
            for number in self.outer:
                band = self._bands[number]
                low, high = max(first, band.start - HALO), min(first + HALO, band.start + band.rows + HALO)
                if low < high:
                    part = received.rows[(low - first) * layout.row_bytes : (high - first) * layout.row_bytes]
                    band.buffer.write(part, offset=(HALO + low - band.start) * layout.row_bytes)
        rows = received.rows.view(np.uint32)
        if by_life:
            changed = (rows != 0).reshape(-1, layout.stride)
        elif received.before is None:
            return np.zeros(layout.invocations, np.bool_)
        else:
            changed = (rows != received.before.view(np.uint32)).reshape(-1, layout.stride)
        of_words = changed.any(axis=0)
        of_words[1] |= of_words[0]  # halo words at the ends of lines count for the adjacent tiles
        room = layout.invocations * layout.own_words
        of_words[room] |= of_words[room + 1]
        return np.asarray(of_words[1 : room + 1].reshape(layout.invocations, layout.own_words).any(axis=1))

    def _read(self, first: int) -> Rows:
        """Read HALO rows of the strip, beginning with row ``first``, as bytes to send."""
        return np.concatenate(list(self._parts(first)))

    def _parts(self, first: int) -> Iterator[Rows]:
        size = self._layout.row_bytes
        for band in self._bands:
            low, high = max(first, band.start), min(first + HALO, band.start + band.rows)
            if low < high:
                data = band.buffer.read((high - low) * size, offset=(HALO + low - band.start) * size)
                yield np.frombuffer(data, np.uint8)

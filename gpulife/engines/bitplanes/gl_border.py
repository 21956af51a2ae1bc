"""The rows above and below a strip of bit planes, which others compute: exchanged while inner bands are computed.

Only bands that look past the strip's edges wait for them; all others are computed meanwhile.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.layout import HALO, Layout
from gpulife.engines.ranks.halo_exchange import HaloExchange, Received, Rows


class Border:
    """The neighbours of a strip.

    Args:
        open_exchange: opens the exchange, given the bytes of the rows that each neighbour gets.
        layout: the layout of the strip's rows, and of the neighbours'.
        bands: the bands of the strip.

    Attributes:
        exchange: the exchange with the neighbours.
        inner: the numbers of the bands that can be computed while rows are exchanged.
        outer: the numbers of those that look past the strip.
    """

    def __init__(
        self, open_exchange: Callable[[int], HaloExchange], layout: Layout, bands: Sequence[PlanesBand]
    ) -> None:
        self._layout = layout
        self._bands = bands
        self._rows = bands[-1].start + bands[-1].rows
        self.exchange = open_exchange(HALO * layout.row_bytes)
        # Bands that share a spare buffer change buffers with each other, so that no halo stays where it was.
        self._keeps_halos = len(bands) == 1 or bands[0].spare is not bands[1].spare
        self.outer = [
            number
            for number, band in enumerate(bands)
            if band.start < HALO or band.start + band.rows > self._rows - HALO
        ]
        self.inner = [number for number in range(len(bands)) if number not in self.outer]

    @property
    def first_row(self) -> int:
        """The board's row that is the strip's first."""
        return self.exchange.place.start

    @property
    def board_rows(self) -> int:
        """The number of rows of the board."""
        return self.exchange.place.board_rows

    def begin(self) -> None:
        """Begin to exchange the rows of the present generation, whose ends of lines are filled."""
        self.exchange.begin(lambda: self._read(0), lambda: self._read(self._rows - HALO))

    def finish(self, *, by_life: bool = False) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Wait for the neighbours' rows and fill the halos with them.

        Returns:
            For the rows above and for those below: whether they differ from two exchanges ago in each column of tiles,
            or with ``by_life`` whether anything lives there; shape (invocations of a row,), bool.
        """
        above, below = self.exchange.finish()
        return self._take(above, -HALO, by_life=by_life), self._take(below, self._rows, by_life=by_life)

    def _take(self, received: Received | None, first: int, *, by_life: bool) -> NDArray[np.bool_]:
        """Write rows, which begin with row ``first`` of the strip, to the halos that show them."""
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
        of_words[1] |= of_words[0]  # the halo words at the ends of lines belong to the tiles beside them
        room = layout.invocations * layout.own_words
        of_words[room] |= of_words[room + 1]
        return np.asarray(of_words[1 : room + 1].reshape(layout.invocations, layout.own_words).any(axis=1))

    def _read(self, first: int) -> Rows:
        """Read HALO rows of the strip from row ``first`` on."""
        return np.concatenate(list(self._parts(first)))

    def _parts(self, first: int) -> Iterator[Rows]:
        size = self._layout.row_bytes
        for band in self._bands:
            low, high = max(first, band.start), min(first + HALO, band.start + band.rows)
            if low < high:
                data = band.buffer.read((high - low) * size, offset=(HALO + low - band.start) * size)
                yield np.frombuffer(data, np.uint8)

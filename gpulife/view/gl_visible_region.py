"""Finds the cells that a picture needs, and where they are in the board's textures.

Shaders see the board through a map: a texture, no larger than the window needs, in which a texel is a square of
``block`` x ``block`` cells. If the view wraps, the map may go on beyond the board's edges. A map is drawn in pieces.
Pieces end at the board's edge, at the border between two bands (ranges of rows that are stored apart), and at the wave,
the row where the new generation meets the previous one.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gpulife.engines.base import spans
from gpulife.engines.gl.gl_pass import Region
from gpulife.view.camera import Camera, Shape, WindowSize, cell_at

_STEP = 16
"""The first row and column of a map are multiples of this many texels."""
_FINEST = 0.7
"""Minimum width of a map's texel on screen, in pixels. A texel of several cells is less than twice this wide."""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """Position and size of a map on the board.

    Attributes:
        row: row of the map's first cell, a multiple of ``block``. If the view wraps, it may lie off the board.
        column: column of the map's first cell, also a multiple of ``block``.
        rows: height in cells. The last square may be incomplete.
        columns: width in cells. The last square may be incomplete.
        block: side, in cells, of the square that a texel shows: a power of 2.
    """

    row: int
    column: int
    rows: int
    columns: int
    block: int

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the map, in texels."""
        return -(-self.columns // self.block), -(-self.rows // self.block)

    def widened(self, shape: Shape, *, wrap: bool) -> "MapPlace":
        """Return this map, extended to a multiple of 16 texels, but not beyond the board's edges unless the view wraps.

        While the camera moves a little, the extended map stays the same.
        """
        step, lengths = _STEP * self.block, []
        for start, length, side in ((self.row, self.rows, shape[0]), (self.column, self.columns, shape[1])):
            stop = -(-(start + length) // step) * step
            lengths.append((stop if wrap else min(stop, side)) - start)
        return MapPlace(self.row, self.column, lengths[0], lengths[1], self.block)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a map that shows cells of only one band of the board.

    Attributes:
        band: the number of that band.
        past: True to show the previous generation. A new generation appears from the top of the board to the bottom,
            and has not reached this piece yet.
        shift: added to a cell's (column, row) in the map, this gives its (column, row) in the band.
        limits: (first column, first row, column after the last, row after the last) in the band.
        region: the texels of the map that the piece covers, some of them only in part.
    """

    band: int
    past: bool
    shift: tuple[int, int]
    limits: tuple[int, int, int, int]
    region: Region


def block_for(zoom: float) -> int:
    """Return the side, in cells, of the square that one texel of a map shows at ``zoom`` pixels per cell."""
    return 1 << max(0, math.ceil(math.log2(_FINEST / zoom)))


def place_map(camera: Camera, window: WindowSize, shape: Shape, *, wrap: bool, margin: int = 0) -> MapPlace | None:
    """Return the map of the cells that a window shows, and ``margin`` texels around them; None if no cell is visible.

    The map begins at a multiple of 16 texels, so that effects do not shimmer when the camera moves.
    """
    block = block_for(camera.zoom)
    low = cell_at(camera, window, 0, 0)
    high = cell_at(camera, window, *window)
    starts, counts = [], []
    for axis in range(2):
        start = math.floor(low[axis]) - margin * block
        stop = math.ceil(high[axis]) + margin * block + 1
        if not wrap:
            start, stop = max(start, 0), min(stop, shape[axis])
        if start >= stop:
            return None
        start = start // (_STEP * block) * _STEP * block
        starts.append(start)
        counts.append(stop - start)
    return MapPlace(starts[0], starts[1], counts[0], counts[1], block)


def pieces(
    place: MapPlace, shape: Shape, bands: Sequence[tuple[int, int]], *, wrap: bool, wave_row: int
) -> Iterator[Piece]:
    """Yield the pieces of a map.

    Args:
        place: the map.
        shape: (rows, columns) of the board.
        bands: (first row, number of rows) of each band of the board.
        wrap: True if the view shows the board repeatedly.
        wave_row: the row of the board that the wave has reached. From this row down, the previous generation is shown.
    """
    across = list(spans(place.column, place.columns, shape[1], wrap=wrap))
    for board_rows, map_rows in spans(place.row, place.rows, shape[0], wrap=wrap):
        for number, (band, rows) in enumerate(bands):
            cuts = [band, min(max(wave_row, band), band + rows), band + rows]
            for start, stop in pairwise(cuts):
                first, last = max(board_rows.start, start), min(board_rows.stop, stop)
                if first >= last:
                    continue
                top = map_rows.start + first - board_rows.start
                for board_columns, map_columns in across:
                    yield Piece(
                        number,
                        start >= wave_row,
                        (board_columns.start - map_columns.start, first - band - top),
                        (board_columns.start, first - band, board_columns.stop, last - band),
                        _texels(map_columns.start, top, map_columns.stop, top + last - first, place.block),
                    )


def _texels(left: int, top: int, right: int, bottom: int, block: int) -> Region:
    x, y = left // block, top // block
    return x, y, -(-right // block) - x, -(-bottom // block) - y

"""Finds the cells that a picture needs, and their places in the textures that hold the board.

Shaders see the board through a map: a texture in which a texel stands for a square of ``block`` x ``block`` cells, no
larger than the window needs. On a torus that is shown to wrap, the map goes on beyond the board's edges. A map is
drawn piece by piece: no piece crosses an edge of the board, a border between bands or the line of the wave.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gpulife.engines.base import spans
from gpulife.engines.gl.gl_pass import Region
from gpulife.view.camera import Camera, Shape, WindowSize, cell_at

_STEP = 16
"""Texels: maps begin at multiples of it."""
_FINEST = 0.7
"""The smallest width of a map's texel in pixels. It is less than twice as many, unless a texel is a single cell."""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """The place of a map on the board.

    Attributes:
        row: row of the map's first cell, a multiple of ``block``; it may lie off the board where that wraps.
        column: column of the map's first cell, a multiple of ``block`` too.
        rows: height in cells; the last square may not be a whole one.
        columns: width in cells; the last square may not be a whole one.
        block: cells along the side of a texel's square: a power of 2.
    """

    row: int
    column: int
    rows: int
    columns: int
    block: int

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in texels."""
        return -(-self.columns // self.block), -(-self.rows // self.block)

    def widened(self, shape: Shape, *, wrap: bool) -> "MapPlace":
        """Return the map that ends at a multiple of 16 texels, too, or at the edges of a board that does not wrap.

        It stays the same while a camera pans a little.
        """
        step, lengths = _STEP * self.block, []
        for start, length, side in ((self.row, self.rows, shape[0]), (self.column, self.columns, shape[1])):
            stop = -(-(start + length) // step) * step
            lengths.append((stop if wrap else min(stop, side)) - start)
        return MapPlace(self.row, self.column, lengths[0], lengths[1], self.block)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a map that lies in one band.

    Attributes:
        band: number of the band that its cells are in.
        past: whether to show the previous generation, since the wave has not arrived here yet.
        shift: (column, row) in the band less that in the map, in cells.
        limits: first column and row in the band, then the ones after the last, in cells.
        region: its texels on the map, covered wholly or in part.
    """

    band: int
    past: bool
    shift: tuple[int, int]
    limits: tuple[int, int, int, int]
    region: Region


def block_for(zoom: float) -> int:
    """Return the cells along the side of a texel's square, where a cell has ``zoom`` pixels."""
    return 1 << max(0, math.ceil(math.log2(_FINEST / zoom)))


def place_map(camera: Camera, window: WindowSize, shape: Shape, *, wrap: bool, margin: int = 0) -> MapPlace | None:
    """Return the map of what a window shows, with ``margin`` texels around it; None if no cell is in view.

    It begins at a multiple of 16 texels, so that effects computed from it do not shimmer when the camera pans.
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
    """Cut a map into pieces.

    Args:
        place: the map.
        shape: (rows, columns) of the board.
        bands: (first row, number of rows) of each band of the board.
        wrap: whether the board goes on beyond its edges.
        wave_row: rows from this one on are shown as they were a generation ago.
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

"""Finds the cells that a picture needs, and their positions in the board's textures.

Shaders see the board through a map: a texture in which a texel covers a square of ``block`` x ``block`` cells, no
larger than the window needs. If a torus is shown wrapping, the map continues beyond the board's edges. A map is drawn
piece by piece: no piece crosses an edge of the board, a border between bands or the line of the wave.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gpulife.engines.base import spans
from gpulife.engines.gl.gl_pass import Region
from gpulife.view.camera import Camera, Shape, WindowSize, cell_at

_STEP = 16
"""A map begins at a multiple of this number of texels."""
_FINEST = 0.7
"""The smallest width of a map's texel in pixels. The width is less than twice that, except for single cells."""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """The position and size of a map on the board.

    Attributes:
        row: row of the map's first cell, a multiple of ``block``; the cell may lie off the board if the view wraps.
        column: column of the map's first cell, also a multiple of ``block``.
        rows: height in cells; the last square may be incomplete.
        columns: width in cells; the last square may be incomplete.
        block: width and height, in cells, of the square that a texel shows: a power of 2.
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
        """Extend this map to a multiple of 16 texels, but not beyond the board's edges if the view does not wrap.

        This keeps the map the same while a camera pans a little.
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
        band: number of the band that contains its cells.
        past: True to show the previous generation, because the wave, which moves down the board, has not reached the
            piece.
        shift: (column, row) in the band minus (column, row) in the map, in cells.
        limits: (first column, first row, column after the last, row after the last) in the band, in cells.
        region: texels of the map that the piece covers, wholly or in part.
    """

    band: int
    past: bool
    shift: tuple[int, int]
    limits: tuple[int, int, int, int]
    region: Region


def block_for(zoom: float) -> int:
    """Return how many cells wide and high the square is that one texel of a map shows, at ``zoom`` pixels per cell."""
    return 1 << max(0, math.ceil(math.log2(_FINEST / zoom)))


def place_map(camera: Camera, window: WindowSize, shape: Shape, *, wrap: bool, margin: int = 0) -> MapPlace | None:
    """Return the map of the cells that a window shows, plus ``margin`` texels around it; None if no cell is visible.

    The map begins at a multiple of 16 texels, so that effects computed from it do not shimmer when the camera pans.
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
        wrap: True if the view wraps around the board's edges.
        wave_row: the board row that the wave has reached; this row and the rows below show the previous generation.
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

"""Strips: rows of the board with margins on all sides, for laws whose neighbours are more than a cell away.

Whatever the edges, the width and the cuts between bands are, the shader of such a law finds its neighbours in one
texture. A strip is short, so that it takes little memory beside the board.
"""

import moderngl

from gpulife.engines.base import spans
from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL, Band, open_framebuffer
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, clear_framebuffer, release_framebuffer, textures_of
from gpulife.rules import Edges

MAX_STRIP_BYTES = 1 << 24
_NARROW = 16
"""Texels of a row up to which one draw that looks for each cell is faster than one for each part of the row."""


class Strips:
    """The strip of a board, and the passes that fill it.

    Args:
        device: the board's device, whose context is current.
        shape: the board's (rows, columns).
        edges: what lies beyond them.
        reach: rows of the margin above and below; the margins at the sides are of 16 cells.

    Attributes:
        rows: how many rows of the board a strip has, besides its margins.
    """

    def __init__(self, device: GLDevice, shape: tuple[int, int], edges: Edges, reach: int) -> None:
        self._shape = shape
        self._wraps = edges is Edges.TORUS
        self._reach = reach
        texels = -(-shape[1] // CELLS_PER_TEXEL)
        fitting = min(device.max_texture_size, MAX_STRIP_BYTES // (texels + 2) // CELLS_PER_TEXEL) - 2 * reach
        self.rows = min(shape[0], max(fitting, 4 * reach))
        self._strip = open_framebuffer(device, texels + 2, self.rows + 2 * reach)
        self._passes = {
            wraps: FullScreenPass(device.context, device.program("cells_strip.frag", {"WRAPS": int(wraps)}), ["band"])
            for wraps in ((False, True) if self._wraps else (False,))
        }
        for law in self._passes.values():
            law.set(columns=shape[1])

    @property
    def texture(self) -> moderngl.Texture:
        """The strip: sixteen cells a texel, 1 where they are alive."""
        return textures_of(self._strip)[0]

    def fill(self, bands: list[Band], first: int, rows: int) -> None:
        """Fill the strip with the board's rows from ``first`` on, and their margins; row 0 is in row ``reach``."""
        height = rows + 2 * self._reach
        pieces = list(spans(first - self._reach, height, self._shape[0], wrap=self._wraps))
        if sum(board.stop - board.start for board, _ in pieces) < height:
            clear_framebuffer(self._strip)  # rows beyond dead edges
        for board, strip in pieces:
            for band in bands:
                start, stop = max(board.start, band.start), min(board.stop, band.start + band.rows)
                if start < stop:
                    top = strip.start + start - board.start
                    self._copy(band, start - band.start, top, stop - start)

    def _copy(self, band: Band, row: int, top: int, rows: int) -> None:
        """Copy rows of a band to the strip."""
        texels = self._strip.width - 2
        whole = self._shape[1] // CELLS_PER_TEXEL  # texels that end before the last cell, or with it
        if not self._wraps:
            parts = [(False, 0, texels + 2)]
        elif texels <= _NARROW:
            parts = [(True, 0, texels + 2)]
        else:
            parts = [(False, 1, whole), (True, 0, 1), (True, 1 + whole, texels + 1 - whole)]
        for wraps, left, width in parts:
            law = self._passes[wraps]
            law.set(row_shift=row - top)
            law.draw(self._strip, [band.texture(band.side)], (left, top, width, rows))

    def release(self) -> None:
        """Release the strip and the passes."""
        for law in self._passes.values():
            law.release()
        release_framebuffer(self._strip)

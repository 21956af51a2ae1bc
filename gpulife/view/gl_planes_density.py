"""The light of squares of bit planes, added up from the words that hold their cells.

Squares narrower than a word share it. Reading words is what costs on a software renderer, so squares of 4, 8 and 16
cells are counted first, a whole word of them at a time, and coloured afterwards.
"""

from __future__ import annotations

import moderngl

from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, HALO, Layout
from gpulife.engines.gl.gl_pass import Blend
from gpulife.view.gl_render_target import RenderResources
from gpulife.view.gl_visible_region import Piece

_TALLIED = {1: (4, 8, 16), 2: (4, 8, 16), 3: (8, 16)}
"""Sides of squares whose counts fit into a texel, by the number of planes."""


class PlanesLight:
    """Adds up light, and keeps the counts of the squares in view."""

    def __init__(self, resources: RenderResources, layout: Layout) -> None:
        self._resources = resources
        self._layout = layout
        self._tallies = resources.target("u4")

    def add(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Add the light of a piece's squares, of ``block`` cells a side, whose band is bound to storage buffer 0."""
        planes, textures = self._layout.planes, [palette]
        side = block if block in _TALLIED[planes] and piece.shift[0] % block == 0 else 0
        light = self._resources.shader("view_planes_density.frag", ["palette", "tallies"], PLANES=planes, TALLY=side)
        words = {"halo": HALO, "stride": self._layout.stride}
        light.set(**words, block=block, shift=piece.shift, limits=piece.limits)
        if side:
            word = piece.limits[0] // CELLS_PER_WORD
            size = -(-piece.limits[2] // CELLS_PER_WORD) - word, piece.region[3]
            tallies = self._tallies.sized(size)
            tally = self._resources.shader("view_planes_tally.frag", PLANES=planes, BLOCK=side)
            first = (word, piece.region[1] * block + piece.shift[1])
            tally.set(**words, first=first, limits=piece.limits)
            tally.draw(tallies, [], (0, 0, *size))
            light.set(first=(word, piece.region[1]))
            textures.append(self._tallies.texture)
        light.draw(target, textures, piece.region, Blend.ADD)

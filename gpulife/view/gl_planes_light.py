"""The light of squares of bit planes, added up from the words that hold their cells.

Squares narrower than a word share it. Reading words is what costs on a software renderer, so squares of 4, 8 and 16
cells are counted first, a whole word of them at a time, and coloured afterwards.
"""

from __future__ import annotations

import moderngl

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_pass import Blend, FullScreenPass
from gpulife.engines.planes_layout import CELLS_A_WORD, HALO, Layout
from gpulife.view.gl_region import Piece
from gpulife.view.gl_targets import Target

_TALLIED = {1: (4, 8, 16), 2: (4, 8, 16), 3: (8, 16)}
"""Sides of squares whose counts fit into a texel, by the number of planes."""


class PlanesLight:
    """The programs, and the counts of the squares in view."""

    def __init__(self, device: GLDevice, layout: Layout) -> None:
        self._device = device
        self._layout = layout
        self._passes: dict[int, tuple[FullScreenPass | None, FullScreenPass]] = {}
        self._tallies = Target(device, "u4", filtered=False)

    def add(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Add the light of a piece's squares, of ``block`` cells a side, whose band is bound to storage buffer 0."""
        is_tallied = block in _TALLIED[self._layout.planes] and piece.shift[0] % block == 0
        tally, light = self._passes_for(block if is_tallied else 0)
        textures = [palette]
        light.set(block=block, shift=piece.shift, limits=piece.limits)
        if tally is not None:
            left, _, right, _ = piece.limits
            word = left // CELLS_A_WORD
            width, height = -(-right // CELLS_A_WORD) - word, piece.region[3]
            tallies = self._tallies.sized((width, height))
            tally.set(first=(word, piece.region[1] * block + piece.shift[1]), limits=piece.limits)
            tally.draw(tallies, [], (0, 0, width, height))
            light.set(first=(word, piece.region[1]))
            textures.append(self._tallies.texture)
        light.draw(target, textures, piece.region, Blend.ADD)

    def release(self) -> None:
        """Give everything back; the words are the engine's."""
        for passes in self._passes.values():
            for each in passes:
                if each is not None:
                    each.release()
        self._passes.clear()
        self._tallies.release()

    def _passes_for(self, side: int) -> tuple[FullScreenPass | None, FullScreenPass]:
        if side not in self._passes:
            planes = {"PLANES": self._layout.planes}
            program = self._device.program("view_planes_density.frag", {**planes, "TALLY": side})
            light = FullScreenPass(self._device.context, program, ["palette", "tallies"])
            tally = None
            if side:
                program = self._device.program("view_planes_tally.frag", {**planes, "BLOCK": side})
                tally = FullScreenPass(self._device.context, program, [])
            for each in (tally, light):
                if each is not None:
                    each.set(halo=HALO, stride=self._layout.stride)
            self._passes[side] = tally, light
        return self._passes[side]

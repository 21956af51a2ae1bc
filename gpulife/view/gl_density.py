"""The board from afar: how much light of each colour there is in squares of cells of any size.

Each texel is summed straight from the cells under it, at the one level that the zoom asks for, and only for frames that
are shown: a pyramid of which no other storey is ever built. It takes 8 bytes for each of at most twice as many squares
as the window has pixels, whatever the board's size.
"""

from __future__ import annotations

from collections.abc import Sequence

import moderngl

from gpulife.engines.gl_bands import CELLS_A_TEXEL
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_pass import Blend, FullScreenPass
from gpulife.view.gl_region import Piece


class DensityPass:
    """Sums cells of ``species`` species into squares."""

    def __init__(self, device: GLDevice, species: int) -> None:
        self._device = device
        self._species = species
        self._passes: dict[bool, FullScreenPass] = {}

    def draw(
        self,
        target: moderngl.Framebuffer,
        textures: Sequence[moderngl.Texture],
        piece: Piece,
        block: int,
        blend: Blend,
    ) -> None:
        """Sum one piece of the map, whose squares have ``block`` cells a side, from ``textures``: cells, palette."""
        left, right = piece.limits[0], piece.limits[2]
        # The unused cells of a row's last texel are dead: a piece may as well end there.
        at_end = -(-right // CELLS_A_TEXEL) == textures[0].width
        whole = all(start % CELLS_A_TEXEL == 0 for start in (block, piece.shift[0], left)) and (
            right % CELLS_A_TEXEL == 0 or at_end
        )
        density = self._pass(whole=whole)
        density.set(block=block, shift=piece.shift, limits=piece.limits)
        density.draw(target, textures, piece.region, blend)

    def release(self) -> None:
        """Give the passes back."""
        for each in self._passes.values():
            each.release()
        self._passes.clear()

    def _pass(self, *, whole: bool) -> FullScreenPass:
        if whole not in self._passes:
            parameters = {"SPECIES": self._species, "WHOLE_TEXELS": int(whole)}
            program = self._device.program("view_density.frag", parameters)
            self._passes[whole] = FullScreenPass(self._device.context, program, ["band", "palette"])
        return self._passes[whole]

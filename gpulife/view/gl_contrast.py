"""The contrast of boards seen from afar: how much more or less lives in a neighbourhood than elsewhere in the view.

Where a pixel is some hundred cells, how many of them live is chance, and looks like static. Densities of
neighbourhoods are not; they differ little, so that their differences are drawn larger than they are. All of it is
computed where the map is, and follows what comes into view within a second or so, lest the picture flicker.
"""

import math

import moderngl

from gpulife.engines.gl.gl_pass import Blend, UniformValue
from gpulife.view.gl_render_target import ViewResources

_NEIGHBOURHOOD = 8  # texels of the map, as in view_coarse.frag
_SIDE = 32  # neighbourhoods, or sums of them, that are summed at once: two levels do for a map of 8192 texels
_MIN_LIFT = 0.26
_LIFT_PER_OCTAVE = 0.18
_SECONDS = 0.8  # in which the contrast covers all but 1/e of its way to what a view needs


class Contrast:
    """What neighbourhoods of a map have, and what that is compared with."""

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._coarse = resources.target("f4", filtered=True)
        self._sums = (resources.target("f4"), resources.target("f4"))
        self._seen = resources.target("f4")
        self._share = 1.0

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass before the next frame."""
        if self._share < 1.0:  # else nothing is known that could change slowly
            self._share = -math.expm1(-seconds / _SECONDS)

    def make(
        self, texture: moderngl.Texture, size: tuple[int, int], unit: float
    ) -> tuple[dict[str, moderngl.Texture], dict[str, UniformValue]]:
        """Return the textures and uniforms of ``view_area.frag`` for a map.

        Args:
            texture: the map.
            size: its (width, height) in texels.
            unit: factor that scales its light to that of full squares.
        """
        draw = self._resources.draw
        width, height = (-(-side // _NEIGHBOURHOOD) for side in size)
        coarse = self._coarse.sized((width, height))
        draw(coarse, "view_coarse.frag", {}, {"map": texture}, {"size": size}, (0, 0, width, height))
        source = self._coarse.texture
        sides = width, height
        for level, target in enumerate(self._sums):
            across, down = (-(-side // _SIDE) for side in sides)
            uniforms: dict[str, UniformValue] = {"size": sides, "side": _SIDE, "unit": unit}
            region = (0, 0, 2 * across, down)
            parameters = {"FIRST": int(level == 0)}
            draw(target.sized((2 * across, down)), "view_contrast.frag", parameters, {"map": source}, uniforms, region)
            source, sides = target.texture, (across, down)
        region = (0, 0, 2, 1)
        draw(
            self._seen.sized((2, 1)), "view_adapt.frag", {}, {"map": source}, {"share": self._share}, region, Blend.OVER
        )
        self._share = 0.0
        textures = {"coarse": self._coarse.texture, "seen": self._seen.texture}
        texel = (1 / coarse.width, 1 / coarse.height)
        return textures, {"coarse_size": (float(width), float(height)), "coarse_texel": texel}

    def forget(self) -> None:
        """Forget what was in view, since something else is now."""
        self._share = 1.0


def lift_for(zoom: float) -> float:
    """Return the exponent of the density: 1 from 0.7 pixels a cell on, and smaller from farther away.

    Otherwise sparse cells would be invisible: a glider is a thousandth of the cells under a pixel.
    """
    octaves = math.log2(max(1.0, 0.7 / zoom))
    return max(_MIN_LIFT, 1.0 - octaves * _LIFT_PER_OCTAVE, 0.46 - octaves * 0.03)

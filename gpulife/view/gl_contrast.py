"""The contrast of boards seen from afar: how much more or less lives in a neighbourhood than elsewhere in the view.

Where a pixel is some hundred cells, how many of them live is chance, and looks like static. Densities of
neighbourhoods are not; they differ little, so that their differences are drawn larger than they are. All of it is
computed where the map is, and follows what comes into view within a second or so, lest the picture flicker.
"""

import math
from collections.abc import Mapping

import moderngl

from gpulife.engines.gl.gl_pass import Blend, Sampled, UniformValue
from gpulife.view.gl_cell_source import SquareCounts
from gpulife.view.gl_render_target import ViewResources

_NEIGHBOURHOOD = 8  # texels of the map, as in view_coarse.frag
_SIDE = 32  # neighbourhoods, or sums of them, that are summed at once: two levels do for a map of 8192 texels
_MIN_LIFT = 0.26
_LIFT_PER_OCTAVE = 0.18
CONTRAST_SECONDS = 5.0
"""Time after which the contrast has become what a view needs."""
_SECONDS = 0.8  # in which the contrast covers all but 1/e of its way to what a view needs


class Contrast:
    """What neighbourhoods of a map have, and what that is compared with."""

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._coarse = resources.target("f4", filtered=True)
        self._sums = (resources.target("f4"), resources.target("f4"))
        self._seen = resources.target("f4")
        self._tones = resources.target("f2", filtered=True)
        self._share = 1.0

    @property
    def is_in_use(self) -> bool:
        """Whether the last frame had contrast, which may still change."""
        return self._share < 1.0

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass before the next frame."""
        if self._share < 1.0:  # else nothing is known that could change slowly
            self._share = -math.expm1(-seconds / _SECONDS)

    def make(
        self,
        light: moderngl.Texture | SquareCounts,
        size: tuple[int, int],
        unit: float,
        shown: Mapping[str, UniformValue],
    ) -> tuple[dict[str, Sampled], dict[str, UniformValue]]:
        """Return the textures and uniforms of ``view_area.frag`` for a map.

        Args:
            light: the map, or the counts that stand for it.
            size: its (width, height) in texels.
            unit: factor that scales its light to that of full squares.
            shown: other uniforms of ``view_tones.frag``: the contrast, the cells in a pixel, and how their light shows.
        """
        draw = self._resources.draw
        width, height = (-(-side // _NEIGHBOURHOOD) for side in size)
        coarse = self._coarse.sized((width, height))
        name, region = "view_coarse.frag", (0, 0, width, height)
        if isinstance(light, SquareCounts):
            counted = {"COUNTED": light.planes}
            draw(coarse, name, counted, {"counts": light.texture}, light.uniforms | {"size": size}, region)
        else:
            draw(coarse, name, {"COUNTED": 0}, {"map": light}, {"size": size}, region)
        source = self._coarse.texture
        sides = width, height
        for level, target in enumerate(self._sums):
            across, down = (-(-side // _SIDE) for side in sides)
            uniforms: dict[str, UniformValue] = {"size": sides, "side": _SIDE, "unit": unit}
            region = (0, 0, 2 * across, down)
            parameters = {"FIRST": int(level == 0)}
            draw(target.sized((2 * across, down)), "view_contrast.frag", parameters, {"map": source}, uniforms, region)
            source, sides = target.texture, (across, down)
        seen = self._seen.sized((2, 1))
        draw(seen, "view_adapt.frag", {}, {"map": source}, {"share": self._share}, (0, 0, 2, 1), Blend.OVER)
        self._share = 0.0
        fine = 2 * width, 2 * height
        tones = self._tones.sized(fine)
        uniforms = {"coarse_size": (float(width), float(height)), "coarse_texel": (1 / coarse.width, 1 / coarse.height)}
        textures: dict[str, Sampled] = {"coarse": self._coarse.texture, "seen": self._seen.texture}
        draw(tones, "view_tones.frag", {}, textures, {**uniforms, **shown, "unit": unit}, (0, 0, *fine))
        return {"tones": self._tones.texture}, {
            "tones_size": (float(fine[0]), float(fine[1])),
            "tones_texel": (1 / tones.width, 1 / tones.height),
        }

    def forget(self) -> None:
        """Forget what was in view, since something else is now."""
        self._share = 1.0


def lift_for(zoom: float) -> float:
    """Return the exponent of the density: 1 from 0.7 pixels a cell on, and smaller from farther away.

    Otherwise sparse cells would be invisible: a glider is a thousandth of the cells under a pixel.
    """
    octaves = math.log2(max(1.0, 0.7 / zoom))
    return max(_MIN_LIFT, 1.0 - octaves * _LIFT_PER_OCTAVE, 0.46 - octaves * 0.03)

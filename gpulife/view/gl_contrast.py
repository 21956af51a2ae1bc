"""Contrast of boards when zoomed out: how dense with life each region is, compared with the whole view.

If a pixel covers hundreds of cells, the number of live ones is mostly chance and looks like noise. The density of a
whole region, several pixels wide, is not chance, but such densities differ little. The picture exaggerates these
differences. When the board changes, the contrast adapts within about a second, so that the picture does not flicker.
"""

import math
from collections.abc import Mapping

import moderngl

from gpulife.engines.gl.gl_pass import Blend, Sampled, UniformValue
from gpulife.view.gl_cell_source import SquareCounts
from gpulife.view.gl_render_target import ViewResources

_NEIGHBOURHOOD = 8  # texels of the map, as in view_coarse.frag
_SIDE = 32  # neighbourhoods (or sums of them) per side that are summed at once: two levels cover 8192 texels
_MIN_LIFT = 0.26
_LIFT_PER_OCTAVE = 0.18
CONTRAST_SECONDS = 5.0
"""Seconds that the contrast takes to adapt fully to a changed picture."""
_SECONDS = 0.8  # time constant of the adaptation: after this time, 1/e of the way is left


class Contrast:
    """Computes how dense live cells are in each region of the picture, compared with the whole view.

    Shaders use this to raise the contrast of boards that are zoomed out. A region is a square of texels of the map of
    visible cells.
    """

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._coarse = resources.target("f4", filtered=True)
        self._sums = (resources.target("f4"), resources.target("f4"))
        self._seen = resources.target("f4")
        self._tones = resources.target("f2", filtered=True)
        self._share = 1.0

    @property
    def is_in_use(self) -> bool:
        """True if the last frame had contrast. Such a picture may change even if the board does not."""
        return self._share < 1.0

    def pass_time(self, seconds: float) -> None:
        """Take note that the next frame comes ``seconds`` later, so that the contrast adapts by the right amount."""
        if self._share < 1.0:  # otherwise there is no previous state to adapt from
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
            light: the map, or the counts of cells that replace the map.
            size: (width, height) of the map, in texels.
            unit: factor that makes a square full of cells as bright as a single cell.
            shown: other uniforms of ``view_tones.frag``: the strength of the contrast, cells per pixel, the exponent of
                the density, and the colour of dead cells.
        """
        draw = self._resources.draw
        width, height = (-(-side // _NEIGHBOURHOOD) for side in size)
        coarse = self._coarse.sized((width, height))
        name, region = "view_coarse.frag", (0, 0, width, height)
        if isinstance(light, SquareCounts):
            counted = {"COUNTED": light.states}
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
        """Forget what was shown, so that the contrast adapts to the next frame immediately."""
        self._share = 1.0


def lift_for(zoom: float) -> float:
    """Return the exponent to apply to densities of cells, so that sparse cells stay visible when zoomed out.

    The exponent is 1 at 0.7 pixels per cell and more; at lower zooms, it is smaller.
    """
    octaves = math.log2(max(1.0, 0.7 / zoom))
    return max(_MIN_LIFT, 1.0 - octaves * _LIFT_PER_OCTAVE, 0.46 - octaves * 0.03)

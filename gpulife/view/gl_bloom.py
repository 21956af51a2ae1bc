"""Bloom: the light that cells cast around them, a small blurred copy of the map that is added to the picture.

The copy has a texel for every 4 or more pixels, so that the window's size bounds its cost.
"""

import math

import moderngl

from gpulife.view.gl_palette import Light
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_cells import VisibleCells
from gpulife.view.gl_visible_region import MapPlace

_TAPS = 6  # as in view_bloom_blur.frag
_REACH = 9.0  # standard deviation, pixels
_MIN_REACH = 1.35  # standard deviation, texels: zoomed in, the light reaches about as far as the next cells
_COARSEST = 4.0  # pixels a texel at least
_GAIN = 0.45


class Bloom:
    """Draws the bloom of a map.

    Attributes:
        margin: texels of the map around the window whose light still reaches into it.
    """

    margin = 16

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._light = resources.target("f2")
        self._across = resources.target("f2")
        self._done = resources.target("f1", filtered=True)

    def make(
        self, board: VisibleCells, place: MapPlace, zoom: float, strength: float, ground: Light, lift: float
    ) -> tuple[moderngl.Texture, tuple[float, float]]:
        """Blur the map; return the texture to add to the picture (sRGB) and its coordinates per texel of the map."""
        factor = 1 << max(0, math.ceil(math.log2(_COARSEST / (zoom * place.block))))
        width, height = (-(-texels // factor) + 1 for texels in place.size)  # with a dark one at the end
        region = (0, 0, width, height)
        self._resources.draw(
            self._light.sized((width, height)),
            "view_bloom_source.frag",
            {"SHARP": int(board.sharp)},
            {"map": board.texture},
            {"factor": factor, "ground": ground, "unit": 1 / place.block, "lift": lift},
            region,
        )
        weights = _gaussian(max(_REACH / (zoom * place.block * factor), _MIN_REACH))
        passes = ((self._light, self._across, (1, 0)), (self._across, self._done, (0, 1)))
        for last, (before, after, along) in enumerate(passes):
            self._resources.draw(
                after.sized((width, height)),
                "view_bloom_blur.frag",
                {"LAST": last},
                {"light": before.texture},
                {"along": along, "weights": weights, "last": (width - 1, height - 1), "strength": strength * _GAIN},
                region,
            )
        texture = self._done.texture
        return texture, (1 / (factor * texture.width), 1 / (factor * texture.height))


def _gaussian(deviation: float) -> tuple[float, ...]:
    """Return the weights of the texel itself and of the five on each side; all eleven add up to 1."""
    values = [math.exp(-0.5 * (tap / deviation) ** 2) for tap in range(_TAPS)]
    whole = values[0] + 2 * sum(values[1:])
    return tuple(value / whole for value in values)

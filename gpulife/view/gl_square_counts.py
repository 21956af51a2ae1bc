"""The cells of squares, counted by state, which pixels read without a map in between."""

from collections.abc import Mapping
from typing import NamedTuple

from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue


class SquareCounts(NamedTuple):
    """What shaders/lib/counted_light.glsl reads, instead of a map of light.

    Attributes:
        texture: the numbers, two counts in each.
        planes: bit planes of the board, by which its shader knows how many states there are.
        region: (column, row) on the map of the first square, then how many there are across and down.
        lights: the light of the states: see :class:`gpulife.view.gl_palette.Palette`.
    """

    texture: Sampled
    planes: int
    region: Region
    lights: Mapping[str, UniformValue]

    @property
    def uniforms(self) -> dict[str, UniformValue]:
        """The uniforms of shaders/lib/counted_light.glsl."""
        return {"counted": self.region, **self.lights}

"""The cells of squares, counted by state, which pixels read without a map in between."""

from typing import NamedTuple

from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue


class SquareCounts(NamedTuple):
    """What shaders/lib/read_square_counts.glsl reads.

    Attributes:
        texture: the numbers, two counts in each.
        planes: bit planes of the board, by which its shader knows how many states there are.
        region: (column, row) on the map of the first square, then how many there are across and down.
    """

    texture: Sampled
    planes: int
    region: Region

    @property
    def uniforms(self) -> dict[str, UniformValue]:
        """The uniforms of ``view_area.frag`` that say where the counts are."""
        return {"counted": self.region}

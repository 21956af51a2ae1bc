"""What a view draws a board from, whatever the engine: the protocol of all sources of cells."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

import moderngl

from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue
from gpulife.view.gl_visible_region import Piece


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


class CellSource(Protocol):
    """What a view draws a board from.

    Attributes:
        has_previous: whether the previous generation can be shown, too.
        largest_looked_at: cells along the side of the largest squares that are looked at cell by cell; the cells of
            larger ones are counted.
        is_asked: whether cells lie elsewhere, so that squares are better asked for seldom, and more of them.
    """

    has_previous: bool
    largest_looked_at: int
    is_asked: bool

    @property
    def is_settled(self) -> bool:
        """Whether what was drawn last is wholly of the present; otherwise more of it is drawn the next time."""

    @property
    def bands(self) -> list[tuple[int, int]]:
        """(first row, number of rows) of the parts into which pieces of a map are cut."""

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture with the cells of a piece, and the piece in that texture's coordinates."""

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return a texture with all present cells of each band, sixteen a texel; none if they are not in such ones."""

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],
    ) -> None:
        """Add the light of squares to the target.

        Args:
            target: the map's framebuffer.
            palette: light of the states, in its first row.
            pieces: parts of the map.
            block: cells along the side of a square.
            size: (width, height) of the map; what pieces have beyond it need not be drawn.
        """

    def counts(
        self, pieces: Sequence[Piece], block: int, lights: Mapping[str, UniformValue]
    ) -> AbstractContextManager[SquareCounts | None]:
        """Let shaders read the counts of all squares while the block lasts, if they lie together; else give None.

        Pixels then need no map of light: see ``view_area.frag``.

        Args:
            pieces: parts of the map.
            block: cells along the side of a square.
            lights: the light of the states, by the names of uniforms.
        """

    def release(self) -> None:
        """Release what it keeps beside the view's resources."""

"""The protocol of cell sources: how a view reads a board's cells from any engine."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

import moderngl

from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue
from gpulife.view.gl_visible_region import Piece


class SquareCounts(NamedTuple):
    """The number of cells in each square, which shaders/lib/counted_light.glsl reads instead of a map of light.

    Attributes:
        texture: the counts; each number in it holds two counts.
        planes: the number of bit planes of the board, from which the shader knows the number of states.
        region: (column, row) of the first square on the map, then the number of squares across and down.
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
    """A source of cells from which a view draws a board.

    Attributes:
        has_previous: True if the source also has the previous generation.
        largest_looked_at: side, in cells, of the largest squares that are read cell by cell; in larger squares, cells
            are counted.
        is_asked: True if the cells are not on the view's device and must be requested. A few large requests are then
            better than many small ones.
    """

    has_previous: bool
    largest_looked_at: int
    is_asked: bool

    @property
    def is_settled(self) -> bool:
        """True if the last drawing was completely up to date; otherwise the next drawing updates more of it."""

    @property
    def bands(self) -> list[tuple[int, int]]:
        """(first row, number of rows) of each band of the board; no piece of a map lies in two bands."""

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture with the cells of a piece, and the piece in that texture's coordinates."""

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return a texture of each band with all present cells, sixteen per texel; empty if there are no textures."""

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
            block: side of a square, in cells.
            size: (width, height) of the map; parts of pieces beyond it need not be drawn.
        """

    def counts(
        self, pieces: Sequence[Piece], block: int, lights: Mapping[str, UniformValue]
    ) -> AbstractContextManager[SquareCounts | None]:
        """Let shaders read the counts of all squares inside the ``with`` block; yield None if there are no such counts.

        With counts, pixels need no map of light: see ``view_area.frag``.

        Args:
            pieces: parts of the map.
            block: side of a square, in cells.
            lights: the light of the states, by the names of uniforms.
        """

    def release(self) -> None:
        """Release everything that the source holds outside the view's resources."""

"""The protocol of cell sources, through which a view reads the cells of any engine."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

import moderngl

from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue
from gpulife.view.gl_visible_region import Piece


class SquareCounts(NamedTuple):
    """The counts of cells in squares. Shaders can compute light from them, so no map of light is needed.

    See ``shaders/lib/counted_light.glsl``.

    Attributes:
        texture: the counts. Each number in the texture holds two counts.
        states: the number of states that are counted, 1 to 4.
        region: column and row of the first square on the map, and how many squares there are across and down.
        lights: the light of each state; see :class:`gpulife.view.gl_palette.Palette`.
    """

    texture: Sampled
    states: int
    region: Region
    lights: Mapping[str, UniformValue]

    @property
    def uniforms(self) -> dict[str, UniformValue]:
        """The uniforms that shaders/lib/counted_light.glsl needs."""
        return {"counted": self.region, **self.lights}


class CellSource(Protocol):
    """Reads an engine's cells, so that a view can draw the board.

    Attributes:
        has_previous: True if the source has the previous generation too.
        largest_looked_at: side, in cells, of the largest square that is read cell by cell. In larger squares, cells are
            counted.
        is_asked: True if each reading sends a request to another device. A few large readings are then faster than many
            small readings.
    """

    has_previous: bool
    largest_looked_at: int
    is_asked: bool

    @property
    def is_settled(self) -> bool:
        """True if the last picture was completely up to date. If not, the next picture updates more of it."""

    @property
    def bands(self) -> list[tuple[int, int]]:
        """(first row, number of rows) of each band of the board. A piece of a map is always in one band."""

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture that has the cells of ``piece``, and ``piece`` converted to the texture's coordinates."""

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return textures with all cells, one per band, sixteen cells per texel; an empty list if there are none."""

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],
    ) -> None:
        """Add the light (linear colour) of each square's cells to the square's texel in ``target``.

        Args:
            target: the map's framebuffer, in which a texel is a square of cells.
            palette: a texture whose first row has the light of each state.
            pieces: the parts of the map to draw.
            block: side of a square, in cells.
            size: (width, height) of the map, in texels. Squares outside the map need not be drawn.
        """

    def counts(
        self, pieces: Sequence[Piece], block: int, lights: Mapping[str, UniformValue]
    ) -> AbstractContextManager[SquareCounts | None]:
        """Let shaders read the counts of cells in squares, in a ``with`` block. Yield None if there are no counts.

        Shaders that read these counts need no map of light: see ``view_area.frag``.

        Args:
            pieces: the parts of the map that are needed.
            block: side of a square, in cells.
            lights: the light of the states, keyed by the names of uniforms.
        """

    def release(self) -> None:
        """Release what the source itself holds. The view releases its resources separately."""

"""The source of a map's cells, whatever the engine; and that of an engine on the device that draws."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import moderngl

from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_factory import GLEngine
from gpulife.engines.gl.gl_pass import UniformValue
from gpulife.view.gl_band_source import TextureSource
from gpulife.view.gl_planes_source import PlanesSource, PlaneTexturesSource
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_square_counts import SquareCounts
from gpulife.view.gl_visible_region import Piece


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
    def bands(self) -> list[tuple[int, int]]:
        """(first row, number of rows) of the parts into which pieces of a map are cut."""

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture with the cells of a piece, and the piece in that texture's coordinates."""

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


def band_source_of(resources: ViewResources, engine: GLEngine) -> CellSource:
    """Return the source of the cells of an engine on the resources' device."""
    if isinstance(engine, GLCellsEngine):
        return TextureSource(resources, engine)
    if isinstance(engine, GLFragmentPlanesEngine):
        return PlaneTexturesSource(resources, engine)
    return PlanesSource(resources, engine)

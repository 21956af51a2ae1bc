"""Sources that read an engine's cells, band by band, from the engine's memory on the view's own device.

When zoomed in, a source returns a texture with the cells, sixteen per texel. When zoomed out, the source sums the light
(linear colour) of all cells in a square. The sums are computed when a frame is drawn, for squares of the size that its
zoom needs.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, TypeVar

import moderngl

from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_engine import BandedEngine
from gpulife.engines.gl.gl_pass import Blend, UniformValue
from gpulife.view.gl_cell_source import SquareCounts
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import Piece

_Engine = TypeVar("_Engine", bound=BandedEngine[Any])

_COUNTED_STATES = 26
"""Up to this many live states, the shader counts the cells of each state. With more states, it sums their light."""


class BandSource(ABC, Generic[_Engine]):
    """Base of the cell sources that read an engine's memory directly, on the same device.

    See :class:`gpulife.view.gl_cell_source.CellSource`.

    Args:
        resources: the view's resources.
        engine: the engine whose cells are read.
    """

    has_previous: bool = False
    largest_looked_at = 2
    is_asked = False
    is_settled = True

    def __init__(self, resources: ViewResources, engine: _Engine) -> None:
        self._resources = resources
        self._engine: _Engine = engine

    @property
    def bands(self) -> list[tuple[int, int]]:
        """(first row, number of rows) of each band of the engine."""
        return [(band.start, band.rows) for band in self._engine.bands]

    @abstractmethod
    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture that has the cells of ``piece``, and ``piece`` converted to the texture's coordinates."""

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return an empty list: this source has no textures that hold all cells of a band."""
        return []

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],  # noqa: ARG002 - pieces do not go beyond it
    ) -> None:
        """Add the light of each square's cells to the square's texel in ``target``, which must be black at first."""
        blend = Blend.ADD if len(pieces) > 1 else Blend.REPLACE
        for piece in pieces:
            self._add_light(target, palette, piece, block, blend)

    def counts(
        self,
        pieces: Sequence[Piece],  # noqa: ARG002
        block: int,  # noqa: ARG002
        lights: Mapping[str, UniformValue],  # noqa: ARG002
    ) -> AbstractContextManager[SquareCounts | None]:
        """Yield None: this source sums the light of cells, but does not count cells."""
        return nullcontext()

    def release(self) -> None:
        """Do nothing, since the source has nothing of its own to release."""

    @abstractmethod
    def _add_light(
        self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int, blend: Blend
    ) -> None:
        """Add the light of the cells in one piece of the map to ``target``, in which a texel is a square of cells."""


class TextureSource(BandSource[GLCellsEngine]):
    """Reads the textures of the GL cells engine, which have sixteen cells per texel; see :class:`CellSource`."""

    has_previous = True

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return the engine's own texture, and ``piece`` unchanged."""
        band = self._engine.bands[piece.band]
        return band.texture(band.side ^ piece.past), piece

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return the engine's own textures."""
        return [band.texture(band.side) for band in self._engine.bands]

    def _add_light(
        self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int, blend: Blend
    ) -> None:
        texture, _ = self.cells(piece)
        live_states = self._engine.rule.live_states
        left, _, right, _ = piece.limits
        # The unused cells of a row's last texel are dead, so a piece that ends at the row's end counts as whole texels.
        at_end = -(-right // CELLS_PER_TEXEL) == texture.width
        starts = (block, piece.shift[0], left, 0 if at_end else right)
        whole = all(start % CELLS_PER_TEXEL == 0 for start in starts)
        self._resources.draw(
            target,
            "view_density.frag",
            {"SPECIES": live_states if live_states <= _COUNTED_STATES else 0, "WHOLE_TEXELS": int(whole)},
            {"band": texture, "palette": palette},
            {"block": block, "shift": piece.shift, "limits": piece.limits},
            piece.region,
            blend,
        )

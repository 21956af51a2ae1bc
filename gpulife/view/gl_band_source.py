"""The cells of an engine on the view's device, a band at a time, straight from its memory; here those in textures.

A source gives the texture with the cells of a piece, sixteen a texel, or sums the light of squares of cells. From afar
each texel of the map is summed straight from the cells under it, and only for frames that are shown: of a pyramid of
sizes just the level is computed that the zoom needs.
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
"""Live states up to which the cells of each are counted from afar; beyond that each cell is looked at."""


class BandSource(ABC, Generic[_Engine]):
    """The memory of an engine on the view's device, a band at a time.

    See :class:`gpulife.view.gl_cell_source.CellSource`.

    Args:
        resources: the view's resources.
        engine: the engine.
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
        """The engine's."""
        return [(band.start, band.rows) for band in self._engine.bands]

    @abstractmethod
    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """See :class:`gpulife.view.gl_cell_source.CellSource`."""

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return nothing: cells are in other memory."""
        return []

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],  # noqa: ARG002 - pieces do not go beyond it
    ) -> None:
        """Add the light of the squares, piece by piece, to a target that is dark so far."""
        blend = Blend.ADD if len(pieces) > 1 else Blend.REPLACE
        for piece in pieces:
            self._add_light(target, palette, piece, block, blend)

    def counts(
        self,
        pieces: Sequence[Piece],  # noqa: ARG002
        block: int,  # noqa: ARG002
        lights: Mapping[str, UniformValue],  # noqa: ARG002
    ) -> AbstractContextManager[SquareCounts | None]:
        """Return nothing: cells are not counted before their light is added."""
        return nullcontext()

    def release(self) -> None:
        """Do nothing: all there is belongs to the engine or to the view's resources."""

    @abstractmethod
    def _add_light(
        self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int, blend: Blend
    ) -> None:
        """Add the light of a piece's squares."""


class TextureSource(BandSource[GLCellsEngine]):
    """The cells engine's own textures, of which sixteen cells are looked at at a time.

    See :class:`gpulife.view.gl_cell_source.CellSource`.
    """

    has_previous = True

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture of the engine's, and the piece as it is."""
        band = self._engine.bands[piece.band]
        return band.texture(band.side ^ piece.past), piece

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return the engine's textures."""
        return [band.texture(band.side) for band in self._engine.bands]

    def _add_light(
        self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int, blend: Blend
    ) -> None:
        texture, _ = self.cells(piece)
        live_states = self._engine.rule.live_states
        left, _, right, _ = piece.limits
        # The unused cells of a row's last texel are dead: a piece may as well end there.
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

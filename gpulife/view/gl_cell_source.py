"""The sources of a map's cells on a device: the cells engine's textures, or bit planes unpacked where they are seen.

A source gives the texture with the cells of a piece, sixteen a texel, or sums the light of squares of cells. From afar
each texel of the map is summed straight from the cells under it, and only for frames that are shown: of a pyramid of
sizes just the level is computed that the zoom needs.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import moderngl

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, HALO
from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_buffer_texture import BufferTexture
from gpulife.engines.gl.gl_engine import BandedEngine
from gpulife.engines.gl.gl_factory import GLEngine
from gpulife.engines.gl.gl_pass import Blend, Sampled, UniformValue
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import Piece

_Engine = TypeVar("_Engine", bound=BandedEngine[Any])

_TALLIED = {1: (4, 8, 16), 2: (4, 8, 16), 3: (8, 16)}
"""Sides of the squares whose counts fit into a texel, by the number of planes."""

_COUNTED_STATES = 26
"""Live states up to which the cells of each are counted from afar; beyond that each cell is looked at."""


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

    def release(self) -> None:
        """Release what it keeps beside the view's resources."""


class _BandSource(ABC, Generic[_Engine]):
    """The memory of an engine on the view's device, a band at a time. See :class:`CellSource`.

    Args:
        resources: the view's resources.
        engine: the engine.
    """

    has_previous = False
    largest_looked_at = 2
    is_asked = False

    def __init__(self, resources: ViewResources, engine: _Engine) -> None:
        self._resources = resources
        self._engine: _Engine = engine

    @property
    def bands(self) -> list[tuple[int, int]]:
        """The engine's."""
        return [(band.start, band.rows) for band in self._engine.bands]

    @abstractmethod
    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """See :class:`CellSource`."""

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],  # noqa: ARG002 - pieces do not go beyond it
    ) -> None:
        """Add the light of the squares, piece by piece."""
        for piece in pieces:
            self._add_light(target, palette, piece, block)

    def release(self) -> None:
        """Do nothing: all there is belongs to the engine or to the view's resources."""

    @abstractmethod
    def _add_light(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Add the light of a piece's squares."""


class TextureSource(_BandSource[GLCellsEngine]):
    """The cells engine's own textures, of which sixteen cells are looked at at a time. See :class:`CellSource`."""

    has_previous = True

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture of the engine's, and the piece as it is."""
        band = self._engine.bands[piece.band]
        return band.texture(band.side ^ piece.past), piece

    def _add_light(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
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
            Blend.ADD,
        )


class _Memory(NamedTuple):
    """How shaders read the planes of a band."""

    ending: str
    """Of the names of the shaders that read such memory."""
    parameters: dict[str, int]
    textures: dict[str, Sampled]
    uniforms: dict[str, UniformValue]


class _PlanesSource(_BandSource[_Engine]):
    """The words of bit planes: unpacked where single cells are drawn, counted bit by bit from afar.

    See :class:`CellSource`.
    """

    def __init__(self, resources: ViewResources, engine: _Engine) -> None:
        super().__init__(resources, engine)
        self._unpacked = resources.target("u4")
        self._tallies = resources.target("u4")

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return the same as :class:`TextureSource`; the next call unpacks other cells into the texture."""
        left, top, right, bottom = piece.limits
        word = left // CELLS_PER_WORD
        base = word * CELLS_PER_WORD
        size = -(-(right - base) // CELLS_PER_TEXEL), bottom - top
        with self._memory(piece) as memory:
            self._resources.draw(
                self._unpacked.sized(size),
                f"view_planes_cells{memory.ending}.frag",
                memory.parameters,
                memory.textures,
                memory.uniforms | {"first": (word, top)},
                (0, 0, *size),
            )
        column, row = piece.shift
        return self._unpacked.texture, replace(
            piece, shift=(column - base, row - top), limits=(left - base, 0, right - base, bottom - top)
        )

    def _add_light(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Add the light of the squares, thirty-two cells at a time.

        Several squares share a word if they are narrower. Reading words is what costs on a software renderer, so
        squares of 4, 8 and 16 cells are counted first, a whole word of them at a time, and coloured afterwards.
        """
        with self._memory(piece) as memory:
            self._add_light_of(memory, target, palette, piece, block)

    def _add_light_of(
        self, memory: _Memory, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int
    ) -> None:
        textures = memory.textures | {"palette": palette}
        is_tallied = block in _TALLIED[memory.parameters["PLANES"]] and piece.shift[0] % block == 0
        side = block if is_tallied else 0
        word = piece.limits[0] // CELLS_PER_WORD
        words: dict[str, UniformValue] = memory.uniforms | {"limits": piece.limits}
        if side:
            size = -(-piece.limits[2] // CELLS_PER_WORD) - word, piece.region[3]
            first = (word, piece.region[1] * block + piece.shift[1])
            self._resources.draw(
                self._tallies.sized(size),
                f"view_planes_tally{memory.ending}.frag",
                memory.parameters | {"BLOCK": side},
                memory.textures,
                words | {"first": first},
                (0, 0, *size),
            )
            textures = {"palette": palette, "tallies": self._tallies.texture}
        self._resources.draw(
            target,
            f"view_planes_density{memory.ending}.frag",
            memory.parameters | {"TALLY": side},
            textures,
            words | {"block": block, "shift": piece.shift, "first": (word, piece.region[1])},
            piece.region,
            Blend.ADD,
        )

    @abstractmethod
    def _memory(self, piece: Piece) -> AbstractContextManager[_Memory]:
        """Let shaders read the band of a piece while the block lasts, and tell how."""


class PlanesSource(_PlanesSource[GLPlanesEngine]):
    """Bit planes in a buffer, which is read as a texture."""

    def __init__(self, resources: ViewResources, engine: GLPlanesEngine) -> None:
        super().__init__(resources, engine)
        self._words = BufferTexture(resources.device.context)

    def release(self) -> None:
        """Release the texture that shows the engine's words."""
        self._words.release()

    @contextmanager
    def _memory(self, piece: Piece) -> Iterator[_Memory]:
        layout = self._engine.layout
        with self._words.showing(self._engine.bands[piece.band].buffer) as words:
            yield _Memory("", {"PLANES": layout.planes}, {"band": words}, {"halo": HALO, "stride": layout.stride})


class PlaneTexturesSource(_PlanesSource[GLFragmentPlanesEngine]):
    """Bit planes in textures, of which shaders see all that a plane has."""

    @contextmanager
    def _memory(self, piece: Piece) -> Iterator[_Memory]:
        band = self._engine.bands[piece.band]
        textures: dict[str, Sampled] = {
            f"plane{plane}_row{row}": band.texture(plane, row)
            for plane in range(band.planes)
            for row in range(band.block_rows)
        }
        yield _Memory("_textures", {"PLANES": band.planes, "ROWS": band.block_rows}, textures, {})


def band_source_of(resources: ViewResources, engine: GLEngine) -> CellSource:
    """Return the source of the cells of an engine on the resources' device."""
    if isinstance(engine, GLCellsEngine):
        return TextureSource(resources, engine)
    if isinstance(engine, GLFragmentPlanesEngine):
        return PlaneTexturesSource(resources, engine)
    return PlanesSource(resources, engine)

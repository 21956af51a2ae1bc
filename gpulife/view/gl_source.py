"""Where a map gets its cells from: the cells engine's textures as they are, or bit planes unpacked where one looks.

A map asks for the texture that holds a piece's cells, sixteen a texel, or to have the light of squares of them summed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

import moderngl

from gpulife.engines.gl_bands import CELLS_A_TEXEL
from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import GLEngine
from gpulife.engines.gl_pass import Blend, FullScreenPass
from gpulife.engines.gl_planes import GLPlanesEngine
from gpulife.engines.planes_layout import CELLS_A_WORD, HALO
from gpulife.view.gl_density import DensityPass
from gpulife.view.gl_planes_light import PlanesLight
from gpulife.view.gl_region import MapPlace, Piece, pieces
from gpulife.view.gl_targets import Target


class CellSource(Protocol):
    """What a map needs of an engine."""

    def pieces(self, place: MapPlace, *, wrap: bool, wave_row: int) -> Iterator[Piece]:
        """See ``gl_region.pieces``; the wave is left out where there is no last generation to show."""
        ...

    def is_past(self, piece: Piece) -> bool:
        """Whether a piece is of the last generation."""
        ...

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """A texture with the cells of a piece, and the piece as it lies in it; good until the next call."""
        ...

    def add_light(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Add the light of a piece's squares, of ``block`` cells a side, to the target."""
        ...

    def release(self) -> None:
        """Give everything back."""
        ...


def source_of(device: GLDevice, engine: GLEngine) -> CellSource:
    """The source of an engine's cells."""
    return TextureSource(device, engine) if isinstance(engine, GLCellsEngine) else PlanesSource(device, engine)


class TextureSource:
    """The cells engine's own textures."""

    def __init__(self, device: GLDevice, engine: GLCellsEngine) -> None:
        self._engine = engine
        self._density = DensityPass(device, engine.rule.species)

    def pieces(self, place: MapPlace, *, wrap: bool, wave_row: int) -> Iterator[Piece]:
        """Bands, cut at the wave."""
        engine = self._engine
        return pieces(place, engine.shape, engine.bands, engine.side, wrap=wrap, wave_row=wave_row)

    def is_past(self, piece: Piece) -> bool:
        """Whether it is on the other side of the ping-pong pair."""
        return piece.side != self._engine.side

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """The band's texture."""
        return self._engine.bands[piece.band].texture(piece.side), piece

    def add_light(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Summed from sixteen cells at a time."""
        self._density.draw(target, [self.cells(piece)[0], palette], piece, block, Blend.ADD)

    def release(self) -> None:
        """The textures are the engine's."""
        self._density.release()


class PlanesSource:
    """The planes engine's words: unpacked where single cells are looked at, counted bit by bit from afar."""

    def __init__(self, device: GLDevice, engine: GLPlanesEngine) -> None:
        self._device = device
        self._engine = engine
        parameters = {"PLANES": engine.layout.planes}
        self._unpacking = FullScreenPass(device.context, device.program("view_planes_cells.frag", parameters), [])
        self._unpacking.set(halo=HALO, stride=engine.layout.stride)
        self._unpacked = Target(device, "u4", filtered=False)
        self._light = PlanesLight(device, engine.layout)

    def pieces(self, place: MapPlace, *, wrap: bool, wave_row: int) -> Iterator[Piece]:  # noqa: ARG002 - a CellSource
        """Bands; the last generation is not kept."""
        engine = self._engine
        return pieces(place, engine.shape, engine.bands, 0, wrap=wrap, wave_row=engine.shape[0])

    def is_past(self, piece: Piece) -> bool:  # noqa: ARG002 - a CellSource
        """Never."""
        return False

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Unpacked from the words that hold them."""
        left, top, right, bottom = piece.limits
        word = left // CELLS_A_WORD
        base = word * CELLS_A_WORD
        width, height = -(-(right - base) // CELLS_A_TEXEL), bottom - top
        target = self._unpacked.sized((width, height))
        self._bind(piece)
        self._unpacking.set(first=(word, top))
        self._unpacking.draw(target, [], (0, 0, width, height))
        column, row = piece.shift
        return self._unpacked.texture, replace(
            piece, shift=(column - base, row - top), limits=(left - base, 0, right - base, bottom - top)
        )

    def add_light(self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int) -> None:
        """Summed from thirty-two cells at a time."""
        self._bind(piece)
        self._light.add(target, palette, piece, block)

    def release(self) -> None:
        """The words are the engine's."""
        self._unpacking.release()
        self._unpacked.release()
        self._light.release()

    def _bind(self, piece: Piece) -> None:
        self._engine.bands[piece.band].buffer.bind_to_storage_buffer(0)

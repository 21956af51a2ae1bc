"""The source of a map's cells for a board whose strips lie elsewhere: counted there from afar, copied here near by.

Whatever the strips were asked is kept until the cells change or the view moves on: a board that stands still asks
nothing. Each frame asks once for all squares in view.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL
from gpulife.engines.gl.gl_pass import Blend, Region, UniformValue, textures_of
from gpulife.engines.strips import CallsStrips
from gpulife.errors import GpulifeError
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_square_counts import SquareCounts
from gpulife.view.gl_strip_squares import (
    COUNTED_STATES,
    SquaresFound,
    SquaresWanted,
    count_squares,
    count_type,
    forget_squares,
)
from gpulife.view.gl_visible_region import Piece

_GRID = 256
"""Cells: copies begin and end at multiples of it, so that a view that pans does not ask at every step."""
_MAX_COPIES = 16
_DTYPES: dict[type[np.unsignedinteger[Any]], str] = {np.uint8: "u1", np.uint16: "u2", np.uint32: "u4"}

Box = tuple[int, int, int, int]
"""Row, column, height and width, in cells."""


class StripsSource:
    """The strips of a board. See :class:`gpulife.view.gl_cell_source.CellSource`.

    Args:
        resources: the view's resources, on the device of the window.
        engine: the engine whose board is cut into strips.
    """

    has_previous = False
    largest_looked_at = 1
    is_asked = True

    def __init__(self, resources: ViewResources, engine: Engine) -> None:
        assert isinstance(engine, CallsStrips)  # noqa: S101 - see source_of
        self._resources = resources
        self._engine = engine
        self._strips: CallsStrips = engine
        self._copies: dict[Box, moderngl.Texture] = {}
        self._moment = -1, -1  # of the copies
        self._asked: tuple[Any, ...] | None = None
        self._counts: moderngl.Texture | None = None
        self._light: NDArray[np.float16] | None = None

    @property
    def bands(self) -> list[tuple[int, int]]:
        """One: the whole board."""
        return [(0, self._engine.shape[0])]

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture with a copy of the cells of a piece and around it, and the piece in its coordinates."""
        left, top, right, bottom = piece.limits
        rows, columns = self._engine.shape
        row, column = top // _GRID * _GRID, left // _GRID * _GRID
        height = min(-(-bottom // _GRID) * _GRID, rows) - row
        width = min(-(-right // _GRID) * _GRID, columns) - column
        texture = self._copy((row, column, height, width))
        shift = piece.shift[0] - column, piece.shift[1] - row
        return texture, replace(piece, shift=shift, limits=(left - column, top - row, right - column, bottom - row))

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],
    ) -> None:
        """Add the light of what the strips count in the squares."""
        if not pieces:
            return
        colours = palette.read()[: palette.width * 16] if self._engine.rule.live_states > COUNTED_STATES else None
        wanted = SquaresWanted(tuple(pieces), block, colours)
        region = _around([piece.region for piece in pieces])
        if self._asked != (wanted, *self._present):
            found = [part for parts in self._strips.call(count_squares, wanted) for part in parts]
            self._keep(wanted, region, found)
            self._asked = wanted, *self._present
        region = (*region[:2], min(region[2], size[0] - region[0]), min(region[3], size[1] - region[1]))
        if self._light is not None:
            light = np.ascontiguousarray(self._light[: region[3], : region[2]])
            textures_of(target)[0].write(light, viewport=region, alignment=1)
        elif self._counts is not None:
            self._resources.draw(
                target,
                "view_counts.frag",
                {"STATES": self._engine.rule.live_states},
                {"counts": self._counts, "palette": palette},
                {"block": block, "corner": region[:2]},
                region,
                Blend.ADD,
            )

    def counts(
        self,
        pieces: Sequence[Piece],  # noqa: ARG002
        block: int,  # noqa: ARG002
        lights: Mapping[str, UniformValue],  # noqa: ARG002
    ) -> AbstractContextManager[SquareCounts | None]:
        """Return nothing: the counts of strips do not lie together."""
        return nullcontext()

    def release(self) -> None:
        """Release the copies, and what the strips keep for the view."""
        for texture in (*self._copies.values(), *filter(None, [self._counts])):
            texture.release()
        self._copies.clear()
        self._counts = None
        with suppress(GpulifeError):  # ranks that are lost have released everything
            self._strips.call(forget_squares)

    @property
    def _present(self) -> tuple[int, int]:
        """What changes with the cells."""
        return self._engine.generation, self._engine.changes

    def _copy(self, box: Box) -> moderngl.Texture:
        """Return a texture with the cells of a box, sixteen a texel."""
        if self._moment != self._present or (box not in self._copies and len(self._copies) >= _MAX_COPIES):
            for texture in self._copies.values():
                texture.release()
            self._copies.clear()
            self._moment = self._present
        if box not in self._copies:
            _, _, height, width = box
            texels = -(-width // CELLS_PER_TEXEL)
            cells = self._engine.read(*box)
            if width % CELLS_PER_TEXEL:
                cells = np.pad(cells, ((0, 0), (0, texels * CELLS_PER_TEXEL - width)))
            texture = self._resources.device.context.texture(
                (texels, height), 4, np.ascontiguousarray(cells), dtype="u4"
            )
            texture.filter = moderngl.NEAREST, moderngl.NEAREST
            self._copies[box] = texture
        return self._copies[box]

    def _keep(self, wanted: SquaresWanted, region: Region, found: list[SquaresFound]) -> None:
        """Add up what strips have found of the squares of a region of the map; a square may lie in two of them."""
        x, y, width, height = region
        if wanted.palette is not None:
            light = np.zeros((height, width, 4), np.float32)
            _add_all(light, found, x, y)
            self._light = light.astype(np.float16)
            return
        self._light = None
        kind = count_type(wanted.block)
        channels = self._engine.rule.live_states
        counts = np.zeros((height, width, channels), kind)
        _add_all(counts, found, x, y)
        texture = self._counts
        if texture is None or texture.size != (width, height) or texture.dtype != _DTYPES[kind]:
            if texture is not None:
                texture.release()
            texture = self._resources.device.context.texture(
                (width, height), channels, alignment=1, dtype=_DTYPES[kind]
            )
            texture.filter = moderngl.NEAREST, moderngl.NEAREST
            self._counts = texture
        texture.write(counts, alignment=1)


def _add_all(sums: NDArray[Any], found: list[SquaresFound], x: int, y: int) -> None:
    for part in found:
        height, width, _ = part.squares.shape
        sums[part.y - y : part.y - y + height, part.x - x : part.x - x + width] += part.squares


def _around(regions: list[Region]) -> Region:
    """Return the smallest region around others."""
    left, bottom = min(region[0] for region in regions), min(region[1] for region in regions)
    right = max(region[0] + region[2] for region in regions)
    return left, bottom, right - left, max(region[1] + region[3] for region in regions) - bottom

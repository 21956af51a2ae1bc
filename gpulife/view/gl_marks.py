"""Marks drawn over the board: players' cursors, and ghosts, which are patterns not placed yet."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import moderngl
import numpy as np

from gpulife.engines.gl.gl_pass import Blend, Region, UniformValue
from gpulife.rules import RGB, Cells
from gpulife.view.camera import Camera, Shape, WindowSize, nearest_copy, pixel_of
from gpulife.view.gl_palette import Palette
from gpulife.view.gl_render_target import ViewResources

# Players' cursors: flickering frames that are visible at any zoom and on any background.

_MIN = 5.0  # distance from a cursor's middle to its frame, in pixels of a 96 dpi screen
_AROUND = 14  # width of frame, rim and halo together, in the same pixels


@dataclass(frozen=True, slots=True)
class CursorMark:
    """A cell to mark with a player's cursor.

    Attributes:
        row: row of the cell.
        column: column of the cell.
        colour: the player's colour.
        phase: phase of the flicker, 0 to 1: the mark is bright at 0, dim at 0.5, and bright again at 1.
        hollow: True if a frame around the cell flickers; False if the cell itself does.
    """

    row: int
    column: int
    colour: RGB
    phase: float = 0.0
    hollow: bool = False


def draw_cursors(
    resources: ViewResources,
    canvas: moderngl.Framebuffer,
    window: WindowSize,
    camera: Camera,
    shape: Shape,
    marks: Iterable[CursorMark],
    *,
    wrap: bool,
    scale: float = 1.0,
) -> None:
    """Draw cursors. If the view wraps, draw them on every visible copy of the board.

    ``scale`` is a factor for the width of lines.
    """
    extent = max(camera.zoom / 2, _MIN * scale)
    reach = extent + _AROUND * scale
    for mark in marks:
        for x, y in _places(window, camera, shape, mark, reach, wrap=wrap):
            left, bottom = max(0, math.floor(x - reach)), max(0, math.floor(window[1] - y - reach))
            right, top = min(window[0], math.ceil(x + reach)), min(window[1], math.ceil(window[1] - y + reach))
            if left >= right or bottom >= top:
                continue
            uniforms: dict[str, UniformValue] = {
                "middle": (x, window[1] - y),
                "extent": extent,
                "scale": scale,
                "flicker": 0.5 + 0.5 * math.cos(2 * math.pi * mark.phase),
                "filled": 0.0 if mark.hollow else 1.0,
                "tint": tuple(value / 255 for value in mark.colour),
            }
            region = (left, bottom, right - left, top - bottom)
            resources.draw(canvas, "view_cursor.frag", {}, {}, uniforms, region, Blend.OVER)


def _places(
    window: WindowSize, camera: Camera, shape: Shape, mark: CursorMark, reach: float, *, wrap: bool
) -> Iterator[tuple[float, float]]:
    """Yield the pixel (x, y) at the middle of a marked cell, for each visible copy of the cell.

    ``reach`` is half the cursor's width, in pixels.
    """
    x, y = pixel_of(camera, window, mark.row + 0.5, mark.column + 0.5)
    if not wrap:
        yield x, y
        return
    across, down = shape[1] * camera.zoom, shape[0] * camera.zoom
    x, y = x - math.floor((x + reach) / across) * across, y - math.floor((y + reach) / down) * down
    for row in range(math.ceil((window[1] + 2 * reach) / down)):
        for column in range(math.ceil((window[0] + 2 * reach) / across)):
            yield x + column * across, y + row * down


# Ghosts: patterns that hang over the board until they are placed; translucent, in the colours of their cells.

_STRENGTH, _VEIL = 0.72, 0.45
"""Opacity of a ghost's live cells, and of its dead cells if they will replace the board's cells."""
_MAX_SIDE = 8192
"""Maximum width and height of a ghost's texture in texels. Of a larger ghost, the part near the window is drawn."""
_GAP_FROM = 4.0  # pixels per cell from which there are gaps between cells


@dataclass(frozen=True, slots=True, eq=False)
class GhostMark:
    """A pattern to draw over the board.

    Attributes:
        row: row of the pattern's upper left corner on the board.
        column: column of the pattern's upper left corner on the board.
        cells: the pattern's cells, shape (rows, columns), uint8. The array is never changed.
        replaces: True if the pattern's dead cells will replace the board's cells.
    """

    row: int
    column: int
    cells: Cells
    replaces: bool = False


class Ghosts:
    """Draws ghosts, which are patterns not placed yet.

    Args:
        resources: the view's resources.
        palette: colours of the states.
    """

    def __init__(self, resources: ViewResources, palette: Palette) -> None:
        self._resources = resources
        self._palette = palette
        self._textures: dict[tuple[int, int, int, int], tuple[Cells, moderngl.Texture]] = {}

    def draw(
        self,
        canvas: moderngl.Framebuffer,
        window: WindowSize,
        camera: Camera,
        shape: Shape,
        marks: Iterable[GhostMark],
        *,
        torus: bool,
        wrap: bool,
        region: Region,
    ) -> None:
        """Draw ghosts over the board.

        Args:
            canvas: the framebuffer with the picture of the board.
            window: (width, height) of the window in pixels.
            camera: the part of the board that is shown.
            shape: (rows, columns) of the board.
            marks: the ghosts.
            torus: True if a ghost that crosses an edge of the board continues at the opposite edge.
            wrap: True if the view shows the board repeatedly.
            region: the part of the window that the board covers.
        """
        drawn = [
            self._draw(canvas, window, camera, shape, mark, torus=torus, wrap=wrap, region=region) for mark in marks
        ]
        for key in self._textures.keys() - drawn:
            self._textures.pop(key)[1].release()

    def release(self) -> None:
        """Release the textures."""
        for _, texture in self._textures.values():
            texture.release()
        self._textures.clear()

    def _draw(
        self,
        canvas: moderngl.Framebuffer,
        window: WindowSize,
        camera: Camera,
        shape: Shape,
        mark: GhostMark,
        *,
        torus: bool,
        wrap: bool,
        region: Region,
    ) -> tuple[int, int, int, int]:
        height, width = mark.cells.shape
        row, column = mark.row + height / 2, mark.column + width / 2
        if torus:
            row, column = nearest_copy(row, camera.row, shape[0]), nearest_copy(column, camera.column, shape[1])
        row, column = round(row - height / 2), round(column - width / 2)
        block = 1 << max(0, math.ceil(math.log2(1 / camera.zoom)))
        first = _first_shown(row, column, mark.cells, camera, window, block)
        key = (id(mark.cells), *first, block)
        if key not in self._textures:
            self._textures[key] = mark.cells, self._texture(mark.cells, first, block)
        left, top = (window[0] / 2 / camera.zoom, window[1] / 2 / camera.zoom)
        corner = camera.column - left - column, camera.row - top - row
        whole = math.floor(corner[0]), math.floor(corner[1])
        uniforms: dict[str, UniformValue] = {
            "corner": (corner[0] - whole[0], corner[1] - whole[1]),
            "corner_cell": whole,
            "step": 1 / camera.zoom,
            "height": float(window[1]),
            "board": (shape[1], shape[0]),
            "extent": (width, height),
            "start": (first[1], first[0]),
            "block": block,
            "gap": round(camera.zoom * 0.11) / camera.zoom if camera.zoom >= _GAP_FROM else 0.0,
            "strength": _STRENGTH,
            "veil": _VEIL if mark.replaces else 0.0,
            "ground": self._palette.ground,
        }
        if not torus or (not wrap and 0 <= row <= shape[0] - height and 0 <= column <= shape[1] - width):
            region = _clipped(region, window, camera, row, column, mark.cells)
        textures = {"cells": self._textures[key][1], "palette": self._palette.texture}
        if region[2] > 0 and region[3] > 0:
            parameters = {"TORUS": int(torus)}
            self._resources.draw(canvas, "view_ghost.frag", parameters, textures, uniforms, region, Blend.OVER)
        return key

    def _texture(self, cells: Cells, first: tuple[int, int], block: int) -> moderngl.Texture:
        """Return a texture of the cells from (row, column) ``first`` on.

        A texel has the highest state in a square of ``block`` x ``block`` cells.
        """
        side = _MAX_SIDE * block
        part = cells[first[0] : first[0] + side, first[1] : first[1] + side]
        if block > 1:
            part = np.maximum.reduceat(part, np.arange(0, part.shape[0], block), axis=0)
            part = np.maximum.reduceat(part, np.arange(0, part.shape[1], block), axis=1)
        size = part.shape[1], part.shape[0]
        texture = self._resources.device.context.texture(
            size, 1, np.ascontiguousarray(part).tobytes(), dtype="u1", alignment=1
        )
        texture.filter = moderngl.NEAREST, moderngl.NEAREST
        return texture


def _clipped(region: Region, window: WindowSize, camera: Camera, row: int, column: int, cells: Cells) -> Region:
    """Return the part of ``region`` that a pattern at (row, column) covers."""
    left, top = pixel_of(camera, window, row, column)
    right, bottom = pixel_of(camera, window, row + cells.shape[0], column + cells.shape[1])
    x, y = max(region[0], math.floor(left)), max(region[1], math.floor(window[1] - bottom))
    across = min(region[0] + region[2], math.ceil(right)) - x
    return x, y, across, min(region[1] + region[3], math.ceil(window[1] - top)) - y


def _first_shown(
    row: int, column: int, cells: Cells, camera: Camera, window: WindowSize, block: int
) -> tuple[int, int]:
    """Return the (row, column) of the pattern's cell at which its texture begins: (0, 0) if the whole pattern fits."""
    at = pixel_of(camera, window, row, column)
    first = []
    for side, pixel in zip(cells.shape, at[::-1], strict=True):
        if side <= _MAX_SIDE * block:
            first.append(0)
            continue
        step = _MAX_SIDE * block // 4
        before_window = math.floor(-pixel / camera.zoom)
        first.append(min(max(before_window // step * step, 0), side - 1) // block * block)
    return first[0], first[1]

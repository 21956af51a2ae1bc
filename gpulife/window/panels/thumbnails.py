"""Small pictures of patterns and looks, as OpenGL textures. A picture is made when it is first shown."""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gpulife.patterns.pattern_folders import PatternSketch
from gpulife.rules import RGB
from gpulife.window.design import GROUND, LINE

_KEPT = 300
_SIDE = 96
"""Usual width and height of a pattern's picture in pixels."""
_STILL = 240, 135
"""Width and height of a look's picture in pixels. Rows of bytes need no padding to multiples of 4."""
_GROUND = np.array([255 * part for part in GROUND[:3]], np.float32)
_LINES = np.array([255 * part for part in LINE[:3]], np.float32)
_LINES_STRENGTH = 0.6
_GRID_FROM = 4
"""Minimum size of a cell in pixels at which lines are drawn between cells, dead ones too."""
_FEWEST, _LARGEST = 8, 16
"""Minimum number of cells across a picture, and maximum size of a cell in pixels: small patterns look small."""
_MARGIN = 1
"""Number of dead cells to show around a pattern, at least."""


class Thumbnails:
    """Small pictures of patterns and looks, as textures of an OpenGL context.

    Args:
        context: the window's OpenGL context.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._textures: OrderedDict[Hashable, moderngl.Texture] = OrderedDict()

    def texture(self, key: Hashable, sketch: PatternSketch, colour: RGB, side: int = _SIDE) -> int:
        """Return the OpenGL ID of a square texture with a pattern's picture. The picture's top row comes first.

        Args:
            key: identifies the pattern. The same key must not be used for another pattern.
            sketch: the pattern's sketch, from which the picture is made.
            colour: the colour of live cells.
            side: width and height of the picture in pixels. It is sharp if it is shown at this size.
        """
        entry = key, colour, side
        texture = self._textures.get(entry)
        if texture is None:
            pixels = draw(sketch, colour, side)
            texture = self._textures[entry] = self._context.texture((side, side), 3, pixels.tobytes(), alignment=1)
            texture.filter = moderngl.LINEAR, moderngl.LINEAR
        self._textures.move_to_end(entry)
        return int(texture.glo)

    def still(self, path: Path) -> int:
        """Return the OpenGL ID of a texture with the picture in a file, made when first asked for, top row first.

        If the file cannot be read, the picture is empty.
        """
        texture = self._textures.get(path)
        if texture is None:
            picture = Image.new("RGB", _STILL)
            with suppress(OSError), Image.open(path) as read:
                picture = read.convert("RGB").resize(_STILL)
            texture = self._textures[path] = self._context.texture(_STILL, 3, picture.tobytes())
            texture.filter = moderngl.LINEAR, moderngl.LINEAR
        self._textures.move_to_end(path)
        return int(texture.glo)

    def forget(self) -> None:
        """Release pictures that have not been shown for a long time. Call this when no frame is being drawn."""
        while len(self._textures) > _KEPT:
            self._textures.popitem(last=False)[1].release()

    def close(self) -> None:
        """Release all pictures."""
        for texture in self._textures.values():
            texture.release()
        self._textures.clear()


def draw(sketch: PatternSketch, colour: RGB, side: int = _SIDE) -> NDArray[np.uint8]:
    """Return the pixels of a pattern's picture, made from its sketch: shape (side, side, 3), uint8.

    The whole pattern is shown, with dead cells around it. ``colour`` is the colour of live cells.
    """
    pixels = np.zeros((side, side, 3), np.float32) + _GROUND
    if not sketch.picture.size:
        return pixels.round().astype(np.uint8)
    step = -(-max(sketch.picture.shape) // (side - 2 * _MARGIN))
    squares = sketch.picture
    for axis in (0, 1):
        squares = np.maximum.reduceat(squares, np.arange(0, squares.shape[axis], step), axis=axis)
    rows, columns = squares.shape
    across = max(rows + 2 * _MARGIN, columns + 2 * _MARGIN, _FEWEST)
    zoom = min(side // across, _LARGEST)
    top, left = (side - rows * zoom) // 2, (side - columns * zoom) // 2
    strength = np.where(squares > 0, 0.35 + 0.65 * np.sqrt(squares), 0.0)
    large: NDArray[np.float32] = np.kron(strength, np.ones((zoom, zoom), np.float32)).astype(np.float32)
    part = pixels[top : top + rows * zoom, left : left + columns * zoom]
    part += large[..., None] * (np.array(colour, np.float32) - _GROUND)
    if zoom >= _GRID_FROM and sketch.size == (rows, columns):  # else a square of the picture is no cell
        grid = _GROUND + _LINES_STRENGTH * (_LINES - _GROUND)
        pixels[top % zoom :: zoom] = grid
        pixels[:, left % zoom :: zoom] = grid
    return pixels.round().astype(np.uint8)

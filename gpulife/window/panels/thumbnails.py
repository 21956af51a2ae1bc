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
from gpulife.window.design import GROUND

_KEPT = 300
_SIDE = 96
"""Width and height of a pattern's picture in pixels."""
_STILL = 240, 135
"""Width and height of a look's picture in pixels. Rows of bytes need no padding to multiples of 4."""
_GROUND = np.array([255 * part for part in GROUND[:3]], np.float32)
_GRID_FROM = 5
"""Minimum size of a cell in pixels at which cells are drawn with gaps."""


class Thumbnails:
    """Small pictures of patterns and looks, as textures of an OpenGL context.

    Args:
        context: the window's OpenGL context.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._textures: OrderedDict[Hashable, moderngl.Texture] = OrderedDict()

    def texture(self, key: Hashable, sketch: PatternSketch, colour: RGB) -> int:
        """Return the OpenGL ID of a square texture with a pattern's picture. The picture's top row comes first.

        Args:
            key: identifies the pattern. The same key must not be used for another pattern.
            sketch: the pattern's sketch, from which the picture is made.
            colour: the colour of live cells.
        """
        texture = self._textures.get((key, colour))
        if texture is None:
            pixels = draw(sketch, colour)
            texture = self._textures[key, colour] = self._context.texture((_SIDE, _SIDE), 3, pixels.tobytes())
            texture.filter = moderngl.LINEAR, moderngl.LINEAR
        self._textures.move_to_end((key, colour))
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


def draw(sketch: PatternSketch, colour: RGB) -> NDArray[np.uint8]:
    """Return the pixels of a pattern's picture, made from its sketch: shape (side, side, 3), uint8.

    ``colour`` is the colour of live cells.
    """
    pixels = np.zeros((_SIDE, _SIDE, 3), np.float32) + _GROUND
    rows, columns = sketch.picture.shape
    if rows:
        zoom = max(1, min((_SIDE - 4) // max(rows, columns), 14))
        strength = np.where(sketch.picture > 0, 0.35 + 0.65 * np.sqrt(sketch.picture), 0.0)
        large: NDArray[np.float32] = np.kron(strength, np.ones((zoom, zoom), np.float32)).astype(np.float32)
        if zoom >= _GRID_FROM:
            large[::zoom] *= 0.25
            large[:, ::zoom] *= 0.25
        top, left = (_SIDE - rows * zoom) // 2, (_SIDE - columns * zoom) // 2
        part = pixels[top : top + rows * zoom, left : left + columns * zoom]
        part += large[: part.shape[0], : part.shape[1], None] * (np.array(colour, np.float32) - _GROUND)
    return pixels.round().astype(np.uint8)

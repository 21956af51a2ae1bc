"""Turns pictures into cells: each pixel becomes the state with the nearest colour.

Nearness is the distance in Oklab (Björn Ottosson, https://bottosson.github.io/posts/oklab/), in which equal distances
look about equally different; in plain RGB dark blue would count as black.
"""

from collections.abc import Callable
from os import PathLike

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from gpulife.patterns.oklab import CONES_TO_LAB, RGB_TO_CONES
from gpulife.patterns.picture_file import opened_picture
from gpulife.rules import Cells

BLACK_AND_WHITE: NDArray[np.uint8] = np.array([[0, 0, 0], [255, 255, 255]], np.uint8)
"""Colours for a picture of one species: black is dead, white alive."""

_BLOCK = 1 << 18  # pixels compared at a time
_OPAQUE = 128
_TURNED_SIDEWAYS = frozenset({5, 6, 7, 8})
"""EXIF orientations in which the picture lies on its side: width and height are exchanged."""
_UPRIGHT: dict[int, Callable[[Cells], Cells]] = {
    2: lambda cells: cells[:, ::-1],
    3: lambda cells: cells[::-1, ::-1],
    4: lambda cells: cells[::-1],
    5: lambda cells: cells.T,
    6: lambda cells: cells.T[:, ::-1],
    7: lambda cells: cells[::-1, ::-1].T,
    8: lambda cells: cells.T[::-1],
}
"""Functions that turn a picture upright, by the EXIF orientation that cameras write."""


def image_to_cells(
    picture: str | PathLike[str] | Image.Image,
    colours: NDArray[np.uint8] = BLACK_AND_WHITE,
    shape: tuple[int, int] | None = None,
) -> Cells:
    """Turn a picture into state codes.

    Args:
        picture: a PNG, GIF, BMP, JPEG or WebP file, whatever it is called (of an animation, the first picture), or a
            picture in memory.
        colours: sRGB, shape (states, 3), uint8; a pixel gets the row number of the nearest, the first of equals.
            Transparent pixels become 0.
        shape: (rows, columns) to shrink a larger picture into; its aspect ratio is kept, a smaller one left as it is.

    Returns:
        State codes, uint8, in the shape of the (shrunk) picture.

    Raises:
        PatternError: no picture, a damaged one, or one with too many pixels.
        BoardSizeError: the cells do not fit into memory.
    """
    if isinstance(picture, Image.Image):
        return _states(_shrunk(picture, shape), colours)
    with opened_picture(picture, shape) as opened:
        orientation = opened.getexif().get(ExifTags.Base.Orientation)
        orientation = orientation if isinstance(orientation, int) else 1
        if shape is not None and orientation in _TURNED_SIDEWAYS:
            shape = shape[::-1]
        cells = _states(_shrunk(opened, shape), colours)
    make_upright = _UPRIGHT.get(orientation)
    return cells if make_upright is None else np.ascontiguousarray(make_upright(cells))


def _shrunk(picture: Image.Image, shape: tuple[int, int] | None) -> Image.Image:
    """Return the picture, made smaller if it does not fit into ``shape``."""
    if shape is None or (picture.height <= shape[0] and picture.width <= shape[1]):
        return picture
    shrunk = picture.convert("RGBA")
    # Box filter: a pixel is the mean of those that it stands for, so that thin lines do not vanish.
    shrunk.thumbnail((shape[1], shape[0]), Image.Resampling.BOX)
    return shrunk


def _states(picture: Image.Image, colours: NDArray[np.uint8]) -> Cells:
    """Return the states of a picture's pixels, found a block of rows at a time."""
    targets = _oklab(colours)
    cells = np.empty((picture.height, picture.width), np.uint8)
    height = max(1, _BLOCK // picture.width)
    for top in range(0, picture.height, height):
        rows = picture.crop((0, top, picture.width, min(top + height, picture.height)))
        pixels = np.asarray(rows.convert("RGBA"))
        nearest = _nearest(_oklab(pixels[..., :3]), targets)
        nearest[pixels[..., 3] < _OPAQUE] = 0
        cells[top : top + height] = nearest
    return cells


def _nearest(places: NDArray[np.float32], targets: NDArray[np.float32]) -> Cells:
    """Return for each of ``places`` (..., 3) the index of the nearest of ``targets`` (states, 3)."""
    nearest = np.zeros(places.shape[:-1], np.uint8)
    least = np.full(places.shape[:-1], np.inf, np.float32)
    for state, target in enumerate(targets):
        distance = np.square(places - target).sum(axis=-1)
        closer = distance < least
        nearest[closer] = state
        np.minimum(least, distance, out=least)
    return nearest


def _oklab(colours: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert sRGB colours (..., 3), uint8, to Oklab (..., 3), float32."""
    value = np.arange(256, dtype=np.float32) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)
    cones = linear[colours] @ RGB_TO_CONES.astype(np.float32).T
    return np.asarray(np.cbrt(cones) @ CONES_TO_LAB.astype(np.float32).T, np.float32)

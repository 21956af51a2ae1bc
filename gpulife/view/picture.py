"""A board as a picture: whole as a PNG, or shrunk to as many pixels as there is room for."""

from typing import IO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gpulife.rules import Cells
from gpulife.view.palettes import Colours, to_linear, to_srgb

_STRIP = 1024  # rows that are shrunk at a time, which bounds the memory that it takes


def save_png(file: IO[bytes], cells: Cells, colours: Colours, zoom: int = 1) -> None:
    """Write a board as a PNG with a palette, ``zoom`` by ``zoom`` pixels a cell, one byte a pixel in memory."""
    image = Image.fromarray(np.ascontiguousarray(cells))
    if zoom > 1:
        image = image.resize((image.width * zoom, image.height * zoom), Image.Resampling.NEAREST)
    image.putpalette(colours.tobytes())
    image.save(file, "PNG")


def fit_size(shape: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the (height, width) in pixels at which a board of ``shape`` fills ``room`` (height, width), undistorted.

    Never more than a pixel a cell, and never less than one pixel.
    """
    scale = min(1.0, room[0] / shape[0], room[1] / shape[1])
    return max(1, round(shape[0] * scale)), max(1, round(shape[1] * scale))


def shrink(cells: Cells, colours: Colours, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Draw a board with ``size`` (height, width) pixels: shape (height, width, 3), uint8, sRGB.

    Each pixel is the average light of the area that it covers, parts of cells included: its brightness says how dense
    the area is, its hue which species live there.
    """
    if size == cells.shape:
        return colours[cells]
    down, across = (_shares(length, count) for length, count in zip(cells.shape, size, strict=True))
    light = np.zeros((*size, 3), np.float32)
    for start in range(0, len(cells), _STRIP):
        strip = cells[start : start + _STRIP]
        weights = down[:, start : start + _STRIP]
        for state in np.flatnonzero(np.bincount(strip.reshape(-1), minlength=len(colours))):
            density = weights @ (strip == state).astype(np.float32) @ across.T
            light += density[..., None] * to_linear(colours[state]).astype(np.float32)
    return to_srgb(light)


def _shares(length: int, count: int) -> NDArray[np.float32]:
    """Return which share of each of ``count`` equal parts of an axis each of its cells is: shape (count, length)."""
    edges = np.linspace(0, length, count + 1)
    cell = np.arange(length)
    overlap = np.minimum(edges[1:, None], cell + 1) - np.maximum(edges[:-1, None], cell)
    return np.asarray(np.maximum(overlap, 0) * (count / length), np.float32)

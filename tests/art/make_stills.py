"""Makes the still pictures of programmes: presets/art/NAME.jpg from docs/art/NAME.webp, and everything.jpg.

Run it in the top folder: ``.venv/bin/python tests/art/make_stills.py [NAME ...]``. Without names, it makes all of them.
The picture of all programmes together, everything.jpg, is always made again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageOps

SIZE, STRIP_SIZE = (480, 270), (1232, 132)
"""(width, height) of the picture of a programme, and of that of all programmes, in pixels."""
MAX_BYTES = 1 << 16
IN_STRIP = (
    *("liquid", "city", "papercut", "carnival", "zellige", "marquetry"),
    *("opart", "far", "riso", "ikat", "mirrors", "letterpress"),
)
"""Programmes in the picture of all programmes, from left to right. Neighbours differ in their colours."""
_SCALE = 0.6
"""Scale of the pictures in the strip. Only their middle is shown."""
_QUALITIES = range(85, 30, -5)


def still(picture: Image.Image) -> Image.Image:
    """Return a picture in the size of stills. What is too high or too wide is cut off."""
    return ImageOps.fit(picture.convert("RGB"), SIZE, Image.Resampling.LANCZOS)


def strip(stills: Sequence[Image.Image]) -> Image.Image:
    """Return the middles of stills side by side."""
    whole = Image.new("RGB", STRIP_SIZE)
    edges = [round(number * STRIP_SIZE[0] / len(stills)) for number in range(len(stills) + 1)]
    down = (SIZE[1] - STRIP_SIZE[1] / _SCALE) / 2
    for picture, (left, right) in zip(stills, pairwise(edges), strict=True):
        across = (SIZE[0] - (right - left) / _SCALE) / 2
        middle = across, down, SIZE[0] - across, SIZE[1] - down
        whole.paste(picture.resize((right - left, STRIP_SIZE[1]), Image.Resampling.LANCZOS, middle), (left, 0))
    return whole


def save(picture: Image.Image, path: Path) -> None:
    """Save a picture as JPEG in the best quality for which it is small enough."""
    for quality in _QUALITIES:
        picture.save(path, quality=quality, optimize=True)
        if path.stat().st_size <= MAX_BYTES:
            return
    raise SystemExit(f"{path} is larger than {MAX_BYTES} bytes")


def make(sources: Mapping[str, Path], folder: Path) -> None:
    """Make the stills of programmes in a folder from larger pictures, by name; then make everything.jpg there."""
    for name, source in sources.items():
        with Image.open(source) as picture:
            save(still(picture), folder / f"{name}.jpg")
    save(strip([Image.open(folder / f"{name}.jpg") for name in IN_STRIP]), folder / "everything.jpg")


if __name__ == "__main__":
    names = sys.argv[1:] or [path.stem for path in sorted(Path("presets/art").glob("*.toml"))]
    make({name: Path("docs/art") / f"{name}.webp" for name in names}, Path("presets/art"))

"""Golden pictures: rendered pictures are compared with ones that a person has approved.

Only on the software renderer, whose pixels are the same everywhere. ``pytest --regenerate`` makes them again: look at
each of them before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

FOLDER = Path(__file__).parent / "golden"
MAX_MEAN_DIFFERENCE = 1.0  # of 255, over all pixels and channels
MAX_DIFFERENT = 0.01  # share of the pixels that differ by more than NOTICED in any channel
NOTICED = 24

Picture = NDArray[np.uint8]
"""Shape (height, width, 3), sRGB, the upper row first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, which tests/conftest.py imports."""
    parser.addoption("--regenerate", action="store_true", help="make the golden pictures anew")


class Goldens:
    """Compares pictures with golden ones, or makes golden ones.

    Args:
        regenerate: True to make golden pictures.
        kept: folder for pictures that differ.
    """

    def __init__(self, kept: Path, *, regenerate: bool) -> None:
        self._kept = kept
        self._regenerate = regenerate

    def check(self, picture: Picture, name: str) -> None:
        """Fail unless ``picture`` looks like that golden picture; the error names both files and their difference."""
        path = FOLDER / f"{name}.png"
        if self._regenerate:
            FOLDER.mkdir(exist_ok=True)
            Image.fromarray(picture).save(path, optimize=True)
            return
        assert path.exists(), f"no golden picture {path.name}: run pytest --regenerate and look at it"
        with Image.open(path) as image:
            golden = np.asarray(image.convert("RGB"))
        if problem := difference(picture, golden):
            Image.fromarray(picture).save(self._kept / f"{name}.got.png")
            if picture.shape == golden.shape:
                apart = np.abs(picture.astype(int) - golden)
                Image.fromarray(np.minimum(apart * 4, 255).astype(np.uint8)).save(self._kept / f"{name}.difference.png")
            raise AssertionError(f"{name}: {problem}; see {self._kept}/{name}.*.png")


def difference(picture: Picture, golden: Picture) -> str:
    """Describe how two pictures differ more than allowed; empty if they do not."""
    if picture.shape != golden.shape:
        return f"shape {picture.shape}, the golden one {golden.shape}"
    apart = np.abs(picture.astype(int) - golden)
    mean, share = float(apart.mean()), float((apart.max(axis=2) > NOTICED).mean())
    if mean > MAX_MEAN_DIFFERENCE or share > MAX_DIFFERENT:
        return f"mean difference {mean:.2f} of 255, {share:.1%} of the pixels differ"
    return ""

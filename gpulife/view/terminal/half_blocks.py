"""Pixels as text for rich: half blocks in colour, two pixels a character, or plain characters where there is none."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from gpulife.view.palettes import to_oklab

_UPPER_HALF = "\N{UPPER HALF BLOCK}"
_RAMP = np.array(list(" .:-=+*#%@"))


def half_blocks(pixels: NDArray[np.uint8]) -> list[list[Segment]]:
    """Return lines of text that show ``pixels``, shape (even height, width, 3), sRGB: two pixels a character.

    Neighbours of the same colours are one segment; the upper pixel is the foreground, the lower the background.
    """
    packed = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    upper, lower = packed[::2], packed[1::2]
    starts_run = np.ones(upper.shape, bool)
    starts_run[:, 1:] = (upper[:, 1:] != upper[:, :-1]) | (lower[:, 1:] != lower[:, :-1])
    starts = np.flatnonzero(starts_run)
    lengths = np.diff(starts, append=upper.size).tolist()
    segments = [
        Segment((" " if above == below else _UPPER_HALF) * length, _style(above, below))
        for above, below, length in zip(
            upper.reshape(-1)[starts].tolist(), lower.reshape(-1)[starts].tolist(), lengths, strict=True
        )
    ]
    ends = np.cumsum(np.count_nonzero(starts_run, axis=1)).tolist()
    return [segments[start:end] for start, end in pairwise([0, *ends])]


def plain_characters(pixels: NDArray[np.uint8]) -> list[str]:
    """Return lines of ASCII that show the lightness of ``pixels``, shape (height, width, 3): one pixel a character."""
    lightness = to_oklab(pixels)[..., 0]
    return ["".join(line) for line in _RAMP[np.rint(lightness * (len(_RAMP) - 1)).astype(int)]]


@lru_cache(maxsize=1 << 15)
def _style(upper: int, lower: int) -> Style:
    background = _colour(lower)
    return Style(bgcolor=background) if upper == lower else Style(color=_colour(upper), bgcolor=background)


@lru_cache(maxsize=1 << 15)
def _colour(packed: int) -> Color:
    return Color.from_rgb(packed >> 16, packed >> 8 & 255, packed & 255)

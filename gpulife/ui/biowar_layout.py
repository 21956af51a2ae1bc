"""Where the parts of BioWar's screen are, how large and in what colours: what its drawing and its talk share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.ui.pen import Pixel
from gpulife.view.look import RGB

GAP = 10.0  # pixels on a 96 dpi screen, as all these
LARGE, MIDDLE, SMALL = 30.0, 20.0, 17.0
"""Heights of letters."""
_HEIGHTS, _LOW_HEIGHTS = (64.0, 92.0, 134.0), (56.0, 58.0, 88.0)
"""Of the line at the top, the boxes, and the conversation; in windows that are not high."""
_LOW = 600.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything is on the window.

    Attributes:
        left: edge of what the panels leave of it, in points.
        right: likewise.
        bottom: likewise.
        pixel: where a place of the board is.
        colours: of the states.
        bright: whether what flickers is bright now.
    """

    left: float
    right: float
    bottom: float
    pixel: Pixel
    colours: Sequence[RGB]
    bright: bool


def room_around() -> tuple[float, float]:
    """Pixels above and below the board that all this takes."""
    scale = imgui.get_style().font_scale_dpi
    top, boxes, talk = heights()
    return top * scale, (boxes + talk + 3 * GAP) * scale


def is_low() -> bool:
    """Whether there is little room."""
    return bool(imgui.get_main_viewport().size.y < _LOW * imgui.get_style().font_scale_dpi)


def heights() -> tuple[float, float, float]:
    """Of the line at the top, the boxes and the conversation."""
    return _LOW_HEIGHTS if is_low() else _HEIGHTS

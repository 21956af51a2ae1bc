"""The layout of LIFE-2: the board with numbers around it, and the players' cards beside or above it."""

from dataclasses import dataclass

from gpulife.view.camera import Camera, Shape, fit_camera, pan
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.play.canvas import Area, scaled

HEADLINE, HINT, NUMBERS = 56.0, 66.0, 40.0
"""Heights of headline, hint and border numbers, in points on a 96 dpi screen."""
CARD, CARD_ROW, EDGE = 196.0, 96.0, 14.0
"""Width of a card beside the board, height of a card above it, and distance from the window's edge, as above."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of the window.

    Attributes:
        camera: camera that shows the whole board.
        area: part of the window that panels leave free.
        beside: whether the cards stand beside the board; else above it.
        cards: boxes of the left and the right player's card.
    """

    camera: Camera
    area: Area
    beside: bool
    cards: tuple[Area, Area]


def layout(shape: Shape, window: tuple[int, int], covered: Covered) -> Layout:
    """Return the layout in a window of (width, height) points, of which panels cover ``covered``.

    Cards go where they leave more room for the board: beside it on most screens, above it on upright ones.
    """
    width, height = window[0] - covered.left - covered.right, window[1] - covered.below
    numbers, card, row, edge = (scaled(length) for length in (NUMBERS, CARD, CARD_ROW, EDGE))
    above, below = scaled(HEADLINE) + numbers, scaled(HINT) + numbers
    sides = _fit(shape, width - 2 * (card + numbers), height - above - below)
    tops = _fit(shape, width - 2 * numbers, height - above - below - row)
    beside = sides.zoom >= tops.zoom
    over = above if beside else above + row
    # The board's middle goes to the middle of the room that is left for it.
    camera = pan(sides if beside else tops, (covered.left - covered.right) / 2, (over - below - covered.below) / 2)
    area = (covered.left, 0.0, window[0] - covered.right, height)
    middle, half = covered.left + width / 2, shape[1] * camera.zoom / 2 + numbers
    if beside:
        left, right, top = middle - half, middle + half, over
        cards = ((max(area[0] + edge, left - card - edge), top, left, top + row * 3),
                 (right, top, min(area[2] - edge, right + card + edge), top + row * 3))  # fmt: skip
    else:
        top = scaled(HEADLINE)
        cards = ((area[0] + edge, top, middle - edge, top + row), (middle + edge, top, area[2] - edge, top + row))
    return Layout(camera, area, beside, cards)


def _fit(shape: Shape, width: float, height: float) -> Camera:
    return fit_camera(shape, (max(1, round(width)), max(1, round(height))))

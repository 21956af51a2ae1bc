"""Where LIFE-2 has its board and its players' cards in the window."""

from dataclasses import dataclass

from gpulife.view.camera import Camera, Shape, fit_camera, pan
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.play.canvas import (
    Area,
    scaled,
)
from gpulife.window.play.game_picture import PAPER_MARGIN, PAPER_STRIP
from gpulife.window.play.player_card import CARD_WIDTH

HEADLINE, HINT, _NUMBERS = 56.0, 66.0, PAPER_MARGIN + 4.0
"""Heights of the headline, the hint, and the numbers at the board's edges, in points of a 96 dpi screen."""
_CARD, CARD_ROW, _EDGE = 150.0, 96.0, 14.0
"""Smallest width of cards beside the board, height of cards above it, gap to the window's edge; in points of a 96 dpi
screen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the board and the players' cards are.

    Attributes:
        camera: the camera that shows the whole board.
        area: part of the window that is free of panels.
        beside: True if the cards are beside the board, False if they are above the board.
        cards: rectangles of the left and the right player's card.
    """

    camera: Camera
    area: Area
    beside: bool
    cards: tuple[Area, Area]


def layout(shape: Shape, window: tuple[int, int], covered: Covered) -> Layout:
    """Return the layout for a window of (width, height) points; ``covered`` says how much of it panels cover.

    The cards are put where they leave more space for the board: beside it in wide windows, above it in narrow ones.
    """
    width, height = window[0] - covered.left - covered.right, window[1] - covered.below
    numbers, card, row, edge = (scaled(length) for length in (_NUMBERS, _CARD, CARD_ROW, _EDGE))
    above, below = scaled(HEADLINE) + numbers, scaled(HINT) + numbers
    beside_paper = numbers + scaled(PAPER_STRIP)
    sides = _fit(shape, width - 2 * (card + beside_paper), height - above - below)
    tops = _fit(shape, width - 2 * beside_paper, height - above - below - row)
    beside = sides.zoom >= tops.zoom
    over = above if beside else above + row
    # Centre the board in the room that is left for it.
    camera = pan(sides if beside else tops, (covered.left - covered.right) / 2, (over - below - covered.below) / 2)
    area = (covered.left, 0.0, window[0] - covered.right, height)
    middle, half = covered.left + width / 2, shape[1] * camera.zoom / 2 + beside_paper
    if beside:
        left, right, top = middle - half - edge, middle + half + edge, over
        card = min(left - area[0] - edge, scaled(CARD_WIDTH))
        cards = (left - card, top, left, top + row * 3), (right, top, right + card, top + row * 3)
    else:
        top = scaled(HEADLINE)
        cards = ((area[0] + edge, top, middle - edge, top + row), (middle + edge, top, area[2] - edge, top + row))
    return Layout(camera, area, beside, cards)


def _fit(shape: Shape, width: float, height: float) -> Camera:
    return fit_camera(shape, (max(1, round(width)), max(1, round(height))))

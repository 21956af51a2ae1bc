"""Cards beside the board of a game for two: whose turn it is, and what each player has."""

from collections.abc import Callable
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    LINE,
    NEAR,
    ROUNDING,
    SMALL,
    SURFACE,
    TEXT,
    TITLE,
    faded,
    packed,
)
from gpulife.window.panels.draw_primitives import Point, outline, rectangle, text
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.canvas import Area, Canvas, fitting_size, scaled

CARD_WIDTH, MIN_CARD_WIDTH = 210.0, 120.0
"""Greatest and smallest width of a card, in units of 1/96 inch."""
_HEIGHT, _SYMBOL = 230.0, 84.0
"""Height of a card, and additional height for a player's symbol, in units of 1/96 inch."""
_DOT = 7.0
"""Radius of a dot, in units of 1/96 inch."""
_DOTS_IN_ROW = 5


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The content of a player's card.

    Attributes:
        count: number of the player's live cells, which decides the game.
        noun: what is counted, such as "cells".
        is_active: True if the player has to do something now.
        call: a few words on what the player has to do or has just done; "" for none.
        filled: number of filled dots, such as the tokens that the player may still place.
        of: total number of dots, filled and empty.
        about: what the dots are, such as "10 tokens left".
        refusal: why the player's last choice was refused; "" if it was not. It is shown in place of ``about``.
        draw_symbol: function that draws the player's symbol, given its middle and radius in points; None for no symbol.
    """

    count: int
    noun: str
    is_active: bool = False
    call: str = ""
    filled: int = 0
    of: int = 0
    about: str = ""
    refusal: str = ""
    draw_symbol: Callable[[Point, float], None] | None = None


def card_height(card: PlayerCard) -> float:
    """Return the height of a card, in units of 1/96 inch."""
    return _HEIGHT + _SYMBOL * (card.draw_symbol is not None)


def _draw_frame(area: Area, canvas: Canvas, player: int, *, is_active: bool) -> None:
    """Draw a card's background and frame. If ``is_active`` (the player's turn), the frame has the player's colour."""
    left, top, right, bottom = area
    rectangle((left, top), (right, bottom), faded(SURFACE, 0.92), scaled(ROUNDING))
    if is_active:
        outline((left, top), (right, bottom), canvas.player_colour(player), scaled(3))
    else:
        outline((left, top), (right, bottom), LINE, scaled(1))


def draw_player_card(card: PlayerCard, at: Point, width: float, canvas: Canvas, player: int) -> None:
    """Draw a player's card; ``at`` is its upper left corner and ``width`` its width, in points."""
    left, y = at
    right, bottom = left + width, y + scaled(card_height(card))
    _draw_frame((left, y, right, bottom), canvas, player, is_active=card.is_active)
    rgba, middle, room = canvas.player_colour(player), (left + right) / 2, width - scaled(2 * GAP)
    if card.draw_symbol is not None:
        card.draw_symbol((middle, y + scaled(_SYMBOL / 2 + NEAR)), scaled(_SYMBOL / 2 - NEAR))
        y += scaled(_SYMBOL)
    name = canvas.names[player]
    size = fitting_size(name, room, HEADING.size, SMALL.size, bold=True)
    name = elided(name, room, size, bold=True)
    text(name, middle, y + scaled(NEAR), rgba, align=0.5, size=size, bold=True)
    text(str(card.count), middle, y + scaled(42), TEXT, align=0.5, size=TITLE.size, bold=True)
    text(card.noun, middle, y + scaled(90), CAPTION, align=0.5, size=BODY.size)
    if card.of:
        _draw_dots(card, middle, y + scaled(120), canvas, player)
    words, tint = (card.refusal, BAD) if card.refusal else (card.about, CAPTION)
    text(words, middle, y + scaled(156), tint, align=0.5, size=fitting_size(words, room, BODY.size))
    if card.call:
        low, size = bottom - scaled(GAP), fitting_size(card.call, room, LEAD.size, bold=True)
        half = min(room, width_of(card.call, size, bold=True) + scaled(2 * GAP)) / 2
        rectangle((middle - half, low - scaled(34)), (middle + half, low - scaled(2)), rgba, scaled(ROUNDING))
        top = low - scaled(18 + size * 0.6)
        text(card.call, middle, top, GROUND, align=0.5, size=size, bold=True, shadow=False)


def _draw_dots(card: PlayerCard, middle: float, y: float, canvas: Canvas, player: int) -> None:
    """Draw the dots in rows; ``y`` is the middle of the first row."""
    pen, radius = imgui.get_background_draw_list(), scaled(_DOT)
    filled, empty = packed(canvas.player_colour(player)), packed(CAPTION, 0.5)
    for number in range(card.of):
        row, place = divmod(number, _DOTS_IN_ROW)
        in_row = min(card.of - row * _DOTS_IN_ROW, _DOTS_IN_ROW)
        centre = middle + (place - (in_row - 1) / 2) * 2.8 * radius, y + row * 2.6 * radius
        if number < card.filled:
            pen.add_circle_filled(centre, radius, filled)
        else:
            pen.add_circle(centre, radius - scaled(1), empty, 0, scaled(1.5))

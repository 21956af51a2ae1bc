"""Small pictures of rules in the help: one board, or two boards with an arrow between them.

A picture is a text. ``/`` separates the rows of a board, and `` > `` separates two boards. The symbols of cells are:

====== =============================================================
symbol cell
====== =============================================================
.      dead
A to D living, owned by player 1, 2, 3 or 4
a to d the same, framed because the rule is about this cell
*      living, without an owner
1 to 3 living, owned by player 1: small, middle or large
+      a cell that player 1 may choose
o      a point, or a marker
x      a cell that stays empty
``|``  the border between the two halves of a board
====== =============================================================

A game may draw other symbols itself.
"""

from collections.abc import Callable, Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.rules import RGB
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    CHOSEN,
    GROUND,
    HEADING,
    LINE,
    PROMPT,
    TEXT,
    packed,
    rgba_of,
    styled,
)
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.keycaps import CAPS_HEIGHT
from gpulife.window.panels.pages import view_and_scale

CELL, LARGE_CELL = 15.0, 30.0
"""Usual side of a cell, and that of a cell in the help, in units of 1/96 inch."""
_PLAYERS = "ABCD"
_SIZES = {"1": 0.44, "2": 0.72, "3": 1.0}
_ARROW = 2
"""Width of an arrow with the space around it, as a multiple of the side of a cell."""
DrawSymbol = Callable[[str, Point, float, Sequence[RGB]], bool]
"""Function that draws a game's own symbols. It returns False, and draws nothing, for any other symbol.

It gets the symbol, upper left corner and side of its square, and the colours of living cells.
"""


def boards_of(picture: str) -> list[list[str]]:
    """Return the boards of a picture, each as a list of rows."""
    return [board.split("/") for board in picture.split(" > ")]


def picture_size(picture: str, cell: float = CELL) -> Point:
    """Return the width and the height of a picture in points; ``cell`` is the side of a cell in units of 1/96 inch."""
    side, boards = cell * view_and_scale()[1], boards_of(picture)
    wide = sum(max(map(len, board)) for board in boards) + (len(boards) - 1) * _ARROW
    return wide * side, max(map(len, boards)) * side


def fitting_cell(picture: str, room: float) -> float:
    """Return the largest side of a cell, at most LARGE_CELL, with which a picture is at most ``room`` points wide."""
    return min(LARGE_CELL, LARGE_CELL * room / max(picture_size(picture, LARGE_CELL)[0], 1.0))


def draw_rule_picture(
    picture: str,
    corner: Point,
    colours: Sequence[RGB],
    draw_symbol: DrawSymbol = lambda *_: False,
    cell: float = CELL,
) -> None:
    """Draw a picture of a rule.

    Args:
        picture: the picture as a text.
        corner: its upper left corner in points.
        colours: colours of the players' cells.
        draw_symbol: draws the game's own symbols.
        cell: side of a cell in units of 1/96 inch.
    """
    scale, pen, boards = view_and_scale()[1], imgui.get_window_draw_list(), boards_of(picture)
    side, high, left = cell * scale, picture_size(picture, cell)[1], corner[0]
    for number, board in enumerate(boards):
        if number:
            with styled(BODY if cell <= CELL else HEADING):
                arrow = imgui.calc_text_size(icons.ICON_FA_ARROW_RIGHT)
                place = left + (_ARROW * side - arrow.x) / 2, corner[1] + (high - arrow.y) / 2
                pen.add_text(place, packed(CAPTION), icons.ICON_FA_ARROW_RIGHT)
            left += _ARROW * side
        top = corner[1] + (high - len(board) * side) / 2
        end = left + max(map(len, board)) * side, top + len(board) * side
        pen.add_rect_filled((left, top), end, packed(GROUND))
        for row, symbols in enumerate(board):
            for column, symbol in enumerate(symbols):
                at = left + column * side, top + row * side
                if not draw_symbol(symbol, at, side, colours):
                    _draw_cell(symbol, at, side, colours)
        pen.add_rect((left - scale, top - scale), (end[0] + scale, end[1] + scale), packed(LINE), 0.0, scale)
        left = end[0]


def _draw_cell(symbol: str, at: Point, side: float, colours: Sequence[RGB]) -> None:
    """Draw the cell that ``symbol`` stands for, in the square at ``at``. Dead cells are not drawn.

    ``at`` is the square's upper left corner, ``side`` the length of its side, in points.
    """
    pen, (x, y), inset = imgui.get_window_draw_list(), at, side * 0.1
    middle, end = (x + side / 2, y + side / 2), (x + side - inset, y + side - inset)
    half = side / 2 - inset
    if symbol.upper() in _PLAYERS:
        player = min(_PLAYERS.index(symbol.upper()), len(colours) - 1)
        pen.add_rect_filled((x + inset, y + inset), end, packed(rgba_of(colours[player])), inset)
        if symbol.islower():
            pen.add_rect(at, (x + side, y + side), packed(PROMPT), inset, 2 * inset)
    elif symbol in _SIZES:
        reach = half * _SIZES[symbol]
        low, high = (middle[0] - reach, middle[1] - reach), (middle[0] + reach, middle[1] + reach)
        pen.add_rect_filled(low, high, packed(rgba_of(colours[0])), inset)
    elif symbol == "*":
        pen.add_rect_filled((x + inset, y + inset), end, packed(CAPTION), inset)
    elif symbol == "+":
        pen.add_rect((x + inset, y + inset), end, packed(rgba_of(colours[0])), inset, inset)
    elif symbol == "o":
        pen.add_circle_filled(middle, half * 0.7, packed(PROMPT))
    elif symbol == "x":
        pen.add_line((x + inset, y + inset), end, packed(BAD), inset)
        pen.add_line((end[0], y + inset), (x + inset, end[1]), packed(BAD), inset)
    elif symbol == "|":
        pen.add_line((middle[0], y), (middle[0], y + side), packed(PROMPT), inset)


def draw_number(number: int) -> None:
    """Draw the number of a step in a circle, so that the next text stands to its right."""
    size, corner, pen = imgui.get_font_size(), imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    radius, middle = size * 0.75, corner.y + size * CAPS_HEIGHT / 2
    pen.add_circle_filled((corner.x + radius, middle), radius, packed(CHOSEN))
    words = imgui.calc_text_size(f"{number}")
    pen.add_text((corner.x + radius - words.x / 2, middle - words.y / 2), packed(TEXT), f"{number}")
    imgui.dummy((2 * radius, size))
    imgui.same_line()

"""What LIFE-2 draws on its board: numbers, pieces, and the marks of what players choose."""

import math
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.foresight import Foresight
from gpulife.games.core.game import Place
from gpulife.games.life2.observation import (
    Life2Overlay,
)
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells
from gpulife.window.design import (
    BAD,
    GROUND,
    HEADING,
    RGBA,
    TEXT,
    eased_twice,
    faded,
    packed,
)
from gpulife.window.games.life2.layout import CARD_ROW, Layout
from gpulife.window.panels.draw_primitives import Point, line, outline, rectangle, text
from gpulife.window.play.canvas import (
    Canvas,
    scaled,
)
from gpulife.window.play.game_picture import INK, draw_paper_over

_GRID = faded(INK, 0.35)
_LARGE = HEADING.size
_SYMBOLS_FROM, _NUMBERS_FROM, _GRID_FROM = 14.0, 15.0, 6.0
"""Minimum cell sizes, in points, for marks on cells, for a number at each row and column, and for a grid."""


@dataclass(frozen=True, slots=True)
class HudContent:
    """The data that the HUD draws.

    Attributes:
        overlay: what the game shows besides cells.
        canvas: the canvas on which to draw.
        cells: cells of the board, shape (rows, columns), uint8; None if the board is too large for marks.
        counts: number of live cells of each player.
        people: players who are people at this window.
        legends: pictures of each player's keys.
        own_seat: seat of this window in an on-line match; NOBODY for viewers; None in other matches.
        is_replay: True in a replay.
        has_prompts: True if prompts are shown.
        has_cards: True if the players' cards are shown.
        turning: how far the pieces of this turn have been turned over, 0 to 1.
        coming: the next generation, computed without the other player's secret choice; None if it is not shown.
    """

    overlay: Life2Overlay
    canvas: Canvas
    cells: Cells | None
    counts: tuple[int, int]
    people: frozenset[int]
    legends: tuple[Legend, ...]
    own_seat: int | None = None
    has_prompts: bool = True
    is_replay: bool = False
    has_cards: bool = True
    turning: float = 1.0
    coming: Foresight | None = None


def draw_grid(canvas: Canvas) -> None:
    """Draw the lines between cells that are large enough for them."""
    if canvas.zoom < _GRID_FROM:
        return
    rows, columns = canvas.shape
    for row in range(rows + 1):
        line(canvas.point_of(row, 0), canvas.point_of(row, columns), _GRID)
    for column in range(columns + 1):
        line(canvas.point_of(0, column), canvas.point_of(rows, column), _GRID)


def draw_numbers(canvas: Canvas) -> None:
    """Draw the numbers of rows and columns at all four sides of the board."""
    rows, columns = canvas.shape
    scale = scaled(1)
    every = next(step for step in (1, 5, 10, 50, 100, 500, 10**9) if step * canvas.zoom >= _NUMBERS_FROM * scale)
    size = min(_LARGE, max(14.0, canvas.zoom / scale * 0.3))
    high = size * scale * 1.1
    numbers = [number for number in range(1, max(rows, columns) + 1) if number == 1 or number % every == 0]
    for number in (number for number in numbers if number <= columns):
        for row, shift in ((0.0, -high - 6 * scale), (float(rows), 4 * scale)):
            x, y = canvas.point_of(row, number - 0.5)
            text(str(number), x, y + shift, INK, align=0.5, size=size, shadow=False)
    for number in (number for number in numbers if number <= rows):
        for column, align, shift in ((0.0, 1.0, -10 * scale), (float(columns), 0.0, 10 * scale)):
            x, y = canvas.point_of(number - 0.5, column)
            text(str(number), x + shift, y - high / 2, INK, align=align, size=size, shadow=False)


def draw_cells(content: HudContent, layout: Layout) -> None:
    """Draw pieces on live cells, frames around places just revealed, and crosses where both players chose a place.

    The pieces of this turn first move from their players' cards to the board, face down, and are turned over there.
    """
    overlay, canvas, zoom = content.overlay, content.canvas, content.canvas.zoom
    if content.cells is not None and zoom >= _SYMBOLS_FROM:
        turned = {place for places in overlay.placed for place in places} if content.turning < 1 else set()
        for row, cells in enumerate(content.cells.tolist()):
            for column, state in enumerate(cells):
                if state in (1, 2):
                    draw_paper_over(canvas, (row, column))
                    if (row, column) not in turned:
                        _draw_piece(canvas, state - 1, (row, column), canvas.middle((row, column)))
        if content.turning < 1:
            _turn_pieces(content, layout)
            return
    for player, places in enumerate(overlay.placed):
        for place in places:
            thick = max(1.5, zoom * 0.02)
            outline(*canvas.square(place), INK, 2.5 * thick)
            outline(*canvas.square(place), canvas.player_colour(player), thick)
    for place in overlay.shared:
        (left, top), (right, low) = canvas.square(place)
        inset, thickness = zoom * 0.22, max(2.0, zoom * 0.07)
        line((left + inset, top + inset), (right - inset, low - inset), canvas.player_colour(0), thickness)
        line((right - inset, top + inset), (left + inset, low - inset), canvas.player_colour(1), thickness)
    if overlay.emptied is not None:
        outline(*canvas.square(overlay.emptied), BAD, max(2.0, zoom * 0.04))


_FLIGHT, _LATER = 0.55, 0.06
"""Share of the time in which a piece flies before it is turned over; by how much later each next piece begins."""


def _turn_pieces(content: HudContent, layout: Layout) -> None:
    """Draw the pieces of this turn while they move from their players' cards to the board and turn over.

    The pieces of a person who plays alone here neither move nor turn, since that person has seen them on the board.
    """
    overlay, canvas = content.overlay, content.canvas
    known = content.people if len(content.people) == 1 else frozenset[int]()
    for player, (left, top, right, _) in enumerate(layout.cards):
        start = (left + right) / 2, top + scaled(CARD_ROW)
        for number, place in enumerate((*overlay.placed[player], *overlay.shared)):
            share = content.turning * (1 + 4 * _LATER) - number * _LATER
            flown, turned = eased_twice(share / _FLIGHT), min(max((share - _FLIGHT) / (1 - _FLIGHT), 0.0), 1.0)
            x, y = canvas.middle(place)
            aside = canvas.zoom * 0.16 * (2 * player - 1) * (place in overlay.shared)  # two pieces, one place
            if player not in known:
                x, y = start[0] + (x - start[0]) * flown, start[1] + (y - start[1]) * flown
            is_back = turned < 0.5 and player not in known
            wide = 1.0 if player in known else abs(1 - 2 * turned)
            _draw_piece(canvas, player, place, (x + aside, y), wide=wide, is_back=is_back)


_PIECE, _TILT = 0.40, 0.035
"""Half the side of a piece as a share of a cell; greatest angle by which a piece lies askew, in radians."""


def _draw_piece(
    canvas: Canvas, player: int, place: Place, middle: Point, *, wide: float = 1.0, is_back: bool = False
) -> None:
    """Draw a piece of cardboard with its player's mark, a little askew, with its shadow on the paper.

    Args:
        canvas: the canvas on which to draw.
        player: the player.
        place: the piece's place, on which its angle depends.
        middle: the piece's middle in the window.
        wide: the piece's width as a share of its full width, less while it is turned over.
        is_back: True to draw its back, which has no mark.
    """
    pen, half, (x, y) = imgui.get_background_draw_list(), canvas.zoom * _PIECE, middle
    angle = _TILT * ((place[0] * 7 + place[1] * 13 + player * 5) % 9 - 4) / 4
    across, down = math.cos(angle) * half, math.sin(angle) * half

    def corners(shift: float) -> tuple[Point, Point, Point, Point]:
        turned = ((-across + down, -down - across), (across + down, down - across),
                  (across - down, down + across), (-across - down, -down + across))  # fmt: skip
        (a, b, c, d) = ((x + dx * wide + shift, y + dy + shift) for dx, dy in turned)
        return a, b, c, d

    colour = canvas.player_colour(player)
    for number in (3, 2, 1):
        pen.add_quad_filled(*corners(canvas.zoom * 0.02 * number), packed(INK, 0.16))
    pen.add_quad_filled(*corners(0.0), packed(INK if is_back else colour))
    pen.add_quad(*corners(0.0), packed(colour if is_back else INK, 0.75), max(1.5, canvas.zoom * 0.018))
    upper_left, upper_right, _, lower_left = corners(canvas.zoom * 0.02)
    for end in (upper_right, lower_left):
        pen.add_line(upper_left, end, packed(TEXT, 0.35), max(1.0, canvas.zoom * 0.012))
    if not is_back and wide > 0.5:
        draw_symbol(player, middle, canvas.zoom * 0.25, GROUND)


def draw_coming(coming: Foresight, canvas: Canvas) -> None:
    """Draw the next generation in pencil: a small mark where a piece will be born, a cross through one that dies."""
    zoom = canvas.zoom
    for place, _, after in coming.changes:
        (left, top), (right, low) = canvas.square(place)
        if after:
            draw_symbol(after - 1, canvas.middle(place), zoom * 0.13, canvas.player_colour(after - 1, 0.9))
            inset = zoom * 0.3
            outline((left + inset, top + inset), (right - inset, low - inset), faded(INK, 0.45), max(1.0, zoom * 0.01))
            continue
        inset, pencil = zoom * 0.18, faded(INK, 0.7)
        line((left + inset, top + inset), (right - inset, low - inset), pencil, max(1.5, zoom * 0.025))
        line((right - inset, top + inset), (left + inset, low - inset), pencil, max(1.5, zoom * 0.025))


def draw_hands(content: HudContent) -> None:
    """Draw the chosen places and markers (cursors) that are not secret, and for two people the markers' start."""
    overlay, canvas, zoom = content.overlay, content.canvas, content.canvas.zoom
    if overlay.home is not None and len(content.people) > 1:
        pen, radius = imgui.get_background_draw_list(), max(4.0, zoom * 0.16)
        pen.add_circle(canvas.middle(overlay.home), radius, packed(_GRID), 0, max(1.5, zoom * 0.02))
    for player, hand in enumerate(overlay.hands):
        for place in hand.ghosts:
            corner, end = canvas.square(place)
            rectangle(corner, end, canvas.player_colour(player, 0.3))
            outline(corner, end, canvas.player_colour(player, 0.9), max(1.5, zoom * 0.02))
            draw_symbol(player, canvas.middle(place), zoom * 0.27, canvas.player_colour(player))
        if hand.marker is not None:
            inset = zoom * 0.1
            (left, top), (right, low) = canvas.square(hand.marker)
            rgba = canvas.player_colour(player, 1.0 if canvas.bright else 0.55)
            outline((left + inset, top + inset), (right - inset, low - inset), rgba, max(2.0, zoom * 0.06))


def draw_symbol(player: int, middle: Point, radius: float, rgba: RGBA) -> None:
    """Draw a player's mark as Teletypes printed it: a star for the first player, a hash sign for the second."""
    x, y = middle
    thickness = max(1.5, radius * 0.24)
    if player == 0:
        for third in range(3):
            across, down = radius * math.sin(third * math.pi / 3), radius * math.cos(third * math.pi / 3)
            line((x - across, y - down), (x + across, y + down), rgba, thickness)
        return
    for shift in (-0.36 * radius, 0.36 * radius):
        line((x + shift, y - 0.92 * radius), (x + shift, y + 0.92 * radius), rgba, thickness)
        line((x - 0.92 * radius, y + shift), (x + 0.92 * radius, y + shift), rgba, thickness)

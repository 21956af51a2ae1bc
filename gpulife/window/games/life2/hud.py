"""Draws LIFE-2 around and on its board: numbered borders, the players' marks and cards, headline and hints.

It shows only what both players may see; nothing here is a widget.
"""

import math
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.count_text import count_text
from gpulife.games.life2.headline import headline
from gpulife.games.life2.observation import Life2Overlay, VisibleHand
from gpulife.games.life2.prompts import HIDDEN, prompts
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells
from gpulife.window.games.life2.layout import HINT, Layout
from gpulife.window.panels.draw_primitives import BRIGHT, RGBA, Point, line, outline, packed_colour, rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, draw_prompt, draw_way_out, fitting_size, prompt_here, scaled, ways_out
from gpulife.window.play.overlay import draw_set_banner

_PLAIN: RGBA = (0.9, 0.92, 0.95, 1.0)
_DIM: RGBA = (0.66, 0.7, 0.77, 1.0)
_GRID: RGBA = (0.62, 0.67, 0.75, 0.4)
_ON_CELL: RGBA = (0.09, 0.08, 0.07, 1.0)
_REFUSED: RGBA = (1.0, 0.62, 0.4, 1.0)
_REFUSALS = {"taken": "Taken: choose again", "outside": "Off the board: choose again"}
_LARGE, _MIDDLE, _SMALL = 28.0, 26.0, 20.0
_SYMBOLS_FROM, _NUMBERS_FROM, _GRID_FROM = 14.0, 15.0, 6.0
"""Points per cell from which cells have marks, every row and column has a number, and the board has a grid."""


@dataclass(frozen=True, slots=True)
class HudContent:
    """Everything to draw.

    Attributes:
        overlay: observation of the game.
        canvas: the window.
        cells: cells of the board, shape (rows, columns), uint8; None where they are too small for marks.
        counts: live cells of both players.
        people: players that are no computers.
        legends: glyphs of both players' keys.
        reason: why the game is over, as a sentence; "" while it goes on.
        own_seat: the seat of people here in an on-line match, as a view has it.
        has_prompts: whether it says what people can do, likewise.
    """

    overlay: Life2Overlay
    canvas: Canvas
    cells: Cells | None
    counts: tuple[int, int]
    people: frozenset[int]
    legends: tuple[Legend, ...]
    reason: str
    own_seat: int | None = None
    has_prompts: bool = True


def draw_life2(content: HudContent, place: Layout) -> None:
    """Draw everything."""
    overlay, canvas = content.overlay, content.canvas
    _draw_grid(canvas)
    _draw_numbers(canvas)
    _draw_cells(content)
    _draw_hands(content)
    left, _, right, bottom = place.area
    room = right - left - scaled(24)
    words, rgba = headline(overlay, canvas.names, content.reason), _headline_colour(overlay)
    size = fitting_size(words, room, _LARGE)
    text(words, (left + right) / 2, scaled(10), rgba, align=0.5, size=size)
    reader = min(content.people, default=0)
    free = (room - width_of(words, size)) / 2 - scaled(12)
    draw_way_out(content.legends[reader], ways_out(content.own_seat), (right - scaled(12), scaled(24)), free)
    prompt = prompts(overlay, sorted(content.people), canvas.names) if content.has_prompts else ()
    lines = prompt_here(prompt, content.own_seat)
    draw_prompt(content.legends[reader], lines, ((left + right) / 2, bottom - scaled(HINT - 18)), room)
    words = hint(content)
    text(words, (left + right) / 2, bottom - scaled(HINT - 36), _DIM, align=0.5, size=fitting_size(words, room, _SMALL))
    for player in range(len(place.cards)):
        _draw_card(content, player, place)
    if overlay.series is not None and overlay.phase == "over":
        (_, top), (_, low) = canvas.point_of(0, 0), canvas.point_of(canvas.shape[0], 0)
        sides = (place.cards[0][2], place.cards[1][0]) if place.beside else (left, right)
        draw_set_banner(overlay.series, canvas, (sides[0], top, sides[1], low))


def _headline_colour(overlay: Life2Overlay) -> RGBA:
    if overlay.phase in ("reveal", "growth"):
        return BRIGHT if overlay.shared else _PLAIN
    return BRIGHT if overlay.phase in ("select", "over") or overlay.halted else _PLAIN


def hint(content: HudContent) -> str:
    """Return a line about hidden markers, or about the games won; "" for none."""
    overlay, names = content.overlay, content.canvas.names
    if overlay.phase == "over":
        behind = next(
            (player for player in range(len(names)) if overlay.series and overlay.series.may_give_up(player)), None
        )
        if behind is not None:
            return f"{names[behind]} may give up the set instead, by resigning."
        return f"Games won: {overlay.hands[0].wins} to {overlay.hands[1].wins}" if overlay.series is None else ""
    choosing = overlay.phase in ("opening", "turn") and not overlay.halted
    return HIDDEN if choosing and len(content.people) > 1 else ""


def _draw_grid(canvas: Canvas) -> None:
    if canvas.zoom < _GRID_FROM:
        return
    rows, columns = canvas.shape
    for row in range(rows + 1):
        line(canvas.point_of(row, 0), canvas.point_of(row, columns), _GRID)
    for column in range(columns + 1):
        line(canvas.point_of(0, column), canvas.point_of(rows, column), _GRID)


def _draw_numbers(canvas: Canvas) -> None:
    """Draw the numbers of rows and columns on all four sides, as on the paper of 1978."""
    rows, columns = canvas.shape
    scale = scaled(1)
    every = next(step for step in (1, 5, 10, 50, 100, 500, 10**9) if step * canvas.zoom >= _NUMBERS_FROM * scale)
    size = min(_LARGE, max(14.0, canvas.zoom / scale * 0.3))
    high = size * scale * 1.1
    numbers = [number for number in range(1, max(rows, columns) + 1) if number == 1 or number % every == 0]
    for number in (number for number in numbers if number <= columns):
        for row, shift in ((0.0, -high - 6 * scale), (float(rows), 4 * scale)):
            x, y = canvas.point_of(row, number - 0.5)
            text(str(number), x, y + shift, _DIM, align=0.5, size=size)
    for number in (number for number in numbers if number <= rows):
        for column, align, shift in ((0.0, 1.0, -10 * scale), (float(columns), 0.0, 10 * scale)):
            x, y = canvas.point_of(number - 0.5, column)
            text(str(number), x + shift, y - high / 2, _DIM, align=align, size=size)


def _draw_cells(content: HudContent) -> None:
    """Draw the players' marks on live cells, and frames and crosses on the places that were just revealed."""
    overlay, canvas, zoom = content.overlay, content.canvas, content.canvas.zoom
    if content.cells is not None and zoom >= _SYMBOLS_FROM:
        for row, cells in enumerate(content.cells.tolist()):
            for column, state in enumerate(cells):
                if state in (1, 2):
                    _draw_symbol(state - 1, canvas.middle((row, column)), zoom * 0.27, _ON_CELL)
    for places in overlay.placed:
        for place in places:
            outline(*canvas.square(place), (1.0, 1.0, 1.0, 0.9), max(2.0, zoom * 0.04))
    for place in overlay.shared:
        (left, top), (right, low) = canvas.square(place)
        inset, thickness = zoom * 0.22, max(2.0, zoom * 0.07)
        line((left + inset, top + inset), (right - inset, low - inset), canvas.player_colour(0), thickness)
        line((right - inset, top + inset), (left + inset, low - inset), canvas.player_colour(1), thickness)
    if overlay.emptied is not None:
        outline(*canvas.square(overlay.emptied), _REFUSED, max(2.0, zoom * 0.04))


def _draw_hands(content: HudContent) -> None:
    """Draw the choices and markers of the players whose hands may be seen."""
    overlay, canvas, zoom = content.overlay, content.canvas, content.canvas.zoom
    if overlay.home is not None and len(content.people) > 1:
        pen, radius = imgui.get_background_draw_list(), max(4.0, zoom * 0.16)
        pen.add_circle(canvas.middle(overlay.home), radius, packed_colour(_GRID), 0, max(1.5, zoom * 0.02))
    for player, hand in enumerate(overlay.hands):
        for place in hand.ghosts:
            corner, end = canvas.square(place)
            rectangle(corner, end, canvas.player_colour(player, 0.3))
            outline(corner, end, canvas.player_colour(player, 0.9), max(1.5, zoom * 0.02))
            _draw_symbol(player, canvas.middle(place), zoom * 0.27, canvas.player_colour(player))
        if hand.marker is not None:
            inset = zoom * 0.1
            (left, top), (right, low) = canvas.square(hand.marker)
            rgba = canvas.player_colour(player, 1.0 if canvas.bright else 0.55)
            outline((left + inset, top + inset), (right - inset, low - inset), rgba, max(2.0, zoom * 0.06))


def _draw_card(content: HudContent, player: int, place: Layout) -> None:
    """Draw a player's card: name, mark, number of cells and progress, aligned to the outer edge."""
    left, top, right, _ = place.cards[player]
    name, rgba = content.canvas.names[player], content.canvas.player_colour(player)
    outer, side, inward = (left, 0.0, 1) if player == 0 else (right, 1.0, -1)
    radius = scaled(34 if place.beside else 22)
    _draw_symbol(player, (outer + inward * radius, top + radius), radius, rgba)
    size = fitting_size(name, right - left, _MIDDLE)
    if place.beside:
        x, y, below, low = outer, top + 2 * radius + scaled(12), 36, 80
    else:
        x, y, below, low = outer + inward * (2 * radius + scaled(14)), top - scaled(4), 26, 58
    text(name, x, y, rgba, align=side, size=size if place.beside else min(size, _SMALL + 2))
    text(count_text(content.counts[player], "piece"), x, y + scaled(below), _DIM, align=side, size=_SMALL)
    hand = content.overlay.hands[player]
    _draw_progress(hand, (outer, y + scaled(low)), inward, rgba, types=player in content.people)
    if place.beside and len(content.people) > 1 and player in content.people and hand.needs and not hand.ready:
        legend = content.legends[player]
        for number, words in enumerate(("{move}", "{trigger} chooses")):
            at = y + scaled(low + 88 + 30 * number)
            caps_on_canvas(legend.pieces(words), outer, at, _DIM, align=side, size=16.0)


def _draw_progress(hand: VisibleHand, at: Point, inward: int, rgba: RGBA, *, types: bool) -> None:
    """Draw a dot for each piece, filled when it is chosen, or READY; and why a choice was refused.

    Digits are counted for who ``types``, and not for a computer.
    """
    x, y = at
    align = 0.0 if inward > 0 else 1.0
    scale = scaled(1)
    if hand.ready:
        words, pad = "READY", 10 * scale
        end = x + inward * (width_of(words, _MIDDLE) + 2 * pad)
        rectangle((min(x, end), y), (max(x, end), y + 38 * scale), rgba, 6 * scale)
        text(words, x + inward * pad, y + 3 * scale, _ON_CELL, align=align, size=_MIDDLE, shadow=False)
        return
    pen, radius = imgui.get_background_draw_list(), 9 * scale
    for number in range(hand.needs):
        middle = x + inward * (radius + number * 3 * radius), y + 16 * scale
        if number < hand.chosen:
            pen.add_circle_filled(middle, radius, packed_colour(rgba))
        else:
            pen.add_circle(middle, radius - scale, packed_colour(rgba), 0, 2 * scale)
    if hand.refused:
        words, tint = _REFUSALS[hand.refused], _REFUSED
    else:
        words, tint = "Waits" if hand.waits else f"{hand.chosen} of {hand.needs} chosen", _DIM
        if hand.typed and types:
            words, tint = f"{count_text(hand.typed, 'digit')} typed", _PLAIN
    if hand.needs:
        text(words, x, y + 36 * scale, tint, align=align, size=_SMALL)


def _draw_symbol(player: int, middle: Point, radius: float, rgba: RGBA) -> None:
    """Draw the first player's star or the second's grating, as a Teletype printed them, around ``middle``."""
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

"""Draws LIFE-2 around and on its board: numbered borders, the players' marks and cards, headline and hints.

It shows only what both players may see; nothing here is a widget.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.series import Series
from gpulife.games.core.series_text import coming, standing, verdict
from gpulife.games.life2.observation import Seen, SeenHand
from gpulife.patterns.pattern import Cells
from gpulife.view.look import RGB
from gpulife.window.games.life2.layout import HINT, Layout
from gpulife.window.panels.draw_primitives import BRIGHT, Ink, Pixel, Point, code, frame, ink_of, line, rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.series_banner import draw_set_banner

_PLAIN: Ink = (0.9, 0.92, 0.95, 1.0)
_QUIET: Ink = (0.66, 0.7, 0.77, 1.0)
_GRID: Ink = (0.62, 0.67, 0.75, 0.4)
_ON_CELL: Ink = (0.09, 0.08, 0.07, 1.0)
_REFUSED: Ink = (1.0, 0.62, 0.4, 1.0)
_REFUSALS = {"taken": "taken: choose again", "outside": "off the board: again"}
_LARGE, _MIDDLE, _SMALL = 28.0, 26.0, 20.0
_SYMBOLS_FROM, _NUMBERS_FROM, _GRID_FROM = 14.0, 15.0, 6.0
"""Pixels per cell from which cells have marks, every row and column has a number, and the board has a grid."""
_HIDDEN = (
    "Unseen markers start in the middle and go round at the edges.",
    "The trigger chooses, pressed again it takes back and leads to the middle.",
)
_SHOWN = ("Choose with stick and trigger, by a click, or type column and row.", "Once more takes it back.")


@dataclass(frozen=True, slots=True)
class HudContent:
    """Everything to draw.

    Attributes:
        seen: observation of the game.
        cells: cells of the board, shape (rows, columns), uint8; None where they are too small for marks.
        shape: (rows, columns).
        counts: live cells of both players.
        names: names of both players.
        people: players that are no computers.
        colours: colours of the states.
        bright: whether blinking marks are bright now.
    """

    seen: Seen
    cells: Cells | None
    shape: tuple[int, int]
    counts: tuple[int, int]
    names: tuple[str, ...]
    people: frozenset[int]
    colours: Sequence[RGB]
    bright: bool


def draw_life2(content: HudContent, pixel: Pixel, zoom: float, place: Layout) -> None:
    """Draw everything; ``pixel`` converts places of the board to points, ``zoom`` is the size of a cell in points."""
    scale = float(imgui.get_style().font_scale_dpi)
    _draw_grid(content, pixel, zoom)
    _draw_numbers(content, pixel, zoom, scale)
    _draw_cells(content, pixel, zoom)
    _draw_hands(content, pixel, zoom)
    middle = (place.area[0] + place.area[2]) / 2
    room = place.area[2] - place.area[0] - 24 * scale
    words, ink = headline(content)
    text(words, middle, 10 * scale, ink, align=0.5, size=min(_LARGE, _LARGE * room / max(width_of(words, _LARGE), 1)))
    for number, words in enumerate(hint(content)):
        size = min(_SMALL, 0.97 * _SMALL * room / max(width_of(words, _SMALL), 1))
        y = place.area[3] - (HINT - 8 - 26 * number) * scale
        text(words, middle, y, _QUIET, align=0.5, size=size)
    for player, box in enumerate(place.cards):
        _draw_card(content, player, box, scale, beside=place.beside)
    if content.seen.series is not None and content.seen.phase == "over":
        (_, top), (_, low) = pixel(0, 0), pixel(content.shape[0], 0)
        left, right = (place.cards[0][2], place.cards[1][0]) if place.beside else (place.area[0], place.area[2])
        draw_set_banner(
            content.seen.series, content.names, content.colours, (left, top, right, low), bright=content.bright
        )


def headline(content: HudContent) -> tuple[str, Ink]:
    """Return the headline about the present phase, and its colour."""
    seen = content.seen
    if seen.phase == "select":
        return f"LIFE-2   {seen.option.lower()}   START begins", BRIGHT
    if seen.phase == "over" and seen.series is not None:
        return _end_of_game(content, seen.series), BRIGHT
    if seen.phase == "over":
        rounds = f"   {seen.hands[0].wins}:{seen.hands[1].wins}"
        if seen.winner is None:
            return f"A draw: nothing lives{rounds}   ESC: another game", BRIGHT
        reason = f"{content.names[1 - seen.winner]} resigns: " if seen.ending == "resigned" else ""
        return f"{reason}{content.names[seen.winner]} wins{rounds}   ESC: another game", BRIGHT
    if seen.phase in ("reveal", "growth"):
        return _revealed(seen), BRIGHT if seen.shared else _PLAIN
    if seen.halted:
        return "halted   SPACE goes on", BRIGHT
    clock = f"   {seen.seconds} s" if seen.seconds is not None else ""
    clock += f"   {standing(seen.series)}" if seen.series is not None else ""
    needs = max(hand.needs for hand in seen.hands)
    if seen.phase == "opening":
        return f"First {needs} pieces each, in secret{clock}", _PLAIN
    return f"Turn {seen.turn}: a piece each, in secret{clock}", _PLAIN


def _end_of_game(content: HudContent, series: Series) -> str:
    """Return the headline at the end of a game that belongs to a set."""
    winner = content.seen.winner
    wins = "A draw   " if winner is None else f"{content.names[winner]} wins   "
    return f"{'' if series.over else wins}{verdict(series, content.names)}   ESC: {coming(series, content.names)}"


def hint(content: HudContent) -> tuple[str, ...]:
    """Return instructions for people who have to choose, or who may give up a set between two games."""
    seen = content.seen
    if seen.phase == "over" and seen.series is not None:
        behind = next((player for player in range(len(content.names)) if seen.series.may_give_up(player)), None)
        return () if behind is None else (f"{content.names[behind]} may give up the set instead, by resigning.",)
    if seen.phase not in ("opening", "turn") or not content.people:
        return ()
    if len(content.people) == 1:
        return _SHOWN
    who = f" Or type column and row: {content.names[seen.typist]} is next." if seen.typist is not None else ""
    return _HIDDEN[0] + who, _HIDDEN[1]


def _revealed(seen: Seen) -> str:
    if not seen.shared:
        return "Both have chosen"
    places = " and ".join(f"{column + 1},{row + 1}" for row, column in seen.shared)
    if seen.option != "CODED":
        return f"Both chose {places}: {'it stays' if len(seen.shared) == 1 else 'they stay'} empty"
    lost = "" if seen.emptied is None else f", and {seen.emptied[1] + 1},{seen.emptied[0] + 1} is emptied"
    return f"Both chose {places}: neither is placed{lost}"


def _draw_grid(content: HudContent, pixel: Pixel, zoom: float) -> None:
    if zoom < _GRID_FROM:
        return
    rows, columns = content.shape
    for row in range(rows + 1):
        line(pixel(row, 0), pixel(row, columns), _GRID)
    for column in range(columns + 1):
        line(pixel(0, column), pixel(rows, column), _GRID)


def _draw_numbers(content: HudContent, pixel: Pixel, zoom: float, scale: float) -> None:
    """Draw the numbers of rows and columns on all four sides, as on the paper of 1978."""
    rows, columns = content.shape
    every = next(each for each in (1, 5, 10, 50, 100, 500, 10**9) if each * zoom >= _NUMBERS_FROM * scale)
    size = min(_LARGE, max(14.0, zoom / scale * 0.3))
    high = size * scale * 1.1
    for number in (number for number in range(1, columns + 1) if number == 1 or number % every == 0):
        for row, shift in ((0.0, -high - 6 * scale), (float(rows), 4 * scale)):
            x, y = pixel(row, number - 0.5)
            text(str(number), x, y + shift, _QUIET, align=0.5, size=size)
    for number in (number for number in range(1, rows + 1) if number == 1 or number % every == 0):
        for column, align, shift in ((0.0, 1.0, -10 * scale), (float(columns), 0.0, 10 * scale)):
            x, y = pixel(number - 0.5, column)
            text(str(number), x + shift, y - high / 2, _QUIET, align=align, size=size)


def _draw_cells(content: HudContent, pixel: Pixel, zoom: float) -> None:
    """Draw the players' marks on live cells, and frames and crosses on the places that were just revealed."""
    if content.cells is not None and zoom >= _SYMBOLS_FROM:
        for row, cells in enumerate(content.cells.tolist()):
            for column, state in enumerate(cells):
                if state in (1, 2):
                    _draw_symbol(state - 1, pixel(row + 0.5, column + 0.5), zoom * 0.27, _ON_CELL)
    seen = content.seen
    for places in seen.placed:
        for row, column in places:
            frame(pixel(row, column), pixel(row + 1, column + 1), (1.0, 1.0, 1.0, 0.9), max(2.0, zoom * 0.04))
    for row, column in seen.shared:
        inset = zoom * 0.22
        for player, ends in enumerate((((0, 0), (1, 1)), ((0, 1), (1, 0)))):
            (x0, y0), (x1, y1) = (pixel(row + down, column + right) for down, right in ends)
            way = 1 if x1 > x0 else -1
            ink = ink_of(content.colours[player + 1])
            line((x0 + way * inset, y0 + inset), (x1 - way * inset, y1 - inset), ink, max(2.0, zoom * 0.07))
    if seen.emptied is not None:
        row, column = seen.emptied
        frame(pixel(row, column), pixel(row + 1, column + 1), _REFUSED, max(2.0, zoom * 0.04))


def _draw_hands(content: HudContent, pixel: Pixel, zoom: float) -> None:
    """Draw the choices and markers of the players whose hands may be seen."""
    if content.seen.home is not None and len(content.people) > 1:
        x, y = pixel(content.seen.home[0] + 0.5, content.seen.home[1] + 0.5)
        pen, radius = imgui.get_background_draw_list(), max(4.0, zoom * 0.16)
        pen.add_circle(imgui.ImVec2(x, y), radius, code(_GRID), 0, max(1.5, zoom * 0.02))
    for player, hand in enumerate(content.seen.hands):
        rgb = content.colours[player + 1]
        for row, column in hand.ghosts:
            corner, end = pixel(row, column), pixel(row + 1, column + 1)
            rectangle(corner, end, ink_of(rgb, 0.3))
            frame(corner, end, ink_of(rgb, 0.9), max(1.5, zoom * 0.02))
            _draw_symbol(player, pixel(row + 0.5, column + 0.5), zoom * 0.27, ink_of(rgb))
        if hand.marker is not None:
            row, column = hand.marker
            inset = zoom * 0.1
            (left, top), (right, low) = pixel(row, column), pixel(row + 1, column + 1)
            ink = ink_of(rgb, 1.0 if content.bright else 0.55)
            frame((left + inset, top + inset), (right - inset, low - inset), ink, max(2.0, zoom * 0.06))


def _draw_card(
    content: HudContent, player: int, box: tuple[float, float, float, float], scale: float, *, beside: bool
) -> None:
    """Draw a player's card: name, mark, number of cells and progress, aligned to the outer edge."""
    left, top, right, _ = box
    hand, ink = content.seen.hands[player], ink_of(content.colours[player + 1])
    outer, side = (left, 0.0) if player == 0 else (right, 1.0)
    inward = 1 if player == 0 else -1
    radius = (34 if beside else 22) * scale
    _draw_symbol(player, (outer + inward * radius, top + radius), radius, ink)
    count = content.counts[player]
    words = f"{count} cell" + ("" if count == 1 else "s")
    size = min(_MIDDLE, _MIDDLE * (right - left) / max(width_of(content.names[player], _MIDDLE), 1))
    if beside:
        y = top + 2 * radius + 12 * scale
        text(content.names[player], outer, y, ink, align=side, size=size)
        text(words, outer, y + 36 * scale, _QUIET, align=side, size=_SMALL)
        _draw_progress(hand, (outer, y + 80 * scale), inward, ink, scale)
    else:
        x = outer + inward * (2 * radius + 14 * scale)
        text(content.names[player], x, top - 4 * scale, ink, align=side, size=min(size, _SMALL + 2))
        text(words, x, top + 22 * scale, _QUIET, align=side, size=_SMALL)
        _draw_progress(hand, (outer, top + 54 * scale), inward, ink, scale)


def _draw_progress(hand: SeenHand, at: tuple[float, float], inward: int, ink: Ink, scale: float) -> None:
    """Draw a dot for each piece, filled when it is chosen, or READY; and why a choice was refused."""
    x, y = at
    align = 0.0 if inward > 0 else 1.0
    if hand.ready:
        words, pad = "READY", 10 * scale
        wide, high = width_of(words, _MIDDLE) + 2 * pad, 38 * scale
        rectangle((min(x, x + inward * wide), y), (max(x, x + inward * wide), y + high), ink, 6 * scale)
        text(words, x + inward * pad, y + 3 * scale, _ON_CELL, align=align, size=_MIDDLE, shadow=False)
        return
    pen, radius = imgui.get_background_draw_list(), 9 * scale
    for number in range(hand.needs):
        middle = imgui.ImVec2(x + inward * (radius + number * 3 * radius), y + 16 * scale)
        if number < hand.chosen:
            pen.add_circle_filled(middle, radius, code(ink))
        else:
            pen.add_circle(middle, radius - scale, code(ink), 0, 2 * scale)
    if not hand.needs:
        return
    below = y + 36 * scale
    if hand.refused:
        text(_REFUSALS[hand.refused], x, below, _REFUSED, align=align, size=_SMALL)
    elif hand.typed:
        text("typing " + "x" * hand.typed, x, below, _PLAIN, align=align, size=_SMALL)
    elif hand.waits:
        text("waits", x, below, _QUIET, align=align, size=_SMALL)


def _draw_symbol(player: int, middle: Point, radius: float, ink: Ink) -> None:
    """Draw the first player's star or the second's grating, as a Teletype printed them, around ``middle``."""
    x, y = middle
    thick = max(1.5, radius * 0.24)
    if player == 0:
        for third in range(3):
            across, down = radius * math.sin(third * math.pi / 3), radius * math.cos(third * math.pi / 3)
            line((x - across, y - down), (x + across, y + down), ink, thick)
        return
    for shift in (-0.36 * radius, 0.36 * radius):
        line((x + shift, y - 0.92 * radius), (x + shift, y + 0.92 * radius), ink, thick)
        line((x - 0.92 * radius, y + shift), (x + 0.92 * radius, y + shift), ink, thick)

"""Draws Real-Time Life's clock and scores beside its board, and over it the orders that players prepare.

It shows the game's overlay; nothing here is a widget.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from imgui_bundle import imgui

from gpulife.games.core.cursor import Place
from gpulife.games.realtime.observation import Hand, RealTimeOverlay, ScoreLine
from gpulife.view.look import RGB
from gpulife.window.panels.draw_primitives import (
    BRIGHT,
    QUIET,
    WHITE,
    Ink,
    Pixel,
    code,
    code_of,
    figure,
    ink_of,
    rectangle,
)
from gpulife.window.panels.widgets import elided, width_of

_TOP, _BOTTOM, _SIDE, _GAP = 58.0, 40.0, 290.0, 14.0  # pixels on a 96 dpi screen
_LARGE, _SMALL, _ROW = 24.0, 18.0, 27.0
_PIP = 15.0
_TIME = (1.0, 0.86, 0.2, 1.0)
_GOOD, _BAD = (0.45, 0.95, 0.5, 1.0), (1.0, 0.45, 0.4, 1.0)
_ENDINGS = {
    "annihilation": "all others died out",
    "resigned": "all others quit",
    "limit": "most points at the limit",
    "extinct": "nobody has a cell left",
}
_COLUMNS = (("total", 0.62), ("cells", 0.81), ("moves", 1.0))
"""Titles of the columns of scores, and their right edges as shares of the table's width."""


@dataclass(frozen=True, slots=True)
class SeatDevices:
    """The players' devices, for the table.

    Attributes:
        devices: device of each seat; "computer" for a computer.
        mouse: seat that the mouse plays for, None for nobody.
    """

    devices: dict[int, str]
    mouse: int | None = None


def room_around_realtime() -> tuple[float, float, float]:
    """Return the pixels above, below and to the right of the board that clock, messages and scores take."""
    scale = imgui.get_style().font_scale_dpi
    return _TOP * scale, (_BOTTOM + _GAP) * scale, (_SIDE + 2 * _GAP) * scale


def draw_realtime(
    overlay: RealTimeOverlay,
    pixel: Pixel,
    colours: Sequence[RGB],
    box: tuple[float, float, float, float],
    seats: SeatDevices,
    *,
    bright: bool,
) -> None:
    """Draw everything.

    Args:
        overlay: observation of the game.
        pixel: position of a place of the board in the window.
        colours: colours of the states.
        box: left, upper, right and lower edge of the free part of the window, in points.
        seats: the players' devices.
        bright: whether blinking marks are bright now.
    """
    for hand in overlay.hands:
        _draw_hand(hand, pixel, colours[hand.seat + 1], bright=bright)
    left, top, right, bottom = box
    scale = imgui.get_style().font_scale_dpi
    gap = _GAP * scale
    _draw_clock(overlay, (left + gap, top + gap * 0.6, right - gap))
    side = right - _SIDE * scale - gap
    _draw_scores(overlay, colours, (side, top + _TOP * scale, right - gap, bottom - _BOTTOM * scale), seats)
    _draw_messages(overlay, colours, (left + gap, right - gap, bottom - _BOTTOM * scale), seats)


def _draw_hand(hand: Hand, pixel: Pixel, rgb: RGB, *, bright: bool) -> None:
    """Draw a player's planned cells, the chosen cell with its path, and the cursor with its label."""
    pen = imgui.get_background_draw_list()
    scale = imgui.get_style().font_scale_dpi
    for place in hand.sketch:
        corner, end = _square(pixel, place)
        pen.add_rect_filled(corner, end, code_of(rgb, 0.6 if bright else 0.35))
        pen.add_rect(corner, end, code_of(rgb))
    if hand.chosen is not None:
        corner, end = _square(pixel, hand.chosen)
        grown = 3 * scale
        corner, end = imgui.ImVec2(corner.x - grown, corner.y - grown), imgui.ImVec2(end.x + grown, end.y + grown)
        pen.add_rect(corner, end, code(WHITE), 4 * scale, 3 * scale)
        _draw_path(hand, pixel)
    if hand.cursor is None:
        return
    corner, end = _square(pixel, hand.cursor)
    pen.add_rect(
        imgui.ImVec2(corner.x - 1, corner.y - 1),
        imgui.ImVec2(end.x + 1, end.y + 1),
        code((0, 0, 0, 0.9)),
        0,
        5 * scale,
    )
    pen.add_rect(corner, end, code_of(rgb, 1.0 if bright else 0.6), 0, 3 * scale)
    words, tint = _cursor_words(hand, rgb)
    if words:
        _tag(words, (end.x + 6 * scale, corner.y - 30 * scale), tint)


def _draw_path(hand: Hand, pixel: Pixel) -> None:
    """Draw a dot for every step of the chosen cell; a path for which the points do not suffice is red."""
    if hand.chosen is None or not hand.path:
        return
    pen = imgui.get_background_draw_list()
    scale = imgui.get_style().font_scale_dpi
    ink = code(_GOOD if hand.affordable else _BAD)
    places = [_middle(pixel, place) for place in (hand.chosen, *hand.path)]
    for width, shade in ((5.0, code((0.0, 0.0, 0.0, 0.7))), (2.5, ink)):
        for before, here in pairwise(places):
            pen.add_line(before, here, shade, width * scale)
    for here in places[1:]:
        pen.add_circle_filled(here, 4 * scale, ink)


def _cursor_words(hand: Hand, rgb: RGB) -> tuple[str, Ink]:
    """Return the label beside the cursor, and its colour."""
    quiet = ink_of(rgb)
    letter = chr(ord("A") + hand.seat)
    if hand.waits:
        return f"{letter}  has quit", quiet
    if hand.missing:
        return f"{letter}  {hand.missing} to place", quiet
    if hand.chosen is None or hand.chosen == hand.cursor:
        return letter, quiet
    if not hand.path:
        return f"{letter}  no way", _BAD
    return f"{letter}  {hand.label.partition(': ')[2]}", _GOOD if hand.affordable else _BAD


def _draw_clock(overlay: RealTimeOverlay, strip: tuple[float, float, float]) -> None:
    """Draw twelve pips, one per turn tick, and the time to the next tick and generation, or why they do not come."""
    left, top, right = strip
    scale = imgui.get_style().font_scale_dpi
    words, ink = _headline(overlay)
    figure(words, left, top, ink)
    if overlay.phase == "over":
        return
    side, step = _PIP * scale, (_PIP + 5) * scale
    y = top + 8 * scale
    for number in range(overlay.ticks):
        x = right - (overlay.ticks - number) * step
        part = 1.0 if number < overlay.tick else overlay.tick_progress if number == overlay.tick else 0.0
        rectangle((x, y), (x + side, y + side), (0.2, 0.22, 0.27, 1.0), 3 * scale)
        if part > 0 and overlay.phase != "waiting":
            rectangle((x, y), (x + side * part, y + side), _TIME, 3 * scale)


def _headline(overlay: RealTimeOverlay) -> tuple[str, Ink]:
    if overlay.phase == "over":
        how = _ENDINGS.get(overlay.ending, "")
        winner = next((line for line in overlay.scores if line.seat == overlay.winner), None)
        who = "Nobody wins" if winner is None else f"{_named(winner)} wins"
        return f"{who}: {how}.   START plays again", BRIGHT
    if overlay.phase == "waiting":
        return overlay.clock.partition(": ")[2] + "; SPACE starts it now", BRIGHT
    generation = f"generation {overlay.generation}"
    if overlay.phase == "halted":
        return f"{generation}   halted: SPACE goes on", BRIGHT
    return f"{generation}   next tick in {overlay.tick_left}, next generation in {overlay.generation_left}", WHITE


def _draw_scores(
    overlay: RealTimeOverlay, colours: Sequence[RGB], box: tuple[float, float, float, float], seats: SeatDevices
) -> None:
    left, top, right, bottom = box
    scale = imgui.get_style().font_scale_dpi
    width = right - left
    for title, part in _COLUMNS:
        figure(title, left + width * part, top, QUIET, align=1.0, size=_SMALL)
    row = min(_ROW * scale, max((bottom - top) * 0.72 / max(len(overlay.scores) + 1, 1), 15 * scale))
    size = min(_SMALL, _SMALL * row / (_ROW * scale) * 1.2)
    y = top + row
    for line in overlay.scores:
        alive = line.standing == "in"
        ink = ink_of(colours[line.seat + 1], 1.0 if alive else 0.45)
        if overlay.winner == line.seat:
            ends = (left - 6 * scale, y + row * 0.3), (right + 6 * scale, y + row * 1.25)
            rectangle(*ends, (1, 1, 1, 0.12), 4 * scale)
        rectangle((left, y + row * 0.44), (left + row * 0.5, y + row * 0.94), ink, 2 * scale)
        name = f"> {_named(line)}" if seats.mouse == line.seat else _named(line)
        figure(elided(name, width * 0.44 - row * 0.7, size), left + row * 0.7, y, ink, size=size)
        points = f"{line.points}" if alive else {"out": "out", "gone": "quit"}[line.standing]
        for (_, part), words in zip(_COLUMNS, (f"{line.total:.1f}", f"{line.cells}", points), strict=True):
            figure(words, left + width * part, y, (*WHITE[:3], ink[3]), align=1.0, size=size)
        y += row
    y += row * 0.6
    room = int((bottom - y) / (22 * scale))
    for words in overlay.news[-min(room, 5) :] if room > 0 else ():
        figure(elided(words, width, _SMALL - 2), left, y, QUIET, size=_SMALL - 2)
        y += 22 * scale


def _draw_messages(
    overlay: RealTimeOverlay, colours: Sequence[RGB], strip: tuple[float, float, float], seats: SeatDevices
) -> None:
    """Draw side by side for every person the answer to the last order, or else instructions."""
    hands = [hand for hand in overlay.hands if seats.devices.get(hand.seat) != "computer"]
    if not hands:
        if overlay.phase == "waiting":
            figure("choose ten places that touch: stick and trigger, or click", strip[0], strip[2], QUIET, size=_SMALL)
        return
    left, right, y = strip
    width = (right - left) / len(hands)
    for number, hand in enumerate(hands):
        letter = chr(ord("A") + hand.seat)
        words = hand.message or (f"{hand.label}, which touch: trigger or click" if hand.missing else hand.label)
        if hand.waits:
            words = hand.label  # the answer to an order would name an outdated time
        words = elided(f"{letter}  {words}", width - 12, _SMALL)
        figure(words, left + number * width, y, ink_of(colours[hand.seat + 1]), size=_SMALL)


def _named(line: ScoreLine) -> str:
    return line.letter if line.name in ("", line.letter) else f"{line.letter} {line.name}"


def _tag(words: str, place: tuple[float, float], ink: Ink) -> None:
    """Draw words on a dark ground, kept inside the window."""
    scale = imgui.get_style().font_scale_dpi
    width = width_of(words, _SMALL) + 12 * scale
    x = min(max(place[0], 2.0), imgui.get_main_viewport().size.x - width - 2)
    y = max(place[1], 2.0)
    rectangle((x, y), (x + width, y + 27 * scale), (0.03, 0.035, 0.05, 0.85), 5 * scale)
    figure(words, x + 6 * scale, y - 6 * scale, ink, size=_SMALL)


def _square(pixel: Pixel, place: Place) -> tuple[imgui.ImVec2, imgui.ImVec2]:
    return imgui.ImVec2(*pixel(*place)), imgui.ImVec2(*pixel(place[0] + 1, place[1] + 1))


def _middle(pixel: Pixel, place: Place) -> imgui.ImVec2:
    return imgui.ImVec2(*pixel(place[0] + 0.5, place[1] + 0.5))

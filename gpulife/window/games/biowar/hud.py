"""Draws BioWar's screen: the line with the turn, a box for each player, new cells, the conversation, function keys.

It surrounds the board and shows the game's ``BioWarOverlay``; only the conversation and the keys are widgets.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.games.biowar.observation import BioWarOverlay, Mark, SeatBox
from gpulife.games.core.count_text import count_text
from gpulife.input.glyphs import Legend
from gpulife.seats import YOU
from gpulife.window.games.biowar.conversation import GAP, LARGE, MIDDLE, SMALL, heights, is_low
from gpulife.window.panels.draw_primitives import (
    BRIGHT,
    DIM,
    RGBA,
    WHITE,
    Point,
    packed_colour,
    packed_rgb,
    rectangle,
    text,
)
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.canvas import PROMPT_HEIGHT, Canvas, draw_prompt, draw_way_out, fitting_size, scaled

_TINY, _SMALLEST_NAME = 14.0, 12.0
_MIN_BOX, _MAX_BOX = 110.0, 330.0  # points on a 96 dpi screen
_NAMELESS = 60.0
"""Width below which the box of somebody who watches has only a number."""
_WATCHING = 0.5
"""Share of a player's box that is left to somebody who watches, where there is little room."""
_GLYPHS = (0.44, 0.72, 1.0)
"""Sides of the three sizes of cells, as shares of the largest, as the board draws them."""
_GROUND = (0.06, 0.068, 0.09, 0.94)
_URGENT = (1.0, 0.45, 0.3, 1.0)
_URGENT_SECONDS = 5
_HIDDEN = (150, 150, 160)
"""Colour of new cells that their player hides."""


def draw_biowar(
    overlay: BioWarOverlay, canvas: Canvas, legend: Legend, wordings: Sequence[str], way_out: Sequence[str]
) -> None:
    """Draw everything that is not a widget.

    Args:
        overlay: content of the screen.
        canvas: the window.
        legend: glyphs of the keys of whoever is told what to do now.
        wordings: what that is, from the longest wording to the shortest.
        way_out: how to get help and out of the game, likewise.
    """
    _draw_marks(overlay.marks, canvas)
    # Not everybody can tell six colours apart; a lone person needs no number, which lies over the cells beside it.
    for player, (row, column) in (item for item in overlay.cursors if canvas.names[item[0]] != YOU):
        x, y = canvas.point_of(row, column + 1.0)
        text(str(player + 1), x + 3, y - 16, canvas.player_colour(player), size=SMALL)
    _draw_top(overlay, canvas, legend, way_out)
    left, _, right, bottom = canvas.area
    y = scaled(heights(bottom)[0] - PROMPT_HEIGHT / 2 - 6)
    draw_prompt(legend, wordings, ((left + right) / 2, y), right - left - scaled(2 * GAP))
    if overlay.boxes:
        _draw_boxes(overlay.boxes, canvas)


def _draw_top(overlay: BioWarOverlay, canvas: Canvas, legend: Legend, way_out: Sequence[str]) -> None:
    """Draw turn, phase and seconds, the way out between them, and a bar with the rest of the phase under them."""
    urgent = overlay.seconds is not None and overlay.seconds <= _URGENT_SECONDS
    left, right = canvas.area[0] + scaled(GAP), canvas.area[2] - scaled(GAP)
    top, y, low = scaled(4), scaled(44), scaled(48)
    text(f"Turn {overlay.turn}", left, top, WHITE, size=LARGE)
    text(overlay.phase, (left + right) / 2, top, BRIGHT, align=0.5, size=LARGE)
    clock = "" if overlay.seconds is None else f"{overlay.seconds} s left"
    text(clock, right, top, _URGENT if urgent else WHITE, align=1.0, size=LARGE)
    end = right - width_of("60 s left", LARGE) - scaled(GAP)  # where it does not move when the clock does
    free = end - (left + right + width_of(overlay.phase, LARGE)) / 2 - scaled(GAP)
    draw_way_out(legend, way_out, (end, top + scaled(20)), free)
    rectangle((left, y), (right, low), (0.3, 0.33, 0.4, 0.6))
    rectangle((left, y), (left + (right - left) * overlay.share, low), _URGENT if urgent else BRIGHT)


def _draw_marks(marks: Sequence[Mark], canvas: Canvas) -> None:
    """Draw new cells in their players' colours, nested where several want one place; hidden ones are grey."""
    pen = imgui.get_background_draw_list()
    for mark in marks:
        x, y = canvas.middle(mark.place)
        half = canvas.zoom * 0.4
        reach = half * (1 - mark.rank / mark.rivals)
        square = (x - reach, y - reach), (x + reach, y + reach)
        if mark.hidden:
            pen.add_rect_filled(*square, packed_rgb(_HIDDEN, 0.35), reach / 4)
        else:
            pen.add_rect_filled(
                *square, packed_colour(canvas.player_colour(mark.player, 0.75 if canvas.bright else 0.4)), reach / 4
            )
            pen.add_rect(*square, packed_colour(canvas.player_colour(mark.player)), reach / 4, max(1.0, half / 7))


def _draw_boxes(boxes: Sequence[SeatBox], canvas: Canvas) -> None:
    pen, scale = imgui.get_background_draw_list(), scaled(1)
    left, _, right, bottom = canvas.area
    _, high, talk = heights(bottom)
    gap, top = GAP * scale, bottom - (talk + high + 2 * GAP) * scale
    room = right - left - gap
    widths = _widths(boxes, room)
    left += gap + (room - sum(widths)) / 2
    for number, box in enumerate(boxes):
        x = left + sum(widths[:number])
        end = x + widths[number] - gap
        rim = canvas.player_colour(box.player, 0.95 if box.active else 0.3)
        square = (x, top), (end, top + high * scale)
        pen.add_rect_filled(*square, packed_colour(_GROUND), 6 * scale)
        pen.add_rect(*square, packed_colour(rim), 6 * scale, (2.0 if box.active else 1.0) * scale)
        _draw_box(box, (x + 10 * scale, top + 6 * scale), end - 10 * scale, canvas)


def _widths(boxes: Sequence[SeatBox], room: float) -> list[float]:
    """Return the widths of the boxes: equal ones, but narrower ones for those who watch where there is little room."""
    wide = min(room / len(boxes), _MAX_BOX * scaled(1))
    playing = sum(box.score is not None for box in boxes)
    if wide >= _MIN_BOX * scaled(1) or not 0 < playing < len(boxes):
        return [wide] * len(boxes)
    own = min(room / (playing + _WATCHING * (len(boxes) - playing)), _MIN_BOX * scaled(1))
    rest = (room - own * playing) / (len(boxes) - playing)
    return [own if box.score is not None else rest for box in boxes]


def _draw_box(box: SeatBox, corner: Point, right: float, canvas: Canvas) -> None:
    """Draw a player's name and score, the number of cells of each size, and the player's status."""
    (left, y), scale, alpha = corner, scaled(1), 1.0 if box.active else 0.75
    rgba, pale = canvas.player_colour(box.player, alpha), (*WHITE[:3], alpha)
    name, room = f"{box.player + 1}  {box.name.removesuffix(f' ({box.player + 1})')}", right - left
    if box.score is None and room < _NAMELESS * scale:
        text(f"{box.player + 1}", (left + right) / 2, y, rgba, align=0.5, size=MIDDLE)
        return
    size = fitting_size(name, 0.98 * room, MIDDLE, _SMALLEST_NAME)
    text(elided(name, room, size), left, y, rgba, size=size)
    status = DIM if not box.urgent else _URGENT if canvas.bright else BRIGHT
    points = f"{box.points} point{'s' * (box.points != '1')}" if box.points else ""
    if is_low(canvas.area[3]):
        cells = count_text(box.cells, "cell")
        points = f"{cells}, {points}" if points else cells
        y += 24 * scale
    else:
        y += 30 * scale
        _draw_counts(box, (left, y), right, pale, rgba)
        y += 25 * scale
    size = fitting_size(points, room * 0.5, SMALL, _TINY)
    text(points, right, y, pale, align=1.0, size=size)
    _draw_status(box, (left, y), room - width_of(points, size) - 8 * scale * bool(points), status)


def _draw_counts(box: SeatBox, corner: Point, right: float, pale: RGBA, rgba: RGBA) -> None:
    """Draw the number of cells, and those of small, middle and large ones, closer together where room is scarce."""
    (left, y), scale, words = corner, scaled(1), count_text(box.cells, "cell")
    wordings = ((words, 13.0, _TINY, 10.0), (words, 10.0, 12.0, 4.0), (str(box.cells), 10.0, 12.0, 4.0))
    for shown, square, size, gap in wordings if box.sizes else ():
        side, start = square * scale, left + width_of(shown, SMALL) + gap * scale
        wide = [side + 3 * scale + width_of(str(count), size) for count in box.sizes]
        spare = (right - start - sum(wide)) / len(wide)
        if spare >= gap * scale * (1 - 1 / len(wide)):
            break
    else:
        text(words, left, y - 2 * scale, pale, size=SMALL)
        return
    text(shown, left, y - 2 * scale, pale, size=SMALL)
    for number, count in enumerate(box.sizes):
        half = side * _GLYPHS[number] / 2
        x, middle = start + sum(wide[:number]) + number * spare + side / 2, y + 9 * scale
        rectangle((x - half, middle - half), (x + half, middle + half), rgba, half / 3)
        text(str(count), x + side / 2 + 3 * scale, y + (_TINY - size) * scale / 2, DIM, size=size)


def _draw_status(box: SeatBox, at: Point, room: float, rgba: RGBA) -> None:
    words = box.status if width_of(box.status, SMALL) <= room else box.short_status
    size = fitting_size(words, 0.96 * room, SMALL, _TINY)
    text(elided(words, room, size), *at, rgba, size=size)

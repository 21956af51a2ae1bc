"""The lettering of a board that is drawn as a technical plan: title block, callouts and dimensions.

It is an image of the window's size with two channels. The first has the lines and letters. The second, the backdrop,
says how much to dim the board behind them. Callouts move with their parts on the screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from gpulife.patterns.image import lettering_font

FRAME, INNER_FRAME = 44.0, 53.0
"""Distance of the double frame from the window's edge, in units of :func:`unit_of`; as in look_cyanotype.frag."""
_BLOCK_WIDTH, _TITLE_HEIGHT, _FIELD_HEIGHT, _LINE_HEIGHT = 340.0, 36.0, 31.0, 18.0  # of the title block, in units
_LARGE, _USUAL, _SMALL = 21.0, 15.0, 12.0  # heights of letters, in units
_NAME, _NOTE = 13.5, 10.5  # heights of letters in labels below parts, in units
_LEAST_LETTERS = 8  # pixels
_LEAST_WINDOW = 280  # pixels of the shorter side; letters would not fit into a smaller one
_AWAY = 26.0  # units from a part to its dimension lines
_ARROW = 7.0  # length of an arrowhead, in units
_OVERSHOOT = 5.0  # units by which a draughtsman's lines cross at corners
_MARGIN = 1.5  # cells by which an oscillator may exceed its box
_MOST_LISTED = 9  # with more parts than this, each has its name below it, and there is no list
_LEAST_CELL = 8.0  # size of a cell, in units, from which labels below parts say who found them
_BODY = 1.3  # cells by which the look outlines a part
_SWING = 7.0  # cells that an oscillator may need below its middle
_INK, _PALE, _FAINT, _GHOST, _BACKDROP = 255, 205, 130, 62, 190
_NARROWEST = 160.0  # units across the room for a label below a part
_WIDEST = 190.0  # units across a label below a part
_ZONES = 8, 5  # fields along the frame, across and down


@dataclass(frozen=True, slots=True)
class Part:
    """An entry in the plan's list of parts: a pattern on the board.

    Attributes:
        title: its name.
        found: who found it and when; "" if that is not well known.
        note: what it does, in few words, such as "period 30".
        row, column: its first row and column on the board in generation 0.
        height, width: its size in cells.
        drift: rows down and columns to the right by which it moves in a generation.
    """

    title: str
    found: str
    note: str
    row: int
    column: int
    height: int
    width: int
    drift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """The shape of the letters that a scene writes on its board.

    Attributes:
        ink: uint8, shape (rows, columns): 255 inside the letters, 0 outside, other values at their soft edges. It has
            several rows and columns per cell of the board, so that looks can draw clean letters at any size.
    """

    ink: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a look can show of a scene besides its cells: the title, the parts of a plan, the word on the board."""

    title: str
    parts: tuple[Part, ...] = ()
    word: Word | None = None

    @property
    def moves(self) -> bool:
        """True if a part moves."""
        return any(part.drift != (0.0, 0.0) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of paper on which a plan is drawn: it fills the window.

    Attributes:
        window: (width, height) of the window in pixels.
        corner: the board position at the window's upper left corner: (column, row) in cells.
        pixel: cells per pixel.
        board: (rows, columns) of the board.
        repeats: True if the board is a torus.
        rule: name of the board's rule.
        is_framed: True if the window shows the plan's frame, title block and scale bar.
    """

    window: tuple[int, int]
    corner: tuple[float, float]
    pixel: float
    board: tuple[int, int]
    repeats: bool
    rule: str
    is_framed: bool


def unit_of(window: tuple[float, float]) -> float:
    """Return the size, in pixels, of the unit of length that plans use."""
    return min(window) / 720


def draw_plan(sheet: Sheet, drawing: Drawing, generation: int) -> NDArray[np.uint8]:
    """Draw a plan; return its two channels, lines and backdrop: shape (height, width, 2), uint8, the top row first."""
    pen = _Pen(sheet)
    if min(sheet.window) < _LEAST_WINDOW:
        return np.dstack([np.asarray(pen.lines), np.asarray(pen.backdrop)])
    has_list = len(drawing.parts) <= _MOST_LISTED
    for number, part in enumerate(drawing.parts, 1):
        place = _place(sheet, part, generation)
        if pen.has(place):
            if has_list:
                _draw_callout(pen, part, number, place)
            else:
                _draw_label(pen, part, place)
    if sheet.is_framed:
        _draw_zones(pen)
        _draw_title_block(pen, drawing, drawing.parts if has_list else ())
        _draw_scale_bar(pen)
    return np.dstack([np.asarray(pen.lines), np.asarray(pen.backdrop)])


Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


def _place(sheet: Sheet, part: Part, generation: int) -> Box:
    row, column = part.row + part.drift[0] * generation, part.column + part.drift[1] * generation
    if sheet.repeats:
        row, column = row % sheet.board[0], column % sheet.board[1]
    left, top = (column - sheet.corner[0]) / sheet.pixel, (row - sheet.corner[1]) / sheet.pixel
    return left, top, left + part.width / sheet.pixel, top + part.height / sheet.pixel


class _Pen:
    """Draws on the image of a plan. Sizes are in pixels, but sizes of letters are in units (see :func:`unit_of`)."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.unit = unit_of(sheet.window)
        self.thin = max(1, round(self.unit))
        self.lines, self.backdrop = Image.new("L", sheet.window), Image.new("L", sheet.window)
        self._on_lines, self._on_backdrop = ImageDraw.Draw(self.lines), ImageDraw.Draw(self.backdrop)
        rim = INNER_FRAME * self.unit if sheet.is_framed else 0.0
        self.inside: Box = rim, rim, sheet.window[0] - rim, sheet.window[1] - rim

    def has(self, box: Box) -> bool:
        """Return True if a box lies inside the frame."""
        return (
            box[0] >= self.inside[0]
            and box[1] >= self.inside[1]
            and box[2] <= self.inside[2]
            and box[3] <= self.inside[3]
        )

    def line(self, *places: float, tone: int = _INK) -> None:
        """Draw a line through points, given as x, y, x, y, ..."""
        self._on_lines.line([round(each) for each in places], tone, self.thin)

    def box(self, box: Box, tone: int = _INK, *, opaque: bool = False, overshoot: float = 0.0) -> None:
        """Draw a rectangle, whose sides cross at its corners. If ``opaque`` is True, it hides the board behind it."""
        left, top, right, bottom = (round(each) for each in box)
        if opaque:
            self._on_backdrop.rectangle([left, top, right, bottom], 255)
        for y in (top, bottom):
            self.line(left - overshoot, y, right + overshoot, y, tone=tone)
        for x in (left, right):
            self.line(x, top - overshoot, x, bottom + overshoot, tone=tone)

    def arrow(self, x: float, y: float, across: float, down: float) -> None:
        """Draw a slender arrowhead with its tip at (x, y), pointing along (across, down), which has length 1."""
        long, wide = _ARROW * self.unit, 0.2 * _ARROW * self.unit
        back = x - long * across, y - long * down
        sides = (back[0] - wide * down, back[1] + wide * across), (back[0] + wide * down, back[1] - wide * across)
        self._on_lines.polygon([(x, y), *sides], _INK)

    def chain(self, x0: float, y0: float, x1: float, y1: float, tone: int = _FAINT) -> None:
        """Draw a centre line, of long and short strokes, across or down."""
        length = abs(x1 - x0) + abs(y1 - y0)
        across, down = (x1 - x0) / max(length, 1e-6), (y1 - y0) / max(length, 1e-6)
        begin, strokes = 0.0, (22.0, 5.0, 4.0, 5.0)
        while begin < length:
            for stroke, is_drawn in zip(strokes, (True, False, True, False), strict=True):
                end = min(begin + stroke * self.unit, length)
                if is_drawn:
                    self.line(x0 + across * begin, y0 + down * begin, x0 + across * end, y0 + down * end, tone=tone)
                begin = end

    def _is_opaque(self, place: tuple[int, int]) -> bool:
        x, y = place
        width, height = self.sheet.window
        return 0 <= x < width and 0 <= y < height and self.backdrop.getpixel(place) == 255

    def circle(self, x: float, y: float, radius: float) -> None:
        """Draw a circle that dims the board behind it."""
        corners = [x - radius, y - radius, x + radius, y + radius]
        self._on_backdrop.ellipse(corners, _BACKDROP)
        self._on_lines.ellipse(corners, 0, _INK, self.thin)

    def corners(self, box: Box) -> None:
        """Draw the corners of a rectangle."""
        left, top, right, bottom = box
        length = min(12 * self.unit, (right - left) / 3, (bottom - top) / 3)
        for x, across in ((left, 1), (right, -1)):
            for y, down in ((top, 1), (bottom, -1)):
                self.line(x + across * length, y, x, y, x, y + down * length, tone=_FAINT)

    def write(
        self, x: float, y: float, text: str, size: float, anchor: str, *, widest: float = 1e9, tone: int = _INK
    ) -> float:
        """Write a text in capitals, smaller if it would be wider than ``widest``. Return its width."""
        height = max(_LEAST_LETTERS, round(size * self.unit))
        while True:
            font = _font(height)
            width = font.getlength(text.upper())
            if width <= widest or height <= _LEAST_LETTERS - 2:
                break
            height -= 1
        place = round(x), round(y)
        left, top, right, bottom = self._on_lines.textbbox(place, text.upper(), font, anchor)
        if not self._is_opaque(place):
            self._on_backdrop.rectangle([left - 2, top - 1, right + 2, bottom + 1], _BACKDROP)
        self._on_lines.text(place, text.upper(), tone, font, anchor)
        return width


@cache
def _font(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = lettering_font()
    return ImageFont.load_default(height) if path is None else ImageFont.truetype(str(path), height)


def _draw_callout(pen: _Pen, part: Part, number: int, place: Box) -> None:
    """Draw a part's dimensions, name and note, and its number in a circle with a line to the part."""
    u = pen.unit
    left, top, right, bottom = place
    margin = max(5 * u, _MARGIN / pen.sheet.pixel)
    left, top, right, bottom = box = left - margin, top - margin, right + margin, bottom + margin
    pen.corners(box)
    # Construction lines reach the frame; centre lines cross in the middle of the part.
    for x in (place[0], place[2]):
        pen.line(x, pen.inside[1], x, pen.inside[3], tone=_GHOST)
    for y in (place[1], place[3]):
        pen.line(pen.inside[0], y, pen.inside[2], y, tone=_GHOST)
    middle, centre = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
    for x0, x1 in ((left - 16 * u, left), (right, right + 16 * u)):
        pen.chain(x0, centre, x1, centre)
    for y0, y1 in ((top - 16 * u, top), (bottom, bottom + 16 * u)):
        pen.chain(middle, y0, middle, y1)
    # The dimensions: width below, height on the left.
    below, beside = min(bottom + _AWAY * u, pen.inside[3] - 6 * u), max(left - _AWAY * u, pen.inside[0] + 6 * u)
    for x in (place[0], place[2]):
        pen.line(x, bottom + 3 * u, x, below + 4 * u, tone=_FAINT)
    for y in (place[1], place[3]):
        pen.line(left - 3 * u, y, beside - 4 * u, y, tone=_FAINT)
    _draw_dimension(pen, (place[0], below), (place[2], below), str(part.width))
    _draw_dimension(pen, (beside, place[1]), (beside, place[3]), str(part.height))
    # The number stands above, if there is room.
    above = top - 31 * u > pen.inside[1]
    y = top - 17 * u if above else below + 19 * u
    x = max(left + 9 * u, pen.inside[0] + 14 * u)
    pen.line(x + 6 * u, y + (6 * u if above else -6 * u), x + 14 * u, top if above else bottom)
    pen.circle(x, y, 9 * u)
    pen.write(x, y, str(number), _USUAL, "mm")
    room = pen.inside[2] - x - 20 * u
    pen.write(x + 15 * u, y - 1 * u, part.title, _USUAL, "ls", widest=room)
    pen.write(x + 15 * u, y + 2 * u, part.note, _SMALL, "lt", widest=room, tone=_PALE)


def _draw_dimension(pen: _Pen, start: tuple[float, float], end: tuple[float, float], text: str) -> None:
    """Draw a dimension line, across or down, with an arrow at each end, and its number in the middle."""
    u = pen.unit
    pen.line(*start, *end, tone=_PALE)
    across, down = (1.0, 0.0) if end[0] > start[0] else (0.0, 1.0)
    pen.arrow(*start, -across, -down)
    pen.arrow(*end, across, down)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if across:
        pen.write(x, y - 3 * u, text, _SMALL, "ms")
    else:
        pen.write(x - 5 * u, y, text, _SMALL, "rm")


def _draw_label(pen: _Pen, part: Part, place: Box) -> None:
    """Write centred lines below a part: its name, its note and, if there is room, who found it."""
    u = pen.unit
    left, top, right, bottom = place
    middle, y = (left + right) / 2, bottom + max(7 * u, _BODY / pen.sheet.pixel)
    if part.drift == (0.0, 0.0):  # align the names of parts in a row, and leave room for oscillators
        y = max(y + 9 * u, (top + bottom) / 2 + _SWING / pen.sheet.pixel)
    room = 2 * min(middle - pen.inside[0], pen.inside[2] - middle) - 8 * u
    if room < _NARROWEST * u:  # it leaves or enters the sheet
        return
    pen.line(middle - 14 * u, y, middle + 14 * u, y, tone=_FAINT)
    lines = [(part.title, _NAME), (part.note, _NOTE)]
    if pen.sheet.pixel * u * _LEAST_CELL <= 1:  # otherwise the label would reach the row below
        lines.append((part.found, _NOTE))
    if part.drift != (0.0, 0.0):  # on two lines only, since other parts move nearby
        lines[1:] = [(", ".join(filter(None, (part.note, part.found))), _NOTE)]
    for text, size in lines:
        if text:
            tone = _INK if size == _NAME else _PALE
            pen.write(middle, y + 4 * u, text, size, "mt", widest=min(room, _WIDEST * u), tone=tone)
            y += (size + 2.0) * u


def _draw_zones(pen: _Pen) -> None:
    """Write grid references along the frame, as on a map: numbers above and below, letters left and right."""
    u = pen.unit
    width, height = pen.sheet.window
    middle = (FRAME + INNER_FRAME) / 2 * u
    frame = FRAME * u
    for number in range(_ZONES[0]):
        x = middle + (number + 0.5) / _ZONES[0] * (width - 2 * middle)
        for y in (frame - 8 * u, height - frame + 8 * u):
            pen.write(x, y, str(number + 1), _SMALL, "mm", tone=_PALE)
    for number in range(_ZONES[1]):
        y = middle + (number + 0.5) / _ZONES[1] * (height - 2 * middle)
        for x in (frame - 8 * u, width - frame + 8 * u):
            pen.write(x, y, chr(ord("A") + number), _SMALL, "mm", tone=_PALE)


def _draw_title_block(pen: _Pen, drawing: Drawing, listed: Sequence[Part]) -> None:
    """Draw the title block in the lower right corner: a list of parts, the title, the rule, the size and the scale."""
    u, sheet = pen.unit, pen.sheet
    right, bottom = pen.inside[2], pen.inside[3]
    left = right - _BLOCK_WIDTH * u
    y = bottom - (_TITLE_HEIGHT + _FIELD_HEIGHT) * u
    numbers: dict[tuple[str, str], list[str]] = {}  # equal parts have one line
    for number, part in enumerate(listed, 1):
        numbers.setdefault((part.title, part.found), []).append(str(number))
    top = y - len(numbers) * _LINE_HEIGHT * u
    pen.box((left, top, right, bottom), opaque=True, overshoot=_OVERSHOOT * u)
    number_width, found_left = (6 + 12 * max(map(len, numbers.values()), default=1)) * u, left + 0.56 * _BLOCK_WIDTH * u
    for row, ((title, found), of_parts) in enumerate(numbers.items()):
        line = top + (row + 0.5) * _LINE_HEIGHT * u
        pen.write(left + number_width / 2, line, ",".join(of_parts), _SMALL, "mm", widest=number_width - 4 * u)
        pen.write(
            left + number_width + 4 * u, line, title, _SMALL, "lm", widest=found_left - left - number_width - 8 * u
        )
        pen.write(found_left + 4 * u, line, found, _SMALL, "lm", widest=right - found_left - 8 * u)
        pen.line(left, line + _LINE_HEIGHT * u / 2, right, line + _LINE_HEIGHT * u / 2, tone=_FAINT)
    if numbers:
        pen.line(left + number_width, top, left + number_width, y, tone=_FAINT)
        pen.line(found_left, top, found_left, y, tone=_FAINT)
    pen.line(left, y, right, y)
    pen.write((left + right) / 2, y + _TITLE_HEIGHT * u / 2, drawing.title, _LARGE, "mm", widest=right - left - 16 * u)
    y += _TITLE_HEIGHT * u
    pen.line(left, y, right, y)
    rows, columns = sheet.board
    scale = 1 / sheet.pixel
    fields = (
        ("Rule", sheet.rule),
        ("Sheet", f"{columns} x {rows} cells"),
        ("Scale", f"{scale:.3g} : 1" if scale >= 1 else f"1 : {1 / scale:.3g}"),
    )
    wide = (right - left) / len(fields)
    for number, (name, text) in enumerate(fields):
        x = left + number * wide
        pen.write(x + 4 * u, y + 3 * u, name, _SMALL - 1, "lt", tone=_PALE)
        pen.write(x + wide / 2, y + 22 * u, text, _USUAL, "mm", widest=wide - 8 * u)
        if number:
            pen.line(x, y, x, bottom)


def _draw_scale_bar(pen: _Pen) -> None:
    """Draw a scale bar in the lower left corner."""
    u = pen.unit
    room = 120 * u * pen.sheet.pixel
    cells = max((each for each in (1, 2, 4, 8, 20, 40, 80, 200, 400, 800, 2000) if each <= room), default=0)
    if not cells:
        return
    x, y, part = pen.inside[0] + 22 * u, pen.inside[3] - 18 * u, cells / pen.sheet.pixel / 4
    for number in range(4):
        left, right = x + number * part, x + (number + 1) * part
        pen.box((left, y - 3 * u, right, y + 3 * u))
        if number % 2 == 0:
            pen.line(left, y, right, y)
    for number in (0, 2, 4):
        pen.write(x + number * part, y - 5 * u, f"{cells * number / 4:g}", _SMALL, "ms")
    pen.write(x + 4 * part + 14 * u, y, "cells", _SMALL, "lm")

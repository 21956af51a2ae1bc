"""How each game's board and the area around it look: colours and decoration in the style of the game's year."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor, pi, sin

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.rules import RGB
from gpulife.view import grounds
from gpulife.view.look import Look
from gpulife.view.palettes import to_oklab
from gpulife.window.design import BODY, RGBA, STRONG, TEXT, packed, rgba_of, styled
from gpulife.window.play.canvas import Area, Canvas, scaled

_MIN_CELL = 4.0
"""Minimum size of cells in points at which lines between them are drawn."""


@dataclass(frozen=True, slots=True)
class GamePicture:
    """The colours of a game's board, and what is drawn on and around it.

    Attributes:
        ground: colour of dead cells.
        outside: colour around the board.
        border: colour of the line around the board.
        draw_surface: draws on and around the board, below the game's HUD.
        cells_light: factor for the brightness of the cells' colours; below 1 on a light background, where cells must be
            darker.
    """

    ground: RGB
    outside: RGB
    border: RGB
    draw_surface: Callable[[Canvas], None]
    cells_light: float = 1.0

    def suits(self, look: Look) -> bool:
        """Return True if live cells in the look's colours stand out from this picture's dead cells."""
        return _distance(self.of(look).colours) >= MIN_DISTANCE

    def of(self, look: Look) -> Look:
        """Return a copy of ``look`` with this picture's colours."""
        return _dressed(self, look)


MIN_DISTANCE = 0.18
"""Minimum distance in OKLab between the background colour and the colour of any cell."""


@lru_cache(maxsize=64)
def _dressed(picture: GamePicture, look: Look) -> Look:
    """Return a copy of ``look`` with the colours of ``picture``; cached, because each frame needs it several times."""
    light = picture.cells_light
    cells = ((round(red * light), round(green * light), round(blue * light)) for red, green, blue in look.colours[1:])
    return replace(look, colours=(picture.ground, *cells), outside=picture.outside, border=picture.border)


@lru_cache(maxsize=64)
def _distance(colours: tuple[RGB, ...]) -> float:
    """Return the distance in OKLab from the first colour to the most similar of the other colours."""
    ground, *cells = to_oklab(np.array(colours, np.uint8))
    return float(np.linalg.norm(np.array(cells) - ground, axis=1).min())


def _board(canvas: Canvas) -> Area:
    """Return the board's rectangle in the window: left, upper, right and lower edge, in points."""
    return *canvas.point_of(0, 0), *canvas.point_of(*canvas.shape)


def _frame(canvas: Canvas, colour: RGBA, width: float, rounding: float, apart: float = 0.0) -> None:
    """Draw a frame around the board, ``width`` points wide and ``apart`` points away from it."""
    left, top, right, bottom = _board(canvas)
    half = apart + width / 2
    imgui.get_background_draw_list().add_rect(
        (left - half, top - half), (right + half, bottom + half), packed(colour), rounding, width
    )


def _rows_in_view(canvas: Canvas, step: int) -> range:
    """Return every ``step``-th row of those in view."""
    top = canvas.point_of(0, 0)[1]
    return _in_view(canvas.area[1] - top, canvas.area[3] - top, canvas.shape[0], canvas.zoom, step)


def _columns_in_view(canvas: Canvas, step: int) -> range:
    """Return every ``step``-th column of those in view."""
    left = canvas.point_of(0, 0)[0]
    return _in_view(canvas.area[0] - left, canvas.area[2] - left, canvas.shape[1], canvas.zoom, step)


def _in_view(begin: float, end: float, count: int, zoom: float, step: int) -> range:
    first, last = max(0, floor(begin / zoom)), min(count, ceil(end / zoom))
    return range(first // step * step, last, step)


def _row_lines(canvas: Canvas, colour: RGBA, width: float, step: int = 1) -> None:
    """Draw a line at the top of every ``step``-th row."""
    if canvas.zoom * step < _MIN_CELL:
        return
    pen, packed_colour = imgui.get_background_draw_list(), packed(colour)
    left, _, right, _ = _board(canvas)
    for row in _rows_in_view(canvas, step):
        y = canvas.point_of(row, 0)[1]
        pen.add_rect_filled((left, y), (right, y + width), packed_colour)


def _grid(canvas: Canvas, colour: RGBA, step: int = 1) -> None:
    """Draw thin lines at every ``step``-th row and column."""
    _row_lines(canvas, colour, 1.0, step)
    if canvas.zoom * step < _MIN_CELL:
        return
    pen, packed_colour = imgui.get_background_draw_list(), packed(colour)
    _, top, _, bottom = _board(canvas)
    for column in _columns_in_view(canvas, step):
        x = canvas.point_of(0, column)[0]
        pen.add_rect_filled((x, top), (x + 1.0, bottom), packed_colour)


# Survival of the Fittest: an Atari on a television set of 1982.

_CASE: RGBA = (0.16, 0.13, 0.11, 1.0)
_EDGE_OF_TUBE: RGBA = (0.0, 0.0, 0.0, 0.85)


def _television(canvas: Canvas) -> None:
    _row_lines(canvas, (0.0, 0.0, 0.02, 0.28), max(1.0, canvas.zoom * 0.22))
    _frame(canvas, _EDGE_OF_TUBE, scaled(3), scaled(6))
    _frame(canvas, _CASE, scaled(5), scaled(10), apart=scaled(3))


TELEVISION = GamePicture(*grounds.TELEVISION[:3], _television)


# BioWar: a terminal with green phosphor in a case of beige plastic, 1986.

_PHOSPHOR: RGB = (38, 191, 102)
_LIT_PLASTIC: RGB = (196, 187, 162)
_SHADED_PLASTIC: RGB = (104, 97, 80)
TERMINAL_MARGIN = 14
"""Width of the terminal's case around the screen, in points."""
_GLASS = 4.0
"""Width of the dark edge of the glass between screen and case, in points."""
_SCANLINES = 4.0
"""Distance from one scan line of the screen to the next, in units of 1/96 inch."""


def _terminal(canvas: Canvas) -> None:
    """Draw the terminal: its case with a lamp, the edge of the glass, the grid, scan lines, and light on the glass."""
    pen, (left, top, right, bottom) = imgui.get_background_draw_list(), _board(canvas)
    _grid(canvas, rgba_of(_PHOSPHOR, 0.16))
    _shine(canvas)
    step = scaled(_SCANLINES)
    shade = packed((0.0, 0.0, 0.0, 0.11))
    for number in _in_view(canvas.area[1] - top, canvas.area[3] - top, ceil((bottom - top) / step), step, 1):
        pen.add_rect_filled((left, top + number * step), (right, top + number * step + 1.0), shade)
    for out in range(3):
        _frame(canvas, (0.0, 0.0, 0.0, 0.25), 2.0, scaled(14), apart=TERMINAL_MARGIN + 2.0 * out)
    wide = TERMINAL_MARGIN - _GLASS
    for out in range(round(wide)):  # the case is brightest in its middle, where it bulges
        share = sin(pi * (out + 0.5) / wide)
        mixed = (dark + (lit - dark) * share for dark, lit in zip(_SHADED_PLASTIC, _LIT_PLASTIC, strict=True))
        red, green, blue = (round(part) for part in mixed)
        _frame(canvas, rgba_of((red, green, blue)), 1.8, _GLASS + out, apart=_GLASS + out)
    _frame(canvas, (0.01, 0.03, 0.02, 1.0), _GLASS + 1.0, scaled(6))
    _frame(canvas, rgba_of(_PHOSPHOR, 0.35), scaled(1.5), scaled(3))
    x, y = right - scaled(18), bottom + _GLASS + wide / 2
    for radius, rgba in ((0.36, (0.05, 0.08, 0.05, 1.0)), (0.26, rgba_of(_PHOSPHOR))):  # the lamp
        pen.add_circle_filled((x, y), wide * radius, packed(rgba))


def _shine(canvas: Canvas) -> None:
    """Make the middle of the screen brighter than its corners, as a bulged glass with phosphor behind it is."""
    pen, (left, top, right, bottom) = imgui.get_background_draw_list(), _board(canvas)
    x, y = (left + right) / 2, (top + bottom) / 2
    bright, dim, none = (packed(rgba_of(_PHOSPHOR, alpha)) for alpha in (0.13, 0.04, 0.0))
    for corner, (first, second) in (
        ((left, top), (none, dim)),
        ((right, top), (none, dim)),
        ((left, bottom), (none, dim)),
        ((right, bottom), (none, dim)),
    ):
        start, end = (min(corner[0], x), min(corner[1], y)), (max(corner[0], x), max(corner[1], y))
        is_left, is_top = corner[0] == left, corner[1] == top
        # The four corners of each quarter, clockwise from the upper left one.
        colours = [second, second, second, second]
        colours[{(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}[is_left, is_top]] = first
        colours[{(True, True): 2, (False, True): 3, (False, False): 0, (True, False): 1}[is_left, is_top]] = bright
        pen.add_rect_filled_multi_color(start, end, *colours)


TERMINAL = GamePicture(*grounds.TERMINAL[:3], _terminal)


# LIFE-2: the paper of a Teletype, 1978.

INK: RGBA = (0.20, 0.19, 0.22, 1.0)
"""Colour of the ink on the paper."""
_BAR: RGBA = (0.40, 0.66, 0.45, 0.16)
_HOLES_APART = 22.0
"""Distance from one hole in the paper's edges to the next, in units of 1/96 inch."""
_DASH = 9.0
"""Distance from one dash to the next in the two dashed lines along the strips with holes, in units of 1/96 inch."""
_SHADOW = 10.0
"""How far the paper's shadow reaches on the desk, in units of 1/96 inch."""
_FIBRES = tuple(np.random.default_rng(1978).random((260, 4)).tolist())
"""Each fibre drawn on the paper: its x and y, as shares of the paper's size, and its length and darkness, 0 to 1."""


def _paper(canvas: Canvas) -> None:
    """Draw the paper on and around the board: its shadow, green bars across it, fibres, and holes at its sides."""
    left, top, right, bottom = _board(canvas)
    pen, margin, strip = imgui.get_background_draw_list(), scaled(PAPER_MARGIN), scaled(PAPER_STRIP)
    paper, bar = packed(rgba_of(grounds.PAPER.ground)), packed(_BAR)
    far_left, far_right, head, foot = left - margin - strip, right + margin + strip, top - margin, bottom + margin
    for number in range(4):
        out = scaled(_SHADOW) * (number + 1) / 4
        pen.add_rect((far_left - out, head - out), (far_right + out, foot + out), packed((0, 0, 0, 0.30)), out, out)
    for corner, end in (
        ((far_left, head), (far_right, top)),
        ((far_left, bottom), (far_right, foot)),
        ((far_left, top), (left, bottom)),
        ((right, top), (far_right, bottom)),
    ):
        pen.add_rect_filled(corner, end, paper)
    for row in _rows_in_view(canvas, 2) if canvas.zoom >= _MIN_CELL else ():
        y, low = canvas.point_of(row, 0)[1], canvas.point_of(row + 1, 0)[1]
        pen.add_rect_filled((far_left + strip, y), (far_right - strip, low), bar)
    hole, line = packed(rgba_of(PAPER.outside)), packed((0.55, 0.50, 0.42, 0.5))
    _shade_paper(canvas, (far_left, head), (far_right, foot))
    for across, down, length, darkness in _FIBRES:
        x, y = far_left + (far_right - far_left) * across, head + (foot - head) * down
        if not (canvas.area[0] <= x <= canvas.area[2] and canvas.area[1] <= y <= canvas.area[3]):
            continue
        end_x, end_y = x + scaled(2 + 7 * length), y + scaled(3 * (darkness - 0.5))
        pen.add_line((x, y), (end_x, end_y), packed((0.35, 0.27, 0.15, 0.05 + 0.12 * darkness)), scaled(1))
    step, radius = scaled(_HOLES_APART), scaled(4.5)
    view_top, view_bottom = canvas.area[1] - head, canvas.area[3] - head
    dash = scaled(_DASH)
    for number in _in_view(view_top, view_bottom, int((foot - head) / dash), dash, 1):
        y = head + number * dash
        for x in (far_left + strip, far_right - strip):  # where the strips can be torn off
            pen.add_line((x, y), (x, y + dash * 0.55), line, scaled(1))
    for number in _in_view(view_top, view_bottom, int((foot - head) / step), step, 1):
        y = head + (number + 0.5) * step
        for x in (far_left + strip / 2, far_right - strip / 2):
            pen.add_circle_filled((x, y), radius, hole)


_LIT: RGBA = (1.0, 1.0, 1.0, 0.10)
_SHADED: RGBA = (0.25, 0.17, 0.05, 0.13)
"""Translucent colours at the paper's upper and lower edge, with a gradient between them, like light from above."""


def _shade_paper(canvas: Canvas, corner: tuple[float, float], end: tuple[float, float]) -> None:
    """Shade a rectangle of the paper, as if light fell on the paper from above.

    ``corner`` is the upper left corner of the rectangle, ``end`` the lower right one.
    """
    _, top, _, bottom = _board(canvas)
    margin = scaled(PAPER_MARGIN)
    upper, lower = (
        packed(tuple(lit + (shaded - lit) * share for lit, shaded in zip(_LIT, _SHADED, strict=True)))  # type: ignore[arg-type]
        for share in ((y - top + margin) / (bottom - top + 2 * margin) for y in (corner[1], end[1]))
    )
    imgui.get_background_draw_list().add_rect_filled_multi_color(corner, end, upper, upper, lower, lower)


def draw_paper_over(canvas: Canvas, place: tuple[int, int]) -> None:
    """Draw the paper over a cell's coloured square, so that a symbol can be drawn there instead."""
    corner, end = canvas.square(place)
    pen = imgui.get_background_draw_list()
    pen.add_rect_filled(corner, end, packed(rgba_of(grounds.PAPER.ground)))
    if place[0] % 2 == 0:
        pen.add_rect_filled(corner, end, packed(_BAR))
    _shade_paper(canvas, corner, end)


PAPER_MARGIN, PAPER_STRIP = 38.0, 20.0
"""Widths in units of 1/96 inch: the margin with numbers around the board, and the strips with holes beside it."""
PAPER = GamePicture(*grounds.PAPER[:3], _paper, grounds.PAPER.cells_light)


# P2Life: squared paper, 2003.


def _squared(canvas: Canvas) -> None:
    _grid(canvas, (0.55, 0.75, 1.0, 0.09))
    _grid(canvas, (0.55, 0.75, 1.0, 0.20), 5)
    _frame(canvas, (0.75, 0.86, 1.0, 0.8), scaled(2), 0.0)


SQUARED = GamePicture(*grounds.SQUARED[:3], _squared)


# Real-Time Life: a plain-text message in a window of a mail program, 2000.

WINDOW_BAR = 24.0
"""Height of the window's title bar above the board, in units of 1/96 inch."""
_WINDOW_EDGE = 5.0
"""Width of the window's edge on the other sides of the board, in units of 1/96 inch."""
_FACE, _LIGHT, _DARK, _DARKEST = (
    rgba_of(colour) for colour in ((172, 168, 160), (236, 233, 226), (104, 101, 95), (20, 20, 24))
)
"""Colours of the window: its face, and its edges where light falls on them and where it does not."""
_TITLE_LEFT, _TITLE_RIGHT = rgba_of((12, 38, 116)), rgba_of((104, 152, 210))
"""Colours of the title bar at its left and its right end."""
_TASKBAR: RGBA = rgba_of((38, 42, 52))
"""Colour of the desktop's task bar, on which messages are written."""
_LINE_OF_TEXT: RGBA = (0.62, 0.68, 1.0, 0.075)
"""Colour of the faint line between two rows of the board, which are lines of text in a message."""


def _window_2000(canvas: Canvas) -> None:
    """Draw the lines of text on the board, and around it a window with a title bar and three buttons."""
    _row_lines(canvas, _LINE_OF_TEXT, 1.0)
    pen, edge, bar, thin = imgui.get_background_draw_list(), scaled(_WINDOW_EDGE), scaled(WINDOW_BAR), scaled(1.5)
    left, top, right, bottom = (round(side) for side in _board(canvas))
    _, head, _, foot = title_bar_2000(canvas)
    outer = left - edge, top - edge - bar, right + edge, bottom + edge
    _band(outer, edge + bar, edge, _FACE, _FACE)
    _band(outer, thin, thin, _LIGHT, _DARKEST)
    _band((left - thin, top - thin, right + thin, bottom + thin), thin, thin, _DARK, _LIGHT)
    start, end = packed(_TITLE_LEFT), packed(_TITLE_RIGHT)
    pen.add_rect_filled_multi_color((left, head), (right, foot), start, end, end, start)
    side = foot - head - scaled(6)
    for number, symbol in enumerate((icons.ICON_FA_XMARK, icons.ICON_FA_WINDOW_MAXIMIZE, icons.ICON_FA_MINUS)):
        x, y = right - scaled(3) - (number + 1) * side - (number > 0) * scaled(2), head + scaled(3)
        pen.add_rect_filled((x, y), (x + side, y + side), packed(_FACE))
        _band((x, y, x + side, y + side), scaled(1), scaled(1), _LIGHT, _DARKEST)
        with styled(BODY, BODY.size * 0.7):
            size = imgui.calc_text_size(symbol)
            pen.add_text((x + (side - size.x) / 2, y + (side - size.y) / 2), packed(_DARKEST), symbol)
    with styled(STRONG):
        words = f"{icons.ICON_FA_ENVELOPE}  Real-Time Life"
        size = imgui.calc_text_size(words)
        if size.x < right - left - 4 * side:
            pen.add_text((left + scaled(6), (head + foot - size.y) / 2), packed(TEXT), words)


def title_bar_2000(canvas: Canvas) -> Area:
    """Return the rectangle of the title bar above the board: left, upper, right and lower edge, in points."""
    left, top, right, _ = (round(side) for side in _board(canvas))
    edge = scaled(_WINDOW_EDGE)
    return left, top - edge / 2 - scaled(WINDOW_BAR), right, top - edge / 2 - scaled(2)


def draw_taskbar_2000(corner: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw the desktop's task bar from its upper left ``corner`` to its lower right ``end``."""
    pen, thin = imgui.get_background_draw_list(), scaled(1.5)
    pen.add_rect_filled(corner, end, packed(_TASKBAR))
    pen.add_rect_filled(corner, (end[0], corner[1] + thin), packed(_DARK))


def _band(outer: Area, above: float, beside: float, light: RGBA, dark: RGBA) -> None:
    """Draw a band inside the edges of a rectangle: ``above`` points high at the top, ``beside`` wide elsewhere.

    Its upper and left part have the colour ``light``, the others ``dark``.
    """
    pen, (left, top, right, bottom) = imgui.get_background_draw_list(), outer
    lit, shaded = packed(light), packed(dark)
    pen.add_rect_filled((left, bottom - beside), (right, bottom), shaded)
    pen.add_rect_filled((right - beside, top + above), (right, bottom - beside), shaded)
    pen.add_rect_filled((left, top), (right, top + above), lit)
    pen.add_rect_filled((left, top + above), (left + beside, bottom - beside), lit)


WINDOW_2000 = GamePicture(*grounds.WINDOW_2000[:3], _window_2000)

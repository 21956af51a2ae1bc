"""Draws pictures of keys and gamepad buttons (caps) among words, in panels, on pages and over the board."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from imgui_bundle import imgui

from gpulife.input.glyphs import Glyph, Piece, Press, Shape
from gpulife.window.design import (
    BODY,
    CAPTION,
    GROUND,
    NOTICE,
    PRESSED,
    PROMPT,
    RAISED,
    RGBA,
    SURFACE,
    TEXT,
    faded,
    packed,
    styled,
)
from gpulife.window.panels.clickable_caps import ABOVE, BEHIND, CAPS, Area
from gpulife.window.panels.draw_primitives import SHADE

_SYMBOL_COLOURS = {
    "cross": (0.55, 0.68, 0.95, 1.0),
    "circle": (0.95, 0.45, 0.45, 1.0),
    "square": (0.93, 0.6, 0.82, 1.0),
    "triangle": (0.4, 0.85, 0.7, 1.0),
}
"""Colours of the symbols on the buttons of a PlayStation controller."""
_ARROWS = {"up": -pi / 2, "down": pi / 2, "left": pi, "right": 0.0}
_HIGH, _PAD, _GAP = 1.3, 0.42, 0.22
"""Height of a cap, space left and right of its label, and space between caps, as multiples of the text height."""
CAPS_HEIGHT = _HIGH + 0.25
"""Height of a line of text with keycaps, as a multiple of the text height."""


def text_with_caps(pieces: Iterable[Piece], rgba: RGBA = TEXT) -> None:
    """Draw a text with caps as Dear ImGui's next widget, wrapped to the window's width."""
    size = imgui.get_font_size()
    start = imgui.get_cursor_screen_pos()
    room = imgui.get_content_region_avail().x
    words = list(_words(pieces))
    # A text without caps has ordinary line spacing, but its first line is centred on caps beside it.
    high = size * CAPS_HEIGHT
    line = high if any(isinstance(word, Glyph) for word in words) else size * 1.1
    x, y, widest = 0.0, 0.0, 0.0
    pen, layer = imgui.get_window_draw_list(), _layer()
    for word in words:
        width = _width(word, size)
        if x > 0 and x + width > room:
            x, y = 0.0, y + line
        if x == 0 and isinstance(word, str):
            word = word.lstrip()
            width = _width(word, size)
        _draw(pen, word, start.x + x, start.y + y + high / 2, size, rgba, layer)
        x += width
        widest = max(widest, x)
    imgui.dummy(imgui.ImVec2(max(widest, 1.0), y + high))


def caps_on_canvas(
    pieces: Sequence[Piece],
    x: float,
    y: float,
    rgba: RGBA = PROMPT,
    *,
    align: float = 0.0,
    size: float = BODY.size,
    above: bool = False,
) -> None:
    """Draw a text with caps over the board.

    Args:
        pieces: the text.
        x: horizontal anchor in points (see ``align``).
        y: vertical middle of the line in points.
        rgba: colour of the words.
        align: position of the anchor in the text: 0 for its left end, 1 for its right end.
        size: font size, in points of a 96 dpi screen.
        above: True to draw the text above panels and pages, False to draw it behind them.
    """
    with styled(BODY, size):
        high = imgui.get_font_size()
        x -= sum(_width(piece, high) for piece in pieces) * align
        pen = imgui.get_foreground_draw_list() if above else imgui.get_background_draw_list()
        for piece in pieces:
            if isinstance(piece, str):
                _draw(pen, piece, x + high / 18, y + high / 18, high, faded(GROUND, SHADE))
            _draw(pen, piece, x, y, high, rgba, ABOVE if above else BEHIND)
            x += _width(piece, high)


def caps_width(pieces: Iterable[Piece], size: float = BODY.size) -> float:
    """Return the width in points of a text with caps; ``size`` is the font size in points of a 96 dpi screen."""
    with styled(BODY, size):
        high = imgui.get_font_size()
        return sum(_width(piece, high) for piece in pieces)


def _words(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Yield the caps unchanged, and each text split into words, for wrapping. A word keeps the space before it."""
    for piece in pieces:
        if not isinstance(piece, str):
            yield piece
            continue
        first, *others = piece.split(" ")
        if first:
            yield first
        yield from (f" {word}" for word in others)


def _width(piece: Piece, high: float) -> float:
    """Return the width in points of a piece (a word or cap) and the space beside it; ``high`` is the text's height."""
    if isinstance(piece, str):
        return float(imgui.calc_text_size(piece).x)
    plus = imgui.calc_text_size("+").x if piece.modifier else 0.0
    # No gap after words beside a mouse: the next piece has its own space, or is a comma.
    gap = _GAP / 2 if piece.shape is Shape.MOUSE and piece.words else _GAP
    return _cap_width(piece, high) + plus + gap * high


def _cap_width(glyph: Glyph, high: float) -> float:
    words = float(imgui.calc_text_size(glyph.words).x) if glyph.words else 0.0
    if glyph.shape is Shape.MOUSE:
        return 1.05 * high + words
    if glyph.shape in (Shape.FACE, Shape.STICK, Shape.DPAD):
        return _HIGH * high
    return max(_HIGH * high, words + 2 * _PAD * high)


def _layer() -> int:
    """Return the layer of caps in the current Dear ImGui window.

    This is the window's ID, or BEHIND if the window takes no mouse input.
    """
    window = imgui.internal.get_current_window()
    return BEHIND if window.flags & imgui.WindowFlags_.no_mouse_inputs else int(window.root_window.id_)


def _draw(
    pen: imgui.ImDrawList, piece: Piece, x: float, middle: float, high: float, rgba: RGBA, layer: int = BEHIND
) -> None:
    if isinstance(piece, str):
        pen.add_text(imgui.ImVec2(x, middle - high / 2), packed(rgba), piece)
        return
    x += _GAP * high / 2
    wide = _cap_width(piece, high)
    centre = x + wide / 2, middle
    opacity = rgba[3]
    half = _HIGH * high / 2
    points = piece.press is not None and _points_at((x, middle - half, x + wide, middle + half), piece.press, layer)
    edge, ink = packed(TEXT if points else CAPTION, opacity), packed(TEXT, opacity)
    cap = packed(PRESSED if points else RAISED, opacity)
    match piece.shape:
        case Shape.MOUSE:
            _draw_mouse(pen, piece.symbol, x, middle, high, edge)
            pen.add_text(imgui.ImVec2(x + 1.05 * high, middle - high / 2), packed(rgba), piece.words)
        case Shape.DPAD:
            _draw_cross(pen, centre, high, opacity)
            _draw_symbol(pen, piece.symbol, centre, high, ink)
        case Shape.KEY | Shape.BUTTON:
            rounding = high * (0.25 if piece.shape is Shape.KEY else 0.6)
            corner, end = imgui.ImVec2(x, middle - half), imgui.ImVec2(x + wide, middle + half)
            pen.add_rect_filled(corner, end, packed(SURFACE, opacity), rounding)
            raised = imgui.ImVec2(end.x, end.y - 0.12 * high)
            pen.add_rect_filled(corner, raised, cap, rounding)
            pen.add_rect(corner, end, edge, rounding, max(1.0, high / 16))
            _label(pen, piece, (centre[0], middle - 0.06 * high), high, ink)
        case Shape.FACE | Shape.STICK:
            pen.add_circle_filled(imgui.ImVec2(*centre), half, cap)
            pen.add_circle(imgui.ImVec2(*centre), half, edge, 0, max(1.0, high / 16))
            if piece.shape is Shape.STICK:
                pen.add_circle(imgui.ImVec2(*centre), 0.44 * high, edge, 0, max(1.0, high / 20))
            _label(pen, piece, centre, high, ink)
    if piece.modifier:
        pen.add_text(imgui.ImVec2(x + wide + _GAP * high / 2, middle - high / 2), packed(rgba), "+")


def _points_at(area: Area, press: Press, layer: int) -> bool:
    CAPS.add(area, press, layer)
    pointer = imgui.get_mouse_pos()
    is_free = not imgui.get_io().want_capture_mouse if layer == BEHIND else layer == ABOVE or imgui.is_window_hovered()
    return is_free and area[0] <= pointer.x < area[2] and area[1] <= pointer.y < area[3]


def _label(pen: imgui.ImDrawList, glyph: Glyph, centre: tuple[float, float], high: float, ink: int) -> None:
    """Draw the words or the symbol on a cap; for a stick, the symbol is an arrow at the cap's edge.

    ``centre`` is the cap's middle and ``high`` the height of the text, in points.
    """
    if glyph.words:
        size = imgui.calc_text_size(glyph.words)
        pen.add_text(imgui.ImVec2(centre[0] - size.x / 2, centre[1] - high / 2), ink, glyph.words)
    if glyph.symbol and glyph.shape is Shape.STICK:
        angle, away = _ARROWS[glyph.symbol], _HIGH * high / 2
        tip = centre[0] + cos(angle) * away, centre[1] + sin(angle) * away
        _draw_arrow(pen, glyph.symbol, tip, high * 0.5, ink)
    elif glyph.symbol:
        colour = packed(_SYMBOL_COLOURS[glyph.symbol]) if glyph.symbol in _SYMBOL_COLOURS else ink
        _draw_symbol(pen, glyph.symbol, centre, high, colour)


def _draw_symbol(pen: imgui.ImDrawList, symbol: str, centre: tuple[float, float], high: float, ink: int) -> None:
    x, y = centre
    side, thick = 0.34 * high, max(1.5, high / 9)
    match symbol:
        case "cross":
            pen.add_line(imgui.ImVec2(x - side, y - side), imgui.ImVec2(x + side, y + side), ink, thick)
            pen.add_line(imgui.ImVec2(x - side, y + side), imgui.ImVec2(x + side, y - side), ink, thick)
        case "circle":
            pen.add_circle(imgui.ImVec2(x, y), side, ink, 0, thick)
        case "square":
            pen.add_rect(imgui.ImVec2(x - side, y - side), imgui.ImVec2(x + side, y + side), ink, 0.0, thick)
        case "triangle":
            top, left, right = (x, y - side), (x - side, y + 0.7 * side), (x + side, y + 0.7 * side)
            pen.add_triangle(imgui.ImVec2(*top), imgui.ImVec2(*left), imgui.ImVec2(*right), ink, thick)
        case _ if symbol in _ARROWS:
            _draw_arrow(pen, symbol, centre, high, ink)


def _draw_arrow(pen: imgui.ImDrawList, way: str, centre: tuple[float, float], high: float, ink: int) -> None:
    angle, side = _ARROWS[way], 0.34 * high
    tip, left, right = (
        imgui.ImVec2(centre[0] + cos(angle + turn) * side, centre[1] + sin(angle + turn) * side)
        for turn in (0.0, 2.2, -2.2)
    )
    pen.add_triangle_filled(tip, left, right, ink)


def _draw_cross(pen: imgui.ImDrawList, centre: tuple[float, float], high: float, opacity: float) -> None:
    x, y = centre
    long, wide = _HIGH * high / 2, 0.24 * high
    for right, down in ((long, wide), (wide, long)):
        corner, end = imgui.ImVec2(x - right, y - down), imgui.ImVec2(x + right, y + down)
        pen.add_rect_filled(corner, end, packed(CAPTION, 0.55 * opacity), high * 0.1)


def _draw_mouse(pen: imgui.ImDrawList, part: str, x: float, middle: float, high: float, edge: int) -> None:
    """Draw a mouse and highlight ``part``: the button "left" or "right", or the "wheel".

    ``x`` is the mouse's left edge, ``middle`` the y of its middle, and ``high`` the height of the text, in points.
    """
    wide, half, thick = 0.85 * high, _HIGH * high / 2, max(1.0, high / 16)
    corner, end = imgui.ImVec2(x, middle - half), imgui.ImVec2(x + wide, middle + half)
    bright = packed(NOTICE)
    pen.add_rect_filled(corner, end, packed(RAISED), wide / 2)
    if part in ("left", "right"):
        near, far = (x, x + wide / 2) if part == "left" else (x + wide / 2, x + wide)
        flag = imgui.ImDrawFlags_.round_top_left if part == "left" else imgui.ImDrawFlags_.round_top_right
        top, low = imgui.ImVec2(near, middle - half), imgui.ImVec2(far, middle - 0.1 * high)
        pen.add_rect_filled(top, low, bright, wide / 2, flag)
    pen.add_rect(corner, end, edge, wide / 2, thick)
    if part == "wheel":
        top, low = (
            imgui.ImVec2(x + wide * 0.4, middle - 0.45 * high),
            imgui.ImVec2(x + wide * 0.6, middle - 0.05 * high),
        )
        pen.add_rect_filled(top, low, bright, wide * 0.1)

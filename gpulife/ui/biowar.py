"""The screen of BioWar: the line with the turn, a box for each player, new cells, the conversation, the function keys.

Drawn around the board from the game's ``Screen``; only the conversation and the keys are widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from gpulife.games.base import NOBODY
from gpulife.games.biowar_screen import Box, Mark, Screen
from gpulife.games.biowar_state import MOST_LETTERS
from gpulife.ui.pen import Ink, code, ink_of, text
from gpulife.ui.widgets import colour, elided, width_of
from gpulife.view.look import RGB

GAP = 10.0  # pixels on a 96 dpi screen, as all these
_HEIGHTS, _LOW_HEIGHTS = (64.0, 92.0, 134.0), (56.0, 58.0, 88.0)
"""Of the line at the top, the boxes, and the conversation; in windows that are not high."""
_LOW = 600.0
PHRASES = ("Hi!", "Good move", "Truce?", "Watch out!", "Well played", "Once more?")
"""For those who have no keyboard at hand."""
_LARGE, _MIDDLE, _SMALL = 30.0, 20.0, 17.0
_KEYS_WIDTH = 300.0
_MOST_BOX = 330.0
_GLYPHS = (0.44, 0.72, 1.0)
"""Sides of the three sizes of cells, as the board draws them."""
_BLUE = (0.05, 0.11, 0.3, 0.96)
_GROUND = (0.06, 0.068, 0.09, 0.94)
_BRIGHT = (1.0, 0.93, 0.55, 1.0)
_WHITE = (0.95, 0.96, 0.98, 1.0)
_QUIET = (0.7, 0.74, 0.8, 1.0)
_URGENT = (1.0, 0.45, 0.3, 1.0)
_URGENT_SECONDS = 5
_HIDDEN = (150, 150, 160)
"""Of new cells whose player hides them."""

Pixel = Callable[[float, float], tuple[float, float]]
"""From (row, column) on the board to (x, y) on the screen."""


@dataclass(slots=True)
class WarFields:
    """What is being typed.

    Attributes:
        speaker: who says it; None while nobody types.
        text: so far.
        by_pad: whether a gamepad chooses among the ready phrases.
        wants_focus: whether the next frame is to put the focus there.
        counted: the census of a board, and its cells a player and size, kept for the next frame.
    """

    speaker: int | None = None
    text: str = ""
    by_pad: bool = False
    wants_focus: bool = False
    counted: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def open(self, speaker: int, *, by_pad: bool = False) -> None:
        """Begin to type, or to choose."""
        self.speaker, self.text, self.by_pad, self.wants_focus = speaker, "", by_pad, True

    def close(self) -> None:
        """No more."""
        self.speaker, self.text = None, ""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where everything is on the window.

    Attributes:
        left: edge of what the panels leave of it, in points.
        right: likewise.
        bottom: likewise.
        pixel: where a place of the board is.
        colours: of the states.
        bright: whether what flickers is bright now.
    """

    left: float
    right: float
    bottom: float
    pixel: Pixel
    colours: Sequence[RGB]
    bright: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the screen: one of the function keys (0 OPTION, 1 SELECT, 2 START), or to say something.

    Without a key and a text: to say nothing, after all.
    """

    key: int | None = None
    text: str = ""


def room_around() -> tuple[float, float]:
    """Pixels above and below the board that all this takes."""
    scale = imgui.get_style().font_scale_dpi
    top, boxes, talk = _heights()
    return top * scale, (boxes + talk + 3 * GAP) * scale


def _is_low() -> bool:
    """Whether there is little room."""
    return bool(imgui.get_main_viewport().size.y < _LOW * imgui.get_style().font_scale_dpi)


def _heights() -> tuple[float, float, float]:
    return _LOW_HEIGHTS if _is_low() else _HEIGHTS


def draw_war(screen: Screen, frame: Frame, keys: Sequence[tuple[str, str]], fields: WarFields) -> Wish | None:
    """Draw it into the frame of Dear ImGui that has begun.

    Args:
        screen: what there is to show.
        frame: where.
        keys: what OPTION, SELECT and START stand for, with the keys that they are on.
        fields: what is typed.
    """
    scale = imgui.get_style().font_scale_dpi
    _draw_marks(screen.marks, frame)
    _draw_numbers(screen, frame)
    _draw_top(screen, frame, scale)
    _draw_boxes(screen.boxes, frame, scale)
    return _draw_talk(screen, frame, keys, fields, scale)


def _draw_top(screen: Screen, frame: Frame, scale: float) -> None:
    """Turn, phase and seconds, and under them how much is left of the phase."""
    urgent = screen.seconds is not None and screen.seconds <= _URGENT_SECONDS
    gap = GAP * scale
    _words(f"Turn {screen.turn}", frame.left + gap, 4 * scale, _WHITE, size=_LARGE)
    _words(screen.phase, (frame.left + frame.right) / 2, 4 * scale, _BRIGHT, align=0.5, size=_LARGE)
    if screen.seconds is not None:
        _words(f"{screen.seconds} s", frame.right - gap, 4 * scale, _URGENT if urgent else _WHITE, 1.0, _LARGE)
    pen = imgui.get_background_draw_list()
    y, left, right = 44 * scale, frame.left + gap, frame.right - gap
    pen.add_rect_filled(imgui.ImVec2(left, y), imgui.ImVec2(right, y + 4 * scale), code((0.3, 0.33, 0.4, 0.6)))
    end = left + (right - left) * screen.share
    pen.add_rect_filled(imgui.ImVec2(left, y), imgui.ImVec2(end, y + 4 * scale), code(_URGENT if urgent else _BRIGHT))


def _draw_marks(marks: Sequence[Mark], frame: Frame) -> None:
    """New cells: rings in their colours, one within the other where several want one place; hidden ones are grey."""
    pen = imgui.get_background_draw_list()
    for mark in marks:
        row, column = mark.place
        (x, y), (end, _) = frame.pixel(row + 0.5, column + 0.5), frame.pixel(row + 0.5, column + 1.0)
        half = (end - x) * 0.8
        reach = half * (1 - mark.rank / mark.rivals)
        rgb = _HIDDEN if mark.hidden else frame.colours[mark.player + 1]
        corner, low = imgui.ImVec2(x - reach, y - reach), imgui.ImVec2(x + reach, y + reach)
        if mark.hidden:
            pen.add_rect_filled(corner, low, _of(rgb, 0.35), reach / 4)
            continue
        pen.add_rect_filled(corner, low, _of(rgb, 0.75 if frame.bright else 0.4), reach / 4)
        pen.add_rect(corner, low, _of(rgb, 1.0), reach / 4, max(1.0, half / 7))


def _draw_numbers(screen: Screen, frame: Frame) -> None:
    """The players' numbers at their cursors: colours alone do not tell six apart for everybody."""
    for player, (row, column) in screen.cursors:
        x, y = frame.pixel(row, column + 1.0)
        _words(str(player + 1), x + 3, y - 16, ink_of(frame.colours[player + 1]), 0.0, _SMALL)


def _draw_boxes(boxes: Sequence[Box], frame: Frame, scale: float) -> None:
    if not boxes:
        return
    pen = imgui.get_background_draw_list()
    _, high, talk = _heights()
    gap, top = GAP * scale, frame.bottom - (talk + high + 2 * GAP) * scale
    room = frame.right - frame.left - gap
    wide = min(room / len(boxes), _MOST_BOX * scale)
    left = frame.left + gap + (room - wide * len(boxes)) / 2
    for number, box in enumerate(boxes):
        x, end = left + number * wide, left + (number + 1) * wide - gap
        rgb = frame.colours[box.player + 1]
        corner, low = imgui.ImVec2(x, top), imgui.ImVec2(end, top + high * scale)
        pen.add_rect_filled(corner, low, code(_GROUND), 6 * scale)
        pen.add_rect(
            corner, low, _of(rgb, 0.95 if box.active else 0.3), 6 * scale, (2.0 if box.active else 1.0) * scale
        )
        _draw_box(box, (x + 10 * scale, end - 10 * scale, top + 6 * scale), rgb, scale, bright=frame.bright)


def _draw_box(box: Box, strip: tuple[float, float, float], rgb: RGB, scale: float, *, bright: bool) -> None:
    """Name and score; the cells of each size and how many there are; what the player is about."""
    left, right, y = strip
    faint = 1.0 if box.active else 0.55
    ink = ink_of(rgb, faint)
    score = box.points
    _words(score, right, y, (*_WHITE[:3], faint), 1.0, _MIDDLE)
    name = elided(f"{box.player + 1}  {box.name}", right - left - width_of(score, _MIDDLE) - 6 * scale, _MIDDLE)
    _words(name, left, y, ink, size=_MIDDLE)
    status = _QUIET if not box.urgent else _URGENT if bright else _BRIGHT
    if _is_low():
        cells = str(box.cells)
        _words(cells, right, y + 24 * scale, (*_WHITE[:3], faint), 1.0, _SMALL)
        words = elided(box.status, right - left - width_of(cells, _SMALL) - 6 * scale, _SMALL)
        _words(words, left, y + 24 * scale, status, size=_SMALL)
        return
    pen = imgui.get_background_draw_list()
    y += 30 * scale
    side, column = 15 * scale, (right - left) / 3
    counts = box.sizes or (box.cells,)
    for number, count in enumerate(counts):
        half = side * _GLYPHS[number if box.sizes else 1] / 2
        x, middle = left + number * column + side / 2, y + side / 2 + scale
        corner, low = imgui.ImVec2(x - half, middle - half), imgui.ImVec2(x + half, middle + half)
        pen.add_rect_filled(corner, low, _of(rgb, faint), half / 3)
        _words(str(count), x + side / 2 + 5 * scale, y - 3 * scale, (*_WHITE[:3], faint), size=_SMALL)
    y += 25 * scale
    _words(elided(box.status, right - left, _SMALL), left, y, status, size=_SMALL)


def _draw_talk(
    screen: Screen, frame: Frame, keys: Sequence[tuple[str, str]], fields: WarFields, scale: float
) -> Wish | None:
    """The conversation, or the players instead, and the function keys beside it."""
    gap, high = GAP * scale, _heights()[2] * scale
    imgui.set_next_window_pos(imgui.ImVec2(frame.left + gap, frame.bottom - high - gap))
    imgui.set_next_window_size(imgui.ImVec2(frame.right - frame.left - 2 * gap, high))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    flags |= imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_bring_to_front_on_focus
    imgui.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(*_BLUE))
    if _is_low():
        imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(gap, 4 * scale))
        imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(gap, 2 * scale))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(4 * scale, scale))
    wish = None
    if imgui.begin("BioWar", None, flags):
        width = imgui.get_content_region_avail().x - min(_KEYS_WIDTH * scale, (frame.right - frame.left) * 0.32)
        imgui.begin_child("talk", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened)
        if fields.speaker is not None:
            wish = _typing(fields)
        elif screen.pages and screen.talks:
            half = imgui.get_content_region_avail().x / 2
            imgui.begin_child("conversation", imgui.ImVec2(half - GAP, 0))
            _conversation(screen, frame)
            imgui.end_child()
            imgui.same_line()
            imgui.begin_child("who")
            _ranking(screen, frame)
            imgui.end_child()
        elif screen.pages:
            _ranking(screen, frame)
        else:
            _conversation(screen, frame)
        imgui.end_child()
        imgui.same_line()
        imgui.begin_child("keys", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened)
        wish = _function_keys(keys) or wish
        imgui.end_child()
    imgui.end()
    if _is_low():
        imgui.pop_style_var(3)
    imgui.pop_style_color()
    return wish


def _conversation(screen: Screen, frame: Frame) -> None:
    """As many of the latest lines as there is room for."""
    imgui.push_font(None, _SMALL if _is_low() else _MIDDLE)
    high = imgui.get_text_line_height_with_spacing()
    room = max(1, int((imgui.get_content_region_avail().y + imgui.get_style().item_spacing.y) // high))
    if not screen.lines:
        imgui.text_colored(imgui.ImVec4(*_QUIET), "Return: say something to everybody")
    width = imgui.get_content_region_avail().x
    rows = [row for line in screen.lines[-room:] for row in _rows(line, width)]
    for player, name, words in rows[-room:]:
        if name:
            ink = imgui.ImVec4(*_WHITE) if player == NOBODY else colour(frame.colours[player + 1])
            imgui.text_colored(ink, name)
            imgui.same_line()
        imgui.text_unformatted(words)
    imgui.pop_font()


def _rows(line: tuple[int, str, str], width: float) -> list[tuple[int, str, str]]:
    """A line of the conversation, as several if it is too wide: in all but the first the name is ""."""
    player, name, text = line
    rows, words = [], ""
    left = width - imgui.calc_text_size(name).x - imgui.get_style().item_spacing.x
    for word in text.split(" "):
        longer = f"{words} {word}" if words else word
        if words and imgui.calc_text_size(longer).x > left:
            rows.append((player, name, words))
            name, words, left = "", word, width
        else:
            words = longer
    return [*rows, (player, name, words)]


def _ranking(screen: Screen, frame: Frame) -> None:
    """WHO: whose page it is, and scores and names of those who play, in two columns."""
    size = _SMALL if _is_low() else _MIDDLE
    imgui.push_font(None, size)
    imgui.text_colored(imgui.ImVec4(*_QUIET), "WHO")
    for player in screen.pages:
        if player != NOBODY:
            imgui.same_line()
            imgui.text_colored(colour(frame.colours[player + 1]), str(player + 1))
    if not screen.ranking:
        imgui.text_colored(imgui.ImVec4(*_QUIET), "nobody plays")
    for number, box in enumerate(screen.ranking):
        column = imgui.get_content_region_avail().x / 2
        if number % 2:
            imgui.same_line(column)
        line = elided(f"{box.points:>3}  {box.name}", column - GAP, size)
        imgui.text_colored(colour(frame.colours[box.player + 1]), line)
    imgui.pop_font()


def _typing(fields: WarFields) -> Wish | None:
    """A line to type in, and ready phrases under it."""
    wish = None
    imgui.push_font(None, _SMALL if _is_low() else _MIDDLE)
    imgui.set_next_item_width(-1)
    if fields.wants_focus and not fields.by_pad:
        imgui.set_keyboard_focus_here()
    entered, fields.text = imgui.input_text("##say", fields.text, imgui.InputTextFlags_.enter_returns_true)
    fields.text = fields.text[:MOST_LETTERS]
    if entered:
        wish = Wish(text=fields.text.strip())
    imgui.pop_font()
    for number, phrase in enumerate(PHRASES):
        if number:
            imgui.same_line()
        if number == 0 and fields.wants_focus and fields.by_pad:
            imgui.set_keyboard_focus_here()
            imgui.set_nav_cursor_visible(True)
        if imgui.button(phrase):
            wish = Wish(text=phrase)
    imgui.text_colored(
        imgui.ImVec4(*_QUIET), "A says it, B does not" if fields.by_pad else "Return says it, Esc does not"
    )
    if imgui.is_key_pressed(imgui.Key.escape) or (fields.by_pad and imgui.is_key_pressed(imgui.Key.gamepad_face_right)):
        wish = Wish()
    fields.wants_focus = False
    return wish


def _function_keys(keys: Sequence[tuple[str, str]]) -> Wish | None:
    """OPTION on top, SELECT, START at the bottom."""
    wish = None
    gap = imgui.get_style().item_spacing.y
    high = (imgui.get_content_region_avail().y - 2 * gap) / 3
    imgui.push_font(None, _SMALL if _is_low() else _MIDDLE)
    for number, (key, words) in enumerate(keys):
        if imgui.button(f"{words}##{number}", imgui.ImVec2(imgui.get_content_region_avail().x * 0.5, high)):
            wish = Wish(key=number)
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_colored(imgui.ImVec4(*_QUIET), key)
    imgui.pop_font()
    return wish


def _of(rgb: RGB, alpha: float) -> int:
    return int(imgui.get_color_u32(colour(rgb, alpha)))


def _words(words: str, x: float, y: float, ink: Ink, align: float = 0.0, size: float = _MIDDLE) -> None:
    """``align`` is the part of the words that is left of ``x``."""
    text(words, x, y, ink, align=align, size=size)

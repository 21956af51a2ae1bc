"""What the players of BioWar say, the page of who plays, and the function keys: the widgets of its screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from gpulife.games.base import NOBODY
from gpulife.games.biowar_screen import Screen
from gpulife.games.biowar_state import MOST_LETTERS
from gpulife.ui.biowar_layout import GAP, MIDDLE, SMALL, Frame, heights, is_low
from gpulife.ui.pen import QUIET, WHITE
from gpulife.ui.widgets import colour, elided

PHRASES = ("Hi!", "Good move", "Truce?", "Watch out!", "Well played", "Once more?")
"""For those who have no keyboard at hand."""
_KEYS_WIDTH = 300.0  # pixels on a 96 dpi screen
_BLUE = (0.05, 0.11, 0.3, 0.96)


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
class Wish:
    """What was asked for on the screen: one of the function keys (0 OPTION, 1 SELECT, 2 START), or to say something.

    Without a key and a text: to say nothing, after all.
    """

    key: int | None = None
    text: str = ""


def draw_talk(
    screen: Screen, frame: Frame, keys: Sequence[tuple[str, str]], fields: WarFields, scale: float
) -> Wish | None:
    """The conversation, the page of who plays beside or instead of it, and the function keys.

    Args:
        screen: what there is to show.
        frame: where.
        keys: what OPTION, SELECT and START stand for, with the keys that they are on.
        fields: what is typed.
        scale: pixels of one on a 96 dpi screen.
    """
    gap, high = GAP * scale, heights()[2] * scale
    imgui.set_next_window_pos(imgui.ImVec2(frame.left + gap, frame.bottom - high - gap))
    imgui.set_next_window_size(imgui.ImVec2(frame.right - frame.left - 2 * gap, high))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    flags |= imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_bring_to_front_on_focus
    imgui.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(*_BLUE))
    if is_low():
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
            imgui.begin_child("conversation", imgui.ImVec2(half - gap, 0))
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
    if is_low():
        imgui.pop_style_var(3)
    imgui.pop_style_color()
    return wish


def _conversation(screen: Screen, frame: Frame) -> None:
    """As many of the latest lines as there is room for."""
    imgui.push_font(None, SMALL if is_low() else MIDDLE)
    high = imgui.get_text_line_height_with_spacing()
    room = max(1, int((imgui.get_content_region_avail().y + imgui.get_style().item_spacing.y) // high))
    if not screen.lines:
        imgui.text_colored(imgui.ImVec4(*QUIET), "Return: say something to everybody")
    width = imgui.get_content_region_avail().x
    rows = [row for line in screen.lines[-room:] for row in _rows(line, width)]
    for player, name, words in rows[-room:]:
        if name:
            ink = imgui.ImVec4(*WHITE) if player == NOBODY else colour(frame.colours[player + 1])
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
    size = SMALL if is_low() else MIDDLE
    imgui.push_font(None, size)
    imgui.text_colored(imgui.ImVec4(*QUIET), "WHO")
    for player in screen.pages:
        if player != NOBODY:
            imgui.same_line()
            imgui.text_colored(colour(frame.colours[player + 1]), str(player + 1))
    if not screen.ranking:
        imgui.text_colored(imgui.ImVec4(*QUIET), "nobody plays")
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
    imgui.push_font(None, SMALL if is_low() else MIDDLE)
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
        imgui.ImVec4(*QUIET), "A says it, B does not" if fields.by_pad else "Return says it, Esc does not"
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
    imgui.push_font(None, SMALL if is_low() else MIDDLE)
    for number, (key, words) in enumerate(keys):
        if imgui.button(f"{words}##{number}", imgui.ImVec2(imgui.get_content_region_avail().x * 0.5, high)):
            wish = Wish(key=number)
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_colored(imgui.ImVec4(*QUIET), key)
    imgui.pop_font()
    return wish

"""The widgets of BioWar's screen: the conversation, the page WHO, and the function keys; and the screen's sizes."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np
from imgui_bundle import imgui, imgui_ctx
from numpy.typing import NDArray

from gpulife.games.biowar.observation import BioWarOverlay
from gpulife.games.biowar.state import MAX_LETTERS
from gpulife.games.core.game import NOBODY
from gpulife.input.glyphs import Piece
from gpulife.window.panels.draw_primitives import DIM, WHITE
from gpulife.window.panels.keycaps import caps_width, text_with_caps
from gpulife.window.panels.widgets import elided
from gpulife.window.play.canvas import Canvas, TalkLine, draw_talk_line, fitting_size, scaled

GAP = 10.0  # points on a 96 dpi screen, as all sizes here
LARGE, MIDDLE, SMALL, _SMALLEST = 30.0, 20.0, 17.0, 14.0
"""Heights of letters; a button whose words would be smaller says the first one."""
_HEIGHTS, _LOW_HEIGHTS = (94.0, 92.0, 134.0), (86.0, 58.0, 92.0)
"""Heights of the lines at the top, the boxes, and the conversation; and the same where there is little height."""
_LOW = 600.0
"""Height below which the part of the window that panels leave is low."""
_KEYS_WIDTH = 300.0  # points on a 96 dpi screen
_BLUE = (0.05, 0.11, 0.3, 0.96)


def room_around(height: float) -> tuple[float, float]:
    """Return the points above and below the board that the game's HUD takes of ``height`` points."""
    top, boxes, talk = heights(height)
    return scaled(top), scaled(boxes + talk + 3 * GAP)


def is_low(height: float) -> bool:
    """Return whether the part of the window that panels leave is low."""
    return height < scaled(_LOW)


def heights(height: float) -> tuple[float, float, float]:
    """Return the heights of the lines at the top, the boxes and the conversation."""
    return _LOW_HEIGHTS if is_low(height) else _HEIGHTS


@dataclass(frozen=True, slots=True)
class FunctionKey:
    """A function key as the screen shows it.

    Attributes:
        words: what it does now, as "DONE: end my turn".
        pieces: the key or button that it is.
    """

    words: str
    pieces: Sequence[Piece]


@dataclass(slots=True)
class ConversationState:
    """The state of the input line.

    Attributes:
        speaker: player who types; None while nobody does.
        line: the line that is typed.
        counted: cached census of a board with the number of its cells by player and size.
    """

    speaker: int | None = None
    line: TalkLine = field(default_factory=TalkLine)
    counted: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    @property
    def by_pad(self) -> bool:
        """Whether a gamepad chooses among the ready phrases."""
        return self.line.by_pad

    def open(self, speaker: int, *, by_pad: bool = False) -> None:
        """Begin to type, or to choose a phrase."""
        self.speaker = speaker
        self.line = TalkLine(by_pad=by_pad)

    def close(self) -> None:
        """Clear and hide the input line."""
        self.speaker, self.line.text = None, ""


def draw_conversation(
    overlay: BioWarOverlay,
    canvas: Canvas,
    keys: Sequence[FunctionKey],
    conversation: ConversationState,
    *,
    may_talk: bool = True,
) -> int | str | None:
    """Draw the conversation, the page WHO beside or instead of it, and the function keys.

    Args:
        overlay: content of the screen.
        canvas: the window.
        keys: OPTION, SELECT and START, and what they do now.
        conversation: state of the input line.
        may_talk: whether anybody can say something.

    Returns:
        The index of the function key that was pressed, or the text to say, "" to cancel typing; None for neither.
    """
    left, _, right, bottom = canvas.area
    gap, high = scaled(GAP), scaled(heights(bottom)[2])
    letters = SMALL if is_low(bottom) else MIDDLE
    imgui.set_next_window_pos((left + gap, bottom - high - gap))
    imgui.set_next_window_size((right - left - 2 * gap, high))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    flags |= imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_bring_to_front_on_focus
    low = (
        (imgui.StyleVar_.window_padding, imgui.ImVec2(gap, scaled(4))),
        (imgui.StyleVar_.item_spacing, imgui.ImVec2(gap, scaled(2))),
        (imgui.StyleVar_.frame_padding, imgui.ImVec2(scaled(4), scaled(1))),
    )
    with ExitStack() as styles:
        styles.enter_context(imgui_ctx.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(*_BLUE)))
        for what, size in low if is_low(bottom) else ():
            styles.enter_context(imgui_ctx.push_style_var(what, size))
        styles.enter_context(imgui_ctx.begin("BioWar", None, flags))
        width = imgui.get_content_region_avail().x - min(scaled(_KEYS_WIDTH), (right - left) * 0.32)
        with imgui_ctx.begin_child("talk", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened):
            if conversation.speaker is None:
                _draw_words(overlay, canvas, may_talk=may_talk)
            message = None if conversation.speaker is None else draw_talk_line(conversation.line, MAX_LETTERS, letters)
        imgui.same_line()
        with imgui_ctx.begin_child("keys", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened):
            pressed = _function_keys(keys, letters)
    return message if pressed is None else pressed


def _draw_words(overlay: BioWarOverlay, canvas: Canvas, *, may_talk: bool) -> None:
    """Draw the conversation, the page WHO, or both."""
    if not overlay.pages:
        _conversation(overlay, canvas, may_talk=may_talk)
    elif not overlay.shows_conversation:
        _ranking(overlay, canvas)
    else:
        half = imgui.get_content_region_avail().x / 2
        with imgui_ctx.begin_child("conversation", imgui.ImVec2(half - scaled(GAP), 0)):
            _conversation(overlay, canvas, may_talk=may_talk)
        imgui.same_line()
        with imgui_ctx.begin_child("who"):
            _ranking(overlay, canvas)


def _conversation(overlay: BioWarOverlay, canvas: Canvas, *, may_talk: bool) -> None:
    """Draw as many of the latest lines as fit."""
    with imgui_ctx.push_font(None, SMALL if is_low(canvas.area[3]) else MIDDLE):
        width, height = imgui.get_content_region_avail()
        room = max(1, int((height + imgui.get_style().item_spacing.y) // imgui.get_text_line_height_with_spacing()))
        if not overlay.lines:
            words = "Talk: press Return to say something to everybody" if may_talk else "Nobody has said anything yet"
            imgui.text_colored(DIM, words)
        rows = [row for line in overlay.lines[-room:] for row in _rows(line, width)]
        for player, name, words in rows[-room:]:
            if name:
                imgui.text_colored(WHITE if player == NOBODY else canvas.player_colour(player), name)
                imgui.same_line()
            imgui.text_unformatted(words)


def _rows(line: tuple[int, str, str], width: float) -> list[tuple[int, str, str]]:
    """Wrap a line of the conversation to ``width``; the name is "" in all rows but the first."""
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


def _ranking(overlay: BioWarOverlay, canvas: Canvas) -> None:
    """Draw the page WHO: the players who opened it, and scores and names of all players in two columns."""
    size = SMALL if is_low(canvas.area[3]) else MIDDLE
    with imgui_ctx.push_font(None, size):
        imgui.text_colored(DIM, "WHO")
        for player in overlay.pages:
            if player != NOBODY:
                imgui.same_line()
                imgui.text_colored(canvas.player_colour(player), str(player + 1))
        if not overlay.ranking:
            imgui.text_colored(DIM, "Nobody plays yet")
        for number, box in enumerate(overlay.ranking):
            column = imgui.get_content_region_avail().x / 2
            if number % 2:
                imgui.same_line(column)
            imgui.text_colored(
                canvas.player_colour(box.player),
                elided(f"{box.points} point{'s' * (box.points != '1')}  {box.name}", column - GAP, size),
            )


def _function_keys(keys: Sequence[FunctionKey], letters: float) -> int | None:
    """Draw the function keys OPTION, SELECT and START from top to bottom; return the index of the pressed one."""
    pressed = None
    if not keys:
        return None
    high = (imgui.get_content_region_avail().y - 2 * imgui.get_style().item_spacing.y) / 3
    with imgui_ctx.push_font(None, letters):
        room, gap = imgui.get_content_region_avail().x, imgui.get_style().item_spacing.x
        caps = max(caps_width(key.pieces, SMALL) for key in keys)
        top = imgui.get_cursor_pos_y()
        for number, key in enumerate(keys):
            imgui.set_cursor_pos_y(top + number * (high + imgui.get_style().item_spacing.y))
            wide = room - caps - gap
            free = wide - 2 * imgui.get_style().frame_padding.x
            words = key.words if fitting_size(key.words, free, MIDDLE) >= _SMALLEST else key.words.partition(":")[0]
            with imgui_ctx.push_font(None, fitting_size(words, free, MIDDLE, _SMALLEST)):
                if imgui.button(f"{words}###{number}", imgui.ImVec2(wide, high)):
                    pressed = number
            imgui.same_line()
            with imgui_ctx.push_font(None, SMALL):
                imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + max(0.0, (high - imgui.get_font_size() * 1.55) / 2))
                text_with_caps(key.pieces)
    return pressed

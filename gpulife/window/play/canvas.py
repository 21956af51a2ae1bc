"""Drawing for games' own HUDs: the canvas, which says where the board lies, and prompts, which say what to do now."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.game import NOBODY
from gpulife.input.glyphs import Legend
from gpulife.rules import RGB
from gpulife.window.design import (
    CAPTION,
    GROUND,
    LEAD,
    NEAR,
    PROMPT,
    RGBA,
    ROUNDING,
    SMALL,
    TEXT,
    TIGHT,
    TextStyle,
    faded,
    packed,
    rgba_of,
    styled,
)
from gpulife.window.panels.draw_primitives import BoardToWindow, Point, line, rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width
from gpulife.window.panels.widgets import width_of

Area = tuple[float, float, float, float]
"""A rectangle of the window: its left, upper, right and lower edge, in points."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a game needs to draw its HUD (the texts and drawings around the board) in this frame.

    Attributes:
        point_of: function that converts a fractional (row, column) to the window position (x, y).
        zoom: width of a cell in points.
        shape: (rows, columns) of the board.
        area: the part of the window that panels leave free.
        sides: x of the board's left and right edges while the whole board is in view, in points.
        colours: colours of the states.
        names: names of the players.
        bright: True while blinking parts of the HUD are bright.
        is_calm: True if the user wants reduced flashing. Then nothing grows or pulses.
    """

    point_of: BoardToWindow
    zoom: float
    shape: tuple[int, int]
    area: Area
    sides: tuple[float, float]
    colours: Sequence[RGB]
    names: tuple[str, ...]
    bright: bool
    is_calm: bool = False

    def square(self, place: tuple[int, int]) -> tuple[Point, Point]:
        """Return the upper left and lower right corners, in the window, of the cell at ``place`` (row, column)."""
        return self.point_of(*place), self.point_of(place[0] + 1, place[1] + 1)

    def middle(self, place: tuple[int, int]) -> Point:
        """Return the window position of the middle of the cell at ``place`` (row, column)."""
        return self.point_of(place[0] + 0.5, place[1] + 0.5)

    def player_colour(self, player: int, alpha: float = 1.0) -> RGBA:
        """Return the colour of a player; ``alpha`` is its opacity, 0 to 1."""
        return rgba_of(self.colours[player + 1], alpha)


def scaled(length: float) -> float:
    """Convert a length on a 96 dpi screen to points on this screen."""
    return length * float(imgui.get_style().font_scale_dpi)


LEAD_HEIGHT = 5.0
"""Height of the bar that shows which player leads, in units of 1/96 inch."""


def draw_lead(canvas: Canvas, counts: tuple[int, int], sides: tuple[float, float], y: float) -> None:
    """Draw the lead bar, which shows each of two players' share of the live cells. A mark shows the bar's middle.

    Args:
        canvas: the canvas on which to draw.
        counts: number of live cells of each player. If there are none at all, no bar is drawn.
        sides: the bar's left and right ends, in points.
        y: the bar's upper edge, in points.
    """
    if not any(counts):
        return
    (left, right), low = sides, y + scaled(LEAD_HEIGHT)
    split = left + (right - left) * counts[0] / sum(counts)
    rectangle((left, y), (split, low), canvas.player_colour(0, 0.85))
    rectangle((split, y), (right, low), canvas.player_colour(1, 0.85))
    middle, half = (left + right) / 2, scaled(1)
    rectangle((middle - half, y - half), (middle + half, low + half), TEXT)


_ARM, _APART, _CURSOR, _BREATH = 9.0, 2.0, 13.0, 2.0
"""Sizes of an own cursor, in units of 1/96 inch.

The shortest arm of a corner; the corners' distance from the cell; their smallest distance from the cell's middle; how
much the cursor grows and shrinks.
"""


def draw_own_cursor(canvas: Canvas, place: tuple[int, int], player: int, free: int = 0) -> None:
    """Draw four corners in the player's colour around a cell, so that a person at this window finds their cursor.

    ``place`` is the cell; ``free`` is the number of cells left free between it and the corners.
    """
    pen, (x, y) = imgui.get_background_draw_list(), canvas.middle(place)
    half = max(canvas.zoom * (free + 0.5) + scaled(_APART), scaled(_CURSOR))
    half += scaled(_BREATH) * (canvas.bright and not canvas.is_calm)
    arm, thick = max(scaled(_ARM), canvas.zoom * 0.3), max(scaled(3), canvas.zoom * 0.07)
    for rgba, width in ((faded(GROUND, 0.85), thick + scaled(3)), (canvas.player_colour(player), thick)):
        colour, more = packed(rgba), (width - thick) / 2
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = x + right * half, y + down * half
            ends = (corner[0] - right * (arm + more), corner[1]), (corner[0], corner[1] - down * (arm + more))
            for across, end in zip((True, False), ends, strict=True):
                low = min(corner[0], end[0]) - width / 2 * (not across), min(corner[1], end[1]) - width / 2 * across
                high = max(corner[0], end[0]) + width / 2, max(corner[1], end[1]) + width / 2
                pen.add_rect_filled((low[0] - width / 2 * across, low[1] - width / 2 * (not across)), high, colour)


LAST_SECONDS = 10
"""When this many seconds or fewer are left, the clock of a time limit is drawn larger."""


def tense_size(canvas: Canvas, size: float, seconds: float | None) -> float:
    """Return the font size for a clock. Its figures grow and pulse in the last ten seconds, unless flashing is reduced.

    Args:
        canvas: the canvas on which the clock is drawn.
        size: the clock's usual size.
        seconds: the seconds left; None for no limit.
    """
    if seconds is None or seconds > LAST_SECONDS or canvas.is_calm:
        return size
    return round(size * (1.0 + 0.4 * (LAST_SECONDS - seconds) / LAST_SECONDS + 0.1 * canvas.bright))


_STEP = 0.5
"""Step between font sizes that are tried, in units of 1/96 inch."""


def fitting_size(words: str, room: float, size: float, smallest: float = 0.0, *, bold: bool = False) -> float:
    """Return the font size, from ``smallest`` to ``size``, at which ``words`` fit into a width of ``room`` points."""
    fitting = min(size, size * room / max(width_of(words, size, bold=bold), 1.0))
    while fitting > smallest and width_of(words, fitting, bold=bold) > room:  # letters are whole pixels wide
        fitting -= _STEP
    return max(smallest, fitting)


_DASH, _THICK = 14.0, 4.0  # points on a 96 dpi screen


def draw_preview_frame(canvas: Canvas, shape: tuple[int, int], words: str = "") -> None:
    """Draw a dashed frame, labelled ``words``, around the board's upper left part, of ``shape`` (rows, columns)."""
    (left, top), (right, low) = canvas.point_of(0, 0), canvas.point_of(*shape)
    dash, thick = scaled(_DASH), scaled(_THICK)
    for start, end in (((left, top), (right, top)), ((left, low), (right, low)),
                       ((left, top), (left, low)), ((right, top), (right, low))):  # fmt: skip
        length = max(end[0] - start[0], end[1] - start[1])
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        for number in range(0, int(length / dash) + 1, 2):
            first, last = number * dash, min((number + 1) * dash, length)
            line(
                (start[0] + along[0] * first, start[1] + along[1] * first),
                (start[0] + along[0] * last, start[1] + along[1] * last),
                PROMPT,
                thick,
            )
    if not words:
        return
    pad = scaled(NEAR)
    corner = left + thick, top + thick
    end = corner[0] + width_of(words, LEAD.size) + 2 * pad, corner[1] + scaled(30)
    rectangle(corner, end, PROMPT, scaled(TIGHT))
    text(words, corner[0] + pad, corner[1] + scaled(2), GROUND, size=LEAD.size, shadow=False)


PROMPT_HEIGHT = 34.0
"""Height of a prompt with its background, in points on a 96 dpi screen."""
_SMALLEST = 11.0
"""Smallest font size of a prompt, in units of 1/96 inch, used if there is little room."""
WAYS_OUT = (
    "{help} Help  {panels} Panels  {start-screen} Start screen",
    "{help} Help  {start-screen} Start screen",
    "{help} Help  {start-screen} Start",
    "{start-screen} Start screen",
)
"""Wordings that name the keys for help, the panels and the start screen, longest first."""
_WAYS_TO_LEAVE = (
    "{talk} Talk  {help} Help  {start-screen} Leave the match",
    "{help} Help  {start-screen} Leave the match",
    "{help} Help  {start-screen} Leave",
    "{start-screen} Leave",
)


def prompt_here(wordings: Sequence[str], own_seat: int | None) -> Sequence[str]:
    """Return the wordings of a prompt that apply at this window.

    In an on-line match, wordings with ``{step}`` are left out, because nobody can step. Viewers get "You watch".

    Args:
        wordings: the game's wordings, longest first.
        own_seat: the seat played at this window in an on-line match; NOBODY for viewers; None in a local match.
    """
    if own_seat == NOBODY:
        return ("You watch",)
    return wordings if own_seat is None else [each for each in wordings if "{step}" not in each]


def ways_out(own_seat: int | None, *, is_replay: bool = False) -> Sequence[str]:
    """Return the wordings that name the keys for help and for leaving (and on line for the chat), longest first.

    Args:
        own_seat: None in a local match. Otherwise (see :func:`prompt_here`) the wordings offer to leave the on-line
            match.
        is_replay: True for a replay, which has no panels.
    """
    if own_seat is not None:
        return _WAYS_TO_LEAVE
    return [wording for wording in WAYS_OUT if "{panels}" not in wording] if is_replay else WAYS_OUT


def draw_prompt(
    legend: Legend,
    wordings: Sequence[str],
    at: Point,
    room: float,
    *,
    rgba: RGBA = PROMPT,
    align: float = 0.5,
    way_out: Sequence[str] = (),
) -> None:
    """Draw the longest wording that fits, on a dark background; if none fits, the shortest one in smaller letters.

    Args:
        legend: glyphs of the keys or buttons of the player who is addressed.
        wordings: wordings with placeholders such as "{trigger}" for controls, longest first. Nothing is drawn if there
            are none.
        at: (x, y) in points: the line's anchor (see ``align``) and its vertical middle.
        room: greatest width in points.
        rgba: colour of the words.
        align: horizontal position of the anchor in the line: 0 for its left end, 1 for its right end.
        way_out: wordings that name the keys for help and leaving, drawn at the right end if there is room.
    """
    if not wordings:
        return
    x, y = at
    pad = scaled(10)
    texts = [legend.pieces(wording) for wording in wordings]
    words = next((text for text in texts if caps_width(text, LEAD.size) + 2 * pad <= room), texts[-1])
    wide = caps_width(words, LEAD.size)
    size = max(_SMALLEST, min(LEAD.size, LEAD.size * (room - 2 * pad) / max(wide, 1.0)))
    wide *= size / LEAD.size
    left, half = x - wide * align, scaled(PROMPT_HEIGHT / 2 - 1)
    rectangle((left - pad, y - half), (left + wide + pad, y + half), faded(GROUND, 0.78), scaled(ROUNDING))
    caps_on_canvas(words, left, y, rgba, size=size)
    if way_out:
        end = x + room * (1 - align)
        draw_way_out(legend, way_out, (end, y), end - (left + wide + 3 * pad))


def draw_way_out(legend: Legend, wordings: Sequence[str], at: Point, room: float) -> None:
    """Draw a line that names the keys for help and for leaving the game, in small letters, if there is room.

    Args:
        legend: glyphs of the keys or buttons of the player who is addressed.
        wordings: wordings with placeholders such as "{trigger}" for controls, longest first.
        at: (x, y) in points: the right end of the line and its vertical middle.
        room: greatest width in points.
    """
    texts = (legend.pieces(wording) for wording in wordings)
    fitting = next((text for text in texts if caps_width(text, SMALL.size) <= room), ())
    caps_on_canvas(fitting, *at, CAPTION, align=1.0, size=SMALL.size)


PHRASES = ("Hi!", "Good move", "Truce?", "Watch out!", "Well played", "Once more?")
"""Ready-made chat lines for players without a keyboard."""


@dataclass(slots=True)
class TalkLine:
    """A chat line that the user is typing.

    Attributes:
        text: text so far.
        by_pad: True if the user chooses a ready-made line with a gamepad.
        wants_focus: True to give the line the keyboard focus in the next frame.
    """

    text: str = ""
    by_pad: bool = False
    wants_focus: bool = True


def draw_talk_line(line: TalkLine, max_letters: int, style: TextStyle) -> str | None:
    """Draw the chat line and the ready-made lines into Dear ImGui's current window.

    Args:
        line: the chat line.
        max_letters: greatest length of a message in characters.
        style: text style of the chat line.

    Returns:
        The message if the user has just sent it; "" if they have cancelled; None while they are typing.
    """
    message, how = None, "A sends, B cancels" if line.by_pad else "Return sends, Escape cancels"
    around = imgui.get_style().item_spacing.x + 2 * imgui.get_style().frame_padding.x
    wide = sum(imgui.calc_text_size(words).x + around for words in (*PHRASES, how))
    is_beside = wide <= imgui.get_content_region_avail().x  # else the empty line says how to send
    with styled(style):
        imgui.set_next_item_width(-1)
        if line.wants_focus and not line.by_pad:
            imgui.set_keyboard_focus_here()
        flags = imgui.InputTextFlags_.enter_returns_true
        entered, line.text = imgui.input_text_with_hint("##say", "" if is_beside else how, line.text, flags)
        line.text = line.text[:max_letters]
        if entered:
            message = line.text.strip()
    for number, phrase in enumerate(PHRASES):
        if number:
            imgui.same_line()
        if number == 0 and line.wants_focus and line.by_pad:
            imgui.set_keyboard_focus_here()
            imgui.set_nav_cursor_visible(True)
        if imgui.button(phrase):
            message = phrase
    if is_beside:
        imgui.same_line()
        imgui.text_colored(CAPTION, how)
    line.wants_focus = False
    cancels = imgui.is_key_pressed(imgui.Key.escape)
    return "" if cancels or (line.by_pad and imgui.is_key_pressed(imgui.Key.gamepad_face_right)) else message

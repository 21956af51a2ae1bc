"""The line of a game's HUD that says what somebody can do now, with the keys or buttons of whoever reads it."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import NOBODY
from gpulife.input.glyphs import Legend
from gpulife.window.panels.draw_primitives import BRIGHT, DIM, RGBA, Point, rectangle
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width
from gpulife.window.play.canvas import scaled

PROMPT_HEIGHT = 34.0
"""Height of a prompt with its ground, in points on a 96 dpi screen."""
_LETTERS, _SMALLEST = 20.0, 11.0
_WAY_OUT = 14.0
WAYS_OUT = (
    "{help} Help  {start-screen} Start screen",
    "{help} Help  {start-screen} Start",
    "{start-screen} Start screen",
)
"""How to get help and out of a game, the longest wording first."""
_WAYS_TO_LEAVE = (
    "{help} Help  {start-screen} Leave the match",
    "{help} Help  {start-screen} Leave",
    "{start-screen} Leave",
)
_GROUND = (0.02, 0.025, 0.04, 0.78)


def prompt_here(wordings: Sequence[str], own_seat: int | None) -> Sequence[str]:
    """Return a prompt as people here should read it.

    Args:
        wordings: the same from the longest to the shortest, as the game says it.
        own_seat: their seat in an on-line match, where nobody computes single steps; NOBODY where they watch, and are
            only told so; None where all players are here.
    """
    if own_seat == NOBODY:
        return ("You watch",)
    return wordings if own_seat is None else [each for each in wordings if "{step}" not in each]


def ways_out(own_seat: int | None) -> Sequence[str]:
    """Return how to get help and out of a game, the longest wording first.

    Args:
        own_seat: as :func:`prompt_here` has it: an on-line match is left.
    """
    return WAYS_OUT if own_seat is None else _WAYS_TO_LEAVE


def draw_prompt(
    legend: Legend,
    wordings: Sequence[str],
    at: Point,
    room: float,
    *,
    rgba: RGBA = BRIGHT,
    align: float = 0.5,
    way_out: Sequence[str] = (),
) -> None:
    """Draw the longest wording that fits, else the last one in smaller letters, on a dark ground.

    Args:
        legend: glyphs of the reader's keys or buttons.
        wordings: the same in texts with controls in braces, from the longest to the shortest; none draws nothing.
        at: (x, y) in points: the place of which ``align`` is the share that is left, and the middle of the line.
        room: greatest width in points.
        rgba: colour of the words.
        align: 0 for a line that begins at ``at``, 1 for one that ends there.
        way_out: how to get help and out of the game, which the right end shows if there is room beside the words.
    """
    if not wordings:
        return
    x, y = at
    pad = scaled(10)
    texts = [legend.pieces(wording) for wording in wordings]
    words = next((text for text in texts if caps_width(text, _LETTERS) + 2 * pad <= room), texts[-1])
    wide = caps_width(words, _LETTERS)
    size = max(_SMALLEST, min(_LETTERS, _LETTERS * (room - 2 * pad) / max(wide, 1.0)))
    wide *= size / _LETTERS
    left, half = x - wide * align, scaled(PROMPT_HEIGHT / 2 - 1)
    rectangle((left - pad, y - half), (left + wide + pad, y + half), _GROUND, scaled(6))
    caps_on_canvas(words, left, y, rgba, size=size)
    if way_out:
        end = x + room * (1 - align)
        draw_way_out(legend, way_out, (end, y), end - (left + wide + 3 * pad))


def draw_way_out(legend: Legend, wordings: Sequence[str], at: Point, room: float) -> None:
    """Draw which keys show help and lead out of the game, small, if there is room.

    Args:
        legend: glyphs of the reader's keys or buttons.
        wordings: the same in texts with controls in braces, from the longest to the shortest.
        at: (x, y) in points: the right end and the middle of the line.
        room: greatest width in points.
    """
    texts = (legend.pieces(wording) for wording in wordings)
    fitting = next((text for text in texts if caps_width(text, _WAY_OUT) <= room), ())
    caps_on_canvas(fitting, *at, DIM, align=1.0, size=_WAY_OUT)


PHRASES = ("Hi!", "Good move", "Truce?", "Watch out!", "Well played", "Once more?")
"""Phrases for players without a keyboard."""


@dataclass(slots=True)
class TalkLine:
    """A line that somebody types.

    Attributes:
        text: text so far.
        by_pad: whether a gamepad chooses among the ready phrases.
        wants_focus: whether the line takes the focus in the next frame.
    """

    text: str = ""
    by_pad: bool = False
    wants_focus: bool = True


def draw_talk_line(line: TalkLine, max_letters: int, letters: float) -> str | None:
    """Draw the line and the ready phrases under it, into Dear ImGui's present window.

    Args:
        line: the line.
        max_letters: limit on what can be said.
        letters: height of its letters.

    Returns:
        What was said, "" if nothing is to be said after all; None as long as somebody types.
    """
    message = None
    with imgui_ctx.push_font(None, letters):
        imgui.set_next_item_width(-1)
        if line.wants_focus and not line.by_pad:
            imgui.set_keyboard_focus_here()
        entered, line.text = imgui.input_text("##say", line.text, imgui.InputTextFlags_.enter_returns_true)
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
    imgui.text_colored(DIM, "A says it, B cancels" if line.by_pad else "Return says it, Escape cancels")
    line.wants_focus = False
    cancels = imgui.is_key_pressed(imgui.Key.escape)
    return "" if cancels or (line.by_pad and imgui.is_key_pressed(imgui.Key.gamepad_face_right)) else message

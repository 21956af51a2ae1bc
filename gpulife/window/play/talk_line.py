"""The line in which people type what they say to everybody, with ready phrases for those without a keyboard."""

from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.panels.draw_primitives import DIM

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

"""The page of saved sessions. Each session can be continued or deleted there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import CAPTION, CHOSEN, DANGER_GROUND, GAP, LEAD, NOTICE, RAISED, TEXT, TIGHT, styled
from gpulife.window.panels.pages import back_pressed, card, focus_here, view_and_scale
from gpulife.window.panels.widgets import badge, button_colour, caption, draw_picture, elided
from gpulife.window.start.session_pictures import SIZE
from gpulife.window.start.setup_page import page, title_with_back

_LEFT_BUTTON, _RIGHT_BUTTON = 170.0, 100.0
"""Widths of a session's two buttons, in units of 1/96 inch. Their labels fit before and after "Discard" is pressed."""


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A saved session, as text for the page.

    Attributes:
        picture: name of its picture.
        title: the game and its option.
        board: the players and scores of a match for two; in other sessions, the board's rule and size.
        generation: the generation that the session has reached, as text.
        short: title, generation and time in a few words, for the start screen.
        when: time of the last save.
        interrupted: True if the session ended against the user's will, as in a crash.
        is_over: True if its game has ended, so that there is a result to show.
    """

    picture: str
    title: str
    board: str
    generation: str
    short: str
    when: str
    interrupted: bool
    is_over: bool = False


@dataclass(slots=True)
class SessionsPage:
    """What the page shows now.

    Attributes:
        lines: the sessions, newest first.
        to_confirm: index of the session to delete if the user confirms this; None if there is none.
    """

    lines: Sequence[SessionLine]
    to_confirm: int | None = None


@dataclass(frozen=True, slots=True)
class SessionChoice:
    """The user's choice on the page.

    Attributes:
        index: index of the session in the list; None to go back.
        discard: True to delete the session, False to continue it.
    """

    index: int | None
    discard: bool = False


def sessions_page(state: SessionsPage, pictures: Mapping[str, int]) -> SessionChoice | None:
    """Draw the page over the whole window.

    Args:
        state: what the page shows. Pressed buttons change it.
        pictures: OpenGL IDs of the textures with the sessions' pictures, keyed by the picture's name.

    Returns:
        The user's choice; None if there is none yet.
    """
    with page("sessions"):
        chosen = _page(state, pictures)
    if not back_pressed():
        return chosen
    if state.to_confirm is None:
        return SessionChoice(None)
    state.to_confirm = None
    return None


def _page(state: SessionsPage, pictures: Mapping[str, int]) -> SessionChoice | None:
    chosen = None
    appearing = imgui.is_window_appearing()
    goes_back = title_with_back("Saved sessions")
    caption("The last twenty sessions are kept until you discard them.")
    imgui.spacing()
    for index, line in enumerate(state.lines):
        with card(f"session {index}"):
            to_confirm, go_on = state.to_confirm == index, "Show the result" if line.is_over else "Continue"
            _describe(line, pictures.get(line.picture))
            # The button that confirms is not where "Discard" was, so that an accidental double click discards
            # nothing.
            left, right = ("Discard it for good", "Keep it") if to_confirm else (go_on, "Discard")
            colour = DANGER_GROUND if to_confirm else CHOSEN if index == 0 else RAISED
            with button_colour(colour):
                pressed = imgui.button(f"{left}###left", (_LEFT_BUTTON * view_and_scale()[1], 0))
            if appearing and index == 0:
                focus_here()
            if pressed:
                chosen = SessionChoice(index, discard=to_confirm)
            imgui.same_line()
            if imgui.button(f"{right}###right", (_RIGHT_BUTTON * view_and_scale()[1], 0)):
                state.to_confirm = None if to_confirm else index
    return SessionChoice(None) if goes_back else chosen


def _describe(line: SessionLine, picture: int | None) -> None:
    """Draw a session's picture and description, and leave Dear ImGui's cursor where the two buttons belong."""
    scale, room = view_and_scale()[1], imgui.get_content_region_avail().x
    start, screen = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
    size = SIZE[0] * scale, SIZE[1] * scale
    gap = imgui.get_style().item_spacing.x
    buttons = (_LEFT_BUTTON + _RIGHT_BUTTON) * scale + gap
    is_narrow = room < size[0] + 2 * buttons
    draw_picture(picture, (screen.x, screen.y), (screen.x + size[0], screen.y + size[1]), RAISED)
    imgui.dummy(size)
    imgui.same_line(spacing=GAP * scale)
    left = imgui.get_cursor_pos_x()
    words = start.x + room - left - (0 if is_narrow else buttons + GAP * scale)
    with imgui_ctx.begin_group():
        with styled(LEAD):
            imgui.text(elided(line.title, words - (110 * scale if line.interrupted else 0)))
        if line.interrupted:
            imgui.same_line()
            badge("Interrupted", NOTICE)
        imgui.dummy((0, TIGHT * scale))
        for shown, colour in ((line.when, TEXT), (f"{line.generation}. {line.board}", CAPTION)):
            imgui.text_colored(colour, elided(shown, words))
    high = imgui.get_frame_height()
    x = left if is_narrow else start.x + room - buttons
    imgui.set_cursor_pos((x, start.y + (size[1] - high) / (1 if is_narrow else 2)))

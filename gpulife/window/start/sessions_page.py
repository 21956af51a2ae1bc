"""The page of saved sessions. Each session can be continued or deleted there."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import DANGER_GROUND, NOTICE, STRONG, styled
from gpulife.window.panels.widgets import back_pressed, button_colour, caption, focus_here, wrapped_text
from gpulife.window.start.setup_page import page, title_with_back

_WIDTH = 720.0  # points on a 96 dpi screen
_LEFT_SHARE = 0.66


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A saved session, as text for the page.

    Attributes:
        title: the game and its option.
        about: rule and generation.
        short: title, rule and generation in a few words, for the start screen.
        when: time of the last save.
        interrupted: True if the session ended against the user's will, as in a crash.
    """

    title: str
    about: str
    short: str
    when: str
    interrupted: bool


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


def sessions_page(state: SessionsPage) -> SessionChoice | None:
    """Draw the page over the whole window.

    Args:
        state: what the page shows. Pressed buttons change it.

    Returns:
        The user's choice; None if there is none yet.
    """
    with page("sessions", _WIDTH):
        chosen = _page(state)
    if not back_pressed():
        return chosen
    if state.to_confirm is None:
        return SessionChoice(None)
    state.to_confirm = None
    return None


def _page(state: SessionsPage) -> SessionChoice | None:
    chosen = None
    appearing = imgui.is_window_appearing()
    goes_back = title_with_back("Saved sessions")
    caption("The last twenty sessions are kept until you discard them.")
    imgui.spacing()
    for index, line in enumerate(state.lines):
        with imgui_ctx.push_id(str(index)):
            with styled(STRONG):
                imgui.text(line.title)
            if line.interrupted:
                imgui.same_line()
                imgui.text_colored(NOTICE, "Interrupted")
            wrapped_text(f"{line.about}; {line.when}")
            # The button that confirms is not where "Discard" was, so that an accidental double click discards
            # nothing.
            to_confirm = state.to_confirm == index
            left, right = ("Discard it for good", "Keep it") if to_confirm else ("Continue", "Discard")
            pressed = _two_buttons(left, right, warn=to_confirm, focus=appearing and index == 0)
            if pressed == 0:
                chosen = SessionChoice(index, discard=to_confirm)
            elif pressed == 1:
                state.to_confirm = None if to_confirm else index
            imgui.spacing()
    return SessionChoice(None) if goes_back else chosen


def _two_buttons(left: str, right: str, *, warn: bool, focus: bool) -> int | None:
    """Draw two buttons, which keep the focus when their labels change; return the pressed one's index, or None."""
    gap, room = imgui.get_style().item_spacing.x, imgui.get_content_region_avail().x
    with button_colour(DANGER_GROUND, on=warn):
        pressed = 0 if imgui.button(f"{left}###left", imgui.ImVec2(room * _LEFT_SHARE, 0)) else None
    if focus:
        focus_here()
    imgui.same_line()
    if imgui.button(f"{right}###right", imgui.ImVec2(room * (1 - _LEFT_SHARE) - gap, 0)):
        pressed = 1
    return pressed

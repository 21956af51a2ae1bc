"""The page of the start screen with the sessions that were kept: each to go on with, or to discard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.window.panels.widgets import AMBER, begin_here, button_ground, caption, leaves, quiet
from gpulife.window.start.setup_page import back_button, page, title

_WIDTH = 720.0  # pixels on a 96 dpi screen
_LEFT_SHARE = 0.66


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session for people.

    Attributes:
        title: its game.
        about: what there is of it.
        short: about what, in a few words.
        when: it was saved last.
        interrupted: whether nobody ended it.
    """

    title: str
    about: str
    short: str
    when: str
    interrupted: bool


@dataclass(slots=True)
class SessionsPage:
    """What is on the page.

    Attributes:
        lines: the sessions, the newest first.
        asked: the place of the one that somebody wants to discard, and is asked about; None if there is none.
    """

    lines: Sequence[SessionLine]
    asked: int | None = None


@dataclass(frozen=True, slots=True)
class SessionChoice:
    """What was chosen.

    Attributes:
        place: of the session in the list; None to go back.
        discard: whether it is to be deleted, rather than gone on with.
    """

    place: int | None
    discard: bool = False


def sessions_page(state: SessionsPage) -> SessionChoice | None:
    """Draw it over the whole window.

    Args:
        state: is changed by what is pressed.

    Returns:
        What was chosen, if anything.
    """
    with page("sessions", _WIDTH):
        chosen = _page(state)
    if not leaves():
        return chosen
    if state.asked is None:
        return SessionChoice(None)
    state.asked = None
    return None


def _page(state: SessionsPage) -> SessionChoice | None:
    chosen = None
    appearing = imgui.is_window_appearing()
    title("Sessions")
    caption("each stays until somebody goes on with it or discards it, but for the oldest of more than twenty")
    imgui.spacing()
    for place, line in enumerate(state.lines):
        imgui.push_id(place)
        imgui.text(line.title)
        if line.interrupted:
            imgui.same_line()
            imgui.text_colored(AMBER, "interrupted")
        quiet(f"{line.about}; {line.when}")
        # Who presses twice by mistake keeps it: the question's answer is on the other side.
        asked = state.asked == place
        left, right = ("Discard it for good", "Keep it") if asked else ("Go on", "Discard")
        pressed = _two_buttons(left, right, warn=asked, focus=appearing and place == 0)
        if pressed == 0:
            chosen = SessionChoice(place, discard=asked)
        elif pressed == 1:
            state.asked = None if asked else place
        imgui.spacing()
        imgui.pop_id()
    return SessionChoice(None) if back_button() else chosen


def _two_buttons(left: str, right: str, *, warn: bool, focus: bool) -> int | None:
    """The place of the one that was pressed; they stay the same widgets whatever is on them."""
    gap, room = imgui.get_style().item_spacing.x, imgui.get_content_region_avail().x
    with button_ground(imgui.ImVec4(0.5, 0.16, 0.14, 1), on=warn):
        pressed = 0 if imgui.button(f"{left}###left", imgui.ImVec2(room * _LEFT_SHARE, 0)) else None
    if focus:
        begin_here()
    imgui.same_line()
    if imgui.button(f"{right}###right", imgui.ImVec2(room * (1 - _LEFT_SHARE) - gap, 0)):
        pressed = 1
    return pressed

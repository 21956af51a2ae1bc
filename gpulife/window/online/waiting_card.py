"""Text over the board of an on-line match that has not begun: who is missing, and how the match begins."""

from collections.abc import Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import NOBODY
from gpulife.input.glyphs import Legend
from gpulife.online.protocol import People
from gpulife.online.shown_text import shown_beside_controls
from gpulife.window.design import BODY, LEAD, styled
from gpulife.window.panels.keycaps import caps_width, text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.panels.widgets import sentence
from gpulife.window.play.canvas import scaled

_EDGE = 10.0  # points on a 96 dpi screen
_OPAQUE = 0.92
_MAX_NAME, _MAX_CODE = 32, 40


def waiting_lines(people: People, code: str, own_seat: int, begin: str, *, is_host: bool = False) -> tuple[str, str]:
    """Return two lines for people in a match that has not begun. Names of controls stand in braces.

    Args:
        people: the people at the match.
        code: the match's invite code.
        own_seat: the user's seat; NOBODY if the user watches.
        begin: the control that begins the match, in braces.
        is_host: True if the user is the host, who may begin with free seats.
    """
    more = ", and Begin" * is_host
    invites = f"Invite code {shown_beside_controls(code, _MAX_CODE)}   {{online}} How others join{more}"
    return who_is_awaited(people), invites if "" in people.seats else how_it_begins(people, own_seat, begin)


def who_is_awaited(people: People) -> str:
    """Return a line on who must still join or return before the match begins."""
    if free := people.seats.count(""):
        return f"Waiting for {free} more player{'s' if free > 1 else ''} to join"
    away = _away(people)
    return f"Waiting for {' and '.join(away)} to come back" if away else "Everybody is here"


def how_it_begins(people: People, own_seat: int, begin: str) -> str:
    """Return a line on how a match begins. The arguments are those of :func:`waiting_lines`."""
    watches, waits = own_seat == NOBODY, "" in people.seats
    if _away(people) and not waits:
        return f"{'Players may begin' if watches else f'{begin} begins'} without those who are away"
    when = "When every seat is taken, " if waits else ""
    if watches:
        return sentence(f"{when}one of the players begins the match")
    return sentence(f"{when}any player can begin the match with {begin}")


def _away(people: People) -> list[str]:
    return [
        shown_beside_controls(person.name, _MAX_NAME)
        for person in people.people
        if person.seat >= 0 and not person.here
    ]


def draw_waiting_card(lines: Sequence[str], legend: Legend, middle: tuple[float, float]) -> None:
    """Draw a box with lines of text.

    Args:
        lines: the lines, the most important one first. Names of controls stand in braces.
        legend: the user's keys or buttons for the controls.
        middle: (x, y) of the box's middle, in points.
    """
    view = imgui.get_main_viewport().size
    texts = [legend.pieces(line) for line in lines]
    styles = [LEAD, *[BODY] * (len(lines) - 1)]
    needed = max(caps_width(text, style.size) for text, style in zip(texts, styles, strict=True))
    width = min(needed + scaled(4 * _EDGE), view.x - scaled(2 * _EDGE))
    imgui.set_next_window_pos(middle, imgui.Cond_.always, (0.5, 0.5))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin("waiting", None, CARD_FLAGS | imgui.WindowFlags_.no_inputs):
        for text, style in zip(texts, styles, strict=True):
            with styled(style):
                text_with_caps(text)

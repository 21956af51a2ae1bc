"""The page of one server: its matches with their seats, and joining, watching or hosting a match."""

from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import CAPTION, GOOD, NOTICE, STRONG, styled
from gpulife.window.online.lobby import Lobby, server_title
from gpulife.window.online.lobby_pages import BACK, HOST, NAME, WIDTH, name_label
from gpulife.window.online.shown_match import ShownMatch, shown_matches
from gpulife.window.panels.widgets import (
    back_pressed,
    button_row,
    default_focus,
    elided,
    group_title,
    sentence,
    wrapped_text,
)
from gpulife.window.start.setup_page import page, title_with_back

CODE, AGAIN, RESULTS = "code", "again", "results"
MAX_SHOWN = 50
"""Maximum number of matches on the page. Other matches can be joined by invite code."""


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """A match that the user chose, given by its ID. ``watch`` is True to watch the match, False to play."""

    match: str
    watch: bool


def matches_page(lobby: Lobby, name: str) -> MatchChoice | str | None:
    """Draw the page over the whole window.

    Args:
        lobby: the known servers, and the connection to the chosen server.
        name: the user's name; "" if there is none yet.

    Returns:
        A match, or BACK, CODE, HOST, RESULTS, NAME or AGAIN for the pressed button; None if nothing was chosen.
    """
    assert lobby.address is not None  # noqa: S101 - the page is only shown for an address
    state = lobby.state
    chosen: MatchChoice | str | None = None
    title = server_title(state, lobby.address, (*lobby.in_house, *lobby.visited))
    problem = lobby.problem or (state.problem if state is not None else "")
    is_there = state is not None and state.is_open
    # Each state has its own page name. Otherwise the focus would stay on the previous state's only button.
    with page("matches" if is_there else "no answer" if problem else "asking", WIDTH):
        if title_with_back(elided(title, imgui.get_content_region_avail().x * 0.8, 40.0)):
            chosen = BACK
        if problem:
            wrapped_text(sentence(problem), NOTICE)
        if state is None or not state.is_open:
            if not problem:
                wrapped_text(f"Asking {lobby.address.text} \u2026")
            elif button_row(["Ask again"], default=0) is not None:
                chosen = AGAIN
            return BACK if back_pressed() else chosen
        known = [lobby.address.text, f"{state.ping} ms" if state.ping else "", f"gpulife {state.version}"]
        wrapped_text(", ".join(each for each in known if each))
        matches = shown_matches(state.matches)
        has_place = bool(matches) and matches[0].may_join
        pressed = button_row(
            ["Join by invite code", "Host a game here", "Results", name_label(name)],
            default=None if has_place else 0,
        )
        if pressed is not None:
            chosen = (CODE, HOST, RESULTS, NAME)[pressed]
        group_title("Matches")
        if not matches:
            wrapped_text("No match yet: host one, or join an unlisted match by its invite code.")
        for place, match in enumerate(matches[:MAX_SHOWN]):
            with imgui_ctx.push_id(match.id):
                chosen = _match(match, focuses=place == 0 and has_place) or chosen
        if len(matches) > MAX_SHOWN:
            wrapped_text(f"{len(matches) - MAX_SHOWN} more matches: join them by invite code.")
    return BACK if back_pressed() else chosen


def _match(match: ShownMatch, *, focuses: bool) -> MatchChoice | None:
    """Draw a match with its seats and the buttons Join and Watch; return the choice if a button was pressed, else None.

    If ``focuses`` is True, the focus begins on Join.
    """
    style = imgui.get_style()
    labels = [] if match.problem else ["Join", "Watch"] if match.may_join else ["Watch"]
    wide = imgui.calc_text_size("Watch").x + 2 * imgui.get_frame_height()
    room = imgui.get_content_region_avail().x - 2 * wide - 3 * style.item_spacing.x
    chosen = None
    start = imgui.get_cursor_pos()
    with imgui_ctx.begin_group():
        with styled(STRONG):
            imgui.text(elided(match.title, room))
        watching = f", {match.watching} watching" if match.watching else ""
        state = f"{match.about}. {match.state}{watching}" if match.about != match.title else f"{match.state}{watching}"
        imgui.text_colored(CAPTION, elided(state, room))
        _seats(match, room)
        if match.problem:
            imgui.text_colored(NOTICE, elided(sentence(match.problem), room))
    after = imgui.get_cursor_pos()
    x = start.x + imgui.get_content_region_avail().x
    for label in reversed(labels):
        x -= wide
        imgui.set_cursor_pos((x, start.y + style.frame_padding.y))
        if imgui.button(label, (wide, 0)):
            chosen = MatchChoice(match.id, watch=label == "Watch")
        if focuses and label == "Join":
            default_focus()
        x -= style.item_spacing.x
    imgui.set_cursor_pos(after)
    imgui.separator()
    return chosen


def _seats(match: ShownMatch, room: float) -> None:
    """Draw who sits on each seat, in as many lines of ``room`` points as needed. Free seats are highlighted."""
    gap, used = imgui.get_style().item_spacing.x * 1.5, 0.0
    for place, words in enumerate(match.seats):
        words = elided(words, room)
        width = imgui.calc_text_size(words).x
        if place and used + gap + width <= room:
            imgui.same_line(0, gap)
            used += gap + width
        else:
            used = width
        imgui.text_colored(GOOD if words.endswith("free") else CAPTION, words)

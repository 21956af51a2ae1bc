"""The page of one server: its matches with their seats, and joining, watching or hosting a match."""

from collections.abc import Mapping
from dataclasses import dataclass

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.online.client.server_address import ServerAddress
from gpulife.window.design import CAPTION, CHOSEN, GAP, GOOD, NOTICE, RAISED, STRONG, styled
from gpulife.window.online.lobby import Lobby, server_title
from gpulife.window.online.lobby_pages import BACK, HOST, NAME, PICTURE_MODE, name_tile, problem_card, waiting_card
from gpulife.window.online.shown_match import ShownMatch, shown_matches
from gpulife.window.panels.pages import back_pressed, card, default_focus, view_and_scale
from gpulife.window.panels.widgets import (
    badge,
    badge_width,
    button_colour,
    button_row,
    caption,
    draw_picture,
    elided,
    group_title,
    icon_tiles,
    sentence,
    wrapped_text,
)
from gpulife.window.start.setup_page import PICTURE, page, picture_column, title_with_back

CODE, AGAIN, RESULTS = "code", "again", "results"
_CONNECTING = "The server's matches appear here as soon as it answers."
_ADVICE = (
    "Ask the host whether the address is right and the server still runs. Both machines must be in the same network, "
    "and the firewall of the host's machine must let gpulife through."
)
_STATES = {"Waiting for players": NOTICE, "About to begin": NOTICE, "Playing": GOOD}
"""Colours of the badges for a match's state; others are grey."""
MAX_SHOWN = 50
"""Maximum number of matches on the page. Other matches can be joined by invite code."""


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """A match that the user chose, given by its ID. ``watch`` is True to watch the match, False to play."""

    match: str
    watch: bool


def matches_page(lobby: Lobby, name: str, pictures: Mapping[str, int]) -> MatchChoice | str | None:
    """Draw the page over the whole window.

    Args:
        lobby: the known servers, and the connection to the chosen server.
        name: the user's name; "" if there is none yet.
        pictures: OpenGL IDs of the textures with the games' moving pictures, keyed by the game's name.

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
    with page("matches" if is_there else "no answer" if problem else "asking"):
        if title_with_back(elided(title, imgui.get_content_region_avail().x * 0.8, 40.0)):
            chosen = BACK
        if state is None or not state.is_open:
            with picture_column(pictures.get(PICTURE_MODE), "The matches of this server"):
                caption(f"At {lobby.address.text}")
            with imgui_ctx.begin_child("answer", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened):
                chosen = _no_list(lobby.address, problem) or chosen
            return BACK if back_pressed() else chosen
        if problem:
            problem_card(problem)
        answers = f", answers in {state.ping} ms" if state.ping else ""
        wrapped_text(f"At {lobby.address.text}{answers}. It runs gpulife {state.version}.")
        matches = shown_matches(state.matches)
        has_place = bool(matches) and matches[0].may_join
        choices = {CODE: ("Join by invite code", icons.ICON_FA_KEY)}
        choices[HOST] = "Host a match here", icons.ICON_FA_TOWER_BROADCAST
        choices[RESULTS] = "Results", icons.ICON_FA_TROPHY
        choices[NAME] = name_tile(name)
        first = None if has_place else 0
        pressed = icon_tiles(dict(choices.values()), first, default=first)
        if pressed is not None:
            chosen = list(choices)[pressed]
        group_title("Matches")
        if not matches:
            with card("no match"):
                imgui.text("No match yet.")
                wrapped_text("Host one here, or join a match that is not listed by its invite code.")
        for place, match in enumerate(matches[:MAX_SHOWN]):
            with card(f"match {match.id}"):
                chosen = _match(match, pictures.get(match.game), focuses=place == 0 and has_place) or chosen
        if len(matches) > MAX_SHOWN:
            wrapped_text(f"{len(matches) - MAX_SHOWN} more matches: join them by invite code.")
    return BACK if back_pressed() else chosen


def _no_list(address: ServerAddress, problem: str) -> str | None:
    """Draw the wait for a server's list of matches, or why there is none; return BACK, AGAIN or None."""
    if not problem:
        return BACK if waiting_card(f"Connecting to {address.text} \u2026", _CONNECTING) else None
    problem_card(problem, _ADVICE)
    pressed = button_row(["Try again", "Other servers"], default=0)
    return None if pressed is None else (AGAIN, BACK)[pressed]


def _match(match: ShownMatch, picture: int | None, *, focuses: bool) -> MatchChoice | None:
    """Draw a match with its state and seats, and the buttons Join and Watch; return the choice if one was pressed.

    Args:
        match: the match.
        picture: OpenGL ID of the texture with the game's moving picture; None for none.
        focuses: True if the button Join gets the focus at first.
    """
    right = imgui.get_cursor_pos().x + imgui.get_content_region_avail().x
    _draw_picture(picture)
    style = imgui.get_style()
    labels = [] if match.problem else ["Join", "Watch"] if match.may_join else ["Watch"]
    wide = imgui.calc_text_size("Watch").x + 2 * imgui.get_frame_height()
    room = imgui.get_content_region_avail().x - 2 * wide - 3 * style.item_spacing.x
    chosen = None
    start = imgui.get_cursor_pos()
    with imgui_ctx.begin_group():
        with styled(STRONG):
            imgui.text(elided(match.title, room - badge_width(match.state) - style.item_spacing.x))
        imgui.same_line()
        badge(match.state, _STATES.get(match.state, CAPTION))
        watching = f"{match.watching} watching" if match.watching else ""
        about = match.about if match.about != match.title else ""
        imgui.text_colored(CAPTION, elided(", ".join(filter(None, (about, watching))), room))
        _seats(match, room)
        if match.problem:
            imgui.text_colored(NOTICE, elided(sentence(match.problem), room))
    x = right
    for label in reversed(labels):
        x -= wide
        imgui.set_cursor_pos((x, start.y + (_height() - imgui.get_frame_height()) / 2))
        with button_colour(CHOSEN, on=focuses and label == "Join"):
            pressed = imgui.button(label, (wide, 0))
        if pressed:
            chosen = MatchChoice(match.id, watch=label == "Watch")
        if focuses and label == "Join":
            default_focus()
        x -= style.item_spacing.x
    return chosen


def _height() -> float:
    """Return the height of a game's picture in points. It is the height of the three lines of text beside it."""
    return 3 * float(imgui.get_text_line_height_with_spacing())


def _draw_picture(picture: int | None) -> None:
    """Draw a game's picture. The next widget appears to its right."""
    (x, y), high = imgui.get_cursor_screen_pos(), _height()
    wide = high * PICTURE[0] / PICTURE[1]
    draw_picture(picture, (x, y), (x + wide, y + high), RAISED)
    imgui.dummy((wide, high))
    imgui.same_line(spacing=GAP * view_and_scale()[1])


def _seats(match: ShownMatch, room: float) -> None:
    """Draw a badge for each seat; highlight free seats. A line of badges is at most ``room`` points wide."""
    gap, used = imgui.get_style().item_spacing.x, 0.0
    for place, words in enumerate(match.seats):
        words = elided(words, room)
        width = badge_width(words)
        if place and used + gap + width <= room:
            imgui.same_line(0, gap)
            used += gap + width
        else:
            used = width
        badge(words, GOOD if words.endswith("free") else CAPTION)

"""The page of servers: servers in the local network, servers visited before, and a field for another address."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui_ctx

from gpulife.online.client.server_address import ServerAddress
from gpulife.window.design import CAPTION, GOOD, NOTICE
from gpulife.window.online.lobby import Lobby, OwnMatch, ServerLine
from gpulife.window.online.lobby_pages import BACK, HOST, NAME, name_tile
from gpulife.window.panels.widgets import (
    back_pressed,
    card,
    default_focus,
    group_title,
    icon_tiles,
    line_card,
    sentence,
    wrapped_text,
)
from gpulife.window.start.setup_page import page, title_with_back

ADDRESS, STOP = "address", "stop"
_NOBODY = (
    "No server yet. Host a game here, or on another machine in this network. "
    "To host without a window, run 'gpulife serve --lan'."
)


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """The server that the user chose on the page."""

    address: ServerAddress


def servers_page(lobby: Lobby, name: str, *, asks_to_stop: bool = False) -> ServerChoice | OwnMatch | str | None:
    """Draw the page over the whole window.

    Args:
        lobby: the known servers.
        name: the user's name; "" if there is none yet.
        asks_to_stop: True if the button "Stop hosting" was pressed once and now asks for a second press.

    Returns:
        A server, one of the user's matches, or BACK, NAME, ADDRESS, HOST or STOP for the pressed button; None if
        nothing was chosen.
    """
    chosen: ServerChoice | OwnMatch | str | None = None
    with page("servers"):
        if title_with_back("On-line play"):
            chosen = BACK
        if lobby.problem:
            wrapped_text(lobby.problem, NOTICE)
        here, visited, own = lobby.in_house, lobby.visited, lobby.own_matches
        choices = {HOST: ("Host a game", icons.ICON_FA_TOWER_BROADCAST)}
        choices[ADDRESS] = "Type an address", icons.ICON_FA_LINK
        choices[NAME] = name_tile(name)
        if lobby.own is not None:
            choices[STOP] = "Send everybody away?" if asks_to_stop else "Stop hosting", icons.ICON_FA_CIRCLE_STOP
        pressed = icon_tiles(dict(choices.values()), 0, default=None if own or here or visited else 0)
        if pressed is not None:
            chosen = list(choices)[pressed]
        if own:
            group_title("Your matches")
            chosen = _matches(own) or chosen
        group_title("Servers in your network")
        if not here:
            with card("nobody"):
                wrapped_text(_NOBODY)
        chosen = _lines(here, "here", focuses=not own) or chosen
        if visited:
            group_title("Visited before")
            chosen = _lines(visited, "visited", focuses=not (own or here)) or chosen
    return BACK if back_pressed() else chosen


def _matches(matches: Sequence[OwnMatch]) -> OwnMatch | None:
    """Draw a button for each of the user's matches; return the match whose button was pressed, or None.

    The first button gets the focus whenever no other widget has it.
    """
    chosen = None
    for place, match in enumerate(matches):
        with imgui_ctx.push_id(f"own {match.address.text} {match.code}"):
            if line_card(icons.ICON_FA_CHESS_BOARD, match.title, match.about):
                chosen = match
            if place == 0:
                default_focus()
    return chosen


def _lines(lines: Sequence[ServerLine], name: str, *, focuses: bool) -> ServerChoice | None:
    """Draw a button for each server; return the server whose button was pressed, or None.

    If ``focuses`` is True, the first button gets the focus whenever no other widget has it.
    """
    chosen = None
    with imgui_ctx.push_id(name):
        for place, line in enumerate(lines):
            with imgui_ctx.push_id(str(place)):
                if _server_card(line):
                    chosen = ServerChoice(line.address)
                if focuses and place == 0:
                    default_focus()
    return chosen


def _server_card(line: ServerLine) -> bool:
    """Draw a card with a server's name and facts about it; return True if it was pressed."""
    state = (sentence(line.problem), NOTICE) if line.problem else (line.state, GOOD if line.matches else CAPTION)
    return line_card(icons.ICON_FA_SERVER, line.title, line.about, state)

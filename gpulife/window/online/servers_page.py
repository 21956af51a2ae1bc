"""The page of servers: servers in the local network, servers visited before, and a field for another address."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.online.client.server_address import ServerAddress
from gpulife.window.design import CAPTION, DANGER_GROUND, GOOD, NOTICE, TEXT
from gpulife.window.online.lobby import Lobby, OwnMatch, ServerLine
from gpulife.window.online.lobby_pages import (
    BACK,
    CANCEL,
    HOST,
    NAME,
    STARTING,
    STARTING_ABOUT,
    name_tile,
    problem_card,
    waiting_card,
)
from gpulife.window.online.own_server import OwnServer
from gpulife.window.panels.pages import back_pressed, card, default_focus
from gpulife.window.panels.widgets import (
    button_colour,
    buttons,
    caption,
    group_title,
    icon_tiles,
    line_card,
    sentence,
    wrapped_text,
)
from gpulife.window.start.setup_page import begin_button, page, picture_column, title_with_back

ADDRESS, STOP = "address", "stop"
_LEAD = "Play with people at other machines"
_ABOUT = (
    "In this network: one of you hosts a match, and it appears here on every other machine.",
    "In another house: type the address of a server that you both can reach, or the link that its host sends you.",
    "No gpulife there? A browser or a phone can join, too.",
)
_NOBODY = "Press Host a match: then the others find you in this list. A server elsewhere has an address to type."


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """The server that the user chose on the page."""

    address: ServerAddress


def servers_page(
    lobby: Lobby, name: str, picture: int | None = None, *, starts: bool = False, asks_to_stop: bool = False
) -> ServerChoice | OwnMatch | str | None:
    """Draw the page over the whole window.

    Args:
        lobby: the known servers.
        name: the user's name; "" if there is none yet.
        picture: OpenGL ID of the texture with the page's moving picture; None while there is none.
        starts: True while this window's server starts; then the page waits for it.
        asks_to_stop: True if the button "Stop hosting" was pressed once and now asks for a second press.

    Returns:
        A server, one of the user's matches, or BACK, NAME, ADDRESS, HOST, STOP or CANCEL for the pressed button; None
        if nothing was chosen.
    """
    chosen: ServerChoice | OwnMatch | str | None = None
    with page("starting" if starts else "servers"):
        if title_with_back("On-line play"):
            chosen = BACK
        with picture_column(picture, _LEAD):
            for line in _ABOUT:
                caption(line)
        with imgui_ctx.begin_child("choices", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened):
            if starts:
                chosen = CANCEL if waiting_card(STARTING, STARTING_ABOUT) else chosen
            else:
                chosen = _choices(lobby, name, asks_to_stop=asks_to_stop) or chosen
    return BACK if back_pressed() else chosen


def _choices(lobby: Lobby, name: str, *, asks_to_stop: bool) -> ServerChoice | OwnMatch | str | None:
    """Draw the right column of the page, and return the user's choice. Arguments are those of :func:`servers_page`."""
    here, visited, own = lobby.in_house, lobby.visited, lobby.own_matches
    chosen: ServerChoice | OwnMatch | str | None = None
    if lobby.problem:
        problem_card(lobby.problem)
    if lobby.own is not None and lobby.own.is_ready and _own_server(lobby.own, asks_to_stop=asks_to_stop):
        chosen = STOP
    if begin_button("Host a match", focuses=not (own or here or visited)):
        chosen = HOST
    choices = {ADDRESS: ("Join by address or code", icons.ICON_FA_LINK), NAME: name_tile(name)}
    if (pressed := icon_tiles(dict(choices.values()))) is not None:
        chosen = list(choices)[pressed]
    if own:
        group_title("Your matches")
        chosen = _matches(own) or chosen
    group_title("Servers in your network")
    if not here:
        with card("nobody"):
            imgui.text("Nobody hosts in this network yet.")
            wrapped_text(_NOBODY)
    chosen = _lines(here, "here", focuses=not own) or chosen
    if visited:
        group_title("Visited before")
        chosen = _lines(visited, "visited", focuses=not (own or here)) or chosen
    return chosen


def _own_server(own: OwnServer, *, asks_to_stop: bool) -> bool:
    """Draw a card about the server that this window runs; return True if the button to stop it was pressed."""
    who = "Everybody in your network can reach it" if own.is_open else "Only this machine can reach it"
    with card("own server"):
        wrapped_text(f"You are hosting: your server runs at {own.there.text}", TEXT)
        wrapped_text(f"{who}. It stops when you leave your match or close this window.")
        with button_colour(DANGER_GROUND, on=asks_to_stop):
            return buttons(["Stop it for everybody?" if asks_to_stop else "Stop hosting"]) is not None


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

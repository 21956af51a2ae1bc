"""On-line play on a stage: fake servers in a lobby, and helpers that press buttons on its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.games.registry import GAMES
from gpulife.online.client.known_servers import KnownServers
from gpulife.online.client.lobby_connection import LobbyState
from gpulife.online.client.server_address import Destination, ServerAddress
from gpulife.online.found_server import FoundServer
from gpulife.online.protocol import PROTOCOL, ListedMatch, Moderate, People, Person, Seated
from gpulife.window.online.host_form import HostForm
from gpulife.window.online.host_page import HostPage
from gpulife.window.online.lobby import Lobby
from gpulife.window.online.lobby_screen import LobbyScreen
from gpulife.window.online.online_card import TalkedLine
from gpulife.window.online.people_screen import PeopleScreen
from gpulife.window.online.waiting_card import how_it_begins
from gpulife.window.play.game_controller import AnyController

HOME = FoundServer("Ada's server", "192.168.1.7", 7171, matches=4)
OTHERS = (
    HOME,
    FoundServer("The club in the old school, second floor", "192.168.1.12", 7171),
    FoundServer("From the future", "192.168.1.30", 4000, PROTOCOL + 1, PROTOCOL + 3, matches=1),
)
MATCHES = (
    ListedMatch(
        "1",
        "Friday evening",
        "biowar",
        "NORM",
        "BioWar:6:P24,11",
        ("Ada", "", "computer:2", "nobody", "Grace", ""),
        3,
        running=True,
        host="Ada",
    ),
    ListedMatch("2", "", "seed-list", "WILD", "Immigration:T160,88", ("Bob", ""), host="Bob"),
    ListedMatch("3", "", "p2life", "12", "P2Life:T64,64", ("Konrad", "Edsger"), 12, running=True, host="Konrad"),
    ListedMatch(
        "4",
        "Since March",
        "realtime",
        "",
        "RealTime:26:P72,224",
        ("Ada", "Bob", *[""] * 24),
        1,
        running=True,
        host="Ada",
    ),
    ListedMatch("5", "", "chess", "", "", ("A", ""), host="Emanuel", first=PROTOCOL + 1, last=PROTOCOL + 1),
    ListedMatch("6", "The final", "life-2", "FAST", "Immigration:P5,5", ("Ada", "Bob"), 2, over=True, host="Ada"),
)
OPEN = LobbyState(
    is_open=True,
    server="Ada's server",
    version="1.0.0",
    name="Ada",
    matches=MATCHES,
    ping=3,
)


class FakeBrowser:
    """Finds the given servers."""

    def __init__(self, servers: tuple[FoundServer, ...] = OTHERS) -> None:
        self.servers = servers
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


class FakeConnection:
    """Has the given state."""

    def __init__(self, address: ServerAddress, name: str, known: KnownServers) -> None:
        del known
        self.asked = address, name
        self.state = OPEN
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


def fake_lobby(folder: Path) -> Lobby:
    """Return a lobby whose servers are fake."""
    known = KnownServers(folder / "servers.json")
    known.remember(ServerAddress("life.example.org", 443, tls=True), "Everybody's server", "t")
    known.remember(ServerAddress("192.168.1.7"), "Ada's server", "secret")
    return Lobby(known, FakeBrowser, FakeConnection)  # type: ignore[arg-type]


def show_lobby(stage: Stage, name: str = "Ada") -> LobbyScreen:
    """Show the page with the servers, all fake; destinations are noted in ``stage.went``."""
    stage.screens.lobby = fake_lobby(stage.data.parent)
    stage.shell.settings = replace(stage.shell.settings, online_name=name)
    went: list[Destination] = []
    stage.went = went  # type: ignore[attr-defined]
    stage.shell.play_online = went.append
    stage.shell.show_lobby()
    stage.frames(3)
    return lobby_screen(stage)


def lobby_screen(stage: Stage) -> LobbyScreen:
    top = stage.screens.top
    assert isinstance(top, LobbyScreen)
    return top


def connection(stage: Stage) -> FakeConnection:
    return stage.screens.lobby._connection  # type: ignore[return-value]


def nobody_there(stage: Stage) -> None:
    stage.screens.lobby._browser.servers = ()  # type: ignore[union-attr, misc]
    stage.frames(2)


def matches_there(stage: Stage) -> None:
    stage.screens.lobby.open(ServerAddress("192.168.1.7"), "Ada")
    stage.frames(3)


def server_asked(stage: Stage) -> None:
    matches_there(stage)
    connection(stage).state = replace(OPEN, is_open=False)
    stage.frames(3)


def server_gone(stage: Stage) -> None:
    matches_there(stage)
    connection(stage).state = replace(OPEN, is_open=False, problem="nobody answers there (Connection refused)")
    stage.frames(3)


def host_form(stage: Stage, name: str) -> None:
    stage.shell.show_lobby(form=HostForm(name))
    stage.frames(3)


class FakeOwnServer:
    """A server of the window that shows the given state."""

    is_ready, problem, is_open = False, "", True
    addresses = ("192.168.1.5",)
    here = there = ServerAddress("127.0.0.1", 4000)
    is_closed = False

    def close(self) -> None:
        self.is_closed = True


def hosting(stage: Stage) -> FakeOwnServer:
    """Let the window run a fake server that accepts connections."""
    own = FakeOwnServer()
    own.is_ready = True  # type: ignore[misc]
    stage.screens.lobby.own = own  # type: ignore[assignment]
    stage.frames(3)
    return own


def starting(stage: Stage, name: str) -> HostPage:
    """Show the page for hosting a match while the window's server, which is fake, starts."""
    stage.screens.lobby.own = FakeOwnServer()  # type: ignore[assignment]
    host_form(stage, name)
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, HostPage)
    press_button(stage, "Host for my network")
    return page


def unfold(stage: Stage) -> HostPage:
    """Show all choices of the page for hosting; return the page."""
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, HostPage)
    page.is_unfolded = True
    return page


def press_button(stage: Stage, label: str) -> Stage:
    """Press a button or a tile by its label, like a click on it."""
    pressed: list[str] = []

    def pressing(draw: Callable[..., bool]) -> Callable[..., bool]:
        def button(words: str, *size: Any) -> bool:
            is_it = not pressed and words.split("##")[0] == label
            if is_it:
                pressed.append(words)
            return bool(draw(words, *size)) or is_it

        return button

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imgui, "button", pressing(imgui.button))
        patch.setattr(imgui, "invisible_button", pressing(imgui.invisible_button))
        stage.frames(1)
    assert pressed, f"no button {label!r}"
    return stage.frames(3)


class FakeMatch:
    """A match with people that notes what the host does."""

    is_reached = True

    def __init__(
        self, *, is_host: bool, host: str = "127.0.0.1", game: str = "biowar", has_begun: bool = False
    ) -> None:
        self.address = ServerAddress(host, 7171)
        self.seated = Seated("1", "K7PQ2MXA", {}, 0, host=is_host)
        self.people = People(
            (
                Person(1, "Ada", 0, here=True, ping=2, muted=False),
                Person(2, "Grace", 2, here=False, ping=0, muted=False),
                Person(3, "Bob the very talkative one", 3, here=True, ping=231, muted=True),
                Person(7, "Konrad", -1, here=True, ping=12, muted=False),
            ),
            ("Ada", "", "Grace", "Bob", "computer:2", "nobody"),
            4,
        )
        self.done: list[Moderate] = []
        self.game = GAMES[game]
        self.has_begun, self.may_begin, self.begun = has_begun, is_host and not has_begun, list[int]()
        self.is_over = self.may_ask_again = False
        self.again_label, self.asked = "Another game", 0
        self.sent: list[str] = []
        self.said = [TalkedLine("Grace", "Hi!", (86, 180, 233)), TalkedLine("Konrad (watches)", "Good luck to all")]

    def what_next(self, controller: AnyController) -> tuple[str, ...]:
        del controller
        waits = "Waiting for 1 more player to join"
        return (waits,) if self.seated.host else (waits, how_it_begins(self.people, self.seated.seat, "{start}"))

    def begin(self, level: int) -> str:
        self.begun.append(level)
        return ""

    def ask_again(self) -> None:
        self.asked += 1

    def moderate(self, what: Moderate) -> None:
        self.done.append(what)

    def say(self, text: str) -> None:
        self.sent.append(text)
        self.said.append(TalkedLine("Ada", text))


def show_people(
    stage: Stage,
    *,
    is_host: bool = True,
    host: str = "192.168.1.7",
    game: str = "biowar",
    has_begun: bool = False,
) -> FakeMatch:
    """Show the page with the people of a fake match."""
    match = FakeMatch(is_host=is_host, host=host, game=game, has_begun=has_begun)
    stage.screens.lobby = fake_lobby(stage.data.parent)
    screens = stage.screens
    stage.screens.push(
        PeopleScreen(stage.shell, screens, match, screens.lobby, lambda: stage.controller)  # type: ignore[arg-type]
    )
    stage.frames(3)
    return match

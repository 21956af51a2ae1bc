"""The servers that the window knows: nearby servers, servers visited before, and its own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gpulife.closing import Closing
from gpulife.errors import GpulifeError
from gpulife.games.registry import GAMES
from gpulife.online.client.known_servers import KnownMatch, KnownServer, KnownServers
from gpulife.online.client.server_address import Destination, ServerAddress, read_address
from gpulife.online.found_server import FoundServer
from gpulife.online.protocol import ANY_SEAT, WATCH, Host, Join
from gpulife.online.shown_text import shown_text
from gpulife.storage.folders import data_folder
from gpulife.window.online.own_server import OwnServer
from gpulife.window.online.shown_match import versions_problem
from gpulife.window.panels.widgets import sentence

if TYPE_CHECKING:
    from gpulife.online.client.lobby_connection import LobbyConnection, LobbyState

OWN_NAME = "This window"


class Browser(Protocol):
    """Searches the local network for servers."""

    @property
    def servers(self) -> tuple[FoundServer, ...]:
        """The servers found so far."""

    def close(self) -> None:
        """Stop searching."""


def look_around() -> Browser:
    """Begin to search the local network for servers."""
    from gpulife.online.discovery import ServerBrowser  # importing this takes a tenth of a second

    return ServerBrowser()


def ask_server(address: ServerAddress, name: str, known: KnownServers) -> "LobbyConnection":
    """Return a connection that asks a server for its list of matches."""
    from gpulife.online.client.connection import Connection  # imported here, because only matches need them
    from gpulife.online.client.lobby_connection import LobbyConnection

    return LobbyConnection(Connection(address, name, known=known))


@dataclass(frozen=True, slots=True)
class ServerLine:
    """A server in the lists on the page of servers.

    Attributes:
        address: the server's address.
        title: the server's name, or its address if the name is unknown.
        about: where the server is, as one line.
        matches: number of matches there; None if unknown.
        problem: why this gpulife cannot play there; "" if it can.
    """

    address: ServerAddress
    title: str
    about: str
    matches: int | None = None
    problem: str = ""

    @property
    def state(self) -> str:
        """The number of matches in words; "" if unknown."""
        if self.matches is None:
            return ""
        return f"{self.matches} match{'es' if self.matches > 1 else ''}" if self.matches else "No match yet"


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match that the user hosts or has a seat in.

    Attributes:
        address: address of the match's server.
        code: the match's invite code.
        title: the names of the game and of the server, as one line.
        about: what a click on the match does.
        host_again: how to start this window's server before joining: "open" for the local network, "closed" for this
            machine only; "" if it need not be started.
    """

    address: ServerAddress
    code: str
    title: str
    about: str
    host_again: str = ""


@dataclass(frozen=True, slots=True)
class _Lists:
    """A snapshot of the lists on the pages of on-line play. The fields are named like :class:`Lobby`'s properties."""

    in_house: tuple[ServerLine, ...]
    visited: tuple[ServerLine, ...]
    own_matches: tuple[OwnMatch, ...]
    state: "LobbyState | None"


class Lobby(Closing):
    """The known servers, for the pages of on-line play.

    Args:
        known: the servers visited before; None to load them from the user's folder.
        browse: function that begins to search the local network for servers.
        ask: function that opens a connection to a server's list of matches.

    Attributes:
        address: address of the server whose page is shown; None if no such page is shown.
        code: invite code that was part of the typed address; "" if there was none.
        name: the user's name at this server.
        own: the server that this window runs; None if it runs no server.
        problem: one line about the latest failure; "" for none.
    """

    def __init__(
        self,
        known: KnownServers | None = None,
        browse: Callable[[], Browser] = look_around,
        ask: Callable[[ServerAddress, str, KnownServers], "LobbyConnection"] = ask_server,
    ) -> None:
        self._known = known
        self._browse, self._ask = browse, ask
        self._browser: Browser | None = None
        self._connection: LobbyConnection | None = None
        self._visited: tuple[KnownServer, ...] | None = None
        self._picture: _Lists | None = None
        self._held: _Lists | None = None
        self.name = ""
        self.address: ServerAddress | None = None
        self.code = ""
        self.own: OwnServer | None = None
        self.problem = ""

    @property
    def known(self) -> KnownServers:
        """The servers visited before."""
        if self._known is None:
            self._known = KnownServers.usual()
        return self._known

    # The lists of servers.

    def look(self) -> None:
        """Begin to search the local network for servers."""
        self._visited = None
        if self._browser is None:
            self._browser = self._browse()

    def look_up_again(self) -> None:
        """Read the known servers and the user's matches from disk again, since they may have changed."""
        self._visited = None

    def look_no_more(self) -> None:
        """Stop searching the local network for servers."""
        if self._browser is not None:
            self._browser.close()
            self._browser = None

    @contextmanager
    def held(self, *, as_before: bool) -> Iterator[None]:
        """Keep the lists unchanged inside the ``with`` block, which draws a page.

        Args:
            as_before: True to use the lists of the previous frame again. Callers do this while the user holds a mouse
                button, because a widget that moved during a click would not react.
        """
        if self._picture is None or not as_before:
            self._picture = _Lists(self.in_house, self.visited, self.own_matches, self.state)
        self._held = self._picture
        try:
            yield
        finally:
            self._held = None

    @property
    def in_house(self) -> tuple[ServerLine, ...]:
        """The servers in the local network. This window's server comes first."""
        if self._held is not None:
            return self._held.in_house
        own = self._own_lines()
        mine = {(line.address.host, line.address.port) for line in own}
        if self.own is not None:
            mine |= {(host, self.own.here.port) for host in self.own.addresses}
        found = self._browser.servers if self._browser is not None else ()
        return own + tuple(_found_line(each) for each in found if (each.host, each.port) not in mine)

    @property
    def visited(self) -> tuple[ServerLine, ...]:
        """Servers visited before, the latest first, without this window's server and those in the local network."""
        if self._held is not None:
            return self._held.visited
        here = {line.address for line in self.in_house}
        others = (each for each in self._known_servers if not each.own)
        lines = (ServerLine(each.server_address, each.name or each.address, each.address) for each in others)
        return tuple(line for line in lines if line.address not in here)

    @property
    def _known_servers(self) -> tuple[KnownServer, ...]:
        if self._visited is None:
            self._visited = self.known.load()
        return self._visited

    @property
    def own_matches(self) -> tuple[OwnMatch, ...]:
        """Known matches that the user hosts or has a seat in, the latest first."""
        if self._held is not None:
            return self._held.own_matches
        return tuple(self._own_match(server, match) for server in self._known_servers for match in server.matches)

    def _own_match(self, server: KnownServer, match: KnownMatch) -> OwnMatch:
        game = GAMES.get(match.game)
        title = shown_text(match.game, 20) if game is None else game.title
        code = shown_text(match.code, 40)
        runs = self.own is not None and self.own.is_ready
        where = "your own server" if server.own else shown_text(server.name, 40) or server.address
        about = f"Invite code {code}: return to the match"
        if server.own and not runs:
            reach = "for your network" if server.own == "open" else "on this machine only"
            about = f"Invite code {code}: host this match again {reach} and return to it"
        address = self.own.here if server.own and self.own is not None and runs else server.server_address
        return OwnMatch(address, match.code, f"{title}, at {where}", about, "" if runs else server.own)

    def _own_lines(self) -> tuple[ServerLine, ...]:
        if self.own is None or not self.own.is_ready:
            return ()
        return (ServerLine(self.own.here, OWN_NAME, f"Your own server, at {self.own.there.text}"),)

    # The server whose page is shown.

    @property
    def state(self) -> "LobbyState | None":
        """The latest information from the server whose page is shown; None if no such page is shown."""
        if self._held is not None:
            return self._held.state
        return None if self._connection is None else self._connection.state

    def open(self, address: ServerAddress, name: str, code: str = "") -> None:
        """Connect to a server, under the user's name, and follow its list of matches until :meth:`leave`."""
        self.leave()
        self.address, self.code, self.problem, self.name = address, code, "", name
        self._connection = self._ask(address, name, self.known)

    def open_typed(self, text: str, name: str) -> None:
        """Connect to the server at a typed address. If the text is the link of a match, go to that match.

        Raises:
            UsageError: the text is not an address.
        """
        invitation = read_address(text)
        self.open(invitation.address, name, invitation.code)

    def rename(self, name: str) -> None:
        """Connect to the shown server again under another name of the user. Do nothing if no server is shown."""
        if self.address is not None:
            self.open(self.address, name, self.code)

    def leave(self) -> None:
        """Disconnect from the server."""
        if self._connection is not None:
            self._connection.close()
        self._connection, self.address, self.code, self._picture = None, None, "", None

    def destination(self, wish: Join | Host) -> Destination:
        """Return the shown server's address, the request ``wish`` and the user's name, to join or host a match."""
        assert self.address is not None  # noqa: S101 - the page shows a server
        return Destination(self.address, wish, self.name)

    def join(self, match: str, *, watch: bool = False) -> Destination:
        """Return the shown server's address, the request and the user's name, for joining or watching a match.

        ``match`` is the match's ID or invite code. ``watch`` is True to watch the match, False to take a seat.
        """
        return self.destination(Join(match, WATCH if watch else ANY_SEAT))

    # This window's server.

    def invitation(self, address: ServerAddress) -> ServerAddress | None:
        """Return the address at which other people reach the server at ``address``; None if they cannot."""
        if self.own is not None and address == self.own.here:
            return self.own.there if self.own.is_open else None
        return None if address.host in ("localhost", "127.0.0.1", "::1") else address

    def serve(self, name: str, *, is_open: bool) -> None:
        """Run a server for this window. Restart a running server only if it must become open to the network.

        Raises:
            GpulifeError: the server cannot be started.
        """
        if self.own is not None and (self.own.problem or (is_open and not self.own.is_open)):
            self.stop_serving()
        if self.own is None:
            self.own = OwnServer(name, data_folder() / "server", is_open=is_open)

    def note_own(self) -> None:
        """If this window's server is ready, add it to the list of visited servers."""
        if self.own is not None and self.own.is_ready:
            self.known.note_own(self.own.here, is_open=self.own.is_open)

    def stop_serving(self) -> None:
        """Stop this window's server."""
        if self.own is not None:
            self.own.close()
            self.own = None
            self._visited = None  # its matches are now listed as waiting there

    def close(self) -> None:
        """Close all connections, and stop this window's server. Call this when the window closes."""
        self.look_no_more()
        self.leave()
        self.stop_serving()


def _found_line(server: FoundServer) -> ServerLine:
    address = ServerAddress(server.host, server.port, server.tls)
    problem = versions_problem(server.first, server.last)
    return ServerLine(address, server.name, f"At {address.text}", server.matches, problem)


def error_line(error: GpulifeError) -> str:
    """Return an error's message as a sentence for pages."""
    return sentence(shown_text(str(error), 200))


def server_title(state: "LobbyState | None", address: ServerAddress, lines: Sequence[ServerLine]) -> str:
    """Return a server's title: the name that the server sent, else its title in ``lines``, else its address."""
    if state is not None and state.server:
        return state.server
    return next((line.title for line in lines if line.address == address), address.text)

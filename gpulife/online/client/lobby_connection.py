"""Gives the lobby a server's current list of matches, and the user's name on that server.

The connection never blocks its caller. The lobby reads :attr:`LobbyConnection.state` once a frame.
"""

from dataclasses import dataclass

from gpulife.closing import Closing
from gpulife.online.client.connection import Connection, Status
from gpulife.online.protocol import Browse, ListedMatch, MatchList, Refused, Welcome
from gpulife.online.shown_text import shown_text

_MAX_LINE = 200


@dataclass(frozen=True, slots=True)
class LobbyState:
    """A snapshot of what the lobby knows about a server.

    Attributes:
        is_open: True if the server has welcomed the client and is connected.
        problem: one line that says why the connection is not open, or, if it is open, why the server last refused a
            request; "" if there is no problem.
        server: the server's name; "" if unknown.
        version: the server's gpulife version.
        name: the user's name on the server, as others see it.
        matches: the server's matches.
        ping: round-trip time in milliseconds; 0 if unknown.
    """

    is_open: bool = False
    problem: str = ""
    server: str = ""
    version: str = ""
    name: str = ""
    matches: tuple[ListedMatch, ...] = ()
    ping: int = 0


class LobbyConnection(Closing):
    """Keeps a server's list of matches up to date until it is closed, even if the connection is lost for a while.

    Args:
        connection: a connection that is not open yet; this object opens and closes it.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._refusal = ""
        self._matches: tuple[ListedMatch, ...] = ()
        connection.open()

    @property
    def state(self) -> LobbyState:
        """The current state, including all messages received so far."""
        connection = self._connection
        self._take(connection)
        welcome, is_open = connection.welcome, connection.status is Status.UP
        return LobbyState(
            is_open,
            shown_text("" if is_open else connection.problem, _MAX_LINE) or self._refusal,
            shown_text(welcome.server if welcome else "", 40),
            shown_text(welcome.version if welcome else "", 20),
            shown_text(welcome.name if welcome else "", 32),
            self._matches,
            max(1, round(connection.round_trip * 1000)) if connection.round_trip else 0,
        )

    def close(self) -> None:
        """Close the connection without waiting for the server, which may not respond."""
        self._connection.close(waits=False)

    def _take(self, connection: Connection) -> None:
        for _, message in connection.take():
            match message:
                case Welcome():
                    connection.send(Browse())
                case MatchList():
                    self._matches = message.matches
                case Refused():
                    self._refusal = shown_text(message.reason, _MAX_LINE)
                case _:
                    pass

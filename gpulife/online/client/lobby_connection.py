"""A connection as a lobby uses it: who one is at a server, and its list of matches as it changes.

Nobody waits for it: whoever draws the list asks for :attr:`LobbyConnection.state` once a frame.
"""

from dataclasses import dataclass

from gpulife.closing import Closing
from gpulife.online.client.connection import Connection, Status
from gpulife.online.protocol import Browse, ListedMatch, MatchList, Refused, Welcome
from gpulife.online.shown_text import shown_text

_MAX_LINE = 200


@dataclass(frozen=True, slots=True)
class LobbyState:
    """What is known of a server at a moment.

    Attributes:
        is_open: whether one is welcome there now.
        problem: one line that says why not, or what was refused last; "" for nothing.
        server: what it calls itself; "" as long as it has not said so.
        version: version of its gpulife.
        name: one's name there, as others see it.
        matches: its matches.
        ping: milliseconds of a round trip; 0 if that is not known.
    """

    is_open: bool = False
    problem: str = ""
    server: str = ""
    version: str = ""
    name: str = ""
    matches: tuple[ListedMatch, ...] = ()
    ping: int = 0


class LobbyConnection(Closing):
    """Asks a server for its matches until it is closed, and again whenever the connection comes back.

    Args:
        connection: the connection, which is opened and closed here.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._refusal = ""
        self._matches: tuple[ListedMatch, ...] = ()
        connection.open()

    @property
    def state(self) -> LobbyState:
        """What is known now, with all that has come until now."""
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
        """Ask no more; nobody waits for the end of a connection that may be on its way to nowhere."""
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

"""Where somebody wants to play or watch: what the lobby hands to whoever opens the connection of a match."""

from dataclasses import dataclass

from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.protocol import Host, Join


@dataclass(frozen=True, slots=True)
class Destination:
    """A match on a server, to be joined or begun.

    Attributes:
        address: the server.
        wish: what it is asked for.
        name: one's name there.
    """

    address: ServerAddress
    wish: Join | Host
    name: str = ""

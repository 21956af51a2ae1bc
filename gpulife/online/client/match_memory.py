"""What a connection remembers of the match at which one is, so that the lobby can offer the way back to it."""

from gpulife.online.lobby.known_servers import KnownServers
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.protocol import Ended, Join, Refused, Seated


class MatchMemory:
    """Notes the match that one hosts or has a seat at, until it ends or one leaves it.

    Args:
        known: where that is noted.
        address: the server.
    """

    def __init__(self, known: KnownServers, address: ServerAddress) -> None:
        self._known, self._address = known, address
        self._seated: Seated | None = None

    def note_leaving(self, *, has_begun: bool) -> None:
        """Forget the match that one leaves for good. Who hosts one that has not begun may want to come back to it."""
        if self._seated is not None and (has_begun or not self._seated.host):
            self._known.forget_match(self._address, self._seated.code)

    def note_received(self, message: Seated | Ended | Refused, wish: Join | None) -> None:
        """Take in what the server says; ``wish`` is what it was asked for and is not asked for again."""
        match message:
            case Seated() if message.seat >= 0 or message.host:
                self._seated = message
                self._known.note_match(self._address, message.code, str(message.match.get("game", "")))
            case Seated():
                self._seated = None
            case Ended() if message.secret and self._seated is not None:
                self._known.forget_match(self._address, self._seated.code)
            case Refused(code="unknown") if wish is not None:
                self._known.forget_match(self._address, wish.match)

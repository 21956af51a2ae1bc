"""The place at a match that a connection asks for again when it comes back."""

from gpulife.online.protocol import (
    ANY_SEAT,
    WATCH,
    ClientMessage,
    Ended,
    Join,
    Leave,
    Refused,
    Seated,
    ServerMessage,
)

ATTEMPT_SECONDS = 0.5
"""Pause before a match is asked for again that the server does not know: it may have just begun."""
_ATTEMPTS = 30


class Rejoining:
    """What to ask for, by what was asked for and answered.

    Attributes:
        wish: what to ask for; None for nothing.
    """

    def __init__(self) -> None:
        self.wish: Join | None = None
        self._attempts = 0  # how often to ask again for a match that is not there

    @property
    def tries_again(self) -> bool:
        """Whether a match that is not there is asked for again."""
        return self._attempts > 0

    def note_sent(self, message: ClientMessage) -> None:
        """Take in that somebody asks for a place, or leaves one."""
        match message:
            case Join():
                self.wish, self._attempts = message, 0
            case Leave():
                self.wish = None

    def note_received(self, message: ServerMessage) -> bool:
        """Take in what a server says; return whether to ask again soon, as a match where one was is not there yet."""
        match message:
            case Seated() if self.wish is None or self.wish.seat != WATCH:
                self.wish = Join(message.code or message.id, ANY_SEAT if message.seat >= 0 else WATCH)
                self._attempts = _ATTEMPTS
            case Refused(code="unknown") if self.wish is not None and self._attempts:
                self._attempts -= 1
                return True
            case Ended() if not message.waits:
                self.wish, self._attempts = None, 0
        return False

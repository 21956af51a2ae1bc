"""Pads take seats, and keep them while they are unplugged. Notices tell people about it."""

from dataclasses import dataclass
from enum import StrEnum


class NoticeKind(StrEnum):
    """Kinds of notices."""

    JOINED = "joined"
    LOST = "lost"
    """A player's pad was unplugged. Competitive games halt then."""
    BACK = "back"
    FULL = "full"
    """Somebody wants to join, and no seat is free."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for the people at the screen.

    Attributes:
        kind: what happened.
        player: the player concerned; NOBODY if no seat was free.
        device: "keyboard", or the name of the pad.
    """

    kind: NoticeKind
    player: int
    device: str

    @property
    def text(self) -> str:
        """The notice as a sentence."""
        return {
            NoticeKind.JOINED: f"Player {self.player + 1} plays with {self.device}",
            NoticeKind.LOST: f"The pad of player {self.player + 1} is gone: {self.device}",
            NoticeKind.BACK: f"The pad of player {self.player + 1} is back: {self.device}",
            NoticeKind.FULL: f"No seat is free for {self.device}",
        }[self.kind]


@dataclass(slots=True)
class _Claim:
    socket: int | None  # None while the pad is away
    guid: str
    name: str


class SeatClaims:
    """The seats taken by pads. A connected pad is identified by its socket, a returning one by its guid.

    Attributes:
        seats: number of players in the game.
        reserved: players whose seats no pad may take, because the computer plays them.
        awaited: guids of pads that will return soon. No other pad may take their seats.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.reserved: frozenset[int] = frozenset()
        self.awaited: frozenset[str] = frozenset()
        self._claims: dict[int, _Claim] = {}

    def seat_of(self, socket: int) -> int | None:
        """Return the player who holds a pad; None if nobody does."""
        return next((player for player, claim in self._claims.items() if claim.socket == socket), None)

    def name_of(self, player: int) -> str | None:
        """Return the name of a player's pad, connected or not; None if they have none."""
        return self._claims[player].name if player in self._claims else None

    def has_pad(self, player: int) -> bool:
        """Return whether a player's pad is connected."""
        return player in self._claims and self._claims[player].socket is not None

    def plug_in(self, socket: int, guid: str) -> int | None:
        """Return a plugged-in pad to its former seat; return the player, or None if it had no seat."""
        away = [player for player, claim in self._claims.items() if claim.socket is None and claim.guid == guid]
        if away:
            self._claims[min(away)].socket = socket
        return min(away, default=None)

    def unplug(self, socket: int) -> int | None:
        """Keep the seat of an unplugged pad; return the player, or None if it had no seat."""
        player = self.seat_of(socket)
        if player is not None:
            self._claims[player].socket = None
        return player

    def join(self, socket: int, guid: str, name: str, keyboards: set[int]) -> int | None:
        """Give a pad a seat and return the player; None if no seat is free.

        A seat with a missing pad comes first, since a second pad is probably its replacement. A seat played on the
        keyboard comes last, and is shared with the keyboard.
        """
        # A second phone probably belongs to another person, so it must not get the seat of one that is briefly away.
        missing = {
            player for player, claim in self._claims.items() if claim.socket is None and claim.guid not in self.awaited
        }
        possible = [player for player in range(self.seats) if player in missing or player not in self._claims]
        free = [player for player in possible if player not in self.reserved]
        if not free:
            return None
        player = min(free, key=lambda player: (player not in missing, player in keyboards, player))
        self._claims[player] = _Claim(socket, guid, name)
        return player

    def leave_seat(self, player: int) -> None:
        """Free a seat; its pad can join again."""
        self._claims.pop(player, None)

"""The people at a match: who has which seat, who only watches, who is away, and whom the host has muted."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gpulife.games.core.game import NOBODY
from gpulife.online.protocol import People, Person
from gpulife.online.seat_texts import told_seats
from gpulife.online.server.link import Link
from gpulife.seats import NOBODY as CLOSED
from gpulife.seats import PERSON

SEAT_SECONDS = 120.0
"""Time for which a seat waits for its owner."""
MAX_LISTED = 100
"""Spectators whose names are told; of more only their number."""


@dataclass(slots=True)
class Member:
    """Somebody at a match.

    Attributes:
        who: number in lists.
        token_hash: hash of the token that the seat belongs to.
        name: name.
        seat: seat; NOBODY for who watches.
        link: the client; None while the person is away.
        away_since: when the person went away, on the server's clock; None while here,
            infinite for who has left for good.
        ping: milliseconds of a round trip; 0 if that is not known.
        muted: whether the host lets nobody read what the person says.
        place: where the person came from last, as limits count addresses; "" if that is not known.
    """

    who: int
    token_hash: bytes
    name: str
    seat: int
    link: Link | None = None
    away_since: float | None = None
    ping: int = 0
    muted: bool = False
    place: str = ""


@dataclass(slots=True)
class Members:
    """All people at a match.

    Attributes:
        seats: who may sit on each seat: "person", "computer:N" or "nobody".
    """

    seats: Sequence[str]
    _empty_since: float | None = None
    _members: dict[bytes, Member] = field(default_factory=dict)
    _gone: dict[int, Member] = field(default_factory=dict)
    _next: int = 1

    def __iter__(self) -> Iterator[Member]:
        return iter(self._members.values())

    def find(self, token_hash: bytes) -> Member | None:
        """Return the member with a token."""
        return self._members.get(token_hash)

    def numbered(self, who: int) -> Member | None:
        """Return the member of that number, be it that the person has left: the host may press a button too late."""
        return next((member for member in self if member.who == who), self._gone.get(who))

    def on_seat(self, seat: int) -> Member | None:
        """Return who has a seat."""
        return next((member for member in self if member.seat == seat), None)

    def add(self, token_hash: bytes, name: str, seat: int) -> Member:
        """Add somebody who has come."""
        member = Member(self._next, token_hash, name, seat)
        self._next += 1
        self._members[token_hash] = member
        return member

    def remove(self, member: Member) -> None:
        """Forget somebody who has left for good."""
        if self._members.pop(member.token_hash, None) is not None:
            self._gone[member.who] = member
            while len(self._gone) > MAX_LISTED:
                del self._gone[next(iter(self._gone))]

    @property
    def free_seats(self) -> list[int]:
        """The seats that anybody may take."""
        taken = {member.seat for member in self}
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON and seat not in taken]

    @property
    def playable(self) -> set[int]:
        """The seats on which somebody plays or may come to play."""
        return {seat for seat, kind in enumerate(self.seats) if kind != CLOSED}

    @property
    def links(self) -> list[Link]:
        """The clients of all who are here."""
        return [member.link for member in self if member.link is not None]

    def note_presence(self, now: float) -> None:
        """Note since when nobody is here, after somebody has come or gone."""
        if self.links:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now

    def empty_for(self, now: float) -> float:
        """Return for how long nobody has been here, in seconds."""
        return 0.0 if self._empty_since is None else now - self._empty_since

    def overdue(self, now: float) -> list[Member]:
        """Return those whose seats have waited long enough for them; who has left for good is away for ever."""
        return [member for member in self if member.away_since is not None and now - member.away_since > SEAT_SECONDS]

    @property
    def watching(self) -> int:
        """The number of spectators who are here."""
        return sum(member.seat == NOBODY and member.link is not None for member in self)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """For each seat a name, "" for a free one, "computer:N" or "nobody"."""
        return told_seats(self.seats, {member.seat: member.name for member in self})

    def message(self) -> People:
        """Return who is at the match, to be told to all; who has left for good is not."""
        seated = [member for member in self if member.seat != NOBODY and member.away_since != math.inf]
        watching = [member for member in self if member.seat == NOBODY and member.link is not None][:MAX_LISTED]
        listed = sorted(seated, key=lambda member: member.seat) + watching
        return People(
            tuple(
                Person(member.who, member.name, member.seat, member.link is not None, member.ping, member.muted)
                for member in listed
            ),
            self.seat_names,
            self.watching,
        )

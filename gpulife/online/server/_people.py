"""The people in a match: owners of seats and spectators. They may be disconnected, muted or removed."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import msgspec

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY
from gpulife.online.protocol import People, Person
from gpulife.online.server._link import Link
from gpulife.online.shown_text import told_seats
from gpulife.seats import NOBODY as CLOSED
from gpulife.seats import PERSON

# The host's moderation: muted people, people who may not return, and games unrated because of that. It is stored with
# the match, so that it also holds on a server that takes the match over. People are identified by hashes of their
# tokens and of their addresses, since a new token costs nothing.

MODERATION = "moderation"
"""Key in a match's stored settings: the host's decisions about people (:class:`Moderation`)."""
MAX_KEPT = 200
"""Maximum number of entries in each stored list: muted people, removed people, unrated games. The oldest are
dropped."""


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored form of :class:`Moderation`, as JSON. Hashes are in hex; unrated games are listed by number."""

    muted: tuple[str, ...] = ()
    sent_away: tuple[str, ...] = ()
    unrated: dict[str, str] = {}


@dataclass(slots=True)
class Moderation:
    """The host's decisions about a match: who is muted, who may not come back, and which games are not rated."""

    _muted: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _sent_away: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _unrated: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of_settings(cls, settings: dict[str, Any]) -> Self:
        """Read the host's decisions from a match's stored settings.

        Raises:
            GpulifeError: the stored value is damaged.
        """
        try:
            stored = msgspec.convert(settings.get(MODERATION, {}), _Stored)
            muted, sent_away = (dict.fromkeys(map(bytes.fromhex, each)) for each in (stored.muted, stored.sent_away))
            return cls(muted, sent_away, {int(number): why for number, why in stored.unrated.items()})
        except (msgspec.MsgspecError, ValueError) as error:
            raise GpulifeError(f"the stored list of muted and removed people is damaged: {error}") from error

    def as_settings(self) -> dict[str, Any]:
        """Return the host's decisions as a part of the match's stored settings."""
        muted, sent_away = (tuple(each.hex() for each in hashes) for hashes in (self._muted, self._sent_away))
        stored = _Stored(muted, sent_away, {str(number): why for number, why in self._unrated.items()})
        return {MODERATION: msgspec.to_builtins(stored)}

    def mute(self, token_hash: bytes, *, muted: bool) -> None:
        """Mute or unmute a person."""
        self._muted.pop(token_hash, None)
        if muted:
            _add(self._muted, token_hash)

    def is_muted(self, token_hash: bytes) -> bool:
        """Return True if a person is muted."""
        return token_hash in self._muted

    def send_away(self, *hashes: bytes) -> None:
        """Keep out, from now on, everybody whose token or address has one of these hashes."""
        for each in hashes:
            _add(self._sent_away, each)

    def keeps_out(self, token_or_address_hash: bytes) -> bool:
        """Return True if a person whose token or address has this hash must stay out."""
        return token_or_address_hash in self._sent_away

    def spoil(self, game: int, why: str) -> None:
        """Do not rate a game, for the reason ``why``. A reason given earlier is kept."""
        self._unrated.setdefault(game, why)
        while len(self._unrated) > MAX_KEPT:
            del self._unrated[min(self._unrated)]

    def why_unrated(self, game: int) -> str:
        """Return the reason why a game must not be rated, in words; "" if it may be rated."""
        return self._unrated.get(game, "")


def _add(hashes: dict[bytes, None], new: bytes) -> None:
    hashes[new] = None
    while len(hashes) > MAX_KEPT:
        del hashes[next(iter(hashes))]


# The people.

SEAT_SECONDS = 120.0
"""Seconds for which a seat stays reserved for an owner who has disconnected."""
MAX_LISTED = 100
"""Maximum number of spectators who are listed by name. All others are only counted."""


@dataclass(slots=True)
class Member:
    """A person in a match.

    Attributes:
        who: number of the person in the list of people.
        token_hash: hash of the person's token; it identifies the owner of a seat.
        name: name of the person.
        seat: seat of the person; NOBODY for a spectator.
        link: the person's connection; None while the person is not connected.
        away_since: time at which the person disconnected, in seconds on the server's clock. None while connected;
            infinity if the person has left for good.
        ping: round-trip time in milliseconds; 0 if unknown.
        muted: True if the host has muted the person.
        place: key of the person's latest network address (see ``limit_key``); "" if unknown.
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
    """All people in a match.

    Attributes:
        seats: kind of each seat: "person", "computer:N" or "nobody".
        wishes: numbers of the people who have asked for another game since the latest one ended.
    """

    seats: Sequence[str]
    wishes: set[int] = field(default_factory=set[int])
    _empty_since: float | None = None
    _members: dict[bytes, Member] = field(default_factory=dict)
    _gone: dict[int, Member] = field(default_factory=dict)
    _next: int = 1

    def __iter__(self) -> Iterator[Member]:
        return iter(self._members.values())

    def find(self, token_hash: bytes) -> Member | None:
        """Return the person whose token has this hash; None if there is none."""
        return self._members.get(token_hash)

    def numbered(self, who: int) -> Member | None:
        """Return the person who has this number, even if this person has just left; None if unknown."""
        return next((member for member in self if member.who == who), self._gone.get(who))

    def on_seat(self, seat: int) -> Member | None:
        """Return the owner of a seat; None if nobody has it."""
        return next((member for member in self if member.seat == seat), None)

    def add(self, token_hash: bytes, name: str, seat: int) -> Member:
        """Add a person, and return the new member."""
        member = Member(self._next, token_hash, name, seat)
        self._next += 1
        self._members[token_hash] = member
        return member

    def remove(self, member: Member) -> None:
        """Remove a person who has left for good."""
        if self._members.pop(member.token_hash, None) is not None:
            self._gone[member.who] = member
            while len(self._gone) > MAX_LISTED:
                del self._gone[next(iter(self._gone))]

    @property
    def free_seats(self) -> list[int]:
        """Numbers of the seats that are meant for people and are not taken."""
        taken = {member.seat for member in self}
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON and seat not in taken]

    @property
    def playable(self) -> set[int]:
        """Numbers of the seats that people or computer players may have: all but those of kind "nobody"."""
        return {seat for seat, kind in enumerate(self.seats) if kind != CLOSED}

    @property
    def links(self) -> list[Link]:
        """The connections of all members who are connected."""
        return [member.link for member in self if member.link is not None]

    def note_presence(self, now: float) -> None:
        """Record since when nobody has been connected. Call this after anybody connects or disconnects."""
        if self.links:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now

    def empty_for(self, now: float) -> float:
        """Return for how many seconds nobody has been connected to the match by the time ``now``; 0 if somebody is."""
        return 0.0 if self._empty_since is None else now - self._empty_since

    def overdue(self, now: float) -> list[Member]:
        """Return the members whose seats are no longer reserved, including those who have left for good."""
        return [member for member in self if member.away_since is not None and now - member.away_since > SEAT_SECONDS]

    @property
    def watching(self) -> int:
        """The number of spectators who are connected."""
        return sum(member.seat == NOBODY and member.link is not None for member in self)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Who has each seat: a person's name, "" if it is free, "computer:N" (N is the level) or "nobody"."""
        return told_seats(self.seats, {member.seat: member.name for member in self})

    def message(self) -> People:
        """Return the message with the list of people, without those who have left for good."""
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
            tuple(member.who for member in seated if member.who in self.wishes),
        )

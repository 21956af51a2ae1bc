"""The people at a match: who has which seat, who only watches, who is away, muted or sent away."""

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

# What the host of a match has done with people there: who is muted, who may not come back, what is not rated for it.
#
# It is kept with the match, so that it holds whoever goes on with it. People are known by the hashes of their tokens,
# and of the addresses from which they were sent away: a new token costs nothing.

MODERATION = "moderation"
"""Name under which it is stored beside a match's seats."""
MAX_KEPT = 200
"""People of each kind that are kept; the oldest are forgotten, and a host can still ban whom there are many of."""


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """It as JSON has it: hashes as hexadecimal digits, and games by their numbers."""

    muted: tuple[str, ...] = ()
    sent_away: tuple[str, ...] = ()
    unrated: dict[str, str] = {}


@dataclass(slots=True)
class Moderation:
    """What the host of a match has done with people."""

    _muted: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _sent_away: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _unrated: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of_settings(cls, settings: dict[str, Any]) -> Self:
        """Return what is stored with a match.

        Raises:
            GpulifeError: it is damaged.
        """
        try:
            stored = msgspec.convert(settings.get(MODERATION, {}), _Stored)
            muted, sent_away = (dict.fromkeys(map(bytes.fromhex, each)) for each in (stored.muted, stored.sent_away))
            return cls(muted, sent_away, {int(number): why for number, why in stored.unrated.items()})
        except (msgspec.MsgspecError, ValueError) as error:
            raise GpulifeError(f"what is stored of the host's moderation is damaged: {error}") from error

    def as_settings(self) -> dict[str, Any]:
        """Return what is to be stored with the match, by its name."""
        muted, sent_away = (tuple(each.hex() for each in hashes) for hashes in (self._muted, self._sent_away))
        stored = _Stored(muted, sent_away, {str(number): why for number, why in self._unrated.items()})
        return {MODERATION: msgspec.to_builtins(stored)}

    def mute(self, token_hash: bytes, *, muted: bool) -> None:
        """Let nobody read what somebody says from now on, or let them again."""
        self._muted.pop(token_hash, None)
        if muted:
            _add(self._muted, token_hash)

    def is_muted(self, token_hash: bytes) -> bool:
        """Return whether nobody reads what somebody says."""
        return token_hash in self._muted

    def send_away(self, *hashes: bytes) -> None:
        """Let nobody come back who has this token, or comes from this address."""
        for each in hashes:
            _add(self._sent_away, each)

    def keeps_out(self, token_or_address_hash: bytes) -> bool:
        """Return whether who has this token, or comes from this address, was sent away."""
        return token_or_address_hash in self._sent_away

    def spoil(self, game: int, why: str) -> None:
        """Let the game of that number be unrated; the first reason stays."""
        self._unrated.setdefault(game, why)
        while len(self._unrated) > MAX_KEPT:
            del self._unrated[min(self._unrated)]

    def why_unrated(self, game: int) -> str:
        """Return in words why the game of that number is not rated; "" if nothing speaks against it."""
        return self._unrated.get(game, "")


def _add(hashes: dict[bytes, None], new: bytes) -> None:
    hashes[new] = None
    while len(hashes) > MAX_KEPT:
        del hashes[next(iter(hashes))]


# The people.

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

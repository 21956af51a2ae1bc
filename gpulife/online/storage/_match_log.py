"""Appends to and reads the logs of stored matches. Also defines the records of stored matches."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from gpulife.errors import GpulifeError
from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import Action, ActionKind, Match
from gpulife.online.storage._engines import NotOwnerError, StorageError
from gpulife.online.storage._tables import ACTIONS, LEASES, MATCHES
from gpulife.session.replay import MATCH_BYTES, parse_match

# Logs: rows that only the match's owner appends, each once, and that are read in order. The transaction that appends
# compares the lease's owner and epoch and the number of the first new row. So a process that lost its lease cannot
# append, rows written twice are stored once, and no row can follow a missing one.

MAX_TEXT = 1 << 16
"""Maximum length of an action's text, in characters."""
_MAX_NUMBER = 1 << 63
_ROW_BYTES = 64
_KINDS = {int(kind): kind for kind in ActionKind}

Entry = tuple[int, Action]
"""A row of a match's log: (tick, action)."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A server's ownership of a match.

    Attributes:
        match_id: number of the match.
        owner: identifier of the server.
        epoch: number that grows each time the match changes owners, so that an old lease can be told from the current
            one.
    """

    match_id: int
    owner: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Append:
    """Rows to append to the log of a match.

    Attributes:
        lease: this server's lease of the match.
        first: number of the first row; rows are numbered from 0.
        entries: the rows.
        size: approximate size of the rows, in bytes.
    """

    lease: Lease
    first: int
    entries: tuple[Entry, ...]
    size: int


def checked(entries: Sequence[Entry], after: int) -> tuple[tuple[Entry, ...], int]:
    """Check that entries can be stored; return them, and their approximate size in bytes.

    Args:
        entries: (tick, action) pairs.
        after: tick of the latest row that is already in the log.

    Raises:
        StorageError: the entries are out of order, or one has a number or text that cannot be stored.
    """
    for before, (tick, action) in zip(accumulate((after, *(tick for tick, _ in entries)), max), entries, strict=False):
        if tick < before:
            raise StorageError(f"the log is out of order: a row of tick {tick} follows one of tick {before}")
        if not all(-_MAX_NUMBER <= number < _MAX_NUMBER for number in (tick, action.a, action.b)):
            raise StorageError(f"{action.kind.name} has a number of more than 64 bits")
        text = action.data
        if len(text) > MAX_TEXT or "\0" in text or (not text.isascii() and not _is_encodable(text)):
            raise StorageError(f"{action.kind.name} has a text that cannot be stored: {text[:40]!r}")
    return tuple(entries), sum(_ROW_BYTES + 4 * len(action.data) for _, action in entries)


def append_all(connection: Connection, appends: Sequence[Append], now: float) -> list[int | GpulifeError]:
    """Append rows to several logs; return for each either the number of rows in the log, or the error.

    Args:
        connection: connection with an open transaction.
        appends: the rows, in order.
        now: current time in seconds since 1970.
    """
    matches = sorted({append.lease.match_id for append in appends})
    rows = connection.execute(
        select(LEASES.c.match_id, LEASES.c.owner, LEASES.c.epoch, MATCHES.c.entries)
        .join(MATCHES, MATCHES.c.id == LEASES.c.match_id)
        .where(LEASES.c.match_id.in_(matches))
        .order_by(LEASES.c.match_id)
        .with_for_update(read=True, of=LEASES)  # in PostgreSQL nobody can take the match over before the commit
    ).all()
    owners = {row.match_id: Lease(row.match_id, row.owner, row.epoch) for row in rows}
    ends = {row.match_id: row.entries for row in rows}
    outcomes: list[int | GpulifeError] = []
    new: list[dict[str, object]] = []
    ticks: dict[int, int] = {}
    for append in appends:
        match_id, last = append.lease.match_id, append.first + len(append.entries)
        if owners.get(match_id) != append.lease or append.first != ends[match_id] < last:
            outcomes.append(NotOwnerError(f"this server no longer owns match {match_id}"))
            continue
        outcomes.append(last)
        if ends[match_id] >= last:  # already committed by an earlier try, or empty
            continue
        new += [
            _row(match_id, append.first + place, tick, action) for place, (tick, action) in enumerate(append.entries)
        ]
        ends[match_id], ticks[match_id] = last, append.entries[-1][0]
    if new:
        connection.execute(insert(ACTIONS), new)
        connection.execute(
            update(MATCHES)
            .where(MATCHES.c.id == bindparam("of"))
            .values(entries=bindparam("end"), tick=bindparam("last"), changed=now),
            [{"of": match_id, "end": ends[match_id], "last": tick} for match_id, tick in sorted(ticks.items())],
        )
    return outcomes


def read_log(connection: Connection, match_id: int, since_tick: int = 0) -> tuple[Entry, ...]:
    """Return the log of a match from the tick ``since_tick`` on, in order.

    Raises:
        StorageError: a newer gpulife wrote the log.
    """
    query = (
        select(ACTIONS.c.tick, ACTIONS.c.player, ACTIONS.c.kind, ACTIONS.c.a, ACTIONS.c.b, ACTIONS.c.data)
        .where(ACTIONS.c.match_id == match_id, ACTIONS.c.tick >= since_tick)
        .order_by(ACTIONS.c.number)
    )
    return tuple(
        (tick, _action(player, kind, a, b, data)) for tick, player, kind, a, b, data in connection.execute(query)
    )


def _action(player: int, kind: int, a: int, b: int, data: str) -> Action:
    if kind not in _KINDS:
        raise StorageError(f"unknown action kind {kind}: a newer gpulife may know it")
    return Action(player, _KINDS[kind], a, b, data)


def _row(match_id: int, number: int, tick: int, action: Action) -> dict[str, object]:
    return {
        "match_id": match_id,
        "number": number,
        "tick": tick,
        "player": action.player,
        "kind": int(action.kind),
        "a": action.a,
        "b": action.b,
        "data": action.data,
    }


def _is_encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


# Records of stored matches.

MAX_SETTINGS_BYTES = 1 << 16
"""Maximum length of a match's settings or outcome as JSON, in bytes."""


class MatchState(StrEnum):
    """Whether a match is open, running or ended."""

    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"


class Visibility(StrEnum):
    """Who can see a match in the list of matches."""

    PUBLIC = "public"
    INVITE = "invite"
    """Only people who know the match's invite code; knowing the match's number is not enough."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat that somebody has taken.

    Attributes:
        seat: number of the seat, from 0.
        name: name of the seat's owner.
        token_hash: SHA-256 of the owner's token: see ``people.is_token_of``.
        taken: time at which the seat was taken, in seconds since 1970.
    """

    seat: int
    name: str
    token_hash: bytes = field(repr=False)
    taken: float


@dataclass(frozen=True, slots=True)
class StoredKeyframe:
    """The state of a match after a certain tick, as stored in the database.

    Attributes:
        tick: number of ticks played before the keyframe, which is also the number of the next tick to be played.
        content: the keyframe as bytes; only the server reads them.
        games: the server's data about earlier games of the match, as JSON.
    """

    tick: int
    content: bytes = field(repr=False)
    games: str = "{}"


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match as lists show it, without its log.

    Attributes:
        id: number of the match; it is no secret.
        invite: invite code: 8 letters and digits.
        name: title that the host gave the match; "" for none.
        match: the match.
        seat_count: number of seats.
        seats: the taken seats, in order.
        host: hash of the host's token; None if the server itself is the host.
        state: whether the match is open, running or ended.
        visibility: public, or only for people who know the invite code.
        settings: the server's own data about the match, a dictionary of JSON values.
        created: time of creation, in seconds since 1970.
        tick: tick of the latest row in the match's log.
        entries: number of rows in the match's log.
        owner_address: address of the living server that owns the match; None if there is none.
    """

    id: int
    invite: str = field(repr=False)
    name: str
    match: Match
    seat_count: int
    seats: tuple[StoredSeat, ...]
    host: bytes | None = field(repr=False)
    state: MatchState
    visibility: Visibility
    settings: dict[str, Any]
    created: float
    tick: int
    entries: int
    owner_address: str | None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """All stored data of a match.

    Attributes:
        info: the match as lists show it.
        log: (tick, action) in order: the whole log, or only the part after the keyframe.
        keyframe: the latest keyframe; None if there is none.
        spare_keyframe: the keyframe before the latest, for use if the latest is damaged; None if there is none. To
            continue from it, the whole log is needed.
        secret: secret from which random numbers are derived. It must not be revealed before the match has ended.
        outcome: the server's own data about the end of the match, a dictionary of JSON values.
    """

    info: MatchInfo
    log: tuple[Entry, ...] = field(repr=False)
    keyframe: StoredKeyframe | None
    spare_keyframe: StoredKeyframe | None
    secret: bytes = field(repr=False)
    outcome: dict[str, Any]

    @property
    def match(self) -> Match:
        """The match that is stored (``info.match``)."""
        return self.info.match

    @property
    def seats(self) -> tuple[StoredSeat, ...]:
        """The taken seats, in the order of their numbers."""
        return self.info.seats


def match_text(match: Match) -> str:
    """Return a match as JSON.

    Raises:
        StorageError: the JSON is too long.
    """
    return _text(to_json(match), MATCH_BYTES, "a match")


@lru_cache(maxsize=1024)
def read_match_text(text: str) -> Match:
    """Read a match from JSON made by :func:`match_text`. The result is cached: equal texts give the same object.

    Raises:
        GpulifeError: the text is invalid, or this gpulife cannot play the match.
    """
    return parse_match(read_settings(text, "a match"))


def settings_text(settings: dict[str, Any], what: str = "settings") -> str:
    """Return settings as JSON; ``what`` names them in error messages.

    Raises:
        StorageError: the JSON is too long.
    """
    return _text(settings, MAX_SETTINGS_BYTES, what)


def read_settings(text: str, what: str = "settings") -> dict[str, Any]:
    """Read settings from JSON made by :func:`settings_text`; ``what`` names them in error messages.

    The result is a dictionary of JSON values.

    Raises:
        StorageError: the text is invalid.
    """
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise StorageError(f"the database is damaged in {what}: {error}") from error


def _text(value: Any, limit: int, what: str) -> str:
    text = json.dumps(value, separators=(",", ":"))
    if len(text) > limit:
        raise StorageError(f"{what} of {len(text):,} bytes is too large: the limit is {limit:,}")
    return text

"""The logs of matches, and what else is stored of a match, as the server gets it back."""

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

# Logs: rows that are appended by the match's owner only, each once, and read in order.
#
# Owner, epoch and the number of the first new row are compared in the transaction that appends. So a process that lost
# its lease cannot append any more, a group that is written twice is there once, and no row follows one that is
# missing.

MAX_TEXT = 1 << 16
"""Limit on the letters of an action."""
_MAX_NUMBER = 1 << 63
_ROW_BYTES = 64
_KINDS = {int(kind): kind for kind in ActionKind}

Entry = tuple[int, Action]
"""A tick, and what is done in it."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A match that a server owns.

    Attributes:
        match_id: the match.
        owner: the server.
        epoch: number that grows when the match changes hands.
    """

    match_id: int
    owner: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Append:
    """Rows for the log of a match.

    Attributes:
        lease: by which this server owns the match.
        first: the number of the first row: how many there are before it.
        entries: the rows.
        size: their size in bytes, about.
    """

    lease: Lease
    first: int
    entries: tuple[Entry, ...]
    size: int


def checked(entries: Sequence[Entry], after: int) -> tuple[tuple[Entry, ...], int]:
    """Return rows as they can be stored, and their size in bytes, about.

    Args:
        entries: the rows.
        after: the tick of the row before them.

    Raises:
        StorageError: they are not in order, or one has what cannot be stored.
    """
    for before, (tick, action) in zip(accumulate((after, *(tick for tick, _ in entries)), max), entries, strict=False):
        if tick < before:
            raise StorageError(f"tick {tick} after tick {before}: a log is in order")
        if not all(-_MAX_NUMBER <= number < _MAX_NUMBER for number in (tick, action.a, action.b)):
            raise StorageError(f"{action.kind.name} has a number of more than 64 bits")
        text = action.data
        if len(text) > MAX_TEXT or "\0" in text or (not text.isascii() and not _is_encodable(text)):
            raise StorageError(f"{action.kind.name} has a text that cannot be stored: {text[:40]!r}")
    return tuple(entries), sum(_ROW_BYTES + 4 * len(action.data) for _, action in entries)


def append_all(connection: Connection, appends: Sequence[Append], now: float) -> list[int | GpulifeError]:
    """Append rows of several matches; return for each the number of rows of its log, or why it was refused.

    Args:
        connection: in whose transaction.
        appends: the rows, in order.
        now: seconds since 1970.
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
            outcomes.append(NotOwnerError(f"match {match_id} is not this server's any more"))
            continue
        outcomes.append(last)
        if ends[match_id] >= last:  # committed before without our knowing, or empty
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
    """Return the log of a match from a tick on, in order.

    Raises:
        StorageError: a newer gpulife wrote it.
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
        raise StorageError(f"action kind {kind} is unknown: a newer gpulife may know it")
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


# What is stored of a match, as the server gets it back.

MAX_SETTINGS_BYTES = 1 << 16
"""Limit on the JSON of what a server keeps about a match for itself, and of an outcome."""


class MatchState(StrEnum):
    """How far a match is."""

    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"


class Visibility(StrEnum):
    """Who sees a match in the lobby."""

    PUBLIC = "public"
    INVITE = "invite"
    """Only who has its invite code; its number is no secret."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat that somebody has.

    Attributes:
        seat: number of the seat, from 0.
        name: name of who has it.
        token_hash: SHA-256 of the token of who has it: see ``tokens.is_token_of``.
        taken: when it was taken, in seconds since 1970.
    """

    seat: int
    name: str
    token_hash: bytes = field(repr=False)
    taken: float


@dataclass(frozen=True, slots=True)
class StoredKeyframe:
    """A moment of a match.

    Attributes:
        tick: number of ticks before it: what is done in that tick and later is not in it.
        content: what the server gave.
        games: what the server says of the games of the match that went before it, as JSON.
    """

    tick: int
    content: bytes = field(repr=False)
    games: str = "{}"


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match as the lobby lists it.

    Attributes:
        id: number, which is no secret.
        invite: invite code: 8 letters and digits.
        name: name that its host gave it.
        match: what is played.
        seat_count: number of seats.
        seats: those that somebody has, in order.
        host: hash of the token of who made it; None for the server itself.
        state: how far it is.
        visibility: who sees it.
        settings: what the server keeps about it: JSON values by name.
        created: when it was made, in seconds since 1970.
        tick: tick of the last row of its log.
        entries: number of the rows of its log.
        owner_address: address of the living server that owns it; None if none does.
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
    """All that is stored of a match.

    Attributes:
        info: what the lobby lists.
        log: (tick, action) in order: all of it, or what is not in the keyframe.
        keyframe: the last one; None if none was stored.
        spare_keyframe: the one before it, should the last one be damaged; what is done since then is in the whole log.
        secret: the server's own seed; nobody may see it before the end.
        outcome: what the server said of the end: JSON values by name.
    """

    info: MatchInfo
    log: tuple[Entry, ...] = field(repr=False)
    keyframe: StoredKeyframe | None
    spare_keyframe: StoredKeyframe | None
    secret: bytes = field(repr=False)
    outcome: dict[str, Any]

    @property
    def match(self) -> Match:
        """What is played."""
        return self.info.match

    @property
    def seats(self) -> tuple[StoredSeat, ...]:
        """The seats that somebody has, in order."""
        return self.info.seats


def match_text(match: Match) -> str:
    """Return a match as JSON.

    Raises:
        StorageError: it is too long.
    """
    return _text(to_json(match), MATCH_BYTES, "a match")


@lru_cache(maxsize=1024)
def read_match_text(text: str) -> Match:
    """Return the match of which :func:`match_text` made ``text``; that of the same text is the same object.

    Raises:
        GpulifeError: it is none, or this gpulife cannot play it.
    """
    return parse_match(read_settings(text, "a match"))


def settings_text(settings: dict[str, Any], what: str = "settings") -> str:
    """Return JSON values by name as JSON.

    Raises:
        StorageError: they are too long.
    """
    return _text(settings, MAX_SETTINGS_BYTES, what)


def read_settings(text: str, what: str = "settings") -> dict[str, Any]:
    """Return the JSON values by name of which :func:`settings_text` made ``text``.

    Raises:
        StorageError: it is something else.
    """
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise StorageError(f"the database is damaged in {what}: {error}") from error


def _text(value: Any, limit: int, what: str) -> str:
    text = json.dumps(value, separators=(",", ":"))
    if len(text) > limit:
        raise StorageError(f"{what} of {len(text):,} bytes: there can be {limit:,}")
    return text

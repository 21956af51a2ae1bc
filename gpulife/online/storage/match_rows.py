"""What is stored of a match, as the server gets it back."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import Match
from gpulife.online.storage.errors import StorageError
from gpulife.online.storage.match_log import Entry
from gpulife.session.replay import MATCH_BYTES, parse_match

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

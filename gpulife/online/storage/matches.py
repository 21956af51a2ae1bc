"""Matches in the database: made, listed, read back, and their seats. Everything here is done in one transaction."""

import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from gpulife.errors import GpulifeError
from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.online.storage.errors import QuotaError, StorageError, UnknownMatchError
from gpulife.online.storage.leases import address_of_owner
from gpulife.online.storage.match_log import read_log
from gpulife.online.storage.match_rows import (
    MatchInfo,
    MatchState,
    StoredKeyframe,
    StoredMatch,
    StoredSeat,
    Visibility,
    read_match_text,
    read_settings,
)
from gpulife.online.storage.names import require_distinct
from gpulife.online.storage.tables import KEYFRAMES, MATCHES, SEATS
from gpulife.online.storage.tokens import new_invite

_LOG = logging.getLogger(__name__)

MAX_MATCHES_PER_HOST = 8
"""Limit on the matches that one token has made and that go on."""
MAX_KEYFRAME_BYTES = 8 << 20
"""Limit on a keyframe: hosted boards have at most 2**18 cells."""
KEPT_KEYFRAMES = 2
"""Keyframes of a match that are kept: if the last one cannot be read, there is the one before it."""
MAX_LISTED = 1000
"""Limit on the matches of a list, the newest ones."""


def insert_match(connection: Connection, now: float, **values: Any) -> tuple[int, str]:
    """Add an open match; return its number and its invite code.

    Raises:
        QuotaError: its host has as many as one may have.
    """
    if (host := values["host"]) is not None:
        goes_on = (MATCHES.c.host == host, MATCHES.c.state != MatchState.ENDED)
        if connection.execute(select(func.count()).where(*goes_on)).scalar_one() >= MAX_MATCHES_PER_HOST:
            raise QuotaError(f"there are {MAX_MATCHES_PER_HOST} matches of yours already: end one of them first")
    if not 1 <= values["seat_count"] <= MAX_PLAYERS:
        raise StorageError(f"{values['seat_count']} seats: there can be 1 to {MAX_PLAYERS}")
    invite = new_invite()
    statement = insert(MATCHES).values(
        **values, invite=invite, state=str(MatchState.OPEN), created=now, changed=now, tick=0, entries=0, outcome="{}"
    )
    return connection.execute(statement.returning(MATCHES.c.id)).scalar_one(), invite


def find_infos(connection: Connection, now: float, *where: ColumnElement[bool]) -> tuple[MatchInfo, ...]:
    """Return the matches that fulfil conditions, the newest first, at most ``MAX_LISTED``.

    Those that this gpulife cannot play, as a newer one made them, are left out.
    """
    query = select(MATCHES, address_of_owner(now).label("owner_address")).where(*where)
    rows = connection.execute(query.order_by(MATCHES.c.created.desc(), MATCHES.c.id.desc()).limit(MAX_LISTED)).all()
    seats: dict[int, list[StoredSeat]] = {row.id: [] for row in rows}
    found = select(SEATS).where(SEATS.c.match_id.in_(seats)).order_by(SEATS.c.match_id, SEATS.c.seat)
    for row in connection.execute(found):
        seats[row.match_id].append(StoredSeat(row.seat, row.name, bytes(row.token_hash), row.taken))
    infos = []
    for row in rows:
        try:
            infos.append(_info(row, seats[row.id]))
        except GpulifeError as error:
            _LOG.debug("match %s is left out of the list: %s", row.id, error)
    return tuple(infos)


def load(connection: Connection, match_id: int, now: float, *, since_keyframe: bool) -> StoredMatch:
    """Return all that is stored of a match, or all but the log that is in its keyframe.

    Raises:
        UnknownMatchError: there is no such match.
        StorageError: it is damaged, or a newer gpulife wrote it.
    """
    row = connection.execute(select(MATCHES).where(MATCHES.c.id == match_id)).one_or_none()
    if row is None:
        raise UnknownMatchError(f"there is no match {match_id}")
    read_match_text(row.match)  # says what is wrong with it
    infos = find_infos(connection, now, MATCHES.c.id == match_id)
    of_match = (KEYFRAMES.c.match_id == match_id, KEYFRAMES.c.tick >= 0)
    query = select(KEYFRAMES).where(*of_match).order_by(KEYFRAMES.c.tick.desc())
    frames = [StoredKeyframe(found.tick, bytes(found.content), found.games) for found in connection.execute(query)]
    keyframe, spare = [*frames, None, None][:2]
    since = keyframe.tick if keyframe is not None and since_keyframe else 0
    log = read_log(connection, match_id, since)
    return StoredMatch(infos[0], log, keyframe, spare, bytes(row.secret), read_settings(row.outcome, "an outcome"))


def insert_keyframe(connection: Connection, match_id: int, keyframe: StoredKeyframe) -> None:
    """Store a keyframe, instead of one of the same tick; all but the last ones are deleted."""
    of_match = KEYFRAMES.c.match_id == match_id
    connection.execute(delete(KEYFRAMES).where(of_match, KEYFRAMES.c.tick >= keyframe.tick))
    connection.execute(
        insert(KEYFRAMES).values(match_id=match_id, tick=keyframe.tick, content=keyframe.content, games=keyframe.games)
    )
    kept = select(KEYFRAMES.c.tick).where(of_match).order_by(KEYFRAMES.c.tick.desc()).limit(KEPT_KEYFRAMES)
    ticks = connection.scalars(kept).all()
    connection.execute(delete(KEYFRAMES).where(of_match, KEYFRAMES.c.tick < ticks[-1]))


def insert_spare(connection: Connection, match_id: int, spare: StoredKeyframe) -> None:
    """Take room for what comes later, as a moment before all others."""
    delete_spare(connection, match_id)
    connection.execute(
        insert(KEYFRAMES).values(match_id=match_id, tick=spare.tick, content=spare.content, games=spare.games)
    )


def delete_spare(connection: Connection, match_id: int) -> None:
    """Give that room back."""
    connection.execute(delete(KEYFRAMES).where(KEYFRAMES.c.match_id == match_id, KEYFRAMES.c.tick < 0))


def change(connection: Connection, match_id: int, **values: Any) -> None:
    """Change columns of a match."""
    connection.execute(update(MATCHES).where(MATCHES.c.id == match_id).values(**values))


def insert_seat(connection: Connection, match_id: int, seat: int, token_hash: bytes, name: str, now: float) -> None:
    """Give a seat to somebody, who may have it already, perhaps under another name.

    Raises:
        StorageError: there is no such seat, somebody else has it, or the name looks like another player's.
    """
    count = connection.scalar(select(MATCHES.c.seat_count).where(MATCHES.c.id == match_id)) or 0
    if not 0 <= seat < count:
        raise StorageError(f"match {match_id} has no seat {seat + 1}: it has {count}")
    others = []
    for row in connection.execute(select(SEATS).where(SEATS.c.match_id == match_id)):
        if row.seat != seat:
            others.append(row.name)
        elif bytes(row.token_hash) != token_hash:
            raise StorageError(f"seat {seat + 1} of match {match_id} is taken")
    require_distinct(name, others)
    delete_seat(connection, match_id, seat)
    connection.execute(insert(SEATS).values(match_id=match_id, seat=seat, token_hash=token_hash, name=name, taken=now))
    change(connection, match_id, changed=now)


def delete_seat(connection: Connection, match_id: int, seat: int) -> None:
    """Let a seat be free."""
    connection.execute(delete(SEATS).where(SEATS.c.match_id == match_id, SEATS.c.seat == seat))


def _info(row: Row[Any], seats: Sequence[StoredSeat]) -> MatchInfo:
    return MatchInfo(
        id=row.id,
        invite=row.invite,
        name=row.name,
        match=read_match_text(row.match),
        seat_count=row.seat_count,
        seats=tuple(seats),
        host=None if row.host is None else bytes(row.host),
        state=MatchState(row.state),
        visibility=Visibility(row.visibility),
        settings=read_settings(row.settings),
        created=row.created,
        tick=row.tick,
        entries=row.entries,
        owner_address=row.owner_address,
    )

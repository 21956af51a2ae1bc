"""Creates, lists, loads and ends matches in the database, and records their seats and owners."""

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from gpulife.errors import GpulifeError
from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.online.protocol import MAX_REPLAY_BYTES
from gpulife.online.storage._engines import NotOwnerError, QuotaError, StorageError, UnknownMatchError
from gpulife.online.storage._leases import address_of_owner, write_as_owner
from gpulife.online.storage._match_log import (
    Append,
    Entry,
    Lease,
    MatchInfo,
    MatchState,
    StoredKeyframe,
    StoredMatch,
    StoredSeat,
    Visibility,
    checked,
    read_log,
    read_match_text,
    read_settings,
    settings_text,
)
from gpulife.online.storage._ratings import Placement
from gpulife.online.storage._results import MatchResult, end, keep
from gpulife.online.storage._tables import KEYFRAMES, MATCHES, SEATS
from gpulife.online.storage._writer import Transactions, Writer
from gpulife.online.storage.people import new_invite, require_distinct

# Each of these functions runs within one transaction of its caller.

_LOG = logging.getLogger(__name__)

MAX_MATCHES_PER_HOST = 8
"""Maximum number of open matches with the same host."""
MAX_KEYFRAME_BYTES = 8 << 20
"""Maximum size of a keyframe in bytes. It is enough for the largest board of an on-line match, 2**18 cells."""
KEPT_KEYFRAMES = 2
"""Number of keyframes kept for each match. If the latest is unreadable, the one before is used."""
MAX_LISTED = 1000
"""Maximum number of matches in a list. If there are more, the newest are listed."""


def insert_match(connection: Connection, now: float, **values: Any) -> tuple[int, str]:
    """Add an open match; return its number and invite code.

    ``values`` are the values of the columns that this function does not set itself.

    Raises:
        QuotaError: the host already has too many matches.
        StorageError: the number of seats is invalid.
    """
    if (host := values["host"]) is not None:
        goes_on = (MATCHES.c.host == host, MATCHES.c.state != MatchState.ENDED)
        if connection.execute(select(func.count()).where(*goes_on)).scalar_one() >= MAX_MATCHES_PER_HOST:
            raise QuotaError(f"you already have {MAX_MATCHES_PER_HOST} matches: end one of them first")
    if not 1 <= values["seat_count"] <= MAX_PLAYERS:
        raise StorageError(f"{values['seat_count']} seats: there should be 1 to {MAX_PLAYERS}")
    invite = new_invite()
    statement = insert(MATCHES).values(
        **values, invite=invite, state=str(MatchState.OPEN), created=now, changed=now, tick=0, entries=0, outcome="{}"
    )
    return connection.execute(statement.returning(MATCHES.c.id)).scalar_one(), invite


def find_infos(connection: Connection, now: float, *where: ColumnElement[bool]) -> tuple[MatchInfo, ...]:
    """Return the matches that meet all conditions, the newest first, at most ``MAX_LISTED``.

    Matches that a newer gpulife created, and that this one cannot play, are left out.
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
    """Return all stored data of a match. If ``since_keyframe`` is True, the log begins at the latest keyframe.

    Raises:
        UnknownMatchError: there is no such match.
        StorageError: the match is damaged, or a newer gpulife wrote it.
    """
    row = connection.execute(select(MATCHES).where(MATCHES.c.id == match_id)).one_or_none()
    if row is None:
        raise UnknownMatchError(f"there is no match {match_id}")
    read_match_text(row.match)  # raises a helpful error if it is damaged
    infos = find_infos(connection, now, MATCHES.c.id == match_id)
    of_match = (KEYFRAMES.c.match_id == match_id, KEYFRAMES.c.tick >= 0)
    query = select(KEYFRAMES).where(*of_match).order_by(KEYFRAMES.c.tick.desc())
    frames = [StoredKeyframe(found.tick, bytes(found.content), found.games) for found in connection.execute(query)]
    keyframe, spare = [*frames, None, None][:2]
    since = keyframe.tick if keyframe is not None and since_keyframe else 0
    log = read_log(connection, match_id, since)
    return StoredMatch(infos[0], log, keyframe, spare, bytes(row.secret), read_settings(row.outcome, "an outcome"))


def insert_keyframe(connection: Connection, match_id: int, keyframe: StoredKeyframe) -> None:
    """Store a keyframe of a match, and delete the keyframes that it makes useless.

    Old keyframes of the same or a later tick are deleted, and all but the latest ``KEPT_KEYFRAMES``.
    """
    of_match = KEYFRAMES.c.match_id == match_id
    connection.execute(delete(KEYFRAMES).where(of_match, KEYFRAMES.c.tick >= keyframe.tick))
    connection.execute(
        insert(KEYFRAMES).values(match_id=match_id, tick=keyframe.tick, content=keyframe.content, games=keyframe.games)
    )
    kept = select(KEYFRAMES.c.tick).where(of_match).order_by(KEYFRAMES.c.tick.desc()).limit(KEPT_KEYFRAMES)
    ticks = connection.scalars(kept).all()
    connection.execute(delete(KEYFRAMES).where(of_match, KEYFRAMES.c.tick < ticks[-1]))


def insert_spare(connection: Connection, match_id: int, spare: StoredKeyframe) -> None:
    """Reserve disk space by storing ``spare``, a placeholder whose tick is earlier than those of all keyframes."""
    delete_spare(connection, match_id)
    connection.execute(
        insert(KEYFRAMES).values(match_id=match_id, tick=spare.tick, content=spare.content, games=spare.games)
    )


def delete_spare(connection: Connection, match_id: int) -> None:
    """Free the space reserved by :func:`insert_spare`."""
    connection.execute(delete(KEYFRAMES).where(KEYFRAMES.c.match_id == match_id, KEYFRAMES.c.tick < 0))


def change(connection: Connection, match_id: int, **values: Any) -> None:
    """Change the values of some columns in a match's row."""
    connection.execute(update(MATCHES).where(MATCHES.c.id == match_id).values(**values))


def insert_seat(connection: Connection, match_id: int, seat: int, token_hash: bytes, name: str, now: float) -> None:
    """Give a seat to a person. If the person has the seat already, only the name changes.

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
    """Free a seat, so that somebody else can take it."""
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


# The matches that this process owns, and the lengths of their logs. Rows get their numbers when they are submitted,
# before they are on disk. So rows written twice by mistake are recognised, and no row is written after a lost one.


@dataclass(slots=True)
class _Owned:
    """A match that this process owns: its lease, the number of log rows submitted, and the tick of the latest row."""

    lease: Lease
    entries: int
    tick: int


class OwnedMatches:
    """The matches that this process owns.

    Args:
        writer: writes the logs of the matches.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._owned: dict[int, _Owned] = {}
        self._lock = threading.Lock()

    def add(self, lease: Lease, entries: int, tick: int) -> None:
        """Add a match that this process owns. Its log has ``entries`` rows; the latest row belongs to tick ``tick``."""
        with self._lock:
            self._owned[lease.match_id] = _Owned(lease, entries, tick)

    def lease(self, match_id: int) -> Lease:
        """Return the lease of a match.

        Raises:
            NotOwnerError: this process does not own the match.
        """
        with self._lock:
            return self._find(match_id).lease

    def remove(self, lease: Lease) -> None:
        """Forget a match. Do nothing if this process has taken the match over again since it got ``lease``."""
        with self._lock:
            if (owned := self._owned.get(lease.match_id)) is not None and owned.lease == lease:
                del self._owned[lease.match_id]

    def leases(self) -> tuple[Lease, ...]:
        """Return the leases of all matches that this process owns."""
        with self._lock:
            return tuple(owned.lease for owned in self._owned.values())

    def append(self, match_id: int, entries: Sequence[Entry], *, urgent: bool) -> "Future[int]":
        """Append (tick, action) entries to the log of a match; see ``Database.append``."""
        with self._lock:
            owned = self._find(match_id)
            rows, size = checked(entries, owned.tick)
            append = Append(owned.lease, owned.entries, rows, size)
            future = self._writer.append(append, urgent=urgent)  # within the lock, so that rows are queued in order
            owned.entries += len(rows)
            owned.tick = rows[-1][0] if rows else owned.tick
        future.add_done_callback(lambda done: self.remove(append.lease) if done.exception() is not None else None)
        return future

    def _find(self, match_id: int) -> _Owned:
        if (owned := self._owned.get(match_id)) is None:
            raise NotOwnerError(f"this server does not own match {match_id}: take it over first")
        return owned


# Ending games and matches.


class MatchEndings:
    """Stores the results of games, and marks matches that this server owns as ended.

    Args:
        transactions: access to the database.
        owned: the matches that this server owns.
    """

    def __init__(self, transactions: Transactions, owned: OwnedMatches) -> None:
        self._transactions, self._owned = transactions, owned

    def keep_result(
        self,
        match_id: int,
        placements: Sequence[Placement],
        *,
        number: int,
        began: int,
        ticks: int,
        replay: bytes = b"",
        why_unrated: str = "",
    ) -> MatchResult:
        """Store the result and the replay of a finished game, and rate the game. The match stays open.

        If the result is stored already, it is returned unchanged, so a server may repeat this call after a crash.

        Args:
            match_id: number of a match that this server owns.
            placements: the place of each seat on which somebody played.
            number: number of the game within the match, from 1.
            began: tick of the match at which the game began.
            ticks: tick of the match at which the game ended.
            replay: content of the replay file, at most ``MAX_REPLAY_BYTES`` long; empty for no replay.
            why_unrated: reason why the game must not be rated, in words; "" if it may be rated.

        Returns:
            The result, with the replay's link and the ratings.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the replay is too large, or the database failed.
        """
        _check_replay(replay)

        def work(connection: Connection) -> MatchResult:
            now = self._transactions.now(connection)
            return keep(
                connection,
                match_id,
                placements,
                number=number,
                began=began,
                ticks=ticks,
                replay=replay,
                why_unrated=why_unrated,
                now=now,
            )

        lease = self._owned.lease(match_id)
        return write_as_owner(self._transactions, lease, work, len(replay))

    def end_match(self, match_id: int, outcome: dict[str, Any] | None = None) -> None:
        """Mark a match as ended and give up its ownership. Call this after storing the results of its games.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the outcome is too large, or the database failed.
        """
        lease, text = self._owned.lease(match_id), settings_text(outcome or {}, "an outcome")

        def work(connection: Connection) -> None:
            end(connection, match_id, outcome=text, now=self._transactions.now(connection))

        write_as_owner(self._transactions, lease, work)
        self._owned.remove(lease)


def _check_replay(replay: bytes) -> None:
    if len(replay) > MAX_REPLAY_BYTES:
        raise StorageError(f"a replay of {len(replay):,} bytes is too large: the limit is {MAX_REPLAY_BYTES:,}")

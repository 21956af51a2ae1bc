"""The database of a server: see ``gpulife.online.storage`` for how to use it."""

import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import ColumnElement, Connection

from gpulife.closing import Closing
from gpulife.games.core.game import Match
from gpulife.online.storage import _matches as matches
from gpulife.online.storage._engines import StorageError, UnknownMatchError, open_engine
from gpulife.online.storage._leases import Leases, require_owner, write_as_owner
from gpulife.online.storage._match_log import (
    Entry,
    Lease,
    MatchInfo,
    MatchState,
    StoredKeyframe,
    StoredMatch,
    Visibility,
    match_text,
    settings_text,
)
from gpulife.online.storage._matches import MatchEndings, OwnedMatches
from gpulife.online.storage._ratings import Ratings
from gpulife.online.storage._results import Results
from gpulife.online.storage._retention import Pruned, forget, prune
from gpulife.online.storage._tables import MATCHES, prepare
from gpulife.online.storage._writer import Transactions, Writer
from gpulife.online.storage.people import Bans, People, hash_token, read_name

SECRET_BYTES = 32
_ROOM_BYTES = 1 << 17
_Result = TypeVar("_Result")


class Database(Closing):
    """The database of a server. Methods are thread-safe, and block until the database has answered.

    Args:
        transactions: read and write access.
        address_key: key for hashing network addresses.
        address: public address of this server, for clients.

    Attributes:
        leases: which server owns which match.
        people: people, their names and tokens.
        bans: people and addresses that may not join.
        ratings: ratings of players.
        results: finished games of matches, and their replays.
        endings: stores the results of games and the ends of matches.
    """

    def __init__(self, transactions: Transactions, address_key: bytes, address: str = "") -> None:
        self.leases = Leases(transactions, address)
        self.people = People(transactions)
        self.bans = Bans(transactions, address_key)
        self.ratings = Ratings(transactions)
        self.results = Results(transactions)
        self._transactions = transactions
        self._owned = OwnedMatches(transactions.writer)
        self.endings = MatchEndings(transactions, self._owned)
        self._cleanup = ExitStack()

    @classmethod
    def open(
        cls,
        location: str | Path,
        address: str = "",
        *,
        clock: Callable[[], float] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        threaded: bool = True,
    ) -> Self:
        """Open a database; create its tables if it is new.

        Args:
            location: a folder (created if missing) for SQLite, or ``postgresql://USER:PASSWORD@HOST/NAME``.
            address: public address of this server, for other servers; "" for none.
            clock: returns the current time in seconds since 1970; None for the clock of this machine or of the
                database.
            monotonic: returns the current time in seconds, on a monotonic clock, for timing the writes.
            threaded: True to write in a thread; False, for tests, to write in :meth:`pump`.

        Raises:
            StorageError: the database cannot be opened, a newer gpulife created it, or psycopg is missing.
            OutputError: the folder cannot be created.
        """
        engine = open_engine(location)
        try:
            key = prepare(engine)
        except BaseException:
            engine.dispose()
            raise
        writer = Writer(engine, monotonic, clock or time.time, threaded=threaded)
        database = cls(Transactions(engine, writer, clock), key, address)
        database._cleanup.callback(engine.dispose)
        return database

    def close(self) -> None:
        """Write all waiting changes, release this server's matches, and close the database.

        Other servers can then take the matches over at once.
        """
        with self._cleanup:
            try:
                self._transactions.write(lambda connection: self.leases.leave(connection, self._owned.leases()))
            finally:
                self._transactions.writer.close()

    def pump(self, *, everything: bool = False) -> None:
        """Write the changes that are due; if ``everything`` is True, write all waiting changes.

        Use this only if the database was opened with ``threaded=False``.
        """
        self._transactions.writer.pump(everything=everything)

    def create_match(
        self,
        match: Match,
        seats: int,
        name: str = "",
        *,
        host: str = "",
        visibility: Visibility = Visibility.PUBLIC,
        settings: dict[str, Any] | None = None,
        secret: bytes | None = None,
    ) -> MatchInfo:
        """Create an open match that this server owns; return it with its number and invite code.

        Args:
            match: the match.
            seats: number of seats.
            name: title of the match in lists; it must follow the rules for a person's name; "" for none.
            host: token of the host; "" for the server itself.
            visibility: public, or only for people who know the invite code.
            settings: the server's own data about the match, a dictionary of JSON values; None for none.
            secret: secret from which the match's random numbers are derived; None for a new one.

        Raises:
            QuotaError: the host already has too many matches.
            BadNameError: the name is not allowed.
            StorageError: the database failed.
        """
        values: dict[str, Any] = {
            "name": read_name(name) if name else "",
            "match": match_text(match),
            "seat_count": seats,
            "host": hash_token(host) if host else None,
            "visibility": str(visibility),
            "settings": settings_text(settings or {}),
            "secret": secrets.token_bytes(SECRET_BYTES) if secret is None else secret,
        }

        def work(connection: Connection) -> tuple[MatchInfo, Lease]:
            now = self._transactions.now(connection)
            match_id, _ = matches.insert_match(connection, now, **values)
            lease = self.leases.grant(connection, match_id)
            return matches.find_infos(connection, now, MATCHES.c.id == match_id)[0], lease

        info, lease = self._transactions.write(work)
        self._owned.add(lease, 0, 0)
        return info

    def append(self, match_id: int, entries: Sequence[Entry], *, urgent: bool) -> "Future[int]":
        """Append (tick, action) entries to the log of a match that this server owns.

        This does not wait. The future is done when the entries are on disk; its result is the number of rows in the
        log. It fails with NotOwnerError or StorageError; this server then no longer owns the match.

        Args:
            match_id: number of the match.
            entries: the actions, in the order of ticks.
            urgent: True to write at once (for a turn or an order); False to write within 0.1 s.

        Raises:
            NotOwnerError: this server does not own the match.
            QueueFullError: too much data waits to be written; none of the entries is added.
            StorageError: an entry cannot be stored.
        """
        return self._owned.append(match_id, entries, urgent=urgent)

    def save_keyframe(self, match_id: int, tick: int, content: bytes, games: str = "{}") -> "Future[None]":
        """Store a keyframe of a match after all entries appended so far. The latest two keyframes are kept.

        This does not wait. The future is done when the keyframe is on disk.

        Args:
            match_id: number of the match.
            tick: number of ticks played before the keyframe.
            content: the keyframe, at most ``MAX_KEYFRAME_BYTES`` long.
            games: JSON of the server's data about earlier games of the match.

        Raises:
            NotOwnerError: this server does not own the match.
            QueueFullError: too much data waits to be written.
            StorageError: the keyframe is too large.
        """
        if len(content) > matches.MAX_KEYFRAME_BYTES:
            raise StorageError(
                f"a keyframe of {len(content):,} bytes is too large: the limit is {matches.MAX_KEYFRAME_BYTES:,}"
            )
        lease, keyframe = self._owned.lease(match_id), StoredKeyframe(tick, content, games)

        def work(connection: Connection) -> None:
            require_owner(connection, lease)
            matches.insert_keyframe(connection, match_id, keyframe)

        return self._transactions.writer.submit(work, len(content), urgent=False)

    def open_matches(self) -> tuple[MatchInfo, ...]:
        """Return the open and running public matches, the newest first.

        Raises:
            StorageError: the database failed or is damaged.
        """
        return self._find(MATCHES.c.state != MatchState.ENDED, MATCHES.c.visibility == Visibility.PUBLIC)

    def find_invite(self, invite: str) -> MatchInfo | None:
        """Return the match that has this invite code (in upper or lower case); None if there is none.

        Raises:
            StorageError: the database failed or is damaged.
        """
        found = self._find(MATCHES.c.invite == invite[:40].strip().upper().replace("\0", ""))
        return found[0] if found else None

    def find_match(self, match_id: int) -> MatchInfo:
        """Return the match that has this number.

        Raises:
            UnknownMatchError: there is no such match, or this gpulife cannot play it.
            StorageError: the database failed.
        """
        found = self._find(MATCHES.c.id == match_id)
        if not found:
            raise UnknownMatchError(f"there is no match {match_id}")
        return found[0]

    def load_match(self, match_id: int, *, since_keyframe: bool = False) -> StoredMatch:
        """Return all stored data of a match.

        Args:
            match_id: number of the match.
            since_keyframe: True to load only the part of the log after the latest keyframe.

        Raises:
            UnknownMatchError: there is no such match.
            StorageError: the database failed or is damaged.
        """
        return self._transactions.read(
            lambda connection: matches.load(
                connection, match_id, self._transactions.now(connection), since_keyframe=since_keyframe
            )
        )

    def take_over(self, match_id: int, *, since_keyframe: bool = False) -> StoredMatch:
        """Take over a match that no other living server owns; return its stored data.

        From then on, no earlier owner can append to the match's log, not even by a write that has already begun.

        Args:
            match_id: number of the match.
            since_keyframe: True to load only the part of the log after the latest keyframe.

        Raises:
            NotOwnerError: another living server owns the match, or the match has ended.
            UnknownMatchError: there is no such match.
            StorageError: the database failed or is damaged.
        """

        def work(connection: Connection) -> tuple[Lease, StoredMatch]:
            lease = self.leases.take_over(connection, match_id)
            now = self._transactions.now(connection)
            return lease, matches.load(connection, match_id, now, since_keyframe=since_keyframe)

        lease, stored = self._transactions.write(work)
        self._owned.add(lease, stored.info.entries, stored.info.tick)
        return stored

    def release_match(self, match_id: int) -> None:
        """Write everything appended to a match, then give up its ownership. Any server can then take it over at once.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the database failed.
        """
        lease = self._owned.lease(match_id)
        self._owned.remove(lease)
        self._transactions.write(lambda connection: self.leases.leave(connection, [lease]))

    def begin_match(self, match_id: int) -> None:
        """Mark an open match as running.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the database failed.
        """
        self._of_owner(match_id, lambda connection: matches.change(connection, match_id, state=str(MatchState.RUNNING)))

    def take_seat(self, match_id: int, seat: int, token: str, name: str) -> str:
        """Give a seat to the owner of a token; return the player's name as it is stored.

        Args:
            match_id: number of a match that this server owns.
            seat: number of the seat, from 0.
            token: a person's token, or a token for this match alone (``people.new_token``).
            name: the player's name in the match.

        Raises:
            NotOwnerError: this server does not own the match.
            BadNameError: the name is not allowed, or looks like another player's.
            StorageError: there is no such seat, somebody else has it, or the database failed.
        """
        name, token_hash = read_name(name), hash_token(token)

        def work(connection: Connection) -> None:
            matches.insert_seat(connection, match_id, seat, token_hash, name, self._transactions.now(connection))

        self._of_owner(match_id, work)
        return name

    def require_room(self, match_id: int) -> None:
        """Check that there is enough disk space for a match. For this, a placeholder keyframe is stored, then deleted.

        Raises:
            NotOwnerError: this server does not own the match.
            UnavailableError: there is not enough space, or nothing can be written.
        """
        spare = StoredKeyframe(-1, bytes(_ROOM_BYTES))
        self._of_owner(match_id, lambda connection: matches.insert_spare(connection, match_id, spare))
        self._of_owner(match_id, lambda connection: matches.delete_spare(connection, match_id))

    def save_settings(self, match_id: int, settings: dict[str, Any]) -> None:
        """Store the server's own data about a match, a dictionary of JSON values.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the data is too long, or the database failed.
        """
        text = settings_text(settings)
        self._of_owner(match_id, lambda connection: matches.change(connection, match_id, settings=text))

    def leave_seat(self, match_id: int, seat: int) -> None:
        """Free a seat, so that somebody else can take it.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the database failed.
        """
        self._of_owner(match_id, lambda connection: matches.delete_seat(connection, match_id, seat))

    def prune(self) -> Pruned:
        """Delete data that has been stored for longer than allowed (see ``_retention``).

        Call this daily, and repeat it until ``is_complete`` of the result is True.

        Raises:
            StorageError: the database failed.
        """
        return self._transactions.write(lambda connection: prune(connection, self._transactions.now(connection)))

    def forget(self, token: str) -> bool:
        """Delete a person at that person's own request; return False if the token is unknown.

        The person's seats in open matches become free, and results show "(deleted)" instead of the person's name.

        Raises:
            StorageError: the database failed.
        """
        return self._transactions.write(lambda connection: forget(connection, token))

    def _find(self, *where: ColumnElement[bool]) -> tuple[MatchInfo, ...]:
        return self._transactions.read(
            lambda connection: matches.find_infos(connection, self._transactions.now(connection), *where)
        )

    def _of_owner(self, match_id: int, work: Callable[[Connection], _Result]) -> _Result:
        return write_as_owner(self._transactions, self._owned.lease(match_id), work)

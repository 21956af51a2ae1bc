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
    """What a server stores. Its methods may be called from any thread, and block until the database has answered.

    Args:
        transactions: how it reads and writes.
        address_key: key that addresses are hashed with.
        address: under which players reach this server.

    Attributes:
        leases: which server owns what.
        people: people, their names and tokens.
        bans: who is kept out.
        ratings: who plays how well.
        results: finished games of matches and their replays.
        endings: ends games and matches.
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
        """Open the database at a location, and make its tables if it is new.

        Args:
            location: a folder, which is made, for SQLite; or ``postgresql://USER:PASSWORD@HOST/NAME``.
            address: under which players reach this server, for the other ones.
            clock: seconds since 1970, for tests; the machine's or the database's by default.
            monotonic: seconds on a clock that does not go back, by which writes are grouped.
            threaded: whether a thread of its own writes. Without one, for tests, :meth:`pump` does.

        Raises:
            StorageError: the database cannot be opened, a newer gpulife made it, or psycopg is missing.
            OutputError: the folder cannot be made.
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
        """Write all that waits, give the matches back so that any server can have them at once, and close."""
        with self._cleanup:
            try:
                self._transactions.write(lambda connection: self.leases.leave(connection, self._owned.leases()))
            finally:
                self._transactions.writer.close()

    def pump(self, *, everything: bool = False) -> None:
        """Write what is due, or all that waits, where there is no thread for it."""
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
        """Add an open match, which this server owns; return it with its number and its invite code.

        Args:
            match: what is played.
            seats: number of seats.
            name: name for the lobby, read like a person's; "" for none.
            host: token of who makes it; "" for the server itself.
            visibility: who sees it.
            settings: what the server keeps about it: JSON values by name.
            secret: the server's own seed; a new random one by default.

        Raises:
            QuotaError: the host has as many as one may have.
            BadNameError: nobody can have that name.
            StorageError: the database refused.
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
        """Append (tick, action) to the log of a match that this server owns.

        Does not block. The future is done when they are on disk, which is what may be acknowledged to players: await
        ``asyncio.wrap_future(future)``. It has the number of rows of the log, or a NotOwnerError if another server has
        taken the match over, or a StorageError if the database refused; after either this server owns it no more.

        Args:
            match_id: the match.
            entries: what is done, in the order of ticks.
            urgent: whether it is written at once, such as a turn or an order; otherwise within 0.1 s.

        Raises:
            NotOwnerError: this server does not own the match.
            QueueFullError: too much waits to be written; nothing of these entries is.
            StorageError: an entry cannot be stored.
        """
        return self._owned.append(match_id, entries, urgent=urgent)

    def save_keyframe(self, match_id: int, tick: int, content: bytes, games: str = "{}") -> "Future[None]":
        """Store a moment of a match, after all that was appended before; the last two are kept.

        Does not block; the future is done when it is on disk.

        Args:
            match_id: the match.
            tick: number of ticks before that moment.
            content: the moment, up to ``MAX_KEYFRAME_BYTES``.
            games: JSON of what the server keeps about the games that went before.

        Raises:
            NotOwnerError: this server does not own the match.
            QueueFullError: too much waits to be written.
            StorageError: it is too large.
        """
        if len(content) > matches.MAX_KEYFRAME_BYTES:
            raise StorageError(f"a keyframe of {len(content):,} bytes: there can be {matches.MAX_KEYFRAME_BYTES:,}")
        lease, keyframe = self._owned.lease(match_id), StoredKeyframe(tick, content, games)

        def work(connection: Connection) -> None:
            require_owner(connection, lease)
            matches.insert_keyframe(connection, match_id, keyframe)

        return self._transactions.writer.submit(work, len(content), urgent=False)

    def open_matches(self) -> tuple[MatchInfo, ...]:
        """Return the open and running matches that the lobby lists, the newest first.

        Raises:
            StorageError: the database refused, or is damaged.
        """
        return self._find(MATCHES.c.state != MatchState.ENDED, MATCHES.c.visibility == Visibility.PUBLIC)

    def find_invite(self, invite: str) -> MatchInfo | None:
        """Return the match with an invite code, in capital or small letters; None if there is none.

        Raises:
            StorageError: the database refused, or is damaged.
        """
        found = self._find(MATCHES.c.invite == invite[:40].strip().upper().replace("\0", ""))
        return found[0] if found else None

    def find_match(self, match_id: int) -> MatchInfo:
        """Return the match with a number.

        Raises:
            UnknownMatchError: there is none, or none that this gpulife can play.
            StorageError: the database refused.
        """
        found = self._find(MATCHES.c.id == match_id)
        if not found:
            raise UnknownMatchError(f"there is no match {match_id}")
        return found[0]

    def load_match(self, match_id: int, *, since_keyframe: bool = False) -> StoredMatch:
        """Return all that is stored of a match.

        Args:
            match_id: the match.
            since_keyframe: whether to leave out of its log what is done before the keyframe.

        Raises:
            UnknownMatchError: there is no such match.
            StorageError: the database refused, or is damaged.
        """
        return self._transactions.read(
            lambda connection: matches.load(
                connection, match_id, self._transactions.now(connection), since_keyframe=since_keyframe
            )
        )

    def take_over(self, match_id: int, *, since_keyframe: bool = False) -> StoredMatch:
        """Own a match whose server is dead or has given it back, or own it anew; return it as it is then.

        Nobody else can append to its log any more, whatever was under way.

        Args:
            match_id: the match.
            since_keyframe: as in :meth:`load_match`.

        Raises:
            NotOwnerError: a living server owns it, or it has ended.
            UnknownMatchError: there is no such match.
            StorageError: the database refused, or is damaged.
        """

        def work(connection: Connection) -> tuple[Lease, StoredMatch]:
            lease = self.leases.take_over(connection, match_id)
            now = self._transactions.now(connection)
            return lease, matches.load(connection, match_id, now, since_keyframe=since_keyframe)

        lease, stored = self._transactions.write(work)
        self._owned.add(lease, stored.info.entries, stored.info.tick)
        return stored

    def release_match(self, match_id: int) -> None:
        """Give a match back after all that was appended, so that any server can take it over at once.

        Raises:
            NotOwnerError: this server does not own it.
            StorageError: the database refused.
        """
        lease = self._owned.lease(match_id)
        self._owned.remove(lease)
        self._transactions.write(lambda connection: self.leases.leave(connection, [lease]))

    def begin_match(self, match_id: int) -> None:
        """Note that an open match is running.

        Raises:
            NotOwnerError: this server does not own it.
            StorageError: the database refused.
        """
        self._of_owner(match_id, lambda connection: matches.change(connection, match_id, state=str(MatchState.RUNNING)))

    def take_seat(self, match_id: int, seat: int, token: str, name: str) -> str:
        """Give a seat to whoever has a token, and return the name as it was read.

        Args:
            match_id: a match of this server.
            seat: number of the seat, from 0.
            token: a person's token, or one for this match alone (``tokens.new_token``).
            name: the player's name there.

        Raises:
            NotOwnerError: this server does not own the match.
            BadNameError: nobody can have that name, or it looks like another player's.
            StorageError: there is no such seat, somebody else has it, or the database refused.
        """
        name, token_hash = read_name(name), hash_token(token)

        def work(connection: Connection) -> None:
            matches.insert_seat(connection, match_id, seat, token_hash, name, self._transactions.now(connection))

        self._of_owner(match_id, work)
        return name

    def require_room(self, match_id: int) -> None:
        """Require that there is room for more than the next few rows: store something for a moment.

        Raises:
            NotOwnerError: this server does not own the match.
            UnavailableError: there is not, or nothing can be written.
        """
        spare = StoredKeyframe(-1, bytes(_ROOM_BYTES))
        self._of_owner(match_id, lambda connection: matches.insert_spare(connection, match_id, spare))
        self._of_owner(match_id, lambda connection: matches.delete_spare(connection, match_id))

    def save_settings(self, match_id: int, settings: dict[str, Any]) -> None:
        """Store what the server keeps about a match: JSON values by name.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: they are too long, or the database refused.
        """
        text = settings_text(settings)
        self._of_owner(match_id, lambda connection: matches.change(connection, match_id, settings=text))

    def leave_seat(self, match_id: int, seat: int) -> None:
        """Let a seat be free.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the database refused.
        """
        self._of_owner(match_id, lambda connection: matches.delete_seat(connection, match_id, seat))

    def prune(self) -> Pruned:
        """Delete what has been stored for long enough: see ``retention``. Call it daily, until it is complete.

        Raises:
            StorageError: the database refused.
        """
        return self._transactions.write(lambda connection: prune(connection, self._transactions.now(connection)))

    def forget(self, token: str) -> bool:
        """Delete whoever has a token, as that person asks for; return whether there was anybody.

        Seats in matches that go on become free, and names in results are replaced.

        Raises:
            StorageError: the database refused.
        """
        return self._transactions.write(lambda connection: forget(connection, token))

    def _find(self, *where: ColumnElement[bool]) -> tuple[MatchInfo, ...]:
        return self._transactions.read(
            lambda connection: matches.find_infos(connection, self._transactions.now(connection), *where)
        )

    def _of_owner(self, match_id: int, work: Callable[[Connection], _Result]) -> _Result:
        return write_as_owner(self._transactions, self._owned.lease(match_id), work)

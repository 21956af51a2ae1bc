"""Storing and loading matches, in SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from pathlib import Path

import pytest
from online.storage.stored import Clock, a_match, open_quiet, say, stick
from postgres import Postgres
from sqlalchemy import Connection, create_engine, event, text

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.online.storage import (
    BadNameError,
    Database,
    MatchState,
    NotOwnerError,
    QuotaError,
    StorageError,
    UnknownMatchError,
    Visibility,
)
from gpulife.online.storage import _engines as engines
from gpulife.online.storage._engines import FILE_NAME
from gpulife.online.storage._match_log import MAX_TEXT
from gpulife.online.storage._matches import MAX_KEYFRAME_BYTES, MAX_MATCHES_PER_HOST
from gpulife.online.storage._tables import METADATA
from gpulife.online.storage.people import is_token_of

LOG = [
    (0, stick()),
    (3, Action(1, ActionKind.TRIGGER, 1)),
    (3, say("hello, \N{SNOWMAN} \N{PARTY POPPER}", NOBODY)),
    (1 << 40, Action(25, ActionKind.MOVE, -(1 << 63), (1 << 63) - 1, "a1 c3")),
]


def test_match_round_trip(location: str | Path) -> None:
    with Database.open(location, "example.net:1") as database:
        info = database.create_match(a_match(), 2, "Evening", settings={"pace": 3}, secret=b"s" * 32)
        assert database.take_seat(info.id, 1, "token", " Ada ") == "Ada"
        database.begin_match(info.id)
        assert database.append(info.id, LOG, urgent=True).result() == len(LOG)
        database.save_keyframe(info.id, 3, b"\0\1").result()
        assert database.append(info.id, [(1 << 41, stick(1))], urgent=False).result() == len(LOG) + 1
        (listed,) = database.open_matches()
        assert listed.owner_address == "example.net:1"
    with Database.open(location) as database:
        stored = database.load_match(info.id)
        assert stored.match == a_match()
        assert stored.log == (*LOG, (1 << 41, stick(1)))
        assert stored.keyframe is not None
        assert (stored.keyframe.tick, stored.keyframe.content) == (3, b"\0\1")
        assert stored.secret == b"s" * 32
        assert [(seat.seat, seat.name) for seat in stored.seats] == [(1, "Ada")]
        assert is_token_of("token", stored.seats[0].token_hash)
        assert (stored.info.state, stored.info.settings) == (MatchState.RUNNING, {"pace": 3})
        assert (stored.info.tick, stored.info.entries, stored.info.name) == (1 << 41, len(LOG) + 1, "Evening")
        assert stored.info.owner_address is None
        later = database.load_match(info.id, since_keyframe=True)
        assert later.log == (*LOG[1:], (1 << 41, stick(1)))


def test_append_can_be_awaited(location: str | Path) -> None:
    async def serve() -> list[int]:
        ids = [(await asyncio.to_thread(database.create_match, a_match(), 2)).id for _ in range(3)]
        futures = [
            database.append(match_id, [(tick, stick())], urgent=tick == 9) for tick in range(10) for match_id in ids
        ]
        return await asyncio.gather(*map(asyncio.wrap_future, futures))

    with Database.open(location) as database:
        assert asyncio.run(serve()) == [tick + 1 for tick in range(10) for _ in range(3)]


def test_futures_wait_for_the_disk(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        first, second = (database.create_match(a_match(), 2).id for _ in range(2))
        slow = database.append(first, [(1, stick())], urgent=False)
        other = database.append(second, [(1, stick())], urgent=False)
        database.pump()
        assert not slow.done()
        assert database.load_match(first).log == ()
        clock.sleep(0.1)
        database.pump()
        assert slow.done()
        assert other.done()
        waiting = database.append(second, [(2, stick())], urgent=False)
        urgent = database.append(first, [(2, stick())], urgent=True)
        database.pump()
        assert waiting.done()
        assert urgent.result() == 2
        assert len(database.load_match(second).log) == 2


@pytest.mark.parametrize(
    "entry",
    [
        (1, say("a\0b")),
        (1, say("\ud800")),
        (1, say("x" * (MAX_TEXT + 1))),
        (1, stick(a=1 << 63)),
        (1 << 63, stick()),
        (-1, stick()),
    ],
)
def test_invalid_entries_are_refused_alone(location: str | Path, entry: tuple[int, Action]) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        with pytest.raises(StorageError):
            database.append(match_id, [(0, stick()), entry], urgent=True)
        future = database.append(match_id, [(1, stick())], urgent=True)
        with pytest.raises(StorageError, match="out of order"):
            database.append(match_id, [(0, stick())], urgent=True)
        database.pump()
        assert future.result() == 1
        assert database.load_match(match_id).log == ((1, stick()),)


def test_last_two_keyframes_are_kept(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        for tick in (10, 20, 30, 25):
            database.save_keyframe(match_id, tick, str(tick).encode())
        database.pump(everything=True)
        stored = database.load_match(match_id).keyframe
        spare = database.load_match(match_id).spare_keyframe
        assert stored is not None
        assert spare is not None
        assert (stored.content, spare.content) == (b"25", b"20")
        with database._transactions._engine.connect() as connection:
            assert sorted(connection.scalars(text("SELECT tick FROM keyframes")).all()) == [20, 25]
        with pytest.raises(StorageError, match="is too large: the limit is"):
            database.save_keyframe(match_id, 40, bytes(MAX_KEYFRAME_BYTES + 1))


def test_lobby_lists_public_matches(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        first = database.create_match(a_match(), 2)
        clock.sleep(1)
        hidden = database.create_match(a_match(), 2, visibility=Visibility.INVITE)
        clock.sleep(1)
        last = database.create_match(a_match(), 3)
        assert [info.id for info in database.open_matches()] == [last.id, first.id]
        assert database.find_invite(f" {hidden.invite.lower()} ") == hidden
        assert database.find_invite("nonesuch\0") is None


def test_seats_have_one_token_and_one_name(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        database.take_seat(match_id, 0, "hers", "Ada")
        with pytest.raises(StorageError, match="seat 1 of match 1 is taken"):
            database.take_seat(match_id, 0, "his", "Bob")
        with pytest.raises(BadNameError, match="looks like 'Ada'"):
            database.take_seat(match_id, 1, "his", "\N{CYRILLIC CAPITAL LETTER A}da")
        with pytest.raises(StorageError, match="no seat 3"):
            database.take_seat(match_id, 2, "his", "Bob")
        database.take_seat(match_id, 0, "hers", "ada")
        database.leave_seat(match_id, 0)
        database.take_seat(match_id, 0, "his", "Ada")
        assert [seat.name for seat in database.load_match(match_id).seats] == ["Ada"]


def test_limit_of_matches_per_host(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        for _ in range(MAX_MATCHES_PER_HOST):
            database.create_match(a_match(), 2, host="hers")
        with pytest.raises(QuotaError, match="you already have"):
            database.create_match(a_match(), 2, host="hers")
        database.create_match(a_match(), 2, host="his")
        database.create_match(a_match(), 2)


def test_unknown_matches(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        for work in (database.load_match, database.take_over):
            with pytest.raises(UnknownMatchError, match="there is no match 7"):
                work(7)
        with pytest.raises(NotOwnerError):
            database.append(7, [(1, stick())], urgent=True)


def test_failing_write_does_not_affect_others(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        writer = database._transactions.writer
        before = database.append(match_id, [(1, stick())], urgent=False)
        bad = writer.submit(lambda connection: connection.execute(text("INSERT INTO nonesuch VALUES (1)")))
        worse = writer.submit(lambda _: 1 // 0)
        after = database.append(match_id, [(2, stick())], urgent=False)
        database.pump(everything=True)
        assert (before.result(), after.result()) == (1, 2)
        assert bad.exception() is not None
        assert isinstance(worse.exception(), ZeroDivisionError)
        assert len(database.load_match(match_id).log) == 2


def test_servers_starting_together_share_a_database(location: str | Path) -> None:
    gate, opened = threading.Barrier(4), []

    def begin() -> None:
        gate.wait()
        with Database.open(location) as database:
            opened.append(database.create_match(a_match(), 2).id)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(opened) == [1, 2, 3, 4]


def test_opening_waits_for_journal_mode_change() -> None:
    asked: list[str] = []

    class Busy:
        """A connection for which SQLite refuses to change the journal mode twice."""

        def execute(self, words: str) -> Busy:
            asked.append(words)
            if asked.count("PRAGMA journal_mode = WAL") in (1, 2):
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return self

        def close(self) -> None:
            pass

    engines._prepare_sqlite(Busy(), None)
    assert asked.count("PRAGMA journal_mode = WAL") == 3
    assert asked[-1] == "PRAGMA foreign_keys = ON"


@pytest.mark.needs("PostgreSQL")
def test_postgresql_creates_tables_on_a_busy_machine(postgres: Postgres) -> None:
    limits = set()

    def look(_target: object, connection: Connection, **_: object) -> None:
        for name in ("idle_in_transaction_session_timeout", "lock_timeout"):
            limits.add((name, connection.scalar(text(f"SHOW {name}"))))

    event.listen(METADATA, "before_create", look)
    try:
        Database.open(postgres.new_database()).close()
    finally:
        event.remove(METADATA, "before_create", look)
    assert limits == {("idle_in_transaction_session_timeout", "30s"), ("lock_timeout", "30s")}


def test_writer_does_not_block_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.online.storage._engines.LOCK_SECONDS", 0)
    with open_quiet(tmp_path, Clock()) as database, database._transactions._engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM bans")  # never committed
        other = open_quiet(tmp_path, Clock())
        assert other.open_matches() == ()
        connection.rollback()
        other.close()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("UPDATE schema_version SET version = 3", "has version 3, but this gpulife reads versions up to 2"),
        ("UPDATE schema_version SET version = 0", "is damaged: its version is 0, but versions start at 1"),
        ("DELETE FROM schema_version", "is damaged: its version is missing"),
    ],
)
def test_other_version_is_refused(location: str | Path, change: str, message: str) -> None:
    with open_quiet(location, Clock()) as database, database._transactions._engine.begin() as connection:
        connection.execute(text(change))
    with pytest.raises(StorageError, match=message):
        Database.open(location)


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("mysql://localhost/x", r"database mysql://... should be a folder, or postgresql://"),
        ("postgresql://:::/", r"should be a folder, or postgresql://"),
        ("postgresql://gpulife:secret@/x?host=/nowhere", r"cannot open the database postgresql://gpulife:\*\*\*@"),
    ],
)
@pytest.mark.needs("PostgreSQL")
def test_other_locations_are_refused(location: str, message: str) -> None:
    with pytest.raises(StorageError, match=message) as caught:
        Database.open(location)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_foreign_file_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"a diary" * 1000)
    with pytest.raises(StorageError, match="not a database"):
        Database.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == b"a diary" * 1000
    other = tmp_path / "other"
    other.mkdir()
    engine = create_engine(f"sqlite:///{other / FILE_NAME}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE people (name TEXT)"))
    engine.dispose()
    with pytest.raises(StorageError, match="table 'people' that is not gpulife's"):
        Database.open(other)


def test_commit_is_on_disk(location: str | Path) -> None:
    with Database.open(location) as database, database._transactions._engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            asked = [connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "fullfsync")]
            assert asked == ["wal", 2, 1]
        else:
            assert connection.scalar(text("SHOW synchronous_commit")) == "on"


@pytest.mark.needs("PostgreSQL")
def test_commit_is_on_disk_despite_database_default(postgres: Postgres) -> None:
    location = f"{postgres.new_database()}&options=-csynchronous_commit%3Doff"
    with Database.open(location) as database, database._transactions._engine.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"


def test_file_is_private(tmp_path: Path) -> None:
    with Database.open(tmp_path) as database:
        database.create_match(a_match(), 2)
        modes = {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert modes == {0o600} or os.name == "nt"


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.online.storage._engines.find_spec", lambda _: None)
    with pytest.raises(StorageError, match=r"needs psycopg: pip install 'gpulife\[postgresql\]'"):
        Database.open("postgresql://localhost/x")

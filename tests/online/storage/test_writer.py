"""The writing thread: grouping, refusals, and what happens when the database goes away."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from online.storage.stored import Clock, a_match, open_quiet, say, stick
from postgres import Postgres, running_postgres
from sqlalchemy import event, text

from gpulife.online.storage import Database, NotOwnerError, QueueFullError, StorageError, StoredMatch, UnavailableError
from gpulife.online.storage import _engines as engines
from gpulife.online.storage import _writer as writer
from gpulife.online.storage._tables import MATCHES
from gpulife.online.storage._writer import GATHER_SECONDS, Gathering


@given(st.lists(st.tuples(st.floats(0, 0.2), st.booleans(), st.booleans()), max_size=30))
def test_writes_are_timely_and_in_order(steps: list[tuple[float, bool, bool]]) -> None:
    gathering, now, sent, taken = Gathering[int](), 0.0, 0, []
    oldest: float | None = None
    for seconds, urgent, add in steps:
        now += seconds
        if add:
            before = gathering.seconds_left(now)
            is_sooner = gathering.add(sent, 10, now, urgent=urgent)
            assert is_sooner or before is not None, "the thread that commits has to be woken"
            assert is_sooner or (gathering.seconds_left(now) or 0.0) >= (before or 0.0)
            sent += 1
            oldest = now if oldest is None else oldest
        left = gathering.seconds_left(now)
        if oldest is None:
            assert left is None
            continue
        assert left is not None
        assert left <= max(0.0, oldest + GATHER_SECONDS - now) + 1e-9
        if add and urgent:
            assert left == 0
        if left == 0:
            taken += gathering.take()
            oldest = None
            assert gathering.size == 0
    assert [*taken, *gathering.take()] == list(range(sent))


def test_many_matches_share_a_commit(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        ids = [database.create_match(a_match(), 2).id for _ in range(20)]
        commits: list[object] = []
        event.listen(database._transactions._engine, "commit", commits.append)
        futures = [database.append(match_id, [(1, stick())], urgent=False) for match_id in ids]
        database.append(ids[3], [(2, say("now"))], urgent=True)
        database.pump()
        assert all(future.done() for future in futures)
        assert len(commits) == 1


def test_close_writes_what_waits(location: str | Path) -> None:
    database = Database.open(location)
    match_id = database.create_match(a_match(), 2).id
    futures = [database.append(match_id, [(tick, stick())], urgent=False) for tick in range(50)]
    database.close()
    assert [future.result() for future in futures] == list(range(1, 51))
    with pytest.raises(StorageError, match="is closed"):
        database.append(match_id, [(99, stick())], urgent=True)
    with Database.open(location) as database:
        assert len(database.take_over(match_id).log) == 50


def test_full_queue_refuses_and_loses_nothing(location: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        gathering = database._transactions.writer._gathering
        monkeypatch.setattr(gathering, "_max_bytes", 1000)
        futures = [database.append(match_id, [(tick, stick())], urgent=False) for tick in range(15)]
        for tick in (15, 16):
            with pytest.raises(QueueFullError, match="is too slow"):
                database.append(match_id, [(tick, stick())], urgent=False)
        database.pump(everything=True)
        last = database.append(match_id, [(2000, stick())], urgent=True)
        database.pump()
        assert last.result() == len(futures) + 1
        assert len(database.load_match(match_id).log) == len(futures) + 1


def test_match_of_newer_gpulife_is_not_listed(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        strange, known = (database.create_match(a_match(), 2).id for _ in range(2))
        newer = '{"game":"chess","rule":"B3/S23:T80,60","seed":1,"option":"","settings":{},"rulings":2}'
        database._transactions.write(
            lambda connection: connection.execute(MATCHES.update().where(MATCHES.c.id == strange).values(match=newer))
        )
        assert [info.id for info in database.open_matches()] == [known]
        for work in (database.load_match, database.take_over):
            with pytest.raises(Exception, match="chess"):
                work(strange)


def test_writer_waits_for_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.online.storage._engines.LOCK_SECONDS", 0)
    with open_quiet(tmp_path, Clock()) as database, open_quiet(tmp_path, Clock()) as other:
        match_id = database.create_match(a_match(), 2).id
        connection = other._transactions._engine.connect()
        connection.exec_driver_sql("UPDATE matches SET name = 'x'")
        pauses: list[float] = []

        def let_go(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 2:
                connection.close()

        monkeypatch.setattr(database._transactions.writer, "_pause", let_go)
        future = database.append(match_id, [(1, stick())], urgent=True)
        database.pump()
        assert future.result() == 1
        assert pauses == list(writer.RETRY_SECONDS[:2])


@pytest.mark.needs("PostgreSQL")
def test_writer_waits_for_restarting_database(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_postgres(durable=True) as server, open_quiet(server.new_database(), Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        database.append(match_id, [(1, stick())], urgent=True)
        database.pump()
        server.stop()

        def restart(seconds: float) -> None:
            monkeypatch.setattr(database._transactions.writer, "_pause", lambda _: None)
            server.start()

        monkeypatch.setattr(database._transactions.writer, "_pause", restart)
        future = database.append(match_id, [(2, stick())], urgent=True)
        database.pump()
        assert future.result() == 2
        assert [tick for tick, _ in database.load_match(match_id).log] == [1, 2]


@pytest.mark.needs("PostgreSQL")
def test_postgresql_no_take_over_during_commit(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "STALL_SECONDS", 60)
    with _late_append(postgres) as (one, two, match_id, future):
        taken: list[StoredMatch] = []
        thread = threading.Thread(target=lambda: taken.append(two.take_over(match_id)))

        def begin_to_take_over(_connection: object) -> None:
            thread.start()
            with two._transactions._engine.connect() as looking:
                waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
                while thread.is_alive() and not looking.scalar(waits):  # until the other one waits for the locked row
                    looking.rollback()

        event.listen(one._transactions._engine, "commit", begin_to_take_over, once=True)
        one.pump()
        thread.join()
        assert future.result() == 1
        (stored,) = taken
        assert len(stored.log) == 1
        late = one.append(match_id, [(2, stick())], urgent=True)
        one.pump()
        assert isinstance(late.exception(), NotOwnerError)


@pytest.mark.needs("PostgreSQL")
def test_postgresql_disconnects_a_hanging_server(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "STALL_SECONDS", 1.0)  # long enough for a busy machine's own transactions
    with _late_append(postgres) as (one, two, match_id, future):
        taken: list[StoredMatch] = []
        # It hangs with the match locked until another server has taken it over.
        stand_still = partial(_take_over_for_sure, two, match_id, taken)
        event.listen(one._transactions._engine, "commit", stand_still, once=True)
        one.pump()
        assert isinstance(future.exception(), NotOwnerError)
        assert taken[0].log == ()


@contextmanager
def _late_append(postgres: Postgres) -> Iterator[tuple[Database, Database, int, Future[int]]]:
    """Two servers; the first is about to append to a match that the second may take over by now."""
    location, clock = postgres.new_database(), Clock()
    with open_quiet(location, clock) as one, open_quiet(location, clock) as two:
        match_id = one.create_match(a_match(), 2).id
        future = one.append(match_id, [(1, stick())], urgent=True)
        clock.sleep(60)
        yield one, two, match_id, future


def _take_over_for_sure(database: Database, match_id: int, taken: list[StoredMatch], _connection: object) -> None:
    while not taken:
        with suppress(StorageError):  # gives up after a short wait, and may retry
            taken.append(database.take_over(match_id))


def test_two_servers_write_at_once(location: str | Path) -> None:
    """Each writer has its own thread and its own matches."""
    with Database.open(location) as one, Database.open(location) as two:
        ids = {database: database.create_match(a_match(), 2).id for database in (one, two)}
        futures = [
            database.append(match_id, [(tick, stick(a=tick))], urgent=tick % 3 == 0)
            for tick in range(60)
            for database, match_id in ids.items()
        ]
        assert sorted(future.result(60) for future in futures) == sorted([*range(1, 61)] * 2)
        for match_id in ids.values():
            assert [tick for tick, _ in one.load_match(match_id).log] == list(range(60))


def test_full_disk_fails_at_once_with_its_reason(tmp_path: Path) -> None:
    with open_quiet(tmp_path, Clock()) as database:
        match_id, pauses = database.create_match(a_match(), 2).id, list[float]()
        database._transactions.writer._pause = pauses.append
        limit = ["PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823"]
        event.listen(
            database._transactions._engine, "begin", lambda connection: connection.exec_driver_sql(limit[0]).close()
        )
        for refused in (
            lambda: database.require_room(match_id),
            lambda: database._transactions.write(
                lambda connection: connection.execute(MATCHES.update().values(name="x" * 100_000))
            ),
        ):
            with pytest.raises(UnavailableError, match="database or disk is full") as full:
                refused()
            assert full.value.told == "the server's disk is full"
        assert pauses == []
        limit.reverse()
        database.require_room(match_id)
        assert database.load_match(match_id).keyframe is None

"""Whatever happens, what was acknowledged is in the log, once and in order: by hypothesis, with two servers at once.

They append, are killed before, during and after commits, lose their matches to each other and come back.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from fuzzing import examples
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from online.storage.stored import Clock, a_match, open_quiet, stick

from gpulife.games.core.game import Action
from gpulife.online.storage import LEASE_SECONDS, Database, NotOwnerError, StorageError
from gpulife.online.storage import _engines as engines
from gpulife.online.storage._writer import RETRY_SECONDS

Log = list[tuple[int, Action]]
SERVERS = st.integers(0, 1)


class Faults:
    """Makes the next commits of a database fail, before or after they take effect."""

    def __init__(self, database: Database) -> None:
        dialect: Any = database._transactions._engine.dialect
        self.commit: Callable[[Any], None] = dialect.do_commit
        self.error: type[Exception] = dialect.dbapi.OperationalError
        self.plan: list[str] = []
        self.count = 0
        self.meanwhile: Callable[[], None] = lambda: None
        dialect.do_commit = self._do_commit

    def _do_commit(self, connection: Any) -> None:
        fault = self.plan.pop(0) if self.plan else ""
        self.count += bool(fault)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        if fault != "before":
            self.commit(connection)
        if fault:
            raise self.error(f"the line is cut {fault} the commit")


class Server:
    """A server that plays one match, as far as it knows."""

    def __init__(self, location: str | Path, clock: Clock) -> None:
        self.database = open_quiet(location, clock)
        self.faults = Faults(self.database)
        self.log: Log | None = None
        """Return the rows that it has submitted; None if it does not own the match."""
        self.waiting: list[tuple[Future[int], Log]] = []


class Logs(RuleBasedStateMachine):
    """One match, two servers."""

    location: str | Path

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.servers = [Server(self.location, self.clock) for _ in range(2)]
        self.match_id = 0
        self.acknowledged: Log = []
        self.number = 0

    @initialize()
    def begin(self) -> None:
        self.match_id = self.servers[0].database.create_match(a_match(), 2).id
        self.servers[0].log = []

    @rule(who=SERVERS, count=st.integers(0, 4), urgent=st.booleans())
    def append(self, who: int, count: int, urgent: bool) -> None:
        server = self.servers[who]
        if server.log is None:
            with pytest.raises(NotOwnerError):
                server.database.append(self.match_id, [], urgent=urgent)
            return
        entries = []
        for _ in range(count):
            self.number += 1
            entries.append((self.number, stick(who, self.number)))
        future = server.database.append(self.match_id, entries, urgent=urgent)
        server.log += entries
        server.waiting.append((future, list(server.log)))

    @rule(who=SERVERS, everything=st.booleans())
    def pump(self, who: int, everything: bool) -> None:
        self.servers[who].database.pump(everything=everything)

    @rule(who=SERVERS, plan=st.lists(st.sampled_from(["before", "after", ""]), max_size=len(RETRY_SECONDS) + 3))
    def commits_fail(self, who: int, plan: list[str]) -> None:
        server = self.servers[who]
        server.faults.plan = plan
        server.database.pump(everything=True)
        server.faults.plan = []

    @rule(who=SERVERS)
    def keyframe(self, who: int) -> None:
        server = self.servers[who]
        if server.log:
            server.database.save_keyframe(self.match_id, server.log[-1][0], b"moment")

    @rule(seconds=st.sampled_from([0.01, 0.1, 1.0, LEASE_SECONDS + 0.1]), who=st.sets(SERVERS))
    def time_passes(self, seconds: float, who: set[int]) -> None:
        self.clock.sleep(seconds)
        for server in who:
            self.servers[server].database.leases.renew()

    @rule(who=SERVERS)
    def take_over(self, who: int) -> None:
        server = self.servers[who]
        try:
            stored = server.database.take_over(self.match_id)
        except NotOwnerError:
            return
        self._look()
        assert len(stored.log) == stored.info.entries
        assert list(stored.log)[: len(self.acknowledged)] == self.acknowledged
        assert stored.keyframe is None or stored.keyframe.tick in {0, *(tick for tick, _ in stored.log)}
        server.log = list(stored.log)

    @rule(who=SERVERS)
    def give_back(self, who: int) -> None:
        server = self.servers[who]
        if server.log is not None:
            server.log = None
            server.database.release_match(self.match_id)

    @rule(who=SERVERS)
    def is_killed(self, who: int) -> None:
        self._look()
        self.servers[who].database._cleanup.close()
        self.servers[who] = Server(self.location, self.clock)

    @precondition(lambda self: self.match_id)
    @invariant()
    def what_was_acknowledged_is_there(self) -> None:
        self._look()
        stored = list(self.servers[0].database.load_match(self.match_id).log)
        assert stored[: len(self.acknowledged)] == self.acknowledged
        assert [tick for tick, _ in stored] == sorted({tick for tick, _ in stored})

    def teardown(self) -> None:
        for server in self.servers:
            server.database._cleanup.close()

    def _look(self) -> None:
        """Record what was acknowledged, and check that acknowledgements agree."""
        for server in self.servers:
            for future, log in [each for each in server.waiting if each[0].done()]:
                if (error := future.exception()) is None:
                    assert future.result() == len(log)
                    shorter = min(len(log), len(self.acknowledged))
                    assert log[:shorter] == self.acknowledged[:shorter]
                    self.acknowledged = max(self.acknowledged, log, key=len)
                else:
                    assert isinstance(error, StorageError)
                    server.log = None
            server.waiting = [each for each in server.waiting if not each[0].done()]


def test_acknowledged_rows_survive_anything(location: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_PRAGMAS", ("synchronous = OFF",))  # disks do not fail here
    machine = type("LogsThere", (Logs,), {"location": location})
    run_state_machine_as_test(machine, settings=settings(max_examples=examples(20), stateful_step_count=30))


@pytest.mark.parametrize("fault", ["before", "after"])
def test_retried_commit_stores_rows_once(location: str | Path, fault: str) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        faults = Faults(database)
        faults.plan = [fault] * len(RETRY_SECONDS)
        futures = [database.append(match_id, [(tick, stick())], urgent=True) for tick in range(3)]
        database.pump()
        assert faults.count == len(RETRY_SECONDS)
        assert [future.result() for future in futures] == [1, 2, 3]
        assert len(database.load_match(match_id).log) == 3


def test_nothing_is_appended_after_a_failed_commit(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id, other = (database.create_match(a_match(), 2).id for _ in range(2))
        faults = Faults(database)
        faults.plan = ["before"] * (len(RETRY_SECONDS) + 1)
        lost = database.append(match_id, [(1, stick())], urgent=True)
        database.pump()
        assert isinstance(lost.exception(), StorageError)
        with pytest.raises(NotOwnerError):
            database.append(match_id, [(2, stick())], urgent=True)
        fine = database.append(other, [(1, stick())], urgent=True)
        database.pump()
        assert fine.result() == 1
        assert database.take_over(match_id).log == ()
        done = database.append(match_id, [(3, stick())], urgent=True)
        database.pump()
        assert done.result() == 1


def test_rows_after_a_failed_commit_are_refused(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        faults, later = Faults(database), []
        faults.plan = ["before"] * (len(RETRY_SECONDS) + 1)
        faults.meanwhile = lambda: later.append(database.append(match_id, [(2, stick())], urgent=True))
        lost = database.append(match_id, [(1, stick())], urgent=True)
        database.pump()
        database.pump()
        assert isinstance(lost.exception(), StorageError)
        assert isinstance(later[0].exception(), NotOwnerError)
        assert database.load_match(match_id).log == ()

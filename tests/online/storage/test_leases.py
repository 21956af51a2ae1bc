"""A match has one owner: a dead one is replaced within 5 s, and one that was only slow cannot write any more."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from online.storage.stored import Clock, a_match, finish_match, open_quiet, stick

from gpulife.online.storage import LEASE_SECONDS, RENEW_SECONDS, Database, NotOwnerError
from gpulife.online.storage._leases import TAKE_OVER_SECONDS
from gpulife.online.storage._match_log import Append


def test_take_over_within_five_seconds(location: str | Path) -> None:
    clock = Clock()
    one, two = open_quiet(location, clock, "one:1"), open_quiet(location, clock, "two:2")
    match_id = one.create_match(a_match(), 2).id
    one.append(match_id, [(1, stick()), (5, stick(a=0))], urgent=True)
    one.save_keyframe(match_id, 4, b"key")
    for _ in range(20):
        one.pump(everything=True)
        clock.sleep(RENEW_SECONDS)
        assert one.leases.renew() == {match_id}
        assert two.leases.renew() == frozenset()
        assert two.leases.orphans() == ()
        with pytest.raises(NotOwnerError, match="another server owns it"):
            two.take_over(match_id)
    died = clock.now
    while match_id not in two.leases.orphans():
        clock.sleep(RENEW_SECONDS)
        two.leases.renew()
    stored = two.take_over(match_id)
    assert clock.now - died <= min(TAKE_OVER_SECONDS, LEASE_SECONDS + RENEW_SECONDS)
    assert [tick for tick, _ in stored.log] == [1, 5]
    assert stored.keyframe is not None
    assert stored.keyframe.content == b"key"
    assert two.leases.renew() == {match_id}
    assert two.open_matches()[0].owner_address == "two:2"
    # The first server wakes up, and does not know yet that it has lost the match.
    late = one.append(match_id, [(6, stick())], urgent=True)
    frame: Future[Any] = one.save_keyframe(match_id, 6, b"late")
    one.pump()
    assert isinstance(late.exception(), NotOwnerError)
    assert isinstance(frame.exception(), NotOwnerError)
    assert match_id not in one.leases.renew()
    with pytest.raises(NotOwnerError):
        one.append(match_id, [(7, stick())], urgent=True)
    done = two.append(match_id, [(6, stick(1))], urgent=True)
    two.pump()
    assert done.result() == 3
    assert two.load_match(match_id).log[-1] == (6, stick(1))
    one.close()
    two.close()


def test_queued_rows_are_refused_after_take_over(location: str | Path) -> None:
    clock = Clock()
    one, two = open_quiet(location, clock), open_quiet(location, clock)
    match_id = one.create_match(a_match(), 2).id
    waiting = [one.append(match_id, [(tick, stick())], urgent=False) for tick in (1, 2)]
    clock.sleep(LEASE_SECONDS + 1)
    two.take_over(match_id)
    one.pump()
    assert [type(future.exception()) for future in waiting] == [NotOwnerError, NotOwnerError]
    assert two.load_match(match_id).log == ()
    for refused in (
        lambda: one.take_seat(match_id, 0, "token", "Ada"),
        lambda: one.begin_match(match_id),
        lambda: finish_match(one, match_id, [], ticks=1),
    ):
        with pytest.raises(NotOwnerError):
            refused()
    assert two.load_match(match_id).seats == ()
    one.close()
    two.close()


def test_only_one_of_two_takes_over(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as one:
        match_id = one.create_match(a_match(), 2).id
    others = [open_quiet(location, clock) for _ in range(3)]
    got = [other for other in others if _takes(other, match_id)]
    assert len(got) == 1
    for other in others:
        other.close()


def _takes(database: Database, match_id: int) -> bool:
    try:
        database.take_over(match_id)
    except NotOwnerError:
        return False
    return True


def test_released_match_is_free_at_once(location: str | Path) -> None:
    clock = Clock()
    one, two = open_quiet(location, clock), open_quiet(location, clock)
    first, second = one.create_match(a_match(), 2).id, one.create_match(a_match(), 2).id
    last = one.append(first, [(1, stick())], urgent=False)
    one.release_match(first)
    assert last.result() == 1
    assert two.leases.orphans() == (first,)
    assert len(two.take_over(first).log) == 1
    with pytest.raises(NotOwnerError):
        one.append(first, [(2, stick())], urgent=True)
    one.close()
    assert two.leases.orphans() == (second,)
    two.close()


def test_server_may_take_its_lost_match_again(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        old = database.append(match_id, [(1, stick())], urgent=False)
        stored = database.take_over(match_id)
        assert len(stored.log) == 1
        assert old.result() == 1
        new = database.append(match_id, [(2, stick())], urgent=True)
        database.pump()
        assert new.result() == 2


def test_old_lease_of_the_same_server_is_invalid(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        match_id = database.create_match(a_match(), 2).id
        old = database._owned.lease(match_id)
        database.take_over(match_id)
        late = database._transactions.writer.append(Append(old, 0, ((1, stick()),), 64), urgent=True)
        database.pump()
        assert isinstance(late.exception(), NotOwnerError)

"""Computers in worker processes: they play, die, fall behind, and know only what their seat may see."""

import os
import select
import signal
import subprocess
import sys

import pytest
from online.server.tables import (
    EVERY_LEVEL,
    SECRET,
    done_by,
    frames_of,
    keyframes,
    pass_locally,
    seat_locally,
    table,
)

from gpulife.games.registry import find_game
from gpulife.online.hosted_match import COMPUTER_TICKS
from gpulife.online.protocol import Ticks, encode
from gpulife.online.server import _computer_pool as pool_module
from gpulife.online.server._computer_messages import Rise, Sit, Tell, packed, pool_inbox, worker_inbox
from gpulife.online.server._computer_pool import ComputerPool, computer_seed
from gpulife.online.server.computer_worker import Worker

PATIENCE = 60.0


@pytest.fixture
def exact(monkeypatch):
    """Workers that report after every message, so that tests can wait for them."""
    monkeypatch.setattr(pool_module, "ANSWER_EVERY", 1)


def seat_all(pool, matches):
    for key, (match, levels) in matches.items():
        for seat, level in levels.items():
            pool.seat(key, seat, level, match.session.match, SECRET, frozenset(), keyframes(match))


def settle(pool):
    """Wait until the workers have processed everything; return their computers' actions."""
    done = pool.take_actions()
    while waiting := [process for process in pool._processes if process is not None and is_busy(pool, process)]:
        readable, _, _ = select.select(waiting, [], [], PATIENCE)
        assert readable, "the workers do not answer"
        done += pool.take_actions()
    return done


def is_busy(pool, process):
    return any(view.waiting and pool._processes[match.place] is process for match, view in pool._views.values())


def play(pool, matches, ticks):
    """Pass ticks in step with the workers."""
    for match, _ in matches.values():
        match.take_news()
    for _ in range(ticks):
        going = {key: match for key, (match, _) in matches.items() if not match.session.is_over}
        for key, match in going.items():
            pool.tell(key, match.session.ticks, frames_of(match))
        for key, _seat, action in settle(pool):
            assert matches[key][0].act(action) == ""
        for match in going.values():
            match.pass_ticks(1)
        if not going:
            return


@pytest.mark.usefixtures("exact")
def test_every_game_plays_as_in_a_session():
    levels = {0: 2, 1: 1}
    matches = {game: (table(game, levels), levels) for game, level in EVERY_LEVEL if level == 1}
    with ComputerPool(2) as pool:
        seat_all(pool, matches)
        play(pool, matches, 200)
        assert len(pool.pids) == 2
    for game, (match, _) in matches.items():
        local = table(game, levels)
        seat_locally(local, levels)
        pass_locally(local, match.session.ticks)
        assert done_by(match, 0), game
        assert [done_by(match, seat) for seat in levels] == [done_by(local, seat) for seat in levels]


@pytest.mark.usefixtures("exact")
@pytest.mark.parametrize("game", ["p2life", "realtime"])
def test_matches_reach_their_end(game):
    matches = {game: (table(game, {0: 2, 1: 1}), {0: 2, 1: 1})}
    with ComputerPool() as pool:
        seat_all(pool, matches)
        play(pool, matches, 6000)
    assert matches[game][0].session.is_over


@pytest.mark.usefixtures("exact")
def test_killed_worker_is_replaced():
    levels = {0: 2, 1: 1}
    matches = {"p2life": (table("p2life", levels), levels)}
    match = matches["p2life"][0]
    with ComputerPool() as pool:
        seat_all(pool, matches)
        play(pool, matches, 100)
        (before,) = pool.pids
        os.kill(before, signal.SIGKILL)
        (process,) = pool._processes
        select.select([process], [], [], PATIENCE)
        count = len(match.session.log.entries())
        play(pool, matches, 200)
        assert pool.pids != (before,)
        assert len(match.session.log.entries()) > count


def test_failing_worker_start_is_retried_a_few_times(monkeypatch):
    class Dead:
        is_alive = has_answered = False
        unsent = 0
        pid = 1
        started = 0

        def __init__(self):
            Dead.started += 1

        say = flush = close = lambda *_: None

        def receive(self):
            return ()

    monkeypatch.setattr(pool_module, "WorkerProcess", Dead)
    match = table("p2life", {0: 1, 1: 1})
    with ComputerPool() as pool:
        seat_all(pool, {"a": (match, {0: 1, 1: 1})})
        for tick in range(20):
            pool.tell("a", tick)
            assert pool.take_actions() == []
        assert Dead.started == pool_module.MAX_FRUITLESS_STARTS


class Worked:
    """A worker in this process that processes as much as the test allows."""

    is_alive = True
    unsent = 0
    pid = 1

    def __init__(self):
        self.worker, self.said, self.reports, self.has_answered = Worker(), [], [], True

    def say(self, message):
        self.said.append(message)

    def flush(self):
        for message in self.said:
            self.worker.take(message)

    def receive(self):
        self.said, reports, self.reports = [], self.reports, []
        return reports

    def work(self):
        while not self.worker.is_idle:
            self.reports += self.worker.work()

    def close(self):
        pass


@pytest.fixture
def inside(monkeypatch):
    """Workers in this process."""
    monkeypatch.setattr(pool_module, "WorkerProcess", Worked)


@pytest.mark.usefixtures("inside")
def test_overload_is_bounded_and_ends_in_keyframes():
    levels = dict.fromkeys(range(20), 1)
    match = table("realtime", {0: 1, 1: 1})
    match.pass_ticks(1)
    match.take_news()
    count = 8
    matches = dict.fromkeys(range(count), (match, levels))
    with ComputerPool() as pool:
        seat_all(pool, matches)
        (process,) = pool._processes
        pool.take_actions()
        for upto in range(2, 300):
            for key in matches:
                pool.tell(key, upto)
            pool.take_actions()
        assert len(pool._views) == count  # computers of a match without secrets share a view
        assert all(view.lacking for _, view in pool._views.values())
        waiting = sum(len(view.waiting) for view in process.worker._views.values())
        assert waiting <= count * (pool_module.MAX_WAITING_TELLS + 1)
        assert pool.waiting_bytes <= count * pool_module.MAX_WAITING_BYTES
        process.work()
        pool.take_actions()
        pool.tell(3, 300)
        pool.take_actions()
        process.work()
        number = next(view.number for match, view in pool._views.values() if match.key == 3)
        assert process.worker._views[number].client.copy.ticks == matches[3][0].session.ticks
        assert [view.lacking for match, view in pool._views.values() if match.key == 3] == [False]


@pytest.mark.usefixtures("inside")
def test_matches_take_turns():
    levels = {0: 1, 1: 1}
    matches = {key: (table("p2life", levels), levels) for key in "ab"}
    with ComputerPool() as pool:
        seat_all(pool, matches)
        (process,) = pool._processes
        for match, _ in matches.values():
            match.take_news()
        for key in "ab":
            pool.tell(key, 0)
        for upto in range(1, 100):
            pool.tell("a", upto)
        pool.tell("b", 5)
        process.flush()
        for _ in range(2):
            process.worker.work()
        ticks = [view.client.copy.ticks for view in process.worker._views.values()]
        assert ticks == [1, 5]


@pytest.mark.usefixtures("inside")
def test_computers_get_only_their_seats_view():
    """In BioWar, the worker gets no secret, and a computer on seat 1 learns nothing of seat 0's choices."""
    levels = {0: 1, 1: 1}
    match = table("biowar", levels)
    with ComputerPool() as pool:
        pool.seat("a", 1, 1, match.session.match, SECRET, frozenset({0}), keyframes(match))
        (process,) = pool._processes
        match.take_news()
        seen = list(process.said)
        seat_locally(match, {0: 3})
        for _ in range(600):
            pool.tell("a", match.session.ticks, frames_of(match))
            seen += [message for message in process.said if isinstance(message, Tell)]
            for _, _, action in pool.take_actions():
                match.act(action)
            process.work()
            match.session.tick(match._waiting)
            match._waiting.clear()
        (view,) = process.worker._views.values()
        assert view.client.copy.viewer == 1
        wire = packed(seen)
        assert SECRET not in wire
        assert SECRET.hex().encode() not in wire
        sit = next(message for message in seen if isinstance(message, Sit))
        assert sit.seed == computer_seed(SECRET, 1)


@pytest.mark.usefixtures("inside")
def test_removed_computers_do_not_act():
    levels = {0: 1, 1: 1}
    match = table("p2life", levels)
    with ComputerPool() as pool:
        seat_all(pool, {"a": (match, levels)})
        (process,) = pool._processes
        for _ in range(60):
            pool.tell("a", match.session.ticks, frames_of(match))
            pool.take_actions()
            process.work()
            if any(report.acts for report in process.reports):
                break
            match.pass_ticks(1)
        pool.forget("a")
        assert pool.take_actions() == []
        assert pool.seats("a") == frozenset()
        process.flush()
        assert process.worker._views == {}


@pytest.mark.usefixtures("inside")
def test_failing_computer_is_reseated_a_few_times(monkeypatch, caplog):
    spec = find_game("p2life")
    failing = type("Failing", (), {"is_live": False, "actions": lambda *_: 1 / 0})
    monkeypatch.setattr(type(spec), "computer", lambda *_: failing())
    levels = {0: 1, 1: 1}
    match = table("p2life", levels)
    with ComputerPool() as pool:
        seat_all(pool, {"a": (match, levels)})
        (process,) = pool._processes
        for upto in range(20):
            pool.tell("a", upto)
            pool.take_actions()
            process.work()
        assert sum(isinstance(message, Sit) for message in process.said) == 0
    assert caplog.text.count("ZeroDivisionError") == pool_module.MAX_BUGS * 2


def test_time_stops_while_computers_wait_for_people():
    match = table("biowar", {1: 1})
    assert match.pass_ticks(10 * COMPUTER_TICKS) < 2 * COMPUTER_TICKS
    assert match.pass_ticks(60) == 0


def test_workers_end_with_a_killed_server():
    script = (
        "import sys, signal\n"
        "from gpulife.online.server._computer_pool import WorkerProcess\n"
        "process = WorkerProcess()\n"
        "print(process.pid, flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert int(server.stdout.readline())
        server.kill()
        server.communicate(timeout=PATIENCE)  # returns when all processes, workers too, have closed its standard error


def test_incomplete_batches_wait():
    tells = [Tell(1, number, (encode(Ticks(number)),)) for number in range(3)]
    data = packed([Rise(1, 2), *tells])
    inbox = worker_inbox()
    got = [message for byte in data for message in inbox.take(bytes([byte]))]
    assert got == [Rise(1, 2), *tells]
    with pytest.raises(ValueError, match="bytes"):
        list(pool_inbox().take(b"\xff\xff\xff\xff"))

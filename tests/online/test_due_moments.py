"""Matches sleep while nothing is due, and are the same as if they were woken every tick."""

import asyncio
import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from online.hosted import GAMES, SECRET, acts, do, hosted, online_match, viewers
from websockets.protocol import State

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.online.followed_match import FollowedMatch
from gpulife.online.hosted_match import CHECK_TICKS, HostedMatch
from gpulife.online.protocol import Act, Talk, Ticks, read_server_message
from gpulife.online.server._broadcast import BEAT_SECONDS, MANY_WATCH, Broadcast
from gpulife.online.server._game_server import MatchTimers
from gpulife.online.server._journal import LoopCalls
from gpulife.online.server._link import Link
from gpulife.online.server._people import Members
from gpulife.online.server._room import TickClock
from gpulife.online.server._room_computers import RoomComputers
from gpulife.online.server._rooms import Rooms
from gpulife.seats import PERSON


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(8), deadline=None)
@given(data=st.data())
def test_sleeping_match_equals_one_woken_every_tick(game, data):
    lazy, woken = hosted(game), HostedMatch.open(online_match(game), SECRET)
    woken.session.game = replace(woken.session.game, quiet=None)
    for match in (lazy, woken):
        match.watch_for(viewers(game))
    turns = st.tuples(st.integers(0, 1), acts(game), st.sampled_from([1, 2, 40, 100, 200]))
    begin = [(seat, Act(0, kind), 1) for seat in (0, 1) for kind in (ActionKind.START, ActionKind.TRIGGER)]
    for seat, act, ticks in [*begin, *data.draw(st.lists(turns, max_size=15))]:
        told = []
        for match in (lazy, woken):
            do(match, seat, act)
            passed = 0
            while passed < ticks:
                step = min(match.busy_in, ticks - passed) if match is lazy else 1
                match.pass_ticks(step)
                passed += step
            told.append(match.take_news())
        assert lazy.session.ticks == woken.session.ticks
        assert lazy.session.state == woken.session.state
        assert told[0] == told[1]  # with hashes of the same ticks
    assert lazy.session.log.entries() == woken.session.log.entries()


def test_busy_at_actions_and_hashes():
    match = hosted("biowar")
    match.act(Action(0, ActionKind.DONE))
    assert match.busy_in == 1
    match.pass_ticks(1)
    left = match.busy_in
    assert 1 < left <= CHECK_TICKS
    match.pass_ticks(left - 1)
    assert match.busy_in == 1
    match.take_news()
    match.pass_ticks(1)
    assert match.busy_in == CHECK_TICKS
    assert match.has_news is False  # nobody is there to receive the hash


def test_tick_clock():
    clock = TickClock(100.0)
    assert clock.take(100.0) == 0
    assert clock.take(100.5) == 30
    assert clock.take(100.5) == 0
    assert clock.end_after(30) == pytest.approx(101.0)
    assert clock.end(100.5) == pytest.approx(100.5 + 1 / 60)
    assert clock.end(100.505) == pytest.approx(100.5 + 1 / 60)
    for ticks in range(1, 300):  # a timer set to the end of a tick must find it over, whatever floats are rounded to
        assert TickClock(0.1).take(TickClock(0.1).end_after(ticks)) == ticks


def test_matches_are_woken_in_due_order():
    async def play():
        loop, woken, done = asyncio.get_running_loop(), [], asyncio.Event()
        late, early, never = (SimpleNamespace(name=name, due=loop.time() + 1e6) for name in ("late", "early", "never"))
        late, early, never = map(_Room, (late, early, never))

        def wake(room):
            woken.append(room)
            room.due = loop.time() + 1e6
            if len(woken) == 3:
                done.set()
            return room is not early

        timers = MatchTimers(wake)
        for room in (late, early, never):
            timers.look(room)
        late.due, early.due = loop.time() - 1, loop.time() - 2
        timers.look(late)
        timers.look(early)
        await asyncio.sleep(0)
        while len(woken) < 2:
            await asyncio.sleep(0)
        assert woken == [early, late]
        never.due = loop.time()
        timers.look(never)
        await done.wait()
        timers.close()

    asyncio.run(play())


class _Room:
    def __init__(self, content):
        self.name, self.due = content.name, content.due


def test_loop_calls_are_ordered_and_wake_once():
    async def play():
        loop, done, wakings = asyncio.get_running_loop(), [], []
        loop_calls = LoopCalls(SimpleNamespace(call_soon_threadsafe=lambda call: wakings.append(call)))
        thread = threading.Thread(target=lambda: [loop_calls.call(done.append, number) for number in range(100)])
        thread.start()
        thread.join()
        assert len(wakings) == 1
        wakings.pop()()
        assert done == list(range(100))
        loop_calls.call(done.append, 100)
        assert len(wakings) == 1
        failing = LoopCalls(loop)
        heard = asyncio.Event()
        failing.call(lambda: 1 / 0)
        failing.call(heard.set)
        await heard.wait()

    asyncio.run(play())


def test_failing_match_does_not_block_other_computers():
    done = []

    def fail(_action):
        raise ZeroDivisionError

    async def play():
        actions = [("1", 0, Action(0, ActionKind.DONE)), ("2", 0, Action(0, ActionKind.START))]
        pool = SimpleNamespace(take_actions=lambda: actions)
        rooms = Rooms(None, lambda: 0.0, lambda *_: None, pool, on_due=lambda _: None, quotas=None)
        rooms._rooms = {"1": SimpleNamespace(do=fail), "2": SimpleNamespace(do=done.append)}
        rooms.act_for_computers()

    asyncio.run(play())
    assert done == [Action(0, ActionKind.START)]


class Wire:
    """A socket that records what is written to it."""

    def __init__(self):
        self.data = b""
        self.transport, self.protocol = self, SimpleNamespace(state=State.OPEN)

    def get_write_buffer_size(self):
        return 0

    def write(self, data):
        self.data += data

    def take(self):
        """Return the messages written since the last call."""
        messages, data, self.data = [], self.data, b""
        while data:
            size, begin = data[1] & 127, 2
            if size > 125:
                begin = 4 if size == 126 else 10
                size = int.from_bytes(data[2:begin], "big")
            messages.append(read_server_message(data[begin : begin + size]))
            data = data[begin + size :]
        return messages


class Watched:
    """A two-player match with very many spectators."""

    def __init__(self, game, watching):
        self.hosted, self.now = hosted(game), 100.0
        self.members = Members([PERSON] * self.hosted.session.game.players)
        computers = RoomComputers(None, "1", self.hosted, SECRET, self.members, fill=False)
        self.broadcast = Broadcast(self.hosted, self.members, computers, lambda *_: None, self.now)
        self.links = {}
        for number in range(watching):
            self.join(f"eye {number}", NOBODY)
        self.players = [self.join("Ada", 0), self.join("Bob", 1)]

    def join(self, name, seat):
        link = Link(Wire(), "127.0.0.1", self.now)
        link.seat, link.needs_moment = seat, True
        self.members.add(name.encode(), name, seat).link = link
        self.broadcast.watch()
        copy = FollowedMatch(self.hosted.session.match, seat)
        self.links[name] = link, copy
        return link

    async def tick(self, *actions):
        for action in actions:
            self.hosted.act(action)
        self.hosted.pass_ticks(1)
        self.now += 1 / 60
        self.broadcast.tell_what_is_due(self.now)
        told = {name: link._connection.take() for name, (link, _) in self.links.items()}
        await asyncio.sleep(0)
        return told

    def follow(self, told):
        for name in self.links.keys() & {"Ada", "Bob", "eye 3", "late"}:
            messages = told.get(name, ())
            copy = self.links[name][1]
            for message in messages:
                if isinstance(message, Ticks) and copy.ticks is not None:
                    assert message.upto > copy.ticks, "what is old is not told after a moment"
                copy.take(message)
                assert copy.wants_keyframe is None


@pytest.mark.parametrize("game", ["one-seed", "biowar"])
def test_many_spectators_get_news_in_rounds(game):
    async def play():
        table = Watched(game, MANY_WATCH + 10)
        for kind in (ActionKind.START, ActionKind.DONE):
            table.follow(await table.tick(Action(0, kind), Action(1, kind)))
        rounds = 0
        for tick in range(240):
            told = await table.tick(Action(tick % 2, ActionKind.STICK, tick % 3 - 1, 1))
            assert told["Ada"], "players are told at once"
            if tick == 100:
                table.join("late", NOBODY)
            if tick == 120:
                table.broadcast.tell_all(Talk("Ada", "hello", 0))
            rounds += bool(told["eye 3"])
            table.follow(told)
        assert 240 / 60 / BEAT_SECONDS / 2 < rounds <= 240 / 60 / BEAT_SECONDS + 2
        for _ in range(12):
            table.follow(await table.tick())
        copies = [table.links[name][1] for name in ("Ada", "Bob", "eye 3", "late")]
        last = max(copy.ticks for copy in copies)
        assert all(last - copy.ticks <= 12 for copy in copies)
        late, old = table.links["late"][1], table.links["eye 3"][1]
        assert late.ticks == old.ticks
        assert late.state == old.state

    asyncio.run(play())


def test_few_spectators_get_news_at_once():
    async def play():
        table = Watched("one-seed", 3)
        await table.tick(Action(0, ActionKind.START))
        for tick in range(30):
            told = await table.tick(Action(0, ActionKind.STICK, tick % 3 - 1, 1))
            assert told["eye 1"]
            assert told["Ada"]

    asyncio.run(play())

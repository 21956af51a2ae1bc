"""Results over real sockets: stored once when a game is over, whoever leaves and whatever server takes over."""

from __future__ import annotations

import asyncio
import gc
import shutil
import time
import weakref
from contextlib import asynccontextmanager

import pytest
from online.fast_clock import pass_faster
from online.native import LOOK_SECONDS, native, run, served

from gpulife.games.core.game import ActionKind
from gpulife.games.registry import find_game
from gpulife.online.protocol import Acked, Dropped, Ended, Host, Join, Leave, People, Seated, Talk
from gpulife.online.seat_rules import hosted_games
from gpulife.online.storage import StorageError
from gpulife.online.storage._matches import MatchEndings
from gpulife.online.storage._ratings import MIN_RATED_TICKS
from gpulife.session.replay import parse_replay


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.online.storage._ratings.MIN_RATED_TICKS", 1)
    assert MIN_RATED_TICKS > 1


@asynccontextmanager
async def two_at_seed_list(folder):
    async with served(folder) as (server, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
        await ada.send(Host("seed-list"))
        await bob.send(Join((await ada.until(Seated)).code))
        await bob.until(Seated)
        yield server, ada, bob


async def play(ada, bob, begin: ActionKind) -> None:
    """Let both players plant a block, and run generations."""
    await ada.act(begin)
    for client in (ada, bob):
        await client.until(lambda each: each.copy.ticks and each.copy.state.phase == "set-up")
    for client, column in ((ada, 40), (bob, 120)):
        for row, right in ((40, 0), (40, 1), (41, 0), (41, 1)):
            await client.act(ActionKind.POINT, row, column + right)
            await client.act(ActionKind.TRIGGER, 1)
            await client.until(lambda each: each.copy.state.sides[each.seated.seat].cursor.trigger)
            await client.act(ActionKind.TRIGGER, 0)
            await client.until(lambda each: not each.copy.state.sides[each.seated.seat].cursor.trigger)
        await client.act(ActionKind.DONE)
    computed = ada.copy.computed
    await ada.until(lambda client: client.copy.computed > computed)


async def result_line(client) -> Talk:
    while not (line := await client.until(Talk)).replay:
        pass
    return line


def stored(server) -> list[tuple[int, list[tuple[str, int, bool]], bool]]:
    return [
        (result.number, [(player.name, player.place, player.quit) for player in result.players], result.rated)
        for result in reversed(server.database.results.latest())
    ]


FIRST = (1, [("Ada", 1, False), ("Bob", 2, False)], True)


def test_each_game_is_stored_when_it_ends(tmp_path):
    async def match():
        async with two_at_seed_list(tmp_path) as (server, ada, bob):
            await play(ada, bob, ActionKind.START)
            await bob.act(ActionKind.RESIGN)
            line = await result_line(ada)
            assert line.text == "Ada beats Bob.   New ratings: Ada 1662 (+162), Bob 1338 (-162)."
            assert (await result_line(bob)).replay == line.replay
            assert stored(server) == [FIRST]
            first = server.database.results.latest()[0]
            recording = parse_replay(server.database.results.replay(first.replay_id), tmp_path / "first")
            assert recording.ticks == first.ticks
            await play(ada, bob, ActionKind.AGAIN)
            await ada.send(Leave())  # in the middle of the second game
            ended = await bob.until(Ended)
            assert stored(server) == [FIRST, (2, [("Ada", 2, True), ("Bob", 1, False)], True)]
            assert ended.replay not in ("", line.replay)
            assert ended.secret
            games = [standing.games for standing in server.database.ratings.table("seed-list", provisional=True)]
            assert games == [2, 2]

    run(match())


def test_leaving_after_the_result_frees_the_seat(tmp_path):
    async def match():
        async with two_at_seed_list(tmp_path) as (server, ada, bob):
            await play(ada, bob, ActionKind.START)
            room = server.rooms.require(ada.seated.code)
            await bob.act(ActionKind.RESIGN)
            await ada.until(lambda client: client.copy.state.phase == "over")
            await bob.send(Leave())  # perhaps before the server has stored the result
            await result_line(ada)
            while room.members.free_seats != [1]:
                await asyncio.sleep(LOOK_SECONDS)
            assert stored(server) == [FIRST]
            session = room.hosted.session
            outcome = session.game.outcome(session.state)
            await room.settle()
            room.pass_time(time.monotonic())
            assert session.is_over
            assert session.game.outcome(session.state) == outcome, "the result stands"
            while (await ada.until(Talk)).text != "Bob has left the match.":
                pass
            assert [person.name for person in (await ada.until(People)).people] == ["Ada"]
            await ada.act(ActionKind.AGAIN)
            assert (await ada.until(Dropped)).reason == "the next game begins when every seat is taken"
            await server.rooms.end(room, "It ends.")
            assert stored(server) == [FIRST]

    run(match())


def test_killed_server_stores_result_once(tmp_path, monkeypatch):
    pass_faster(monkeypatch, 6)  # failed attempts are repeated after seconds
    refused = asyncio.Event()

    def refuse(*_args, **_named):
        refused.set()
        raise StorageError("the disk is full")

    async def match():
        keep = MatchEndings.keep_result
        async with two_at_seed_list(tmp_path / "a") as (server, ada, bob):
            await play(ada, bob, ActionKind.START)
            monkeypatch.setattr(MatchEndings, "keep_result", refuse)
            await bob.act(ActionKind.RESIGN)
            await ada.until(lambda client: client.copy.state.phase == "over")
            while not refused.is_set():
                await asyncio.sleep(LOOK_SECONDS)
            seq = await ada.act(ActionKind.AGAIN)  # the next game has begun when the server is killed
            while (await ada.until(Acked)).seq < seq:
                pass
            shutil.copytree(tmp_path / "a", tmp_path / "b")
            assert stored(server) == []
            monkeypatch.setattr(MatchEndings, "keep_result", keep)
            await result_line(ada)
            shutil.copytree(tmp_path / "a", tmp_path / "c")
        for folder in ("b", "c"):
            async with served(tmp_path / folder) as (server, _):
                while not len(server.rooms) or not stored(server):
                    await asyncio.sleep(LOOK_SECONDS)  # until the other server counts as dead
                (room,) = server.rooms
                await server.rooms.keep_results(room)
                assert stored(server) == [FIRST]
                assert room.games.number == 2
                games = [standing.games for standing in server.database.ratings.table("seed-list", provisional=True)]
                assert games == [1, 1]

    run(match())


def test_computers_in_results(tmp_path):
    async def match():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada:
            await ada.send(Host("seed-list", seats=("person", "computer:2")))
            await ada.until(Seated)
            await ada.act(ActionKind.START)
            await ada.until(lambda client: client.copy.ticks and client.copy.state.phase == "set-up")
            room = server.rooms.require(ada.seated.code)
            room.games.computed = -1  # as if a generation had been computed
            await server.rooms.end(room, "It ends.")
            assert stored(server) == [(1, [("Ada", 1, False), ("Gardener", 1, False)], False)]

    run(match())


@pytest.mark.parametrize(
    ("game", "seats", "decided"),
    [
        ("seed-list", ("person", "person"), True),
        ("biowar", ("person", "person", *["nobody"] * 4), True),
        ("biowar", ("person", "person", "computer:1", *["nobody"] * 3), False),
        ("biowar", ("person",) * 6, False),
        ("realtime", ("person", "person"), True),
    ],
)
def test_decided_without_opponents(tmp_path, game, seats, decided):
    async def match():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            closed = ("nobody",) * (find_game(game).players - len(seats))
            await ada.send(Host(game, seats=(*seats, *closed)))
            await bob.send(Join((await ada.until(Seated)).code))
            await bob.until(Seated)
            room = server.rooms.require(ada.seated.code)
            assert not room.is_decided
            room.games.quitters.add(1)
            assert room.is_decided == decided
            room.games.quitters.add(0)
            assert room.is_decided
            room.games.quitters.clear()

    run(match())


@pytest.mark.parametrize("game", hosted_games())
def test_ended_match_is_freed(tmp_path, game):
    async def play(server, address):
        async with native(address, "Ada") as ada, native(address, "Bob") as bob:
            seats = ("person", "person", *["nobody"] * (find_game(game).players - 2))
            await ada.send(Host(game, seats=seats))
            await bob.send(Join((await ada.until(Seated)).code))
            await bob.until(Seated)
            await ada.act(ActionKind.START)
            await ada.act(ActionKind.DONE)
            await ada.until(Acked)
            room = server.rooms.require(ada.seated.code)
            parts = (room, room._journal, room._broadcast, room.hosted.session, room.hosted.session.engine)
            left = [weakref.ref(part) for part in parts]
            await server.rooms.end(room, "It ends.")
            await ada.until(Ended)
        return left

    async def match():
        async with served(tmp_path) as (server, address):
            left = await play(server, address)
            for _ in range(400):
                if not any(part() for part in left):
                    break
                await asyncio.sleep(LOOK_SECONDS)
            assert [part() for part in left] == [None] * len(left)

    gc.disable()  # servers rarely collect garbage
    try:
        run(match())
    finally:
        gc.enable()

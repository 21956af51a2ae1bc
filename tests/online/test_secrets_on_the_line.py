"""No frame contains another player's secret: all frames to native clients and pages are decoded and searched."""

import asyncio
import json
import zlib
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import pairwise

import msgspec
import pytest
from online.native import run, served
from websockets.asyncio.client import connect

from gpulife.games.biowar.state import TurnPhase
from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.online.hosted_match import PERSONAL
from gpulife.online.protocol import ANY_SEAT, PROTOCOL, WATCH, ActionRow, Ticks, read_server_message
from gpulife.online.server import _room as room
from gpulife.online.server.serving import make_feed
from gpulife.tools.online_bench.native_client import NativeClient

PLACES = ((37, 53), (38, 59), (41, 61))
"""Places whose numbers occur next to each other nowhere else in these matches."""


class Page:
    """A browser page: what it receives, and what it does."""

    def __init__(self, socket) -> None:
        self.socket, self.frames, self.seq = socket, [], 0
        self.changed = asyncio.Event()

    async def say(self, what, **fields):
        await self.socket.send(json.dumps({"t": what, **fields}))

    async def act(self, kind, a=0, b=0):
        self.seq += 1
        await self.say("act", seq=self.seq, kind=int(kind), a=a, b=b)

    async def read(self):
        async for frame in self.socket:
            self.frames.append(frame)
            self.changed.set()


@asynccontextmanager
async def page(url, name, match, seat):
    origin = url.replace("ws:", "http:").removesuffix("/play")
    async with connect(url, origin=origin, compression=None) as socket:
        client = Page(socket)
        reader = asyncio.create_task(client.read())
        await client.say("hello", protocol=PROTOCOL, name=name, page=True)
        await client.say("join", match=match, seat=seat)
        while not any(isinstance(frame, str) and '"seated"' in frame for frame in client.frames):
            client.changed.clear()
            await client.changed.wait()
        try:
            yield client
        finally:
            reader.cancel()


def decoded(value):
    """Return everything in a frame, with packed parts decoded, as lists and maps."""
    match value:
        case bytes():
            for read in (zlib.decompress, msgspec.msgpack.decode, msgspec.json.decode):
                try:
                    found = read(value)
                except (zlib.error, msgspec.DecodeError, ValueError):
                    continue
                return decoded(found) if not isinstance(found, int | float) else value
            return value
        case str():
            try:
                return decoded(json.loads(value))
            except ValueError:
                return value
        case dict():
            return {key: decoded(each) for key, each in value.items()}
        case list() | tuple():
            return [decoded(each) for each in value]
    return value


def is_in(place, value, columns) -> bool:
    """Return True if a decoded frame contains both numbers of a place, or its index on the board."""
    match value:
        case bytes():
            return False
        case dict():
            numbers = list(value.values())
        case list():
            numbers = value
        case _:
            return not isinstance(value, bool) and value == place[0] * columns + place[1]
    beside = any(
        (one, other) in (place, place[::-1])
        for one, other in pairwise(numbers)
        if not isinstance(one, list | dict) and not isinstance(other, list | dict)
    )
    return beside or any(is_in(place, each, columns) for each in numbers)


def told_of_others(frame, viewer):
    """Return the private data of others in a native frame: their actions, and their part of a state."""
    message = read_server_message(frame)
    if isinstance(message, Ticks):
        return [
            row
            for row in message.acts
            if isinstance(row, ActionRow) and row.player not in (viewer, NOBODY) and ActionKind(row.kind) in PERSONAL
        ]
    packed = getattr(message, "state", None)
    if packed is None:
        return []
    state = json.loads(zlib.decompress(packed))
    sides = state.get("sides") or state.get("hands") or []
    return [
        (player, side)
        for player, side in enumerate(sides)
        if player != viewer and (side.get("marks") or any(tuple(each) != (-1, -1) for each in side.get("chosen", ())))
    ]


async def place(client, witness, session, seat, places):
    """Place new cells of BioWar one after another; press and release must be in different ticks."""
    for number, (row, column) in enumerate(places, 1):
        await client.act(ActionKind.POINT, row, column)
        await client.act(ActionKind.TRIGGER, 1)
        await witness.wait_for(lambda: len(session.state.sides[seat].marks) >= number, "a new cell")  # noqa: B023
        await client.act(ActionKind.TRIGGER, 0)
        await witness.wait_for(lambda: not session.state.sides[seat].cursor.trigger, "a rest")


def test_biowar_placements_are_secret(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "TICKS_PER_SECOND", 20)  # a turn lasts three minutes, however slow the machine is

    async def play():
        async with served(tmp_path, make_feed) as (server, url), AsyncExitStack() as stack:
            ada = await stack.enter_async_context(NativeClient.connected(url, "Ada"))
            bob = await stack.enter_async_context(NativeClient.connected(url, "Bob"))
            eye = await stack.enter_async_context(NativeClient.connected(url, "Eye"))
            told = {client: [] for client in (ada, bob, eye)}
            for client, frames in told.items():
                client.on_frame = frames.append
            match = (
                await ada.host("biowar", option="SLOW", rows=60, columns=80, seats=("person",) * 3 + ("nobody",) * 3)
            ).id
            await bob.join(match, 1)
            await eye.join(match, WATCH)
            carl = await stack.enter_async_context(page(url, "Carl", match, 2))
            watcher = await stack.enter_async_context(page(url, "Page", match, WATCH))
            session = server.rooms.require(match).hosted.session
            for client in (ada, bob, carl):
                await client.act(ActionKind.DONE)
            await ada.wait_for(lambda: sum(side.is_in for side in ada.copy.state.sides) == 3, "three who play")
            await place(ada, ada, session, 0, PLACES[:2])
            await place(carl, ada, session, 2, PLACES[2:])
            assert session.state.sides[0].marks == PLACES[:2]
            assert session.state.sides[2].marks == PLACES[2:]
            for late in ("Late", "Later"):  # newcomers learn no more
                client = await stack.enter_async_context(NativeClient.connected(url, late, address="127.0.0.9"))
                told[client] = frames = []
                client.on_frame = frames.append
                await client.join(match, WATCH)
            checks = bob.counts["Check"]
            await bob.wait_for(lambda: bob.counts["Check"] >= checks + 2, "two hashes")
            told = {client: tuple(frames) for client, frames in told.items()}
            shown = {carl: tuple(carl.frames), watcher: tuple(watcher.frames)}
            assert session.state.phase is TurnPhase.ADJUSTMENT
            columns = session.engine.shape[1]
            for client, frames in told.items():
                viewer = client.seated.seat
                for frame in frames:
                    assert told_of_others(frame, viewer) == []
                    for row, secret in enumerate(PLACES):
                        if viewer != (0, 0, 2)[row]:
                            assert not is_in(secret, decoded(frame), columns), read_server_message(frame)
            for client, own in ((carl, PLACES[2:]), (watcher, ())):
                for frame in shown[client]:
                    for secret in PLACES:
                        assert secret in own or not is_in(secret, decoded(frame), columns), frame
            # The search works: it finds what Ada and Carl are sent about themselves.
            assert any(is_in(PLACES[0], decoded(frame), columns) for frame in told[ada])
            assert any(is_in(PLACES[2], decoded(frame), columns) for frame in shown[carl])
            for client in (ada, bob, carl):
                await client.act(ActionKind.DONE)
            await eye.wait_for(lambda: eye.copy.engine.read(*PLACES[0], 1, 1)[0, 0] == 1, "the cells of the turn")

    run(play())


@pytest.mark.parametrize("option", ["PRINTED", "CODED"])
def test_life_2_choices_are_secret(tmp_path, option):
    async def play():
        async with served(tmp_path, make_feed) as (server, url), AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(NativeClient.connected(url, name)) for name in ("Ada", "Bob", "Eye")
            ]
            told = [[] for _ in clients]
            for client, frames in zip(clients, told, strict=True):
                client.on_frame = frames.append
            ada, bob, eye = clients
            match = (await ada.host("life-2", option=option)).id
            await bob.join(match, ANY_SEAT)
            await eye.join(match, WATCH)
            watcher = await stack.enter_async_context(page(url, "Page", match, WATCH))
            session = server.rooms.require(match).hosted.session
            await ada.act(ActionKind.START)
            await ada.wait_for(lambda: ada.copy.state.choosing, "a game")
            begun = len(watcher.frames)
            for row, column in ((1, 3), (2, 1)):
                await ada.act(ActionKind.PLACE, row, column)
            await ada.acknowledged(ada.next_seq - 1)
            assert len(session.state.hands[0].chosen) == 2
            for client in (bob, eye):
                await client.wait_for(lambda: len(client.copy.state.hands[0].chosen) == 2, "how many")  # noqa: B023
            for client, frames in zip(clients, told, strict=True):
                assert [
                    told_of_others(frame, client.seated.seat)
                    for frame in frames
                    if told_of_others(frame, client.seated.seat)
                ] == []
            assert bob.copy.state.hands[0].chosen == ((-1, -1),) * 2  # the number of cells is no secret
            assert eye.copy.state.hands[0].chosen == ((-1, -1),) * 2
            assert all(isinstance(frame, str) for frame in watcher.frames[begun:])  # no cell is sent
            for frame in watcher.frames[begun:]:
                for mark in json.loads(frame).get("marks") or ():
                    raise AssertionError(f"a page is shown {mark}")
            for row, column in ((0, 0),):
                await ada.act(ActionKind.PLACE, row, column)
            for row, column in ((3, 3), (4, 4), (4, 0)):
                await bob.act(ActionKind.PLACE, row, column)
            await eye.wait_for(lambda: eye.copy.engine.read_all().any(), "the pieces")

    run(play())

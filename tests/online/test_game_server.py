"""A server with real sockets: people host, join, play, leave and return."""

import asyncio
from itertools import product
from urllib.request import urlopen

import numpy as np
import pytest
from online.native import LOOK_SECONDS, native, run, served

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import ActionKind
from gpulife.games.survival1982.state import RoundPhase
from gpulife.online.hosted_match import HostedSession, commitment
from gpulife.online.protocol import (
    ANY_SEAT,
    WATCH,
    Acked,
    Browse,
    Dropped,
    Ended,
    Host,
    Join,
    Leave,
    MatchList,
    Moderate,
    People,
    Refused,
    Say,
    Seated,
    Talk,
)
from gpulife.online.server import _rooms as rooms
from gpulife.online.server._game_server import GameServer
from gpulife.online.server.server_options import ServerOptions
from gpulife.online.storage import Database, MatchState
from gpulife.session.replay import read_replay

pytestmark = pytest.mark.usefixtures("fast_clock")


def same(server, client) -> bool:
    """Return True if a client's copy equals the server's board at the same tick."""
    session = server.rooms.require(client.seated.code).hosted.session
    return client.copy.ticks == session.ticks and np.array_equal(
        client.copy.engine.read_all(), session.engine.read_all()
    )


def test_two_play_seed_list(tmp_path):
    async def play():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            await ada.send(Host("seed-list"))
            seated = await ada.until(Seated)
            assert (seated.seat, seated.host) == (0, True)
            await ada.act(ActionKind.START)
            dropped = await ada.until(Dropped)
            assert "every seat" in dropped.reason
            await bob.send(Join(seated.code.lower()))
            assert (await bob.until(Seated)).seat == 1
            seq = await ada.act(ActionKind.START)
            assert (await ada.until(Acked)).seq == seq
            await bob.act(ActionKind.START)
            assert (await bob.until(Dropped)).reason == "the match is beginning", "no reproach"
            await bob.act(ActionKind.POINT, 20, 120)
            await bob.act(ActionKind.TRIGGER, 1)
            await ada.until(lambda client: client.copy.state.sides[1].cursor.trigger)
            await bob.until(lambda client: client.copy.state.sides[1].cursor.trigger)
            assert (ada.copy.state.sides[1].cursor.row, bob.copy.state.sides[1].cursor.row) == (20, 20)
            await ada.until(lambda client: same(server, client))
            await bob.until(lambda client: same(server, client))

    run(play())


def test_list_shows_host_and_progress(tmp_path):
    async def play():
        async with (
            served(tmp_path) as (server, address),
            native(address, "Ada") as ada,
            native(address, "Bob") as bob,
            native(address, "Eve") as eve,
        ):
            await eve.send(Browse())
            await ada.send(Host("p2life"))
            seated = await ada.until(Seated)

            def line(client):
                last = client.messages[-1]
                return last.matches[0] if isinstance(last, MatchList) and last.matches else None

            async def until(**wanted):
                def is_so(client):
                    shown = line(client)
                    return shown and all(getattr(shown, name) == value for name, value in wanted.items())

                await eve.until(is_so)

            await until(host="Ada", seats=("Ada", ""), running=False, over=False)
            await bob.send(Join(seated.code))
            await until(seats=("Ada", "Bob"), running=False)
            await bob.act(ActionKind.START)
            await until(host="Ada", running=True, over=False)
            while server.database.find_match(int(seated.id)).state is not MatchState.RUNNING:
                await asyncio.sleep(LOOK_SECONDS)
            await ada.act(ActionKind.RESIGN)
            await until(running=True, over=True)

    run(play())


def test_finished_match_ends_when_all_have_left(tmp_path):
    async def play():
        async with (
            served(tmp_path) as (server, address),
            native(address, "Ada") as ada,
            native(address, "Bob") as bob,
        ):
            await ada.send(Host("p2life"))
            await bob.send(Join((await ada.until(Seated)).id))
            await bob.until(Seated)
            await bob.act(ActionKind.START)
            await ada.until(lambda client: client.copy.state.has_begun)
            await ada.act(ActionKind.RESIGN)
            for client in (ada, bob):
                await client.until(lambda client: client.copy.game.outcome(client.copy.state))
            for client in (ada, bob):
                await client.send(Leave())
            while len(server.rooms):
                await asyncio.sleep(LOOK_SECONDS)

    run(play())


def test_match_abandoned_by_its_host_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "EMPTY_SECONDS", 0.0)

    async def play():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada:
            await ada.send(Host("p2life"))
            await ada.until(Seated)
            await ada.send(Leave())
            while len(server.rooms):
                await asyncio.sleep(LOOK_SECONDS)

    run(play())


def test_private_match_is_not_found_by_number(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada, native(address, "Eve") as eve:
            await ada.send(Host("seed-list", private=True))
            seated = await ada.until(Seated)
            for seat in (ANY_SEAT, WATCH, 0, 1):
                await eve.send(Join(seated.id, seat))
                assert (await eve.until(Refused)).code == "unknown"
            async with native(address, "Ada", ada.welcome.token) as again:
                await again.send(Join(seated.code))
                assert (await again.until(Seated)).seat == 0

    run(play())


@pytest.mark.parametrize("game", ["one-seed", "seed-list"])
def test_play_begins_when_both_are_done(tmp_path, game):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            await ada.send(Host(game))
            await bob.send(Join((await ada.until(Seated)).code))
            await bob.until(Seated)
            await ada.act(ActionKind.START)
            for client, column in ((ada, 20), (bob, 120)):
                await client.act(ActionKind.POINT, 20, column)
                await client.act(ActionKind.TRIGGER, 1)
                await client.act(ActionKind.TRIGGER, 0)
                await client.act(ActionKind.DONE)
            await ada.until(lambda client: client.copy.state.phase is RoundPhase.PLAY)
            assert ada.copy.state.consent.question is None

    run(play())


def test_seat_is_reserved_for_its_owner(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada:
            await ada.send(Host("biowar"))
            code = (await ada.until(Seated)).code
            async with native(address, "Bob") as bob:
                await bob.send(Join(code, 3))
                await bob.until(Seated)
                await bob.act(ActionKind.DONE)
                await bob.until(lambda client: client.copy.state.sides[3].is_in)
                token = bob.welcome.token
            await ada.until(lambda client: _is_away(client, "Bob"))
            async with native(address, "", token) as bob:
                assert bob.welcome.name == "Bob"
                await bob.send(Join(code))
                assert (await bob.until(Seated)).seat == 3
                await bob.until(lambda client: client.copy.ticks is not None)
                assert bob.copy.state.sides[3].is_in
            async with native(address, "Eve") as eve:
                await eve.send(Join(code, 3))
                assert (await eve.until(Refused)).code == "taken"
                await eve.send(Join(code))
                assert (await eve.until(Seated)).seat == 1

    run(play())


def test_match_continues_after_a_restart(tmp_path):
    async def begin():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada:
            await ada.send(Host("realtime", settings={"tick_seconds": 3600}))
            code = (await ada.until(Seated)).code
            seq = await ada.act(ActionKind.JOIN, data="Ada a1 b1 c1 a2 b2 c2 a3 b3 c3 d1")
            while (await ada.until(Acked)).seq < seq:
                pass
            assert ada.copy.state.seats[0].cells == 10
            return code, ada.welcome.token

    async def go_on(code, token):
        async with served(tmp_path) as (_, address), native(address, "", token) as ada:
            await ada.send(Join(code))
            assert (await ada.until(Seated)).seat == 0
            await ada.until(lambda client: client.copy.ticks is not None)
            assert ada.copy.state.seats[0].name == "Ada"
            assert int((ada.copy.engine.read_all() == 1).sum()) == 10

    run(go_on(*asyncio.run(begin())))


def test_chat_and_moderation(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            await ada.send(Host("life-2", private=True))
            code = (await ada.until(Seated)).code
            await bob.send(Browse())
            assert (await bob.until(MatchList)).matches == ()
            await bob.send(Join(code, WATCH))
            assert (await bob.until(Seated)).seat == -1
            await bob.send(Say("<b>hello</b>\x1b[2J"))
            talk = await ada.until(Talk)
            assert (talk.name, talk.text) == ("Bob", "<b>hello</b> [2J")
            await bob.send(Moderate("close"))
            assert (await bob.until(Refused)).code == "host"
            await ada.until(lambda client: _person(client, "Bob"))
            await ada.send(Moderate("ban", _person(ada, "Bob").who))
            assert "removed" in (await bob.until(Ended)).reason
            await bob.send(Join(code, WATCH))
            assert (await bob.until(Refused)).code == "banned"
            await ada.send(Leave())

    run(play())


def _people(client):
    return next((message.people for message in reversed(client.messages) if isinstance(message, People)), ())


def _person(client, name):
    return next((person for person in _people(client) if person.name == name), None)


def _is_away(client, name):
    person = _person(client, name)
    return person is not None and not person.here


def test_quitter_loses_and_replay_is_stored(tmp_path):
    async def play():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            await ada.send(Host("seed-list"))
            code = (await ada.until(Seated)).code
            await bob.send(Join(code))
            await bob.until(Seated)
            room = server.rooms.require(code)
            await ada.act(ActionKind.START)
            await ada.until(lambda client: client.copy.state.phase == "set-up")
            for client, column in ((ada, 40), (bob, 120)):
                for place in product((40, 41), (column, column + 1)):  # a block, which lives until somebody leaves
                    await client.act(ActionKind.POINT, *place)
                    await client.act(ActionKind.TRIGGER, 1)
                    await client.act(ActionKind.TRIGGER, 0)
                await client.act(ActionKind.DONE)
            await ada.until(lambda client: client.copy.state.sides[1].score == 4)
            await ada.act(ActionKind.HALT)
            await bob.until(lambda client: client.copy.state.consent.question or client.copy.computed)
            await bob.act(ActionKind.AGREE, 1)
            await ada.until(lambda client: client.copy.computed > 0)
            await bob.send(Leave())
            ended = await ada.until(Ended)
            assert ended.replay.startswith("/replays/")
            assert commitment(bytes.fromhex(ended.secret)) == ada.seated.commitment
            (result,) = server.database.results.latest()
            assert [(player.name, player.place, player.quit) for player in result.players] == [
                ("Ada", 1, False),
                ("Bob", 2, True),
            ]
            path = tmp_path / "match.gpureplay"
            path.write_bytes(await asyncio.to_thread(fetch, address, ended.replay))
            recording = read_replay(path)
            session = HostedSession(
                recording.match, NumpyEngine(room.hosted.session.engine.rule, (88, 160)), b"", recording=recording
            )
            session.seek(recording.ticks)
            assert moment_hash(session.state, session.board) == recording.end_hash

    run(play())


def fetch(address, path) -> bytes:
    with urlopen(address.replace("ws://", "http://").replace("/play", path)) as answer:  # noqa: S310 - our own server
        return answer.read()


def test_expired_data_is_deleted_at_start(tmp_path):
    days = 3 * 365 * 24 * 3600.0
    with Database.open(tmp_path, clock=lambda: 1000.0) as database:
        _, token = database.people.new("Ada")

    async def look():
        with Database.open(tmp_path, clock=lambda: 1000.0 + days) as database:
            server = GameServer(database, ServerOptions(), lambda *_: None)
            async with server.running():
                while await asyncio.to_thread(database.people.find, token) is not None:
                    await asyncio.sleep(0.01)

    run(look())


def test_muted_player_cannot_chat_by_action(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            await ada.send(Host("biowar"))
            await bob.send(Join((await ada.until(Seated)).code))
            await bob.until(Seated)
            await bob.act(ActionKind.SAY, data="hello")
            await ada.until(lambda client: client.copy.ticks and client.copy.state.remarks)
            await ada.until(lambda client: _person(client, "Bob"))
            await ada.send(Moderate("mute", _person(ada, "Bob").who))
            await bob.until(lambda client: _person(client, "Bob") and _person(client, "Bob").muted)
            await bob.act(ActionKind.SAY, data="hello again")
            assert "muted" in (await bob.until(Dropped)).reason

    run(play())

"""A full or read-only disk while people play: they learn why the match stops, and it continues later."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import contextmanager

import pytest
from online.native import LOOK_SECONDS, native, run, served
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import (
    WATCH,
    Acked,
    Dropped,
    Ended,
    Host,
    Join,
    Leave,
    Message,
    Moderate,
    Refused,
    Seated,
    Talk,
)
from gpulife.online.server._game_server import GameServer

FULL, READ_ONLY = "the server's disk is full", "the server has no permission to write to its database"
PRAGMAS = {FULL: ("max_page_count = 1", "max_page_count = 1073741823"), READ_ONLY: ("query_only = 1", "query_only = 0")}
"""Statements that make SQLite refuse writes in this way, and accept them again; no limit is below the current size."""


@contextmanager
def failing(server: GameServer, why: str):
    """Make SQLite refuse writes during the block."""
    engine, now = server.database._transactions._engine, list(PRAGMAS[why])

    def set_pragma(connection) -> None:
        for pragma in (PRAGMAS[each][1] for each in PRAGMAS if each != why):
            connection.exec_driver_sql(f"PRAGMA {pragma}")
        connection.exec_driver_sql(f"PRAGMA {now[0]}")

    event.listen(engine, "begin", set_pragma)
    try:
        yield
    finally:
        now.reverse()


async def until_dropped(client) -> tuple[int, Dropped]:
    """Act until an action is dropped; return the number of actions, and the answer."""
    for stored in range(1000):
        seq = await client.act(ActionKind.SAY, data="x" * 60)
        while getattr(answer := await client.until(Message), "seq", 0) != seq:
            pass
        if isinstance(answer, Dropped):
            return stored, answer
        await asyncio.sleep(LOOK_SECONDS)
    raise AssertionError("nothing was refused")


async def line_with(client, words: str) -> str:
    while words not in (line := await client.until(Talk)).text:
        pass
    return line.text


@pytest.fixture(autouse=True)
def much_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.online.server._link._TALK", (1000, 1000))
    monkeypatch.setattr("gpulife.online.server._link._ACTIONS", (1000, 1000))
    monkeypatch.setattr("gpulife.online.server._link._MESSAGES", (1000, 1000))


@pytest.mark.parametrize("why", [FULL, READ_ONLY])
def test_play_stops_on_full_disk_and_resumes(tmp_path, caplog, why):
    caplog.set_level(logging.WARNING)

    async def play():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada, native(address, "Bob") as bob:
            await ada.send(Host("biowar"))
            code = (await ada.until(Seated)).code
            await bob.send(Join(code))
            await bob.until(Seated)
            await ada.act(ActionKind.SAY, data="first")
            await ada.until(Acked)
            room = server.rooms.require(code)
            with failing(server, why):
                _, dropped = await until_dropped(ada)
                assert dropped.reason == f"{why}: this action was not saved and does not count"
                for client in (ada, bob):
                    assert (await line_with(client, "is stopped until")).lower().startswith(why)
                seq = await bob.act(ActionKind.SAY, data="hello")
                refused = await bob.until(Dropped)
                assert (refused.seq, refused.reason) == (seq, room._why_not_now)
                assert why in refused.reason
                stands_at = room.hosted.session.ticks
                # Members reconnect, and others may watch; but no new person can be stored.
                async with native(address, "", bob.welcome.token) as again:
                    await again.send(Join(code))
                    assert (await again.until(Seated)).seat == 1
                    assert why in (await line_with(again, "is stopped until")).lower()
                    await again.send(Leave())
                    await line_with(ada, "Bob has left")
                if why == READ_ONLY:
                    with pytest.raises(ConnectionClosed) as closed:
                        async with native(address, "Cleo"):
                            pass
                    assert closed.value.rcvd.reason == why
                await ada.send(Moderate("close"))
                refused = await ada.until(Refused)
                assert (refused.code, refused.reason.startswith(why)) == ("storage", True)
                assert room.hosted.session.ticks == stands_at
                assert len(server.rooms) == 1
            await ada.until(Seated)
            await line_with(ada, "can be saved again, and")
            seq = await ada.act(ActionKind.SAY, data="last")
            while (await ada.until(Acked)).seq != seq:
                pass
            log = [action.data for _, action in server.database.load_match(room.info.id).log if action.data]
            assert (log[0], log[-1]) == ("first", "last")
            assert "hello" not in log
            await ada.until(lambda client: client.copy.ticks and client.copy.state.remarks[-1].text == "last")
            assert [remark.text for remark in ada.copy.state.remarks] == log[-len(ada.copy.state.remarks) :]
            assert room.members.free_seats == [1, 2, 3, 4, 5]
            async with native(address, "Cleo") as cleo:
                await cleo.send(Join(code, 1))
                assert (await cleo.until(Seated)).seat == 1

    run(play())
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert sum("cannot write to the database" in line and "match" not in line for line in told) == 1
    assert [line for line in told if line.startswith("match 1 ")][-1] == "match 1 continues"
    assert not any("another server" in line.lower() for line in told)


def test_unsaved_end_of_match_is_saved_later(tmp_path):
    async def play():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada:
            await ada.send(Host("biowar"))
            code = (await ada.until(Seated)).code
            room = server.rooms.require(code)
            with failing(server, READ_ONLY):
                await server.rooms.end(room, "It ends.")
                await ada.until(Ended)
                assert server.database.find_match(room.info.id).state == "open"
            while server.database.find_match(room.info.id).state != "ended":
                await asyncio.sleep(LOOK_SECONDS)
            await ada.send(Join(code, WATCH))
            assert (await ada.until(Refused)).reason == "this match has ended"

    run(play())


def test_database_location_is_not_revealed(tmp_path):
    async def look(address, *clients):
        for path in ("results.json", "players.json", "replays/x.gpureplay"):
            status, body = await asyncio.to_thread(fetch, address, path)
            assert status == 503
            assert body in (
                b'{"error": "The server\'s database does not answer."}\n',
                b"The server's database does not answer.\n",
            )
        for client in clients:
            for message in (Host("biowar"), Join("K7PQ2MXA"), Join("1")):
                await client.send(message)
                refused = await client.until(Refused)
                assert (refused.code, refused.reason) == ("storage", "the server's database does not answer")

    def refuse(*_arguments) -> None:
        raise sqlite3.OperationalError(f"unable to open database file {tmp_path}")

    async def play():
        async with served(tmp_path) as (server, address), native(address, "Ada") as ada:
            await ada.send(Host("biowar", rule="MyOwn"))
            refused = await ada.until(Refused)
            assert refused.reason == "unknown rule 'MyOwn': use Life, Bx/Sy or another rule's name"
            engine = server.database._transactions._engine
            event.listen(engine, "do_connect", refuse)
            await asyncio.to_thread(engine.dispose)
            with pytest.raises(ConnectionClosed) as closed:
                async with native(address, "Eve"):
                    pass
            assert closed.value.rcvd.reason == "the server's database does not answer"
            await look(address, ada)
            event.remove(engine, "do_connect", refuse)

    run(play())


def fetch(address: str, path: str) -> tuple[int, bytes]:
    from http.client import HTTPConnection
    from urllib.parse import urlsplit

    connection = HTTPConnection(urlsplit(address).netloc, timeout=20)
    connection.request("GET", f"/{path}")
    response = connection.getresponse()
    return response.status, response.read()

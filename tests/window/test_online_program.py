"""``gpulife join``: two real windows at one match of a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from online.server_thread import in_thread, server_thread
from window.desktop import FRAME_LIMIT, Gpulife, Screen, wait_until

from gpulife.online.client.connection import Connection
from gpulife.online.client.known_servers import KnownServers
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import Host, Leave, Seated
from gpulife.tools.online_bench.line_figures import LagProxy, Line

SCREEN = (640, 400)
ASKED = f"{FRAME_LIMIT}width = 640\nheight = 400\n[look]\nreduced_flashing = false\n"


def hosted_code(port: int, folder: Path, game: str = "seed-list") -> str:
    """Return the code of a new match without people."""
    connection = Connection(ServerAddress("127.0.0.1", port), "Eve", known=KnownServers(folder / "servers.json"))
    connection.open()
    try:
        connection.wait_welcome()
        connection.send(Host(game))
        code = connection.wait_for(Seated).code
        connection.send(Leave())
    finally:
        connection.close()
    return code


def test_two_windows_play_seed_list(tmp_path: Path) -> None:
    screens = [Screen(SCREEN), Screen(SCREEN)]
    try:
        with server_thread(tmp_path / "server") as (server, port):
            code = hosted_code(port, tmp_path)
            room = server.rooms.require(code)

            def state():
                return room.hosted.session.state

            folders = [tmp_path / name for name in ("Ada", "Bob")]
            for folder in folders:
                folder.mkdir()
            address = f"127.0.0.1:{port}"
            with (
                Gpulife(
                    screens[0], folders[0], "join", address, code, "--name", "Ada", "--seat", 1, settings=ASKED
                ) as ada,
                Gpulife(
                    screens[1], folders[1], "join", address, code, "--name", "Bob", "--seat", 2, settings=ASKED
                ) as bob,
            ):
                wait_until(lambda: len(room.members.links) == 2, "two at the match")
                for window in (ada, bob):
                    window.wait_for(lambda picture: picture.any(), "a picture")
                ada.press("F4")
                wait_until(lambda: state().accepts_input, f"a set-up; {ada.said} {bob.said}")
                before = [side.cursor.row for side in state().sides]
                ada.press("s")
                wait_until(lambda: state().sides[0].cursor.row > before[0], "Ada's cursor")
                bob.press("Down")
                wait_until(lambda: state().sides[1].cursor.row > before[1], "Bob's cursor")
                ada.press("Shift_L")
                bob.press("Control_R")
                wait_until(lambda: room.hosted.session.board.census().min() > 0, "cells of both")
                assert {member.name for member in room.members} == {"Ada", "Bob"}
    finally:
        for screen in screens:
            screen.close()


@contextmanager
def bad_line(port: int) -> Iterator[tuple[asyncio.AbstractEventLoop, LagProxy]]:
    """A connection to a port in its own thread, with the event loop in which it is cut."""

    async def work(is_ready, stop):
        async with LagProxy(("127.0.0.1", port), Line(round_trip=0.1, jitter=0.02)).running() as proxy:
            is_ready((asyncio.get_running_loop(), proxy))
            await stop.wait()

    with in_thread(work) as found:
        yield found


def test_life_2_after_cut_connection(tmp_path: Path) -> None:
    screens = [Screen(SCREEN) for _ in range(3)]
    names = ("Ada", "Bob", "Eve")
    try:
        with server_thread(tmp_path / "server") as (server, port), bad_line(port) as (loop, line):
            code = hosted_code(port, tmp_path, "life-2")
            room = server.rooms.require(code)

            def hands():
                return room.hosted.session.state.hands

            def here():
                return {member.name: member.seat for member in room.members if member.link is not None}

            for name in names:
                (tmp_path / name).mkdir()
            address = f"127.0.0.1:{line.port}"
            with ExitStack() as stack:
                ada, bob, eve = (
                    stack.enter_context(
                        Gpulife(screen, tmp_path / name, "join", address, code, "--name", name, *seat, settings=ASKED)
                    )
                    for screen, name, seat in zip(
                        screens, names, (("--seat", 1), ("--seat", 2), ("--watch",)), strict=True
                    )
                )
                wait_until(lambda: here() == {"Ada": 0, "Bob": 1, "Eve": -1}, "all at the match")
                for window in (ada, bob, eve):
                    window.wait_for(lambda picture: picture.any(), "a picture")
                ada.press("F4")
                wait_until(lambda: room.hosted.session.state.has_begun, f"a game; {ada.said} {bob.said}")
                ada.press("Shift_L")
                wait_until(lambda: len(hands()[0].chosen) == 1, "Ada's first choice")
                links = room.members.links
                loop.call_soon_threadsafe(line.cut)
                wait_until(lambda: not set(room.members.links) & set(links), "lines that are cut")
                wait_until(lambda: here() == {"Ada": 0, "Bob": 1, "Eve": -1}, "all there again, in their seats")
                chosen = len(hands()[1].chosen)

                def plays_on():
                    bob.press("Shift_L")  # dropped, as long as the window has not heard from the server again
                    with suppress(AssertionError):
                        return wait_until(lambda: len(hands()[1].chosen) > chosen, "a choice", patience=5)
                    return False

                eve.press("Shift_L")  # spectators cannot choose anything
                wait_until(plays_on, "Bob's choice after it")
                assert len(hands()[0].chosen) == 1, "what was chosen before is kept"
                assert [window.process.poll() for window in (ada, bob, eve)] == [None] * 3
    finally:
        for screen in screens:
            screen.close()


def test_unreachable_address(start, tmp_path: Path) -> None:
    said = start("join", "127.0.0.1:9", "--name", "Ada")
    assert said.process.wait(30) == 2
    assert said.said.startswith("gpulife: error: cannot reach 127.0.0.1:9")
    assert len(said.said.splitlines()) == 1

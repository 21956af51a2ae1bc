"""``gpulife join``: two real windows at one match of a real server."""

from __future__ import annotations

from pathlib import Path

from online.server_thread import server_thread
from window.conftest import ASKED
from window.desktop import Gpulife, Screen, wait_until

from gpulife.online.client.connection import Connection
from gpulife.online.lobby.known_servers import KnownServers
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.protocol import Host, Leave, Seated

SCREEN = (1280, 800)


def hosted_code(port: int, folder: Path) -> str:
    """The code of a new match, at which nobody is."""
    connection = Connection(ServerAddress("127.0.0.1", port), "Eve", known=KnownServers(folder / "servers.json"))
    connection.open()
    try:
        connection.wait_welcome()
        connection.send(Host("seed-list"))
        code = connection.wait_for(Seated).code
        connection.send(Leave())
    finally:
        connection.close()
    return code


def test_two_windows_play_seed_list_over_a_server(tmp_path: Path) -> None:
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
                Gpulife(screens[1], folders[1], "join", address, code, "--name", "Bob", settings=ASKED) as bob,
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


def test_an_address_where_nobody_is_says_one_line(start, tmp_path: Path) -> None:
    said = start("join", "127.0.0.1:9", "--name", "Ada")
    assert said.process.wait(30) == 2
    assert said.said.startswith("gpulife: error: cannot reach 127.0.0.1:9")
    assert len(said.said.splitlines()) == 1

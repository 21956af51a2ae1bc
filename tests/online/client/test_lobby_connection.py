"""A lobby's connection to real servers and to other programs."""

import asyncio
import socket
from contextlib import closing
from threading import Thread

import pytest
from online.native import native, served

from gpulife.online.client.connection import Connection
from gpulife.online.client.known_servers import KnownServers
from gpulife.online.client.lobby_connection import LobbyConnection
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import Host, Seated


def lobby_at(port: int | str, folder, name: str = "") -> LobbyConnection:
    known = KnownServers(folder / "servers.json")
    return LobbyConnection(Connection(ServerAddress("127.0.0.1", int(port)), name, known=known))


def port_of(url: str) -> str:
    return url.split(":")[2].split("/")[0]


def until(lobby: LobbyConnection, condition):
    """Wait for a state that meets a condition, and return it."""
    for _ in range(500):
        state = lobby.state
        if condition(state):
            return state
        lobby._connection.wait(0.2)
    raise AssertionError(f"never; {state}")


async def later(lobby, condition):
    return await asyncio.to_thread(until, lobby, condition)


def test_lobby_knows_matches_and_own_name(tmp_path):
    async def work():
        async with served(tmp_path, name="Ada's\x1b house") as (_, url):
            with lobby_at(port_of(url), tmp_path, "Grace") as lobby:
                state = await later(lobby, lambda state: state.is_open and state.ping)
                assert (state.server, state.name, state.matches) == ("Ada's house", "Grace", ())
                async with native(url, "Ada") as ada:
                    await ada.send(Host("seed-list", title="Evening"))
                    await ada.until(Seated)
                    state = await later(lobby, lambda state: state.matches)
                    assert (state.matches[0].title, state.matches[0].seats) == ("Evening", ("Ada", ""))
            with lobby_at(port_of(url), tmp_path) as again:
                assert (await later(again, lambda state: state.is_open)).name == "Grace"

    asyncio.run(work())


def test_lost_server_is_reported(tmp_path):
    async def work():
        async with served(tmp_path) as (_, url):
            lobby = lobby_at(port_of(url), tmp_path)
            await later(lobby, lambda state: state.is_open)
        with lobby:
            return await later(lobby, lambda state: state.problem)

    assert not asyncio.run(work()).is_open


def test_invalid_name_is_reported(tmp_path):
    async def work():
        async with served(tmp_path) as (_, url):
            with lobby_at(port_of(url), tmp_path, "Server") as lobby:
                return await later(lobby, lambda state: state.problem)

    assert "choose another" in asyncio.run(work()).problem


@pytest.mark.parametrize("answer", [b"SSH-2.0-x\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"])
def test_other_kinds_of_server_are_reported(answer, tmp_path):
    def talk(server) -> None:
        peer = server.accept()[0]
        with peer:
            peer.recv(4096)
            peer.sendall(answer)

    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        thread = Thread(target=talk, args=(server,))
        thread.start()
        with lobby_at(server.getsockname()[1], tmp_path) as lobby:
            problem = until(lobby, lambda state: state.problem).problem
        thread.join()
    assert problem
    assert "\n" not in problem

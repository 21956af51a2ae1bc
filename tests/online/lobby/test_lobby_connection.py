"""A lobby's connection to real servers, and to what only looks like one."""

import asyncio
import socket
from contextlib import closing
from threading import Event, Thread

import pytest
from online.native import native, served

from gpulife.online.lobby.lobby_connection import LobbyConnection
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.protocol import PROTOCOL, Host, Seated


class Watched(LobbyConnection):
    """A connection for tests, which can be waited for."""

    def __init__(self, *arguments) -> None:
        self.changed = Event()
        super().__init__(*arguments)

    def _change(self, **changes) -> None:
        super()._change(**changes)
        self.changed.set()

    def until(self, condition):
        while not condition(self.state):
            assert self.changed.wait(20), f"never; {self.state}"
            self.changed.clear()
        return self.state


def address_of(url: str) -> ServerAddress:
    return ServerAddress("127.0.0.1", int(url.split(":")[2].split("/")[0]))


async def until(lobby, condition):
    return await asyncio.to_thread(lobby.until, condition)


def test_a_lobby_follows_the_list_of_matches(tmp_path):
    async def work():
        async with served(tmp_path, name="Ada's\x1b house") as (_, url):
            with Watched(address_of(url), "Grace") as lobby:
                state = await until(lobby, lambda state: state.has_list and state.ping)
                assert (state.is_open, state.server, state.name, state.matches) == (True, "Ada's house", "Grace", ())
                async with native(url, "Ada") as ada:
                    await ada.send(Host("seed-list", title="Evening"))
                    await ada.until(Seated)
                    state = await until(lobby, lambda state: state.matches)
                    assert (state.matches[0].title, state.matches[0].seats) == ("Evening", ("Ada", ""))
                with Watched(lobby.address, "", state.token) as again:
                    assert (await until(again, lambda state: state.is_open)).name == "Grace"
        return lobby

    lobby = asyncio.run(work())
    lobby.join_thread()
    assert not lobby._thread.is_alive()


def test_a_server_that_goes_is_told(tmp_path):
    async def work():
        async with served(tmp_path) as (_, url):
            lobby = Watched(address_of(url))
            await until(lobby, lambda state: state.has_list)
        return await until(lobby, lambda state: not state.is_open)

    assert "closed" in asyncio.run(work()).problem


def test_a_name_that_nobody_can_have_is_told(tmp_path):
    async def work():
        async with served(tmp_path) as (_, url):
            with Watched(address_of(url), "Server") as lobby:
                return await until(lobby, lambda state: state.problem)

    assert "choose another" in asyncio.run(work()).problem


def test_other_versions_are_told(tmp_path, monkeypatch):
    async def work():
        async with served(tmp_path) as (_, url):
            monkeypatch.setattr("gpulife.online.lobby.lobby_connection.PROTOCOL", PROTOCOL + 1)
            with Watched(address_of(url)) as lobby:
                return await until(lobby, lambda state: state.problem)

    assert "too old" in asyncio.run(work()).problem


def test_where_nobody_listens_is_told():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    with Watched(ServerAddress("127.0.0.1", port)) as lobby:
        assert "nobody answers there" in lobby.until(lambda state: state.problem).problem


@pytest.mark.parametrize("answer", [b"SSH-2.0-x\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", b""])
def test_another_program_is_told(answer):
    def talk(server) -> None:
        peer = server.accept()[0]
        with peer:
            peer.recv(4096)
            peer.sendall(answer)

    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        thread = Thread(target=talk, args=(server,))
        thread.start()
        with Watched(ServerAddress("127.0.0.1", server.getsockname()[1])) as lobby:
            problem = lobby.until(lambda state: state.problem).problem
        thread.join()
    assert "not one of gpulife" in problem

"""Pages and sockets on a real port."""

import asyncio
import http.client
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from online.native import LOOK_SECONDS
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from gpulife.online._http_pages import HttpPages, Page, serve_pages, socket_limits
from gpulife.online.addresses import Origins, parse_networks

PAGES = {"/": Page(b"x" * 200_000, is_cacheable=True)}


async def echo(connection: ServerConnection) -> None:
    async for message in connection:
        await connection.send(message)


@asynccontextmanager
async def serving(pages: HttpPages) -> AsyncIterator[int]:
    async with serve_pages(pages, echo, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


def fetch(port: int, method: str = "GET") -> tuple[int, bytes, str | None]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, "/")
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.getheader("Server")
    finally:
        connection.close()


def sockets() -> HttpPages:
    return HttpPages(PAGES, {"/native": Origins.NONE, "/page": Origins.SAME}, max_sockets=2)


def test_page_is_served() -> None:
    async def run() -> None:
        async with serving(sockets()) as port:
            assert await asyncio.to_thread(fetch, port) == (200, b"x" * 200_000, None)
            assert await asyncio.to_thread(fetch, port, "HEAD") == (200, b"", None)

    asyncio.run(run())


def test_socket_and_message_limit() -> None:
    async def run() -> None:
        async with serving(sockets()) as port:
            async with connect(f"ws://127.0.0.1:{port}/native") as client:
                await client.send(b"y" * 4096)
                assert await client.recv() == b"y" * 4096
                await client.send(b"y" * 4097)
                with pytest.raises(ConnectionClosed) as closed:
                    await client.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
            own = Origin(f"http://127.0.0.1:{port}")
            async with connect(f"ws://127.0.0.1:{port}/page", origin=own) as client:
                await client.send("hi")
                assert await client.recv() == "hi"
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://127.0.0.1:{port}/page", origin=Origin("http://evil.example"))
            assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_closed_sockets_are_not_counted() -> None:
    async def run() -> None:
        pages = sockets()
        async with serving(pages) as port:
            url = f"ws://127.0.0.1:{port}/native"
            async with connect(url), connect(url):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(url)
                assert refused.value.response.status_code == 429
            while pages.open_sockets.total:
                await asyncio.sleep(LOOK_SECONDS)
            async with connect(url) as client:
                await client.send("hi")
                assert await client.recv() == "hi"
        assert pages.open_sockets.total == pages.connections.total == 0

    asyncio.run(run())


def test_silent_connections_are_counted() -> None:
    async def run() -> None:
        pages = HttpPages(PAGES, max_connections=3)
        async with serving(pages) as port:
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
            while pages.connections.total < 3:
                await asyncio.sleep(LOOK_SECONDS)
            with pytest.raises((ConnectionError, http.client.HTTPException)):
                await asyncio.to_thread(fetch, port)
            for each in silent:
                each.close()
            while pages.connections.total:
                await asyncio.sleep(LOOK_SECONDS)
            assert (await asyncio.to_thread(fetch, port))[0] == 200

    asyncio.run(run())


def test_clients_behind_a_proxy_are_counted_by_header() -> None:
    async def run() -> None:
        pages = HttpPages(PAGES, {"/": Origins.NONE}, trusted_proxies=parse_networks(["127.0.0.1"]), max_sockets=1)
        async with serving(pages) as port:
            url = f"ws://127.0.0.1:{port}/"
            here, there = ({"X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2))
            async with connect(url, additional_headers=here), connect(url, additional_headers=there):
                while pages.open_sockets.total < 2:
                    await asyncio.sleep(LOOK_SECONDS)
                assert pages.open_sockets.count("192.0.2.2") == 1
                with pytest.raises(InvalidStatus):
                    await connect(url, additional_headers=there)

    asyncio.run(run())


def test_socket_limits() -> None:
    limits = socket_limits()
    assert limits["max_size"] == 4096
    assert limits["compression"] is None
    assert not limits["logger"].isEnabledFor(10)  # messages have tokens in them

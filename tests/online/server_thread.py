"""A server in a thread of its own, for clients that are not coroutines."""

import asyncio
import threading
from contextlib import contextmanager
from urllib.parse import urlsplit

from online.native import served
from websockets.asyncio.server import serve

from gpulife.online.protocol import SUBPROTOCOL


@contextmanager
def in_thread(work):
    """Run a coroutine ``work(is_ready, stop)``: it passes the value to yield to ``is_ready``, and awaits ``stop``."""
    ready, found, loops = threading.Event(), [], []

    async def main():
        stop = asyncio.Event()
        loops.append((asyncio.get_running_loop(), stop))

        def is_ready(value):
            found.append(value)
            ready.set()

        await work(is_ready, stop)

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    try:
        assert ready.wait(30)
        yield found[0]
    finally:
        loop, stop = loops[0]
        loop.call_soon_threadsafe(stop.set)
        thread.join(30)
        assert not thread.is_alive()


@contextmanager
def server_thread(folder, port=0, **options):
    """A server with its database in a folder; yields it and its port."""

    async def work(is_ready, stop):
        async with served(folder, port=port, **options) as (server, address):
            is_ready((server, urlsplit(address).port))
            await stop.wait()

    with in_thread(work) as found:
        yield found


@contextmanager
def strange_server(handle):
    """Run a WebSocket server with a custom handler; yields its port."""

    async def work(is_ready, stop):
        async with serve(handle, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server:
            is_ready(server.sockets[0].getsockname()[1])
            await stop.wait()

    with in_thread(work) as port:
        yield port

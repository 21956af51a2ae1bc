"""The web server for phones. It sends them the page in ``pad/`` and receives their input, in its own thread.

The server listens from its creation until it is closed, and saves nothing.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from gpulife.closing import Closing
from gpulife.errors import GpulifeError
from gpulife.online._http_pages import HttpPages, package_pages, serve_pages
from gpulife.online._limits import TokenBucket
from gpulife.online.addresses import Origins, free_port
from gpulife.online.phone_book import (
    Join,
    JoinError,
    PhoneBook,
    Ping,
    Pong,
    ProtocolError,
    Refused,
    Ticket,
    View,
    Welcome,
    decode_input,
    decode_text,
    encode,
)

_LOG = logging.getLogger(__name__)

SOCKET_PATH = "/pad"
MESSAGES_PER_SECOND, BURST = 120.0, 240.0
"""Limits on a phone's messages: how many a second on average, and how many at once.

The page stays far below these limits: it sends at most one message a frame.
"""
JOIN_SECONDS = 5.0
_START_SECONDS = 10.0
_LIMITS = {"max_size": 256, "ping_interval": 2, "ping_timeout": 6, "close_timeout": 1}
REFUSED, REPLACED, TOO_FAST, NONSENSE = 4003, 4001, 4008, 4002
"""WebSocket close codes after which the page does not reconnect by itself."""


class PhoneServer(Closing):
    """Listens for phones until it is closed.

    Args:
        book: the list of phones.
        addresses: addresses of this machine to listen on.
        port: port to use if it is free; otherwise any free port is used. 0 stands for any free port.
        clock: clock in seconds, for rate limits.

    Attributes:
        port: the port in use.

    Raises:
        GpulifeError: the server cannot listen on these addresses.
    """

    def __init__(
        self,
        book: PhoneBook,
        addresses: Sequence[str],
        port: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._book, self._clock = book, clock
        self._views: dict[int, str] = {}
        self._connections: dict[int, tuple[ServerConnection, asyncio.Event]] = {}
        self._stop: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        started: Future[None] = Future()
        try:
            self.port = free_port(addresses, port)
            self._thread = Thread(target=self._run, args=(addresses, started), name="phones", daemon=True)
            self._thread.start()
            started.result(_START_SECONDS)
        except OSError as error:
            raise GpulifeError(f"cannot listen for phones at {addresses[0]}: {error.strerror or error}") from None

    def show(self, number: int, view: View) -> None:
        """Show a view on a phone, if the phone is connected. A slow phone gets only the newest view."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._note_view, number, encode(view))

    def close(self) -> None:
        """Close all connections and end the thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(_START_SECONDS)

    def _run(self, addresses: Sequence[str], started: Future[None]) -> None:
        try:
            asyncio.run(self._serve(addresses, started))
        except Exception as error:  # noqa: BLE001 - passed on to the waiting thread
            if started.done():
                _LOG.exception("the server for phones has failed")
            else:
                started.set_exception(error)

    async def _serve(self, addresses: Sequence[str], started: Future[None]) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        pages = HttpPages(package_pages("gpulife.online.pad"), {SOCKET_PATH: Origins.SAME}, max_connections=256)
        async with serve_pages(pages, self._phone, addresses, self.port, limits=_LIMITS):
            started.set_result(None)
            await self._stop.wait()

    def _note_view(self, number: int, text: str) -> None:
        self._views[number] = text
        if number in self._connections:
            self._connections[number][1].set()

    async def _phone(self, connection: ServerConnection) -> None:
        """Serve one connection of a phone until either side closes it."""
        with suppress(ConnectionClosed):
            if (ticket := await self._join(connection)) is None:
                return
            changed = asyncio.Event()
            await self._replace(ticket.number, connection, changed)
            await connection.send(encode(Welcome(ticket.token, ticket.number)))
            sender = asyncio.create_task(self._send_views(ticket.number, connection, changed))
            try:
                await self._listen(ticket, connection)
            finally:
                sender.cancel()
                self._book.leave(ticket)
                if self._connections.get(ticket.number, (None,))[0] is connection:
                    del self._connections[ticket.number]

    async def _join(self, connection: ServerConnection) -> Ticket | None:
        """Wait for a phone's ``Join`` and register the phone. If that fails, close the connection and return None."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                first = await connection.recv()
            message = decode_text(first) if isinstance(first, str) else None
            if isinstance(message, Join):
                return self._book.join(message.key, message.pad, _sender(connection))
            await connection.close(NONSENSE, "the phone's first message was not a join message")
        except JoinError as error:
            await connection.send(encode(Refused(str(error))))
            await connection.close(REFUSED, "refused")
        except (ProtocolError, TimeoutError):
            await connection.close(NONSENSE, "not a phone")
        return None

    async def _replace(self, number: int, connection: ServerConnection, changed: asyncio.Event) -> None:
        """Make ``connection`` the phone's only connection; close any older one.

        ``number`` is the phone's number. ``changed`` is set when there is a new view to send to the phone.
        """
        old = self._connections.get(number)
        self._connections[number] = connection, changed
        if number in self._views:
            changed.set()
        if old is not None:
            await old[0].close(REPLACED, "opened again")

    async def _listen(self, ticket: Ticket, connection: ServerConnection) -> None:
        limit = TokenBucket(MESSAGES_PER_SECOND, BURST)
        try:
            async for message in connection:
                if not limit.take(self._clock()):
                    await connection.close(TOO_FAST, "too many messages")
                    return
                if isinstance(message, bytes):
                    self._book.put(ticket, decode_input(message))
                elif isinstance(ping := decode_text(message), Ping):
                    self._book.note_latency(ticket, connection.latency)
                    await connection.send(encode(Pong(ping.time)))
        except ProtocolError:
            await connection.close(NONSENSE, "not a phone")

    async def _send_views(self, number: int, connection: ServerConnection, changed: asyncio.Event) -> None:
        with suppress(ConnectionClosed):
            while True:
                await changed.wait()
                changed.clear()
                await connection.send(self._views[number])


def _sender(connection: ServerConnection) -> str:
    """Return the network address and the browser of a phone, as text."""
    request = connection.request
    browser = "" if request is None else request.headers.get("User-Agent", "")
    return f"{connection.remote_address[0]} {browser}"

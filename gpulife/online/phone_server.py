"""The little server for phones, in a thread of the window: sends the page in ``pad/``, and passes on what phones hold.

It listens from the moment it is made until it is closed. Nothing of it survives the window.
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
"""More than a thumb can do: a page says something once a frame at most."""
JOIN_SECONDS = 5.0
_START_SECONDS = 10.0
_LIMITS = {"max_size": 256, "ping_interval": 2, "ping_timeout": 6, "close_timeout": 1}
REFUSED, REPLACED, TOO_FAST, NONSENSE = 4003, 4001, 4008, 4002
"""Codes with which sockets are closed; the page comes back by itself after others."""


class PhoneServer(Closing):
    """Listens for phones until it is closed.

    Args:
        book: the phones.
        addresses: addresses of this machine to listen at.
        port: port; if it is taken, or 0, a free one.
        clock: clock in seconds, for limits.

    Attributes:
        port: the port that it listens at.

    Raises:
        GpulifeError: it cannot listen there.
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
            raise GpulifeError(f"phones cannot be waited for at {addresses[0]}: {error.strerror or error}") from None

    def show(self, number: int, view: View) -> None:
        """Show that on a phone, if it is connected; a phone that is slow gets only the newest."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._note_view, number, encode(view))

    def close(self) -> None:
        """Close all connections, and end the thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(_START_SECONDS)

    def _run(self, addresses: Sequence[str], started: Future[None]) -> None:
        try:
            asyncio.run(self._serve(addresses, started))
        except Exception as error:  # noqa: BLE001 - it is told in the thread that waits
            if started.done():
                _LOG.exception("phones are no longer waited for")
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
        """Talk with a phone until one of both ends it."""
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
        """Wait for a phone to say who it is; return its ticket, None after closing the connection."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                first = await connection.recv()
            message = decode_text(first) if isinstance(first, str) else None
            if isinstance(message, Join):
                return self._book.join(message.key, message.pad)
            await connection.close(NONSENSE, "a phone says first who it is")
        except JoinError as error:
            await connection.send(encode(Refused(str(error))))
            await connection.close(REFUSED, "refused")
        except (ProtocolError, TimeoutError):
            await connection.close(NONSENSE, "not a phone")
        return None

    async def _replace(self, number: int, connection: ServerConnection, changed: asyncio.Event) -> None:
        """Take the place of an older connection of the same phone."""
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

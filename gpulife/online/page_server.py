"""Puts pages and sockets on a port, with limits on what a client can cost.

websockets itself bounds the request line, the number and the length of headers (8 KiB a line, 128 of them), slow
requests and slow readers.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from ssl import SSLContext
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve

from gpulife.online.http_addresses import limit_key
from gpulife.online.http_pages import HttpPages, peer_of
from gpulife.online.protocol.fields import MAX_MESSAGE


def socket_limits() -> dict[str, Any]:
    """Return the arguments of websockets' ``serve`` that bound what a client can cost.

    Nothing is compressed: that takes 64 KiB a client. What is sent and received is never logged, as there are
    tokens in it.
    """
    logger = logging.getLogger("gpulife.online.sockets")
    logger.setLevel(logging.WARNING)
    return {
        "max_size": MAX_MESSAGE,
        "max_queue": 16,
        "write_limit": 2**16,
        "compression": None,
        "open_timeout": 10,
        "close_timeout": 2,
        "ping_interval": 10,
        "ping_timeout": 20,
        "server_header": None,
        "logger": logger,
    }


def serve_pages(
    pages: HttpPages,
    handler: Callable[[ServerConnection], Awaitable[None]],
    host: str | Sequence[str] | None,
    port: int,
    *,
    ssl: SSLContext | None = None,
    limits: Mapping[str, Any] | None = None,
) -> Server:
    """Return websockets' server of pages and sockets, to be entered as an asynchronous context.

    Args:
        pages: the pages, and which sockets may be opened.
        handler: what is done with an open socket, as for websockets' ``serve``.
        host: address or addresses to listen at; None for all.
        port: port; 0 for a free one.
        ssl: certificate, for TLS.
        limits: what differs from ``socket_limits``.
    """

    async def counted(connection: ServerConnection) -> None:
        with pages.open_sockets.held(limit_key(pages.address_of(connection))) as is_held:
            if is_held:
                await handler(connection)
            else:
                await connection.close(1013, "too many connections from your address")

    class BoundedConnection(ServerConnection):
        """Counts connections from their first moment, since those that say nothing cost something, too."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            peer = peer_of(self)
            self._key = None if pages.is_proxy(peer) else limit_key(peer)
            self._is_counted = pages.connections.take(self._key)
            if not self._is_counted:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self._is_counted:
                pages.connections.release(self._key)

    return serve(
        counted,
        host,  # type: ignore[arg-type]  # asyncio takes several, too
        port,
        ssl=ssl,
        process_request=pages.process_request,
        create_connection=BoundedConnection,
        **{**socket_limits(), **(limits or {})},
    )

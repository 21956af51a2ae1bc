"""Puts pages and sockets on a port, with limits on what a client can cost.

websockets itself bounds the request line, the number and the length of headers (8 KiB a line, 128 of them), slow
requests and slow readers. Whatever is wrong with a request, its sender gets one line that says so.
"""

import http
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from ssl import SSLContext
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from gpulife.online.http_addresses import limit_key
from gpulife.online.http_pages import HttpPages, peer_of, refusal
from gpulife.online.protocol.fields import MAX_MESSAGE

_REQUEST_SECONDS = 8
"""Time for a whole request; a little later websockets ends the connection without a word."""
_BODY = "unsupported request body"


class _AnsweringProtocol(ServerProtocol):
    """Answers also what cannot be read as a request, which websockets leaves without a word."""

    is_answered = False

    def reject(self, status: http.HTTPStatus | int, text: str) -> Response:
        """Return an answer of one line; websockets may have several."""
        return refusal(None, http.HTTPStatus(status), " ".join(text.split())[:200])

    def send_response(self, response: Response) -> None:
        """Send an answer, unless one was sent: what follows on a request may be wrong before it is answered."""
        if not self.eof_sent:
            self.is_answered = True
            super().send_response(response)

    def send_eof(self) -> None:
        """End what is sent, after an answer if there was none."""
        if self.state is not State.CONNECTING or self.is_answered:
            super().send_eof()
            return
        cause = None if self.handshake_exc is None else self.handshake_exc.__cause__
        has_body = self.handshake_exc is None or isinstance(cause, NotImplementedError) or str(cause) == _BODY
        line = "Requests have no body here." if has_body else "That is no request of HTTP/1.1."
        self.send_response(self.reject(http.HTTPStatus.BAD_REQUEST, line))


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

        def __init__(self, protocol: ServerProtocol, *arguments: Any, **named: Any) -> None:
            protocol.__class__ = _AnsweringProtocol  # which websockets makes itself, and takes no other
            super().__init__(protocol, *arguments, **named)

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._end_of_request = self.loop.call_later(_REQUEST_SECONDS, self._refuse_slow)
            peer = peer_of(self)
            self._key = None if pages.is_proxy(peer) else limit_key(peer)
            self._is_counted = pages.connections.take(self._key)
            if not self._is_counted:
                transport.abort()

        def _refuse_slow(self) -> None:
            """Say that a request takes too long, if it is not there yet."""
            protocol = self.protocol
            if self.request is None and not protocol.eof_sent:
                protocol.send_response(protocol.reject(http.HTTPStatus.REQUEST_TIMEOUT, "That takes too long."))
                self.send_data()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._end_of_request.cancel()
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

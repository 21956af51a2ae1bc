"""Serves HTTP pages on the same port as the WebSockets, with strict security headers.

``HttpPages`` maps paths to pages, and decides how to answer each request (websockets' ``process_request``);
:func:`serve_pages` listens on a port and applies limits. Requests have no body, and each connection carries one
request.
"""

import hashlib
import http
import importlib.resources
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isawaitable
from pathlib import PurePosixPath
from ssl import SSLContext
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from gpulife.errors import GpulifeError
from gpulife.online._limits import AddressCounter
from gpulife.online.addresses import (
    Authority,
    Network,
    Origins,
    client_address,
    is_allowed_origin,
    is_in_networks,
    is_own_host,
    limit_key,
    machine_names,
)
from gpulife.online.protocol import MAX_MESSAGE

_LOG = logging.getLogger(__name__)
_JSON = "application/json"

MAX_SOCKETS_PER_ADDRESS = 8
MAX_CONNECTIONS_PER_ADDRESS = 64
"""Maximum number of connections per address.

WebSockets, page requests, and connections that have sent no request yet all count.
"""
MAX_CONNECTIONS = 4096

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": _JSON,
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""File types that are served as pages. Files of other types are never sent."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request for a page, passed to the function that makes the page (see ``Route``).

    Attributes:
        path: the path, as sent.
        query: text after the first question mark, as sent; "" if there is no question mark.
        client: address of the client, see ``client_address``.
        is_proxied: True if a trusted proxy forwarded the request.
    """

    path: str
    query: str = ""
    client: str = ""
    is_proxied: bool = False


@dataclass(frozen=True)
class Page:
    """The answer to requests for a path.

    Attributes:
        body: body of the answer.
        content_type: value of the Content-Type header.
        is_cacheable: True if browsers may cache and revalidate the page; never set this for personal data.
        status: HTTP status of the answer.
    """

    body: bytes
    content_type: str = CONTENT_TYPES[".txt"]
    is_cacheable: bool = False
    status: http.HTTPStatus = http.HTTPStatus.OK

    @cached_property
    def etag(self) -> str:
        """The entity tag (ETag header). Browsers use it to check whether their cached copy is current."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


class FaultError(GpulifeError):
    """An error in a request. The client gets the error's message, one line of text, as the answer.

    Attributes:
        status: HTTP status of the answer.
    """

    def __init__(self, status: http.HTTPStatus, line: str) -> None:
        super().__init__(line)
        self.status = status


Answer = Page | None
Route = Page | Callable[[HttpRequest], Answer | Awaitable[Answer]]
"""A page, or a function that makes the page for a request.

The function returns None if this client may not see the page.
"""


def package_pages(package: str, prefix: str = "/") -> dict[str, Page]:
    """Return all web files of a package as pages, keyed by path. The path of ``index.html`` is ``prefix`` itself.

    Args:
        package: dotted name of the folder, such as ``"gpulife.online.page"``.
        prefix: start of the pages' paths.
    """
    pages = {}
    for file in importlib.resources.files(package).iterdir():
        content_type = CONTENT_TYPES.get(PurePosixPath(file.name).suffix)
        if content_type is not None and file.is_file():
            name = "" if file.name == "index.html" else file.name
            pages[prefix + name] = Page(file.read_bytes(), content_type, is_cacheable=True)
    return pages


def security_headers(host: Authority | None) -> dict[str, str]:
    """Return the security headers that every answer carries.

    Args:
        host: host and port at which the client reached this server; None if unknown. Pages may open sockets to it.
    """
    # In old browsers, 'self' does not include sockets.
    sockets = f" ws://{host} wss://{host}" if host else ""
    return {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self'{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


@dataclass
class HttpPages:
    """The pages and sockets that the server offers on a port, and the rules for access to them.

    Attributes:
        routes: pages, keyed by exact path without the query.
        prefixes: pages, keyed by the start of their path; the longest matching key wins.
        sockets: the origins that may open a WebSocket, keyed by its path.
        names: host names of this server, in lower case; numeric addresses are always allowed.
        trusted_proxies: proxies whose X-Forwarded-For headers are trusted.
        max_sockets: maximum number of sockets per IPv4 address or IPv6 /64 network. Several households may share an
            address.
        max_connections: maximum number of connections in total.
        open_sockets: counts the open sockets of each address (as grouped by ``limit_key``).
        connections: counts all connections by address, too. Connections of trusted proxies count only towards the
            total.
    """

    routes: Mapping[str, Route]
    sockets: Mapping[str, Origins] = field(default_factory=dict)
    prefixes: Mapping[str, Route] = field(default_factory=dict)
    names: frozenset[str] = field(default_factory=machine_names)
    trusted_proxies: Sequence[Network] = ()
    max_sockets: int = MAX_SOCKETS_PER_ADDRESS
    max_connections: int = MAX_CONNECTIONS

    def __post_init__(self) -> None:
        self.open_sockets = AddressCounter(self.max_sockets, self.max_connections)
        self.connections = AddressCounter(max(MAX_CONNECTIONS_PER_ADDRESS, self.max_sockets), self.max_connections)

    async def process_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request, or return None to open a socket; a callback for websockets' ``serve``."""
        return await self.answer(request, self.address_of(connection, request), peer_of(connection))

    def address_of(self, connection: ServerConnection, request: Request | None = None) -> str:
        """Return the client's address; behind a trusted proxy, the address that the proxy reports."""
        request = request or connection.request
        forwarded = request.headers.get_all("X-Forwarded-For") if request else []
        return client_address(peer_of(connection), forwarded, self.trusted_proxies)

    def is_proxy(self, peer: str) -> bool:
        """Return True if the address belongs to a trusted proxy."""
        return is_in_networks(peer, self.trusted_proxies)

    async def answer(self, request: Request, client: str, peer: str = "") -> Response | None:
        """Answer a request.

        Args:
            request: the request, as read by websockets.
            client: address of the client.
            peer: address of the other end of the connection, which may be a proxy.

        Returns:
            The answer; None if the client asks for a socket and may open it.
        """
        method = getattr(request, "method", "GET")  # websockets before 16 reads only GET requests
        hosts = request.headers.get_all("Host")
        host = Authority.parse(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return refusal(None, http.HTTPStatus.BAD_REQUEST, "Send exactly one Host header, such as example.org:8080.")
        if not is_own_host(host, self.names):
            return refusal(None, http.HTTPStatus.MISDIRECTED_REQUEST, "Use this server's own name or numeric address.")
        if method not in {"GET", "HEAD"}:
            return refusal(
                host, http.HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed.", Allow="GET, HEAD"
            )
        path, _, query = request.path.partition("?")
        is_upgrade = "websocket" in ", ".join(request.headers.get_all("Upgrade")).lower()
        if path in self.sockets and (is_upgrade or path not in self.routes):
            return self._socket(request, host, self.sockets[path], client, is_upgrade=is_upgrade)
        asked = HttpRequest(path, query, client, self.is_proxy(peer))
        page = await self._page(asked)
        if page is None:
            page = fault_page(path, http.HTTPStatus.NOT_FOUND, "Page not found.")
        return _response(host, page, request.headers, is_head=method == "HEAD")

    def _socket(
        self, request: Request, host: Authority, allowed: Origins, client: str, *, is_upgrade: bool
    ) -> Response | None:
        if not is_upgrade:
            return refusal(
                host,
                http.HTTPStatus.UPGRADE_REQUIRED,
                "Only WebSocket connections are accepted here.",
                Upgrade="websocket",
            )
        if not is_allowed_origin(request.headers.get_all("Origin"), host, allowed):
            return refusal(
                host, http.HTTPStatus.FORBIDDEN, "Connect from this server's own page, not from another site."
            )
        if self.open_sockets.is_full(limit_key(client)):
            return refusal(host, http.HTTPStatus.TOO_MANY_REQUESTS, "Too many connections from your address.")
        return None

    async def _page(self, asked: HttpRequest) -> Answer:
        found = self.routes.get(asked.path)
        if found is None:
            prefix = max((each for each in self.prefixes if asked.path.startswith(each)), key=len, default=None)
            found = None if prefix is None else self.prefixes[prefix]
        if found is None or isinstance(found, Page):
            return found
        try:
            made = found(asked)
            return await made if isawaitable(made) else made
        except FaultError as error:
            return fault_page(asked.path, error.status, str(error))
        except Exception:  # noqa: BLE001 - one broken page must not affect the others
            _LOG.exception("an error in gpulife: cannot make the page %s", asked.path)
            line = "This page cannot be shown, because of an error in the server."
            return fault_page(asked.path, http.HTTPStatus.INTERNAL_SERVER_ERROR, line)


def fault_page(path: str, status: http.HTTPStatus, line: str) -> Page:
    """Return an error page that contains ``line``, as JSON if the path ends with ".json"."""
    if path.endswith(".json"):
        return Page(json.dumps({"error": line}).encode() + b"\n", _JSON, status=status)
    return Page(f"{line}\n".encode(), status=status)


def _response(host: Authority | None, page: Page, headers: Headers, *, is_head: bool) -> Response:
    is_same = page.is_cacheable and page.etag in {
        each.strip().removeprefix("W/") for value in headers.get_all("If-None-Match") for each in value.split(",")
    }
    status = http.HTTPStatus.NOT_MODIFIED if is_same else page.status
    answer = Headers({"Connection": "close", **security_headers(host)})
    answer["Cache-Control"] = "no-cache" if page.is_cacheable else "no-store"
    if page.is_cacheable:
        answer["ETag"] = page.etag
    if not is_same:
        answer["Content-Type"] = page.content_type
        answer["Content-Length"] = str(len(page.body))
    return Response(status.value, status.phrase, answer, b"" if is_head or is_same else page.body)


def refusal(host: Authority | None, status: http.HTTPStatus, line: str, **headers: str) -> Response:
    """Return an error response whose body is ``line``. ``headers`` are added to the usual headers."""
    answer = _response(host, fault_page("", status, line), Headers(), is_head=False)
    answer.headers.update(headers)
    return answer


def peer_of(connection: ServerConnection) -> str:
    """Return the address of the other end of a connection; "" if it is closed."""
    peer = connection.remote_address
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


# Serving pages and sockets on a port, with limits on what a client can cost. websockets itself limits the request line,
# the number and length of headers (8 KiB a line, 128 headers), slow requests and slow readers. The sender of a bad
# request always gets one line that says what is wrong.

_REQUEST_SECONDS = 8
"""Time limit for receiving a whole request, in seconds.

It is shorter than websockets' own limit, so that the client gets an answer before the connection is closed.
"""
_BODY = "unsupported request body"


class _AnsweringProtocol(ServerProtocol):
    """Answers invalid HTTP with an error; websockets' own protocol closes the connection without an answer."""

    is_answered = False

    def reject(self, status: http.HTTPStatus | int, text: str) -> Response:
        """Return an error response whose body is ``text`` on a single line, even if ``text`` has several lines."""
        return refusal(None, http.HTTPStatus(status), " ".join(text.split())[:200])

    def send_response(self, response: Response) -> None:
        """Send an answer, unless invalid bytes followed the request: then the client has already been sent an error."""
        if not self.eof_sent:
            self.is_answered = True
            super().send_response(response)

    def send_eof(self) -> None:
        """Close the sending side of the connection; send an error first if the client got no answer yet."""
        if self.state is not State.CONNECTING or self.is_answered:
            super().send_eof()
            return
        cause = None if self.handshake_exc is None else self.handshake_exc.__cause__
        has_body = self.handshake_exc is None or isinstance(cause, NotImplementedError) or str(cause) == _BODY
        line = "Requests must have no body." if has_body else "That is not a valid HTTP/1.1 request."
        self.send_response(self.reject(http.HTTPStatus.BAD_REQUEST, line))


def socket_limits() -> dict[str, Any]:
    """Return the arguments for websockets' ``serve`` that limit the memory and time that a client can use.

    Compression is off because it takes 64 KiB per client. Traffic is never logged because it contains tokens.
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
    """Return a websockets server that serves pages and sockets; use it in ``async with``.

    Args:
        pages: the pages, and the sockets that may be opened.
        handler: coroutine that handles an open socket, as for websockets' ``serve``.
        host: address or addresses to listen on; None for all.
        port: port to listen on; 0 for any free port.
        ssl: TLS context; None for no TLS.
        limits: arguments that override those of ``socket_limits``; None to override none.
    """

    async def counted(connection: ServerConnection) -> None:
        with pages.open_sockets.held(limit_key(pages.address_of(connection))) as is_held:
            if is_held:
                await handler(connection)
            else:
                await connection.close(1013, "too many connections from your address")

    class BoundedConnection(ServerConnection):
        """A connection that counts towards the limits once it is open: even one that sends nothing uses memory."""

        def __init__(self, protocol: ServerProtocol, *arguments: Any, **named: Any) -> None:
            protocol.__class__ = _AnsweringProtocol  # websockets creates the protocol itself and accepts no other class
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
            """Answer with a timeout error if the client has not sent its whole request by now."""
            protocol = self.protocol
            if self.request is None and not protocol.eof_sent:
                protocol.send_response(protocol.reject(http.HTTPStatus.REQUEST_TIMEOUT, "The request took too long."))
                self.send_data()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._end_of_request.cancel()
            if self._is_counted:
                pages.connections.release(self._key)

    return serve(
        counted,
        host,  # type: ignore[arg-type]  # asyncio accepts several addresses, too
        port,
        ssl=ssl,
        process_request=pages.process_request,
        create_connection=BoundedConnection,
        **{**socket_limits(), **(limits or {})},
    )

"""Pages over plain HTTP on the port of the sockets: exact paths to bytes, with headers that trust nobody.

``HttpPages`` decides what each request gets, for websockets' ``process_request``; :func:`serve_pages` puts it on a
port, with limits. A request has no body, and each connection carries one request.
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
"""Connections of an address, sockets and those that fetch pages or have yet to say what they want."""
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
"""Kinds of files that are pages; other files of a package are never sent."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What a route is asked.

    Attributes:
        path: the path, as sent.
        query: what stands behind the first question mark, as sent; "" for nothing.
        client: address of whoever asks, see ``client_address``.
        is_proxied: whether a trusted proxy passed the request on.
    """

    path: str
    query: str = ""
    client: str = ""
    is_proxied: bool = False


@dataclass(frozen=True)
class Page:
    """What a path holds.

    Attributes:
        body: the bytes.
        content_type: value of the Content-Type header.
        is_cacheable: whether browsers may keep it, and ask whether it is still the same; nothing personal, then.
        status: status of the answer.
    """

    body: bytes
    content_type: str = CONTENT_TYPES[".txt"]
    is_cacheable: bool = False
    status: http.HTTPStatus = http.HTTPStatus.OK

    @cached_property
    def etag(self) -> str:
        """The entity tag by which browsers ask."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


class FaultError(GpulifeError):
    """A request that gets one line instead of a page: the message, which is told to whoever asks.

    Attributes:
        status: status of the answer.
    """

    def __init__(self, status: http.HTTPStatus, line: str) -> None:
        super().__init__(line)
        self.status = status


Answer = Page | None
Route = Page | Callable[[HttpRequest], Answer | Awaitable[Answer]]
"""A page, or a function that makes it; None where there is none, for this client or at all."""


def package_pages(package: str, prefix: str = "/") -> dict[str, Page]:
    """Load all files of a package that are pages, once; ``index.html`` stands at the prefix itself.

    Args:
        package: name of the folder as of a package, as ``"gpulife.online.page"``.
        prefix: what their paths begin with.
    """
    pages = {}
    for file in importlib.resources.files(package).iterdir():
        content_type = CONTENT_TYPES.get(PurePosixPath(file.name).suffix)
        if content_type is not None and file.is_file():
            name = "" if file.name == "index.html" else file.name
            pages[prefix + name] = Page(file.read_bytes(), content_type, is_cacheable=True)
    return pages


def security_headers(host: Authority | None) -> dict[str, str]:
    """Return the headers of every answer.

    Args:
        host: host and port by which the client knows this server, whose sockets pages may open. Old browsers do not
            count them as part of ``'self'``.
    """
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
    """What each path of a port holds, and who may have it.

    Attributes:
        routes: pages by exact path, without the query.
        prefixes: the same by what a path begins with, for paths that name something; the longest one counts.
        sockets: paths at which sockets may be opened, with the origins that each takes.
        names: names of this server, in small letters; addresses in digits are always allowed.
        trusted_proxies: proxies whose X-Forwarded-For headers are believed.
        max_sockets: sockets of an address, or /64 of IPv6; more than one household may be behind it.
        max_connections: all connections together.
        open_sockets: the sockets that are open, by ``limit_key`` of their addresses.
        connections: all connections, likewise, of proxies only their number.
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
        """Answer a request; None opens a socket. For websockets' ``serve``."""
        return await self.answer(request, self.address_of(connection, request), peer_of(connection))

    def address_of(self, connection: ServerConnection, request: Request | None = None) -> str:
        """Return the address of whoever is at the other end of a connection, behind trusted proxies too."""
        request = request or connection.request
        forwarded = request.headers.get_all("X-Forwarded-For") if request else []
        return client_address(peer_of(connection), forwarded, self.trusted_proxies)

    def is_proxy(self, peer: str) -> bool:
        """Return whether an address is that of a trusted proxy."""
        return is_in_networks(peer, self.trusted_proxies)

    async def answer(self, request: Request, client: str, peer: str = "") -> Response | None:
        """Answer a request.

        Args:
            request: the request, as websockets has read it.
            client: address of whoever asks.
            peer: address of the other end of the connection.

        Returns:
            The answer; None if a socket is to be opened, and may be.
        """
        method = getattr(request, "method", "GET")  # websockets before 16 reads no other
        hosts = request.headers.get_all("Host")
        host = Authority.parse(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return refusal(None, http.HTTPStatus.BAD_REQUEST, "One Host header, as example.org:8080.")
        if not is_own_host(host, self.names):
            return refusal(None, http.HTTPStatus.MISDIRECTED_REQUEST, "This server is not called like that.")
        if method not in {"GET", "HEAD"}:
            return refusal(host, http.HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD.", Allow="GET, HEAD")
        path, _, query = request.path.partition("?")
        is_upgrade = "websocket" in ", ".join(request.headers.get_all("Upgrade")).lower()
        if path in self.sockets and (is_upgrade or path not in self.routes):
            return self._socket(request, host, self.sockets[path], client, is_upgrade=is_upgrade)
        asked = HttpRequest(path, query, client, self.is_proxy(peer))
        page = await self._page(asked)
        if page is None:
            page = fault_page(path, http.HTTPStatus.NOT_FOUND, "Nothing here.")
        return _response(host, page, request.headers, is_head=method == "HEAD")

    def _socket(
        self, request: Request, host: Authority, allowed: Origins, client: str, *, is_upgrade: bool
    ) -> Response | None:
        if not is_upgrade:
            return refusal(host, http.HTTPStatus.UPGRADE_REQUIRED, "Only sockets here.", Upgrade="websocket")
        if not is_allowed_origin(request.headers.get_all("Origin"), host, allowed):
            return refusal(host, http.HTTPStatus.FORBIDDEN, "Not from there: open this server's own page.")
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
        except Exception:  # noqa: BLE001 - one broken page must not cost the others theirs
            _LOG.exception("a page could not be made: %s", asked.path)
            return fault_page(asked.path, http.HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong.")


def fault_page(path: str, status: http.HTTPStatus, line: str) -> Page:
    """Return the page with one line that says what is wrong: as JSON where JSON was asked for."""
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
    """Return an answer of one line that says what is wrong."""
    answer = _response(host, fault_page("", status, line), Headers(), is_head=False)
    answer.headers.update(headers)
    return answer


def peer_of(connection: ServerConnection) -> str:
    """Return the address of the other end of a connection; "" if it is gone."""
    peer = connection.remote_address
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


# Puts pages and sockets on a port, with limits on what a client can cost.
#
# websockets itself bounds the request line, the number and the length of headers (8 KiB a line, 128 of them), slow
# requests and slow readers. Whatever is wrong with a request, its sender gets one line that says so.

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

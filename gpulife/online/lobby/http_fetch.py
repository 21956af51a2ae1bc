"""Fetch what a server has on its pages: bounded in size and in time, from that server alone."""

import time
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from gpulife.online.client.connection_problem import connection_problem
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.storage.bounded_reading import ReadError, format_whole_units

_SECONDS = 10.0
"""Time that a server may say nothing."""
_ALL_SECONDS = 30.0
"""Time for all of an answer, however slowly it comes."""
_PIECE = 1 << 16


class _NoRedirect(HTTPRedirectHandler):
    """Goes nowhere else: a server that lists its records has them."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirection."""


def fetch(address: ServerAddress, path: str, limit: int) -> bytes:
    """Return what a server has at a path; it may take half a minute.

    Args:
        address: the server.
        path: the path, without the slash that it begins with.
        limit: bytes that it may have.

    Raises:
        ReadError: there is nothing, or too much; one line says why.
    """
    until = time.monotonic() + _ALL_SECONDS
    content = b""
    try:
        with build_opener(_NoRedirect(), ProxyHandler({})).open(
            Request(f"{address.page}{path}"),  # noqa: S310 - the address has the scheme
            timeout=_SECONDS,
        ) as answer:
            while piece := answer.read1(_PIECE):
                content += piece
                if len(content) > limit:
                    raise ReadError(f"{address.text} sends more than {format_whole_units(limit)}")
                if time.monotonic() > until:
                    raise ReadError(f"{address.text} takes too long to answer")
    except HTTPError as error:
        gone = error.code in (404, 410)
        words = "does not have that any more" if gone else f"refuses that ({error.code})"
        raise ReadError(f"{address.text} {words}") from error
    except (OSError, ValueError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) and isinstance(error.reason, Exception) else error
        raise ReadError(connection_problem(address.text, reason)) from error
    return content

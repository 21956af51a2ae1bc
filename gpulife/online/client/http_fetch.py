"""Fetches what a server has on its pages, and says why a server cannot be reached."""

import errno
import os
import re
import socket
import ssl
import time
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from websockets.exceptions import ConnectionClosed

from gpulife.online.client.server_address import ServerAddress
from gpulife.storage.bounded_reading import ReadError, format_whole_units

# Why a server cannot be reached or has gone, in one line for people.

_NUMBER = re.compile(r"\[Errno (\d+)\]")
_REASONS = {
    errno.ECONNREFUSED: "no server runs there now, ask whoever hosts it",
    errno.EHOSTUNREACH: "no machine answers at that address",
    errno.ENETUNREACH: "this machine is in no network that leads there",
}


def connection_problem(place: str, error: Exception) -> str:
    """Return what is wrong.

    Args:
        place: address of the server, for people.
        error: what ended a connection to it, or an attempt.
    """
    match error:
        case ssl.SSLCertVerificationError():
            return f"the certificate of {place} is not valid: {error.verify_message}"
        case ssl.SSLError():
            return f"{place} does not speak TLS: {error.reason}"
        case TimeoutError():
            return f"{place} does not answer"
        case OSError():
            return f"cannot reach {place}: {_reason(error)}"
        case ConnectionClosed():
            return f"{place} has closed the connection"
        case _:
            return f"{place} is no server of gpulife"


def _reason(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return "there is no machine of that name"
    number = error.errno or 0
    if not number and (found := _NUMBER.search(str(error))) is not None:  # several addresses were tried
        number = int(found[1])
    return _REASONS.get(number) or (os.strerror(number) if number > 0 else str(error.strerror or error))


# Pages: bounded in size and in time, from that server alone.

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

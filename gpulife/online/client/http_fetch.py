"""Fetches pages from a server, and explains why a server cannot be reached."""

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

# Connection problems in one line for people.

_NUMBER = re.compile(r"\[Errno (\d+)\]")
_REASONS = {
    errno.ECONNREFUSED: "no server is running there; ask the person who runs it",
    errno.EHOSTUNREACH: "no machine answers at that address",
    errno.ENETUNREACH: "this machine has no network connection to it",
}


NO_SUCH_MACHINE = "there is no machine with that name"


def connection_problem(place: str, error: Exception) -> str:
    """Return a line for people that says why a connection to a server failed.

    Args:
        place: address of the server, as shown to people.
        error: error that ended a connection or an attempt to connect.
    """
    match error:
        case ssl.SSLCertVerificationError():
            return f"the certificate of {place} is not valid: {error.verify_message}"
        case ssl.SSLError():
            return f"{place} does not use TLS: {error.reason}"
        case TimeoutError():
            return f"{place} does not answer"
        case OSError():
            return f"cannot reach {place}: {_reason(error)}"
        case ConnectionClosed():
            return f"{place} has closed the connection"
        case _:
            return f"{place} is not a gpulife server"


def _reason(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return NO_SUCH_MACHINE
    number = error.errno or 0
    if not number and (found := _NUMBER.search(str(error))) is not None:  # several addresses were tried
        number = int(found[1])
    return _REASONS.get(number) or (os.strerror(number) if number > 0 else str(error.strerror or error))


# Pages: bounded in size and time, without redirects and proxies.

_SECONDS = 10.0
"""Maximum time in seconds to wait for the connection, and then for each further piece of the answer."""
_ALL_SECONDS = 30.0
"""Maximum time for a whole answer, in seconds."""
_PIECE = 1 << 16


class _NoRedirect(HTTPRedirectHandler):
    """A handler for urllib that follows no redirects: the content must come from the server itself."""

    def redirect_request(self, *_: object) -> None:
        """Refuse the redirect."""


def fetch(address: ServerAddress, path: str, limit: int) -> bytes:
    """Return the content at a path of a server. This may take half a minute.

    Args:
        address: the server.
        path: the path, without its leading slash.
        limit: maximum size in bytes.

    Raises:
        ReadError: the content is missing, too large or unreachable; the message says why in one line.
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
                    raise ReadError(
                        f"{address.text} sends more than {format_whole_units(limit)}, the most that is accepted"
                    )
                if time.monotonic() > until:
                    raise ReadError(f"{address.text} takes too long to answer")
    except HTTPError as error:
        gone = error.code in (404, 410)
        words = "no longer has this file" if gone else f"refused the request ({error.code})"
        raise ReadError(f"{address.text} {words}") from error
    except (OSError, ValueError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) and isinstance(error.reason, Exception) else error
        raise ReadError(connection_problem(address.text, reason)) from error
    return content

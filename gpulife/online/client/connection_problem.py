"""Why a server cannot be reached or has gone, in one line for people."""

import errno
import os
import re
import socket
import ssl

from websockets.exceptions import ConnectionClosed

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

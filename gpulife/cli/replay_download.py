"""Fetch the replay of a link, as servers of on-line play give them out."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.parse import SplitResult, parse_qs, quote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from gpulife.errors import OutputError, UsageError
from gpulife.session.replay import REPLAY_ENDING
from gpulife.storage.bounded_reading import ReadError, read_stream

MAX_BYTES = 32 << 20
"""Limit on a replay: a long match of many has some hundred kilobytes."""
_SCHEMES = ("http", "https")
_SECONDS = 30


class _NoRedirect(HTTPRedirectHandler):
    """Goes nowhere else: a server that gives out replays has them."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirection."""


def is_link(text: str) -> bool:
    """Return whether a text is an address rather than the name of a file."""
    return "://" in text


def _address_of_file(parts: SplitResult) -> str:
    """Return the address of the file of a replay whose page is at an address.

    Raises:
        UsageError: it is the address of a match, or of a server.
    """
    names = parse_qs(parts.fragment).get("replay")
    if names:
        path = f"{parts.path.removesuffix('/')}/replays/{quote(names[0], safe='')}{REPLAY_ENDING}"
        return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    if parts.fragment or parts.path in ("", "/"):
        raise UsageError(
            f"{urlunsplit(parts)[:80]} is a server or a match, not a replay: its page says the address of the replay"
            " under Players and results, behind Save the file, once somebody has won"
        )
    return urlunsplit(parts)


@contextmanager
def fetched(link: str) -> Iterator[Path]:
    """Fetch the replay at an address, and provide it as a file during the block.

    Args:
        link: its own address, behind "Save the file", or that of the page that shows it.

    Raises:
        UsageError: it is no address of the web, or that of a match.
        ReadError: there is none, or it is too large; one line says why.
        OutputError: there is no room for it here.
    """
    parts = urlsplit(link)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise UsageError(f"replay {link[:80]!r} should be a file, or an address such as https://host/replays/...")
    link = _address_of_file(parts)
    opener = build_opener(_NoRedirect())
    try:
        with opener.open(Request(link), timeout=_SECONDS) as answer:  # noqa: S310 - the scheme is checked
            content = read_stream(answer, MAX_BYTES, link, "a replay")
    except (OSError, ValueError, HTTPException) as error:  # urllib's errors are OSErrors
        reason = error.reason if isinstance(error, URLError) else error
        words = reason.strerror if isinstance(reason, OSError) else None
        raise ReadError(f"cannot fetch {link}: {words or error}") from error
    with tempfile.TemporaryDirectory(prefix="gpulife-") as folder:
        path = Path(folder) / f"fetched{REPLAY_ENDING}"
        try:
            path.write_bytes(content)
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        yield path

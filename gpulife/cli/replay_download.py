"""The replay of a link, as servers of on-line play give them out."""

from pathlib import Path, PurePosixPath
from urllib.parse import parse_qs, quote, urlsplit

from gpulife.errors import UsageError
from gpulife.session.replay import REPLAY_ENDING

_SCHEMES = ("http", "https")


def is_link(text: str) -> bool:
    """Return whether a text is an address rather than the name of a file."""
    return "://" in text


def fetched(link: str) -> tuple[Path, bytes]:
    """Fetch the replay at an address; return the name of its file, and the content.

    Args:
        link: its own address, behind "Save the file", or that of the page that shows it.

    Raises:
        UsageError: it is no address of the web, or that of a match.
        ReadError: there is none, or it is too large; one line says why.
    """
    from gpulife.online.client.http_fetch import fetch  # what replays from files need not load
    from gpulife.online.client.server_address import read_address
    from gpulife.online.protocol import MAX_REPLAY_BYTES

    wrong = UsageError(f"replay {link[:80]!r} should be a file, or an address such as https://host/replays/...")
    try:
        parts = urlsplit(link)
        address = read_address(f"{parts.scheme}://{parts.netloc}").address
    except (UsageError, ValueError):
        raise wrong from None
    if parts.scheme not in _SCHEMES or not link.isprintable() or " " in link:
        raise wrong
    path = _path_of_file(link)
    return Path(PurePosixPath(urlsplit(path).path).name), fetch(address, path, MAX_REPLAY_BYTES)


def _path_of_file(link: str) -> str:
    """Return the path, without the slash that it begins with, of the file of a replay whose page is at an address.

    Raises:
        UsageError: it is the address of a match, or of a server.
    """
    parts = urlsplit(link)
    names = parse_qs(parts.fragment).get("replay")
    if names:
        folder = f"{parts.path.strip('/')}/" if parts.path.strip("/") else ""
        return f"{folder}replays/{quote(names[0], safe='')}{REPLAY_ENDING}"
    if parts.fragment or parts.path in ("", "/"):
        raise UsageError(
            f"{link[:80]} is a server or a match, not a replay: its page says the address of the replay"
            " under Players and results, behind Save the file, once somebody has won"
        )
    return quote(parts.path.lstrip("/"), safe="/%") + (f"?{parts.query}" if parts.query else "")

"""Open a server with its database, say where it is, and serve until somebody ends it."""

import asyncio
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gpulife.errors import OutputError
from gpulife.online.http_pages import Route, package_pages
from gpulife.online.server.game_server import GameServer, ServerOptions
from gpulife.online.server.room import Feed
from gpulife.online.storage import Database
from gpulife.printing import say
from gpulife.settings.user_settings import data_folder

_LOOK_SECONDS = 0.1


def default_folder() -> Path:
    """Return the folder of the database where none is given."""
    return data_folder() / "server"


async def serve_until(is_over: Callable[[], bool], options: ServerOptions, location: str | Path) -> None:
    """Serve until ``is_over``, which is asked ten times a second.

    Raises:
        OutputError: the port is taken, or may not be used.
        StorageError: the database cannot be opened.
    """
    with await asyncio.to_thread(Database.open, location) as database:
        server = GameServer(database, options, make_feed, pages=browser_pages())
        try:
            async with server.running() as sockets:
                for line in where(sockets.sockets, options):
                    say(line, flush=True)
                while not is_over():
                    await asyncio.sleep(_LOOK_SECONDS)
        except OSError as error:
            raise OutputError(f"cannot serve on port {options.port}: {error.strerror or error}") from error


def where(sockets: Sequence[Any], options: ServerOptions) -> list[str]:
    """Return lines that say under which addresses the server is reached."""
    port = sockets[0].getsockname()[1]
    scheme = "https" if options.ssl else "http"
    hosts = ["localhost"]
    if any(host in ("0.0.0.0", "::") for host in options.hosts):  # noqa: S104 - only compared
        hosts += [socket.gethostname(), *_own_addresses()]
    hosts += sorted(options.names)
    return ["Serving on-line play. Ctrl-C ends it.", *(f"  {scheme}://{host}:{port}/" for host in hosts)]


def _own_addresses() -> list[str]:
    """Return the address by which other machines of the network reach this one; none without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way it would go
            return [probe.getsockname()[0]]
        except OSError:
            return []


def browser_pages() -> dict[str, Route]:
    """Return the files of the browser's page, by path."""
    try:
        return dict(package_pages("gpulife.online.page"))
    except ModuleNotFoundError:
        return {}


def make_feed(session: Any, viewer: int, names: Callable[[], Sequence[str]]) -> Feed:
    """Return what pages are shown of a session."""
    from gpulife.online.page_view.feed import PageFeed

    return PageFeed(session, viewer, names)

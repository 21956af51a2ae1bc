"""Opens a server with its database, prints its addresses, and serves until stopped."""

import asyncio
import gc
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from gpulife import __version__
from gpulife.errors import OutputError
from gpulife.online._http_pages import Route
from gpulife.online.addresses import Authority, PublicAddress, local_addresses
from gpulife.online.found_server import FoundServer
from gpulife.online.server._broadcast import Feed
from gpulife.online.server._game_server import GameServer
from gpulife.online.server.server_options import ServerOptions
from gpulife.online.storage import Database
from gpulife.printing import say
from gpulife.storage.folders import data_folder

_LOOK_SECONDS = 0.1
_SWITCH_SECONDS = 0.0005
"""Python's thread switch interval in seconds. The database's thread delays ticks of matches by no more than this."""
_ANNOUNCE_SECONDS = 5.0
"""Seconds between two announcements of the number of matches to the local network."""


def default_folder() -> Path:
    """Return the default folder of the database."""
    return data_folder() / "server"


async def serve_until(
    is_over: Callable[[], bool], options: ServerOptions, location: str | Path, *, is_announced: bool = False
) -> None:
    """Serve until ``is_over`` returns True. The server calls ``is_over`` ten times a second.

    Args:
        is_over: returns True to end the server.
        options: address, port and limits.
        location: folder or address of the database.
        is_announced: True to announce the server on the local network.

    Raises:
        OutputError: the port is taken, or may not be used.
        StorageError: the database cannot be opened.
    """
    _collect_garbage_seldom()
    sys.setswitchinterval(_SWITCH_SECONDS)
    with await asyncio.to_thread(Database.open, location, options.address) as database:
        server = GameServer(database, options, make_feed, pages=browser_pages())
        try:
            async with server.running() as sockets:
                database.leases.address = options.address or own_address(sockets.sockets, options)
                await server.rooms.renew()
                for line in where(sockets.sockets, options):
                    say(line, flush=True)
                announcing = announced(server, port_of(sockets.sockets)) if is_announced else nullcontext()
                async with announcing:
                    while not is_over():
                        await asyncio.sleep(_LOOK_SECONDS)
        except OSError as error:
            raise OutputError(f"cannot serve on port {options.port}: {error.strerror or error}") from error


def _collect_garbage_seldom() -> None:
    """Make Python's garbage collector run a hundred times less often."""
    # With 2000 clients, each run stopped the server for 0.2 s. States and messages have no cycles.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)


@asynccontextmanager
async def announced(server: GameServer, port: int) -> AsyncIterator[None]:
    """Announce a server and its number of matches on the local network while the ``async with`` block runs."""
    from gpulife.online.discovery import Announcement, machine_name

    found = FoundServer(
        server.options.name or machine_name(), "", port, version=__version__, tls=server.options.ssl is not None
    )
    announcement = Announcement(found, local_addresses())

    async def follow() -> None:
        while True:
            await asyncio.sleep(_ANNOUNCE_SECONDS)
            announcement.tell_matches(len(server.rooms.message().matches))

    following = asyncio.create_task(follow())
    try:
        yield
    finally:
        following.cancel()
        await asyncio.to_thread(announcement.close)


def port_of(sockets: Sequence[Any]) -> int:
    """Return the port that a server listens on."""
    return int(sockets[0].getsockname()[1])


def own_address(sockets: Sequence[Any], options: ServerOptions) -> str:
    """Return the address at which other machines probably reach this server."""
    names = [*sorted(options.names), *(local_addresses() if is_for_others(options) else ()), "127.0.0.1"]
    return str(PublicAddress(options.ssl is not None, Authority(names[0], port_of(sockets))))


def is_for_others(options: ServerOptions) -> bool:
    """Return True if a server listens on all network interfaces, so that other machines can reach it."""
    return any(host in ("0.0.0.0", "::") for host in options.hosts)  # noqa: S104 - only compared


def where(sockets: Sequence[Any], options: ServerOptions) -> list[str]:
    """Return lines for the terminal that give the server's addresses and say how to use them."""
    port = port_of(sockets)
    scheme = "https" if options.ssl else "http"
    hosts = ["localhost"]
    if is_for_others(options):
        hosts += [socket.gethostname(), *local_addresses()]
    addresses = [f"{scheme}://{host}:{port}/" for host in hosts]
    # Behind a proxy, people use the proxy's default port, with its certificate.
    own = "https://{name}/" if options.trusted_proxies else f"{scheme}://{{name}}:{port}/"
    addresses += [own.format(name=name) for name in sorted(options.names)]
    what = "Open one of these addresses in a browser, or type it on the page On-line play, to host or join a match"
    return [
        f"Serving on-line play. {what}. Ctrl-C stops the server.",
        *(f"  {address}" for address in addresses),
    ]


def browser_pages() -> dict[str, Route]:
    """Return the files of the browser page, keyed by path."""
    from gpulife.online.page_view.page_files import page_routes

    return dict(page_routes())


def make_feed(session: Any, viewer: int, names: Callable[[], Sequence[str]]) -> Feed:
    """Return the feed that makes the frames of a session for browser pages.

    Args:
        session: the session.
        viewer: the viewer's seat; NOBODY for spectators.
        names: returns who has each seat, as :func:`.told_seats` does.
    """
    from gpulife.online.page_view.feed import PageFeed

    return PageFeed(session, viewer, names)

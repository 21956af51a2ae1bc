"""Announces and finds servers in the local network by multicast DNS, so that nobody has to type an address.

Without a network, or where multicast is blocked, nothing is announced or found, and no error is raised.
"""

import logging
import secrets
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock

from zeroconf import (
    Error,
    InterfaceChoice,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from gpulife.closing import Closing
from gpulife.online.found_server import FoundServer, read_record

SERVICE = "_gpulife._tcp.local."
MAX_SERVERS = 50
"""Maximum number of servers in the list. A home network has fewer."""
_ANSWER_MS, _ATTEMPTS = 3000, 3
"""Timeout in milliseconds, and number of tries, when asking for a server's address. Busy machines answer slowly."""
_AGAIN_SECONDS = 5.0
_LOG = logging.getLogger(__name__)
Interfaces = Sequence[str] | InterfaceChoice


class Announcement(Closing):
    """Announces a server to the local network, in its own thread, until it is closed.

    Args:
        server: the server to announce. Its ``host`` is not used.
        addresses: numeric addresses to announce.
        interfaces: addresses of the network interfaces to announce on; all by default.
    """

    def __init__(
        self, server: FoundServer, addresses: Sequence[str], interfaces: Interfaces = InterfaceChoice.All
    ) -> None:
        self._server, self._addresses, self._interfaces = server, tuple(addresses), interfaces
        self._key = secrets.token_hex(4)  # two servers may have the same name
        self._zeroconf: Zeroconf | None = None
        self._closing = Event()
        self._worker = ThreadPoolExecutor(1, "announcement")
        self._worker.submit(_until_it_works, self._begin, self._end, self._closing)

    def tell_matches(self, matches: int) -> None:
        """Announce that the server has ``matches`` public matches."""
        if matches != self._server.matches:
            self._server = replace(self._server, matches=matches)
            self._worker.submit(self._update)

    def close(self) -> None:
        """Withdraw the announcement."""
        self._closing.set()
        self._worker.submit(self._end)
        self._worker.shutdown()

    def _begin(self) -> None:
        self._zeroconf = Zeroconf(self._interfaces, ip_version=IPVersion.V4Only)
        self._zeroconf.register_service(self._info())

    def _update(self) -> None:
        if self._zeroconf is not None:
            try:
                self._zeroconf.update_service(self._info())
            except (OSError, Error) as error:
                _LOG.info("cannot update the server's announcement: %s", error)

    def _end(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()

    def _info(self) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            f"gpulife-{self._key}.{SERVICE}",
            port=self._server.port,
            parsed_addresses=list(self._addresses),
            properties=self._server.properties(),
            server=f"gpulife-{self._key}.local.",
        )


class ServerBrowser(Closing):
    """Finds servers in the local network until it is closed, without blocking its caller.

    Args:
        interfaces: addresses of the network interfaces to search; all by default.
    """

    def __init__(self, interfaces: Interfaces = InterfaceChoice.All) -> None:
        self._found: dict[str, FoundServer] = {}
        self._lock = Lock()
        self._zeroconf: Zeroconf | None = None
        self._closing = Event()
        self._worker = ThreadPoolExecutor(1, "server-browser")
        self._worker.submit(_until_it_works, lambda: self._begin(interfaces), self._end, self._closing)

    @property
    def servers(self) -> tuple[FoundServer, ...]:
        """The servers found, sorted by name. Each host and port is listed only once."""
        with self._lock:
            places = {(server.host, server.port): server for server in self._found.values()}
        return tuple(sorted(places.values(), key=lambda server: (server.name.casefold(), server.host, server.port)))

    def close(self) -> None:
        """Stop looking, without waiting for pending answers."""
        self._closing.set()
        self._worker.submit(self._end)
        self._worker.shutdown(wait=False)

    def _begin(self, interfaces: Interfaces) -> None:
        self._zeroconf = Zeroconf(interfaces, ip_version=IPVersion.V4Only)
        ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._note])

    def _end(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()

    def _note(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """Add, update or remove a server in the list. The ServiceBrowser calls this in a thread of its own."""
        try:
            server = None if state_change is ServiceStateChange.Removed else _ask(zeroconf, service_type, name)
        except (OSError, ValueError, Error) as error:  # also raised for an invalid record
            _LOG.info("cannot read a server's announcement: %s", error)
            return
        with self._lock:
            if state_change is ServiceStateChange.Removed:
                self._found.pop(name, None)
            elif server is not None and (name in self._found or len(self._found) < MAX_SERVERS):
                self._found[name] = server


def _until_it_works(begin: Callable[[], None], end: Callable[[], None], closing: Event) -> None:
    """Call ``begin`` until it succeeds or ``closing`` is set; call ``end`` after each failure."""
    while not closing.is_set():
        try:
            begin()
        except (OSError, Error, TimeoutError) as error:
            _LOG.info("cannot start multicast DNS: %s", error)
            end()
            closing.wait(_AGAIN_SECONDS)
        else:
            return


def _ask(zeroconf: Zeroconf, service_type: str, name: str) -> FoundServer | None:
    for _ in range(_ATTEMPTS):
        if (info := zeroconf.get_service_info(service_type, name, _ANSWER_MS)) is not None:
            return read_record(info.parsed_scoped_addresses(), info.port, info.properties)
    return None


def machine_name() -> str:
    """Return this machine's name as shown to people."""
    return socket.gethostname().split(".")[0] or "gpulife"

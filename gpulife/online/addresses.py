"""Network addresses: of clients, of this machine in its local network, and of public servers."""

import errno
import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self

import psutil

from gpulife.errors import GpulifeError, UsageError
from gpulife.online.protocol import SOCKET_PATH

# Client addresses, Host headers and Origin headers: all of them untrusted input. With DNS rebinding, a page from the
# Internet reaches a server at home: the page's host name resolves to the server's address, and the browser takes both
# for one site. The Host header gives it away. A numeric address cannot be rebound, and a name must be one of the
# server's own names.

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?)(?::([0-9]{1,5}))?")
_ORIGIN = re.compile(r"(https?)://(.+)")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_FORWARDED = 32
"""Maximum number of X-Forwarded-For entries that are read, starting from the nearest proxy."""


class Origins(Enum):
    """Which origins a socket accepts. Browsers always send an Origin header; gpulife's own programs never do."""

    SAME = auto()
    """The socket accepts only the origin of this server's own pages."""
    NONE = auto()
    """The socket accepts only connections without an Origin header."""
    SAME_OR_NONE = auto()
    """The socket accepts the origin of this server's own pages, and connections without an Origin header."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The host and port in a Host header or an origin.

    Attributes:
        host: lower-case name or numeric address; an IPv6 address has no brackets.
        port: port; None for the default port of HTTP or HTTPS.
    """

    host: str
    port: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read ``host``, ``host:port``, ``[address]`` or ``[address]:port``; return None for anything else."""
        if (found := _HOST.fullmatch(text)) is None:
            return None
        host, port = found[1].lower().strip("[]").removesuffix("."), int(found[2]) if found[2] else None
        if found[1].startswith("["):
            if (address := parse_address(host)) is None or ":" not in host:
                return None
            host = str(address)
        return cls(host, port) if host and (port is None or 0 < port <= 65535) else None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"


def parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read a numeric address; return None for anything else. IPv4-mapped IPv6 addresses become IPv4."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (address.version == 6 and address.ipv4_mapped) or address


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks of trusted proxies. A text is an address or a network: ``127.0.0.1`` or ``10.0.0.0/8``.

    Raises:
        GpulifeError: a text is neither an address nor a network.
    """
    found = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text))
        except ValueError:
            raise GpulifeError(f"proxy {text[:80]!r}: should be an address or a network, such as 10.0.0.0/8") from None
    return tuple(found)


def is_in_networks(address: str, networks: Sequence[Network]) -> bool:
    """Return True if a numeric address belongs to one of the networks."""
    found = parse_address(address)
    return found is not None and any(found in network for network in networks)


def machine_names() -> frozenset[str]:
    """Return this machine's local names: its host name, with and without ``.local``, and localhost."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"} - {"", ".local"})


def is_own_host(authority: Authority, names: frozenset[str]) -> bool:
    """Return True if a Host header names this server: its host is one of ``names``, or any numeric address."""
    return parse_address(authority.host) is not None or authority.host in names


def is_allowed_origin(origins: Sequence[str], host: Authority, allowed: Origins) -> bool:
    """Return True if a socket may be opened from this origin.

    Args:
        origins: the values of the request's Origin headers.
        host: the value of the request's Host header.
        allowed: origins that this socket accepts.
    """
    if not origins:
        return allowed is not Origins.SAME
    found = _ORIGIN.fullmatch(origins[0])
    authority = Authority.parse(found[2]) if found else None
    if found is None or authority is None or len(origins) > 1 or allowed is Origins.NONE:
        return False
    usual = _DEFAULT_PORTS[found[1]]
    return (authority.host, authority.port or usual) == (host.host, host.port or usual)


def client_address(peer: str, forwarded: Sequence[str], trusted_proxies: Sequence[Network] = ()) -> str:
    """Return the address of the client.

    Each proxy adds the address of its own client at the right end of X-Forwarded-For. This function starts with
    ``peer``, reads the header from right to left, and stops at the first address that is not a trusted proxy. Addresses
    further left may be forged.

    Args:
        peer: address of the other end of the connection.
        forwarded: values of the X-Forwarded-For headers, in order.
        trusted_proxies: addresses of proxies that write the header.
    """
    address = parse_address(peer.partition("%")[0])
    if address is None:
        return peer
    entries = [entry.strip() for value in forwarded for entry in value.split(",")]
    for entry in reversed(entries[-_MAX_FORWARDED:]):
        if not any(address in network for network in trusted_proxies):
            break
        if (nearer := parse_address(entry)) is None:
            break
        address = nearer
    return str(address)


def limit_key(address: str) -> str:
    """Return the key for limits per address: an IPv4 address, or an IPv6 /64 network (usually one household)."""
    found = parse_address(address)
    if found is None or found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


# This machine's addresses in its local network, by which phones and other machines nearby reach it.

LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "::1")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - used only if the user asks for it
_TRIES = 20
"""Number of tries to find a port that is free on all addresses."""
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


def local_addresses() -> tuple[str, ...]:
    """Return this machine's addresses in private networks, without loopback, in the order of :func:`ranked`.

    No packets are sent.
    """
    stats = psutil.net_if_stats()
    found = [
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        if name not in stats or stats[name].isup
        for address in addresses
        if address.family == socket.AF_INET
    ]
    return ranked(found, _outward())


def ranked(addresses: Iterable[str], outward: str = "") -> tuple[str, ...]:
    """Return the addresses that other machines in the local network can reach, the most useful first.

    The address ``outward`` comes first, and link-local addresses come last.

    Args:
        addresses: numeric IPv4 addresses of this machine.
        outward: the address that this machine uses to reach other networks; "" if there is none.
    """
    kept = [
        each
        for each in dict.fromkeys(addresses)
        if (address := ipaddress.ip_address(each)).is_private and not address.is_loopback
    ]
    return tuple(sorted(kept, key=lambda each: (each != outward, ipaddress.ip_address(each).is_link_local)))


def _outward() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET: connecting a datagram socket only looks up the route
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def own_hosts(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return those of ``addresses`` that this machine can listen on.

    On a machine without IPv6, for example, IPv6 addresses are left out.

    Raises:
        OSError: none of the addresses belongs to this machine.
    """
    found, missing = [], OSError("no address to listen on is given")
    for address in addresses:
        try:
            _listening(address, 0).close()
        except OSError as error:
            if error.errno not in _NOT_HERE:
                raise
            missing = error
        else:
            found.append(address)
    if not found:
        raise missing
    return tuple(found)


def free_port(addresses: Sequence[str], wanted: int = 0) -> int:
    """Return ``wanted`` if it is free on all addresses, else another port that is free on all of them.

    If ``wanted`` is 0, return any port that is free on all of them.

    Raises:
        OSError: an address does not belong to this machine, or no port is free on all of them.
    """
    ports = [wanted] if wanted else []
    for tried in (*ports, *[0] * _TRIES):
        try:
            return _bound(addresses, tried)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
            taken = error
    raise taken


def _bound(addresses: Sequence[str], port: int) -> int:
    """Listen on a port for a moment to check that it is free on all addresses; return the port.

    If ``port`` is 0, any free port is chosen.
    """
    with ExitStack() as held:
        for address in addresses:
            port = int(held.enter_context(_listening(address, port)).getsockname()[1])
        return port


def _listening(address: str, port: int) -> socket.socket:
    return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)


# The public address of a server, for players and for other servers. Several servers may share a host name: the socket
# of ``https://life.example.org/s1`` is at ``/s1/play``.

MAX_ADDRESS = 200
_ADDRESS = re.compile(r"(https?)://([^/?#@\s]+)((?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,40}){0,4})/?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """The public address of a server.

    Attributes:
        tls: True if the server uses TLS.
        authority: host and port.
        path: prefix of all paths of the server, such as "/s1"; "" if there is no prefix.
    """

    tls: bool
    authority: Authority
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``http(s)://HOST[:PORT][/PATH]``. The text may come from an untrusted source.

        Raises:
            UsageError: the text is not such an address.
        """
        found = _ADDRESS.fullmatch(text) if len(text) <= MAX_ADDRESS else None
        authority = Authority.parse(found[2]) if found else None
        if found is None or authority is None:
            raise UsageError(f"address {text[:80]!r}: should be like https://life.example.org/s1")
        return cls(found[1] == "https", authority, found[3])

    def __str__(self) -> str:
        return f"{'https' if self.tls else 'http'}://{self.authority}{self.path}"

    @property
    def socket(self) -> str:
        """The address of the server's WebSocket."""
        return f"{'wss' if self.tls else 'ws'}://{self.authority}{self.path}{SOCKET_PATH}"

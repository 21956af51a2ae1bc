"""Addresses: who asks a server and whom they think they ask, this machine in its network, and a server to the world."""

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

# Who asks, and whom they think they ask: client addresses, Host and Origin headers, all of them written by strangers.
#
# A Host header that names another machine is how a page somewhere on the Internet reaches a server at home (DNS
# rebinding): its name leads to the server's address, and the browser takes both for one site. An address in digits
# cannot be led astray, and a name has to be one that the server knows as its own.

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?)(?::([0-9]{1,5}))?")
_ORIGIN = re.compile(r"(https?)://(.+)")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_FORWARDED = 32
"""Entries of X-Forwarded-For that are read, from the nearest proxy on."""


class Origins(Enum):
    """Which Origin headers a socket takes. Browsers always send one; programs of ours never do."""

    SAME = auto()
    """That of the page that this server has sent."""
    NONE = auto()
    SAME_OR_NONE = auto()


@dataclass(frozen=True, slots=True)
class Authority:
    """The host and port of a Host header or an origin.

    Attributes:
        host: name in small letters or address in digits; one of IPv6 without its brackets.
        port: the port; None for the usual one of the scheme.
    """

    host: str
    port: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read ``host``, ``host:port``, ``[address]`` or ``[address]:port``; None for anything else."""
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
    """Read an address in digits; one of IPv4 inside IPv6 is the one of IPv4. None for anything else."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (address.version == 6 and address.ipv4_mapped) or address


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read addresses and networks of trusted proxies, as ``127.0.0.1`` or ``10.0.0.0/8``.

    Raises:
        GpulifeError: one of them is neither.
    """
    found = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text))
        except ValueError:
            raise GpulifeError(f"proxy {text[:80]!r}: should be an address or a network, as 10.0.0.0/8") from None
    return tuple(found)


def is_in_networks(address: str, networks: Sequence[Network]) -> bool:
    """Return whether an address in digits belongs to one of some networks."""
    found = parse_address(address)
    return found is not None and any(found in network for network in networks)


def machine_names() -> frozenset[str]:
    """Return the names by which this machine is called at home: its own, with and without ``.local``, and localhost."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"} - {"", ".local"})


def is_own_host(authority: Authority, names: frozenset[str]) -> bool:
    """Return whether a Host header can be meant for this server: an address in digits, or one of its ``names``."""
    return parse_address(authority.host) is not None or authority.host in names


def is_allowed_origin(origins: Sequence[str], host: Authority, allowed: Origins) -> bool:
    """Return whether a socket may be opened.

    Args:
        origins: the Origin headers of the request.
        host: its Host header.
        allowed: what this socket takes.
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
    """Return the address of whoever asks.

    X-Forwarded-For is believed only as far as trusted proxies wrote it: from the right, up to the first address
    that is not one of theirs. Everything further left may be invented.

    Args:
        peer: address of the other end of the connection.
        forwarded: values of the X-Forwarded-For headers, in their order.
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
    """Return what limits by address go by: the address, of IPv6 the /64 that one household has to itself."""
    found = parse_address(address)
    if found is None or found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


# The addresses of this machine in its local network, by which phones and neighbours reach it.

LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "::1")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only where the person says so
_TRIES = 20
"""Ports that are tried until one is free at all addresses."""
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


def local_addresses() -> tuple[str, ...]:
    """Return this machine's addresses in private networks, the likeliest first; all but those of the machine itself.

    The likeliest is the one from which it would reach other networks; nothing is sent to find out.
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
    """Return those of some addresses that are good for neighbours, the likeliest first.

    Args:
        addresses: addresses of IPv4 in digits.
        outward: the one from which other networks are reached; "" for none.
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
    """Return those of some addresses to listen at that this machine has: some have no IPv6.

    Raises:
        OSError: it has none of them.
    """
    found, missing = [], OSError("no address to listen at")
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
    """Return the wanted port if all addresses have it free, else another one that all have, the same for all.

    Raises:
        OSError: one of the addresses is not this machine's, or there is no such port.
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
    """Listen at all addresses for a moment; return the port."""
    with ExitStack() as held:
        for address in addresses:
            port = int(held.enter_context(_listening(address, port)).getsockname()[1])
        return port


def _listening(address: str, port: int) -> socket.socket:
    return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)


# The address under which players reach a server, as its other servers know it and as clients are told it.
#
# Several servers may share a name: ``https://life.example.org/s1`` is the one whose socket is at ``/s1/play`` there.

MAX_ADDRESS = 200
_ADDRESS = re.compile(r"(https?)://([^/?#@\s]+)((?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,40}){0,4})/?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Where a server is.

    Attributes:
        tls: whether it is asked with TLS.
        authority: host and port.
        path: what stands before the paths of the server's own; "" or as in "/s1".
    """

    tls: bool
    authority: Authority
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``http://HOST[:PORT][/PATH]``, or the same with https, which may come from strangers.

        Raises:
            UsageError: it is none.
        """
        found = _ADDRESS.fullmatch(text) if len(text) <= MAX_ADDRESS else None
        authority = Authority.parse(found[2]) if found else None
        if found is None or authority is None:
            raise UsageError(f"address {text[:80]!r}: should be as in https://life.example.org/s1")
        return cls(found[1] == "https", authority, found[3])

    def __str__(self) -> str:
        return f"{'https' if self.tls else 'http'}://{self.authority}{self.path}"

    @property
    def socket(self) -> str:
        """The address of its socket."""
        return f"{'wss' if self.tls else 'ws'}://{self.authority}{self.path}{SOCKET_PATH}"

"""Who asks, and whom they think they ask: client addresses, Host and Origin headers, all of them written by strangers.

A Host header that names another machine is how a page somewhere on the Internet reaches a server at home (DNS
rebinding): its name leads to the server's address, and the browser takes both for one site. An address in digits cannot
be led astray, and a name has to be one that the server knows as its own.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self

from gpulife.errors import GpulifeError

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

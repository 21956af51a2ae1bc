"""The addresses of this machine in its local network, by which phones and neighbours reach it."""

import errno
import ipaddress
import socket
from collections.abc import Iterable, Sequence
from contextlib import ExitStack

import psutil

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

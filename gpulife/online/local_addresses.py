"""The addresses of this machine in its local network, by which phones and neighbours reach it."""

import ipaddress
import socket
from collections.abc import Iterable, Sequence

import psutil

LOOPBACK = "127.0.0.1"


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


def free_port(addresses: Sequence[str], wanted: int) -> int:
    """Return the wanted port if all addresses have it free, else any that the first of them has.

    Raises:
        OSError: one of the addresses is not this machine's.
    """
    try:
        return _bound(addresses, wanted)
    except OSError:
        return _bound(addresses, 0)


def _bound(addresses: Sequence[str], port: int) -> int:
    """Listen at all addresses for a moment; return the port."""
    with socket.create_server((addresses[0], port)) as first:
        port = int(first.getsockname()[1])
        for address in addresses[1:]:
            socket.create_server((address, port)).close()
        return port

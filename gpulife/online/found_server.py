"""A server as it announces itself in the local network: what may be in such a record, and a strict reader of it.

Anybody in the network can say anything there, so that all of it is bounded, and texts are only text.
"""

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gpulife.online.protocol import PROTOCOL
from gpulife.online.shown_text import shown_text

MAX_NAME = 40
_MAX_NUMBER = 1_000_000
_MAX_DIGITS = 7


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server in the local network.

    Attributes:
        name: its name for people.
        host: its address in digits.
        port: its port.
        first: oldest version of the messages that it speaks.
        last: newest such version.
        version: version of its gpulife; "" if it does not say.
        matches: number of its matches that are not private.
        tls: whether it is asked with TLS.
    """

    name: str
    host: str
    port: int
    first: int = PROTOCOL
    last: int = PROTOCOL
    version: str = ""
    matches: int = 0
    tls: bool = False

    def properties(self) -> dict[str, str]:
        """Return what its record says beside address and port."""
        numbers = {"first": self.first, "last": self.last, "matches": self.matches, "tls": int(self.tls)}
        return {
            "name": shown_text(self.name, MAX_NAME),
            "version": self.version,
            **{name: str(number) for name, number in numbers.items()},
        }


def read_record(
    addresses: Iterable[str], port: int | None, properties: Mapping[bytes, bytes | None]
) -> FoundServer | None:
    """Return the server that a record is about; None if it is none that could be asked.

    Args:
        addresses: its addresses in digits, those of IPv6 with the zone, if they have one.
        port: its port.
        properties: what else the record says.
    """
    host = _reachable(addresses)
    first, last = (_number(properties.get(name)) for name in (b"first", b"last"))
    if host is None or port is None or not 0 < port < 1 << 16 or first is None or last is None or first > last:
        return None
    return FoundServer(
        shown_text(_text(properties.get(b"name")), MAX_NAME) or host,
        host,
        port,
        first,
        last,
        shown_text(_text(properties.get(b"version")), 20),
        _number(properties.get(b"matches")) or 0,
        _number(properties.get(b"tls")) == 1,
    )


def _reachable(addresses: Iterable[str]) -> str | None:
    """Return the address to ask, one of IPv4 if there is any: of this machine or of a local network, never beyond."""
    # A record is a stranger's, and so are the names of machines in it: they could lead anywhere.
    found = []
    for text in addresses:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            continue
        if not text.partition("%")[2].isalnum() and "%" in text:
            continue  # a zone that is none
        if (address.is_private or address.is_link_local) and not (address.is_multicast or address.is_unspecified):
            found.append((address.is_loopback, address.version, text))
    return min(found)[2] if found else None


def _text(value: bytes | None) -> str:
    return (value or b"")[:255].decode("utf-8", "replace")


def _number(value: bytes | None) -> int | None:
    """Return a number as small as those that servers say; None for anything else."""
    if not value or len(value) > _MAX_DIGITS or not value.isdigit():
        return None
    number = int(value)
    return number if number <= _MAX_NUMBER else None

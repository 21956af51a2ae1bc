"""The record that a server sends to announce itself in the local network, and a strict reader of such records.

Anybody in the network can send such a record. The reader therefore limits every field and removes unsafe characters
from texts.
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
        name: name shown to people.
        host: numeric address.
        port: number of the port.
        first: oldest protocol version that the server speaks.
        last: newest protocol version that the server speaks.
        version: version of gpulife on the server; "" if unknown.
        matches: number of the server's public matches.
        tls: True if the server uses TLS.
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
        """The fields of the server's record, keyed by name, except address and port."""
        numbers = {"first": self.first, "last": self.last, "matches": self.matches, "tls": int(self.tls)}
        return {
            "name": shown_text(self.name, MAX_NAME),
            "version": self.version,
            **{name: str(number) for name, number in numbers.items()},
        }


def read_record(
    addresses: Iterable[str], port: int | None, properties: Mapping[bytes, bytes | None]
) -> FoundServer | None:
    """Return the server that a record announces; None if the record is invalid or the server unreachable.

    Args:
        addresses: numeric addresses of the server; IPv6 addresses may have a zone.
        port: number of the port; None if the record has none.
        properties: the other fields of the record.
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
    """Return the best address to connect to, IPv4 if possible; None if no address is in the local network."""
    # A record is untrusted, and so are host names in it: they could lead to any machine.
    found = []
    for text in addresses:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            continue
        if not text.partition("%")[2].isalnum() and "%" in text:
            continue  # not a valid zone
        if (address.is_private or address.is_link_local) and not (address.is_multicast or address.is_unspecified):
            found.append((address.is_loopback, address.version, text))
    return min(found)[2] if found else None


def _text(value: bytes | None) -> str:
    return (value or b"")[:255].decode("utf-8", "replace")


def _number(value: bytes | None) -> int | None:
    """Return the number in a field; None if the field has no number, or one above ``_MAX_NUMBER``."""
    if not value or len(value) > _MAX_DIGITS or not value.isdigit():
        return None
    number = int(value)
    return number if number <= _MAX_NUMBER else None

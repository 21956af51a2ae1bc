"""How a server is reached, and what it allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from ssl import SSLContext

from gpulife.online.http_addresses import Network
from gpulife.online.http_pages import MAX_SOCKETS_PER_ADDRESS


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How a server is reached, and by whom.

    Attributes:
        hosts: addresses to listen at.
        port: port; 0 for a free one.
        name: name for people.
        names: further names under which clients may ask for it.
        ssl: certificate, for TLS.
        trusted_proxies: proxies whose word on clients' addresses is believed.
        max_sockets: sockets of an address.
        address: where players reach it, for the other servers of the same database; "" for an address in digits.
        computer_processes: processes in which computers think; 0 for as many as this machine has room for.
    """

    hosts: Sequence[str] = ("127.0.0.1",)
    port: int = 0
    name: str = ""
    names: frozenset[str] = frozenset()
    ssl: SSLContext | None = None
    trusted_proxies: Sequence[Network] = ()
    max_sockets: int = MAX_SOCKETS_PER_ADDRESS
    address: str = ""
    computer_processes: int = 0

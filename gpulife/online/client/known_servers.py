"""The servers that the user has visited, with the user's name and token on each, in a private file.

A seat belongs to a token: whoever has the token can return to the seat. A token is sent only to the server that issued
it.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from gpulife.errors import GpulifeError
from gpulife.online.client.server_address import MAX_ADDRESS, Invitation, ServerAddress, read_address
from gpulife.storage.atomic_io import atomic_write
from gpulife.storage.bounded_reading import read_if_there
from gpulife.storage.folders import data_folder

MAX_SERVERS, MAX_MATCHES = 20, 8
_MAX_BYTES = 1 << 16
_LOG = logging.getLogger(__name__)
_CHANGING = threading.Lock()
"""Lock that is held while the file is changed, because each connection has its own thread."""


class KnownMatch(Struct, frozen=True, omit_defaults=True):
    """A match that the user hosts or has a seat in, as the server described it most recently.

    Attributes:
        code: invite code of the match.
        game: name of the game.
    """

    code: Annotated[str, Meta(max_length=40)]
    game: Annotated[str, Meta(max_length=20)] = ""


class KnownServer(Struct, frozen=True, omit_defaults=True):
    """A server that the user has visited.

    Attributes:
        address: address of the server, in a form that :func:`read_address` accepts.
        name: name that the server gives itself.
        token: the user's token on the server; the user's seats belong to it.
        own: "open" or "closed" if a gpulife window of this user runs the server, else "". The local network can reach
            an "open" server; only this machine can reach a "closed" one.
        matches: the user's matches on the server, the most recently joined first.
    """

    address: Annotated[str, Meta(max_length=MAX_ADDRESS)]
    name: Annotated[str, Meta(max_length=40)] = ""
    token: Annotated[str, Meta(max_length=64)] = ""
    own: Annotated[str, Meta(pattern="^(open|closed)?$")] = ""
    matches: Annotated[tuple[KnownMatch, ...], Meta(max_length=MAX_MATCHES)] = ()

    @property
    def server_address(self) -> ServerAddress:
        """The address of the server."""
        return read_address(self.address).address


class _File(Struct, frozen=True):
    servers: Annotated[tuple[KnownServer, ...], Meta(max_length=MAX_SERVERS)] = ()


@dataclass(slots=True)
class KnownServers:
    """The servers that the user has visited.

    Attributes:
        path: the file in which the servers are saved.
    """

    path: Path

    @classmethod
    def usual(cls) -> "KnownServers":
        """Return the list of servers in this user's own file.

        Raises:
            OutputError: there is no folder for the file.
        """
        return cls(data_folder() / "servers.json")

    def load(self) -> tuple[KnownServer, ...]:
        """Return the servers, most recently used first. If the file is unreadable, log this and return no servers."""
        try:
            content = read_if_there(self.path, _MAX_BYTES, "a list of servers")
            servers = () if content is None else msgspec.json.decode(content, type=_File).servers
            return tuple(server for server in servers if _is_address(server.address))
        except (GpulifeError, msgspec.MsgspecError, ValueError) as error:
            _LOG.warning("cannot read the list of known servers: %s", error)
            return ()

    def find(self, address: ServerAddress) -> KnownServer | None:
        """Return the known server with an address; None if there is none."""
        return next((server for server in self.load() if server.address == address.text), None)

    def token(self, address: ServerAddress) -> str:
        """Return the user's token at a server; "" if the user has none."""
        known = self.find(address)
        return "" if known is None else known.token

    def remember(self, address: ServerAddress, name: str, token: str) -> None:
        """Save a server's name and token, and put the server first in the list. A write error is logged."""
        self._change(address, lambda server: structs.replace(server, name=name[:40], token=token[:64]))

    def note_own(self, address: ServerAddress, *, is_open: bool) -> None:
        """Record that this user's window runs a server, and whether the server is open to the local network."""
        self._change(address, lambda server: structs.replace(server, own="open" if is_open else "closed"))

    def note_match(self, address: ServerAddress, code: str, game: str) -> None:
        """Record that the user hosts, or has a seat in, a match on a server."""
        new = KnownMatch(code[:40], game[:20])

        def noted(server: KnownServer) -> KnownServer:
            others = (match for match in server.matches if match.code != new.code)
            return structs.replace(server, matches=(new, *others)[:MAX_MATCHES])

        self._change(address, noted)

    def forget_match(self, address: ServerAddress, code: str) -> None:
        """Forget a match that has ended, or that the user has left."""
        known = self.find(address)
        if known is not None and any(match.code == code for match in known.matches):
            left = tuple(match for match in known.matches if match.code != code)
            self._change(address, lambda server: structs.replace(server, matches=left))

    def forget(self, address: ServerAddress) -> None:
        """Forget a server and the user's token there."""
        with _CHANGING:
            self._save(tuple(server for server in self.load() if server.address != address.text))

    def _change(self, address: ServerAddress, change: Callable[[KnownServer], KnownServer]) -> None:
        """Apply ``change`` to the entry of a server, move the entry to the front, and save the file."""
        with _CHANGING:
            servers = self.load()
            now = next((server for server in servers if server.address == address.text), KnownServer(address.text))
            others = tuple(server for server in servers if server.address != address.text)
            self._save((change(now), *others)[:MAX_SERVERS])

    def _save(self, servers: tuple[KnownServer, ...]) -> None:
        try:
            with atomic_write(self.path, "wb", private=True) as file:
                file.write(msgspec.json.encode(_File(servers)))
        except (GpulifeError, OSError) as error:
            _LOG.warning("cannot save the list of known servers: %s", error)


def _is_address(text: str) -> bool:
    try:
        return isinstance(read_address(text), Invitation)
    except GpulifeError:
        return False

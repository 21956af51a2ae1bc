"""The servers that somebody has been to, in a private file: under which name, and with which token.

A token is what seats belong to: who has it can come back to them. It is sent to the server that gave it and to nobody
else.
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
from gpulife.settings import data_folder
from gpulife.storage.atomic_io import atomic_write
from gpulife.storage.bounded_reading import read_if_there

MAX_SERVERS, MAX_MATCHES = 20, 8
_MAX_BYTES = 1 << 16
_LOG = logging.getLogger(__name__)
_CHANGING = threading.Lock()
"""Held while the file is changed: connections have threads of their own."""


class KnownMatch(Struct, frozen=True, omit_defaults=True):
    """A match that somebody hosts or has a seat at, as far as is known.

    Attributes:
        code: its invite code.
        game: name of its game.
    """

    code: Annotated[str, Meta(max_length=40)]
    game: Annotated[str, Meta(max_length=20)] = ""


class KnownServer(Struct, frozen=True, omit_defaults=True):
    """A server that somebody has been to.

    Attributes:
        address: its address, as :func:`read_address` takes it.
        name: what it calls itself.
        token: what one's seats there belong to.
        own: "open" or "closed" for one that a window of this user runs, for the network or this machine; else "".
        matches: one's matches there, the last one first.
    """

    address: Annotated[str, Meta(max_length=MAX_ADDRESS)]
    name: Annotated[str, Meta(max_length=40)] = ""
    token: Annotated[str, Meta(max_length=64)] = ""
    own: Annotated[str, Meta(pattern="^(open|closed)?$")] = ""
    matches: Annotated[tuple[KnownMatch, ...], Meta(max_length=MAX_MATCHES)] = ()

    @property
    def server_address(self) -> ServerAddress:
        """Its address."""
        return read_address(self.address).address


class _File(Struct, frozen=True):
    servers: Annotated[tuple[KnownServer, ...], Meta(max_length=MAX_SERVERS)] = ()


@dataclass(slots=True)
class KnownServers:
    """The servers that somebody has been to.

    Attributes:
        path: the file.
    """

    path: Path

    @classmethod
    def usual(cls) -> "KnownServers":
        """Return those of this user.

        Raises:
            OutputError: there is no place for the file.
        """
        return cls(data_folder() / "servers.json")

    def load(self) -> tuple[KnownServer, ...]:
        """Return them, the last one first; none from a file that cannot be read, which is logged."""
        try:
            content = read_if_there(self.path, _MAX_BYTES, "a list of servers")
            servers = () if content is None else msgspec.json.decode(content, type=_File).servers
            return tuple(server for server in servers if _is_address(server.address))
        except (GpulifeError, msgspec.MsgspecError, ValueError) as error:
            _LOG.warning("the servers that were visited are not known: %s", error)
            return ()

    def find(self, address: ServerAddress) -> KnownServer | None:
        """Return the one at an address."""
        return next((server for server in self.load() if server.address == address.text), None)

    def token(self, address: ServerAddress) -> str:
        """Return one's token at a server; "" where one has not been."""
        known = self.find(address)
        return "" if known is None else known.token

    def remember(self, address: ServerAddress, name: str, token: str) -> None:
        """Put a server first, with what is known of it now; a file that cannot be written is logged."""
        self._change(address, lambda server: structs.replace(server, name=name[:40], token=token[:64]))

    def note_own(self, address: ServerAddress, *, is_open: bool) -> None:
        """Note that a server is this user's own, and whether the local network reaches it."""
        self._change(address, lambda server: structs.replace(server, own="open" if is_open else "closed"))

    def note_match(self, address: ServerAddress, code: str, game: str) -> None:
        """Note that one hosts a match at a server, or has a seat there."""
        new = KnownMatch(code[:40], game[:20])

        def noted(server: KnownServer) -> KnownServer:
            others = (match for match in server.matches if match.code != new.code)
            return structs.replace(server, matches=(new, *others)[:MAX_MATCHES])

        self._change(address, noted)

    def forget_match(self, address: ServerAddress, code: str) -> None:
        """Forget a match that has ended, or that one has left."""
        known = self.find(address)
        if known is not None and any(match.code == code for match in known.matches):
            left = tuple(match for match in known.matches if match.code != code)
            self._change(address, lambda server: structs.replace(server, matches=left))

    def forget(self, address: ServerAddress) -> None:
        """Forget a server, with the token for it."""
        with _CHANGING:
            self._save(tuple(server for server in self.load() if server.address != address.text))

    def _change(self, address: ServerAddress, change: Callable[[KnownServer], KnownServer]) -> None:
        """Put a server first, as ``change`` returns it."""
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
            _LOG.warning("the servers that were visited are not saved: %s", error)


def _is_address(text: str) -> bool:
    try:
        return isinstance(read_address(text), Invitation)
    except GpulifeError:
        return False

"""How a server is reached, what it allows, and how much of it one address or host may take."""

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from ssl import SSLContext

from gpulife.errors import GpulifeError
from gpulife.games.core.words import count_text
from gpulife.online._http_pages import MAX_SOCKETS_PER_ADDRESS
from gpulife.online.addresses import Network


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


# How much of a server one address or host may take: matches, computers, whose thinking costs most, and guesses.
#
# Addresses are counted as ``limit_key`` says, behind trusted proxies too.

MAX_COMPUTERS_PER_HOST = 24
"""Computers at all matches that go on and that one token has begun; one of Real-Time Life can have 25."""
MAX_COMPUTERS = 1000
"""Computers of a whole server."""
NEW_PEOPLE_A_MINUTE = 20
"""People who come without a token that is known, by address."""
FAILED_JOINS_A_MINUTE = 30
"""Matches and replays that are not there, or not for whoever asks for them, by address: codes can be guessed."""


class RefusedError(GpulifeError):
    """Something that a client asked for is refused.

    Attributes:
        code: a word for programs.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class NotNowError(RefusedError):
    """A match that was there when it was asked for, but not now: whoever asks has guessed nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__("unknown", reason)


@dataclass(slots=True, eq=False)
class Share:
    """What one match takes.

    Attributes:
        address: where its host came from, as limits count addresses.
        host: hash of its host's token.
        computers: number of its computers.
        room: its identity; "" as long as it is being begun.
    """

    address: str
    host: bytes
    computers: int
    room: str = ""


@dataclass(slots=True)
class Quotas:
    """What has been taken.

    Attributes:
        max_matches: limit on the matches of an address.
        max_computers: limit on the computers of an address.
    """

    max_matches: int
    max_computers: int
    _shares: list[Share] = field(default_factory=list)

    def forget_ended(self, rooms: Container[str]) -> None:
        """Forget matches that are not among those that go on."""
        self._shares = [share for share in self._shares if not share.room or share.room in rooms]

    @contextmanager
    def taken(self, address: str, host: bytes, computers: int) -> Iterator[Share]:
        """Take what a match needs; it is given back if the block fails, or leaves the share without a room.

        Raises:
            RefusedError: that is too much; one line says what of.
        """
        self._check(address, host, computers)
        share = Share(address, host, computers)
        self._shares.append(share)
        try:
            yield share
        finally:
            if not share.room:
                self._shares.remove(share)

    def add_computers(self, room: str, computers: int) -> None:
        """Take more computers for a match; none are counted for one that another server began.

        Raises:
            RefusedError: that is too much; one line says what of.
        """
        share = next((share for share in self._shares if share.room == room), None)
        if share is not None:
            self._check_computers(share.address, share.host, computers)
            share.computers += computers

    def _check(self, address: str, host: bytes, computers: int) -> None:
        if sum(share.address == address for share in self._shares) >= self.max_matches:
            raise RefusedError("limit", f"{self.max_matches} matches of your address go on already: end one first")
        if computers:
            self._check_computers(address, host, computers)

    def _check_computers(self, address: str, host: bytes, computers: int) -> None:
        of_address = [share for share in self._shares if share.address == address]
        hosted = sum(share.computers for share in self._shares if share.host == host)
        for who, taken, limit in (
            ("your matches", hosted, MAX_COMPUTERS_PER_HOST),
            ("the matches of your address", sum(share.computers for share in of_address), self.max_computers),
            ("this server", sum(share.computers for share in self._shares), MAX_COMPUTERS),
        ):
            if taken + computers > limit:
                left = max(limit - taken, 0)
                raise RefusedError(
                    "limit", f"{count_text(computers, 'computer')}: {who} may have {limit} at once, {left} are left"
                )

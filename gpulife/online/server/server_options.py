"""The options of a server, and its limits for each address and each host."""

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from ssl import SSLContext

from gpulife.errors import GpulifeError
from gpulife.games.core.shared_texts import count_text
from gpulife.online._http_pages import MAX_SOCKETS_PER_ADDRESS
from gpulife.online.addresses import Network


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The address and access options of a server.

    Attributes:
        hosts: addresses to listen on.
        port: port to listen on; 0 for any free port.
        name: name of the server, shown to people.
        names: further host names under which clients may reach the server.
        ssl: TLS context; None for no TLS.
        trusted_proxies: proxies whose X-Forwarded-For headers are trusted.
        max_sockets: maximum number of sockets per address.
        address: public address of this server, to which other servers redirect clients; "" to use a name or numeric
            address of this machine.
        is_home: True for a server that a window runs for its user's friends: its matches do not speak of ratings.
        computer_processes: number of worker processes for computer players; 0 for as many as fit this machine.
    """

    hosts: Sequence[str] = ("127.0.0.1",)
    port: int = 0
    name: str = ""
    names: frozenset[str] = frozenset()
    ssl: SSLContext | None = None
    trusted_proxies: Sequence[Network] = ()
    max_sockets: int = MAX_SOCKETS_PER_ADDRESS
    address: str = ""
    is_home: bool = False
    computer_processes: int = 0


# Limits on matches, computer players (whose thinking costs most) and guesses of invite codes, per address or host.
# Clients count by their ``limit_key``; behind a trusted proxy, by the address that the proxy reports.

MAX_COMPUTERS_PER_HOST = 24
"""Maximum number of computer players in the open matches of one host."""
MAX_COMPUTERS = 1000
"""Maximum number of computer players on a server."""
NEW_PEOPLE_A_MINUTE = 20
"""Maximum number of people without a known token who may connect from one address in a minute."""
FAILED_JOINS_A_MINUTE = 30
"""Maximum number of failed joins from one address in a minute, so that nobody can guess invite codes."""


class RefusedError(GpulifeError):
    """A client's request was refused. The error's text is one line for people.

    Attributes:
        code: short name of the reason, for programs, such as "full".
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class NotNowError(RefusedError):
    """The match exists but cannot be joined now. The attempt does not count as guessing an invite code."""

    def __init__(self, reason: str) -> None:
        super().__init__("unknown", reason)


@dataclass(slots=True, eq=False)
class Share:
    """The resources that one match uses.

    Attributes:
        address: key of the address of the match's host, see ``limit_key``.
        host: hash of the host's token.
        computers: number of computer players in the match.
        room: identifier of the match; "" while the match is being created.
    """

    address: str
    host: bytes
    computers: int
    room: str = ""


@dataclass(slots=True)
class Quotas:
    """Counts the resources that matches use, and enforces the limits on them.

    Attributes:
        max_matches: maximum number of matches for one address.
        max_computers: maximum number of computer players for one address.
    """

    max_matches: int
    max_computers: int
    _shares: list[Share] = field(default_factory=list)

    def forget_ended(self, rooms: Container[str]) -> None:
        """Forget matches that are not in ``rooms``, the open matches."""
        self._shares = [share for share in self._shares if not share.room or share.room in rooms]

    @contextmanager
    def taken(self, address: str, host: bytes, computers: int) -> Iterator[Share]:
        """Reserve resources for a match that is created inside the ``with`` block.

        The resources are released if the block fails, or if it does not set ``Share.room``. The arguments are those of
        :class:`Share`.

        Raises:
            RefusedError: a limit is exceeded; the message names it in one line.
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
        """Reserve resources for more computer players in a match.

        Do nothing for a match that was hosted through another server.

        Raises:
            RefusedError: a limit is exceeded; the message names it in one line.
        """
        share = next((share for share in self._shares if share.room == room), None)
        if share is not None:
            self._check_computers(share.address, share.host, computers)
            share.computers += computers

    def _check(self, address: str, host: bytes, computers: int) -> None:
        if sum(share.address == address for share in self._shares) >= self.max_matches:
            raise RefusedError(
                "limit",
                f"your address already has {self.max_matches} match{'es' * (self.max_matches != 1)}: end one first",
            )
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
                    "limit",
                    f"cannot add {count_text(computers, 'computer')}: {who} may have at most {limit} at once; "
                    f"still free: {left}",
                )

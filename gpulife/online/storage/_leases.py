"""Which server owns a match: through a row that says so, for as long as the server lets hear of itself.

A server renews itself twice a second. One that has not for ``LEASE_SECONDS`` is dead, and others take its matches over:
whatever happens, within ``TAKE_OVER_SECONDS``. The epoch of a lease grows with each change of hands and is compared in
every transaction that writes for the match, so that a server which was only slow cannot write any more.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, or_, select, update

from gpulife.online.storage._engines import NotOwnerError, UnknownMatchError
from gpulife.online.storage._match_log import Lease
from gpulife.online.storage._tables import LEASES, MATCHES, SERVERS
from gpulife.online.storage._writer import Transactions

RENEW_SECONDS = 0.5
"""A server calls :meth:`Leases.renew`, and looks for :meth:`Leases.orphans`, this often."""
LEASE_SECONDS = 3.0
"""A server is dead when nothing was heard of it for so long."""
TAKE_OVER_SECONDS = 5.0
"""Time within which the match of a dead server goes on elsewhere."""
_SERVER_BYTES = 9
_Result = TypeVar("_Result")


class Leases:
    """The servers and what they own, as one of these servers sees them.

    Args:
        transactions: the database.
        address: under which players reach this server; "" for none.

    Attributes:
        server_id: the name of this process among servers, a new one each time it starts.
    """

    def __init__(self, transactions: Transactions, address: str = "") -> None:
        self.server_id = secrets.token_urlsafe(_SERVER_BYTES)
        self.address = address
        self._transactions = transactions

    def renew(self, address: str | None = None) -> frozenset[int]:
        """Say that this server lives, and return the matches that it owns.

        A match that it plays and that is not among them has been taken over: it stops playing it.

        Args:
            address: under which players reach it from now on; None for the same as before.

        Raises:
            StorageError: the database refused; after ``LEASE_SECONDS`` of that others take over.
        """
        if address is not None:
            self.address = address

        # One row of the server's, not one for each lease: renewing stays a small write however many matches it has.
        def work(connection: Connection) -> frozenset[int]:
            self.announce(connection)
            return frozenset(
                connection.scalars(select(LEASES.c.match_id).where(LEASES.c.owner == self.server_id)).all()
            )

        return self._transactions.write(work)

    def orphans(self) -> tuple[int, ...]:
        """Return the matches that go on and that nobody alive owns, in order.

        Raises:
            StorageError: the database refused.
        """

        def work(connection: Connection) -> tuple[int, ...]:
            now = self._transactions.now(connection)
            query = (
                select(LEASES.c.match_id)
                .join(MATCHES, MATCHES.c.id == LEASES.c.match_id)
                .where(MATCHES.c.state != "ended", _is_free(now))
                .order_by(LEASES.c.match_id)
            )
            return tuple(connection.scalars(query).all())

        return self._transactions.read(work)

    def has_others(self) -> bool:
        """Return whether another server that lives shares the database.

        Raises:
            StorageError: the database refused.
        """

        def work(connection: Connection) -> bool:
            now = self._transactions.now(connection)
            others = select(SERVERS.c.id).where(SERVERS.c.id != self.server_id, SERVERS.c.until >= now).limit(1)
            return connection.scalar(others) is not None

        return self._transactions.read(work)

    def announce(self, connection: Connection) -> None:
        """Write that this server lives."""
        until = self._transactions.now(connection) + LEASE_SECONDS
        values = {"address": self.address, "until": until}
        changed = connection.execute(update(SERVERS).where(SERVERS.c.id == self.server_id).values(**values))
        if not changed.rowcount:
            connection.execute(insert(SERVERS).values(id=self.server_id, **values))

    def grant(self, connection: Connection, match_id: int) -> Lease:
        """Write that this server owns a new match."""
        self.announce(connection)
        connection.execute(insert(LEASES).values(match_id=match_id, owner=self.server_id, epoch=1))
        return Lease(match_id, self.server_id, 1)

    def take_over(self, connection: Connection, match_id: int) -> Lease:
        """Take a match that nobody alive owns, or that this server owns already; the epoch grows.

        Raises:
            NotOwnerError: another server owns it, or it has ended.
            UnknownMatchError: there is no such match.
        """
        self.announce(connection)
        now = self._transactions.now(connection)
        goes_on = exists().where(MATCHES.c.id == match_id, MATCHES.c.state != "ended")
        taken = connection.execute(
            update(LEASES)
            .where(LEASES.c.match_id == match_id, goes_on, or_(LEASES.c.owner == self.server_id, _is_free(now)))
            .values(owner=self.server_id, epoch=LEASES.c.epoch + 1)
        )
        epoch = connection.scalar(select(LEASES.c.epoch).where(LEASES.c.match_id == match_id))
        if epoch is None:
            raise UnknownMatchError(f"there is no match {match_id}")
        if not taken.rowcount:
            raise NotOwnerError(f"match {match_id} has ended, or is another server's")
        return Lease(match_id, self.server_id, epoch)

    def leave(self, connection: Connection, leases: Iterable[Lease]) -> None:
        """Give matches back, and, if nothing is left, take this server off the list."""
        for lease in leases:
            connection.execute(update(LEASES).where(*_is(lease)).values(owner=None, epoch=LEASES.c.epoch + 1))
        is_owner = exists().where(LEASES.c.owner == self.server_id)
        connection.execute(delete(SERVERS).where(SERVERS.c.id == self.server_id, ~is_owner))


def require_owner(connection: Connection, lease: Lease) -> None:
    """Require that a lease is valid, and keep it so until the transaction ends.

    Raises:
        NotOwnerError: the match has changed hands.
    """
    if connection.scalar(select(LEASES.c.epoch).where(*_is(lease)).with_for_update(read=True)) is None:
        raise NotOwnerError(f"match {lease.match_id} is not this server's any more")


def write_as_owner(
    transactions: Transactions, lease: Lease, work: Callable[[Connection], _Result], size: int = 0
) -> _Result:
    """Do ``work`` in a transaction in which a lease is valid, wait until it is on disk, and return its result.

    Args:
        transactions: the database.
        lease: by which this server owns the match.
        work: what to do.
        size: bytes that it holds in memory meanwhile.

    Raises:
        NotOwnerError: the match has changed hands.
        StorageError: the database refused.
    """

    def checked(connection: Connection) -> _Result:
        require_owner(connection, lease)
        return work(connection)

    return transactions.write(checked, size)


def address_of_owner(now: float) -> ColumnElement[str | None]:
    """Return the expression for the address of the living server that owns the match of a query of MATCHES."""
    return (
        select(SERVERS.c.address)
        .join(LEASES, LEASES.c.owner == SERVERS.c.id)
        .where(LEASES.c.match_id == MATCHES.c.id, SERVERS.c.until >= now)
        .correlate(MATCHES)
        .scalar_subquery()
    )


def _is(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    return (
        LEASES.c.match_id == lease.match_id,
        LEASES.c.owner == lease.owner,
        LEASES.c.epoch == lease.epoch,
    )


def _is_free(now: float) -> ColumnElement[bool]:
    """Whether nobody alive owns the match of a row of LEASES."""
    lives = exists().where(and_(SERVERS.c.id == LEASES.c.owner, SERVERS.c.until >= now)).correlate(LEASES)
    return or_(LEASES.c.owner.is_(None), ~lives)

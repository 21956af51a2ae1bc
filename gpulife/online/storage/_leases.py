"""Leases, which say which server owns which match. A server owns a match only while it keeps renewing its lease.

A server renews its leases twice a second. After ``LEASE_SECONDS`` without renewal it counts as dead, and other servers
take its matches over within ``TAKE_OVER_SECONDS``. Each lease has a number, the epoch, which grows when the match
changes owners. Every write for a match checks the epoch, so a slow server cannot write for a match that it has lost.
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
"""Interval in seconds at which a server calls :meth:`Leases.renew` and :meth:`Leases.orphans`."""
LEASE_SECONDS = 3.0
"""Seconds without renewal after which a server counts as dead."""
TAKE_OVER_SECONDS = 5.0
"""Seconds within which a match continues on another server after its own server has died."""
_SERVER_BYTES = 9
_Result = TypeVar("_Result")


class Leases:
    """Records in the database which server owns which match. Each server has one such object.

    Args:
        transactions: access to the database.
        address: public address of this server, for clients; "" for none.

    Attributes:
        server_id: identifier of this process among all servers; each start of a server gets a new one.
    """

    def __init__(self, transactions: Transactions, address: str = "") -> None:
        self.server_id = secrets.token_urlsafe(_SERVER_BYTES)
        self.address = address
        self._transactions = transactions

    def renew(self, address: str | None = None) -> frozenset[int]:
        """Renew this server's leases, and return the numbers of the matches that it owns.

        The server must stop playing each match that is not in the result: another server has taken the match over.

        Args:
            address: new public address of this server; None to keep the old one.

        Raises:
            StorageError: the database failed; if it fails for ``LEASE_SECONDS``, other servers take the matches over.
        """
        if address is not None:
            self.address = address

        # One row per server rather than one per match keeps renewals small.
        def work(connection: Connection) -> frozenset[int]:
            self.announce(connection)
            return frozenset(
                connection.scalars(select(LEASES.c.match_id).where(LEASES.c.owner == self.server_id)).all()
            )

        return self._transactions.write(work)

    def orphans(self) -> tuple[int, ...]:
        """Return the sorted numbers of the unfinished matches that no living server owns.

        Raises:
            StorageError: the database failed.
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
        """Return True if other living servers use the same database.

        Raises:
            StorageError: the database failed.
        """

        def work(connection: Connection) -> bool:
            now = self._transactions.now(connection)
            others = select(SERVERS.c.id).where(SERVERS.c.id != self.server_id, SERVERS.c.until >= now).limit(1)
            return connection.scalar(others) is not None

        return self._transactions.read(work)

    def announce(self, connection: Connection) -> None:
        """Record that this server is alive."""
        until = self._transactions.now(connection) + LEASE_SECONDS
        values = {"address": self.address, "until": until}
        changed = connection.execute(update(SERVERS).where(SERVERS.c.id == self.server_id).values(**values))
        if not changed.rowcount:
            connection.execute(insert(SERVERS).values(id=self.server_id, **values))

    def grant(self, connection: Connection, match_id: int) -> Lease:
        """Record that this server owns a new match; return its lease."""
        self.announce(connection)
        connection.execute(insert(LEASES).values(match_id=match_id, owner=self.server_id, epoch=1))
        return Lease(match_id, self.server_id, 1)

    def take_over(self, connection: Connection, match_id: int) -> Lease:
        """Take over a match that no other living server owns; return its lease, with a larger epoch.

        Raises:
            NotOwnerError: another living server owns the match, or the match has ended.
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
            raise NotOwnerError(f"match {match_id} has ended, or another server owns it")
        return Lease(match_id, self.server_id, epoch)

    def leave(self, connection: Connection, leases: Iterable[Lease]) -> None:
        """Give up these leases. If the server then owns no match, it is removed from the list of servers."""
        for lease in leases:
            connection.execute(update(LEASES).where(*_is(lease)).values(owner=None, epoch=LEASES.c.epoch + 1))
        is_owner = exists().where(LEASES.c.owner == self.server_id)
        connection.execute(delete(SERVERS).where(SERVERS.c.id == self.server_id, ~is_owner))


def require_owner(connection: Connection, lease: Lease) -> None:
    """Check that a lease is valid, and lock it until the transaction ends.

    Raises:
        NotOwnerError: the lease is no longer valid.
    """
    if connection.scalar(select(LEASES.c.epoch).where(*_is(lease)).with_for_update(read=True)) is None:
        raise NotOwnerError(f"this server no longer owns match {lease.match_id}")


def write_as_owner(
    transactions: Transactions, lease: Lease, work: Callable[[Connection], _Result], size: int = 0
) -> _Result:
    """Run ``work`` in a transaction if a lease is valid; return its result once its writes are on disk.

    Args:
        transactions: access to the database.
        lease: this server's lease of the match.
        work: function to run.
        size: size in bytes of the data that ``work`` will write.

    Raises:
        NotOwnerError: the lease is no longer valid.
        StorageError: the database failed.
    """

    def checked(connection: Connection) -> _Result:
        require_owner(connection, lease)
        return work(connection)

    return transactions.write(checked, size)


def address_of_owner(now: float) -> ColumnElement[str | None]:
    """Return an SQL expression for queries of MATCHES: the address of the living server that owns the match."""
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
    """Return an SQL condition for queries of LEASES: true if no living server owns the match."""
    lives = exists().where(and_(SERVERS.c.id == LEASES.c.owner, SERVERS.c.until >= now)).correlate(LEASES)
    return or_(LEASES.c.owner.is_(None), ~lives)

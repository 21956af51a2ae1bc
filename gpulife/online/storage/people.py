"""People: a name that belongs to a token of 128 bits, and nothing else about them. And who is kept out."""

from dataclasses import dataclass

from sqlalchemy import Connection, false, insert, or_, select, update

from gpulife.online.storage.errors import StorageError
from gpulife.online.storage.names import read_name
from gpulife.online.storage.tables import BANS, PEOPLE
from gpulife.online.storage.tokens import hash_address, hash_token, is_token_of, new_token
from gpulife.online.storage.transactions import Transactions

MAX_BANS = 1000
"""Limit on the bans of one match, and on those for all matches."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a token.

    Attributes:
        id: number, which is no secret.
        name: name as others see it; strangers may have the same one, but not in one match.
        created: seconds since 1970.
        seen: when the person was last here, likewise.
    """

    id: int
    name: str
    created: float
    seen: float


class People:
    """All people of a server."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def new(self, name: str) -> tuple[Person, str]:
        """Add a person; return it with its token, which is stored nowhere and shown to nobody else.

        Raises:
            BadNameError: nobody can have that name.
            StorageError: the database refused.
        """
        name, token = read_name(name), new_token()

        def work(connection: Connection) -> Person:
            now = self._transactions.now(connection)
            values = {"token_hash": hash_token(token), "name": name, "created": now, "seen": now}
            key = connection.execute(insert(PEOPLE).values(**values).returning(PEOPLE.c.id)).scalar_one()
            return Person(key, name, now, now)

        return self._transactions.write(work), token

    def find(self, token: str) -> Person | None:
        """Return the person with a token, None if there is none.

        Raises:
            StorageError: the database refused.
        """
        return self._transactions.read(lambda connection: find_person(connection, token))

    def greet(self, token: str) -> Person | None:
        """Do the same, and note that the person is here now.

        Raises:
            StorageError: the database refused.
        """

        def work(connection: Connection) -> Person | None:
            now = self._transactions.now(connection)
            connection.execute(update(PEOPLE).where(PEOPLE.c.token_hash == hash_token(token)).values(seen=now))
            return find_person(connection, token)

        return self._transactions.write(work)

    def rename(self, token: str, name: str) -> None:
        """Give a person another name; seats and results keep the one that they had.

        Raises:
            BadNameError: nobody can have that name.
            StorageError: there is no such person, or the database refused.
        """
        name = read_name(name)

        def work(connection: Connection) -> None:
            changed = connection.execute(
                update(PEOPLE).where(PEOPLE.c.token_hash == hash_token(token)).values(name=name)
            )
            if not changed.rowcount:
                raise StorageError("there is nobody with that token")

        self._transactions.write(work)


class Bans:
    """Who may not come in: by token, by address, or by both, into one match or into any.

    Args:
        transactions: the database.
        address_key: key that addresses are hashed with.
    """

    def __init__(self, transactions: Transactions, address_key: bytes) -> None:
        self._transactions = transactions
        self._key = address_key

    def address_hash(self, address: str) -> bytes:
        """Return the hash under which an address is kept, 32 bytes."""
        return hash_address(self._key, address)

    def ban(self, match_id: int | None, *, token: str = "", token_hash: bytes = b"", address: str = "") -> None:
        """Keep somebody out of a match, or of all if it is None.

        Args:
            match_id: the match.
            token: whoever has this token; "" for anybody.
            token_hash: likewise, by its hash.
            address: whoever comes from this address; "" for anywhere. With a token, either is enough.

        Raises:
            StorageError: neither is given, there are too many bans, or the database refused.
        """
        token_hash = token_hash or (hash_token(token) if token else b"")
        if not (token_hash or address):
            raise StorageError("a ban needs a token or an address")
        hashes = [
            {"token_hash": token_hash, "address_hash": None} if token_hash else None,
            {"token_hash": None, "address_hash": self.address_hash(address)} if address else None,
        ]

        def work(connection: Connection) -> None:
            of = BANS.c.match_id.is_(None) if match_id is None else BANS.c.match_id == match_id
            if len(connection.execute(select(BANS.c.id).where(of)).all()) >= MAX_BANS:
                raise StorageError(f"there are {MAX_BANS} bans already")
            now = self._transactions.now(connection)
            for values in filter(None, hashes):
                connection.execute(insert(BANS).values(match_id=match_id, made=now, **values))

        self._transactions.write(work)

    def is_banned(self, match_id: int | None, *, token: str = "", address: str = "") -> bool:
        """Return whether somebody may not come into a match, or, if it is None, not into any.

        Raises:
            StorageError: the database refused.
        """
        who = [BANS.c.token_hash == hash_token(token)] if token else []
        who += [BANS.c.address_hash == self.address_hash(address)] if address else []
        query = (
            select(BANS.c.id)
            .where(or_(BANS.c.match_id == match_id, BANS.c.match_id.is_(None)), or_(false(), *who))
            .limit(1)
        )
        return self._transactions.read(lambda connection: connection.scalar(query)) is not None


def find_person(connection: Connection, token: str) -> Person | None:
    """Return the person with a token, None if there is none."""
    query = select(PEOPLE).where(PEOPLE.c.token_hash == hash_token(token))
    row = connection.execute(query).one_or_none()
    if row is None or not is_token_of(token, bytes(row.token_hash)):
        return None
    return Person(row.id, row.name, row.created, row.seen)

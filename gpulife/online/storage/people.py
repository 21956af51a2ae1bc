"""People: a name that belongs to a token of 128 bits, and nothing else about them. And who is kept out."""

import hmac
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from sqlalchemy import Connection, false, insert, or_, select, update

from gpulife.online.shown_text import UNSEEN
from gpulife.online.storage._engines import StorageError
from gpulife.online.storage._tables import BANS, PEOPLE
from gpulife.online.storage._writer import Transactions
from gpulife.seats import MAX_LETTERS, SeatError, require_name

# Tokens: 128 random bits that are who somebody is. Only their hashes are stored, and none is ever logged.

TOKEN_BYTES = 16
_MAX_TOKEN = 256
_INVITE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_INVITE_LENGTH = 8
_REPLAY_BYTES = 12


def new_token() -> str:
    """Return a token: 22 letters, digits, "-" and "_"."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """Return the SHA-256 of a token, 32 bytes; of anything that is too long to be one the same useless hash.

    No salt and no slow hash: nobody can guess 128 random bits.
    """
    return sha256(token.encode("utf-8", "replace") if len(token) <= _MAX_TOKEN else b"").digest()


def is_token_of(token: str, token_hash: bytes) -> bool:
    """Return whether a token has this hash, in constant time."""
    return hmac.compare_digest(hash_token(token), token_hash)


def hash_address(key: bytes, address: str) -> bytes:
    """Return the keyed hash of a network address, 32 bytes: without the key nobody can try all addresses."""
    return hmac.digest(key, address.encode("utf-8", "replace")[:_MAX_TOKEN], "sha256")


def new_invite() -> str:
    """Return the invite code of a match: 8 letters and digits that are not mistaken for each other, 40 random bits."""
    return "".join(secrets.choice(_INVITE_LETTERS) for _ in range(_INVITE_LENGTH))


def new_replay_id() -> str:
    """Return what a link to a replay has, 96 random bits: whoever has the link may see it."""
    return secrets.token_urlsafe(_REPLAY_BYTES)


# Names of people, who are strangers to each other: what they may be, and which of them look alike.
#
# A name is text and never markup. What cannot be seen, turns the direction of what follows or stacks marks on a letter
# is refused. Two names look alike if they are the same after Unicode's compatibility forms, capitals and the letters
# that Unicode lists as confusable (UTS 39, by the library ``confusable-homoglyphs``), so that nobody passes for
# another player of the match.

RESERVED = ("you", "server", "host", "nobody", "spectator")
"""Names that the program itself gives; those of computers begin with ``computer``."""
_COMPUTER = "computer"
_MAX_RAW = 4 * MAX_LETTERS
_MAX_MARKS = 2


class BadNameError(StorageError):
    """A name that nobody can have, or not here."""


def read_name(text: str) -> str:
    """Return a person's name in Unicode's compatibility form (NFKC), with single blanks between words.

    Raises:
        BadNameError: it is empty, longer than ``MAX_LETTERS``, reserved, or not all of it can be seen and told apart.
    """
    raw = text[: _MAX_RAW + 1]
    if len(raw) > _MAX_RAW or UNSEEN.search(raw):
        raise BadNameError(f"name {raw[:40]!r} should have at most {MAX_LETTERS} letters that can be seen")
    try:
        name = require_name(" ".join(unicodedata.normalize("NFKC", raw).split()))
    except SeatError as error:
        raise BadNameError(str(error)) from error
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name) or UNSEEN.search(name):
        raise BadNameError(f"name {raw[:40]!r} should have a letter or a digit")
    if _stacks_marks(name):
        raise BadNameError(f"name {raw[:40]!r} should have at most {_MAX_MARKS} marks on a letter")
    if any(look_alike(name, reserved) for reserved in RESERVED) or look_alike(name[: len(_COMPUTER)], _COMPUTER):
        raise BadNameError(f"name {name!r} is one that gpulife itself uses: choose another one")
    return name


def look_alike(one: str, other: str) -> bool:
    """Return whether people may take two names for each other."""
    return bool(_looks(one) & _looks(other))


def require_distinct(name: str, others: Iterable[str]) -> None:
    """Require that nobody takes ``name`` for one of the others.

    Raises:
        BadNameError: somebody might; the message says for which.
    """
    if (other := next((other for other in others if look_alike(name, other)), None)) is not None:
        raise BadNameError(f"name {name!r} looks like {other!r}, who is here already: choose another one")


def _stacks_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else "x" for letter in name)
    return marks.startswith("m") or "m" * (_MAX_MARKS + 1) in marks


def _looks(name: str) -> frozenset[str]:
    """Return what a name is compared by: as its capitals and small letters look, and as it is without capitals.

    In many typefaces a capital I is a small l, but a small i is not.
    """
    plain = unicodedata.normalize("NFKC", name).replace(" ", "")
    return frozenset({_skeleton(_skeleton(plain).casefold()), _skeleton(plain.casefold())})


def _skeleton(text: str) -> str:
    """Return the text with each letter replaced by the one that stands for all that look like it (UTS 39, 4)."""
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """Return what each confusable letter is replaced by.

    The library's table has a list of look-alikes for each letter: of one that stands for others all of these, and of
    each of these that one.
    """
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped] # a megabyte of JSON

    prototypes = {}
    for letter, alike in confusables_data.items():
        stands_for = alike[0]["c"].strip("\u200e")
        back = confusables_data.get(alike[0]["c"], ())
        # Of a pair neither stands for more than the other: several letters, or the lower number, stand for one.
        is_source = len(alike) == 1 and (len(back) > 1 or (-len(stands_for), stands_for) < (-len(letter), letter))
        if is_source and len(letter) == 1:
            prototypes[letter] = stands_for
    return prototypes


# People in the database.

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

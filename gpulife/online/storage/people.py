"""People and bans. A person is known only by a name and a secret token of 128 bits."""

import hmac
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from sqlalchemy import Connection, false, insert, or_, select, update

from gpulife.online.protocol import INVITE_LENGTH
from gpulife.online.shown_text import UNSEEN
from gpulife.online.storage._engines import StorageError
from gpulife.online.storage._tables import BANS, PEOPLE
from gpulife.online.storage._writer import Transactions
from gpulife.seats import LEVEL_TITLES, MAX_LETTERS, SeatError, require_name

# Tokens: 128 random bits that identify a person. Only their hashes are stored, and they are never logged.

TOKEN_BYTES = 16
_MAX_TOKEN = 256
_INVITE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_REPLAY_BYTES = 12


def new_token() -> str:
    """Return a new token: 22 letters, digits, "-" and "_"."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """Return the SHA-256 of a token, 32 bytes.

    Every text that is too long to be a token gives the same hash, which matches no token.
    """
    # Neither a salt nor a slow hash is needed: nobody can guess 128 random bits.
    return sha256(token.encode("utf-8", "replace") if len(token) <= _MAX_TOKEN else b"").digest()


def is_token_of(token: str, token_hash: bytes) -> bool:
    """Return True if a token has this hash. How long this takes reveals nothing about the token."""
    return hmac.compare_digest(hash_token(token), token_hash)


def hash_address(key: bytes, address: str) -> bytes:
    """Return the keyed hash of a network address, 32 bytes. Nobody without the key can find out the address."""
    return hmac.digest(key, address.encode("utf-8", "replace")[:_MAX_TOKEN], "sha256")


def new_invite() -> str:
    """Return a new random invite code: 8 letters and digits (40 bits), without characters that look alike."""
    return "".join(secrets.choice(_INVITE_LETTERS) for _ in range(INVITE_LENGTH))


def new_replay_id() -> str:
    """Return a new random identifier for the link to a replay, 96 bits. Whoever has the link may see the replay."""
    return secrets.token_urlsafe(_REPLAY_BYTES)


# Names of people: which are allowed, and which look alike. A name is plain text, never markup. Names with invisible
# characters, direction controls or stacked marks are refused. Two names look alike if they are the same after Unicode's
# compatibility mapping, case folding and the mapping of confusable characters (UTS 39, by the library
# ``confusable-homoglyphs``). This prevents people from posing as another player.

RESERVED = ("you", "server", "host", "nobody", "spectator", *LEVEL_TITLES)
"""Names that people cannot take because the program itself uses them, for example for computer players.

Nor can people take a name that begins with ``computer``.
"""
_COMPUTER = "computer"
_MAX_RAW = 4 * MAX_LETTERS
_MAX_MARKS = 2


class BadNameError(StorageError):
    """A name that is not allowed at all, or not in this match."""


def read_name(text: str) -> str:
    """Check a person's name; return it in NFKC form, with single blanks between words.

    Raises:
        BadNameError: the name is empty, longer than ``MAX_LETTERS``, reserved, or has invisible characters or stacked
            marks.
    """
    raw = text[: _MAX_RAW + 1]
    if len(raw) > _MAX_RAW or UNSEEN.search(raw):
        raise BadNameError(f"name {raw[:40]!r} should have at most {MAX_LETTERS} printable characters")
    try:
        name = require_name(" ".join(unicodedata.normalize("NFKC", raw).split()))
    except SeatError as error:
        raise BadNameError(str(error)) from error
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name) or UNSEEN.search(name):
        raise BadNameError(f"name {raw[:40]!r} should have a letter or a digit")
    if _stacks_marks(name):
        raise BadNameError(f"name {raw[:40]!r} should have at most {_MAX_MARKS} combining marks on a letter")
    if any(look_alike(name, reserved) for reserved in RESERVED) or look_alike(name[: len(_COMPUTER)], _COMPUTER):
        raise BadNameError(f"name {name!r} is reserved for gpulife itself: choose another one")
    return name


def look_alike(one: str, other: str) -> bool:
    """Return True if people could mistake one of two names for the other."""
    return bool(_looks(one) & _looks(other))


def require_distinct(name: str, others: Iterable[str]) -> None:
    """Check that nobody could mistake a name for one of the ``others``.

    Raises:
        BadNameError: the name looks like another name, which the message quotes.
    """
    if (other := next((other for other in others if look_alike(name, other)), None)) is not None:
        raise BadNameError(f"name {name!r} looks like {other!r}, who is already here: choose another one")


def _stacks_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else "x" for letter in name)
    return marks.startswith("m") or "m" * (_MAX_MARKS + 1) in marks


def _looks(name: str) -> frozenset[str]:
    """Return two normal forms of a name. Two names look alike if they have a form in common.

    Both forms are lower case, and look-alike characters are replaced by one common character. One form is also replaced
    before it is made lower case: in many typefaces, I looks like l, but i does not.
    """
    plain = unicodedata.normalize("NFKC", name).replace(" ", "")
    return frozenset({_skeleton(_skeleton(plain).casefold()), _skeleton(plain.casefold())})


def _skeleton(text: str) -> str:
    """Return a text in which characters that look alike are replaced by one common character (UTS 39, section 4)."""
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """Return the common character that replaces each look-alike, keyed by the look-alike."""
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]  # a megabyte of JSON

    # The library lists only the common character for a look-alike, but all look-alikes for a common character.
    prototypes = {}
    for letter, alike in confusables_data.items():
        stands_for = alike[0]["c"].strip("\u200e")
        back = confusables_data.get(alike[0]["c"], ())
        # If two characters only refer to each other, the prototype is the longer text, or else the lower code point.
        is_source = len(alike) == 1 and (len(back) > 1 or (-len(stands_for), stands_for) < (-len(letter), letter))
        if is_source and len(letter) == 1:
            prototypes[letter] = stands_for
    return prototypes


# People in the database.

MAX_BANS = 1000
"""Maximum number of bans from each match, and of bans from all matches."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person whom the server knows by a token.

    Attributes:
        id: number of the person; it is no secret.
        name: name shown to people. Two people may have the same name, but not in the same match.
        created: time of the first visit, in seconds since 1970.
        seen: time of the latest visit, in seconds since 1970.
    """

    id: int
    name: str
    created: float
    seen: float


class People:
    """Adds, finds and renames the people of a server in its database."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def new(self, name: str) -> tuple[Person, str]:
        """Add a person; return the person and the new token. Only the token's hash is stored.

        Raises:
            BadNameError: the name is not allowed.
            StorageError: the database failed.
        """
        name, token = read_name(name), new_token()

        def work(connection: Connection) -> Person:
            now = self._transactions.now(connection)
            values = {"token_hash": hash_token(token), "name": name, "created": now, "seen": now}
            key = connection.execute(insert(PEOPLE).values(**values).returning(PEOPLE.c.id)).scalar_one()
            return Person(key, name, now, now)

        return self._transactions.write(work), token

    def find(self, token: str) -> Person | None:
        """Return the person who has this token; None if nobody has it.

        Raises:
            StorageError: the database failed.
        """
        return self._transactions.read(lambda connection: find_person(connection, token))

    def greet(self, token: str) -> Person | None:
        """Record a visit by the person who has this token, and return that person; None if nobody has it.

        Raises:
            StorageError: the database failed.
        """

        def work(connection: Connection) -> Person | None:
            now = self._transactions.now(connection)
            connection.execute(update(PEOPLE).where(PEOPLE.c.token_hash == hash_token(token)).values(seen=now))
            return find_person(connection, token)

        return self._transactions.write(work)

    def rename(self, token: str, name: str) -> None:
        """Change a person's name. Seats and results keep the old name.

        Raises:
            BadNameError: the name is not allowed.
            StorageError: there is no such person, or the database failed.
        """
        name = read_name(name)

        def work(connection: Connection) -> None:
            changed = connection.execute(
                update(PEOPLE).where(PEOPLE.c.token_hash == hash_token(token)).values(name=name)
            )
            if not changed.rowcount:
                raise StorageError("nobody has this token")

        self._transactions.write(work)


class Bans:
    """Bans of tokens and of addresses, from one match or from all matches.

    Args:
        transactions: access to the database.
        address_key: key for hashing network addresses.
    """

    def __init__(self, transactions: Transactions, address_key: bytes) -> None:
        self._transactions = transactions
        self._key = address_key

    def address_hash(self, address: str) -> bytes:
        """Return the hash of a network address, 32 bytes, as bans store it."""
        return hash_address(self._key, address)

    def ban(self, match_id: int | None, *, token: str = "", token_hash: bytes = b"", address: str = "") -> None:
        """Ban somebody from a match, or from all matches if ``match_id`` is None.

        Args:
            match_id: number of the match; None for all matches.
            token: token to ban; "" for none.
            token_hash: hash of a token to ban; b"" for none.
            address: address to ban; "" for none. Whoever has the token or the address is banned.

        Raises:
            StorageError: no token or address is given, there are too many bans, or the database failed.
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
                raise StorageError(f"there are {MAX_BANS} bans already: no more are possible")
            now = self._transactions.now(connection)
            for values in filter(None, hashes):
                connection.execute(insert(BANS).values(match_id=match_id, made=now, **values))

        self._transactions.write(work)

    def is_banned(self, match_id: int | None, *, token: str = "", address: str = "") -> bool:
        """Return True if a token or an address is banned from a match or from all matches.

        Args:
            match_id: number of the match; None to check only bans from all matches.
            token: token to look up; "" for none.
            address: network address to look up; "" for none.

        Raises:
            StorageError: the database failed.
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
    """Return the person who has this token; None if nobody has it."""
    query = select(PEOPLE).where(PEOPLE.c.token_hash == hash_token(token))
    row = connection.execute(query).one_or_none()
    if row is None or not is_token_of(token, bytes(row.token_hash)):
        return None
    return Person(row.id, row.name, row.created, row.seen)

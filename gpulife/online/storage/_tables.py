"""The tables of a server's database, and the version of these tables. They are the same in SQLite and PostgreSQL.

Times are seconds since 1970, as numbers. Hashes are 32 bytes of SHA-256. JSON is stored as text, since only gpulife
reads it.
"""

import secrets
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Engine,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    literal,
    select,
    text,
    update,
)
from sqlalchemy import table as named_table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import column
from sqlalchemy.types import TypeEngine

from gpulife.online.storage._engines import StorageError, cause, name_of, writing

METADATA = MetaData()

_Key = BigInteger().with_variant(Integer, "sqlite")  # SQLite auto-increments INTEGER columns only


def _given(name: str, kind: type[TypeEngine[Any]], *, unique: bool | None = None) -> Column[Any]:
    """Return a column that must not be NULL. If ``unique`` is True, all its values must differ."""
    return Column(name, kind, nullable=False, unique=unique)


def _match(*, primary: bool = False) -> Column[int]:
    """Return a column that refers to a match. When the match is deleted, so are the rows that refer to it.

    If ``primary`` is True, the column is a part of the primary key.
    """
    return Column("match_id", _Key, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=primary, nullable=False)


SCHEMA = Table(
    "schema_version",
    METADATA,
    Column("id", Integer, primary_key=True),
    _given("version", Integer),
    _given("address_key", LargeBinary),
)
"""The version of the tables, and the key for hashing network addresses, in one row."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    _given("invite", Text, unique=True),
    _given("name", Text),
    _given("match", Text),
    _given("seat_count", SmallInteger),
    Column("host", LargeBinary),
    _given("state", Text),
    _given("visibility", Text),
    _given("settings", Text),
    _given("secret", LargeBinary),
    _given("created", Double),
    _given("changed", Double),
    Column("ended", Double),
    _given("tick", BigInteger),
    _given("entries", BigInteger),
    _given("outcome", Text),
    Index("matches_by_state", "state", "created"),
    Index("matches_by_change", "state", "changed"),
    Index("matches_by_host", "host", "state"),
    sqlite_autoincrement=True,  # the number of a deleted match is not reused
)
"""All matches.

``entries`` is the number of rows in a match's log, and ``tick`` is the tick of the latest row. ``changed`` is the time
of the latest row or new seat. ``secret`` is the secret from which random numbers are derived, and ``host`` is the hash
of the host's token.
"""

ACTIONS = Table(
    "actions",
    METADATA,
    _match(primary=True),
    Column("number", BigInteger, primary_key=True),
    _given("tick", BigInteger),
    _given("player", SmallInteger),
    _given("kind", SmallInteger),
    _given("a", BigInteger),
    _given("b", BigInteger),
    _given("data", Text),
    sqlite_with_rowid=False,
)
"""The logs of all matches; ``number`` counts the rows of each match from 0 without gaps."""

KEYFRAMES = Table(
    "keyframes",
    METADATA,
    _match(primary=True),
    Column("tick", BigInteger, primary_key=True),
    _given("content", LargeBinary),
    _given("games", Text),
)
"""The keyframes of all matches; ``games`` is the server's data about earlier games of the match, as JSON."""

SEATS = Table(
    "seats",
    METADATA,
    _match(primary=True),
    Column("seat", SmallInteger, primary_key=True),
    _given("token_hash", LargeBinary),
    _given("name", Text),
    _given("taken", Double),
    Index("seats_by_token", "token_hash"),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    _given("token_hash", LargeBinary, unique=True),
    _given("name", Text),
    _given("created", Double),
    _given("seen", Double),
    sqlite_autoincrement=True,
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("person_id", _Key, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    _given("rating", Double),
    _given("deviation", Double),
    _given("volatility", Double),
    _given("games", Integer),
    _given("wins", Integer),
    _given("draws", Integer),
    _given("losses", Integer),
    _given("changed", Double),
    Index("ratings_by_game", "game", "rating"),
)

RESULTS = Table(
    "results",
    METADATA,
    _match(primary=True),
    Column("number", Integer, primary_key=True),
    _given("game", Text),
    _given("began", BigInteger),
    _given("ended", Double),
    _given("ticks", BigInteger),
    _given("rated", Boolean),
    _given("why_not", Text),
    Column("replay_id", Text, unique=True),
    Column("replay", LargeBinary),
    Index("results_by_end", "ended"),
)
"""Finished games; ``number`` is the number of the game within the match, from 1.

``began`` is the tick of the match at which the game began, ``ticks`` the one at which it ended; ``replay_id`` is the
identifier in the link to the replay.
"""

PLACEMENTS = Table(
    "placements",
    METADATA,
    _match(primary=True),
    Column("number", Integer, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("person_id", _Key, ForeignKey("people.id", ondelete="SET NULL")),
    _given("name", Text),
    _given("place", SmallInteger),
    _given("quit", Boolean),
    Column("rating_before", Double),
    Column("rating_after", Double),
    Index("placements_by_person", "person_id"),
)
"""Places of players in finished games. The ``name`` of a deleted person is ``FORGOTTEN``."""

BANS = Table(
    "bans",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("match_id", _Key, ForeignKey("matches.id", ondelete="CASCADE")),
    Column("token_hash", LargeBinary),
    Column("address_hash", LargeBinary),
    _given("made", Double),
    UniqueConstraint("match_id", "token_hash", "address_hash"),
    sqlite_autoincrement=True,
)
"""Bans of people and addresses. A ban without ``match_id`` applies to all matches."""

SERVERS = Table(
    "servers",
    METADATA,
    Column("id", Text, primary_key=True),
    _given("address", Text),
    _given("until", Double),
)
"""The running server processes. A server counts as dead after the time ``until``."""

LEASES = Table(
    "leases",
    METADATA,
    _match(primary=True),
    Column("owner", Text),
    _given("epoch", BigInteger),
    Index("leases_by_owner", "owner"),
)
"""Owners of matches. ``epoch`` grows whenever the owner changes.

``owner`` is not a foreign key, since the records of dead servers are deleted.
"""


# Creating and upgrading the tables; tables of a newer gpulife are refused.


def _number_games(connection: Connection) -> None:
    """Upgrade the tables from version 1 (one result for each match) to version 2 (one result for each game)."""
    connection.execute(text("ALTER TABLE keyframes ADD COLUMN games TEXT NOT NULL DEFAULT '{}'"))
    _rebuild(connection, RESULTS, number=1, began=0)
    _rebuild(connection, PLACEMENTS, number=1)


def _rebuild(connection: Connection, table: Table, **added: int) -> None:
    """Rebuild a table of an older version in its new form, because SQLite cannot change a primary key.

    Args:
        connection: connection with an open transaction.
        table: the table in its new form.
        added: the new columns, each with the value that all existing rows get.
    """
    old = named_table(f"{table.name}_old", *(column(each.name) for each in table.c if each.name not in added))
    for index in table.indexes:
        connection.execute(text(f"DROP INDEX {index.name}"))
    connection.execute(text(f"ALTER TABLE {table.name} RENAME TO {old.name}"))
    table.create(connection, checkfirst=False)
    values = [literal(added[each.name]) if each.name in added else old.c[each.name] for each in table.c]
    connection.execute(insert(table).from_select([each.name for each in table.c], select(*values).select_from(old)))
    connection.execute(text(f"DROP TABLE {old.name}"))


STEPS: MappingProxyType[int, Callable[[Connection], None]] = MappingProxyType({1: _number_games})
"""For each version of the tables, the function that upgrades them to the next version."""


VERSION = 2
"""The version of the tables that this program creates and reads."""
_LOCK = 0x67707565
"""Number of the PostgreSQL lock that prevents two servers from creating the tables at the same time."""
_KEY_BYTES = 32
_OPENING_SECONDS = 30
"""Maximum time in seconds for opening the database, on a busy machine.

A long time does no harm, since the server does not yet have any match locked.
"""


def prepare(engine: Engine) -> bytes:
    """Create or upgrade the tables; return the key for hashing network addresses.

    Raises:
        StorageError: the database is unreachable, damaged, not gpulife's, or from a newer gpulife.
    """
    try:
        with engine.begin() as connection:  # usually the tables exist, and no lock is needed
            _take_time(connection)
            found = _found(connection, name_of(engine))
            if found is not None and found[0] == VERSION:
                return found[1]
        with writing(engine).begin() as connection:
            return _made(connection, name_of(engine))
    except DBAPIError as error:
        raise StorageError(f"cannot open the database {name_of(engine)}: {cause(error)}") from error


def _take_time(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        for limit in ("idle_in_transaction_session_timeout", "lock_timeout"):
            connection.execute(text(f"SET LOCAL {limit} TO {1000 * _OPENING_SECONDS}"))


def _made(connection: Connection, name: str) -> bytes:
    _take_time(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if (found := _found(connection, name)) is not None:  # an older gpulife, or a faster server
        version, key = found
        for step in range(version, VERSION):
            STEPS[step](connection)
        connection.execute(update(SCHEMA).values(version=VERSION))
        return key
    METADATA.create_all(connection, checkfirst=False)
    key = secrets.token_bytes(_KEY_BYTES)
    connection.execute(insert(SCHEMA).values(id=1, version=VERSION, address_key=key))
    return key


def _found(connection: Connection, name: str) -> tuple[int, bytes] | None:
    """Return (version of the tables, key for hashing network addresses); None if the database is empty."""
    there = set(inspect(connection).get_table_names())
    if SCHEMA.name not in there:
        if foreign := sorted(there & METADATA.tables.keys()):
            raise StorageError(
                f"the database {name} has a table {foreign[0]!r} that is not gpulife's: use another database"
            )
        return None
    row = connection.execute(select(SCHEMA.c.version, SCHEMA.c.address_key)).one_or_none()
    if row is None:
        raise StorageError(f"the database {name} is damaged: its version is missing")
    if row.version > VERSION:
        raise StorageError(
            f"the database {name} was made by a newer gpulife: it has version {row.version}, "
            f"but this gpulife reads versions up to {VERSION}: update gpulife"
        )
    if row.version < min(STEPS):
        raise StorageError(
            f"the database {name} is damaged: its version is {row.version}, but versions start at {min(STEPS)}"
        )
    return row.version, bytes(row.address_key)

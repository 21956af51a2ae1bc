"""The version of the tables: made where there are none, brought up to date, refused where a newer gpulife made them."""

import secrets
from collections.abc import Callable
from types import MappingProxyType

from sqlalchemy import Connection, Engine, Table, insert, inspect, literal, select, text, update
from sqlalchemy import table as named_table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import column

from gpulife.online.storage.engines import cause, name_of, writing
from gpulife.online.storage.errors import StorageError
from gpulife.online.storage.tables import METADATA, PLACEMENTS, RESULTS, SCHEMA


def _number_games(connection: Connection) -> None:
    """From version 1, where a match had one result when it ended, to one with a result for each of its games."""
    connection.execute(text("ALTER TABLE keyframes ADD COLUMN games TEXT NOT NULL DEFAULT '{}'"))
    _rebuild(connection, RESULTS, number=1, began=0)
    _rebuild(connection, PLACEMENTS, number=1)


def _rebuild(connection: Connection, table: Table, **added: int) -> None:
    """Make a table anew with further columns: SQLite cannot change a primary key."""
    old = named_table(f"{table.name}_old", *(column(each.name) for each in table.c if each.name not in added))
    for index in table.indexes:
        connection.execute(text(f"DROP INDEX {index.name}"))
    connection.execute(text(f"ALTER TABLE {table.name} RENAME TO {old.name}"))
    table.create(connection, checkfirst=False)
    values = [literal(added[each.name]) if each.name in added else old.c[each.name] for each in table.c]
    connection.execute(insert(table).from_select([each.name for each in table.c], select(*values).select_from(old)))
    connection.execute(text(f"DROP TABLE {old.name}"))


STEPS: MappingProxyType[int, Callable[[Connection], None]] = MappingProxyType({1: _number_games})
"""By version: what makes the tables of that version those of the next one."""


VERSION = 2
"""The version of the tables that this program makes and reads."""
_LOCK = 0x67707565
"""Number of the lock in PostgreSQL with which two servers that begin at once do not both make the tables."""
_KEY_BYTES = 32
_OPENING_SECONDS = 30
"""Time that opening may take on a busy machine: no match is locked meanwhile for which another server would wait."""


def prepare(engine: Engine) -> bytes:
    """Make the tables if there are none, or bring older ones up to date; return the key that addresses are hashed with.

    Raises:
        StorageError: the database cannot be reached, is none, is something else's, or a newer gpulife made it.
    """
    try:
        with engine.begin() as connection:  # most often it is there, and nobody who writes has to be waited for
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
    if (found := _found(connection, name)) is not None:  # an older gpulife made it, or another server was faster
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
    """Return version and key of a database with tables that this program reads; None if it is empty."""
    there = set(inspect(connection).get_table_names())
    if SCHEMA.name not in there:
        if foreign := sorted(there & METADATA.tables.keys()):
            raise StorageError(f"the database {name} has a table {foreign[0]!r} that is not gpulife's: use another one")
        return None
    row = connection.execute(select(SCHEMA.c.version, SCHEMA.c.address_key)).one_or_none()
    if row is None:
        raise StorageError(f"the database {name} is damaged: it does not say which version it has")
    if row.version > VERSION:
        raise StorageError(
            f"the database {name} was made by a newer gpulife: its version is {row.version}, this one reads {VERSION}"
        )
    if row.version < min(STEPS):
        raise StorageError(
            f"the database {name} is damaged: its version is {row.version}, and there are those from {min(STEPS)}"
        )
    return row.version, bytes(row.address_key)

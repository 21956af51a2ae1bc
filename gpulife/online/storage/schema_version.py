"""The version of the tables: made where there are none, brought up to date, refused where a newer gpulife made them."""

import secrets

from sqlalchemy import Connection, Engine, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from gpulife.online.storage.engines import cause, name_of, writing
from gpulife.online.storage.errors import StorageError
from gpulife.online.storage.schema_steps import STEPS
from gpulife.online.storage.tables import METADATA, SCHEMA

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

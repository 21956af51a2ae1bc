"""The version of the tables: made where there are none, refused where a newer gpulife made them."""

import secrets

from sqlalchemy import Connection, Engine, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from gpulife.online.storage.engines import cause, name_of, writing
from gpulife.online.storage.errors import StorageError
from gpulife.online.storage.tables import METADATA, SCHEMA

VERSION = 1
"""The version of the tables that this program makes and reads."""
_LOCK = 0x67707565
"""Number of the lock in PostgreSQL with which two servers that begin at once do not both make the tables."""
_KEY_BYTES = 32


def prepare(engine: Engine) -> bytes:
    """Make the tables if there are none, and return the key that addresses are hashed with.

    Raises:
        StorageError: the database cannot be reached, is none, is something else's, or a newer gpulife made it.
    """
    try:
        with engine.begin() as connection:  # most often it is there, and nobody who writes has to be waited for
            if (key := _key(connection, name_of(engine))) is not None:
                return key
        with writing(engine).begin() as connection:
            return _made(connection, name_of(engine))
    except DBAPIError as error:
        raise StorageError(f"cannot open the database {name_of(engine)}: {cause(error)}") from error


def _made(connection: Connection, name: str) -> bytes:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if (key := _key(connection, name)) is not None:
        return key  # another server was faster
    METADATA.create_all(connection, checkfirst=False)
    key = secrets.token_bytes(_KEY_BYTES)
    connection.execute(insert(SCHEMA).values(id=1, version=VERSION, address_key=key))
    return key


def _key(connection: Connection, name: str) -> bytes | None:
    """Return the key of a database with tables that this program reads; None if it is empty."""
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
    if row.version < VERSION:
        raise StorageError(f"the database {name} is of version {row.version}, and this gpulife reads {VERSION} only")
    return bytes(row.address_key)

"""Connections to a server's database, SQLite or PostgreSQL, and the errors of databases.

A commit returns when its data is on disk: SQLite uses WAL and ``synchronous = FULL``, PostgreSQL
``synchronous_commit``.
"""

import os
import sqlite3
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from gpulife.errors import GpulifeError
from gpulife.storage.atomic_io import make_folder


class StorageError(GpulifeError):
    """Data cannot be stored or read."""


class UnavailableError(StorageError):
    """The database cannot be read or written for a reason outside this program. It may work again later.

    Attributes:
        told: the reason in one line. It contains no paths or addresses, so it may be shown to players.
    """

    def __init__(self, message: str, told: str) -> None:
        super().__init__(message)
        self.told = told


class NotOwnerError(StorageError):
    """This server does not own the match. It cannot store anything for the match before it takes the match over."""


class QueueFullError(UnavailableError):
    """Too much data waits to be written: the disk or the database is too slow."""


class UnknownMatchError(StorageError):
    """There is no such match."""


class QuotaError(StorageError):
    """A person has reached a limit, such as the number of matches."""


FILE_NAME = "online.sqlite"
"""Name of the SQLite file in the data folder."""
LOCK_SECONDS = 5
"""Maximum time in seconds to wait while another program writes to the same SQLite file."""
STALL_SECONDS = 1.5
"""Seconds after which PostgreSQL disconnects a server that hangs while it has a match locked.

Another server can then still take the match over in time.
"""
_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""Timeouts of connections to PostgreSQL. Units are those of libpq; the database's URL may override the values."""
_JOURNAL_PAUSE = 0.02
_PRAGMAS = ("synchronous = FULL", "fullfsync = ON", "foreign_keys = ON")
_BEGIN = "gpulife_begin"
_URL_FORM = "a folder, or postgresql://USER:PASSWORD@HOST/DATABASE"
_FULL, _READ_ONLY = "the server's disk is full", "the server has no permission to write to its database"
_LASTING: Mapping[int | str, str] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: _FULL,
        sqlite3.SQLITE_READONLY: _READ_ONLY,
        sqlite3.SQLITE_IOERR: "the server's disk has failed",
        "53100": _FULL,
        "25006": _READ_ONLY,
    }
)
_ELSE = "the server's database does not answer"


def open_engine(location: str | Path) -> Engine:
    """Return the SQLAlchemy engine for a folder (created if missing) or a PostgreSQL URL. It does not connect yet.

    Raises:
        StorageError: the location is neither a folder nor such a URL, or psycopg is missing.
        OutputError: the folder cannot be created.
    """
    text = str(location)
    if "://" in text and not isinstance(location, Path):
        return _postgresql(text)
    return _sqlite(Path(location))


def writing(engine: Engine) -> Engine:
    """Return an SQLAlchemy engine for writing to the same database.

    In SQLite, its transactions take the write lock before they read anything.
    """
    return engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})


def name_of(engine: Engine) -> str:
    """Return the location of the database for use in messages, without the password."""
    return (
        str(engine.url.database)
        if engine.dialect.name == "sqlite"
        else engine.url.set(drivername="postgresql").render_as_string()
    )


def cause(error: DBAPIError) -> str:
    """Return the database's own error message in one line, without the SQL statement."""
    return " ".join(str(error.orig).split())[:240]


def unavailable(doing: str, name: str, error: DBAPIError) -> UnavailableError:
    """Return the error for a failed operation; ``doing`` names the operation, such as "write to"."""
    return UnavailableError(f"cannot {doing} the database {name}: {cause(error)}", _LASTING.get(_code(error), _ELSE))


def is_lasting(error: DBAPIError) -> bool:
    """Return True if retrying soon is of no use: the disk is full or broken, or the database is read-only."""
    return _code(error) in _LASTING


def _code(error: DBAPIError) -> int | str:
    """Return SQLite's primary error code, or PostgreSQL's SQLSTATE."""
    number = getattr(error.orig, "sqlite_errorcode", None)
    return str(getattr(error.orig, "sqlstate", "")) if number is None else int(number) & 0xFF


def _sqlite(folder: Path) -> Engine:
    make_folder(folder)
    path = folder / FILE_NAME
    try:  # the file has secrets; SQLite gives its other files the same mode
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageError(f"cannot open {path}: {error.strerror or error}") from error
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": LOCK_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver must not begin transactions by itself: see _begin_sqlite
    _write_ahead(connection)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: Any) -> None:
    """Make SQLite use a write-ahead log. Retry while another program does the same with a new database file."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_JOURNAL_PAUSE)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))


def _postgresql(text: str) -> Engine:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:  # ValueError: invalid port
        raise StorageError(f"database {text.partition('://')[0]}://... should be {_URL_FORM}") from error
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise StorageError(f"database {url.drivername}://... should be {_URL_FORM}")
    if find_spec("psycopg") is None:
        raise StorageError("a database at postgresql:// needs psycopg: pip install 'gpulife[postgresql]'")
    patience = {name: value for name, value in _PATIENCE.items() if name not in url.query}
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, pool_size=8, connect_args=patience
    )
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    """Make a PostgreSQL connection commit to disk, and limit its waits for locks and its idle transactions."""
    milliseconds = round(1000 * STALL_SECONDS)
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout TO {milliseconds}")
        cursor.execute(f"SET lock_timeout TO {2 * milliseconds}")
        cursor.execute("SHOW synchronous_commit")
        if cursor.fetchone()[0] == "off":  # any other setting is at least as strict
            cursor.execute("SET synchronous_commit TO on")
    connection.commit()

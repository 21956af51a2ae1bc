"""Reading and writing as all that is stored needs it: short functions of a connection, and what time it is."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from gpulife.online.storage.engines import name_of, unavailable
from gpulife.online.storage.writer import Writer

_LOG = logging.getLogger(__name__)
_Result = TypeVar("_Result")


class Transactions:
    """Reads from any thread, and writes through the writer.

    Args:
        engine: where to.
        writer: its writer.
        clock: seconds since 1970, for tests; by default this machine's for SQLite and the database's for PostgreSQL,
            since servers on several machines compare their times.
    """

    def __init__(self, engine: Engine, writer: Writer, clock: Callable[[], float] | None = None) -> None:
        self.writer = writer
        self._engine = engine
        self._cannot_read = False
        self._clock = time.time if clock is None and engine.dialect.name == "sqlite" else clock

    def now(self, connection: Connection) -> float:
        """Return the seconds since 1970."""
        if self._clock is not None:
            return self._clock()
        return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    def read(self, work: Callable[[Connection], _Result]) -> _Result:
        """Return what ``work`` reads in one transaction.

        Raises:
            UnavailableError: it cannot be read.
        """
        try:
            with self._engine.connect() as connection:
                result = work(connection)
        except DBAPIError as error:
            refusal = unavailable("read from", name_of(self._engine), error)
            if not self._cannot_read:
                _LOG.warning("%s", refusal)
            self._cannot_read = True
            raise refusal from error
        self._cannot_read = False
        return result

    def write(self, work: Callable[[Connection], _Result], size: int = 0) -> _Result:
        """Do ``work`` in a transaction, wait until it is on disk, and return its result.

        Args:
            work: what to do; if it raises, nothing of it is done.
            size: bytes that it holds in memory meanwhile.

        Raises:
            StorageError: the database refused.
        """
        return self.writer.run(work, size)

"""The only writer of the database: a thread that commits waiting writes in order, several in one transaction.

A write is a function that is called with the connection, or rows for a match's log. A group of writes shares a
transaction, but a failed write does not affect the others. The future of a write is done when the write is on disk. If
the outcome of a commit is unknown, it is repeated; log rows are numbered, so none is stored twice. While nothing can be
written, for example on a full disk, each group fails at once, and a warning is logged once a minute.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from gpulife.online.storage._engines import (
    QueueFullError,
    StorageError,
    UnavailableError,
    cause,
    is_lasting,
    name_of,
    unavailable,
    writing,
)
from gpulife.online.storage._match_log import Append, append_all

# Grouping: an urgent write is committed at once, with all waiting writes. Other writes wait a little. A commit takes
# milliseconds however much it contains, so thousands of actions of all matches share one. No thread and no clock here:
# the writer has them.

GATHER_SECONDS = 0.05
"""Seconds that a write waits for others unless it is urgent. Together with the commit, this is less than 0.1 s."""
MAX_WAITING_BYTES = 64 << 20
"""Maximum total size of waiting writes, in bytes."""

_Gathered = TypeVar("_Gathered")


class Gathering(Generic[_Gathered]):
    """A queue of writes that wait to be committed together, in the order in which they were added.

    Args:
        max_bytes: maximum total size of the writes in bytes.

    Attributes:
        size: approximate total size of the writes in bytes.
    """

    def __init__(self, max_bytes: int = MAX_WAITING_BYTES) -> None:
        self.size = 0
        self._max_bytes = max_bytes
        self._waiting: list[_Gathered] = []
        self._due: float | None = None

    def add(self, write: _Gathered, size: int, now: float, *, urgent: bool) -> bool:
        """Add a write; return True if the next commit is now due earlier than it was.

        Args:
            write: the write.
            size: approximate size of the write in bytes.
            now: current time in seconds, on a monotonic clock.
            urgent: True to make the next commit due at once; False to make it due within ``GATHER_SECONDS``.

        Raises:
            QueueFullError: the writes would become larger than ``max_bytes``.
        """
        if self._waiting and self.size + size > self._max_bytes:
            raise QueueFullError(
                f"{self.size >> 20} MiB wait to be written: the disk is too slow",
                "the server's disk is too slow",
            )
        self._waiting.append(write)
        self.size += size
        due = now if urgent else now + GATHER_SECONDS
        is_sooner = self._due is None or due < self._due
        self._due = due if self._due is None else min(self._due, due)
        return is_sooner

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds until a commit is due; 0 if it is due now, None if no writes wait."""
        return None if self._due is None else max(0.0, self._due - now)

    def take(self) -> Sequence[_Gathered]:
        """Remove and return all waiting writes, including those that are not due."""
        taken, self._waiting, self.size, self._due = self._waiting, [], 0, None
        return taken


_LOG = logging.getLogger(__name__)

# The thread that writes.

RETRY_SECONDS = (0.0, 0.2, 1.0, 2.0)
"""Seconds to wait before each further attempt to commit, for example while the database restarts."""
WARNING_SECONDS = 60.0
"""Seconds between two warnings in the program's log while nothing can be written."""
_WORK_BYTES = 256
"""Number of bytes counted for a write in addition to the size given by the caller; not for rows of a match's log."""

_Result = TypeVar("_Result")


@dataclass(slots=True)
class _Write:
    """A waiting write: a function to run or rows to append to a log, and the future of the result."""

    work: Callable[[Connection], Any] | Append
    future: "Future[Any]" = field(default_factory=Future)


class Writer:
    """Writes to the database through one connection, one group of writes after another.

    Args:
        engine: engine of the database.
        monotonic: returns the current time in seconds, on a monotonic clock.
        clock: returns the current time in seconds since 1970. It is stored with each changed match.
        threaded: True to commit in a thread. False, for tests, to commit only in :meth:`pump` and :meth:`run`.
        max_bytes: maximum total size of waiting writes in bytes.
    """

    def __init__(
        self,
        engine: Engine,
        monotonic: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
        *,
        threaded: bool = True,
        max_bytes: int = MAX_WAITING_BYTES,
    ) -> None:
        self._engine = writing(engine)
        self._name = name_of(engine)
        self._monotonic = monotonic
        self._clock = clock
        self._gathering = Gathering[_Write](max_bytes)
        self._wakeup = threading.Condition()
        self._closing = threading.Event()
        self._is_failing = False  # True if the latest group could not be written
        self._next_warning = -math.inf
        self._pause: Callable[[float], object] = self._closing.wait if threaded else lambda _: None
        self._thread = threading.Thread(target=self._serve, name="gpulife-writer", daemon=True) if threaded else None
        if self._thread is not None:
            self._thread.start()

    def submit(self, work: Callable[[Connection], _Result], size: int = 0, *, urgent: bool = True) -> "Future[_Result]":
        """Run ``work`` in the next transaction. The future holds its result once its changes are on disk.

        Raises:
            QueueFullError: too much data waits to be written.
            StorageError: the writer is closed.
        """
        return self._add(_Write(work), size + _WORK_BYTES, urgent=urgent)

    def append(self, append: Append, *, urgent: bool) -> "Future[int]":
        """Append rows to a match's log. The future holds the log's number of rows once these rows are on disk.

        Raises:
            QueueFullError: too much data waits to be written.
            StorageError: the writer is closed.
        """
        return self._add(_Write(append), append.size, urgent=urgent)

    def run(self, work: Callable[[Connection], _Result], size: int = 0) -> _Result:
        """Run ``work`` in a transaction; return its result once its changes are on disk.

        Raises:
            QueueFullError: too much data waits to be written.
            StorageError: the database failed, or the writer is closed.
            Exception: any error that ``work`` raises.
        """
        future = self.submit(work, size)
        if self._thread is None:
            self.pump()
        return future.result()

    def pump(self, *, everything: bool = False) -> None:
        """Commit all waiting writes if any is due, or if ``everything`` is True. Only for a writer without a thread."""
        with self._wakeup:
            left = self._gathering.seconds_left(self._monotonic())
            batch = self._gathering.take() if left == 0 or everything else ()
        if batch:
            self._commit(batch)

    def close(self) -> None:
        """Commit all waiting writes, and end the thread."""
        with self._wakeup:
            self._closing.set()
            self._wakeup.notify()
        if self._thread is not None:
            self._thread.join()
        self.pump(everything=True)

    def _add(self, write: _Write, size: int, *, urgent: bool) -> "Future[Any]":
        write.future.set_running_or_notify_cancel()  # so that nobody can cancel a submitted write
        with self._wakeup:
            if self._closing.is_set():
                raise StorageError(f"the database {self._name} is closed")
            if self._gathering.add(write, size, self._monotonic(), urgent=urgent):
                # only if due sooner; otherwise it would wake hundreds of times a second for nothing
                self._wakeup.notify()
        return write.future

    def _serve(self) -> None:
        while True:
            with self._wakeup:
                while (left := self._gathering.seconds_left(self._monotonic())) != 0 and not self._closing.is_set():
                    self._wakeup.wait(left)
                batch = self._gathering.take()
            if batch:
                self._commit(batch)
            elif self._closing.is_set():
                return

    def _commit(self, batch: Sequence[_Write]) -> None:
        """Write a group in one transaction, then give each future its result or error. No error is raised here."""
        outcomes: Sequence[Any]
        try:
            outcomes = self._committed(batch)
            self._is_failing = False
        except DBAPIError as error:
            refusal, now = unavailable("write to", self._name, error), self._monotonic()
            if now >= self._next_warning:
                _LOG.warning("%s", refusal)
                self._next_warning = now + WARNING_SECONDS
            self._is_failing = True
            outcomes = [refusal] * len(batch)
        except Exception as error:  # noqa: BLE001 - the thread must go on, and the futures get the error
            _LOG.exception("cannot write to %s", self._name)
            outcomes = [error] * len(batch)
        for write, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                write.future.set_exception(outcome)
            else:
                write.future.set_result(outcome)

    def _committed(self, batch: Sequence[_Write]) -> list[Any]:
        pauses = iter(() if self._is_failing else RETRY_SECONDS)
        while True:
            try:
                with self._engine.begin() as connection:
                    return _write_all(connection, batch, self._clock())
            except DBAPIError as error:
                may_help = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
                pause = next(pauses, None) if may_help and not is_lasting(error) else None
                if pause is None:
                    raise
                _LOG.warning("cannot write to %s, trying again: %s", self._name, cause(error))
                self._pause(pause)


def _write_all(connection: Connection, batch: Sequence[_Write], now: float) -> list[Any]:
    """Carry out writes; return the result or the error of each."""
    outcomes: list[Any] = []
    for is_log, writes in groupby(batch, lambda write: isinstance(write.work, Append)):
        if is_log:
            appends = [write.work for write in writes if isinstance(write.work, Append)]
            outcomes += append_all(connection, appends, now)
        else:
            outcomes += [_outcome(connection, write.work) for write in writes if callable(write.work)]
    return outcomes


def _outcome(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
    except Exception as error:
        if isinstance(error, DBAPIError) and (error.connection_invalidated or is_lasting(error)):
            raise  # fail the whole group: on a full disk SQLite has already rolled everything back
        savepoint.rollback()
        if not isinstance(error, DBAPIError):
            return error
        return UnavailableError(f"the database refused a write: {cause(error)}", "the server cannot store this")
    savepoint.commit()
    return result


# Reading and writing for the modules above: functions of a connection, and the time.


class Transactions:
    """Access to the database: reads from any thread, and writes through the writer.

    Args:
        engine: SQLAlchemy engine of the database.
        writer: the writer of this database.
        clock: returns the current time in seconds since 1970. None for this machine's clock with SQLite, and for the
            database's clock with PostgreSQL, which servers on several machines share.
    """

    def __init__(self, engine: Engine, writer: Writer, clock: Callable[[], float] | None = None) -> None:
        self.writer = writer
        self._engine = engine
        self._cannot_read = False
        self._clock = time.time if clock is None and engine.dialect.name == "sqlite" else clock

    def now(self, connection: Connection) -> float:
        """Return the current time in seconds since 1970."""
        if self._clock is not None:
            return self._clock()
        return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    def read(self, work: Callable[[Connection], _Result]) -> _Result:
        """Run ``work`` in one transaction for reading, and return its result.

        Raises:
            UnavailableError: the database cannot be read.
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
        """Run ``work`` in a transaction; return its result once its changes are on disk.

        Args:
            work: function to run. If it raises an error, all its changes are undone.
            size: size in bytes of the data that ``work`` will write.

        Raises:
            StorageError: the database failed.
        """
        return self.writer.run(work, size)

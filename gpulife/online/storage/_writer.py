"""The only place that writes: one thread, which commits what waits in groups, in order, and then says so.

A write is a function of the connection, or an entry of a match's log; several share a transaction, and one that fails
fails alone. Whoever waits for a write's future knows that it is on disk. A commit of which nobody knows whether it
happened is tried again, since entries of logs are numbered and a repeated one is recognised. Where nothing can be
written for longer, as the disk is full, each group is refused at once, and the log says so once a minute.
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

# Which writes are committed together: urgent ones at once with all that waits, others a little later.
#
# A commit to disk takes milliseconds however much is in it, so that thousands of actions of all matches share one. No
# thread and no clock of its own: the writer has them.

GATHER_SECONDS = 0.05
"""Time for which writes that are not urgent wait for others: with the commit itself less than 0.1 s."""
MAX_WAITING_BYTES = 64 << 20
"""Limit on the size of all that waits."""

_Gathered = TypeVar("_Gathered")


class Gathering(Generic[_Gathered]):
    """Writes that wait to be committed, in order.

    Args:
        max_bytes: limit on their size.

    Attributes:
        size: their size in bytes, about.
    """

    def __init__(self, max_bytes: int = MAX_WAITING_BYTES) -> None:
        self.size = 0
        self._max_bytes = max_bytes
        self._waiting: list[_Gathered] = []
        self._due: float | None = None

    def add(self, write: _Gathered, size: int, now: float, *, urgent: bool) -> bool:
        """Let a write wait, and return whether something is due sooner than before.

        Args:
            write: to be committed.
            size: its size in bytes, about.
            now: seconds on a clock that does not go back.
            urgent: whether it, and all before it, is due at once.

        Raises:
            QueueFullError: there is no room.
        """
        if self._waiting and self.size + size > self._max_bytes:
            raise QueueFullError(
                f"{self.size >> 20} MiB wait to be written: the disk does not keep up",
                "the server's disk does not keep up",
            )
        self._waiting.append(write)
        self.size += size
        due = now if urgent else now + GATHER_SECONDS
        is_sooner = self._due is None or due < self._due
        self._due = due if self._due is None else min(self._due, due)
        return is_sooner

    def seconds_left(self, now: float) -> float | None:
        """Return the time until something is due, 0 if it is; None if nothing waits."""
        return None if self._due is None else max(0.0, self._due - now)

    def take(self) -> Sequence[_Gathered]:
        """Return all that waits, due or not; nothing waits any more."""
        taken, self._waiting, self.size, self._due = self._waiting, [], 0, None
        return taken


_LOG = logging.getLogger(__name__)

# The thread that writes.

RETRY_SECONDS = (0.0, 0.2, 1.0, 2.0)
"""Pauses before a group that could not be committed is tried again: a database may be starting anew."""
WARNING_SECONDS = 60.0
"""Time between two lines in the log that say that nothing can be written."""
_WORK_BYTES = 256
"""What a write counts that is no log, beside what it says of itself."""

_Result = TypeVar("_Result")


@dataclass(slots=True)
class _Write:
    """What is to be written: a function or an append, and the future of its result."""

    work: Callable[[Connection], Any] | Append
    future: "Future[Any]" = field(default_factory=Future)


class Writer:
    """Writes through one connection at a time.

    Args:
        engine: where to.
        monotonic: seconds on a clock that does not go back.
        clock: seconds since 1970, for when something was last done in a match.
        threaded: whether a thread commits what is due. Without one its owner calls :meth:`pump`, and :meth:`run`
            commits at once: for tests.
        max_bytes: limit on the size of what waits.
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
        self._is_failing = False  # the last group could not be written
        self._next_warning = -math.inf
        self._pause: Callable[[float], object] = self._closing.wait if threaded else lambda _: None
        self._thread = threading.Thread(target=self._serve, name="gpulife-writer", daemon=True) if threaded else None
        if self._thread is not None:
            self._thread.start()

    def submit(self, work: Callable[[Connection], _Result], size: int = 0, *, urgent: bool = True) -> "Future[_Result]":
        """Have ``work`` done in the next transaction; the future has its result when that is on disk.

        Raises:
            QueueFullError: too much waits.
            StorageError: it was closed.
        """
        return self._add(_Write(work), size + _WORK_BYTES, urgent=urgent)

    def append(self, append: Append, *, urgent: bool) -> "Future[int]":
        """Have rows appended to a log; the future has the number of its rows when that is on disk.

        Raises:
            QueueFullError: too much waits.
            StorageError: it was closed.
        """
        return self._add(_Write(append), append.size, urgent=urgent)

    def run(self, work: Callable[[Connection], _Result], size: int = 0) -> _Result:
        """Do ``work`` in a transaction, wait until it is on disk, and return its result.

        Raises:
            QueueFullError: too much waits.
            StorageError: the database refused, or it was closed; or whatever ``work`` raises.
        """
        future = self.submit(work, size)
        if self._thread is None:
            self.pump()
        return future.result()

    def pump(self, *, everything: bool = False) -> None:
        """Commit all that waits if any of it is due, or anyway; for a writer without a thread."""
        with self._wakeup:
            left = self._gathering.seconds_left(self._monotonic())
            batch = self._gathering.take() if left == 0 or everything else ()
        if batch:
            self._commit(batch)

    def close(self) -> None:
        """Commit all that waits, and stop."""
        with self._wakeup:
            self._closing.set()
            self._wakeup.notify()
        if self._thread is not None:
            self._thread.join()
        self.pump(everything=True)

    def _add(self, write: _Write, size: int, *, urgent: bool) -> "Future[Any]":
        write.future.set_running_or_notify_cancel()  # what has been given away is written
        with self._wakeup:
            if self._closing.is_set():
                raise StorageError(f"the database {self._name} was closed")
            if self._gathering.add(write, size, self._monotonic(), urgent=urgent):
                self._wakeup.notify()  # each time, it would wake hundreds of times a second only to wait again
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
        """Write a group in one transaction, then resolve its futures; never raises."""
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
        except Exception as error:  # noqa: BLE001 - the thread goes on, and whoever waits is told
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
    """Return a result or an error for each write, of which those that follow each other in logs are done together."""
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
            raise  # nothing of the group is written; of a full disk SQLite has rolled everything back already
        savepoint.rollback()
        if not isinstance(error, DBAPIError):
            return error
        return UnavailableError(f"the database refused: {cause(error)}", "the server cannot store that")
    savepoint.commit()
    return result


# Reading and writing as all that is stored needs it: short functions of a connection, and what time it is.


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

"""Logging: each module logs to ``logging.getLogger(__name__)``, and the handlers here decide where records go.

INFO records say what is happening. WARNING records report failures after which the command continued, ERROR records
failures that ended it. Tracebacks and records of OpenGL drivers (``DRIVERS``) go only to log files. A handler that
cannot write its output raises no error.
"""

import logging
import os
import platform
import shlex
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TypeVar

import platformdirs

from gpulife import __version__
from gpulife.errors import OutputError
from gpulife.printing import printable, say_on_stderr
from gpulife.resources import named_path
from gpulife.storage.atomic_io import open_log

LOGGER = logging.getLogger("gpulife")
"""The package's logger: parent of the loggers of all modules."""
DRIVERS = "gpulife.opengl"
"""The logger for messages of OpenGL drivers."""
LOGS_VARIABLE = "GPULIFE_LOGS"
"""Environment variable with the path of the folder for logs. If it is not set, a folder in the user's home is used."""
DEBUG_LOG, ERROR_LOG, ART_LOG = "debug.log", "errors.log", "art.log"
"""Names of log files; older files are called ``debug.log.1`` and so on."""
_MAX_BYTES = 4 << 20
_MAX_ERROR_BYTES = 1 << 18
_MAX_LINE = 2000

_Handler = TypeVar("_Handler", bound=logging.Handler)
_error_lock = threading.Lock()


def log_folder() -> Path:
    """Return the folder for logs; create it if it does not exist.

    Raises:
        OutputError: the folder cannot be made.
    """
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from error
    return folder


def is_for_people(record: logging.LogRecord) -> bool:
    """Return True if a log record may be shown on the screen, False if it belongs only in log files."""
    return not record.exc_info and record.name != DRIVERS


class ConsoleHandler(logging.Handler):
    """Prints each warning and error as one line on standard error. If that fails, nothing is printed."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(is_for_people)

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record's level and message."""
        say_on_stderr(f"gpulife: {record.levelname.lower()}: {record.getMessage()}")


class NoticeHandler(logging.Handler):
    """Prints each record of level INFO as one line on standard error."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.addFilter(lambda record: is_for_people(record) and record.levelno == logging.INFO)

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record's message."""
        say_on_stderr(record.getMessage())


class PendingWarnings(logging.Handler):
    """Collects warnings from all threads until the window shows them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(is_for_people)
        self._lines: deque[str] = deque()

    def emit(self, record: logging.LogRecord) -> None:
        """Store a record's message."""
        self._lines.append(record.getMessage())

    def take(self) -> str:
        """Return in one line the first warning since the last call and the number of others; "" if there were none."""
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        more = f" (and {len(lines) - 1} more warnings)" if len(lines) > 1 else ""
        return lines[0] + more if lines else ""


class LogFile(RotatingFileHandler):
    """A log file of limited size that refuses symbolic links and prints no errors.

    The file is opened anew for each record, so other programs may move or remove it.

    Args:
        path: the newest file; its folder is created if it does not exist.
        max_bytes: approximate maximum size of each file.
        old_files: number of older files that are not deleted.
        private: True if only the file's owner may read it.

    Attributes:
        lost: number of records that could not be written since the last successful write.
    """

    def __init__(self, path: Path, max_bytes: int = _MAX_BYTES, old_files: int = 2, *, private: bool = True) -> None:
        self.lost = 0
        self._private = private
        super().__init__(path, maxBytes=max_bytes, backupCount=old_files, encoding="utf-8", delay=True)
        self.setLevel(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        lost = self.lost
        super().emit(record)
        if self.lost == lost:
            self.lost = 0
        with suppress(OSError):  # emit has counted the lost record already
            self.close()

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's lines, without characters that could control a terminal."""
        return printable(super().format(record), keep="\n")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's signature
        """Count a record that could not be written; the program continues."""
        self.lost += 1

    def _open(self) -> TextIOWrapper:
        def opener(path: str, _flags: int) -> int:
            return open_log(Path(path), private=self._private)

        return open(self.baseFilename, "a", encoding=self.encoding, errors="backslashreplace", opener=opener)


class ArtLogFile(LogFile):
    """The art display's log as human-readable text: one line for each record."""

    def __init__(self, path: Path, max_bytes: int = 1 << 20, old_files: int = 4) -> None:
        super().__init__(path, max_bytes, old_files, private=False)
        self.setLevel(logging.INFO)
        self.addFilter(is_for_people)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line with the local time.

        If records just before this one could not be written, another line says how many.
        """
        stamp = datetime.fromtimestamp(record.created).astimezone().isoformat(" ", "seconds")
        lost = f"{stamp} ({self.lost} lines before this one could not be written)\n" if self.lost else ""
        return f"{lost}{stamp} {printable(record.getMessage())[:_MAX_LINE]}"


@contextmanager
def attached(handler: _Handler) -> Iterator[_Handler]:
    """Add a handler to the package's logger until the block ends; it gets all records of its level and above."""
    level = LOGGER.level
    LOGGER.setLevel(min(LOGGER.getEffectiveLevel(), handler.level))
    LOGGER.addHandler(handler)
    try:
        yield handler
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)
        handler.close()


def log_error(what: str, error: BaseException) -> Path | None:
    """Write an unexpected error and its traceback to the error log.

    Args:
        what: what the program was doing, in words.
        error: the exception.

    Returns:
        The path of the log; None if it cannot be written.
    """
    path = _folder() / ERROR_LOG
    handler = LogFile(path, _MAX_ERROR_BYTES)
    handler.setLevel(logging.ERROR)
    with _error_lock, attached(handler):
        LOGGER.error("%s: %s", what, _system(), exc_info=error)
    return None if handler.lost else path


@contextmanager
def debug_log(argv: Sequence[str], rank: int = 0, *, is_told: bool = True) -> Iterator[None]:
    """Write all log records of the package to a file until the block ends. Each rank has its own file.

    Args:
        argv: the command line, which is the log's first record.
        rank: this process's rank.
        is_told: True to print the file's path if ``rank`` is 0.
    """
    try:
        path = log_folder() / (f"debug-rank-{rank}.log" if rank else DEBUG_LOG)
        os.close(open_log(path))
    except (OSError, OutputError) as error:
        LOGGER.warning("no debug log is written: %s", error)
        yield
        return
    if is_told and not rank:
        say_on_stderr(f"gpulife: debug: writing a log to {path}")
    with attached(LogFile(path)):
        LOGGER.debug("%s: gpulife %s", _system(), shlex.join(argv))
        yield


def _system() -> str:
    return f"gpulife {__version__}, Python {platform.python_version()}, {platform.platform()}"


def _folder() -> Path:
    return named_path(LOGS_VARIABLE) or platformdirs.user_log_path("gpulife", appauthor=False)

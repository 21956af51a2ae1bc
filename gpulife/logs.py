"""What the program writes down for the case that something goes wrong: where, and the logs of errors and ``--debug``.

Errors that nobody expected are always written down, with where they came from; the file is made by the first of them.
"""

from __future__ import annotations

import logging
import platform
import shlex
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from gpulife import __version__
from gpulife.environment import named_path
from gpulife.errors import OutputError
from gpulife.files import open_log
from gpulife.printing import printable

LOGS_VARIABLE = "GPULIFE_LOGS"
"""Environment variable with the folder of logs, instead of the user's."""
DEBUG_LOG, ERROR_LOG = "debug.log", "errors.log"
"""In that folder; older ones are ``debug.log.1`` and so on."""
_MAX_BYTES = 4 << 20
"""Of one file."""
_MAX_ERROR_BYTES = 1 << 18
_OLD_FILES = 2
_LOGGER = logging.getLogger("gpulife")


def log_folder() -> Path:
    """The folder of logs, which exists from then on.

    Raises:
        OutputError: it cannot be made.
    """
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from error
    return folder


def log_error(what: str, error: BaseException) -> Path | None:
    """Write an error that nobody expected, and where it came from, into the log of errors.

    Nothing that goes wrong with the log is an error: this is called while something else is.

    Args:
        what: the program was doing.
        error: what was raised.

    Returns:
        The log; None if it cannot be written.
    """
    path = _folder() / ERROR_LOG
    handler = _SafeHandler(path, _MAX_ERROR_BYTES, delay=True)
    system = f"gpulife {__version__}, Python {platform.python_version()}, {platform.platform()}"
    with _lock:
        _LOGGER.addHandler(handler)
        try:
            _LOGGER.error("%s: %s", what, system, exc_info=error)
        finally:
            _LOGGER.removeHandler(handler)
            handler.close()
    return None if handler.failed else path


@contextmanager
def debug_log(argv: Sequence[str], tell: Callable[[str, str], None]) -> Iterator[None]:
    """Write everything that the program's loggers are told to a file, as long as it lasts.

    Args:
        argv: the command line, which the log begins with.
        tell: told in a line of a kind, ``debug`` or ``warning``, where the file is, or why there is none.
    """
    try:
        path = log_folder() / DEBUG_LOG
        handler = _SafeHandler(path, _MAX_BYTES)
    except (OSError, OutputError) as error:
        tell("warning", f"no log is written: {error}")
        yield
        return
    tell("debug", f"what happens is written to {path}")
    level = _LOGGER.level
    _LOGGER.addHandler(handler)
    _LOGGER.setLevel(logging.DEBUG)
    system = f"Python {platform.python_version()}, {platform.platform()}"
    _LOGGER.info("gpulife %s, %s: gpulife %s", __version__, system, shlex.join(argv))
    try:
        yield
    finally:
        _LOGGER.setLevel(level)
        _LOGGER.removeHandler(handler)
        handler.close()


_lock = threading.Lock()


class _Form(logging.Formatter):
    """Lines as in all logs; a terminal that shows them is not directed by what names and files hold."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record), keep="\n")


class _SafeHandler(RotatingFileHandler):
    """Writes to a file of its own, follows no link that somebody put in its place, and never prints.

    Attributes:
        failed: whether something could not be written.
    """

    failed = False

    def __init__(self, path: Path, max_bytes: int, *, delay: bool = False) -> None:
        super().__init__(path, maxBytes=max_bytes, backupCount=_OLD_FILES, encoding="utf-8", delay=delay)
        self.setFormatter(_Form())

    def _open(self) -> TextIOWrapper:
        def opener(path: str, _flags: int) -> int:
            return open_log(Path(path))

        return open(self.baseFilename, "a", encoding=self.encoding, errors="backslashreplace", opener=opener)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - as logging has it
        """Remember it; the program goes on."""
        self.failed = True


def _folder() -> Path:
    return named_path(LOGS_VARIABLE) or platformdirs.user_log_path("gpulife", appauthor=False)

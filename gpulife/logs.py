"""What the program writes down for the case that something goes wrong: where, and the log that ``--debug`` asks for."""

from __future__ import annotations

import logging
import platform
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from gpulife import __version__
from gpulife.environment import named_path
from gpulife.errors import OutputError

LOGS_VARIABLE = "GPULIFE_LOGS"
"""Environment variable with the folder of logs, instead of the user's."""
DEBUG_LOG = "debug.log"
"""In that folder; older ones are ``debug.log.1`` and so on."""
_MAX_BYTES = 4 << 20
"""Of one file."""
_OLD_FILES = 2


def log_folder() -> Path:
    """The folder of logs, which exists from then on.

    Raises:
        OutputError: it cannot be made.
    """
    folder = named_path(LOGS_VARIABLE) or platformdirs.user_log_path("gpulife", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from error
    return folder


@contextmanager
def debug_log(argv: Sequence[str], tell: Callable[[str, str], None]) -> Iterator[None]:
    """Write everything that the program's loggers are told to a file, as long as it lasts.

    Args:
        argv: the command line, which the log begins with.
        tell: told in a line of a kind, ``debug`` or ``warning``, where the file is, or why there is none.
    """
    try:
        path = log_folder() / DEBUG_LOG
        handler = RotatingFileHandler(path, maxBytes=_MAX_BYTES, backupCount=_OLD_FILES, encoding="utf-8")
    except (OSError, OutputError) as error:
        tell("warning", f"no log is written: {error}")
        yield
        return
    tell("debug", f"what happens is written to {path}")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("gpulife")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    system = f"Python {platform.python_version()}, {platform.platform()}"
    logger.info("gpulife %s, %s: gpulife %s", __version__, system, shlex.join(argv))
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)
        handler.close()

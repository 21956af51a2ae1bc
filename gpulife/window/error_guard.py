"""Whatever goes wrong in a window's program, the session goes on: it is told in a line, and logged with its origin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from gpulife.errors import GpulifeError
from gpulife.log import log_error

MAX_FAILED_FRAMES = 3
"""One after the other: nothing can be shown any more."""
_MAX_LETTERS = 200
"""Of an error that nobody expected, on the screen; all of it is in the log."""


class _Closable(Protocol):
    def close(self) -> None: ...


@contextmanager
def closed_on_error(thing: _Closable) -> Iterator[None]:
    """Close something if the block fails, which was to make use of it."""
    try:
        yield
    except BaseException:
        thing.close()
        raise


class Guard:
    """Stands between a program and its errors.

    Args:
        tell: shows a line to the user.

    Attributes:
        unexpected: how many errors there were that nobody expected.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.unexpected = 0
        self._tell = tell
        self._failed_frames = 0

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """What is asked for in the block may fail; ``what`` names it for people.

        Raises:
            BaseException: only what ends programs, such as KeyboardInterrupt.
        """
        try:
            yield
        except Exception as error:  # noqa: BLE001 - a bug in one thing that was asked for must not take the session
            self._tell(self._line(what, error))

    @contextmanager
    def frame(self) -> Iterator[None]:
        """A frame may fail, too, which spoils a picture; several in a row are the end.

        Raises:
            Exception: what went wrong in the last of them.
        """
        try:
            yield
        except Exception as error:
            self._failed_frames += 1
            if self._failed_frames >= MAX_FAILED_FRAMES:
                raise
            self._tell(self._line("a frame", error))
        else:
            self._failed_frames = 0

    def _line(self, what: str, error: Exception) -> str:
        """What to tell, after logging what nobody expected."""
        if isinstance(error, GpulifeError):
            return str(error)
        self.unexpected += 1
        log = log_error(f"{what} in the window", error)
        if isinstance(error, MemoryError):
            return f"{what} failed: not enough memory"
        where = f"; see {log.name}" if log is not None else ""
        return f"{what} failed by a bug of gpulife{where}: {type(error).__name__}: {error}"[:_MAX_LETTERS]

"""Errors in the window do not end the session: each is shown in one line, and a bug is logged with its traceback."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpulife.errors import GpulifeError
from gpulife.log import log_error

MAX_FAILED_FRAMES = 3
"""Failed frames in a row after which the program gives up: nothing can be shown any more."""
_MAX_CHARACTERS = 200
"""Letters of an unexpected error that are shown on the screen; the log has all of it."""


class ErrorGuard:
    """Catches errors, shows them to the user, and counts the unexpected ones.

    Args:
        show: shows a line to the user.

    Attributes:
        unexpected: number of errors that were bugs rather than a GpulifeError.
        is_over: returns whether nothing can go on after an error, which is raised then. Owners may set it.
    """

    def __init__(self, show: Callable[[str], None]) -> None:
        self.unexpected = 0
        self.is_over: Callable[[], bool] = lambda: False
        self._show = show
        self._failed_frames = 0

    @contextmanager
    def catch(self, what: str) -> Iterator[None]:
        """Show an error of the block to the user instead of raising it; ``what`` names the block's work in the message.

        Raises:
            BaseException: what ends programs, such as KeyboardInterrupt, or an error after which nothing can go on.
        """
        try:
            yield
        except Exception as error:
            if self.is_over():
                raise
            self._show(self._describe(what, error))

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Show an error of a frame to the user, but raise it if the frames before failed, too.

        Raises:
            Exception: the error of the last of ``MAX_FAILED_FRAMES`` frames that failed in a row.
        """
        try:
            yield
        except Exception as error:
            self._failed_frames += 1
            if self._failed_frames >= MAX_FAILED_FRAMES or self.is_over():
                raise
            self._show(self._describe("a frame", error))
        else:
            self._failed_frames = 0

    def _describe(self, what: str, error: Exception) -> str:
        """Return the line to show; log the error if it is unexpected."""
        if isinstance(error, GpulifeError):
            return str(error)
        self.unexpected += 1
        log = log_error(f"{what} in the window", error)
        if isinstance(error, MemoryError):
            return f"{what} failed: not enough memory"
        where = f"; see {log.name}" if log is not None else ""
        return f"{what} failed by a bug of gpulife{where}: {type(error).__name__}: {error}"[:_MAX_CHARACTERS]

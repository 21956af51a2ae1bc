"""Shows the progress of work that blocks the window, such as reading and writing massive boards."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpulife.errors import GpulifeError
from gpulife.window.shell import Shell

_FIRST_SECONDS, _SECONDS = 1.0, 0.5  # seconds before the first message, and between messages
_MAX_DRAWING_SHARE = 0.1  # of the whole time, since a massive board is slow to draw, too


class StoppedError(GpulifeError):
    """The user stopped a long piece of work."""


class BlockingProgress:
    """Shows the progress of long work that consists of steps.

    Args:
        shell: shows the progress.
        label: name of the work, shown to the user.
        steps: number of steps.
        should_stop: returns True if the user wants to stop the work; None for work that cannot be stopped.
    """

    def __init__(self, shell: Shell, label: str, steps: int, should_stop: Callable[[], bool] | None = None) -> None:
        self._shell = shell
        self._should_stop = should_stop
        self._hint = "" if should_stop is None else "; Escape stops it"
        self._label = label
        self._steps = max(1, steps)
        self._done = 0
        self._next = time.perf_counter() + _FIRST_SECONDS

    def advance(self) -> None:
        """Count one more step, and update the progress from time to time.

        Raises:
            StoppedError: the user wants to stop the work.
        """
        self._done += 1
        began = time.perf_counter()
        if began < self._next:
            return
        self._shell.show_message(f"{self._label}: {100 * self._done // self._steps} %{self._hint}")
        self._shell.redraw()
        if self._should_stop is not None and self._should_stop():
            raise StoppedError(f"{self._label}: stopped")
        drawn = time.perf_counter()
        self._next = drawn + max(_SECONDS, (drawn - began) / _MAX_DRAWING_SHARE)


def stoppable_work(shell: Shell, label: str, steps: int) -> BlockingProgress:
    """Return the progress display of work that the user can stop, by Escape or by closing the window."""
    _ = shell.interrupted  # forget earlier presses
    return BlockingProgress(shell, label, steps, lambda: shell.interrupted)


COMPILING_STEPS = 5
"""Maximum number of shader programs that are compiled for a massive board."""


@contextmanager
def show_compiling(shell: Shell) -> Iterator[Callable[[], None]]:
    """Show that shaders are being compiled while the window is blocked.

    Yields a function; the caller calls it after compiling each shader program.
    """
    with shell.temporary_messages():
        shell.show_message("compiling shaders for this board")
        shell.redraw()
        yield BlockingProgress(shell, "compiling shaders for this board", COMPILING_STEPS).advance

"""Progress of work that keeps the window waiting, such as reading and writing massive boards."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpulife.errors import GpulifeError
from gpulife.window.shell import Shell

_FIRST_SECONDS, _SECONDS = 1.0, 0.5  # until the first message, and then between messages
_MAX_DRAWING_SHARE = 0.1  # of the time, since a massive board is slow to draw, too


class StoppedError(GpulifeError):
    """Somebody stopped long work."""


class BlockingProgress:
    """Show the progress of long work, step by step.

    Args:
        shell: shows the progress.
        label: the work, in words.
        steps: how many there are.
        should_stop: returns whether somebody wants the work to stop; None for work that cannot be stopped.
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
        """Count one more step, and show the progress now and then.

        Raises:
            StoppedError: somebody wants the work to stop.
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
    """Return the progress of work that people can stop, by Escape or by closing the window."""
    _ = shell.interrupted  # what was pressed before does not count
    return BlockingProgress(shell, label, steps, lambda: shell.interrupted)


COMPILING_STEPS = 5
"""Shader programs that a massive board needs at most: passes of three lengths, and two that skip sleeping tiles."""


@contextmanager
def show_compiling(shell: Shell) -> Iterator[Callable[[], None]]:
    """Say that shaders are being compiled, while the window stands still; yield what to call after each program."""
    with shell.temporary_messages():
        shell.show_message("compiling shaders for this board")
        shell.redraw()
        yield BlockingProgress(shell, "compiling shaders for this board", COMPILING_STEPS).advance

"""Work that keeps the window waiting, such as reading and writing massive boards: it says how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from gpulife.errors import GpulifeError
from gpulife.window.shell import Shell

_FIRST_SECONDS, _SECONDS = 1.0, 0.5
_DRAWING_SHARE = 0.1  # of the time, at most: a massive board is slow to draw, too


class StoppedError(GpulifeError):
    """Somebody has stopped long work."""


class LongWork:
    """Work of so many steps.

    Args:
        shell: where it is shown.
        label: in words, what is done.
        steps: how many.
        stops: asked after each showing, whether somebody wants it to stop; None for work that has to be done.
    """

    def __init__(self, shell: Shell, label: str, steps: int, stops: Callable[[], bool] | None = None) -> None:
        self._shell = shell
        self._stops = stops
        self._hint = "" if stops is None else "; Escape stops it"
        self._label = label
        self._steps = max(1, steps)
        self._done = 0
        self._next = time.perf_counter() + _FIRST_SECONDS

    def advance(self) -> None:
        """One more step is done.

        Raises:
            StoppedError: there is to be no more.
        """
        self._done += 1
        began = time.perf_counter()
        if began < self._next:
            return
        self._shell.tell(f"{self._label}: {100 * self._done // self._steps} %{self._hint}")
        self._shell.redraw()
        if self._stops is not None and self._stops():
            raise StoppedError(f"{self._label}: stopped")
        drawn = time.perf_counter()
        self._next = drawn + max(_SECONDS, (drawn - began) / _DRAWING_SHARE)


def stoppable(shell: Shell, label: str, steps: int) -> LongWork:
    """Long work that somebody can stop: by Escape, or by closing the window."""
    _ = shell.interrupted  # what was pressed before does not count
    return LongWork(shell, label, steps, lambda: shell.interrupted)


COMPILING_STEPS = 5
"""Programs that a massive board takes at most: passes of three lengths, and two that leave out what sleeps."""


def tell_of_compiling(shell: Shell) -> Callable[[], None]:
    """Say, before the window stands still, that shaders are compiled; call the result after each program."""
    shell.tell("compiling shaders for this board")
    shell.redraw()
    return LongWork(shell, "compiling shaders for this board", COMPILING_STEPS).advance

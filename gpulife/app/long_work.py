"""Work that keeps the window waiting, such as reading and writing massive boards: it says how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

_FIRST_SECONDS, _SECONDS = 1.0, 0.5
_DRAWING_SHARE = 0.1  # of the time, at most: a massive board is slow to draw, too


class Shown(Protocol):
    """Where work is shown: the program."""

    def tell(self, message: str) -> None:
        """Show a line."""

    def redraw(self) -> None:
        """Show the present moment again."""


class LongWork:
    """Work of so many steps.

    Args:
        shown: the program.
        label: in words, what is done.
        steps: how many.
    """

    def __init__(self, shown: Shown, label: str, steps: int) -> None:
        self._shown = shown
        self._label = label
        self._steps = max(1, steps)
        self._done = 0
        self._next = time.perf_counter() + _FIRST_SECONDS

    def advance(self) -> None:
        """One more step is done."""
        self._done += 1
        began = time.perf_counter()
        if began < self._next:
            return
        self._shown.tell(f"{self._label}: {100 * self._done // self._steps} %")
        self._shown.redraw()
        drawn = time.perf_counter()
        self._next = drawn + max(_SECONDS, (drawn - began) / _DRAWING_SHARE)


COMPILING_STEPS = 5
"""Programs that a massive board takes at most: passes of three lengths, and two that leave out what sleeps."""


def tell_of_compiling(shown: Shown) -> Callable[[], None]:
    """Say, before the window stands still, that shaders are compiled; call the result after each program."""
    shown.tell("compiling shaders for this board")
    shown.redraw()
    return LongWork(shown, "compiling shaders for this board", COMPILING_STEPS).advance

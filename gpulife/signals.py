"""Ctrl-C and SIGTERM as a request that a loop looks at between two generations, where nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stop:
    """Whether somebody asked the program to stop.

    Attributes:
        signal: the number of the signal that asked, or None.
    """

    def __init__(self) -> None:
        self.signal: int | None = None

    @property
    def exit_status(self) -> int:
        """What a shell expects of a program ended so: 130 for Ctrl-C, 143 for SIGTERM, 0 if nobody asked."""
        return 0 if self.signal is None else 128 + self.signal


@contextmanager
def stop_on_signals() -> Iterator[Stop]:
    """Turn the first Ctrl-C or SIGTERM inside the block into ``stop.signal``; the second ends the block at once.

    Outside the main thread, where Python delivers no signals, the request never comes.
    """
    stop = Stop()

    def ask(number: int, _frame: FrameType | None) -> None:
        if stop.signal is None:
            stop.signal = number
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

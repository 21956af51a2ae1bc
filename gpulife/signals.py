"""Signals that end the program, as a request that loops look at between two generations, so that nothing is half done.

Ctrl-C, SIGTERM, SIGHUP (the terminal was closed) and on Windows SIGBREAK (the console was closed).
"""

import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

ENDING_SIGNALS = frozenset(
    int(getattr(signal, name)) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
_HANG_UP = int(getattr(signal, "SIGHUP", 1))
STATUS_HANG_UP = 128 + _HANG_UP


class Stop:
    """Whether somebody asked the program to stop.

    Attributes:
        signal: the number of the signal that asked, or None.
    """

    def __init__(self) -> None:
        self.signal: int | None = None

    @property
    def exit_status(self) -> int:
        """The exit status that a shell expects: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP, else 0."""
        return 0 if self.signal is None else 128 + self.signal


@contextmanager
def stop_on_signals(stop: Stop | None = None) -> Iterator[Stop]:
    """Turn the first signal that ends programs into ``stop.signal`` inside the block; the second ends it at once.

    ``stop`` may be one that others have been given already. Outside the main thread, where Python delivers no signals,
    the request never comes.
    """
    stop = stop or Stop()

    def ask(number: int) -> None:
        if stop.signal is None:
            stop.signal = number
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise SystemExit(128 + number)

    with _handling(ENDING_SIGNALS, ask):
        yield stop


class _InterruptedBlockError(Exception):
    """A signal has come."""


@contextmanager
def interrupted_by_signals(stop: Stop) -> Iterator[None]:
    """Leave the block, wherever it is, at the first signal that ends programs, which is then ``stop.signal``.

    For work that can take long in one go and leaves nothing half done behind.
    """

    def leave(number: int) -> None:
        if stop.signal is not None:
            raise SystemExit(128 + number)
        stop.signal = number
        raise _InterruptedBlockError

    with suppress(_InterruptedBlockError), _handling(ENDING_SIGNALS, leave):
        yield


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and its like end the block as an error does, so that it can clean up; Ctrl-C does so anyway."""

    def end(number: int) -> None:
        raise SystemExit(128 + number)

    with _handling(ENDING_SIGNALS - {signal.SIGINT}, end):
        yield


@contextmanager
def _handling(numbers: Iterable[int], handle: Callable[[int], None]) -> Iterator[None]:
    """Call ``handle`` with the number of each of these signals that comes while the block lasts."""

    def on_signal(number: int, _frame: FrameType | None) -> None:
        if number == _HANG_UP:
            detach_lost_terminal()
        handle(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # nohup starts programs with SIGHUP ignored, and that is to stay so.
    heard = [number for number in numbers if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, on_signal) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def detach_lost_terminal() -> bool:
    """Redirect input and output of a terminal that has gone to the null device; return whether one has gone.

    Such a terminal answers everything that is still printed with an error, which would prevent saving.
    """
    gone = False
    if sys.platform != "win32":
        import termios

        for descriptor in (0, 1, 2):
            try:
                termios.tcgetattr(descriptor)
            except termios.error as error:
                if error.args[0] == errno.EIO:
                    nowhere = os.open(os.devnull, os.O_RDWR)
                    os.dup2(nowhere, descriptor)
                    os.close(nowhere)
                    gone = True
    return gone

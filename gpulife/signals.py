"""Signals that should end the program, turned into a request that loops check, so that no work is left half done.

The signals are Ctrl-C, SIGTERM, SIGHUP (the terminal was closed) and on Windows SIGBREAK (the console was closed).
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
    """A request to stop the program.

    Attributes:
        signal: number of the signal that asked the program to stop; None if none has come.
    """

    def __init__(self) -> None:
        self.signal: int | None = None

    @property
    def exit_status(self) -> int:
        """Exit status as shells expect it: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP, else 0."""
        return 0 if self.signal is None else 128 + self.signal


@contextmanager
def stop_on_signals(stop: Stop | None = None) -> Iterator[Stop]:
    """Store the first signal that should end the program in ``stop.signal``; a second one ends the block at once.

    Pass a ``stop`` that other code checks already, or None to make one. Outside the main thread, where Python delivers
    no signals, ``stop.signal`` stays None.
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
    """A signal arrived during a block."""


@contextmanager
def interrupted_by_signals(stop: Stop) -> Iterator[None]:
    """Leave the block at once when a signal asks the program to end, and store the signal in ``stop.signal``.

    Use this for work with long steps that can be broken off anywhere without harm.
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
    """Let SIGTERM and similar signals raise SystemExit in the block, which can then clean up as after Ctrl-C."""

    def end(number: int) -> None:
        raise SystemExit(128 + number)

    with _handling(ENDING_SIGNALS - {signal.SIGINT}, end):
        yield


@contextmanager
def _handling(numbers: Iterable[int], handle: Callable[[int], None]) -> Iterator[None]:
    """Call ``handle`` with the number of each of the signals ``numbers`` that arrives inside the block."""

    def on_signal(number: int, _frame: FrameType | None) -> None:
        if number == _HANG_UP:
            detach_lost_terminal()
        handle(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # nohup starts programs with SIGHUP ignored; keep that.
    heard = [number for number in numbers if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, on_signal) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def detach_lost_terminal() -> bool:
    """If the terminal has gone, redirect the standard streams on it to the null device; return True if it has gone.

    Otherwise every print to the terminal would raise an error, which would prevent saving.
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

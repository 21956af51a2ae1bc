"""Turns signals that should end the program into a request to stop.

Loops check for this request between two steps of their work, so no step is left half done.

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
        """Exit status as for shells: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP, 0 if no signal has come."""
        return 0 if self.signal is None else 128 + self.signal


@contextmanager
def stop_on_signals(stop: Stop | None = None) -> Iterator[Stop]:
    """Store in ``stop.signal`` the first signal that should end the program. A second signal ends the block at once.

    Without ``stop``, a new ``Stop`` is made and yielded. Outside the main thread, Python delivers no signals, so
    ``stop.signal`` stays None.
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
    """Raised when a signal arrives, to leave the block of :func:`interrupted_by_signals`."""


@contextmanager
def interrupted_by_signals(stop: Stop) -> Iterator[None]:
    """End the block at once when a signal asks the program to stop. Store the signal in ``stop.signal``.

    Use this for long work that may be interrupted anywhere without harm.
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
    """Let SIGTERM and SIGHUP raise SystemExit in the block, so that its ``finally`` clauses run, as after Ctrl-C."""

    def end(number: int) -> None:
        raise SystemExit(128 + number)

    with _handling(ENDING_SIGNALS - {signal.SIGINT}, end):
        yield


@contextmanager
def _handling(numbers: Iterable[int], handle: Callable[[int], None]) -> Iterator[None]:

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
    """If the terminal was closed, redirect the standard streams to the null device. Return True if it was closed.

    Without this, every print to the closed terminal would raise an error, and the program could not save its work.
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

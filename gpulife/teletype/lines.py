"""Lines of standard input: out of a pipe or a file, or typed at a terminal that does not show them."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ReadLine = Callable[[], str]
"""The next line without its end. Raises EOFError when there is none."""

if sys.platform == "win32":
    import getpass

    @contextmanager
    def hidden_lines() -> Iterator[ReadLine]:
        """Read lines while the block lasts."""
        yield (lambda: getpass.getpass("")) if sys.stdin is not None and sys.stdin.isatty() else _read

else:
    import os
    import select
    import termios

    @contextmanager
    def hidden_lines() -> Iterator[ReadLine]:
        """Read lines while the block lasts; a terminal shows what is typed again after it, however it ends."""
        if sys.stdin is None or not sys.stdin.isatty():
            yield _read
            return
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        hidden = termios.tcgetattr(terminal)
        hidden[3] &= ~termios.ECHO
        with _ended_by_sigterm(), _waiting_for(terminal) as wait:

            def read() -> str:
                wait()
                return _read()

            termios.tcsetattr(terminal, termios.TCSADRAIN, hidden)
            try:
                yield read
            finally:
                # What was typed ahead is thrown away: a shell would show it, and run it.
                termios.tcsetattr(terminal, termios.TCSAFLUSH, before)

    @contextmanager
    def _waiting_for(terminal: int) -> Iterator[Callable[[], None]]:
        """Wait until a line has been typed, or raise what a signal raises.

        Reading alone is not enough: a Ctrl-C just before the system's ``read`` would be seen after the next line only.
        """
        if threading.current_thread() is not threading.main_thread():
            yield lambda: None
            return
        signalled, signals = os.pipe()
        os.set_blocking(signals, False)
        before = signal.set_wakeup_fd(signals, warn_on_full_buffer=False)

        def wait() -> None:
            while terminal not in select.select([terminal, signalled], [], [])[0]:
                os.read(signalled, 64)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(before)
            os.close(signalled)
            os.close(signals)


def _read() -> str:
    line = sys.stdin.buffer.readline() if sys.stdin is not None else b""
    if not line:
        raise EOFError
    return line.decode("utf-8", "replace").rstrip("\r\n")


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the block as an error does, so that it can clean up."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

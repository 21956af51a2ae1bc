"""Reads lines of standard input: from a pipe or a file, or typed at a terminal that does not show them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpulife.storage.bounded_reading import MAX_LINE, line_too_long

ReadLine = Callable[[], str]
"""Returns the next line without its end. Raises EOFError at the end, and ReadError if the line is too long."""


def _read() -> str:
    return _text(sys.stdin.buffer.readline(MAX_LINE + 1) if sys.stdin is not None else b"")


def _text(line: bytes) -> str:
    if not line:
        raise EOFError
    if len(line) > MAX_LINE:
        raise line_too_long("standard input")
    return line.decode("utf-8", "replace").rstrip("\r\n")


if sys.platform == "win32":
    import getpass

    @contextmanager
    def hidden_lines() -> Iterator[ReadLine]:
        """Read lines while the block lasts."""
        yield (lambda: getpass.getpass("")) if sys.stdin is not None and sys.stdin.isatty() else _read

else:
    import io
    import os
    import select
    import signal
    import termios
    import threading
    from contextlib import suppress

    @contextmanager
    def hidden_lines() -> Iterator[ReadLine]:
        """Read lines while the block lasts; a terminal shows what is typed again after it, however it ends."""
        descriptor = _descriptor()
        if descriptor is None:
            yield _read
            return
        with _waiting_for(descriptor) as wait, _hidden(descriptor):
            lines = _Lines(descriptor, wait)
            yield lambda: _text(lines.next())

    class _Lines:
        """Reads lines of an open file; ``wait`` is called before each reading."""

        def __init__(self, descriptor: int, wait: Callable[[], None]) -> None:
            self._descriptor = descriptor
            self._wait = wait
            self._read = b""

        def next(self) -> bytes:
            """Return the next line with its end; nothing at the end of the input."""
            while b"\n" not in self._read and len(self._read) <= MAX_LINE:
                self._wait()
                try:
                    data = os.read(self._descriptor, 1 << 16)
                except OSError:  # a terminal that went away
                    data = b""
                if not data:
                    break
                self._read += data
            line, end, self._read = self._read.partition(b"\n")
            return line + end

    def _descriptor() -> int | None:
        """Return the file descriptor of standard input; None if it has none."""
        if sys.stdin is None:
            return None
        try:
            return sys.stdin.fileno()
        except io.UnsupportedOperation:
            return None

    @contextmanager
    def _hidden(descriptor: int) -> Iterator[None]:
        """Keep a terminal from showing what is typed while the block lasts."""
        if not os.isatty(descriptor):
            yield
            return
        before = termios.tcgetattr(descriptor)
        hidden = termios.tcgetattr(descriptor)
        hidden[3] &= ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSADRAIN, hidden)
        try:
            yield
        finally:
            # Text that was typed ahead is discarded, since a shell would show it and run it.
            with suppress(termios.error):  # the terminal may have gone
                termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)

    @contextmanager
    def _waiting_for(descriptor: int) -> Iterator[Callable[[], None]]:
        """Yield a function that waits until there is something to read, or raises what a signal handler raises.

        Reading alone is not enough: a Ctrl-C just before the system's ``read`` would be seen after the next line only.
        """
        if threading.current_thread() is not threading.main_thread():
            yield lambda: None
            return
        signalled, signals = os.pipe()
        os.set_blocking(signals, False)
        before = signal.set_wakeup_fd(signals, warn_on_full_buffer=False)

        def wait() -> None:
            while descriptor not in select.select([descriptor, signalled], [], [])[0]:
                os.read(signalled, 64)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(before)
            os.close(signalled)
            os.close(signals)

"""Keys pressed in a terminal, one by one and without waiting for a line to end; POSIX and Windows."""

import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

_NAMES = {" ": "space", "\r": "return", "\n": "return", "\x1b": "escape"}


class Keys(Protocol):
    """A source of keys that people press."""

    def read(self, timeout: float) -> str | None:
        """Return the next key within ``timeout`` seconds: a character, "space", "return" or "escape"; else None.

        Cursor and function keys are left out. A terminal that went away gives "q".
        """


class NoKeys:
    """The keys of an input that is no terminal: nothing is ever pressed."""

    def read(self, timeout: float) -> str | None:
        """Wait for ``timeout`` seconds and return None."""
        time.sleep(timeout)
        return None


if sys.platform == "win32":
    import msvcrt

    class _ConsoleKeys:
        def read(self, timeout: float) -> str | None:
            until = time.monotonic() + timeout
            while not msvcrt.kbhit():
                if time.monotonic() >= until:
                    return None
                time.sleep(0.005)
            key = msvcrt.getwch()
            if key in "\x00\xe0":  # the second half of a cursor or function key
                msvcrt.getwch()
                return None
            return _NAMES.get(key, key)

    @contextmanager
    def keyboard() -> Iterator[Keys]:
        """Read keys while the block lasts."""
        yield _ConsoleKeys() if sys.stdin is not None and sys.stdin.isatty() else NoKeys()

else:
    import os
    import re
    import select
    import termios
    import tty

    _SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\x1b\[O])")
    _REST_OF_SEQUENCE = 0.03  # seconds after which an escape stands for the key of that name

    class TerminalKeys:
        """The keys of the terminal open as file descriptor ``fd``, which must not wait for whole lines."""

        def __init__(self, fd: int) -> None:
            self._fd = fd
            self._keys: deque[str] = deque()

        def read(self, timeout: float) -> str | None:
            """Return the next key; see :class:`Keys`."""
            if not self._keys and self._arrives(timeout):
                data = self._bytes()
                if data.endswith("\x1b") and self._arrives(_REST_OF_SEQUENCE):
                    data += self._bytes()
                self._keys.extend(_NAMES.get(key, key) for key in _SEQUENCE.sub("", data))
            return self._keys.popleft() if self._keys else None

        def _arrives(self, timeout: float) -> bool:
            return bool(select.select([self._fd], [], [], timeout)[0])

        def _bytes(self) -> str:
            try:
                data = os.read(self._fd, 1024)
            except OSError:
                data = b""
            return data.decode("utf-8", "replace") or "q"

    @contextmanager
    def keyboard() -> Iterator[Keys]:
        """Read keys while the block lasts; the terminal's modes are afterwards what they were.

        Ctrl-C still is a signal. Ctrl-Z is not: it would leave the shell with a screen that is not its own.
        """
        if sys.stdin is None or not sys.stdin.isatty():
            yield NoKeys()
            return
        fd = sys.stdin.fileno()
        before = termios.tcgetattr(fd)
        try:
            tty.setcbreak(fd)
            modes = termios.tcgetattr(fd)
            modes[6][termios.VSUSP] = b"\0"
            termios.tcsetattr(fd, termios.TCSADRAIN, modes)
            yield TerminalKeys(fd)
        finally:
            with suppress(termios.error):  # the terminal may have gone
                termios.tcsetattr(fd, termios.TCSAFLUSH, before)

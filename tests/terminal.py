"""A pseudo-terminal that runs gpulife, for tests that press keys and read the screen."""

import codecs
import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import gpulife

PATIENCE = 60  # seconds until a program is taken for stuck
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[^\[])")
# A suite in the background may have Ctrl-C ignored, which its children would inherit: at a terminal it never is.
_START = (
    "import fcntl, signal, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "signal.signal(signal.SIGINT, signal.default_int_handler); from gpulife.cli.main import entry_point; entry_point()"
)


class Terminal:
    """``gpulife`` with ``arguments`` in a terminal of ``size`` (columns, rows).

    Attributes:
        seen: its output so far, escape sequences included.
        process: the program.
        gone: True if the terminal was closed.
    """

    def __init__(self, *arguments: str, size: tuple[int, int] = (100, 30), **environment: str) -> None:
        self.seen = ""
        self.gone = False
        self._read = 0
        # Whoever is ended in the middle of writing leaves half a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._ours, self._its = os.openpty()
        self._modes = termios.tcgetattr(self._its)
        self.resize(*size)
        plain = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "LINES"}}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, *arguments],
            stdin=self._its,
            stdout=self._its,
            stderr=self._its,
            start_new_session=True,
            cwd=Path(gpulife.__file__).parents[1],
            env=plain | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"} | environment,
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        if not self.gone:
            self.hang_up()
        os.close(self._its)

    def hang_up(self) -> None:
        """Close the terminal, like closing its window."""
        os.close(self._ours)
        self.gone = True

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Read until the text written since the last call matches ``pattern``."""
        patience = time.monotonic() + PATIENCE
        while (match := re.search(pattern, _ESCAPES.sub("", self.seen[self._read :]))) is None:
            going_on = self._receive() and time.monotonic() < patience
            assert going_on, f"never {pattern!r}: {self.seen[-2000:]!r}"
        self._read = len(self.seen)
        return match

    def wait(self) -> int:
        """Read until the program ends; returns its exit status."""
        patience = time.monotonic() + PATIENCE
        while self._receive():
            assert time.monotonic() < patience, f"does not end: {self.seen[-2000:]!r}"
        return self.process.wait()

    def is_restored(self) -> bool:
        """Return True if the terminal's modes, screen and cursor are restored."""
        screen, cursor = (re.findall(code, self.seen)[-1] for code in (r"\x1b\[\?1049.", r"\x1b\[\?25."))
        return termios.tcgetattr(self._its) == self._modes and screen[-1] == "l" and cursor[-1] == "h"

    def _receive(self) -> bool:
        """Read output for a moment; return False when the program has ended and all is read."""
        ended = self.process.poll() is not None
        ready = bool(select.select([self._ours], [], [], 0 if ended else 0.05)[0])
        if ready:
            self.seen += self._decoder.decode(os.read(self._ours, 1 << 16))
        return ready or not ended

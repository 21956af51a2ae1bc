"""The server for matches that are hosted from the window: a separate process that runs ``gpulife serve``.

The server is not slowed down by the window's frames, and survives a crash of the graphics driver. It ends with the
window, even if the window is killed.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

from gpulife.closing import Closing
from gpulife.errors import OutputError
from gpulife.online.addresses import EVERYWHERE, LOOPBACK, LOOPBACKS, free_port, local_addresses, own_hosts
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import DEFAULT_PORT

_ADDRESS = re.compile(r"\s*https?://localhost:(\d{1,5})/")
_END_SECONDS = 5.0


class OwnServer(Closing):
    """A server in a process of its own. It starts at once, without blocking the window, and runs until it is closed.

    Args:
        name: the server's name, as shown to people.
        is_open: True if the local network can reach the server; False if only this machine can.
        folder: folder of the server's database.
        program: program and arguments that come before ``serve``.

    Attributes:
        is_open: True if the local network can reach the server.
        addresses: this machine's addresses in its local network; the first is shown to people. Empty unless
            ``is_open``.

    Raises:
        OutputError: the process cannot be started.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        *,
        is_open: bool,
        program: Sequence[str] = (sys.executable, "-m", "gpulife"),
    ) -> None:
        self.is_open = is_open
        self.addresses = local_addresses() if is_open else ()
        self._port = 0
        self._last_line = ""
        port = free_port(own_hosts(EVERYWHERE if is_open else LOOPBACKS), DEFAULT_PORT)
        command = [*program, "serve", "--port", str(port), "--data", str(folder), "--name", name, "--until-input-ends"]
        try:
            self._process = subprocess.Popen(
                [*command, *(["--lan"] if is_open else [])],
                stdin=subprocess.PIPE,  # the server ends when it closes, as it does even if the window is killed
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, "NO_COLOR": "1"},
                start_new_session=True,  # Ctrl-C in the terminal reaches only the window, which then ends the server
            )
        except OSError as error:
            raise OutputError(f"the server cannot be started: {error.strerror or error}") from error
        self._reader = Thread(target=self._read, name="own server", daemon=True)
        self._reader.start()

    @property
    def is_ready(self) -> bool:
        """True if the server accepts connections."""
        return self._port > 0 and self._process.poll() is None

    @property
    def problem(self) -> str:
        """One line on why the server has ended; "" while it runs."""
        if self._process.poll() is None:
            return ""
        return f"the server has ended: {self._last_line}" if self._last_line else "the server has ended"

    @property
    def here(self) -> ServerAddress:
        """The server's address for programs on this machine."""
        return ServerAddress(LOOPBACK, self._port)

    @property
    def there(self) -> ServerAddress:
        """The server's address for the local network; if the network cannot reach it, its address for this machine."""
        return ServerAddress(self.addresses[0], self._port) if self.addresses else self.here

    def next_address(self) -> None:
        """Show another of this machine's addresses. The host asks for it if people cannot reach the current address."""
        self.addresses = (*self.addresses[1:], *self.addresses[:1])

    def close(self) -> None:
        """Stop the server. Its matches are stored and continue when a server runs again."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_END_SECONDS)

    def _read(self) -> None:
        """Read the server's output to the end: first the server's address, last the reason why the server ended."""
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        with self._process.stdout as lines:
            for line in lines:
                text = line.decode("utf-8", "replace").strip()
                if (found := _ADDRESS.match(text)) is not None:
                    self._port = int(found[1])
                elif text:
                    self._last_line = text[:200]

"""A temporary PostgreSQL server for tests, in a folder with its socket.

If the tests run as root, which PostgreSQL refuses, the server runs as the user ``nobody``.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_NOBODY = 65534
_PATIENCE = 60.0
_DATABASES = count()


def find_program(name: str) -> Path | None:
    """Return the path of a PostgreSQL program of the newest version; Debian keeps them out of the PATH."""
    if found := shutil.which(name):
        return Path(found)
    found_all = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return found_all[-1] if found_all else None


class Postgres:
    """A running server.

    Args:
        folder: its data folder; its path must be short, since the socket is in it.
        durable: True to really write to disk, which is slower.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self._settings = [] if durable else ["-c", "fsync=off"]
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", folder / "data", "-U", "gpulife", "--auth=trust", "--no-sync", "--encoding=UTF8")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [*self._as_nobody(), *self._command("postgres", "-D", self.folder / "data", "-k", self.folder)]
        options = ["-c", "listen_addresses=", "-c", "max_connections=50", *self._settings]
        log = (self.folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [*command, *options], stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        self._run("pg_isready", "-h", self.folder, "-U", "gpulife", "-d", "postgres", tries=600)

    def stop(self) -> None:
        """Stop the server without waiting for its clients."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(_PATIENCE)
            self._process = None

    def new_database(self) -> str:
        """Make an empty database, and return its URL."""
        name = f"gpulife{next(_DATABASES)}"
        self._run("createdb", "-h", self.folder, "-U", "gpulife", name)
        return f"postgresql://gpulife@/{name}?host={self.folder}"

    def _run(self, *command: object, tries: int = 1) -> None:
        for left in range(tries, 0, -1):
            done = subprocess.run(
                [*self._as_nobody(), *self._command(*command)], capture_output=True, check=False, cwd=self.folder
            )
            if done.returncode == 0:
                return
            if left == 1:
                raise RuntimeError(f"{command[0]}: {done.stderr.decode()} {done.stdout.decode()}")
            if self._process is not None:  # a moment of the server's own time
                try:
                    self._process.wait(0.1)
                except subprocess.TimeoutExpired:
                    continue
                raise RuntimeError(f"postgres ended: {(self.folder / 'log').read_text()}")

    def _command(self, name: object, *arguments: object) -> list[str]:
        program = find_program(str(name))
        assert program is not None, f"no {name} here"
        return [str(program), *map(str, arguments)]

    def _as_nobody(self) -> list[str]:
        if (setpriv := shutil.which("setpriv")) is None:
            return []
        ends_with_us = [setpriv, "--pdeathsig=QUIT"]
        if os.geteuid():
            return ends_with_us
        return [*ends_with_us, f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """Run a server within the block."""
    folder = Path(tempfile.mkdtemp(prefix="gpg", dir="/tmp"))
    try:
        if not os.geteuid():
            os.chown(folder, _NOBODY, _NOBODY)
        server = Postgres(folder, durable=durable)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)

"""A real ``gpulife serve`` in its own process, on its own core, and the metrics that it publishes."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from gpulife.online.protocol import SOCKET_PATH

PROGRAM = ("-m", "gpulife")
_PATIENCE = 30.0


class ServerError(Exception):
    """The server does not start, or has ended."""


@dataclass(slots=True)
class ServerProcess:
    """A running server.

    Attributes:
        port: number of the server's port on 127.0.0.1.
    """

    process: subprocess.Popen[str]
    port: int

    @property
    def url(self) -> str:
        """The address of the server's WebSocket."""
        return f"ws://127.0.0.1:{self.port}{SOCKET_PATH}"

    @property
    def resident(self) -> int:
        """Main memory that the server's process uses, in bytes."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    @property
    def processor_seconds(self) -> float:
        """CPU time that the server's process has used, in seconds."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    @property
    def is_alive(self) -> bool:
        """True if the process is still running."""
        return self.process.poll() is None

    async def metrics(self) -> dict[str, float]:
        """Return the values on the server's page of metrics, keyed by name."""
        return await asyncio.to_thread(self._metrics)

    def _metrics(self) -> dict[str, float]:
        address = f"http://127.0.0.1:{self.port}/metrics"
        with urllib.request.urlopen(address, timeout=_PATIENCE) as answer:
            return read_metrics(answer.read().decode())

    def kill(self) -> None:
        """Kill the server's process, so that it can neither save nor tell its clients anything."""
        self.process.kill()
        self.process.wait(_PATIENCE)

    def stop(self) -> int:
        """Ask the server to end; wait until it has ended, and return its exit status."""
        if self.is_alive:
            self.process.terminate()
        try:
            return self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait(_PATIENCE)


def start_server(
    location: Path | str,
    *arguments: str,
    cores: Sequence[int] = (),
    log: Path | None = None,
    program: Sequence[str] = PROGRAM,
) -> ServerProcess:
    """Start a server, and wait until it accepts connections.

    Args:
        location: folder of the server's data, or address of a database.
        *arguments: more options of ``gpulife serve``.
        cores: numbers of the cores that the server may use; empty for all.
        log: file for the server's errors and warnings; None for no file.
        program: arguments that make Python run gpulife, such as ``-m gpulife``.

    Raises:
        ServerError: the server ends before it accepts connections.
    """
    where = ("--db", location) if isinstance(location, str) else ("--data", str(location))
    if "--port" not in arguments:
        arguments = ("--port", str(free_port()), *arguments)
    with Path(os.devnull if log is None else log).open("ab") as errors:
        process = subprocess.Popen(
            [sys.executable, *program, "serve", *where, *arguments],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
    if cores:
        psutil.Process(process.pid).cpu_affinity(list(cores))
    said = []
    if process.stdout is None:
        raise ServerError("the server's output cannot be read")
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"https?://[^/]*:(\d+)/", line):
            return ServerProcess(process, int(found[1]))
    raise ServerError(f"the server ended with exit status {process.wait()}: {''.join(said)[-500:]}")


_BARE_LOOP = """
import asyncio, sys, time

async def measure(count):
    late = []
    for _ in range(count):
        due = (time.monotonic() // (1 / 240) + 1) / 240
        await asyncio.sleep(due - time.monotonic())
        late.append(time.monotonic() - due)
    return sorted(late)[int(0.99 * count)]

print(asyncio.run(measure(int(sys.argv[1]))))
"""


def bare_lateness(cores: Sequence[int], seconds: float) -> float:
    """Return how many seconds late an idle asyncio loop wakes up on these cores (the 99th percentile).

    This part of a server's lateness is due to the machine.

    Args:
        cores: numbers of the cores that the loop may use; empty for all.
        seconds: duration of the measurement, in seconds; the loop wakes up 240 times a second.
    """
    command = [sys.executable, "-c", _BARE_LOOP, str(max(1, int(240 * seconds)))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if cores:
            psutil.Process(process.pid).cpu_affinity(list(cores))
        return float(process.communicate(timeout=_PATIENCE)[0])


def read_metrics(text: str) -> dict[str, float]:
    """Return the values in ``text``, a server's page of metrics, keyed by name."""
    lines = (line.rpartition(" ") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def free_port() -> int:
    """Return the number of a port that no program uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    location: Path | str,
    *arguments: str,
    cores: Sequence[int] = (),
    log: Path | None = None,
    program: Sequence[str] = PROGRAM,
) -> Iterator[ServerProcess]:
    """Run a server until the block ends; see :func:`start_server`."""
    server = start_server(location, *arguments, cores=cores, log=log, program=program)
    try:
        yield server
    finally:
        server.stop()
        if server.process.stdout is not None:
            server.process.stdout.close()


@contextmanager
def cores_apart() -> Iterator[tuple[int, ...]]:
    """Until the block ends, reserve one core for a server: this process does not use it. Yield the core's number.

    On a machine with a single core, nothing changes and () is yielded.
    """
    own = psutil.Process()
    cores = own.cpu_affinity()
    if len(cores) < 2:
        yield ()
        return
    own.cpu_affinity(cores[1:])
    try:
        yield (cores[0],)
    finally:
        own.cpu_affinity(cores)

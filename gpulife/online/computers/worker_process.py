"""The server's end of a worker process: it neither blocks nor lets what is to be sent grow without limit."""

import logging
import socket
import subprocess
import sys
from collections.abc import Sequence

from gpulife.closing import Closing
from gpulife.online.computers.messages import Report, ToWorker, packed, pool_inbox

_LOG = logging.getLogger(__name__)
_CHUNK = 1 << 16
_CLOSE_SECONDS = 2.0
_MAIN = "import sys; sys.path[:] = sys.argv[1:]; from gpulife.online.computers.worker import main; main()"


class WorkerProcess(Closing):
    """A worker process, which is started at once and ends when this process does.

    Attributes:
        is_alive: whether it can be spoken to.
        has_answered: whether it ever said something.
    """

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self._socket, self._inbox = ours, pool_inbox()
        self._batch: list[ToWorker] = []
        self._unsent = bytearray()
        self.is_alive, self.has_answered = True, False
        ours.settimeout(0)
        with theirs:
            self._process = _start(theirs)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def unsent(self) -> int:
        """Bytes that the worker is too slow to take."""
        return len(self._unsent)

    def fileno(self) -> int:
        """Return the descriptor that is readable when there is something to :meth:`receive`."""
        return self._socket.fileno()

    def say(self, message: ToWorker) -> None:
        """Let a message go with the next :meth:`flush`."""
        self._batch.append(message)

    def flush(self) -> None:
        """Send what was said, as far as the worker takes it now."""
        if self._batch:
            self._unsent += packed(self._batch)
            self._batch = []
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self.is_alive = False

    def receive(self) -> Sequence[Report]:
        """Return what the worker has said since last time."""
        found: list[Report] = []
        try:
            while data := self._socket.recv(_CHUNK):
                found += self._inbox.take(data)
            self.is_alive = False
        except BlockingIOError:
            pass
        except (OSError, ValueError) as error:
            _LOG.warning("a process for computers is lost: %s", error)
            self.is_alive = False
        self.has_answered |= bool(found)
        return found

    def close(self) -> None:
        """End the process."""
        self.is_alive = False
        self._socket.close()
        try:
            self._process.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _start(theirs: socket.socket) -> "subprocess.Popen[bytes]":
    """Start a worker with its end of the pair of sockets.

    Not forked, as a child must not have the server's sockets, nor its parent's OpenGL; and not by ``multiprocessing``,
    which would run the parent's main module again, whatever that is.
    """
    command = [sys.executable, "-c", _MAIN, *sys.path]
    if sys.platform == "win32":
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        with process.stdin as pipe:
            pipe.write(theirs.share(process.pid))
        return process
    return subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL)

"""Connects a rank to the launcher, and finds all processes that belong to a run on several ranks (a job)."""

import glob
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path

import psutil

from gpulife.ranks.mpi import launched_rank

# The processes of a job (``mpiexec``, its helpers and the ranks) are found by a variable in their environment.
#
# Their parents do not identify them: orphans get another parent, and each kind of ``mpiexec`` makes its own sessions
# and groups.

_PATIENCE = 5.0  # seconds for a killed process to end, which takes long during disk access
_LOCAL_SIZES = "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"
_SHARED_MEMORY = re.compile(r" (/dev/shm/(?:sm_segment|mpich_shm)[^ \n]*)$", re.MULTILINE)


def job_processes(variable: str, value: str) -> list[psutil.Process]:
    """Return this user's other processes whose environment variable ``variable`` has the value ``value``."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.uids().real == os.getuid() and process.environ().get(variable) == value:
                found.append(process)
    return [each for each in found if each.pid != os.getpid() and _is_alive(each)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def end_job_processes(variable: str, value: str) -> None:
    """Kill the processes that :func:`job_processes` returns, even suspended ones, and wait until they have ended."""
    while processes := job_processes(variable, value):
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        if psutil.wait_procs(processes, _PATIENCE)[1]:
            return  # some could not be killed


def missing_ranks(processes: Iterable[psutil.Process]) -> int:
    """Return how many of this machine's ranks are not running, because they died or have not been started yet.

    Args:
        processes: the job's processes that are alive.
    """
    expected, living = 0, 0
    for process in processes:
        with suppress(psutil.Error, OSError):
            environment = process.environ()
            size = next((environment[name] for name in _LOCAL_SIZES if name in environment), "")
            if size.isdecimal():
                expected, living = int(size), living + 1
    return expected - living


def shared_memory_files(pid: int) -> set[Path]:
    """Return the files in shared memory that MPI made for a process and for the other ranks of its job.

    Such files remain when the process is killed.
    """
    try:
        own = set(map(Path, _SHARED_MEMORY.findall(Path(f"/proc/{pid}/maps").read_text())))
    except OSError:  # the process has ended, or this is not Linux
        return set()
    # The other ranks' files too, since a rank that is killed during its start cannot be examined any more.
    jobs = {
        path.stem for path in own if path.name.startswith("sm_segment")
    }  # Open MPI's: sm_segment.HOST.USER.JOB.RANK
    return own.union(*(Path("/dev/shm").glob(f"{glob.escape(job)}.*") for job in jobs))  # noqa: S108 - MPI's own


# A rank's connection to the launcher. Through it, rank 0 gets the launcher's terminal, and signals.
#
# ``mpiexec`` gives rank 0 only pipes, or a pseudo-terminal that translates characters. A Unix socket can hand over the
# real standard input, output and error, so that rank 0 behaves like the program that the user started.

LINK_VARIABLE = "GPULIFE_RANKS_LINK"
"""Name of the environment variable with the launcher's host and socket path, ``HOST:PATH``; unique for each job."""

_link: "Link | None" = None


class Link:
    """The connection to the launcher. Each message is a line that consists of a word and a text.

    Args:
        connection: the connected socket.
        job: the value of LINK_VARIABLE.
        rank: this process's rank.
    """

    def __init__(self, connection: socket.socket, job: str, rank: int) -> None:
        self._socket = connection
        self._job = job
        self._has_ended = False
        self._is_alone = False
        self._is_ready = False
        self._mpiexec_error = 2
        self.tell("rank", f"{rank} {os.getpid()}")
        if rank == 0:
            self._take_terminal()
            threading.Thread(target=self._listen, name="launcher", daemon=True).start()

    def tell(self, word: str, text: str = "") -> None:
        """Send the launcher a message; do nothing if the launcher has ended.

        Args:
            word: "ready" (MPI has started on all ranks), "lost" (a rank died or hangs, and rank 0 cannot continue),
                "survived" (a rank died, and rank 0 continues), or "end" (with the exit status).
            text: the rest of the message, in one line.
        """
        self._is_ready = self._is_ready or word == "ready"
        if word == "lost":
            os.dup2(self._mpiexec_error, 2)  # the launcher reports the loss; MPI's last messages only go to its log
        with suppress(OSError):
            self._socket.sendall(" ".join(f"{word} {text}".split())[:1000].encode() + b"\n")

    def end(self, status: int) -> None:
        """Send the launcher the exit status; if the launcher has died, kill the other ranks."""
        self._has_ended = True
        self.tell("end", str(status))
        if self._is_alone:
            end_job_processes(LINK_VARIABLE, self._job)

    @contextmanager
    def errors_to_launcher(self) -> Iterator[None]:
        """Send to the launcher what the block writes to standard error, such as MPI's messages about a dead rank."""
        terminal = os.dup(2)
        try:
            os.dup2(self._mpiexec_error, 2)
            yield
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)

    def _take_terminal(self) -> None:
        """Replace standard input, output and error with the launcher's."""
        self._mpiexec_error = os.dup(2)
        _, theirs, _, _ = socket.recv_fds(self._socket, 1, 3)
        for ours, their in enumerate(theirs):
            os.dup2(their, ours)
            os.close(their)
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(line_buffering=stream.isatty())

    def _listen(self) -> None:
        """Raise the signals that the launcher passes on; if the launcher dies, act as on SIGTERM."""
        with suppress(OSError), self._socket.makefile("r", encoding="ascii", errors="replace") as lines:
            for line in lines:
                word, _, number = line.strip().partition(" ")
                if word == "stop" and number.isdecimal():
                    _signal_main_thread(int(number))
        self._is_alone = True
        if not self._is_ready:  # MPI's start ignores signals, and may never end without the launcher
            end_job_processes(LINK_VARIABLE, self._job)
            os._exit(1)
        if not self._has_ended:
            _signal_main_thread(signal.SIGTERM)


def launcher_link() -> Link | None:
    """Return the link that :func:`join_launcher` has opened; None if there is none."""
    return _link


def join_launcher() -> Link | None:
    """Connect this rank to its launcher. Return None if there is no launcher, or if the launcher is on another machine.

    Raises:
        SystemExit: the launcher has ended, so there is nothing left to do.
    """
    global _link
    job = os.environ.get(LINK_VARIABLE)
    if job is None:
        return None
    host, _, path = job.partition(":")
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
        _link = Link(connection, job, launched_rank())
    except (OSError, ValueError) as error:
        connection.close()
        if host == socket.gethostname():
            raise SystemExit(1) from error
    return _link


def _signal_main_thread(number: int) -> None:
    thread = threading.main_thread().ident
    if thread is not None:
        with suppress(OSError, ProcessLookupError):
            signal.pthread_kill(thread, number)

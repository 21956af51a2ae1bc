"""A rank's link with the program that launched it, and the processes of their job."""

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

# The processes of a job: ``mpiexec``, what it starts, and the ranks, found by a variable in their environment.
#
# Their family does not tell: whoever loses its parent gets another one, and each kind of ``mpiexec`` has sessions and
# groups of its own.

_PATIENCE = 5.0  # seconds until a killed process has gone: one in the middle of a disk's answer takes its time
_LOCAL_SIZES = "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"
_SHARED_MEMORY = re.compile(r" (/dev/shm/(?:sm_segment|mpich_shm)[^ \n]*)$", re.MULTILINE)


def job_processes(variable: str, value: str) -> list[psutil.Process]:
    """Return all processes of this user that have a variable of this value in their environment, but this one."""
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
    """Kill all these processes, stopped ones, too, and wait until they have gone."""
    while processes := job_processes(variable, value):
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        if psutil.wait_procs(processes, _PATIENCE)[1]:
            return  # nothing more can be done


def missing_ranks(processes: Iterable[psutil.Process]) -> int:
    """Return how many ranks there are not on this machine, of those that a launcher has started or is to start there.

    Args:
        processes: all processes of the job that live.
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
    """Return the files in memory by which MPI lets a process talk with others; a process that is killed leaves them.

    Those of its job's other ranks, too: one that is killed while it starts can be asked no more.
    """
    try:
        own = set(map(Path, _SHARED_MEMORY.findall(Path(f"/proc/{pid}/maps").read_text())))
    except OSError:  # it has gone, or this is no Linux
        return set()
    jobs = {
        path.stem for path in own if path.name.startswith("sm_segment")
    }  # Open MPI's: sm_segment.HOST.USER.JOB.RANK
    return own.union(*(Path("/dev/shm").glob(f"{glob.escape(job)}.*") for job in jobs))  # noqa: S108 - MPI's own


# A rank's link with the program that launched it: rank 0 gets that one's terminal by it, and what is asked of it.
#
# ``mpiexec`` gives rank 0 pipes, or a terminal that it has made, which translates. With the real standard input,
# output and error, which a Unix socket can hand over, rank 0 is to its user the program that was started.

LINK_VARIABLE = "GPULIFE_RANKS_LINK"
"""Environment variable with the launcher's host and its socket's path, ``HOST:PATH``; each job has another."""

_link: "Link | None" = None


class Link:
    """The connection with the launcher. Each message is a line: a word and what belongs to it.

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
        """Tell the launcher something, if it is still there.

        Args:
            word: "ready" (MPI has started on all ranks), "lost" (a rank died or hangs, which rank 0 cannot do without),
                "survived" (a rank died, but rank 0 goes on), or "end".
            text: what belongs to it, in one line.
        """
        self._is_ready = self._is_ready or word == "ready"
        if word == "lost":
            os.dup2(self._mpiexec_error, 2)  # the launcher tells of it; what MPI's end complains of is for its log
        with suppress(OSError):
            self._socket.sendall(" ".join(f"{word} {text}".split())[:1000].encode() + b"\n")

    def end(self, status: int) -> None:
        """Tell the launcher the exit status; without a launcher, end what is left of the other ranks, too."""
        self._has_ended = True
        self.tell("end", str(status))
        if self._is_alone:
            end_job_processes(LINK_VARIABLE, self._job)

    @contextmanager
    def errors_to_launcher(self) -> Iterator[None]:
        """Let the launcher keep what the block writes to standard error, such as MPI's words about a rank that died."""
        terminal = os.dup(2)
        try:
            os.dup2(self._mpiexec_error, 2)
            yield
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)

    def _take_terminal(self) -> None:
        """Replace standard input, output and error by the launcher's."""
        self._mpiexec_error = os.dup(2)
        _, theirs, _, _ = socket.recv_fds(self._socket, 1, 3)
        for ours, their in enumerate(theirs):
            os.dup2(their, ours)
            os.close(their)
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(line_buffering=stream.isatty())

    def _listen(self) -> None:
        """Do as the launcher asks: act on signals as if they had come here. Its death is like SIGTERM."""
        with suppress(OSError), self._socket.makefile("r", encoding="ascii", errors="replace") as lines:
            for line in lines:
                word, _, number = line.strip().partition(" ")
                if word == "stop" and number.isdecimal():
                    _signal_main_thread(int(number))
        self._is_alone = True
        if not self._is_ready:  # MPI starts, which may take forever without the launcher, and hears no signals
            end_job_processes(LINK_VARIABLE, self._job)
            os._exit(1)
        if not self._has_ended:
            _signal_main_thread(signal.SIGTERM)


def launcher_link() -> Link | None:
    """Return what :func:`join_launcher` returned last; None without it."""
    return _link


def join_launcher() -> Link | None:
    """Connect this rank with its launcher; None if none started it, or on another machine.

    Raises:
        SystemExit: the launcher has ended, so that there is nothing to do any more.
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

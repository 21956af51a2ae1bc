"""The launcher of ``--ranks N``: starts the program again on N ranks, watches the ranks, and reports to the user."""

import os
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import psutil

from gpulife.closing import Closing
from gpulife.errors import EngineError
from gpulife.log import LOGGER
from gpulife.printing import say_on_stderr
from gpulife.ranks.link import LINK_VARIABLE, end_job_processes, job_processes, missing_ranks, shared_memory_files
from gpulife.ranks.mpi import Mpi
from gpulife.signals import Stop, stop_on_signals

# One run of a program on several ranks under ``mpiexec``, seen from the process that the user started.

# Options for each kind of ``mpiexec``. By default it refuses to run as root or to start more ranks than cores. It also
# binds ranks to cores, although each rank's threads need several, and Open MPI ends all survivors when a rank dies.
_FAULT_TOLERANCE = ("--with-ft", "ulfm")
# Not with mpi_ft_detector_thread: MPI_Finalize would never return (Open MPI 5.0.11). Without that thread, Open MPI's
# own detector takes a rank for dead if it computes for long.


_WITHOUT_NETWORK = ("--mca", "pml", "ob1", "--mca", "btl", "self,sm")
"""Options that limit Open MPI to shared memory; without them it looks for networks for a second at each start."""
_QUEUES = (
    "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", "PE_HOSTFILE", "LOADL_STEP_ID", "FLUX_URI", "COBALT_JOBID",
    "OAR_NODEFILE",
)  # fmt: skip
"""Names of environment variables that batch queues set. If one is set, the job may run on several machines."""


def stays_on_this_machine(mpi: Mpi, environment: Mapping[str, str]) -> bool:
    """Return True if it is certain that all ranks run on this machine.

    It is certain if Open MPI is installed beside this Python, no batch queue runs this process, and the environment has
    no Open MPI settings. Otherwise ranks may run on other machines.
    """
    is_wheel = Path(mpi.mpiexec).parent == Path(sys.executable).parent
    is_configured = any(name.startswith(("OMPI_MCA_", "PRTE_MCA_", "PMIX_MCA_")) for name in environment)
    return is_wheel and not is_configured and not any(name in environment for name in _QUEUES)


def mpiexec_command(
    mpi: Mpi, ranks: int, program: Sequence[str], environment: Mapping[str, str] = os.environ
) -> list[str]:
    """Return the command that starts a program on ``ranks`` ranks."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    options: list[str] = []
    if mpi.kind.startswith("Open MPI"):
        options += ["--bind-to", "none"]
        options += ["--map-by", ":OVERSUBSCRIBE"] if mpi.kind == "Open MPI 5" else ["--oversubscribe"]
        options += ["--allow-run-as-root"] if is_root else []
        options += _FAULT_TOLERANCE if mpi.ulfm else ()
        options += _WITHOUT_NETWORK if stays_on_this_machine(mpi, environment) else ()
    return [mpi.mpiexec, *options, "-n", str(ranks), *program]


def mpiexec_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return ``environment`` with the variables added that ``mpiexec`` needs; variables already set are kept."""
    return {"I_MPI_PIN": "0", **environment}


_HANG_SECONDS = 5.0  # after which a stopped process counts as dead


class StoppedProcesses:
    """Remembers how long each suspended process has been suspended, for example by SIGSTOP."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def hung(self, processes: Iterable[psutil.Process]) -> list[psutil.Process]:
        """Return the processes that have been suspended for _HANG_SECONDS seconds or longer. Call this often."""
        now, before, hung = time.monotonic(), self._since, []
        self._since = {}
        for process in processes:
            with suppress(psutil.Error):
                if process.status() == psutil.STATUS_STOPPED:
                    since = self._since[process.pid] = before.get(process.pid, now)
                    if now - since >= _HANG_SECONDS:
                        hung.append(process)
        return hung


_END_SECONDS = 2.0  # for MPI to end after rank 0 has finished
_DEATH_SECONDS = 0.5  # for a dead rank's connection to end, after rank 0 has told of a loss
_WORDS_SECONDS = 0.5  # for MPI's messages, after the death of a rank that the others need
_LOSS_SECONDS = 10.0  # for rank 0 to react to another rank's death
_LOOK_SECONDS = 1.0  # between checks for stopped ranks
_MAX_FOLDER = 70  # characters of a path; a socket's path may have about 100
_MAX_CAPTURED = 1 << 16
_MAX_LINE = 2000


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended.

    Attributes:
        status: exit status of rank 0; None if the job failed.
        problem: why the job failed; "" if it did not fail.
        has_started: True if all ranks had started.
    """

    status: int | None
    problem: str = ""
    has_started: bool = True


class _Rank:
    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.number = -1
        self.process: psutil.Process | None = None
        self.unread = b""
        self.has_ended = False
        self.is_dead = False


class Job(Closing):
    """A program running on several ranks. Closing the job kills all its processes.

    Args:
        mpi: the MPI that starts the ranks.
        ranks: the number of ranks.
        program: the command of each rank; it has to call :func:`gpulife.ranks.link.join_launcher` first.
        environment: the environment of all ranks.

    Raises:
        OSError: the program cannot be started.

    Attributes:
        survivals: how often the surviving ranks have continued after the death of a rank.
        captured: the beginning of the output of ``mpiexec``, as bytes.
    """

    def __init__(self, mpi: Mpi, ranks: int, program: Sequence[str], environment: Mapping[str, str]) -> None:
        self._ranks: list[_Rank] = []
        self._status: int | None = None
        self._lost: str | None = None
        self._told: int | None = None
        self._memory: set[Path] = set()
        self._stopped = StoppedProcesses()
        self._has_started = False
        self._missing, self._next_look = 0, 0.0
        self.survivals = 0
        self.captured = b""
        with ExitStack() as opened:
            is_long = len(tempfile.gettempdir()) > _MAX_FOLDER
            folder = tempfile.mkdtemp(prefix="gpulife-", dir="/tmp" if is_long else None)  # noqa: S108 - a short path is needed
            opened.callback(shutil.rmtree, folder, ignore_errors=True)
            self._selector = opened.enter_context(selectors.DefaultSelector())
            path = str(Path(folder) / "link")
            self._listener = opened.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            self._listener.bind(path)
            self._listener.listen(128)
            self._wake, self._waker = (opened.enter_context(end) for end in socket.socketpair())
            for end in self._wake, self._waker:
                end.setblocking(False)  # noqa: FBT003 - socket's signature
            self._job = f"{socket.gethostname()}:{path}"
            self._process = subprocess.Popen(
                mpiexec_command(mpi, ranks, program, environment),
                env=mpiexec_environment(environment) | {LINK_VARIABLE: self._job},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            self._open = opened.pop_all()
        for number, pipe in enumerate((self._process.stdout, self._process.stderr)):
            assert pipe is not None  # noqa: S101 - stdout and stderr are pipes
            self._selector.register(pipe, selectors.EVENT_READ, number)
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        self._selector.register(self._wake, selectors.EVENT_READ, None)
        self._waiter = threading.Thread(target=self._wait_for_mpiexec, name="mpiexec", daemon=True)
        self._waiter.start()

    def close(self) -> None:
        """Kill all remaining processes of the job, and remove the files that these processes left."""
        for process in job_processes(LINK_VARIABLE, self._job):
            self._memory |= shared_memory_files(process.pid)
        end_job_processes(LINK_VARIABLE, self._job)
        self._waiter.join()
        for path in self._memory:
            path.unlink(missing_ok=True)
        # Open MPI names its folder after the process id of mpiexec.
        shutil.rmtree(Path(tempfile.gettempdir()) / f"ompi.{self._process.pid}", ignore_errors=True)
        for rank in self._ranks:
            rank.socket.close()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._open.close()

    def run(self, stop: Stop) -> Outcome:
        """Wait until the job ends, and return how it ended. Pass the first signal on to rank 0.

        A rank on this machine that has been suspended for some seconds is killed, since no MPI would notice it.

        Args:
            stop: receives the signals of this process.
        """
        deadline: float | None = None
        wakeup = signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        suspends = signal.getsignal(signal.SIGTSTP)
        if suspends == signal.SIG_DFL:
            signal.signal(signal.SIGTSTP, self._suspend)
        try:
            while True:
                until = _LOOK_SECONDS if deadline is None else deadline - time.monotonic()
                self._take_events(min(_LOOK_SECONDS, max(0.0, until)))
                self._end_stopped_ranks()
                self._look_for_lost_starts()
                if stop.signal is not None and not self._pass_on(stop.signal):
                    return Outcome(128 + stop.signal)
                if self._lost is not None:
                    self._wait_for_death()
                    return Outcome(None, self._first_death() or self._lost)
                if self._process.poll() is not None:
                    self._take_rest()
                    return self._outcome(stop)
                if deadline is not None and time.monotonic() >= deadline:
                    return self._outcome(stop)
                if self._status is None and not self._first_death():
                    deadline = None  # the survivors of an earlier death have continued
                else:
                    deadline = min(deadline or float("inf"), time.monotonic() + self._grace())
        finally:
            signal.signal(signal.SIGTSTP, suspends)
            signal.set_wakeup_fd(wakeup)

    def _grace(self) -> float:
        """Return how many seconds the job may go on after rank 0 has finished or a rank has died."""
        if self._status is not None:
            return _END_SECONDS
        can_go_on = self._has_started and all(rank.number != 0 for rank in self._ranks if rank.is_dead)
        return _LOSS_SECONDS if can_go_on else _WORDS_SECONDS

    def _suspend(self, number: int, _frame: FrameType | None) -> None:
        """Handle Ctrl-Z: suspend the job's processes, then this process. When this process continues, resume them."""
        processes = job_processes(LINK_VARIABLE, self._job)
        for process in processes:
            with suppress(psutil.Error):
                process.suspend()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._suspend)
        for process in processes:
            with suppress(psutil.Error):
                process.resume()

    def _outcome(self, stop: Stop) -> Outcome:
        death = self._first_death()
        if self._status is not None and (self._status == 0 or not death or stop.signal is not None):
            return Outcome(self._status)
        has_started = self._has_started
        if death:
            return Outcome(None, death, has_started)
        status = self._process.poll()
        if all(rank.number != 0 for rank in self._ranks) and status == 0:
            return Outcome(0)  # rank 0 was on another machine
        if status is not None and status < 0:
            return Outcome(None, f"mpiexec was ended by signal {-status}", has_started)
        return Outcome(None, f"mpiexec ended with status {status}", has_started)

    def _end_stopped_ranks(self) -> None:
        joined = [rank.process for rank in self._ranks if rank.process is not None and not rank.is_dead]
        for process in self._stopped.hung(joined if self._has_started else job_processes(LINK_VARIABLE, self._job)):
            with suppress(psutil.Error):
                process.kill()

    def _look_for_lost_starts(self) -> None:
        """Check whether a rank died before it connected to the launcher. MPI would wait forever for such a rank."""
        if self._has_started or self._process.poll() is not None or not any(r.number >= 0 for r in self._ranks):
            return
        if any(rank.has_ended for rank in self._ranks) or time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _LOOK_SECONDS
        missing = missing_ranks(job_processes(LINK_VARIABLE, self._job))
        if missing and missing == self._missing:  # on two checks: mpiexec may have been about to start them
            self._lost = "a rank died while it was being started"
        self._missing = missing

    def _first_death(self) -> str:
        """Return the part of an error message that says which ranks have died; "" if none has died."""
        dead = sorted(rank.number for rank in self._ranks if rank.is_dead)
        return f"rank {dead[0]} died" if len(dead) == 1 else f"ranks {', '.join(map(str, dead))} died" if dead else ""

    def _wait_for_death(self) -> None:
        """Wait briefly, until the launcher knows which rank has died.

        Rank 0 may report that a rank is lost before the connection of the dead rank ends.
        """
        until = time.monotonic() + _DEATH_SECONDS
        while not self._first_death() and (left := until - time.monotonic()) > 0:
            self._take_events(left)

    def _pass_on(self, number: int) -> bool:
        """Send the signal ``number`` to rank 0, unless one was sent before. Return False if there is no rank 0."""
        zero = next((rank for rank in self._ranks if rank.number == 0 and not rank.is_dead), None)
        if zero is not None and self._told is None:
            self._told = number
            with suppress(OSError):
                zero.socket.sendall(b"stop %d\n" % number)
        return zero is not None

    def _take_events(self, seconds: float | None) -> None:
        for key, _ in self._selector.select(seconds):
            if isinstance(key.data, _Rank):
                self._hear(key.data)
            elif key.fileobj is self._listener:
                self._accept()
            elif key.fileobj is self._wake:
                with suppress(BlockingIOError):
                    self._wake.recv(4096)
            else:
                self._capture(key.fileobj, key.data)

    def _take_rest(self) -> None:
        """After ``mpiexec`` has ended, process its last output and the ranks' last messages."""
        while events := self._selector.select(0):
            self._take_events(0)
            if all(key.fileobj is self._wake for key, _ in events):
                return

    def _accept(self) -> None:
        rank = _Rank(self._listener.accept()[0])
        self._ranks.append(rank)
        self._selector.register(rank.socket, selectors.EVENT_READ, rank)

    def _hear(self, rank: _Rank) -> None:
        """Receive messages from a rank, or record that its connection has closed."""
        try:
            received = rank.socket.recv(4096)
        except OSError:
            received = b""
        *lines, rank.unread = (rank.unread + received).split(b"\n")
        for line in lines:
            word, _, text = line.decode("utf-8", "replace").partition(" ")
            self._obey(rank, word, text)
        if not received or len(rank.unread) > _MAX_LINE:
            self._selector.unregister(rank.socket)
            rank.is_dead = not rank.has_ended

    def _obey(self, rank: _Rank, word: str, text: str) -> None:
        match word:
            case "rank":
                number, pid = text.split()
                rank.number = int(number)
                with suppress(psutil.Error):
                    rank.process = psutil.Process(int(pid))
                if rank.number == 0:
                    with suppress(OSError):
                        socket.send_fds(rank.socket, [b"t"], [0, 1, 2])
            case "ready":
                self._has_started = True  # on all machines: starting MPI waits for every rank
                if rank.process is not None:
                    self._memory |= shared_memory_files(rank.process.pid)
            case "survived":
                self.survivals += 1
                self._ranks = [each for each in self._ranks if not each.is_dead]
            case "lost" if rank.number == 0:
                self._lost = text
            case "end":
                rank.has_ended = True
                if rank.number == 0:
                    self._status = int(text)

    def _capture(self, pipe: Any, number: int) -> None:
        """Store output of ``mpiexec``. Until rank 0 has connected, print standard output (``number`` 0) instead."""
        data = os.read(pipe.fileno(), 1 << 16)
        if not data:
            self._selector.unregister(pipe)
        elif number == 0 and all(rank.number != 0 for rank in self._ranks):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            self.captured = (self.captured + data)[:_MAX_CAPTURED]

    def _wait_for_mpiexec(self) -> None:
        self._process.wait()
        with suppress(OSError):
            self._waker.send(b".")


# The user's side: start the job, restart it when ranks die, and return its exit status.

RESUMES_VARIABLE = "GPULIFE_RESUMES"
"""Name of the environment variable that tells ranks to continue from the last checkpoint, if its value is "1"."""
RESTARTS_VARIABLE = "GPULIFE_RESTARTS_USED"
"""Name of the environment variable that tells ranks how often the program has been restarted after ranks died."""
RESTARTS_ADVICE = "with --checkpoint and --restarts, a run continues from its last checkpoint"


def launch(
    mpi: Mpi,
    ranks: int,
    program: Sequence[str],
    restarts: int = 0,
    has_checkpoint: Callable[[], str] = str,
    advice: str = RESTARTS_ADVICE,
) -> int:
    """Run a program on several ranks and return the exit status of rank 0.

    Rank 0 uses this process's terminal. The first signal that asks this process to end, such as Ctrl-C or SIGTERM, is
    passed on to rank 0. The second one kills all ranks at once.

    Args:
        mpi: the MPI that starts the ranks.
        ranks: the number of ranks.
        program: the command of each rank; it has to call :func:`gpulife.ranks.link.join_launcher` first.
        restarts: how many deaths of ranks the program may survive, by continuing with the other ranks or starting all
            ranks again.
        has_checkpoint: returns a description of the checkpoint to continue from; "" if there is none yet.
        advice: what the error message advises if a rank has died and the program is not restarted.

    Raises:
        EngineError: the program cannot be started, or ranks died more often than ``restarts``.
    """
    environment = dict(os.environ)
    used = 0
    with stop_on_signals() as stop, _same_terminal():
        while True:
            environment[RESTARTS_VARIABLE] = str(used)
            with _start(mpi, ranks, program, environment) as job:
                outcome = job.run(stop)
            said = job.captured.decode("utf-8", "replace")
            LOGGER.debug("mpiexec: %r: %s", outcome, said)
            used += job.survivals
            if outcome.status is not None:
                return outcome.status
            if used >= restarts:
                raise EngineError(_complaint(outcome, ranks, said, restarts, advice))
            used += 1
            checkpoint = has_checkpoint()
            if checkpoint:
                environment[RESUMES_VARIABLE] = "1"
            begins = checkpoint or "the start, since there is no checkpoint yet"
            say_on_stderr(f"gpulife: {outcome.problem}; continuing from {begins} (restart {used} of {restarts})")


def _start(mpi: Mpi, ranks: int, program: Sequence[str], environment: Mapping[str, str]) -> Job:
    try:
        return Job(mpi, ranks, program, environment)
    except OSError as error:
        raise EngineError(f"{ranks} ranks cannot be started with {mpi.mpiexec}: {error.strerror or error}") from error


def _complaint(outcome: Outcome, ranks: int, said: str, restarts: int, advice: str) -> str:
    if not outcome.has_started:
        return f"{ranks} ranks cannot be started: {outcome.problem}{_gist(said)}"
    killed = re.search(r"signal:? (\d+)", said)
    why = f" (by signal {killed[1]})" if killed and " by signal " not in outcome.problem else ""
    advice = f"after {restarts} restarts" if restarts else advice
    return f"{outcome.problem}{why}, which ended all ranks: {advice}"


def _gist(said: str) -> str:
    """Return the output ``said`` of ``mpiexec`` in one line, without its lines of dashes."""
    words = " ".join(line.strip() for line in said.splitlines() if line.strip(" -=*"))
    return f": {words.partition(' NOTE: ')[0][:600]}" if words else ""


@contextmanager
def _same_terminal() -> Iterator[None]:
    """If the block ends by an exception, restore the terminal's modes and show its cursor."""
    import termios

    try:
        modes = termios.tcgetattr(0)
    except termios.error:
        modes = None
    try:
        yield
    except BaseException:
        if modes is not None:
            try:
                termios.tcsetattr(0, termios.TCSADRAIN, modes)
            except termios.error:
                modes = None
        if sys.stderr.isatty():
            sys.stderr.write("\x1b[?25h")
        raise

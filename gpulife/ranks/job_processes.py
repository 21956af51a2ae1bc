"""The processes of a job: ``mpiexec``, what it starts, and the ranks, found by a variable in their environment.

Their family does not tell: whoever loses its parent gets another one, and each kind of ``mpiexec`` has sessions and
groups of its own.
"""

import glob
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil

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

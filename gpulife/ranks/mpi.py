"""Finds the installed MPI, says how to install one, and tells whether an MPI launcher started this process.

Launchers are programs such as mpiexec and srun. Nothing in this module loads MPI into this process.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from gpulife.errors import EngineError

# Ranks, read from environment variables, which needs no library.


class _Launcher(NamedTuple):
    """Names of the environment variables in which a launcher gives the number of ranks and this process's rank."""

    ranks: str
    rank: str


# Open MPI's mpiexec; MPICH and its relatives (Intel MPI, MVAPICH) and PALS; Slurm and Flux, which start ranks without
# mpiexec. Not SLURM_NTASKS: batch scripts have it, too, although they are not one of several tasks.
_LAUNCHERS = (
    _Launcher("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    _Launcher("PMI_SIZE", "PMI_RANK"),
    _Launcher("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
    _Launcher("FLUX_JOB_SIZE", "FLUX_TASK_RANK"),
)


def launched_ranks() -> int:
    """Return the number of ranks that a launcher started; 1 if no launcher started this process."""
    return _ranks_and_rank()[0]


def launched_rank() -> int:
    """Return this process's rank, from 0; 0 if no launcher started it."""
    return _ranks_and_rank()[1]


def is_worker() -> bool:
    """Return True if this process is a rank other than rank 0; only rank 0 talks to the user."""
    return launched_rank() > 0


def can_start_ranks() -> bool:
    """Return True if ``--ranks`` can start ranks on this operating system."""
    return sys.platform != "win32"


def _ranks_and_rank() -> tuple[int, int]:
    for launcher in _LAUNCHERS:
        ranks, rank = os.environ.get(launcher.ranks, ""), os.environ.get(launcher.rank, "")
        if ranks.isdecimal() and rank.isdecimal() and int(rank) < int(ranks) and int(ranks) > 1:
            return int(ranks), int(rank)
    return 1, 0


# The installed MPI: mpi4py, the library that it loads, and ``mpiexec``. A short-lived other process examines it.

_PATIENCE = 30.0  # seconds; normally 0.1, but file servers may be slow
_PROBE = """
import mpi4py
mpi4py.rc.initialize = False
from mpi4py import MPI
name, version = MPI.get_vendor()
print("gpulife", name, ".".join(map(str, version)), hasattr(MPI.Comm, "Shrink"), sep=";")
"""


class NoMpiError(EngineError):
    """No MPI is installed that can start several ranks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mpi:
    """An installed MPI.

    Attributes:
        library: name of the library that mpi4py loads, such as "Open MPI".
        version: version of the library.
        mpiexec: path of the program that starts ranks.
        kind: the family to which ``mpiexec`` belongs; it decides which options ``mpiexec`` has.
        ulfm: True if ranks notice another rank's death and can continue (ULFM).
    """

    library: str
    version: str
    mpiexec: str
    kind: Literal["Open MPI 5", "Open MPI 4", "hydra", "unknown"]
    ulfm: bool


def how_to_install() -> str:
    """Return the command that installs an MPI for this Python."""
    return f"{shlex.quote(sys.executable)} -m pip install 'gpulife[mpi]'"


def require_mpi4py() -> None:
    """Raise NoMpiError unless mpi4py is installed; whether mpi4py finds an MPI library is not checked."""
    if find_spec("mpi4py") is None:
        raise NoMpiError(f"several ranks need MPI, and mpi4py is not installed: {how_to_install()}")


def find_mpiexec() -> str | None:
    """Return the path of the ``mpiexec`` beside this Python, or else in PATH; None if there is none."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")


def examine_mpi() -> Mpi:
    """Return the installed MPI; this takes about 0.2 seconds.

    Raises:
        NoMpiError: a part is missing, or mpi4py and mpiexec belong to different MPIs; the message says what to do.
    """
    if not can_start_ranks():
        raise NoMpiError(
            "--ranks does not work on Windows: start gpulife with an installed mpiexec, "
            "such as: mpiexec -n 4 gpulife run ..."
        )
    require_mpi4py()
    said, complaint = _answer([sys.executable, "-c", _PROBE])
    found = re.search(r"^gpulife;(.*);(.*);(True|False)$", said, re.MULTILINE)
    if found is None:
        if "cannot load MPI library" in complaint:
            raise NoMpiError(
                f"several ranks need MPI, and mpi4py finds no MPI library: {how_to_install()} "
                "(or load your site's own MPI)"
            )
        last = (complaint.strip().splitlines() or ["no error message"])[-1]
        raise NoMpiError(f"mpi4py cannot be imported: {last[:200]}")
    mpiexec = find_mpiexec()
    if mpiexec is None:
        raise NoMpiError(
            f"several ranks need mpiexec, which is neither beside {sys.executable} nor in PATH: {how_to_install()} "
            f"(or load your site's own {found[1]})"
        )
    kind = _kind(_answer([mpiexec, "--version"])[0])
    is_open = found[1] == "Open MPI"
    if kind != "unknown" and is_open != kind.startswith("Open MPI"):
        theirs = kind if kind.startswith("Open MPI") else "MPICH"
        raise NoMpiError(
            f"mpi4py uses {found[1]}, but {mpiexec} belongs to {theirs}: put the mpiexec of {found[1]} first in PATH"
        )
    ulfm = kind == "Open MPI 5" and found[3] == "True" and _has_fault_tolerance(mpiexec)
    return Mpi(library=found[1], version=found[2], mpiexec=mpiexec, kind=kind, ulfm=ulfm)


def _kind(text: str) -> Literal["Open MPI 5", "Open MPI 4", "hydra", "unknown"]:
    if found := re.search(r"\(Open ?MPI\) (\d+)\.", text):
        return "Open MPI 5" if int(found[1]) >= 5 else "Open MPI 4"
    return "hydra" if "HYDRA" in text or "Intel(R) MPI" in text else "unknown"


def _has_fault_tolerance(mpiexec: str) -> bool:
    """Return True if Open MPI was built with ULFM, according to the program ompi_info beside ``mpiexec``."""
    ompi_info = shutil.which("ompi_info", path=str(Path(mpiexec).parent))
    return ompi_info is not None and "options:ft_mpi_support:yes" in _answer([ompi_info, "--parsable"])[0]


def _answer(command: list[str]) -> tuple[str, str]:
    """Run a program. Return what it writes to standard output and standard error, or ("", reason) if it cannot run."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    return done.stdout, done.stderr

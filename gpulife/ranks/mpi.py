"""Which MPI there is, how to get one, and whether a launcher of it (mpiexec, srun) started this process.

Nothing here loads MPI into this process.
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

# What the environment says about ranks: the answer is there before any library is.


class _Launcher(NamedTuple):
    """The variables by which the processes of a launcher know each other."""

    ranks: str
    rank: str


# Open MPI's mpiexec; MPICH's and its like's (Intel MPI, MVAPICH), PALS; then what starts those without a mpiexec.
# A batch script under Slurm has SLURM_NTASKS, too, but is no step with tasks.
_LAUNCHERS = (
    _Launcher("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    _Launcher("PMI_SIZE", "PMI_RANK"),
    _Launcher("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
    _Launcher("FLUX_JOB_SIZE", "FLUX_TASK_RANK"),
)


def launched_ranks() -> int:
    """Return how many ranks a launcher started this process with; 1 if none did."""
    return _ranks_and_rank()[0]


def launched_rank() -> int:
    """Return which of them this process is, from 0 up; 0 if no launcher started it."""
    return _ranks_and_rank()[1]


def is_worker() -> bool:
    """Tell whether this process is one of several and not the first, which alone talks to people."""
    return launched_rank() > 0


def can_start_ranks() -> bool:
    """Tell whether a system has what ``--ranks`` needs to start ranks by itself."""
    return sys.platform != "win32"


def _ranks_and_rank() -> tuple[int, int]:
    for launcher in _LAUNCHERS:
        ranks, rank = os.environ.get(launcher.ranks, ""), os.environ.get(launcher.rank, "")
        if ranks.isdecimal() and rank.isdecimal() and int(rank) < int(ranks) and int(ranks) > 1:
            return int(ranks), int(rank)
    return 1, 0


# What there is: mpi4py, the library that it loads, and the ``mpiexec`` that starts ranks. A short-lived other process
# is asked.

_PATIENCE = 30.0  # seconds; it takes a tenth of one, but a file server may be slow
_PROBE = """
import mpi4py
mpi4py.rc.initialize = False
from mpi4py import MPI
name, version = MPI.get_vendor()
print("gpulife", name, ".".join(map(str, version)), hasattr(MPI.Comm, "Shrink"), sep=";")
"""


class NoMpiError(EngineError):
    """There is no MPI that several ranks can run on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mpi:
    """An MPI.

    Attributes:
        library: name of the library that mpi4py loads, such as "Open MPI".
        version: its version.
        mpiexec: path of the program that starts ranks.
        kind: how that one wants to be talked to.
        ulfm: whether survivors of a dead rank are told of it, and can go on.
    """

    library: str
    version: str
    mpiexec: str
    kind: Literal["Open MPI 5", "Open MPI 4", "hydra", "unknown"]
    ulfm: bool


def how_to_install() -> str:
    """Return the one command that brings an MPI to this very Python."""
    return f"{shlex.quote(sys.executable)} -m pip install 'gpulife[mpi]'"


def require_mpi4py() -> None:
    """Raise NoMpiError unless mpi4py is installed, whatever library it finds."""
    if find_spec("mpi4py") is None:
        raise NoMpiError(f"several ranks need MPI, and mpi4py is not installed: {how_to_install()}")


def find_mpiexec() -> str | None:
    """Return the path of ``mpiexec``: the one that was installed beside this Python, else that of PATH, or None."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")


def examine_mpi() -> Mpi:
    """Return what there is to start ranks with; this takes two tenths of a second.

    Raises:
        NoMpiError: something is missing, or two parts do not fit each other; the line says what to do.
    """
    if not can_start_ranks():
        raise NoMpiError(
            "--ranks cannot start ranks on Windows: start gpulife with the site's own mpiexec, "
            "as in: mpiexec -n 4 gpulife run ..."
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
        last = (complaint.strip().splitlines() or ["it says nothing"])[-1]
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
    """Return the kind of an mpiexec by what it says of its version."""
    if found := re.search(r"\(Open ?MPI\) (\d+)\.", text):
        return "Open MPI 5" if int(found[1]) >= 5 else "Open MPI 4"
    return "hydra" if "HYDRA" in text or "Intel(R) MPI" in text else "unknown"


def _has_fault_tolerance(mpiexec: str) -> bool:
    """Tell whether an Open MPI was built with ULFM, by the program that lies beside its mpiexec."""
    ompi_info = shutil.which("ompi_info", path=str(Path(mpiexec).parent))
    return ompi_info is not None and "options:ft_mpi_support:yes" in _answer([ompi_info, "--parsable"])[0]


def _answer(command: list[str]) -> tuple[str, str]:
    """Return what a program prints on standard output and error; a program that cannot be run says why."""
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

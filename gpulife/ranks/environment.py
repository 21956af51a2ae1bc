"""What the environment says about ranks: whether a launcher (mpiexec, srun) started this process as one of several.

Nothing here loads MPI: the answer is there before any library is.
"""

import os
import sys
from typing import NamedTuple


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

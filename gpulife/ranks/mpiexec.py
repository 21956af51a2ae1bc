"""How each kind of ``mpiexec`` is told to start ranks as gpulife wants them.

It would refuse root, and more ranks than cores; it would bind ranks to cores, where each rank's threads want several;
and Open MPI would end all survivors of a rank that dies.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpulife.ranks.mpi import Mpi

_FAULT_TOLERANCE = ("--with-ft", "ulfm")
# Not with mpi_ft_detector_thread: MPI_Finalize would never return (Open MPI 5.0.11). Without that thread its detector
# takes a rank for dead that computes for long.


_WITHOUT_NETWORK = ("--mca", "pml", "ob1", "--mca", "btl", "self,sm")
"""Only messages through memory: looking for fast networks takes Open MPI a second of every start."""
_QUEUES = (
    "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", "PE_HOSTFILE", "LOADL_STEP_ID", "FLUX_URI", "COBALT_JOBID",
    "OAR_NODEFILE",
)  # fmt: skip
"""Variables of those who queue jobs, who may have given several machines to this one."""


def stays_on_this_machine(mpi: Mpi, environment: Mapping[str, str]) -> bool:
    """Tell whether ranks are started on this machine alone, by the Open MPI that was installed beside this Python.

    A site's own may know of other machines, and so may users who have set what Open MPI is to use.
    """
    is_wheel = Path(mpi.mpiexec).parent == Path(sys.executable).parent
    is_configured = any(name.startswith(("OMPI_MCA_", "PRTE_MCA_", "PMIX_MCA_")) for name in environment)
    return is_wheel and not is_configured and not any(name in environment for name in _QUEUES)


def mpiexec_command(
    mpi: Mpi, ranks: int, program: Sequence[str], environment: Mapping[str, str] = os.environ
) -> list[str]:
    """Return the command that starts a program on so many ranks from that environment."""
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
    """Return an environment with what ``mpiexec`` takes from there alone; what the user has set stays."""
    return {"I_MPI_PIN": "0", **environment}

"""How each kind of ``mpiexec`` is told to start ranks as gpulife wants them.

It would refuse root, and more ranks than cores; it would bind ranks to cores, where each rank's threads want several;
and Open MPI would end all survivors of a rank that dies.
"""

import os
from collections.abc import Mapping, Sequence

from gpulife.ranks.mpi import Mpi

_FAULT_TOLERANCE = ("--with-ft", "ulfm")
# Not with mpi_ft_detector_thread: MPI_Finalize would never return (Open MPI 5.0.11). Without that thread its detector
# takes a rank for dead that computes for long.


def mpiexec_command(mpi: Mpi, ranks: int, program: Sequence[str]) -> list[str]:
    """Return the command that starts a program on so many ranks."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    options: list[str] = []
    if mpi.kind.startswith("Open MPI"):
        options += ["--bind-to", "none"]
        options += ["--map-by", ":OVERSUBSCRIBE"] if mpi.kind == "Open MPI 5" else ["--oversubscribe"]
        options += ["--allow-run-as-root"] if is_root else []
        options += _FAULT_TOLERANCE if mpi.ulfm else ()
    return [mpi.mpiexec, *options, "-n", str(ranks), *program]


def mpiexec_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment with what ``mpiexec`` takes from there alone; what the user has set stays."""
    return {"I_MPI_PIN": "0", **environment}

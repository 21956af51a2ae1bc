"""The options given to each kind of mpiexec."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpulife.ranks.launcher import mpiexec_command
from gpulife.ranks.mpi import Mpi

BESIDE = str(Path(sys.executable).parent / "mpiexec")
OPEN_MPI = Mpi(library="Open MPI", version="5.0.11", mpiexec=BESIDE, kind="Open MPI 5", ulfm=True)


def command(mpi: Mpi, **environment: str) -> str:
    return " ".join(mpiexec_command(mpi, 3, ["program", "-g", "5"], environment))


def test_options_of_open_mpi() -> None:
    text = command(OPEN_MPI)
    assert "--bind-to none --map-by :OVERSUBSCRIBE" in text
    assert "--with-ft ulfm" in text
    assert text.endswith(" -n 3 program -g 5")
    assert "--with-ft" not in command(replace(OPEN_MPI, ulfm=False))


def test_no_network_on_a_single_machine() -> None:
    assert "--mca pml ob1 --mca btl self,sm" in command(OPEN_MPI)


@pytest.mark.parametrize("name", ["SLURM_JOB_ID", "PBS_JOBID", "OMPI_MCA_btl", "PRTE_MCA_plm"])
def test_network_under_batch_queues(name: str) -> None:
    assert "--mca" not in command(OPEN_MPI, **{name: "1"})


def test_network_with_a_sites_open_mpi() -> None:
    assert "--mca" not in command(replace(OPEN_MPI, mpiexec="/opt/site/bin/mpiexec"))


def test_other_mpis_get_no_options_of_open_mpi() -> None:
    assert command(replace(OPEN_MPI, kind="hydra")) == f"{BESIDE} -n 3 program -g 5"

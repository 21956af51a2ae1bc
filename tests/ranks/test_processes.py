"""Processes of a job (stopped and missing ones), and the cores for each rank."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from terminal import PATIENCE

from gpulife.ranks import launcher
from gpulife.ranks.launcher import StoppedProcesses, mpiexec_command, mpiexec_environment
from gpulife.ranks.link import missing_ranks
from gpulife.ranks.mpi import examine_mpi
from gpulife.ranks.world import own_cores


@dataclass
class FakeProcess:
    """The part of psutil.Process that is used."""

    pid: int = 1
    variables: dict[str, str] = field(default_factory=dict)
    state: str = psutil.STATUS_RUNNING
    has_gone: bool = False

    def environ(self) -> dict[str, str]:
        if self.has_gone:
            raise psutil.NoSuchProcess(self.pid)
        return self.variables

    def status(self) -> str:
        if self.has_gone:
            raise psutil.NoSuchProcess(self.pid)
        return self.state


@pytest.mark.parametrize("variable", ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"])
def test_missing_ranks_are_counted(variable: str) -> None:
    rank = {variable: "3"}
    launcher = FakeProcess(variables={"PATH": "/"})
    assert missing_ranks([]) == 0
    assert missing_ranks([launcher]) == 0
    assert missing_ranks([launcher, FakeProcess(variables=rank)]) == 2
    assert missing_ranks([launcher, *(FakeProcess(variables=rank) for _ in range(3))]) == 0
    gone = FakeProcess(variables=rank, has_gone=True)
    assert missing_ranks([gone, FakeProcess(variables=rank), FakeProcess(variables=rank)]) == 1


def test_process_stopped_for_seconds_counts_as_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(launcher.time, "monotonic", lambda: now[0])
    watch, process, other = StoppedProcesses(), FakeProcess(pid=1), FakeProcess(pid=2)

    def hung() -> list[FakeProcess]:
        return watch.hung([process, other])  # type: ignore[list-item, return-value]

    process.state = psutil.STATUS_STOPPED
    assert hung() == []
    now[0] += 4.9
    assert hung() == []
    process.state = psutil.STATUS_RUNNING  # Ctrl-Z and fg
    assert hung() == []
    process.state = psutil.STATUS_STOPPED
    now[0] += 1
    assert hung() == []
    now[0] += 5
    other.has_gone = True
    assert hung() == [process]


def test_cores_are_divided_among_ranks() -> None:
    assert own_cores({0, 1, 2, 3}, [{0, 1, 2, 3}] * 2) == 2
    assert own_cores({0, 1}, [{0, 1}, {2, 3}]) == 2, "a site has divided them already"
    assert own_cores({0}, [{0}] * 3) == 0
    assert own_cores({0, 1, 2}, [{0, 1, 2}] * 3) == 1, "thirds of three cores are one"
    assert own_cores({0, 1, 2}, [{0, 1, 2}, {2}]) == 2


@pytest.mark.needs("MPI")
def test_late_error_of_a_step_reaches_rank_0() -> None:
    program = Path(__file__).with_name("failing_steps.py")
    done = subprocess.run(
        mpiexec_command(examine_mpi(), 2, [sys.executable, str(program)]),
        env=mpiexec_environment(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    first, second = done.stdout.splitlines()
    assert first in {f"step {number} rank 1: ValueError: the third step" for number in (3, 4)}
    assert second == "ranks cannot continue after an error in the middle of a step"

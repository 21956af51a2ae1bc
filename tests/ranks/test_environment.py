"""The number of ranks that a launcher started, from its environment variables, and a loss before they have begun."""

from argparse import Namespace
from contextlib import nullcontext

import pytest

from gpulife.cli.on_ranks import on_ranks
from gpulife.ranks.mpi import is_worker, launched_rank, launched_ranks
from gpulife.ranks.world import RankLostError

VARIABLES = (
    *("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK", "SLURM_STEP_NUM_TASKS"),
    *("SLURM_PROCID", "SLURM_NTASKS", "FLUX_JOB_SIZE", "FLUX_TASK_RANK"),
)


@pytest.mark.parametrize(
    ("variables", "ranks", "rank"),
    [
        ({}, 1, 0),
        ({"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "3"}, 4, 3),
        ({"OMPI_COMM_WORLD_SIZE": "1", "OMPI_COMM_WORLD_RANK": "0"}, 1, 0),
        ({"PMI_SIZE": "2", "PMI_RANK": "1"}, 2, 1),
        ({"SLURM_STEP_NUM_TASKS": "8", "SLURM_PROCID": "0"}, 8, 0),
        # mpiexec in a job of Slurm; a batch script, which has the job's number of tasks, but is alone
        ({"SLURM_STEP_NUM_TASKS": "1", "SLURM_PROCID": "0", "PMI_SIZE": "3", "PMI_RANK": "2"}, 3, 2),
        ({"SLURM_NTASKS": "8", "SLURM_PROCID": "0"}, 1, 0),
        ({"FLUX_JOB_SIZE": "2", "FLUX_TASK_RANK": "1"}, 2, 1),
        ({"PMI_SIZE": "many", "PMI_RANK": "1"}, 1, 0),
        ({"PMI_SIZE": "2", "PMI_RANK": "2"}, 1, 0),
        ({"PMI_SIZE": "2"}, 1, 0),
    ],
)
def test_ranks_are_counted(variables: dict[str, str], ranks: int, rank: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert (launched_ranks(), launched_rank(), is_worker()) == (ranks, rank, rank > 0)


class Link:
    """Notes what a rank tells its launcher."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []

    def tell(self, *words: str) -> None:
        self.told.append(words)

    def errors_to_launcher(self) -> nullcontext[None]:
        return nullcontext()


def test_launcher_reports_a_loss_at_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rank 0 says nothing by itself: the launcher names the rank that died, and may start the run again."""

    def lost() -> None:
        raise RankLostError("a rank has died or does not answer")

    link = Link()
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMPI_COMM_WORLD_SIZE", "2")
    monkeypatch.setenv("OMPI_COMM_WORLD_RANK", "0")
    monkeypatch.setattr("gpulife.ranks.link.launcher_link", lambda: link)
    monkeypatch.setattr("gpulife.ranks.mpi.require_mpi4py", lambda: None)
    monkeypatch.setattr("gpulife.ranks.world.open_world", lost)
    assert on_ranks(Namespace(), lambda *_: 0) == 2
    assert link.told == [("lost", "a rank has died or does not answer")]
    assert capsys.readouterr() == ("", "")

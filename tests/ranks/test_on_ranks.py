"""``gpulife run --ranks N`` as users run it: the real program under the real ``mpiexec``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from terminal import PATIENCE, Terminal

import gpulife
from gpulife.cli.main import main
from gpulife.ranks.launcher import mpiexec_command
from gpulife.ranks.mpi import examine_mpi, find_mpiexec

SOUP = ("run", "--soup", "300x200:0.4", "--seed", "5", "--engine", "numpy")
UNENDING = (*SOUP, "-g", "999999999", "--ranks", "2")
GLIDER = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n"
NOWHERE = {"PATH": "/nowhere", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def run(*arguments: object, typed: str = "", command: tuple[str, ...] = (), **environment: str) -> tuple[int, str, str]:
    """Run gpulife; return the exit status, standard output and standard error."""
    done = subprocess.run(
        [*(command or (sys.executable,)), "-m", "gpulife", *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=Path(gpulife.__file__).parents[1],
        env=os.environ | environment,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.needs("MPI")
def test_rank_0_uses_the_users_pipes(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    arguments = ("run", "-", "-g", 4, "--ranks", 2, "--engine", "numpy", "--json", "--debug")
    status, said, complaint = run(*arguments, typed=GLIDER, GPULIFE_LOGS=str(logs))
    assert (status, json.loads(said)["population"]) == (0, {"live": 5})
    assert complaint == f"gpulife: debug: writing a log to {logs / 'debug.log'}\n"
    assert "gpulife run - -g 4" in (logs / "debug-rank-1.log").read_text()


@pytest.mark.needs("MPI")
def test_error_of_the_job_gives_one_line(tmp_path: Path) -> None:
    status, said, complaint = run(*SOUP, "-g", 1, "--ranks", 2, "-o", tmp_path / "no" / "there.rle")
    assert (status, said, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith(f"gpulife: error: cannot write {tmp_path}")


@pytest.mark.needs("MPI")
def test_ctrl_c_at_a_terminal_ends_early_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "last.rle"
    with Terminal(*UNENDING, "-o", str(saved), size=(70, 20)) as terminal:
        terminal.wait_for("generation .* [1-9][0-9]*/999999999")
        processes = psutil.Process(terminal.process.pid).children(recursive=True)
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "interrupted at generation" in terminal.seen
    assert saved.is_file()
    assert psutil.wait_procs(processes, PATIENCE)[1] == []


@pytest.mark.needs("MPI")
def test_a_closed_terminal_ends_early_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "last.rle"
    with Terminal(*UNENDING, "-o", str(saved)) as terminal:
        terminal.wait_for("generation .* [1-9][0-9]*/999999999")
        processes = psutil.Process(terminal.process.pid).children(recursive=True)
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 128 + signal.SIGHUP
    assert saved.is_file()
    assert psutil.wait_procs(processes, PATIENCE)[1] == []


JOB = ("run", "--soup", "100x96:0.4", "--seed", "5", "--engine", "numpy", "-g", "49999", "-o")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one process saves."""
    file = tmp_path_factory.mktemp("expected") / "one.npz"
    assert run(*JOB, file)[0] == 0
    return file.read_bytes()


@pytest.mark.needs("MPI")
@pytest.mark.parametrize("rank", [0, 1])
def test_killed_rank_does_not_change_the_result(tmp_path: Path, rank: int, expected: bytes) -> None:
    folder, saved = tmp_path / "folder", tmp_path / "two.npz"
    options = ("--checkpoint", str(folder), "--every", "300", "--ranks", "2", "--restarts", "1")
    with Terminal(*JOB, str(saved), *options, size=(150, 30)) as terminal:
        terminal.wait_for("generation .* [1-9][0-9]{2,4}/49999")
        processes = psutil.Process(terminal.process.pid).children(recursive=True)
        ranks = [each for each in processes if each.environ().get("OMPI_COMM_WORLD_RANK", "") == str(rank)]
        ranks = ranks or [each for each in processes if each.environ().get("PMI_RANK", "") == str(rank)]
        ranks[0].kill()
        anew, on = (
            f"rank {rank} died; continuing from the checkpoint of .*",
            ".* continuing with 1 rank from .* checkpoint",
        )
        terminal.wait_for(rf"gpulife: ({anew}|{on}) \(restart 1 of 1\)")
        assert terminal.wait() == 0, terminal.seen
    assert saved.read_bytes() == expected


@pytest.mark.needs("MPI")
def test_number_of_ranks_under_a_sites_launcher() -> None:
    under = (*mpiexec_command(examine_mpi(), 2, [sys.executable]),)
    status, said, complaint = run(*SOUP, "-g", 3, command=under)
    assert status == 0
    assert said.count("3 (0 to 3)") == 1, complaint
    status, said, complaint = run(*SOUP, "-g", 3, "--ranks", 3, command=under)
    assert status == 2
    assert (said + complaint).count(
        "--ranks is 3, but the launcher has started 2 ranks: leave out --ranks or make it match"
    ) == 1


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--ranks", "0"), "argument --ranks: '0' is not a number of ranks from 1 to 4096"),
        (("--ranks", "x"), "argument --ranks: 'x' is not a number of ranks from 1 to 4096"),
        (("--ranks", "4097"), "argument --ranks: '4097' is not a number of ranks from 1 to 4096"),
        (("--ranks", "2", "--restarts", "1"), "--restarts needs checkpoints to continue from: add --checkpoint"),
        (("--restarts", "1", "--checkpoint", "there"), "--restarts is for runs on several ranks: add --ranks N"),
    ],
)
def test_impossible_rank_options(options: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SOUP, "-g", "1", *options]) == 2
    said, complaint = capsys.readouterr()
    assert (said, complaint.count("\n")) == ("", 1)
    assert line in complaint


def test_without_mpi_ranks_and_doctor_give_advice(tmp_path: Path) -> None:
    alone = tmp_path / "python"
    alone.symlink_to(sys.executable)  # no mpiexec beside it
    if find_mpiexec() is None:
        return
    status, said, complaint = run(*SOUP, "-g", 1, "--ranks", 2, command=(str(alone),), **NOWHERE)
    assert (status, said, complaint.count("\n")) == (2, "", 1)
    assert f"{alone} -m pip install 'gpulife[mpi]'" in complaint
    told = json.loads(run("doctor", "--json", command=(str(alone),), **NOWHERE)[1])
    assert told["ranks"] is None
    assert told["ranks_problem"] in complaint


@pytest.mark.needs("MPI")
def test_doctor_names_the_mpi() -> None:
    mpi = examine_mpi()
    said = run("doctor")[1]
    assert f"ranks           {mpi.library} {mpi.version}, {mpi.mpiexec}; " in said

"""The launcher with a small program on ranks under the real ``mpiexec``: its output, and what it leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from terminal import PATIENCE

from gpulife.errors import EngineError
from gpulife.ranks import launcher
from gpulife.ranks.link import shared_memory_files
from gpulife.ranks.mpi import examine_mpi

pytestmark = pytest.mark.needs("MPI")

LAUNCHING = Path(__file__).with_name("launching.py")
DIED = (
    "rank {} died{}, which ended all ranks: "
    "with --checkpoint and --restarts, a run continues from its last checkpoint\n"
)


def assert_stopped(processes: list[psutil.Process]) -> None:
    """Wait until all are stopped: a running process stops only when its CPU handles the signal."""
    end = time.monotonic() + PATIENCE
    while {each.status() for each in processes} != {psutil.STATUS_STOPPED}:
        assert time.monotonic() < end
        os.sched_yield()


@contextmanager
def launching(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Start the launcher with pipes, in its own process group."""
    with subprocess.Popen(
        [sys.executable, str(LAUNCHING), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,  # not a session of its own, in which nothing could be suspended
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def launch(*arguments: object, typed: str = "") -> tuple[int, str, str]:
    """Run the launcher; return the exit status, standard output and standard error."""
    with launching(*arguments) as process:
        said, complaint = process.communicate(typed, timeout=PATIENCE)
    return process.returncode, said, complaint


def job_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return ``mpiexec`` and the ranks from 0 up, when they have begun to work."""
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline().split()
    assert line[:1] == ["pids"], process.stderr.read()
    return [psutil.Process(int(pid)) for pid in line[1:]]


def assert_all_gone(job: list[psutil.Process]) -> None:
    """Check that all of them end within a moment."""
    assert psutil.wait_procs(job, PATIENCE)[1] == []


def test_only_rank_0_prints() -> None:
    assert launch(3, 0, "status", 5) == (5, "rank 0 of 3\n", "")


def test_rank_0_has_the_launchers_terminal() -> None:
    printed = "[False, False, False] False\n'typed\\n'\n"
    assert launch(2, 0, "terminal", typed="typed\nmore\n") == (0, printed, "for people\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_first_signal_is_passed_to_rank_0(number: int) -> None:
    with launching(2, 0, "loop") as process:
        job = job_of(process)
        process.send_signal(number)
        assert process.communicate(timeout=PATIENCE) == (f"stopped by {number}\n", "")
    assert process.returncode == 128 + number
    assert_all_gone(job)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_second_signal_ends_all_at_once(number: int) -> None:
    with launching(2, 0, "stubborn") as process:
        job = job_of(process)
        process.send_signal(number)
        assert process.stdout.readline() == f"stopped by {int(number)}\n"
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
    # Python's own end after a KeyboardInterrupt that nobody caught; the command line makes 130 of it.
    assert process.returncode == (-number if number == signal.SIGINT else 128 + number)
    assert_all_gone(job)


@pytest.mark.parametrize("rank", [0, 1])
def test_death_of_a_rank_gives_one_line(rank: int) -> None:
    with launching(2, 0, "loop") as process:
        job = job_of(process)
        job[1 + rank].kill()
        said, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (2, "")
    assert complaint in {DIED.format(rank, ""), DIED.format(rank, " (by signal 9)")}
    assert_all_gone(job)


def test_death_of_mpiexec_gives_one_line_and_leaves_no_files() -> None:
    with launching(2, 0, "loop") as process:
        job = job_of(process)
        used = shared_memory_files(job[1].pid) | shared_memory_files(job[2].pid)
        job[0].kill()
        said, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (2, "")
    assert "died" in complaint or "mpiexec was ended by signal 9" in complaint
    assert complaint.count("\n") == 1
    assert_all_gone(job)
    assert used or sys.platform != "linux"
    assert [path for path in used if path.exists()] == []
    assert not (Path(tempfile.gettempdir()) / f"ompi.{job[0].pid}").exists()


def test_killed_launcher_ends_rank_0_like_sigterm() -> None:
    with launching(2, 0, "loop") as process:
        job = job_of(process)
        process.kill()
        assert process.communicate(timeout=PATIENCE)[0] == f"stopped by {int(signal.SIGTERM)}\n"
    assert_all_gone(job)


def test_ctrl_z_suspends_and_resumes_all_ranks() -> None:
    with launching(2, 0, "loop") as process:
        job = job_of(process)
        process.send_signal(signal.SIGTSTP)
        assert os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])
        assert_stopped(job)
        process.send_signal(signal.SIGCONT)
        process.terminate()
        assert process.communicate(timeout=PATIENCE) == (f"stopped by {int(signal.SIGTERM)}\n", "")
    assert process.returncode == 128 + signal.SIGTERM
    assert_all_gone(job)


@pytest.mark.parametrize("rank", [0, 1])
def test_stopped_rank_counts_as_dead(rank: int) -> None:
    with launching(2, 0, "loop") as process:
        job = job_of(process)
        job[1 + rank].suspend()
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert f"rank {rank} died" in complaint
    assert_all_gone(job)


def test_lost_run_is_restarted(tmp_path: Path) -> None:
    line = "gpulife: rank 2 died; continuing from a checkpoint (restart 1 of 3)\n"
    assert launch(3, 3, "restarts", tmp_path / "there") == (0, "resumed\n", line)


def test_continuing_survivors_count_as_a_restart() -> None:
    line = "gpulife: a third rank was lost; continuing from a checkpoint (restart 3 of 3)\n"
    assert launch(2, 3, "survivals") == (0, "used 0\nused 3\n", line)
    line = "a third rank was lost, which ended all ranks: after 2 restarts\n"
    assert launch(2, 2, "survivals") == (2, "used 0\n", line)


def test_broken_mpiexec_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mpiexec"
    path.write_text("no program")
    mpi = replace(examine_mpi(), mpiexec=str(path))
    with pytest.raises(EngineError, match=f"2 ranks cannot be started with {path}: Permission denied"):
        launcher.launch(mpi, 2, ["true"])


def test_failed_start_gives_one_line() -> None:
    status, said, complaint = launch(2, 0, "not there")
    assert (status, said) == (2, "")
    assert complaint.startswith("2 ranks cannot be started: ")
    assert "unable to find the specified executable" in complaint
    assert complaint.count("\n") == 1

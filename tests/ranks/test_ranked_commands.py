"""Commands on several ranks as users run them: same results as on one, and the figures of ``bench --ranks``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpulife.ranks.launcher import mpiexec_command, mpiexec_environment
from gpulife.ranks.mpi import examine_mpi

pytestmark = pytest.mark.needs("MPI")


def gpulife(*arguments: str | Path, status: int = 0) -> tuple[str, str]:
    """Run the program; return its standard output and standard error."""
    run = subprocess.run(
        [sys.executable, "-m", "gpulife", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == status, run.stderr
    return run.stdout, run.stderr


def test_files_have_the_same_bytes_for_any_number_of_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("x" * 100)  # a long name for a socket in it
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    soup = ("--soup", "300x200:0.35", "--seed", "7", "--rule", "QuadLife", "-g", "150", "--quiet")
    files = [tmp_path / f"on_{ranks}.npz" for ranks in (0, 1, 4)]
    for options, file in zip(((), ("--ranks", "1"), ("--ranks", "4")), files, strict=True):
        census = file.with_suffix(".csv")
        assert gpulife("run", *soup, *options, "-o", file, "--census", census) == ("", "")
    assert len({file.read_bytes() for file in files}) == 1
    assert len({file.with_suffix(".csv").read_bytes() for file in files}) == 1


def test_bench_measures_ranks(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    table, said = gpulife(
        *("bench", "--ranks", "2", "--size", "512", "--seconds", "0.2", "--engine", "planes", "--json", file)
    )
    assert said == ""
    assert [line.split()[:2] for line in table.splitlines()[-2:]] == [["1", "512x512"], ["2", "512x1024"]]
    alone, both = json.loads(file.read_text())["figures"]
    assert (alone["ranks"], both["ranks"]) == (1, 2)
    assert both["messages"] == 4 * both["generations"] // 16  # to both neighbours, which are the same, from both
    assert both["bytes"] > 0
    assert 0 < both["communication"] < 1
    assert 0 < both["overlapped"] < 1
    assert alone["messages"] == 0


def test_bench_of_one_rank_is_refused() -> None:
    _, said = gpulife("bench", "--ranks", "1", status=2)
    assert said.splitlines()[0].endswith("--ranks is 1, so no other rank shares the work: give 2 or more")


def test_stress_on_ranks_checks_windows() -> None:
    verdict, _ = gpulife("stress", "--ranks", "2", "--size", "300", "--hours", "0.0002", "--rule", "Immigration")
    assert "2 ranks" in verdict
    assert "verdict  passed: " in verdict


_BREAKS_ON_RANK_1 = """
import sys
from gpulife.cli.main import main
from gpulife.engines.ranks.strips import CellsStrip
from gpulife.ranks.mpi import launched_rank

step = CellsStrip.step

def break_down(strip, generations, rule):
    if strip.generation > 0:
        raise RuntimeError("the cooler has fallen off")
    step(strip, generations, rule)

if launched_rank() == 1:
    CellsStrip.step = break_down
sys.exit(main(sys.argv[1:]))
"""


def test_error_on_a_rank_ends_all_with_one_line(tmp_path: Path) -> None:
    file = tmp_path / "end.npz"
    program = [sys.executable, "-c", _BREAKS_ON_RANK_1, "run", "--soup", "64x64:0.3", "-g", "999", "--engine", "gl"]
    run = subprocess.run(
        mpiexec_command(examine_mpi(), 2, [*program, "--census", str(tmp_path / "pops.csv"), "-o", str(file)]),
        env=mpiexec_environment(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    said = [line for line in run.stderr.splitlines() if line.startswith("gpulife: ")]
    assert said == ["gpulife: error: rank 1: RuntimeError: the cooler has fallen off"]
    assert not list(tmp_path.iterdir())

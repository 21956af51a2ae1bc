"""The engines' suite on several ranks: in one ``mpiexec``, rank 0 runs the tests and all ranks compute."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from capabilities import has_compute

from gpulife.ranks.launcher import mpiexec_command, mpiexec_environment
from gpulife.ranks.mpi import examine_mpi

TESTS = Path(__file__).parents[1]
RANKS = 3


@pytest.mark.needs("MPI")
def test_all_engines_on_ranks_match_reference(tmp_path: Path) -> None:
    report = Path(os.environ.get("GPULIFE_TEST_RANKS_REPORT", tmp_path / "report.xml"))
    tests = [str(TESTS / "engines/test_suite.py"), str(TESTS / "ranked")]
    arguments = ["-q", "--color=no", "-p", "no:xdist", "-p", "no:cacheprovider", f"--junitxml={report}", *tests]
    ranks = subprocess.run(
        mpiexec_command(examine_mpi(), RANKS, [sys.executable, str(TESTS / "ranked_pytest.py"), *arguments]),
        env=mpiexec_environment(os.environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ranks.returncode == 0, ranks.stdout[-4000:]
    verdict = ranks.stdout.splitlines()[-1]
    passed = re.match(r"=* ?(\d+) passed(, \d+ deselected)? in ", verdict)
    assert passed, verdict
    assert (passed[2] is None) == has_compute(), verdict  # some are left out by name where there are no compute shaders
    assert int(passed[1]) > 100

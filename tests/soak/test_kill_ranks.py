"""The short form of ``kill_ranks.py``: a kill."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from soak.victims_on_ranks import RankRuns


@pytest.mark.needs("MPI")
def test_killed_rank_loses_nothing(tmp_path: Path) -> None:
    with RankRuns(tmp_path, random.Random(5)) as runs:  # noqa: S311 - moments, not keys
        runs.most_kills = 1
        while not runs.round():
            pass
    assert runs.findings.survivals + runs.findings.relaunches > 0

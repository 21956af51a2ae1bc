"""The short form of ``kill_ranks.py``: three kills."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from soak.victims_on_ranks import RankRuns

_KILLS = 3


@pytest.mark.needs("MPI")
def test_killed_ranks_lose_nothing(tmp_path: Path) -> None:
    with RankRuns(tmp_path, random.Random(5)) as runs:  # noqa: S311 - moments, not keys
        runs.most_kills = _KILLS
        killed = 0
        while killed < _KILLS:
            killed += runs.round()
    assert runs.findings.survivals + runs.findings.relaunches > 0

"""The short form of ``kill_ranks.py``: a kill."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from soak import victims_on_ranks
from soak.victims_on_ranks import RankRuns


@pytest.mark.needs("MPI")
def test_killed_rank_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(victims_on_ranks, "_JOB", ("run", "--soup", "512x512:0.35", "--seed", 7, "-g", 1500, "--quiet"))
    monkeypatch.setattr(RankRuns, "_next_moment", lambda _: 1.0)  # as soon as a rank runs, or soon after
    with RankRuns(tmp_path, random.Random(5)) as runs:  # noqa: S311 - moments, not keys
        runs.most_kills = 1
        while not runs.round():
            pass
    assert runs.findings.survivals + runs.findings.relaunches > 0

"""``gpulife replay FILE --headless``: the statistics of a competitive match, for people and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games.survival1982.test_always import TICKS, played, session_of

from gpulife.cli.main import main
from gpulife.session.replay import write_replay


def test_headless_replay_prints_statistics_of_each_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played(session_of("seed-list"))
    path = tmp_path / "a.gpureplay"
    write_replay(path, session.recording())
    assert main(["replay", str(path), "--headless", "--engine", "numpy"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"played: {TICKS} ticks, generation {session.engine.generation}"
    assert [line for line in out if line.startswith("round 1: ")]
    assert [line for line in out if line.startswith("round 2: so far")]
    assert any("seeds" in line and "spent" in line for line in out)

    assert main(["replay", str(path), "--verify", "--engine", "numpy", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    rounds = data["rounds"]
    assert [each["round"] for each in rounds] == [1, 2]
    assert rounds[0]["over"]
    assert rounds[1]["scores"] == list(session.state.scores)
    assert rounds[1]["curves"][-1]["seeds"] == list(session.state.seeds)


def test_json_needs_headless(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "a.gpureplay"), "--json"]) == 2
    assert "--json works only without a window" in capsys.readouterr().err

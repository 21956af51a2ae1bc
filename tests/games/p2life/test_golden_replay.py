"""A stored game between two computers plays exactly as recorded, on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import OpenEngine, kinds_of
from games.p2life.test_player import match

from gpulife.cli.main import main
from gpulife.games.core.board_hash import moment_hash
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay
from gpulife.session.session import Session

REPLAY = Path(__file__).parent / "two_strategists.gpureplay"
END = "c0f4ac890fa918722d30e10090cc04ec"


@pytest.mark.parametrize("kind", kinds_of("P2Life"))
def test_golden_replay_plays_as_recorded(open_kind: OpenEngine, kind: str) -> None:
    recording = read_replay(REPLAY)
    rule = parse_rule(recording.match.rule)
    assert rule.size is not None
    session = Session(recording.match, open_kind(kind, rule, rule.size), recording=recording, verify=True)
    while session.in_the_past:
        session.tick()
    assert session.board_hashes.first_mismatch is None
    assert moment_hash(session.state, session.board) == END


def test_computers_repeat_the_golden_game() -> None:
    table = match(3, 3, seed=8)
    while table.phase != "over":
        table.tick()
    assert moment_hash(table.state, table.session.board) == END


def test_golden_replay_plays_without_a_window(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--headless", "--verify", str(REPLAY)]) == 0
    assert "verified" in capsys.readouterr().out

"""Playback of a recording: halted, slower, faster, and quickly where nothing happens."""

from __future__ import annotations

import pytest

from gpulife.engines import open_engine
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.rules import parse_rule
from gpulife.session.history import Recording
from gpulife.session.playback import Playback
from gpulife.session.session import Session

MATCH = new_match("study", parse_rule("Life"), (8, 8), 1)
HALT = Action(NOBODY, ActionKind.HALT)


def watched(*halts: int, ticks: int = 1000, first: int = 0) -> tuple[Session, Playback]:
    """A replay in which a universe is halted or run at the given ticks."""
    rule = parse_rule(MATCH.rule)
    assert rule.size is not None
    recording = Recording(MATCH, ticks, tuple((tick, HALT) for tick in halts))
    session = Session(MATCH, open_engine("numpy", rule, rule.size), recording=recording)
    return session, Playback(session, first)


@pytest.mark.parametrize(("speed", "ticks"), [(0.5, 30), (1, 60), (2, 120), (4, 240)])
def test_ticks_per_second(speed: float, ticks: int) -> None:
    session, playback = watched(*range(0, 400, 40))
    playback.speed = speed
    for _ in range(60):
        playback.pass_time(1 / 60)
    assert session.ticks == pytest.approx(ticks, abs=1)


def test_halted_playback() -> None:
    session, playback = watched(*range(0, 400, 40))
    playback.halted = True
    assert playback.pass_time(1.0) == []
    assert session.ticks == 0


def test_quiet_parts_play_faster() -> None:
    session, playback = watched(900)
    for _ in range(120):
        playback.pass_time(1 / 60)
    assert session.ticks == pytest.approx(90 + 30 * 8, abs=20), "eight times as fast after a second and a half"
    for _ in range(90):
        playback.pass_time(1 / 60)
    assert 800 < session.ticks < 900, "but as it was played before something comes"


def test_playback_ends_with_the_recording() -> None:
    session, playback = watched(0, ticks=50)
    for _ in range(20):
        playback.pass_time(0.25)
    assert playback.is_over
    assert (session.ticks, session.recorded_ticks) == (50, 50)


def test_late_playback_plays_at_least_one_tick() -> None:
    session, playback = watched(*range(0, 400, 40))
    assert len(playback.pass_time(1.0, lambda: True)) == 1
    assert len(playback.pass_time(1 / 60, lambda: True)) == 1, "what was missed is not made up for"
    assert session.ticks == 2


def test_seek_stays_in_visible_range() -> None:
    _, playback = watched(ticks=500, first=200)
    assert [playback.within(tick) for tick in (-1, 199, 300, 501)] == [200, 200, 300, 500]
    assert watched(ticks=500, first=999)[1].first == 500

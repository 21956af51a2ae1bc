"""The score history of a match: an entry for each generation, also after rewinds, branches, resuming and thinning."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from fuzzing import examples
from games.duel import BLOCKS, Duel
from games.playing import K
from games.survival1982.test_always import TICKS, played, script, session_of
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.score_history import Entry, RoundStats, ScoreHistory
from gpulife.session.session import Session


def stats(generation: int, round_: int = 1, **changes: object) -> RoundStats:
    """Return statistics of a round without cells and plantings."""
    plain = {
        "round": (1, round_),
        "began": 0,
        "generation": generation,
        "over": False,
        "scores": (generation, 0),
        "seeds": (99, 99),
        "spent": (0, 0),
        "earned": (0, 0),
        "planted": ((0,), (0,)),
        "shapes": ("cell",),
    }
    return RoundStats(**{**plain, **changes})  # type: ignore[arg-type]


def told(session: Session) -> tuple[Entry, ...]:
    return session.score_history.round(session.ticks, session.round_stats)


def test_each_generation_has_an_entry() -> None:
    duel = Duel(BLOCKS, "seed-list").take(5).do(1, K.POINT, 4, 15).press(0).press(1).press(1).quickly().space().ticks(3)
    entries = told(duel.session)
    assert [each.stats.generation for each in entries] == [0, 1, 2, 3]
    assert [each.stats.clock for each in entries] == [6, 5, 4, 3]
    first, last = entries[0].stats, entries[-1].stats
    assert (first.scores, first.seeds, first.spent) == ((9, 4), (94, 99), (5, 0))
    assert last.planted[0].index(1) == 5
    assert not any(last.planted[1])  # taken back
    assert last.shapes[5] == "glider"
    assert last.scores == duel.state.scores
    assert duel.engine.generation == 4  # the fourth generation has not ended yet


def test_no_history_before_the_set_up_or_in_study() -> None:
    duel = Duel(press_start=False).ticks(5)
    assert (duel.session.round_stats, len(duel.session.score_history)) == (None, 0)
    hcap = Duel(option="HCAP")
    assert (hcap.session.round_stats, len(hcap.session.score_history)) == (None, 0)


def test_rounds_and_games_are_separate() -> None:
    duel = Duel(BLOCKS, at=((4, 6),)).press().quickly().space().ticks(20)
    assert (duel.phase, duel.session.round_stats.winner) == ("over", None)
    duel.do(NOBODY, K.AGAIN)
    entries = told(duel.session)
    assert [each.stats.generation for each in entries] == [6]
    assert (entries[0].stats.began, entries[0].stats.spent) == (6, (0, 0))
    duel.start()
    assert [each.stats.generation for each in told(duel.session)] == [0]
    assert [each[0].stats.round for each in duel.session.score_history.rounds()] == [(1, 1), (1, 2), (2, 1)]


@pytest.mark.parametrize("game", ["one-seed", "seed-list"])
def test_history_after_rewinding(game: str) -> None:
    session = played(session_of(game))
    whole, rounds = told(session), session.score_history.rounds()
    session.seek(300)
    straight = session_of(game)
    for actions in script(1, TICKS)[:300]:
        straight.tick(actions)
    assert [each.stats for each in told(session)] == [each.stats for each in told(straight)]
    session.seek(TICKS)
    assert (told(session), session.score_history.rounds()) == (whole, rounds)


def test_branch_drops_the_future() -> None:
    session = played(session_of("one-seed"))
    session.seek(330)
    session.tick([Action(NOBODY, K.HALT)])
    for _ in range(200):
        session.tick()
    straight = session_of("one-seed")
    for actions in script(1, TICKS)[:330]:
        straight.tick(actions)
    straight.tick([*straight.release_inputs(), Action(NOBODY, K.HALT)])
    for _ in range(200):
        straight.tick()
    assert session.score_history.rounds() == straight.score_history.rounds()


def test_resumed_session_keeps_the_history(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(session_of("seed-list"))
    resumed = session_of("seed-list", recording=session.recording(), keyframe=session.keyframe())
    assert resumed.score_history.rounds() == session.score_history.rounds()
    monkeypatch.setattr("gpulife.session.history.RECOUNTED_CELLS", 0)
    resumed = session_of("seed-list", recording=session.recording(), keyframe=session.keyframe())
    assert [each.stats for each in told(resumed)] == [session.round_stats]
    assert resumed.seek(0)
    assert resumed.seek(800)
    assert [each.stats for each in told(resumed)][-1] == session.round_stats


@settings(max_examples=examples(60))
@given(st.integers(0, 1 << 30))
def test_history_is_independent_of_rewinds(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a test's walk
    straight, walked = ScoreHistory(), ScoreHistory()
    each_tick = [stats(tick // 3, 1 + tick // 30) for tick in range(90)]
    for tick, each in enumerate(each_tick):
        straight.record(tick, each)
    known = 0
    while known < 90:
        begin = chance.randint(0, known)
        if chance.random() < 0.2:
            walked.truncate(begin)
            known = begin
        for tick in range(begin, min(begin + 25, 90)):
            walked.record(tick, each_tick[tick])
            known = max(known, tick + 1)
    assert walked.rounds() == straight.rounds()


def test_long_rounds_are_thinned_and_old_ones_dropped() -> None:
    history = ScoreHistory(max_entries=100)
    for tick in range(60):
        history.record(tick, stats(tick))
    for tick in range(60, 5000):
        history.record(tick, stats(tick, 2, spent=(tick, 0)))
        assert len(history) <= 100
    entries = history.round(4999, stats(4999, 2, spent=(4999, 0)))
    assert {each.stats.round for each in entries} == {(1, 2)}
    assert (entries[0].stats.generation, entries[-1].stats.generation) == (60, 4999)
    gaps = [b.stats.generation - a.stats.generation for a, b in pairwise(entries)]
    assert max(gaps) <= 128
    assert len(entries) > 30

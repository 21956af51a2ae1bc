"""Sessions: the same match and actions give the same boards everywhere, and the past comes back exactly."""

from __future__ import annotations

import itertools
import json
from dataclasses import FrozenInstanceError, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import ENGINE_KINDS, OpenEngine, assert_same_on_every_kind
from fuzzing import examples
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st
from session.replaying import ReplayPlayer

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import EngineError, OutputError
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.matches import new_match
from gpulife.rules import Cells, parse_rule
from gpulife.session.history import ActionLog, Keyframe, Keyframes, RewindError
from gpulife.session.session import Session

SHAPE = (21, 37)
SOUP = Action(NOBODY, K.SOUP, data="0.35")
RUN = Action(NOBODY, K.HALT)


@given(ticks=st.lists(st.integers(0, 30)).map(sorted), tick=st.integers(0, 30), last=st.integers(0, 40))
def test_action_log_agrees_with_a_plain_list(ticks: list[int], tick: int, last: int) -> None:
    log = ActionLog((each, RUN) for each in ticks)
    assert log.at(tick) == (RUN,) * ticks.count(tick)
    assert log.next_tick(tick, last) == min([each for each in ticks if each >= tick] + [last])
    forgotten = log.cut(tick)
    assert [each for each, _ in log.entries()] == [each for each in ticks if each < tick]
    log.extend(forgotten)
    assert [each for each, _ in log.entries()] == ticks


class Pushed:
    """A live player who makes the pushed actions in the next tick."""

    is_live = True

    def __init__(self) -> None:
        self.waiting: list[Action] = []

    def push(self, *actions: Action) -> None:
        self.waiting.extend(actions)

    def actions(self, *_: object) -> list[Action]:
        waiting, self.waiting = self.waiting, []
        return waiting


def match_of(rule: str = "Immigration", option: str = "WILD", shape: tuple[int, int] = SHAPE) -> Match:
    return new_match("study", parse_rule(rule), shape, 1982, option)


def session_of(match: Match | None = None, **settings: object) -> Session:
    match = match or match_of()
    rule = parse_rule(match.rule)
    assert rule.size is not None
    return Session(match, NumpyEngine(rule, rule.size), **settings)  # type: ignore[arg-type]


def play(session: Session, script: dict[int, list[Action]], ticks: int) -> Session:
    for tick in range(ticks):
        session.tick(script.get(tick, ()))
    return session


SCRIPT = {
    0: [SOUP, RUN, Action(NOBODY, K.PACE, 0, 3)],
    5: [Action(0, K.TRIGGER, 1), Action(1, K.STICK, 1, -1)],
    40: [Action(0, K.TRIGGER, 0), Action(NOBODY, K.WILD), Action(NOBODY, K.PACE, 0, 2)],
    80: [Action(NOBODY, K.PAINT, 3, 30, "x = 3, y = 3\n.A$2.A$3A!"), Action(1, K.STICK)],
    100: [Action(NOBODY, K.PACE, 45_000), Action(NOBODY, K.ERASE, 19, 35, "5x5")],
    140: [RUN],
    150: [Action(1, K.TRIGGER, 1), Action(1, K.STICK, -1, 0)],
    180: [Action(NOBODY, K.STEP), Action(1, K.TRIGGER, 0)],
    190: [RUN, Action(NOBODY, K.PACE, -1)],
}


@pytest.mark.parametrize("rule", ["Immigration", "QuadLife:P37,21", "Survivor", "BioWar:3", "Life"])
def test_every_engine_gives_the_same_moments(open_kind: OpenEngine, rule: str) -> None:
    match = match_of(rule)

    def end(kind: str) -> object:
        session = play(Session(match, open_kind(kind, parse_rule(match.rule), SHAPE)), SCRIPT, 260)
        assert session.computed > 256
        assert len(session.hashes) >= 1
        return moment_hash(session.state, session.board), session.hashes, session.engine.read_all().tobytes()

    assert_same_on_every_kind(rule, end)


def test_sounds_and_flashes_do_not_affect_play(monkeypatch: pytest.MonkeyPatch) -> None:
    loud = play(session_of(), SCRIPT, 260)
    monkeypatch.setattr("gpulife.games.core.staged_board.StagedBoard.order", _quiet)
    quiet = play(session_of(), SCRIPT, 260)
    assert quiet.state == loud.state
    assert quiet.hashes == loud.hashes


def _quiet(self, *orders) -> None:
    for order in orders:
        if type(order).__name__ not in ("Sound", "Flash"):
            self.orders.append(order)
            if type(order).__name__ in ("Sow", "Step"):
                self.is_known = False
            elif type(order).__name__ == "Renumber":
                self._generation = order.generation


def test_tick_result() -> None:
    session = session_of(match_of(option="NORM"))
    first = session.tick([SOUP, RUN, Action(NOBODY, K.PACE, 0, 5)])
    assert (first.tick, first.generations, [sound.name for sound in first.sounds]) == (0, 5, ["run"])
    assert session.tick().generations == 5
    wild = session.tick([Action(NOBODY, K.WILD)])
    assert [flash.ticks for flash in wild.flashes] == [20]
    assert (session.ticks, session.recorded_ticks, len(session.log.entries())) == (3, 3, 4)


def test_order_of_actions() -> None:
    human = Pushed()
    session = session_of(players=[ReplayPlayer([(0, Action(1, K.POINT, 1, 1))]), human])
    human.push(Action(0, K.POINT, 2, 2))
    session.tick([SOUP])
    assert [action.kind for _, action in session.log.entries()] == [K.POINT, K.POINT, K.SOUP]


def test_failed_tick_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of()
    session.tick((SOUP,))
    before = session.recording()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(type(session.game), "advance", broken)
        with pytest.raises(ZeroDivisionError):
            session.tick((RUN,))
    assert session.recording() == before
    session.tick()
    assert [action for _, action in session.recording().log] == [SOUP]


def test_a_board_of_another_rule_is_refused() -> None:
    with pytest.raises(EngineError, match="needs a board of Life:T5,5, but the engine has a board of Life:P5,5"):
        Session(Match("study", "Life:T5,5", 1), NumpyEngine(parse_rule("Life:P5,5"), (5, 5)))


def test_hash_interval() -> None:
    session = session_of(match_of(option="NORM"))
    play(session, {0: [SOUP, RUN, Action(NOBODY, K.PACE, 0, 5)]}, 160)
    assert [known.computed for known in session.hashes] == [256, 768]
    fast = session_of(match_of(option="NORM", shape=(3, 3)))
    play(fast, {0: [RUN, Action(NOBODY, K.PACE, 0, 20)]}, 80)
    assert [known.tick for known in fast.hashes] == [12, 76]


def test_census_is_cached_per_board() -> None:
    session = session_of()
    counted = []
    census = session.engine.census
    session.engine.census = lambda: (counted.append(1), census())[1]  # type: ignore[method-assign]
    session.tick([SOUP])
    for _ in range(5):
        session.board.census()
        session.tick()
    assert len(counted) == 1
    session.tick([RUN])
    assert session.board.census().tolist() == census().tolist()
    assert len(counted) == 2


def test_census_after_a_hash_within_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.games.core.board_hash.WHOLE_BOARD", 1)
    session = session_of(match_of("B1357/S1357:2"))  # which never settles
    session.tick([SOUP, RUN, Action(NOBODY, K.PACE, 0, 300)])
    assert session.hashes
    assert session.board.census().tolist() == session.engine.census().tolist()


# Rewind


@cache
def straight_run() -> list[tuple[Any, int, int, Cells]]:
    """State, generations computed, generation and cells before each tick of the script and after the last."""
    session = session_of()
    moments = []
    for tick in range(301):
        moments.append((session.state, session.computed, session.engine.generation, session.engine.read_all()))
        session.tick(SCRIPT.get(tick, ()))
    return moments


@settings(max_examples=examples(25))
@given(
    seeks=st.lists(st.integers(0, 300), min_size=1, max_size=6),
    budget=st.sampled_from([1 << 28, 40_000, 12_000]),
)
def test_seek_equals_straight_run(seeks: list[int], budget: int) -> None:
    session = play(session_of(budget=budget), SCRIPT, 300)
    end = session.recording()
    for tick in seeks:
        assert session.seek(tick)
        state, computed, generation, cells = straight_run()[tick]
        assert (session.ticks, session.state, session.computed) == (tick, state, computed)
        assert session.engine.generation == generation
        assert_boards_equal(session.engine.read_all(), cells)
    session.seek(300)
    assert session.recording() == end


@settings(max_examples=examples(25))
@given(data=st.data())
def test_random_actions_seeks_and_branches(data: st.DataObject) -> None:
    """A session with rewinds equals a session that only played the remaining log."""
    actions = st.lists(
        st.builds(
            Action, st.integers(-1, 1), st.sampled_from(list(K)), st.integers(-1, 40), st.integers(-1, 40),
            st.sampled_from(["0.4", "3x3", "x = 2, y = 2\nAB$BA!"]),
        ),
        max_size=3,
    )  # fmt: skip
    session = session_of()
    session.keyframes.interval = 7
    for _ in range(data.draw(st.integers(1, 5))):
        session.seek(data.draw(st.integers(0, session.recorded_ticks)))
        for _ in range(data.draw(st.integers(0, 30))):
            session.tick(data.draw(actions))
    straight = session_of()
    log = dict.fromkeys(range(session.ticks), ())
    for tick in log:
        straight.tick(session.log.at(tick))
    assert straight.state == session.state
    assert_boards_equal(session.engine.read_all(), straight.engine.read_all())


@pytest.mark.parametrize("kind", ENGINE_KINDS)
def test_seeking_on_every_engine(open_kind: OpenEngine, kind: str) -> None:
    match = match_of()
    session = play(Session(match, open_kind(kind, parse_rule(match.rule), SHAPE)), SCRIPT, 260)
    end = moment_hash(session.state, session.board)
    for tick in (0, 130, 59, 259):
        session.seek(tick)
        assert moment_hash(session.state, session.board) == _moment(tick)
    session.seek(260)
    assert moment_hash(session.state, session.board) == end


@cache
def _moment(tick: int) -> str:
    straight = play(session_of(), SCRIPT, tick)
    return moment_hash(straight.state, straight.board)


def test_ticks_without_actions_replay_the_future() -> None:
    session = play(session_of(), SCRIPT, 200)
    end, log = moment_hash(session.state, session.board), session.log.entries()
    session.seek(30)
    assert session.in_the_past
    while session.in_the_past:
        assert not session.tick().branched
    assert (session.ticks, session.log.entries()) == (200, log)
    assert moment_hash(session.state, session.board) == end


def test_action_in_the_past_cuts_off_future() -> None:
    session = play(session_of(), SCRIPT, 250)
    assert session.hashes
    session.seek(70)
    result = session.tick([Action(0, K.TRIGGER), Action(0, K.POINT, 0, 0)])
    assert result.branched
    assert (session.ticks, session.recorded_ticks, session.in_the_past) == (71, 71, False)
    assert max(tick for tick, _ in session.log.entries()) == 70
    assert [action.kind for action in session.log.at(70)] == [K.STICK, K.TRIGGER, K.POINT]
    assert session.hashes == []
    assert session.keyframes.ticks == (60,)


def test_branch_releases_held_inputs() -> None:
    session = play(session_of(), {0: [Action(0, K.STICK, 0, 1), Action(1, K.TRIGGER, 1)]}, 10)
    session.tick([Action(0, K.STICK), Action(1, K.TRIGGER)])
    session.seek(5)
    session.tick([Action(NOBODY, K.CLEAR)])
    assert [action.kind for action in session.log.at(5)] == [K.STICK, K.TRIGGER, K.CLEAR]
    assert session.state.cursors[0].stick == (0, 0)
    assert not session.state.cursors[1].trigger


def test_release_in_the_past_is_not_a_branch() -> None:
    session = play(session_of(), SCRIPT, 100)
    session.seek(50)
    assert not session.tick([Action(0, K.STICK), Action(1, K.TRIGGER)]).branched
    assert session.recorded_ticks == 100
    assert len(session.log.at(50)) == 0


def test_replayed_players_are_not_asked() -> None:
    human, robot = Pushed(), ReplayPlayer([(tick, Action(1, K.TRIGGER, tick % 2)) for tick in range(99)])
    session = session_of(players=[human, robot])
    play(session, {}, 20)
    session.seek(9)
    session.tick()
    session.tick()
    assert session.recorded_ticks == 20
    human.push(Action(0, K.TRIGGER, 1))
    assert session.tick().branched
    assert session.ticks == session.recorded_ticks == 12


def test_seeking_in_pieces() -> None:
    session = play(session_of(), SCRIPT, 200)
    session.keyframes.cut(-1)
    asked = itertools.count(1)
    session.should_pause = lambda: next(asked) % 50 == 0
    calls = 1
    while not session.seek(190):
        calls += 1
    assert 4 <= calls <= 8  # called after each tick, and within ticks that compute
    assert session.ticks == 190
    assert session.engine.read_all().tobytes() == play(session_of(), SCRIPT, 190).engine.read_all().tobytes()


PACES = {0: [SOUP, Action(NOBODY, K.PACE, 0, 700)], 1: [RUN], 4: [Action(0, K.TRIGGER, 1)], 5: [SOUP]}


def paused(monkeypatch: pytest.MonkeyPatch, every: int, **settings: object) -> Session:
    """A session that pauses after every few portions, which are as small as possible."""
    monkeypatch.setattr("gpulife.session.order_executor.PORTION_CELLS", 1)
    monkeypatch.setattr("gpulife.session.order_executor.PORTION_SECONDS", 0.0)
    session, asked = session_of(**settings), itertools.count(1)  # type: ignore[arg-type]
    session.should_pause = lambda: next(asked) % every == 0
    return session


def test_paused_tick_gives_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(session_of(), PACES, 6)
    session = paused(monkeypatch, 7)
    calls = 0
    while session.ticks < 6:
        session.tick(() if session.is_unfinished else PACES.get(session.ticks, ()))
        calls += 1
    assert calls > 6 * 20
    assert session.computed == whole.computed > 2000
    assert session.recording() == whole.recording()


def test_actions_during_paused_tick_go_to_next(monkeypatch: pytest.MonkeyPatch) -> None:
    session = paused(monkeypatch, 5)
    session.tick([SOUP, Action(NOBODY, K.PACE, 0, 700), RUN])
    assert session.is_unfinished
    session.tick([Action(1, K.STICK, 0, 1)])
    assert session.ticks == 0
    while session.ticks < 2:
        session.tick()
    log = session.recording().log
    assert [tick for tick, action in log if action.kind is K.STICK] == [1]


def test_paused_tick_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    session = paused(monkeypatch, 5)
    before = play(session_of(), PACES, 1).recording()
    while session.ticks < 1:
        session.tick(() if session.is_unfinished else PACES[0])
    session.tick(PACES[1])
    assert session.is_unfinished
    assert session.recording() == replace(before, end_hash="")
    with pytest.raises(OutputError, match="in the middle of a long tick"):
        session.keyframe()  # there is none before it, and it takes long


def test_seek_discards_paused_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(session_of(), PACES, 3)
    session = paused(monkeypatch, 5)
    while session.ticks < 3:
        session.tick(() if session.is_unfinished else PACES.get(session.ticks, ()))
    session.tick([Action(0, K.TRIGGER, 1)])
    assert session.is_unfinished
    while not session.seek(3):
        assert session.ticks <= 3
    assert not session.is_unfinished
    assert session.recording().log == whole.recording().log
    assert session.engine.read_all().tobytes() == whole.engine.read_all().tobytes()


def test_seek_is_limited_to_recorded_ticks() -> None:
    session = play(session_of(), SCRIPT, 50)
    assert session.seek(10**9)
    assert session.ticks == 50
    assert session.seek(-5)
    assert session.ticks == 0


def test_too_large_board_has_no_rewind() -> None:
    session = play(session_of(budget=2000), SCRIPT, 150)
    assert session.keyframes.off_reason == "rewind is off: a board of 777 cells needs more than 0 MiB for keyframes"
    assert session.keyframes.ticks == ()
    with pytest.raises(RewindError, match="rewind is off"):
        session.seek(10)
    assert session.ticks == 150
    assert Keyframes(8192 * 8192 - 4096).off_reason is None
    assert "67,112,960 cells" in str(Keyframes(8192 * 8192 + 4096).off_reason)


def test_keyframe_budget_and_density() -> None:
    past = Keyframes(10, budget=100 * 2148)
    for tick in range(0, 60 * 3600, 60):
        if past.is_due(tick):
            past.add(Keyframe(tick, tick, None, bytes(100)))
    assert past.size <= past.budget
    assert len(past.ticks) == 100
    gaps = np.diff(past.ticks)
    assert gaps[-10:].max() <= 240
    assert gaps[:10].mean() > 20 * gaps[-10:].mean()
    assert max(gaps) < 60 * 3600 / 8
    for tick in (0, 59, *past.ticks[:3], 60 * 1800 + 7):
        found = past.before(tick)
        assert (found.tick if found else None) == max((each for each in past.ticks if each <= tick), default=None)
    past.cut(100_000)
    assert max(past.ticks) <= 100_000
    assert past.size == 2148 * len(past.ticks)


def test_states_of_a_session_are_frozen_and_json() -> None:
    session = play(session_of(), SCRIPT, 30)
    json.dumps(to_json(session.state))
    with pytest.raises(FrozenInstanceError):
        session.state.seeds = (1, 1)  # type: ignore[misc]
    assert replace(session.match, seed=2) != session.match

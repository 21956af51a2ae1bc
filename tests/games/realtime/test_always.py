"""Real-Time Life's invariants under any actions; the same game on every engine, in replays and in files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
from autosaves import load_autosave
from conftest import OpenEngine, assert_same_on_every_kind
from fuzzing import examples
from games.mail import TEN, Mail, row
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import NOBODY, Action, Place
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.moves import find_path, is_connected, king_distance
from gpulife.games.realtime.notation import place_text, score_lines
from gpulife.games.realtime.observation import realtime_overlay
from gpulife.games.realtime.state import RealTimeEnding, RealTimePhase, RealTimeState, SeatStanding
from gpulife.rules import parse_rule
from gpulife.session.autosave import Autosave
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session

PLACES = st.builds(lambda row, column: place_text((row, column)), st.integers(0, 7), st.integers(0, 11))
TEXTS = (
    st.sampled_from([f"Ada {TEN}", f"B {row(3)}", f"Cy {row(6, 'c')}", "x", ""])
    | st.lists(PLACES, min_size=2, max_size=3).map(" ".join)
    | st.text(max_size=9)
)
HANDS = st.builds(
    Action,
    st.integers(-1, 4),
    st.sampled_from([K.JOIN, K.MOVE, K.MOVE, K.POINT, K.TRIGGER, K.STICK]),
    st.integers(-1, 8),
    st.integers(-1, 12),
    TEXTS,
)
ANYTHING = st.builds(Action, st.integers(-2, 5), st.sampled_from(list(K)), st.integers(), st.integers(), TEXTS)
CONSOLE = st.builds(
    Action, st.just(NOBODY), st.sampled_from([K.STEP, K.STEP, K.HALT, K.WILD, K.START]), st.just(0), st.just(0)
)


@settings(max_examples=examples(100), deadline=None)
@given(
    players=st.integers(1, 3),
    shape=st.sampled_from([(8, 12), (1, 1), (3, 40), None]),
    limit=st.integers(0, 3),
    ticks=st.lists(st.lists(HANDS | HANDS | CONSOLE | ANYTHING, max_size=4), max_size=40),
)
def test_state_values_stay_in_range(
    players: int, shape: tuple[int, int] | None, limit: int, ticks: list[list[Action]]
) -> None:
    mail = Mail(letters=3, players=players, shape=shape, limit=limit)
    mail.join("Ada", TEN).join("Bob", row(3)).do(NOBODY, K.HALT)
    for actions in ticks:
        before, cells = mail.state, mail.engine.read_all()
        mail.tick(*actions)
        state = mail.state
        assert 0 <= state.rows <= mail.engine.shape[0]
        assert not mail.engine.read_all()[state.rows :].any()
        assert 1 <= state.left <= state.hour
        assert (state.phase is RealTimePhase.OVER) == (state.ending is not None)
        for seat in state.seats:
            assert seat.points >= 0
            assert seat.points <= max(1, mail.engine.read_all().size // 10)
            assert seat.standing is SeatStanding.IN or (seat.points, seat.chosen) == (0, None)
            assert 0 <= seat.cursor.row < max(state.rows + 8, 1)
            assert 0 <= seat.cursor.column < state.columns
            assert len(seat.sketch) < 10
            assert (seat.score > 0) <= (seat.turns > 0)
        realtime_overlay(state)
        score_lines(state)
        if {action.kind for action in actions} <= {K.MOVE, K.POINT, K.TRIGGER, K.STICK} and state.hours == before.hours:
            joined = sum(seat.standing is SeatStanding.IN for seat in state.seats) - sum(
                seat.standing is SeatStanding.IN for seat in before.seats
            )
            spent = sum(seat.points for seat in before.seats) - sum(seat.points for seat in state.seats)
            moved = int(np.count_nonzero(mail.engine.read_all() != cells))
            if not joined:
                assert moved <= 2 * spent, "every step is paid for"
                assert mail.session.board.census().sum() == np.count_nonzero(cells)


def script(seed: int, ticks: int) -> list[list[Action]]:
    """Four busy players: two by text orders, two by cursor."""
    chance = random.Random(seed)  # noqa: S311 - a test's players
    played: list[list[Action]] = []
    for tick in range(ticks):
        actions = []
        if tick in (3, 5):
            actions.append(Action(NOBODY, K.JOIN, data=f"p{tick} {row(tick)}"))
        if tick > 10:
            player = chance.randrange(4)
            place = chance.randrange(24), chance.randrange(24)
            match chance.randrange(4):
                case 0:
                    there = place[0] + chance.randint(-1, 1), place[1] + chance.randint(-1, 1)
                    actions.append(Action(player, K.MOVE, data=f"{place_text(place)} {place_text(there)}"))
                case 1:
                    actions.append(Action(player, K.POINT, *place))
                case 2:
                    actions.append(Action(player, K.TRIGGER, tick % 2))
                case _:
                    actions.append(Action(player, K.STICK, chance.randint(-1, 1), chance.randint(-1, 1)))
        if tick == ticks // 2:
            actions.append(Action(NOBODY, K.WILD))
        played.append(actions)
    return played


def session_of(open_: OpenEngine | None = None, kind: str = "numpy", **more: object) -> Session:
    match = new_realtime(1982, letters=4, tick_seconds=1, players=2)
    rule = parse_rule(match.rule)
    assert rule.size is not None
    engine = open_(kind, rule, rule.size) if open_ else NumpyEngine(rule, rule.size)
    return Session(match, engine, **more)  # type: ignore[arg-type]


def played(session: Session, ticks: int = 1500) -> Session:
    for actions in script(1, ticks):
        session.tick(actions)
    return session


def test_same_game_on_every_engine(open_kind: OpenEngine) -> None:
    def play(kind: str) -> object:
        session = played(session_of(open_kind, kind))
        assert session.computed >= 2
        assert session.state.generation == 2
        return moment_hash(session.state, session.board), session.computed

    assert_same_on_every_kind(session_of().match.rule, play)


def test_replays_autosaves_and_rewind(tmp_path: Path) -> None:
    session = played(session_of())
    path = tmp_path / "a.gpureplay"
    write_replay(path, session.recording())
    recording = read_replay(path)
    assert recording == session.recording()
    again = session_of(recording=recording, verify=True)
    assert again.seek(recording.ticks)
    assert again.board_hashes.first_mismatch is None
    assert moment_hash(again.state, again.board) == recording.end_hash

    Autosave(tmp_path, 0).save(session, 0)
    saved = load_autosave(tmp_path)
    assert saved is not None
    resumed = session_of(recording=saved.recording, keyframe=saved.keyframe)
    assert resumed.state == session.state
    resumed.seek(100)
    straight = session_of()
    for actions in script(1, 1500)[:100]:
        straight.tick(actions)
    assert moment_hash(resumed.state, resumed.board) == moment_hash(straight.state, straight.board)


def test_states_survive_json() -> None:
    mail = Mail(letters=3, players=2)
    states = [mail.state, mail.click((3, 3)).state, mail.join("Bob", row(9), 1).state, mail.join("Cy", row(5)).state]
    mail.hour().click((8, 2), 1).do(1, K.POINT, 20, 20)
    states.append(mail.state)
    assert mail.seat("B").path
    states.append(mail.do(1, K.RESIGN).state)
    assert mail.state.ending is RealTimeEnding.RESIGNED
    for state in states:
        assert from_json(RealTimeState, json.loads(json.dumps(to_json(state)))) == state


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 2**32), ticks=st.integers(1, 3000))
def test_skipping_idle_ticks_equals_playing_them(seed: int, ticks: int) -> None:
    sessions = [Mail("AA..BB\nAA..BB\n......"), Mail("AA..BB\nAA..BB\n......")]
    sessions[0].ticks(ticks)
    left = ticks
    while left:
        step = min(sessions[1].state.idle, left)
        sessions[1].session.state = sessions[1].state.skip_idle(step)
        left -= step
        if left:
            sessions[1].tick()
            left -= 1
    assert sessions[0].state == sessions[1].state


def slow_distance(free: np.ndarray, start: Place, end: Place) -> int | None:
    """Steps from one place to another, found by spreading to all neighbours at once."""
    wave = np.zeros(free.shape, bool)
    wave[start] = True
    for steps in range(free.size + 1):
        if wave[end]:
            return steps
        framed = np.pad(wave, 1)
        grown = np.zeros(free.shape, bool)
        for row_ in range(3):
            for column in range(3):
                grown |= framed[row_ : row_ + free.shape[0], column : column + free.shape[1]]
        grown = (grown & free) | wave
        if (grown == wave).all():
            return None
        wave = grown
    return None


@settings(max_examples=examples(150), deadline=None)
@given(seed=st.integers(0, 2**32), density=st.floats(0, 0.6))
def test_paths_are_shortest_and_over_dead_places(seed: int, density: float) -> None:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, 12)), int(rng.integers(1, 14))
    rule = parse_rule("RealTime:2").on_board(shape)
    engine = NumpyEngine(rule, shape)
    cells = (rng.random(shape) < density).astype(np.uint8) * 2
    engine.paint(0, 0, cells)
    start, end = ((int(rng.integers(shape[0])), int(rng.integers(shape[1]))) for _ in range(2))
    way = find_path(engine, shape, start, end, 300)
    expected = slow_distance(cells == 0, start, end)
    if start == end:
        assert way == ()
    elif expected is None:
        assert way is None
    else:
        assert way is not None
        assert len(way) == expected
        assert way[-1] == end
        assert all(cells[place] == 0 for place in way)
        assert all(king_distance(here, there) == 1 for here, there in zip((start, *way), way, strict=False))


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=10))
def test_is_connected(places: set[Place]) -> None:
    free = np.zeros((5, 5), bool)
    for place in places:
        free[place] = True
    first = min(places, default=(0, 0))
    expected = all(slow_distance(free, first, place) is not None for place in places)
    assert is_connected(tuple(places)) == expected

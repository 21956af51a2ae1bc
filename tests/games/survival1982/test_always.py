"""Invariants of the competitive games under random actions, and the same results on every engine and in files.

* Seeds below 0 or above 99, or other than quota, bonus and credit less what was spent; planting on one's own cells or
  over the border; a clock beyond its ends.
* Different boards of the same match and actions: numpy, gl, gl in bands; replay files; autosaves; going back in time.
"""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from autosaves import load_autosave
from conftest import OpenEngine, assert_same_on_every_kind
from fuzzing import examples
from games.duel import Duel
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.order import Paint, Sound
from gpulife.games.matches import new_match
from gpulife.games.survival1982.input import half
from gpulife.games.survival1982.spec import ONE_SEED
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import parse_rule
from gpulife.session.autosave import Autosave
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session

SHAPES = ((12, 24), (9, 15), (1, 1), (5, 2), (14, 40))
ROUND = [K.START, K.DIGIT, K.AGAIN, K.HALT, K.STEP, K.RESIGN, K.WILD, K.PACE]
HANDS = st.builds(
    Action,
    st.integers(0, 1),
    st.sampled_from([K.TRIGGER, K.TRIGGER, K.STICK, K.STICK, K.POINT]),
    st.integers(-1, 1),
    st.integers(-1, 1) | st.integers(0, 40),
)
CONSOLE = st.builds(Action, st.integers(-1, 2), st.sampled_from(ROUND), st.integers(-1, 9), st.integers(-1, 9))
ANYTHING = st.builds(
    Action,
    st.integers(-1, 2),
    st.sampled_from(list(K)),
    st.integers(-3, 12) | st.integers(),
    st.integers(-3, 12) | st.integers(),
    st.sampled_from(["", "0.5", "2x3", "x = 2, y = 1\nAB!", "0.3:1,0"]),
)


@settings(max_examples=examples(120))
@given(
    game=st.sampled_from(["one-seed", "seed-list"]),
    option=st.sampled_from(list(ONE_SEED.options)),
    shape=st.sampled_from(SHAPES),
    ticks=st.lists(st.lists(HANDS | HANDS | HANDS | CONSOLE | ANYTHING, max_size=5), max_size=50),
)
def test_values_stay_in_range(game: str, option: str, shape: tuple[int, int], ticks: list[list[Action]]) -> None:
    duel = Duel("\n".join(["." * shape[1]] * shape[0]), game, option)
    for digit in (9, 9, 0, 3):
        duel.do(NOBODY, K.DIGIT, digit)
    for actions in ticks:
        before = duel.state
        check_plantings(duel, tuple(actions))
        duel.tick(*actions)
        state = duel.state
        assert all(0 <= seeds <= 99 for seeds in state.seeds)
        assert 0 <= state.clock.notches <= state.clock.top == shape[0]
        assert 0 <= state.progress <= 1
        assert all(score >= 0 for score in state.scores)
        assert (state.phase is RoundPhase.OVER) == (state.ending is not None)
        assert all(now.wins >= 0 for now in state.sides)
        for side in state.sides:
            book = side.ledger
            assert side.quota + book.earned + book.credited - book.spent == side.seeds
        assert state.round >= 1
        for player, cursor in enumerate(state.cursors):
            first, end = half(player, shape[1])
            assert 0 <= cursor.row < shape[0]
            assert first <= cursor.column < end or first == end
            assert all(
                0 <= row < shape[0] and (first <= column < end or first == end)
                for row, column in duel.seen.cursors[player]
            )
        assert duel.engine.read_all().max() <= 2
        if before.phase is RoundPhase.OVER and state.phase is RoundPhase.OVER:
            assert state.seeds == before.seeds


def check_plantings(duel: Duel, actions: tuple[Action, ...]) -> None:
    """Check each planting order: it paints only cells that were not the player's own, and only on the player's half."""
    orders = duel.session.game.advance(duel.state, actions, duel.session.board)[1]
    cells = duel.engine.read_all()
    exact = True
    for order, sound in pairwise(orders):
        if isinstance(order, Paint) and isinstance(sound, Sound) and sound.name == "plant":
            player = sound.player
            first, end = half(player, duel.engine.shape[1])
            assert order.mask is not None
            height, width = order.mask.shape
            there = np.s_[order.row : order.row + height, order.column : order.column + width]
            assert order.mask.any()
            assert (order.cells[order.mask] == player + 1).all()
            assert first <= order.column
            assert order.column + width <= end
            assert 0 <= order.row <= order.row + height <= duel.engine.shape[0]
            if exact:
                assert not (cells[there][order.mask] == player + 1).any()
                cells[there][order.mask] = player + 1
        elif not isinstance(order, Sound):
            exact = False  # the board is edited, too, so its cells before planting are not known here


def script(seed: int, ticks: int) -> list[list[Action]]:
    """Return random actions of two quick players."""
    chance = random.Random(seed)  # noqa: S311 - a test's players
    played = [[Action(NOBODY, K.START)]]
    for tick in range(1, ticks):
        actions = []
        for player in (0, 1):
            if tick % 7 == player:
                actions.append(Action(player, K.STICK, chance.randint(-1, 1), chance.randint(-1, 1)))
            if tick % 5 == player:
                actions.append(Action(player, K.TRIGGER, chance.randrange(2)))
        if tick in (100, 180, 200):
            actions.append(Action(NOBODY, K.HALT))
        if tick == 150:
            actions.append(Action(NOBODY, K.PACE, 0, 5))
        if tick in (ticks // 2, ticks // 2 + 30):
            actions.append(Action(1, K.RESIGN) if tick == ticks // 2 else Action(NOBODY, K.AGAIN))
        played.append(actions)
    return played


SIZE = (22, 40)


def session_of(game: str, open_: OpenEngine | None = None, kind: str = "numpy", **more: object) -> Session:
    match = new_match(game, parse_rule("Immigration"), SIZE, 1982, "WILD")
    rule = parse_rule(match.rule)
    engine = open_(kind, rule, SIZE) if open_ else NumpyEngine(rule, SIZE)
    return Session(match, engine, **more)  # type: ignore[arg-type]


TICKS = 500


def played(session: Session) -> Session:
    for actions in script(1, TICKS):
        session.tick(actions)
    return session


@pytest.mark.parametrize("game", ["one-seed", "seed-list"])
def test_same_result_on_every_engine(open_kind: OpenEngine, game: str) -> None:
    def play(kind: str) -> object:
        session = played(session_of(game, open_kind, kind))
        assert session.computed > 50
        assert session.state.seeds != (50, 50)
        return moment_hash(session.state, session.board), session.computed, session.hashes

    assert_same_on_every_kind("Immigration", play)


@pytest.mark.parametrize("game", ["one-seed", "seed-list"])
def test_replays_autosaves_and_rewind(game: str, tmp_path: Path) -> None:
    session = played(session_of(game))
    path = tmp_path / "a.gpureplay"
    write_replay(path, session.recording())
    recording = read_replay(path)
    assert recording == session.recording()
    again = session_of(game, recording=recording, verify=True)
    assert again.seek(recording.ticks)
    assert again.board_hashes.first_mismatch is None
    assert moment_hash(again.state, again.board) == recording.end_hash

    Autosave(tmp_path, 0).save(session, 0)
    saved = load_autosave(tmp_path)
    assert saved is not None
    resumed = session_of(game, recording=saved.recording, keyframe=saved.keyframe)
    assert resumed.state == session.state
    resumed.seek(100)
    straight = session_of(game)
    for actions in script(1, TICKS)[:100]:
        straight.tick(actions)
    assert moment_hash(resumed.state, resumed.board) == moment_hash(straight.state, straight.board)


def test_every_state_survives_json() -> None:
    duel = Duel(game="seed-list", option="HCAP", press_start=False)
    states = [duel.state, duel.start().state, duel.do(NOBODY, K.DIGIT, 5).state]
    for digit in (1, 5, 1):
        duel.do(NOBODY, K.DIGIT, digit)
    states += [duel.take(5).press().state, duel.do(NOBODY, K.PACE, 100).space().press().state, duel.into_menu().state]
    assert states[-2].sides[0].pending is not None
    states.append(duel.do(0, K.RESIGN).state)
    for state in states:
        assert from_json(ContestState, json.loads(json.dumps(to_json(state)))) == state

"""Invariants of BioWar under random actions, and the same results on every engine, in files and after rewinds."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
from autosaves import load_autosave
from conftest import OpenEngine, assert_same_on_every_kind
from fuzzing import examples
from games.biowar_turns import NOBODY, Action, K, PlayerStanding, TurnPhase, War
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.cli.headless_replay import run_replay
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.biowar.state import OPTIONS, BioWarState
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.matches import new_match
from gpulife.rules import parse_rule
from gpulife.session.autosave import Autosave
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session

SHAPES = ((11, 24), (5, 7), (1, 1), (3, 40))
PLAYERS = st.integers(-1, 6)
HANDS = st.builds(
    Action,
    st.integers(0, 3),
    st.sampled_from([K.TRIGGER, K.TRIGGER, K.STICK, K.POINT, K.START, K.DONE, K.OPTION, K.SELECT]),
    st.integers(-1, 1) | st.integers(0, 12),
    st.integers(-1, 1) | st.integers(0, 25),
)
ANYTHING = st.builds(
    Action,
    PLAYERS,
    st.sampled_from(list(K)),
    st.integers(-3, 12) | st.integers(),
    st.integers(-3, 12) | st.integers(),
    st.sampled_from(["", "0.5", "2x3", "x = 2, y = 1\nAB!", "0.3:1,0,0,0,0,0", "Hi", "a\nb"]),
)


@settings(max_examples=examples(120))
@given(
    option=st.sampled_from(list(OPTIONS)),
    shape=st.sampled_from(SHAPES),
    species=st.integers(1, 6),
    limit=st.integers(0, 3),
    ticks=st.lists(st.lists(HANDS | HANDS | HANDS | ANYTHING, max_size=6), max_size=60),
)
def test_values_stay_in_range(
    option: str, shape: tuple[int, int], species: int, limit: int, ticks: list[list[Action]]
) -> None:
    war = War("\n".join(["." * shape[1]] * shape[0]), species=species, option=option, limit=limit)
    war.do(NOBODY, K.PACE, 60_000)
    for actions in ticks:
        before = war.state
        war.tick(*actions)
        state = war.state
        assert state.turn >= 0
        assert (state.turn == 0) == (state.phase is TurnPhase.IDLE) == (not state.players)
        assert 0 <= state.left <= max(state.adjustment_ticks, state.growth_ticks)
        assert 0 <= state.progress <= 1
        assert len(state.sides) == species
        for side, was in zip(state.sides, before.sides, strict=True):
            assert 0 <= side.placements <= side.allotment <= 10
            assert len(set(side.marks)) == len(side.marks)
            assert side.is_in or not side.marks
            assert state.phase is TurnPhase.ADJUSTMENT or not side.marks
            assert all(0 <= row < shape[0] and 0 <= column < shape[1] for row, column in side.marks)
            assert 0 <= side.cursor.row < shape[0]
            assert 0 <= side.cursor.column < shape[1]
            assert 0 <= side.gained <= species - 1
            assert side.score >= was.score or side.standing is not was.standing or not side.score
        assert war.engine.read_all().max() <= species
        assert from_json(BioWarState, json.loads(json.dumps(to_json(state)))) == state


def script(seed: int, ticks: int) -> list[list[Action]]:
    """Return random actions of six quick players who join and leave."""
    chance = random.Random(seed)  # noqa: S311 - a test's players
    played: list[list[Action]] = [[Action(player, K.START) for player in range(4)]]
    for tick in range(1, ticks):
        actions = []
        for player in range(6):
            if tick % 4 == player % 4:
                actions.append(Action(player, K.POINT, chance.randint(3, 7), chance.randint(6, 16)))
                actions.append(Action(player, K.TRIGGER, tick // 4 % 2))
            if tick % 97 == player:
                actions.append(Action(player, K.DONE))
            if tick % 211 == player * 7:
                actions += [Action(player, K.RESIGN), Action(player, K.START)]
        if tick == 300:
            actions.append(Action(2, K.SAY, data="Hi"))
        if tick in (350, 370, 500):
            actions.append(Action(NOBODY, K.WILD if tick == 500 else K.HALT))
        played.append(actions)
    return played


SIZE = (11, 24)


def session_of(open_: OpenEngine | None = None, kind: str = "numpy", **more: object) -> Session:
    match = new_match("biowar", parse_rule("BioWar:6"), SIZE, 1986, "FAST")
    rule = parse_rule(match.rule)
    engine = open_(kind, rule, SIZE) if open_ else NumpyEngine(rule, SIZE)
    return Session(match, engine, **more)  # type: ignore[arg-type]


def played(session: Session, ticks: int = 2500) -> Session:
    for actions in script(1, ticks):
        session.tick(actions)
    return session


def test_same_result_on_every_engine(open_kind: OpenEngine) -> None:
    def play(kind: str) -> object:
        session = played(session_of(open_kind, kind))
        state = session.state
        assert isinstance(state, BioWarState)
        assert session.computed > 5
        assert state.draws > 0, "places were contested"
        assert {str(remark.event) for remark in state.remarks} >= {"joined", "left", "out"}
        return moment_hash(state, session.board), session.computed

    assert_same_on_every_kind(session_of().match.rule, play)


def test_replays_autosaves_and_rewind(tmp_path: Path) -> None:
    session = played(session_of())
    path = tmp_path / "a.gpureplay"
    write_replay(path, session.recording())
    recording = read_replay(path)
    assert recording == session.recording()
    result, status = run_replay(path, progress=_quiet(), engine="numpy", verify=True)
    assert (status, result.ticks) == (0, 2500)

    Autosave(tmp_path, 0).save(session, 0)
    saved = load_autosave(tmp_path)
    assert saved is not None
    resumed = session_of(recording=saved.recording, keyframe=saved.keyframe)
    assert resumed.state == session.state
    resumed.seek(700)
    straight = session_of()
    for actions in script(1, 2500)[:700]:
        straight.tick(actions)
    assert moment_hash(resumed.state, resumed.board) == moment_hash(straight.state, straight.board)


def _quiet():
    from rich.console import Console

    return Console(stderr=True)


def test_leaving_removes_cells_from_all_strips() -> None:
    """A strip has four million cells."""
    rule = parse_rule("BioWar:2").on_board((2100, 2000))
    engine = NumpyEngine(rule, (2100, 2000))
    session = Session(new_match("biowar", rule, (2100, 2000), 1), engine)
    session.tick([Action(0, K.START), Action(1, K.START)])
    for row in (0, 2099):
        engine.paint(row, 5, np.array([[1, 2, 1]], np.uint8))
    session.tick([Action(0, K.RESIGN)])
    session.board.changed()
    assert session.board.census().tolist() == [0, 2]
    assert session.state.sides[0].standing is PlayerStanding.SPECTATOR

"""The computer opponent: input and view like a person's, and the same game from the same seed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from fuzzing import examples
from games.computers import computer_player
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.batch.batch_factory import gl_batch_opener
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.board_window import MAX_CELLS, visible_window
from gpulife.games.core.consent import Consent
from gpulife.games.core.difficulty import DIFFICULTIES
from gpulife.games.core.game import NOBODY, Action, GameError
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.input_emulator import MIN_TICKS_APART
from gpulife.games.core.player import Player
from gpulife.games.core.round_end import Ending
from gpulife.games.matches import new_match
from gpulife.games.survival1982.ai import ContestPlayer
from gpulife.games.survival1982.ai_moves import FetchShape, MoveCursor, SetTrigger, TaskInput
from gpulife.games.survival1982.input import TURNED_SHAPES
from gpulife.games.survival1982.state import OPTIONS, RoundPhase
from gpulife.rules import parse_rule
from gpulife.session.session import Session

SMALL = (40, 60)


def session_of(
    levels: Sequence[int] = (4, 4),
    game: str = "seed-list",
    option: str = "NORM",
    shape: tuple[int, int] = SMALL,
    seed: int = 7,
    rule: str = "Immigration",
    players: Sequence[Player] | None = None,
) -> Session:
    """A session past START."""
    match = new_match(game, parse_rule(rule), shape, seed, option)
    seats = [computer_player(seat, level, seed) for seat, level in enumerate(levels)] if players is None else players
    session = Session(match, NumpyEngine(parse_rule(match.rule), shape), seats)
    session.tick([Action(NOBODY, K.START)])
    return session


def skip_set_up(session: Session, ticks: int = 600) -> Session:
    """Play a part of the set-up, then begin play at a fast pace."""
    run(session, ticks)
    session.tick([Action(NOBODY, K.HALT), Action(NOBODY, K.PACE, 20_000)])
    return session


def run(session: Session, ticks: int) -> Session:
    for _ in range(ticks):
        session.tick()
    return session


def log_of(session: Session, player: int | None = None) -> list[tuple[int, Action]]:
    wanted = (0, 1) if player is None else (player,)
    return [(tick, action) for tick, action in session.log.entries() if action.player in wanted]


def plant_by_hand(session: Session, player: int, cells: int) -> None:
    """Plant single cells that do not touch each other on a person's half."""
    rows, columns = session.engine.shape
    half = columns // 2
    places = [(row, column) for row in range(1, rows, 2) for column in range(1, half, 2)][:cells]
    for row, column in places:
        there = row, column + player * half
        session.tick([Action(player, K.POINT, *there), Action(player, K.TRIGGER, 1)])
        session.tick([Action(player, K.TRIGGER, 0)])


def ticks_until_done(session: Session, player: int) -> int:
    before = session.ticks
    while not session.state.fair.ready[player]:  # type: ignore[attr-defined]
        session.tick()
        assert session.state.phase is RoundPhase.SET_UP  # type: ignore[attr-defined]
    return session.ticks - before


@pytest.mark.parametrize("level", DIFFICULTIES)
@pytest.mark.parametrize("game", ["seed-list", "one-seed"])
def test_it_ends_its_set_up_when_the_person_is_done(level: int, game: str) -> None:
    session = session_of(players=[computer_player(1, level, 7)], game=game, shape=(88, 160))
    session.tick([Action(0, K.SEAT, 0), Action(1, K.SEAT, level)])
    run(session, 900)
    side = session.state.sides[1]  # type: ignore[attr-defined]
    plant_by_hand(session, 0, max(1, (99 - side.seeds) // 2))
    assert not session.state.fair.ready[1], "it plants on while the person does"  # type: ignore[attr-defined]
    session.tick([Action(0, K.DONE)])
    assert ticks_until_done(session, 1) < 120


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("game", ["seed-list", "one-seed"])
def test_a_simple_computer_in_the_lead_lets_the_clock_run_out(level: int, game: str) -> None:
    session = session_of(players=[computer_player(1, level, 7)], game=game, shape=(88, 160))
    session.tick([Action(0, K.SEAT, 0), Action(1, K.SEAT, level)])
    run(session, 900)
    for row in (40, 41):
        for column in (10, 11):
            session.tick([Action(0, K.POINT, row, column), Action(0, K.TRIGGER, 1)])
            session.tick([Action(0, K.TRIGGER, 0)])
    session.tick([Action(0, K.DONE)])
    ticks_until_done(session, 1)
    session.tick([Action(0, K.HALT)])
    state = session.state
    while state.phase is not RoundPhase.OVER:  # type: ignore[attr-defined]
        session.tick()
        state = session.state
        assert state.generation <= 88  # type: ignore[attr-defined]
    assert (state.winner, state.ending) == (1, Ending.CLOCK)  # type: ignore[attr-defined]
    assert state.sides[1].seeds > 20  # type: ignore[attr-defined]


def test_a_beginner_with_single_cells_plants_now_and_then_in_play() -> None:
    session = session_of(players=[computer_player(1, 1, 7)], game="one-seed", shape=(88, 160))
    session.tick([Action(0, K.SEAT, 0), Action(1, K.SEAT, 1)])
    run(session, 900)
    for row in range(4, 84, 12):
        for place in ((row, 20), (row, 21), (row + 1, 19), (row + 1, 20), (row + 2, 20)):
            session.tick([Action(0, K.POINT, *place), Action(0, K.TRIGGER, 1)])
            session.tick([Action(0, K.TRIGGER, 0)])
    session.tick([Action(0, K.DONE)])
    ticks_until_done(session, 1)
    kept = session.state.sides[1].seeds  # type: ignore[attr-defined]
    session.tick([Action(0, K.HALT)])
    while session.state.phase is not RoundPhase.OVER:  # type: ignore[attr-defined]
        session.tick()
    state = session.state
    assert state.ending is Ending.CLOCK  # type: ignore[attr-defined]
    assert 0 < state.sides[1].seeds < kept - 2, "it does not plant until its seeds are spent"  # type: ignore[attr-defined]


@pytest.mark.parametrize("level", [2, 3, 4])
def test_planting_faster_does_not_end_its_set_up(level: int) -> None:
    session = session_of(players=[computer_player(1, level, 7)], shape=(88, 160))
    session.tick([Action(0, K.SEAT, 0), Action(1, K.SEAT, level)])
    plant_by_hand(session, 0, 30)
    session.tick([Action(0, K.DONE)])
    ticks_until_done(session, 1)
    left, right = session.state.seeds
    assert right <= left


@pytest.mark.parametrize(
    ("level", "game", "option"),
    [
        (1 + (number + (game == "one-seed")) % len(DIFFICULTIES), game, option)
        for game in ("seed-list", "one-seed")
        for number, option in enumerate(OPTIONS)
    ],
)
def test_input_is_as_slow_as_a_persons_in_every_game(level: int, game: str, option: str) -> None:
    session = run(skip_set_up(session_of((level, level), game, option)), 400)
    assert sum(session.state.scores) > 0  # type: ignore[attr-defined]
    for player in range(2):
        log = log_of(session, player)
        assert {action.kind for _, action in log} <= {K.STICK, K.TRIGGER, K.DIGIT, K.DONE}
        assert sum(action.kind is K.DONE for _, action in log) <= 1  # and moves nothing
        ticks = [tick for tick, action in log if action.kind is not K.DONE]
        assert min(np.diff(ticks)) >= MIN_TICKS_APART
        assert max(sum(start <= tick < start + 60 for tick in ticks) for start in ticks) <= DIFFICULTIES[level].changes


def test_input_speed_by_level() -> None:
    changes = [level.changes for level in DIFFICULTIES.values()]
    assert changes == sorted(changes)
    assert changes[-1] <= 6


def test_the_same_seed_gives_the_same_log() -> None:
    logs = [log_of(run(skip_set_up(session_of((3, 4), seed=seed)), 300)) for seed in (5, 5, 6)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_batch_kind_does_not_change_decisions(device: GLDevice) -> None:
    logs = []
    for lookahead in (None, gl_batch_opener(device)):
        players = [computer_player(seat, level, 3, lookahead) for seat, level in enumerate((4, 3))]
        logs.append(log_of(run(skip_set_up(session_of(players=players), 500), 300)))
    assert logs[0] == logs[1]
    assert len(logs[0]) > 30


def test_decisions_ignore_clock_and_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = session_of((4, 4), option="WILD")
    draws = alone.state.draws  # type: ignore[attr-defined]
    monkeypatch.setattr(time, "perf_counter", lambda: pytest.fail("a player read the clock"))
    run(alone, 300)
    assert alone.state.draws == draws  # type: ignore[attr-defined]


@pytest.mark.parametrize("player", [0, 1])
def test_it_types_only_its_own_handicap(player: int) -> None:
    session = session_of(option="HCAP", players=[computer_player(player, 2, 1)])
    if player:
        run(session, 200)
        assert session.state.digits == ()  # type: ignore[attr-defined]
        session.tick([Action(0, K.DIGIT, 1), Action(0, K.DIGIT, 2)])
    run(session, 200)
    if not player:
        assert session.state.digits == (5, 0)  # type: ignore[attr-defined]
        session.tick([Action(1, K.DIGIT, 1), Action(1, K.DIGIT, 2)])
    assert session.state.phase is RoundPhase.SET_UP  # type: ignore[attr-defined]
    assert [side.quota for side in session.state.sides] == ([12, 50] if player else [50, 12])  # type: ignore[attr-defined]


def test_it_does_nothing_while_halted_and_outside_a_round() -> None:
    session = run(skip_set_up(session_of((1, 1))), 100)
    session.tick([Action(NOBODY, K.HALT)])
    run(session, 60)
    assert session.state.halted  # type: ignore[attr-defined]
    before = len(session.log.entries())
    run(session, 500)
    assert len(session.log.entries()) == before
    assert session.state.cursors[0].stick == (0, 0)
    assert not session.state.cursors[0].trigger
    session.tick([Action(NOBODY, K.HALT), Action(0, K.RESIGN)])
    assert session.state.phase is RoundPhase.OVER  # type: ignore[attr-defined]
    run(session, 60)
    before = len(session.log.entries())
    run(session, 500)
    assert len(session.log.entries()) == before


@pytest.mark.parametrize(
    ("game", "seeds", "score", "level", "after"),
    [
        ("seed-list", 0, 10, 0, 100),
        ("one-seed", 9, 10, 0, 300),
        ("seed-list", 9, 10, 0, None),  # it can still plant a pulsar
        ("one-seed", 9, 5, 0, 40),  # crushed
        ("one-seed", 0, 30, 0, None),  # not far behind
        ("one-seed", 0, 10, 2, None),  # nobody waits for the end
    ],
)
def test_it_gives_up_against_a_person_when_it_is_far_behind_without_means(
    game: str, seeds: int, score: int, level: int, after: int | None
) -> None:
    state = session_of((1, 1), game).state
    sides = replace(state.sides[0], score=100), replace(state.sides[1], score=score, seeds=seeds)
    state = replace(state, sides=sides, consent=Consent(levels=(level, 1)), phase=RoundPhase.PLAY)
    player = ContestPlayer(ComputerSeat(seat=1, level=1, seed=1))
    player._forget(0)
    lost = [number for number in range(0, 500, 10) if player._is_lost(replace(state, generation=number))]
    assert (lost[0] if lost else None) == after


def test_rewind_drops_its_plan() -> None:
    session = session_of(players=[ContestPlayer(ComputerSeat(seat=0, level=4, seed=1))])
    player = session.players[0]
    assert isinstance(player, ContestPlayer)
    while not player._tasks:
        session.tick()
    player.actions(session.ticks, session.state, session.board)
    assert player._tasks
    player.actions(session.ticks - 7, session.state, session.board)
    assert not player._tasks


def test_it_continues_after_a_restart_and_a_new_round() -> None:
    session = run(session_of(), 500)
    session.tick([Action(NOBODY, K.START)])
    assert session.state.scores == (0, 0)  # type: ignore[attr-defined]
    run(session, 600)
    assert all(session.state.scores)  # type: ignore[attr-defined]
    session.tick([Action(0, K.RESIGN)])
    session.tick([Action(NOBODY, K.AGAIN)])
    before = session.state.seeds
    run(session, 600)
    assert all(now < then for now, then in zip(session.state.seeds, before, strict=True))


def test_it_continues_after_a_rewind_and_a_branch() -> None:
    session = run(session_of(), 1000)
    for tick in (400, 613, 13):
        session.seek(tick)
        session.tick([Action(NOBODY, K.WILD)])
        assert session.recorded_ticks == tick + 1
        before = sum(session.state.seeds)
        run(session, 500)
        assert sum(session.state.seeds) < before


def test_it_does_not_act_in_the_recorded_future() -> None:
    session = run(session_of(), 300)
    log = session.log.entries()
    session.seek(100)
    run(session, 200)
    assert session.log.entries() == log


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 3), (4, 4), (3, 200), (200, 3), (97, 161), (130, 260)])
@pytest.mark.parametrize("game", ["seed-list", "one-seed"])
def test_boards_of_any_size(game: str, shape: tuple[int, int]) -> None:
    session = run(skip_set_up(session_of((4, 2), game, shape=shape), 400), 200)
    assert session.ticks > 600


@pytest.mark.parametrize("rule", ["QuadLife", "B36/S23:3", "BioWar:2", "RealTime:2"])
def test_other_laws(rule: str) -> None:
    session = run(skip_set_up(session_of((4, 3), rule=rule), 600), 300)
    assert log_of(session)


class Measured(NumpyEngine):
    """A board that counts the cells read from it."""

    most = 0

    def read(self, row: int, column: int, height: int, width: int):
        self.most = max(self.most, height * width)
        return super().read(row, column, height, width)


def test_on_a_huge_board_it_reads_only_a_window() -> None:
    shape = (2048, 2048)
    match = new_match("seed-list", parse_rule("Immigration"), shape, 1)
    engine = Measured(parse_rule(match.rule), shape)
    session = Session(match, engine, [computer_player(0, 4, 1), computer_player(1, 3, 1)], budget=0)
    session.tick([Action(NOBODY, K.START)])
    run(session, 500)  # the way to the seed menu at the bottom is long
    assert 0 < engine.most <= MAX_CELLS
    assert any(session.state.seeds[player] < 99 for player in range(2))


def test_window_is_cut_at_the_edges() -> None:
    engine = NumpyEngine(parse_rule("Immigration"), (400, 500))
    engine.paint(399, 499, np.ones((1, 1), np.uint8))
    scene = visible_window(engine, (399, 499))
    assert scene.corner == (400 - 96, 500 - 160)
    assert scene.cells[-1, -1] == 1
    assert scene.count_live(1)[-2, -2] == 1
    assert scene.count_live(1)[0, 0] == 0


@pytest.mark.parametrize("level", [0, 5, -1])
def test_unknown_levels_are_refused(level: int) -> None:
    with pytest.raises(GameError, match=f"no computer level {level}: use one of 1, 2, 3, 4"):
        computer_player(0, level, 1)
    with pytest.raises(GameError, match="no seat 2"):
        computer_player(2, 1, 1)


@settings(max_examples=examples(25))
@given(
    player=st.integers(0, 1),
    changes=st.integers(3, 6),
    entry=st.integers(0, 9),
    turn=st.integers(0, 7),
    place=st.tuples(st.integers(8, 30), st.integers(8, 20)),
)
def test_emulated_input_plants_any_shape_anywhere(
    player: int, changes: int, entry: int, turn: int, place: tuple[int, int]
) -> None:
    session = session_of(players=[])
    hands = TaskInput(player, changes)
    there = place[0], place[1] + 30 * player
    turn %= len(TURNED_SHAPES[player][entry])
    for task in (FetchShape(entry, turn), MoveCursor(there), SetTrigger(pressed=True), SetTrigger(pressed=False)):
        for _ in range(900):
            if hands.is_done(task, session.state):  # type: ignore[arg-type]
                break
            action = hands.do(task, session.ticks, session.state, session.board)  # type: ignore[arg-type]
            session.tick([action] if action else [])
        assert hands.is_done(task, session.state), task  # type: ignore[arg-type]
    assert session.state.scores[player] == np.count_nonzero(TURNED_SHAPES[player][entry][turn])  # type: ignore[attr-defined]

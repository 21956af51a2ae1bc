"""The computer in Real-Time Life: its look-ahead is exact, its orders are legal, and levels differ in strength."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fuzzing import examples
from games.computers import realtime_player
from games.mail import Mail, row
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.area import Area
from gpulife.games.core.foresight import foresee
from gpulife.games.core.game import NOBODY, Action, ActionKind, GameError
from gpulife.games.realtime.ai import BEYOND, OTHER, OWN, REAL_TIME_LEVELS, best_steps, count_ahead, windows
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.state import RealTimePhase
from gpulife.rules import Edges, parse_rule
from gpulife.session.session import Session


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 2**32), player=st.integers(0, 2))
def test_count_ahead_matches_the_rule(seed: int, player: int) -> None:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, 14)), int(rng.integers(1, 14))
    cells = np.where(rng.random(shape) < 0.5, rng.integers(1, 5, shape), 0).astype(np.uint8)
    engine = NumpyEngine(parse_rule("RealTime:3").on_board(shape), shape)
    engine.paint(0, 0, cells)
    seen = np.where(cells == player + 1, OWN, np.where(cells > 0, OTHER, 0)).astype(np.uint8)
    counts = count_ahead(seen[None], 3)[0]
    for generation in range(3):
        engine.step()
        census = engine.census()
        assert counts[generation].tolist() == [census[player], census.sum() - census[player]]


def test_windows_contain_all_that_a_move_changes() -> None:
    board = np.zeros((5, 6), np.uint8)
    board[2, 1:4] = OWN
    seen = windows(board, [((2, 1), (1, 0))], 2)
    assert seen.shape == (2, 5, 5)
    assert (seen[:, :, 0] == BEYOND).all(), "the board begins one column to the left of the start"
    assert seen[0, 2].tolist() == [BEYOND, 0, OWN, OWN, OWN]
    assert seen[1, 2].tolist() == [BEYOND, 0, 0, OWN, OWN]
    assert seen[1, 1, 1] == OWN


def played(levels: tuple[int, ...], seed: int, *, seconds: int = 1, limit: int = 3, pause: int = 0) -> Session:
    match = new_realtime(seed, letters=4, players=len(levels), tick_seconds=seconds, limit=limit)
    rule = parse_rule(match.rule)
    assert rule.size is not None
    players = [realtime_player(seat, level, seed, pause) for seat, level in enumerate(levels)]
    session = Session(match, NumpyEngine(rule, rule.size), players, budget=0)
    while session.state.phase is not RealTimePhase.OVER:
        session.tick()
    return session


def test_every_level_finishes_a_game_without_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played((1, 2, 3, 4), 9)
    kinds = {(action.player, action.kind) for _, action in session.log.entries()}
    assert kinds == {(player, kind) for player in range(4) for kind in (ActionKind.JOIN, ActionKind.MOVE)}
    assert [seat.name for seat in session.state.seats] == [f"Computer-{letter}" for letter in "ABCD"]
    again = Session(
        session.match, NumpyEngine(session.engine.rule, session.engine.shape), recording=session.recording()
    )
    refused = []
    while again.in_the_past:
        refused += [sound for sound in again.tick().sounds if sound.name == "refused"]
    assert not refused


def test_levels_differ_in_strength() -> None:
    scores = np.zeros(4)
    for seed in range(4):  # each level in each seat once
        order = np.roll((1, 2, 3, 4), seed)
        session = played(tuple(int(level) for level in order), seed, limit=3)
        for seat, level in enumerate(order):
            scores[level - 1] += session.state.seats[seat].total
    assert scores[0] < scores[1] < scores[3]
    assert scores[0] < scores[2] < scores[3]


def test_same_play_at_any_tick_length_and_after_restart() -> None:
    quick, slow = played((2, 3), 5), played((2, 3), 5, seconds=9, pause=20)
    moves = [[action for _, action in session.log.entries()] for session in (quick, slow)]
    assert moves[0] == moves[1]
    mail = Mail(letters=2, players=2, tick_seconds=1)
    players = [realtime_player(seat, 2, 1982) for seat in (0, 1)]
    for tick in range(2 * 720):
        if tick % 100 == 37:
            players = [realtime_player(seat, 2, 1982) for seat in (0, 1)]
        mail.tick(*(action for player in players for action in player.actions(tick, mail.state, mail.session.board)))
    straight = Mail(letters=2, players=2, tick_seconds=1)
    straight.session.players = tuple(realtime_player(seat, 2, 1982) for seat in (0, 1))
    straight.ticks(2 * 720)
    assert straight.state == mail.state


def test_moves_at_a_human_pace() -> None:
    session = played((2, 2), 3, seconds=4, limit=1, pause=30)
    for player in (0, 1):
        ticks = [tick for tick, action in session.log.entries() if action.player == player]
        assert min(np.diff(ticks)) >= 30


def test_refused_join_is_not_repeated_every_tick() -> None:
    mail = Mail(letters=2, players=2, shape=(3, 9)).join("Computer-A", row(1, length=9) + " a2", 1)
    assert mail.says("B") == ""
    mail.session.players = (realtime_player(0, 2, 1),)
    mail.ticks(100)
    assert len(mail.session.log.entries()) <= 2
    mail.do(NOBODY, ActionKind.HALT).ticks(3 * 60)
    assert len(mail.session.log.entries()) <= 7


def test_joins_again_after_rewind_to_the_start() -> None:
    match = new_realtime(3, letters=2, players=2, tick_seconds=1)
    rule = parse_rule(match.rule)
    assert rule.size is not None
    session = Session(match, NumpyEngine(rule, rule.size), [realtime_player(seat, 2, 3, 0) for seat in (0, 1)])
    for _ in range(90):
        session.tick()
    assert len(session.state.playing) == 2
    session.seek(0)
    session.tick((Action(NOBODY, ActionKind.PACE, 1, 30),))
    for _ in range(90):
        session.tick()
    assert len(session.state.playing) == 2


def test_idle_while_halted_over_or_without_seat() -> None:
    player = realtime_player(0, 3, 1)
    mail = Mail("AA..BB\nAA..BB", points=3)
    assert player.actions(0, replace(mail.state, halted=True), mail.session.board) == ()
    assert player.actions(0, replace(mail.state, phase=RealTimePhase.OVER), mail.session.board) == ()
    assert realtime_player(5, 3, 1).actions(0, mail.state, mail.session.board) == ()
    assert not player.is_live


def test_lone_cell_moves_where_it_helps() -> None:
    """Two cells in a row, and a third one step away: the computer finds the move that makes a blinker."""
    mail = Mail("..........\n...A......\n.A........\n.A........\n..........\n..........", points=1, letters=2)
    mail.session.players = (realtime_player(0, 4, 1),)
    mail.ticks(5)
    actions = [action for _, action in mail.session.log.entries()]
    assert len(actions) == 1
    assert isinstance(actions[0], Action)
    mail.generation()
    assert mail.seat("A").cells >= 3


def test_beginner_does_not_harm_itself() -> None:
    for seed in range(3):
        assert [seat.cells > 20 for seat in played((1, 1), seed, limit=8).state.seats[:2]] == [True, True]


def test_unknown_level_or_seat() -> None:
    for seat, level, why in (
        (0, 5, "no computer level 5: use one of 1, 2, 3, 4"),
        (26, 1, "no seat 26 for the"),
    ):
        with pytest.raises(GameError, match=why):
            realtime_player(seat, level, 1)
    assert list(REAL_TIME_LEVELS) == [1, 2, 3, 4]


FIELD = "\n".join(["AA." * 24, "AA." * 24, "." * 72] * 8 + ["BB." * 24, "BB." * 24, "." * 72])
"""Two players of 768 and 96 cells, who would have 76 and 9 points a tick."""
LONELY = "\n".join(["A..." * 18, *["." * 72] * 3] * 6)
"""Cells that die in the next generation, so that no move harms their player."""


def orders(rulings: int, level: int, seconds: int, paces: tuple[tuple[int, int], ...] = ()) -> list[tuple[int, int]]:
    """Return (tick, turn tick) of each order that the level gives in three turn ticks."""
    mail = Mail(LONELY if level == 1 else FIELD, points=76, letters=2, tick_seconds=seconds)
    mail.session.state = replace(mail.state, rulings=rulings)
    mail.session.players = (realtime_player(0, level, 1),)
    pace = dict(paces)
    hours = []
    while mail.state.hours < 3:
        hours.append(mail.state.hours)
        tick = mail.session.ticks
        mail.tick(*((Action(NOBODY, ActionKind.PACE, -2, pace[tick]),) if tick in pace else ()))
    return [(tick, hours[tick]) for tick, action in mail.session.log.entries() if action.player == 0]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("seconds", [1, 2, 20])
def test_order_rate_is_limited(level: int, seconds: int) -> None:
    changing = tuple((tick, 1 + tick // 7 % 3) for tick in range(30, 600, 7)) if seconds == 2 else ()
    given = orders(2, level, seconds, changing)
    times = [tick for tick, _ in given]
    if level == 1:
        assert [when for _, when in given] == [0], "it rests after its order"
        return
    assert len(given) >= 6
    for first in times:
        assert sum(first <= tick < first + 60 for tick in times) <= (3, 4, 5, 6)[level - 1]
    for hour in range(3):
        assert sum(when == hour for _, when in given) <= 10
    if seconds == 20:
        assert sum(when == 1 for _, when in given) == 10


def test_no_order_limit_under_first_rulings() -> None:
    given = orders(1, 4, 1)
    assert max(sum(when == hour for _, when in given) for hour in range(3)) >= 36


def test_hint_is_the_step_that_brings_the_most_cells() -> None:
    rng = np.random.default_rng(8)
    found = 0
    for _ in range(8):
        cells = (rng.integers(1, 4, (9, 12)) * (rng.random((9, 12)) < 0.3)).astype(np.uint8)
        engine = NumpyEngine(parse_rule("RealTime:4").on_board(cells.shape, Edges.DEAD), cells.shape)
        engine.paint(0, 0, cells)
        area = Area(0, 0, *cells.shape)

        def after(planned: dict[tuple[int, int], int], engine: NumpyEngine = engine, area: Area = area) -> int:
            foreseen = foresee(engine, planned, area)
            assert foreseen is not None
            return foreseen.count(2)

        gains = {
            ((row, column), (row + down, column + right)): after({(row, column): 0, (row + down, column + right): 2})
            - after({})
            for row, column in np.argwhere(cells == 2).tolist()
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= row + down < 9 and 0 <= column + right < 12 and not cells[row + down, column + right]
        }
        steps, best = best_steps(cells, 1), max(gains.values())
        assert {step.generations for step in steps} <= ({1} if best > 0 else {3})
        if best > 0:
            found += 1
            assert (steps[0].gain, gains[steps[0].start, steps[0].end]) == (best, best)
            assert len({step.start for step in steps}) == len(steps), "steps of different cells to choose from"
    assert found > 4
    assert not best_steps(np.zeros((4, 4), np.uint8), 0)


def test_a_hint_looks_farther_ahead_if_no_step_brings_anything_at_once() -> None:
    cells = np.zeros((18, 28), np.uint8)
    cells[8, 9:14] = cells[9, 14:19] = 1
    step, other = best_steps(cells, 0)
    assert (step.generations, step.gain) == (other.generations, other.gain) == (3, 6)
    gained = []
    for moved in (False, True):
        board = cells.copy()
        if moved:
            board[step.start], board[step.end] = 0, 1
        gained.append(int(count_ahead(board[None], 3)[0, 2, 0]))
    assert gained[1] - gained[0] == step.gain

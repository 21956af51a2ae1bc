"""The computer in BioWar: input as slow as a person's, joining and leaving, and the same game from the same seed."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from boards import board
from games.biowar_turns import EMPTY
from games.computers import biowar_player

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.reference import next_generation
from gpulife.games.biowar.ai import BIOWAR_LEVELS, Lookahead, draw_candidate, home_of
from gpulife.games.biowar.input import start_place
from gpulife.games.biowar.state import BioWarState, PlayerStanding
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import Action, ActionKind, GameError
from gpulife.games.core.input_emulator import MIN_TICKS_APART
from gpulife.games.matches import default_rule, new_match
from gpulife.rules import Edges, parse_rule
from gpulife.session.session import Session

K = ActionKind
MINUTE = 3600


def session_of(
    levels: dict[int, int],
    people: tuple[int, ...] = (),
    seed: int = 7,
    shape: tuple[int, int] = (11, 24),
    option: str = "NORM",
) -> Session:
    match = new_match("biowar", default_rule("biowar").on_board(shape), shape, seed, option)
    players = [biowar_player(seat, level, seed, people) for seat, level in levels.items()]
    return Session(match, NumpyEngine(parse_rule(match.rule), shape), players)


def state_of(session: Session) -> BioWarState:
    assert isinstance(session.state, BioWarState)
    return session.state


def run(session: Session, ticks: int) -> Session:
    for _ in range(ticks):
        session.tick()
    return session


@pytest.mark.parametrize("level", BIOWAR_LEVELS)
def test_it_lives_with_input_as_slow_as_a_persons(level: int) -> None:
    session = run(session_of({0: level, 5: level}, seed=3), 3 * MINUTE // 2)
    assert state_of(session).turn > 4
    assert session.board.census().sum() > 0
    most = BIOWAR_LEVELS[level].changes
    for seat in (0, 5):
        log = [tick for tick, action in session.log.entries() if action.player == seat]
        assert len(log) > 60
        assert all(later - tick >= MIN_TICKS_APART for tick, later in pairwise(log))
        assert all(later - tick >= 60 for tick, later in zip(log, log[most:], strict=False))
    assert {action.kind for _, action in session.log.entries()} <= {
        K.START,
        K.STICK,
        K.TRIGGER,
        K.DONE,
        K.OPTION,
        K.SELECT,
    }


def test_it_joins_after_people_and_stays_when_they_leave() -> None:
    session = run(session_of({1: 1}, people=(0, 2)), MINUTE)
    assert state_of(session).turn == 0
    session.tick([Action(2, K.START)])
    run(session, 200)
    assert state_of(session).sides[1].is_in
    session.tick([Action(2, K.RESIGN)])
    run(session, 200)
    assert state_of(session).sides[1].is_in


def test_without_people_it_plays_by_itself() -> None:
    assert state_of(run(session_of({4: 2}), 300)).sides[4].is_in


def test_it_leaves_when_out_and_joins_again() -> None:
    session = session_of({0: 1}, people=(1,), option="FAST")
    session.tick([Action(1, K.START), Action(0, K.START)])
    session.tick([Action(0, K.POINT, 0, 0)])
    session.tick([Action(0, K.TRIGGER, 1)])
    session.tick([Action(0, K.TRIGGER, 0), Action(0, K.DONE), Action(1, K.DONE)])
    while state_of(session).sides[0].standing is PlayerStanding.IN:
        session.tick()
    assert state_of(session).sides[0].standing is PlayerStanding.OUT
    run(session, 400)
    assert state_of(session).sides[0].is_in
    assert session.log.entries()[-1][1].player == 0


def test_it_does_nothing_while_halted() -> None:
    session = run(session_of({0: 4}), 200)
    session.tick([Action(-1, K.HALT)])
    run(session, 20)
    before = len(session.log.entries())
    run(session, 900)
    assert len(session.log.entries()) == before


def test_same_seed_same_game_even_after_a_rewind() -> None:
    def played() -> Session:
        return run(session_of({0: 3, 1: 4, 3: 1}, seed=11), MINUTE)

    first, second = played(), played()
    assert moment_hash(first.state, first.board) == moment_hash(second.state, second.board)
    end = moment_hash(first.state, first.board)
    first.seek(1000)
    first.seek(MINUTE)
    assert moment_hash(first.state, first.board) == end


def test_the_strongest_scores_more_than_the_weakest() -> None:
    points = np.zeros(2)
    for seed in range(2):
        session = session_of({0: 4, 1: 1}, seed=seed)
        turn = 0
        for _ in range(3 * MINUTE // 2):
            session.tick()
            state = state_of(session)
            if state.turn != turn:
                turn = state.turn
                points += [state.sides[0].gained, state.sides[1].gained]
    assert points[0] > 3 * points[1]


def test_a_board_of_any_size() -> None:
    for shape in ((1, 1), (3, 3), (200, 300)):
        session = run(session_of({0: 2, 5: 4}, shape=shape), 1000)
        assert state_of(session).phase is not None


def test_lookahead_follows_the_law() -> None:
    rng = np.random.default_rng(5)
    for edges in Edges:
        rule = parse_rule("BioWar:6").on_board((9, 13), edges)
        cells = np.array([0, 2, 3, 6], np.uint8)[rng.integers(0, 4, (9, 13))]
        candidates = [(place,) for place in product(range(9), range(13)) if not cells[place]]
        foresight = Lookahead(cells, edges, 2, candidates, 1)
        assert foresight.think(1)
        for (place,), worth in zip(candidates, foresight.worth, strict=True):
            before = cells.copy()
            before[place] = 3
            census = np.bincount(next_generation(before, rule, 0).ravel(), minlength=7)
            rivals = sum(census[other] < census[3] for other in (2, 6))
            assert worth == pytest.approx(rivals + 0.06 * census[3] if census[3] else -10.0)


def test_lookahead_prefers_living_cells() -> None:
    cells = board(EMPTY)
    candidates = [((0, 0),), ((3, 3), (3, 4), (4, 3), (4, 4)), ((5, 9), (5, 10), (5, 11), (5, 12), (5, 13))]
    foresight = Lookahead(cells, Edges.DEAD, 0, candidates, 8)
    while not foresight.think(1):
        pass
    assert foresight.worth is not None
    assert list(np.argsort(foresight.worth)) == [0, 1, 2]


def test_candidates_are_within_the_allotment_and_on_dead_places() -> None:
    rng = np.random.default_rng(1)
    cells = rng.integers(0, 3, (11, 24)).astype(np.uint8)
    for attacks in (False, True):
        for allotment in (1, 5, 10):
            for _ in range(60):
                candidate = draw_candidate(rng, cells, 0, allotment, attacks=attacks)
                assert len(candidate) <= allotment
                assert len(set(candidate)) == len(candidate)
                assert all(cells[place] == 0 for place in candidate)
    assert draw_candidate(rng, np.ones((3, 3), np.uint8), 0, 5, attacks=False) == ()


def test_homes_lie_apart() -> None:
    for shape in ((11, 24), (8, 8), (3, 3), (88, 192)):
        homes = [home_of(seat, shape) for seat in range(6)]
        assert np.sum(homes, axis=0).max() == 1
        assert all(home[start_place(seat, shape)] for seat, home in enumerate(homes))


@pytest.mark.parametrize("level", [1, 2])
def test_weak_computers_begin_at_home(level: int) -> None:
    """A newcomer's first cells must not be overrun while they are being placed."""
    session = session_of(dict.fromkeys(range(1, 6), level), seed=4)
    while state_of(session).turn < 2:
        session.tick()
        for seat in range(1, 6):
            if state_of(session).turn == 1:
                assert all(home_of(seat, (11, 24))[mark] for mark in state_of(session).sides[seat].marks)
    assert all(state_of(session).sides[seat].had_cells for seat in range(1, 6))


def test_there_are_six_seats_and_four_levels() -> None:
    with pytest.raises(GameError, match="use 0 to 5"):
        biowar_player(6, 1, 1)
    with pytest.raises(GameError, match="no computer level 5"):
        biowar_player(0, 5, 1)

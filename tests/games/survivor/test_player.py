"""The computer plays levels to their end by what people could do, also if somebody interferes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from games.field import Field, K, level_from

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.registry import find_game
from gpulife.games.survivor.ai import SEARCH_LEVELS, TAP, SurvivorComputer
from gpulife.games.survivor.level import Level
from gpulife.games.survivor.level_files import built_in_levels
from gpulife.games.survivor.rules import LevelPhase
from gpulife.rules import parse_rule
from gpulife.session.session import Session

LEVELS = built_in_levels()
HANDS = {K.STICK, K.TRIGGER, K.PIECE, K.OK, K.TAKE_BACK}


def watched(level: Level, computer: int, ticks: int = 20_000) -> Field:
    field = Field(level)
    field.session.players = (SurvivorComputer(ComputerSeat(seat=0, level=computer, seed=0)),)
    while not field.state.is_over and field.session.ticks < ticks:
        field.tick()
    return field


@pytest.mark.parametrize("each", LEVELS, ids=[each.name for each in LEVELS])
def test_best_level_wins_every_level(each) -> None:
    field = watched(each.level, 4)
    assert field.state.phase is LevelPhase.WON
    assert field.state.turn <= 1.2 * each.level.par


@pytest.mark.parametrize("computer", list(SEARCH_LEVELS))
def test_all_levels_win_the_first_two(computer: int) -> None:
    for each in LEVELS[:2]:
        assert watched(each.level, computer).state.phase is LevelPhase.WON


def test_plays_at_a_human_pace() -> None:
    field = watched(LEVELS[0].level, 4)
    log = list(field.session.log.entries())
    ticks = [tick for tick, _ in log]
    assert {action.kind for _, action in log} <= HANDS
    assert {action.player for _, action in log} == {0}
    assert min(after - before for before, after in pairwise(ticks)) >= TAP


def test_same_level_gives_same_game_and_replay() -> None:
    first, second = watched(LEVELS[1].level, 3), watched(LEVELS[1].level, 3)
    recording = first.session.recording()
    assert recording == second.session.recording()
    again = Session(first.match, NumpyEngine(parse_rule(first.match.rule), LEVELS[1].level.shape), recording=recording)
    again.seek(recording.ticks)
    assert again.state == first.state


def test_copes_with_interference() -> None:
    field = Field(LEVELS[0].level)
    field.session.players = (SurvivorComputer(ComputerSeat(seat=0, level=4, seed=0)),)
    for tick in range(20_000):
        meddling = {50: (K.OK,), 90: (K.POINT, 0, 0), 91: (K.TRIGGER, 1), 92: (K.TRIGGER, 0), 160: (K.START,)}
        field.tick(*([Action(0, *meddling[tick])] if tick in meddling else []))
        if field.state.is_over:
            break
    assert field.state.phase is LevelPhase.WON
    field.session.seek(field.session.ticks // 2)
    field.session.tick((Action(0, K.OK),))
    assert not field.session.in_the_past
    for _ in range(20_000):
        field.tick()
        if field.state.is_over:
            break
    assert field.state.is_over


def test_keeps_playing_without_a_way_to_win() -> None:
    walled = level_from(
        """
        .......
        ...####
        PP.#TT#
        PP.####
        .......
        """
    )
    field = watched(walled, 1, 3000)
    assert field.state.turn > 3


def test_four_computer_levels() -> None:
    with pytest.raises(GpulifeError, match="no computer level 5: use one of 1, 2, 3, 4"):
        find_game("survivor").computer(ComputerSeat(seat=0, level=5, seed=1))

"""The five levels: each can be won within par by the solution in its file, never by waiting, and they get harder."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from games.field import Field, K
from games.levels import is_good, judge_level, way_found

from gpulife.games.survivor.ai import Move, Search, winning_turn, wins_by_waiting
from gpulife.games.survivor.level import WALKABLE
from gpulife.games.survivor.level_files import LevelFile, built_in_levels
from gpulife.games.survivor.rules import LevelPhase

pytestmark = pytest.mark.installed

LEVELS = built_in_levels()
EACH = pytest.mark.parametrize("each", LEVELS, ids=[each.name for each in LEVELS])


def test_five_built_in_levels() -> None:
    assert [each.name for each in LEVELS] == ["1-well", "2-wall", "3-ruins", "4-palace", "5-sphinx"]


@EACH
def test_solutions_win_in_the_game(each: LevelFile) -> None:
    field = Field(each.level)
    for move in each.solution:
        assert field.state.phase is LevelPhase.TURN
        if move.piece:
            assert field.session.engine.read(move.row, move.column, 1, 1)[0, 0] == WALKABLE
            field.put(move.piece, move.row, move.column)
            assert field.state.placed is not None
        field.ok()
    assert field.state.phase is LevelPhase.WON
    assert field.state.turn == len(each.solution) <= each.level.par
    assert each.level.stars(field.state.turn) == 3


@EACH
def test_waiting_does_not_win(each: LevelFile) -> None:
    assert wins_by_waiting(each.level) is None
    field = Field(each.level)
    for _ in range(100):
        field.do(K.OK)
    field.tick()
    assert field.state.phase is not LevelPhase.WON


@EACH
def test_level_texts_and_solutions(each: LevelFile) -> None:
    level = each.level
    assert len(level.story) > 100
    assert len(level.ending) > 50
    assert level.title[0].isupper()
    assert is_good(judge_level(level, each.solution))


def test_levels_get_harder() -> None:
    """More traps, longer solutions, larger boards and a later start; the next test checks more."""
    for easy, hard in pairwise(LEVELS):
        assert (hard.level.cells == 4).sum() > (easy.level.cells == 4).sum()
        assert len(hard.solution) > len(easy.solution)
        assert hard.level.par > easy.level.par
        assert hard.level.cells.size > easy.level.cells.size
    assert [each.level.starts for each in LEVELS] == ["sunrise"] * 3 + ["sunset"] * 2


def test_one_turn_of_foresight_takes_longer() -> None:
    """A beam of one board plays the best move of each turn and never goes back."""
    turns = []
    for each in LEVELS:
        found = way_found(Search(each.level.cells, each.level.first_generation, 1, 3 * each.level.par))
        assert found is not None
        turns.append(len(found))
    assert turns == sorted(set(turns))
    over_par = [used / each.level.par for used, each in zip(turns, LEVELS, strict=True)]
    assert over_par[0] < 1 < over_par[2]
    assert over_par[-1] > 1.3


def test_random_moves_do_not_win() -> None:
    """Pawns and shelters are placed at random near other pieces."""
    assert not any(lucky(each, seed) for each in LEVELS for seed in range(4))


def lucky(each: LevelFile, seed: int) -> bool:
    rng = np.random.default_rng(seed)
    level = each.level
    live = np.argwhere(level.cells == 1)
    moves = []
    for _ in range(2 * level.par):
        row, column = (live[rng.integers(len(live))] + rng.integers(-6, 7, 2)) % level.shape
        moves.append(Move(int(rng.integers(1, 3)), int(row), int(column)))
    return won_on_free_cells(each, moves)


def won_on_free_cells(each: LevelFile, moves: list[Move]) -> bool:
    """Like ``winning_turn``, but skip pieces that cannot be placed."""
    field = Field(each.level)
    for move in moves:
        field.put(move.piece, move.row, move.column).ok()
        if field.state.is_over:
            break
    return field.state.phase is LevelPhase.WON


def test_first_level_has_no_shorter_solution() -> None:
    """Breadth-first search over all sensible moves of every turn."""
    first = LEVELS[0]
    search = Search(first.level.cells, first.level.first_generation, 200_000, len(first.solution) - 2)
    assert way_found(search) is None


@pytest.mark.parametrize("each", LEVELS[:3], ids=[each.name for each in LEVELS[:3]])
def test_search_solves_every_level(each: LevelFile) -> None:
    found = way_found(Search(each.level.cells, each.level.first_generation, 30, 60))
    assert found is not None
    assert winning_turn(each.level, found) == len(found)

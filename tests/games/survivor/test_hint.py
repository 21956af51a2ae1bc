"""Hints: their moves win, they have reasons, and a new board starts a new search."""

from __future__ import annotations

import pytest

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.survivor.ai import WAIT, Hint, HintSearch, Move
from gpulife.games.survivor.level import ENEMY, TRAP, WALKABLE
from gpulife.games.survivor.level_files import built_in_levels
from gpulife.rules import Cells, Edges

LEVELS = built_in_levels()
FIRST = LEVELS[0].level
BY_DAY, BY_NIGHT = 0, 2


def advised(adviser: HintSearch, cells: Cells, generation: int) -> Hint:
    adviser.ask(cells, generation, Edges.TORUS)
    while adviser.thinking:
        adviser.examine(400)
    assert adviser.hint is not None
    return adviser.hint


def after(cells: Cells, move: Move, generation: int) -> Cells:
    cells = cells.copy()
    if move.piece:
        assert cells[move.row, move.column] == WALKABLE
        cells[move.row, move.column] = move.piece
    return next_boards(cells[None], generation, Edges.TORUS)[0]


@pytest.mark.parametrize("each", LEVELS[:3], ids=[each.name for each in LEVELS[:3]])
def test_following_hints_wins_with_one_search(each) -> None:
    adviser, cells = HintSearch(), each.level.cells
    for generation in range(each.level.first_generation, each.level.first_generation + each.level.par + 10):
        adviser.ask(cells, generation, Edges.TORUS)
        assert adviser.thinking == (generation == each.level.first_generation)
        hint = advised(adviser, cells, generation)
        assert len(hint.reason) < 90
        cells = after(cells, hint.move, generation)
        if not ((cells == TRAP) | (cells == ENEMY)).any():
            assert hint.reason.endswith("that wins the level")
            return
    pytest.fail("not won")


def test_reasons_of_hints() -> None:
    adviser = HintSearch()
    cells, generation = FIRST.cells, FIRST.first_generation
    reasons = []
    for _ in range(4):
        hint = advised(adviser, cells, generation)
        reasons.append(hint.reason)
        cells, generation = after(cells, hint.move, generation), generation + 1
    assert reasons == [
        "A pawn here: 3 pawns more; you can win in 4 more turns",
        "A pawn here: 2 pawns more; you can win in 3 more turns",
        "A pawn here: 1 trap destroyed; you can win in 2 more turns",
        "A shelter here: that wins the level",
    ]


def test_new_board_starts_a_new_search() -> None:
    adviser = HintSearch()
    first = advised(adviser, FIRST.cells, BY_DAY)
    other = after(FIRST.cells, WAIT, BY_DAY)
    adviser.ask(other, 1, Edges.TORUS)
    assert adviser.thinking
    assert adviser.hint is None
    assert not adviser.is_about(FIRST.cells, BY_DAY)
    adviser.ask(FIRST.cells, BY_DAY, Edges.TORUS)
    assert advised(adviser, FIRST.cells, BY_DAY) == first


def test_hidden_hint_is_remembered() -> None:
    adviser = HintSearch()
    first = advised(adviser, FIRST.cells, BY_DAY)
    adviser.forget()
    assert not adviser.is_active
    adviser.ask(FIRST.cells, BY_DAY, Edges.TORUS)
    assert adviser.hint == first
    adviser.ask(FIRST.cells, BY_NIGHT, Edges.TORUS)
    assert adviser.thinking, "at another time of day it is another board"


def test_hint_without_a_way_to_win() -> None:
    cells = FIRST.cells.copy()
    cells[cells == 1] = WALKABLE
    cells[0, 0] = 1  # a single pawn, with nobody near
    hint = advised(HintSearch(), cells, BY_NIGHT)
    assert "no way to win is in sight" in hint.reason

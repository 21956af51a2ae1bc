"""The search for a way to win: its moves win, a wide beam finds a shortest way, and impossible levels give none."""

from __future__ import annotations

import numpy as np
import pytest
from games.field import level_from
from games.levels import way_found

from gpulife.games.survivor.ai import Search, winning_turn
from gpulife.games.survivor.level import PAWN, Level

NEAR = level_from(
    """
    ........
    .PP.....
    .PPT....
    ........
    ........
    """
)
FURTHER = level_from(
    """
    ########
    #......#
    #PP....#
    #PP..T.#
    #......#
    ########
    """
)
WALLED = level_from(
    """
    .......
    ...####
    PP.#TT#
    PP.####
    .......
    """
)


def search(level: Level, beam: int = 300, most: int = 20) -> Search:
    return Search(level.cells, level.first_generation, beam, most)


def test_winning_move_is_found() -> None:
    found = way_found(search(NEAR))
    assert found is not None
    assert len(found) == 1
    assert found[0].piece == PAWN
    assert winning_turn(NEAR, found) == 1


def test_wide_beam_finds_a_shortest_way() -> None:
    """A beam as wide as the number of boards finds a shortest way, and none with fewer turns allowed."""
    found = way_found(search(FURTHER, beam=10**6))
    assert found is not None
    assert winning_turn(FURTHER, found) == len(found)
    assert way_found(search(FURTHER, beam=10**6, most=len(found) - 1)) is None


def test_no_way_to_win() -> None:
    hunt = search(WALLED, beam=20, most=12)
    assert way_found(hunt) is None
    assert hunt.over
    assert len(hunt.best) <= 12


@pytest.mark.parametrize("piece", [1, 7, 50, 100_000])
def test_portions_do_not_change_the_result(piece: int) -> None:
    if piece == 1:
        hunt = search(NEAR)
        assert not hunt.examine(1)
        while not hunt.examine(1):
            pass
        assert hunt.found == way_found(search(NEAR))
    assert way_found(search(FURTHER, beam=40), piece) == way_found(search(FURTHER, beam=40), 333)


def test_given_board_is_not_changed() -> None:
    cells = FURTHER.cells
    before = cells.copy()
    way_found(Search(cells, 0, 20, 5))
    assert np.array_equal(cells, before)

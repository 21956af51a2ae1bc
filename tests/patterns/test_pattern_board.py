"""The board of a pattern whose file names none: with room around it, however small or large it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines.reference import next_generation
from gpulife.patterns.pattern import LEAST_BOARD, MOST_ROOM, Pattern, board_around, place_on
from gpulife.rules import parse_rule

SIDES = st.integers(1, 400_000)


@pytest.mark.parametrize(
    ("shape", "board"),
    [
        ((1, 1), (96, 160)),
        ((9, 36), (96, 160)),
        ((200, 300), (500, 600)),
        ((10, 1001), (1012, 2003)),
        ((5000, 5000), (7000, 7000)),
        ((100, 262_143), (2100, 262_144)),
        ((300_000, 300_000), (300_000, 300_000)),
    ],
)
def test_board_rule(shape: tuple[int, int], board: tuple[int, int]) -> None:
    assert board_around(shape) == board


@given(rows=SIDES, columns=SIDES)
def test_room_on_each_side_up_to_the_widest_board(rows: int, columns: int) -> None:
    wanted = 2 * min(max(rows, columns) / 2, MOST_ROOM)
    for side, board, least in zip((rows, columns), board_around((rows, columns)), LEAST_BOARD, strict=True):
        assert board >= max(side, least)
        assert board - side >= min(wanted, max(0, (1 << 18) - side))


def test_gliders_at_the_edges_do_not_meet() -> None:
    cells = np.zeros((200, 300), np.uint8)
    cells[-3:, -3:] = [[0, 1, 0], [0, 0, 1], [1, 1, 1]]  # it leaves at the lower right corner
    cells[:2, :2] = 1  # on a torus of the pattern's own size it would arrive here
    pattern = Pattern(cells)
    board = board_around(pattern.shape)
    row, column = place_on(pattern, board)
    rule = parse_rule("Life").on_board(board)
    universe = np.zeros(board, np.uint8)
    universe[row : row + 200, column : column + 300] = cells
    for generation in range(40):
        universe = next_generation(universe, rule, generation)
    assert universe[row : row + 2, column : column + 2].all()
    assert universe.sum() == 9


def test_stored_position_needs_the_same_board() -> None:
    pattern = Pattern(np.ones((2, 3), np.uint8), parse_rule("Life:T20,10"), position=(1, 2))
    assert place_on(pattern, (10, 20)) == (1, 2)
    assert place_on(pattern, (20, 20)) == (9, 8)
    beyond = Pattern(np.ones((2, 3), np.uint8), parse_rule("Life:T20,10"), position=(9, 2))
    assert place_on(beyond, (10, 20)) == (4, 8)

"""Cursor speeds: ruling R8."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.core.cursor import at_slow_speed, hold, push, speed
from gpulife.games.core.game import Cursor

SHAPE = (96, 160)


def held(ticks: int, shape: tuple[int, int] = SHAPE) -> list[int]:
    """Return the column after each tick of a stick held to the right, from column 0."""
    cursor, _ = push(Cursor(0, 0), (0, 1), shape)
    columns = [cursor.column]
    for _ in range(ticks):
        cursor, _ = hold(cursor, shape)
        columns.append(cursor.column)
    return columns


def test_short_tap_moves_one_cell() -> None:
    assert held(7) == [1] * 8
    assert held(8)[-1] == 2


def test_held_stick_speeds_up_from_8_to_60_cells_a_second() -> None:
    columns = held(150)
    assert columns[16] - columns[0] == 2
    assert columns[150] - columns[90] == 60
    steps = [speed(ticks, SHAPE) for ticks in range(120)]
    assert steps == sorted(steps)
    assert (steps[0], steps[90], steps[119]) == (133, 1000, 1000)


@pytest.mark.parametrize(("side", "times"), [(160, 1), (319, 1), (320, 2), (16384, 64), (10**9, 64)])
def test_faster_on_huge_boards_but_taps_move_one_cell(side: int, times: int) -> None:
    assert speed(90, (side, 10)) == 1000 * times
    assert held(7, (10, side)) == [1] * 8


def test_speed_resets_after_release_planting_and_reversal() -> None:
    cursor, _ = push(Cursor(0, 0), (0, 1), SHAPE)
    for _ in range(100):
        cursor, _ = hold(cursor, SHAPE)
    assert cursor.held_ticks == 90
    assert at_slow_speed(cursor).held_ticks == 0
    assert push(cursor, (0, 0), SHAPE)[0].held_ticks == 0
    assert push(cursor, (0, -1), SHAPE)[0].held_ticks == 0
    assert push(cursor, (1, 1), SHAPE)[0].held_ticks == 90  # changing direction by 45 degrees does not reset the speed


def test_second_key_of_a_diagonal_moves_its_own_axis() -> None:
    cursor, _ = push(Cursor(5, 5), (-1, 0), SHAPE)
    cursor, path = push(cursor, (-1, 1), SHAPE)
    assert path == [(4, 6)]
    assert push(cursor, (0, 1), SHAPE)[1] == []


@given(
    st.tuples(st.integers(1, 400), st.integers(1, 400)),
    st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1), st.integers(0, 100)), max_size=8),
)
def test_path_has_every_cell_and_stays_on_the_board(shape: tuple[int, int], moves: list[tuple[int, int, int]]) -> None:
    cursor = Cursor(shape[0] // 2, shape[1] // 2)
    place = cursor.row, cursor.column
    for rows, columns, ticks in moves:
        for tick in range(ticks + 1):
            cursor, path = hold(cursor, shape) if tick else push(cursor, (rows, columns), shape)
            for there in path:
                assert max(abs(there[0] - place[0]), abs(there[1] - place[1])) == 1
                assert 0 <= there[0] < shape[0]
                assert 0 <= there[1] < shape[1]
                place = there
            assert place == (cursor.row, cursor.column)

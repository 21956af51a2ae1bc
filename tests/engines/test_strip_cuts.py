"""How a board is cut into strips for ranks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines.bitplanes.layout import HALO
from gpulife.engines.ranks.strips import cut_into_strips


@given(rows=st.integers(1, 1 << 20), ranks=st.integers(1, 300), reach=st.integers(1, 50))
def test_strips_cover_the_board(rows: int, ranks: int, reach: int) -> None:
    strips = cut_into_strips(rows, ranks, reach)
    assert 1 <= len(strips) <= ranks
    assert [strip.start for strip in strips[1:]] == [strip.start + strip.rows for strip in strips[:-1]]
    assert strips[0].start == 0
    assert strips[-1].start + strips[-1].rows == rows
    assert len(strips) == 1 or min(strip.rows for strip in strips) >= max(HALO, reach)
    assert {strip.board_rows for strip in strips} == {rows}


@given(rows=st.integers(1 << 10, 1 << 20), ranks=st.integers(2, 8))
def test_large_boards_have_equal_strips_of_whole_tiles(rows: int, ranks: int) -> None:
    strips = cut_into_strips(rows, ranks)
    assert len(strips) == ranks
    assert all(strip.rows % 32 == 0 for strip in strips[:-1])
    assert max(strip.rows for strip in strips) - min(strip.rows for strip in strips) <= 63


def test_boards_with_few_rows_use_fewer_ranks() -> None:
    assert [len(cut_into_strips(rows, 3)) for rows in (1, 31, 32, 33, 47, 48, 49, 97)] == [1, 1, 2, 2, 2, 3, 3, 3]

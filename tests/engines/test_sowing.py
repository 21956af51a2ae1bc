"""Soups on engines: each rank draws its own rows, and the board is the same as in one process."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from hypothesis import given
from hypothesis import strategies as st
from strips import StripsEngine

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.sowing import count_soup_parts, sow_soup
from gpulife.patterns import rectangles
from gpulife.patterns.soup import SoupSpec, soup
from gpulife.rules import parse_rule


@given(
    size=st.tuples(st.integers(1, 20), st.integers(1, 20)),
    place=st.tuples(st.integers(0, 20), st.integers(0, 20)),
    cuts=st.lists(st.integers(1, 39), max_size=4).map(tuple),
    shares=st.none() | st.just((1.0, 3.0)),
)
def test_any_ranks_sow_the_same_soup(
    size: tuple[int, int], place: tuple[int, int], cuts: tuple[int, ...], shares: tuple[float, ...] | None
) -> None:
    rule = parse_rule("Immigration").on_board((40, 40))
    spec = SoupSpec(size, 0.6, shares)
    expected = np.zeros((40, 40), np.uint8)
    expected[place[0] : place[0] + size[0], place[1] : place[1] + size[1]] = soup(
        size, 0.6, 2, np.random.default_rng(11), shares
    )
    engine = StripsEngine(rule, (40, 40), cuts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rectangles, "STRIP_CELLS", 50)
        sow_soup(engine, spec, 11, place)
    assert_boards_equal(engine.read_all(), expected)


def test_progress_counts_own_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rectangles, "STRIP_CELLS", 50)
    rule, spec = parse_rule("Life").on_board((40, 40)), SoupSpec((20, 10), 0.5)
    done: list[int] = []
    sow_soup(alone := NumpyEngine(rule, (40, 40)), spec, 1, (3, 5), lambda: done.append(1))
    assert len(done) == count_soup_parts(alone, spec, (3, 5)) == 4
    ranks = StripsEngine(rule, (40, 40), (8, 30))
    assert count_soup_parts(ranks, spec, (3, 5)) == 1  # five rows in the first strip
    assert count_soup_parts(ranks, spec, (8, 5)) == 1, "a bar that never moves needs a part, too"
    done.clear()
    sow_soup(ranks, spec, 1, (3, 5), lambda: done.append(1))
    assert len(done) == 1 + 3  # here all ranks are in this process


def test_soup_cells_bypass_rank_0(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = parse_rule("Life").on_board((40, 33))
    engine = StripsEngine(rule, (40, 33), (7, 20))
    monkeypatch.setattr(StripsEngine, "paint", lambda *_: pytest.fail("painted through rank 0"))
    sow_soup(engine, SoupSpec((40, 33), 0.5), (3, 4))
    assert engine.calls == ["sow_part"]
    assert_boards_equal(engine.read_all(), soup((40, 33), 0.5, 1, np.random.default_rng((3, 4))))

"""How states are stored in bit planes."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines.bitplanes.layout import word_mask
from gpulife.engines.bitplanes.life_like_circuits import life_like_codes
from gpulife.engines.bitplanes.plane_codes import PlaneCodes, census_groups
from gpulife.rules import parse_rule


@st.composite
def codes_of_any_kind(draw: st.DrawFn) -> PlaneCodes:
    """Draw codes: those of Life-like rules, or different numbers in any order, of which the first is 0."""
    if draw(st.booleans()):
        return life_like_codes(draw(st.integers(1, 4)))
    planes = draw(st.integers(1, 9))
    numbers = draw(st.lists(st.integers(1, (1 << planes) - 1), unique=True, min_size=1, max_size=255))
    bits = np.array([0, *numbers])[:, None] >> np.arange(planes) & 1
    return PlaneCodes(tuple(f"p{plane}" for plane in range(planes)), bits.astype(bool))


@given(
    codes=codes_of_any_kind(),
    skip=st.integers(0, 31),
    height=st.integers(1, 4),
    width=st.integers(1, 80),
    seed=st.integers(0, 999),
)
def test_pack_and_unpack_round_trip(codes: PlaneCodes, skip: int, height: int, width: int, seed: int) -> None:
    cells = np.random.default_rng(seed).integers(0, len(codes.bits), (height, width), dtype=np.uint8)
    words = codes.pack(cells, skip)
    assert words.shape == (height, codes.planes, -(-(skip + width) // 32))
    assert_boards_equal(codes.unpack(words, skip, width), cells)
    assert not (words & ~word_mask(skip, width)).any()
    alive = PlaneCodes(("alive",), np.array([[False], [True]])).pack((cells > 0).astype(np.uint8), skip)
    assert_boards_equal(codes.alive(words), alive[:, 0])


def test_first_cell_is_lowest_bit() -> None:
    cells = np.array([[1, 0, 2, 1]], np.uint8)
    assert life_like_codes(2).pack(cells, 4).tolist() == [[[0b1101 << 4], [0b0100 << 4]]]


@pytest.mark.parametrize(
    ("rule", "groups"), [("Life", [[1]]), ("BioWar:6", [[1, 2, 3, 4], [5, 6]]), ("/2/5", [[1, 2]])]
)
def test_census_counts_four_groups_at_once(rule: str, groups: list[list[int]]) -> None:
    assert [[group[0] for group in each] for each in census_groups(parse_rule(rule))] == groups

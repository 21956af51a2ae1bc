"""Soups: density and shares are as requested, and the cells do not depend on how the work is divided."""

import numpy as np
import pytest
from boards import assert_boards_equal
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import BoardSizeError, PatternError
from gpulife.patterns import rectangles
from gpulife.patterns import soup as soup_module
from gpulife.patterns.soup import SoupSpec, parse_soup, soup, soup_strips
from gpulife.rules import Cells


def draw(density: float, species: int, shares: list[float] | None = None, shape: tuple[int, int] = (300, 400)) -> Cells:
    return soup(shape, density, species, np.random.default_rng(1), shares)


@pytest.mark.parametrize(
    ("density", "shares", "expected"),
    [
        (0.35, [1], [0.35]),
        (0.35, [1, 1], [0.175, 0.175]),
        (0.4, [3, 1], [0.3, 0.1]),
        (0.5, [0, 2, 0], [0, 0.5, 0]),
        (1, [1, 1, 2], [0.25, 0.25, 0.5]),
        (0, [1, 1], [0, 0]),
        (1, [1e308, 1e308], [0.5, 0.5]),
        (0.3, [0.1, 0.1, 0.1, 0], [0.1, 0.1, 0.1, 0]),
    ],
)
def test_density_and_shares_hold(density: float, shares: list[float], expected: list[float]) -> None:
    cells = draw(density, len(shares), shares)
    assert (cells.shape, cells.dtype) == ((300, 400), np.uint8)
    found = np.bincount(cells.reshape(-1), minlength=len(shares) + 1) / cells.size
    assert found[1:] == pytest.approx(expected, abs=0.006)
    for part, wanted in zip(found[1:], expected, strict=True):
        assert wanted or not part


def test_shares_are_equal_unless_given() -> None:
    assert_boards_equal(draw(0.5, 26), draw(0.5, 26, [7.0] * 26))
    assert np.unique(draw(1, 26)).tolist() == list(range(1, 27))


@pytest.mark.parametrize("block", [1, 7, 100_000])
def test_block_size_does_not_matter(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rngs = [np.random.default_rng(1) for _ in range(2)]
    expected = soup((13, 17), 0.35, 3, rngs[0])
    monkeypatch.setattr(soup_module, "_BLOCK", block)
    assert_boards_equal(soup((13, 17), 0.35, 3, rngs[1]), expected)
    assert rngs[0].random() == rngs[1].random()  # nor the numbers drawn afterwards


@given(shape=st.tuples(st.integers(1, 30), st.integers(1, 30)), cut=st.tuples(st.integers(0, 30), st.integers(0, 30)))
def test_some_rows_equal_those_of_the_whole(shape: tuple[int, int], cut: tuple[int, int]) -> None:
    whole = soup(shape, 0.5, 3, np.random.default_rng(5))
    first, stop = sorted(min(row, shape[0]) for row in cut)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rectangles, "STRIP_CELLS", 40)
        parts = list(soup_strips(shape, 0.5, 3, np.random.default_rng(5), rows=(first, stop)))
    got = np.full(shape, 9, np.uint8)
    for row, column, cells in parts:
        got[row : row + cells.shape[0], column : column + cells.shape[1]] = cells
    assert_boards_equal(got[first:stop], whole[first:stop])
    assert (got[:first] == 9).all()
    assert (got[stop:] == 9).all()


def test_seeds_stay_compatible() -> None:
    got = soup((3, 8), 0.5, 2, np.random.default_rng(7))
    assert_boards_equal(got, ".......A\nABB..AB.\nA.AB.BBB")
    assert not np.array_equal(got, soup((3, 8), 0.5, 2, np.random.default_rng(8)))


@pytest.mark.parametrize(
    ("density", "species", "shares", "fragment"),
    [
        (-0.1, 1, None, "soup density -0.1 is not between 0 and 1"),
        (1.01, 1, None, "density 1.01"),
        (float("nan"), 1, None, "density nan"),
        (0.5, 0, None, "0 species in a soup: the number must be 1 to 255"),
        (0.5, 256, None, "256 species"),
        (0.5, 2, [1], "1 shares for a soup of 2 species"),
        (0.5, 2, [1, 1, 1], "3 shares for a soup of 2 species"),
        (0.5, 2, [1, -1], "soup share -1 must be 0 or more"),
        (0.5, 2, [1, float("nan")], "share nan"),
        (0.5, 2, [1, float("inf")], "share inf"),
        (0.5, 2, [0, 0], "the shares of the soup are all 0"),
    ],
)
def test_impossible_soups_are_refused(density: float, species: int, shares: list[float], fragment: str) -> None:
    with pytest.raises(PatternError) as caught:
        draw(density, species, shares)
    assert fragment in str(caught.value)


def test_a_soup_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BoardSizeError, match="GiB is free"):
        draw(0.5, 1, shape=(999_999_999, 999_999_999))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4096x4096:0.35", SoupSpec((4096, 4096), 0.35)),
        ("160x96:.5:3,1", SoupSpec((96, 160), 0.5, (3.0, 1.0))),
        ("5x4:1:0,1,2.5", SoupSpec((4, 5), 1.0, (0.0, 1.0, 2.5))),
    ],
)
def test_soups_are_read(text: str, expected: SoupSpec) -> None:
    assert parse_soup(text) == expected


@pytest.mark.parametrize(
    ("text", "error", "fragment"),
    [
        ("", PatternError, "soup '' is not WIDTHxHEIGHT:DENSITY"),
        ("160x96", PatternError, "soup '160x96' is not WIDTHxHEIGHT:DENSITY[:SHARE,SHARE...], as in 160x96:0.35:3,1"),
        ("160x96:1:1:1", PatternError, "soup '160x96:1:1:1' is not"),
        ("160:0.3", BoardSizeError, "size '160' is not"),
        ("0x96:0.3", BoardSizeError, "size '0x96'"),
        ("160x96:dense", PatternError, "soup '160x96:dense': 'dense' is not a number"),
        ("160x96:1.5", PatternError, "density 1.5"),
        ("160x96:nan", PatternError, "density nan"),
        ("160x96:0.5:", PatternError, "'' is not a number"),
        ("160x96:0.5:1,,2", PatternError, "'' is not a number"),
        ("160x96:0.5:1,-2", PatternError, "share -2"),
        ("160x96:0.5:0", PatternError, "all 0"),
    ],
)
def test_invalid_soups_are_refused(text: str, error: type[Exception], fragment: str) -> None:
    with pytest.raises(error) as caught:
        parse_soup(text)
    assert fragment in str(caught.value)

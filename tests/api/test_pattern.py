"""The algebra of patterns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import gpulife
from gpulife import Pattern

CELLS = arrays.arrays(np.uint8, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 2))
PATTERNS = st.builds(Pattern, CELLS, st.just("Immigration"), at=st.tuples(st.integers(-9, 9), st.integers(-9, 9)))


def live(pattern):
    """The live cells as a dictionary, the definition of a pattern."""
    row, column = pattern.at
    return {(row + i, column + j): int(pattern.cells[i, j]) for i, j in zip(*np.nonzero(pattern.cells), strict=True)}


@given(one=PATTERNS, other=PATTERNS, move=st.tuples(st.integers(-99, 99), st.integers(-99, 99)))
def test_algebra_is_that_of_sets_of_cells(one, other, move):
    mine, its = live(one), live(other)
    assert live(one + other) == mine | its
    assert live(one - other) == {place: state for place, state in mine.items() if place not in its}
    assert live(one & other) == {place: state for place, state in mine.items() if place in its}
    assert live(one.shift(*move)) == {(row + move[0], column + move[1]): state for (row, column), state in mine.items()}
    assert (one == other) == (mine == its)
    assert one.shift(*move).shift(-move[0], -move[1]) == one
    assert hash(one.shift(0, 0)) == hash(one)
    assert bool(one) == bool(mine)


@given(pattern=PATTERNS, quarters=st.integers(-5, 5))
def test_turns_keep_the_corner(pattern, quarters):
    turned = pattern.rotate(quarters)
    assert turned.rotate(-quarters) == pattern
    assert turned.at == pattern.at
    assert pattern.flip().flip() == pattern.flip("rows").flip("rows") == pattern.transpose().transpose() == pattern
    assert pattern.flip().flip("rows") == pattern.rotate(2)
    assert pattern.rotate() == pattern.flip("rows").transpose()


@given(pattern=PATTERNS)
def test_text_and_repr_give_the_pattern_back(pattern):
    again = eval(repr(pattern), {"Pattern": Pattern})  # noqa: S307 - that is what repr promises
    assert again == pattern
    assert not pattern or Pattern(pattern.rle) == pattern


def test_patterns_run_on_a_plane_without_end():
    glider = gpulife.load("glider")
    assert (glider.period, glider.displacement) == (4, (1, 1))
    assert glider.after(4000) == glider.shift(1000, 1000)
    assert glider.after(4000).generation == 4000
    gun = gpulife.load("gosper-gun")
    assert gun.after(300).population == 36 + 10 * 5
    assert gpulife.identify("lwss").kind == "spaceship"
    assert gpulife.identify([[1, 1], [1, 1]]).name == "Block"
    assert gpulife.identify([[0, 1, 2]], "Brian's Brain").kind != "unknown"


def test_patterns_go_to_files_and_back(tmp_path):
    pattern = Pattern([[1, 2], [0, 1]], "Immigration", at=(-3, 7), generation=12)
    for ending in (".rle", ".mc", ".npz"):
        path = tmp_path / f"pattern{ending}"
        pattern.save(path)
        again = gpulife.load(path)
        assert again.cells.tolist() == [[1, 2], [0, 1]]
        assert again.rule == "Immigration"
    assert gpulife.load(tmp_path / "pattern.rle") == pattern
    assert gpulife.load(tmp_path / "pattern.rle").generation == 12
    pattern.save(tmp_path / "pattern.png")
    assert pattern._repr_png_().startswith(b"\x89PNG")


def test_other_rules_take_the_cells_that_they_have():
    assert gpulife.load("glider").under("Immigration").recolour(2).under("QuadLife").population == 5
    with pytest.raises(gpulife.GpulifeError, match="state 2 does not exist"):
        gpulife.load("glider").under("Immigration").recolour(2).under("Life")
    with pytest.raises(gpulife.GpulifeError, match="states 1 to 1"):
        gpulife.load("glider").recolour(2)
    with pytest.raises(gpulife.GpulifeError, match="states that Life does not have"):
        gpulife.load("glider") + Pattern([[2]], "Immigration")


@pytest.mark.parametrize(
    ("cells", "words"),
    [("nonsense!", "this text"), ([[0.5]], "float64"), ([1, 2], "rows and columns"), ([[1], [1, 1]], "array")],
)
def test_wrong_cells_are_refused_in_one_line(cells, words):
    with pytest.raises(gpulife.GpulifeError) as error:
        Pattern(cells)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_cells_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        gpulife.load("glider").cells[0, 0] = 1

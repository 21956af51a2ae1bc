"""Writing RLE: the text for small boards, and that reading gives back every board."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gpulife.errors import PatternError
from gpulife.patterns.formats import rle_writer as rle_write
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Cells, parse_rule


@pytest.mark.parametrize(
    ("picture", "rule", "expected"),
    [
        (".A. ..A AAA", "Life", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"),
        (".A. ..A AAA", "Immigration", "x = 3, y = 3, rule = Immigration\n.A$2.A$3A!\n"),
        (".A. ..B ABC", None, "x = 3, y = 3\n.A$2.B$ABC!\n"),
        (".A. ..A AAA", None, "x = 3, y = 3\nbo$2bo$3o!\n"),
        ("... ..A ... ... A.. ...", "Life", "x = 3, y = 6, rule = B3/S23\n$2bo3$o!\n"),
        ("... ...", "BioWar:3", "x = 3, y = 2, rule = BioWar:3\n!\n"),
        ("XYZ ZZ. ...", "B3/S23:26", "x = 3, y = 3, rule = B3/S23:26\nXpApB$2pB!\n"),
    ],
)
def test_small_boards(picture: str, rule: str | None, expected: str) -> None:
    cells = board(picture.replace(" ", "\n"))
    assert rle_text(Pattern(cells, rule and parse_rule(rule))) == expected


def test_position_and_generation_are_written() -> None:
    cells = board("A")
    on_board = parse_rule("Immigration:T160,96")
    assert rle_text(Pattern(cells, generation=7)).startswith("#CXRLE Gen=7\nx = 1, ")
    assert rle_text(Pattern(cells, position=(-4, 3), generation=7)).startswith("#CXRLE Pos=3,-4 Gen=7\n")
    # As Golly has it: counted from the middle of a bounded grid.
    assert rle_text(Pattern(cells, on_board, position=(0, 0))).startswith(
        "#CXRLE Pos=-80,-48\nx = 1, y = 1, rule = Immigration:T160,96\n"
    )


def test_states_beyond_the_rule_are_refused() -> None:
    with pytest.raises(PatternError, match="state 2 does not exist in rule Life"):
        rle_text(Pattern(board("AB"), parse_rule("Life")))
    with pytest.raises(PatternError, match="0x3 cells"):
        rle_text(Pattern(np.zeros((3, 0), np.uint8)))


RULES = (
    "B3/S23",
    "Immigration:T90,80",
    "QuadLife:P31,7",
    "B3/S23:26",
    "B2-a3i8/S2i3-a4e8:3:P90,80",
    "B2/S35H",
    "MAPAD+/fg",
)
SIDES = st.tuples(st.integers(1, 40), st.integers(1, 40))


@given(data=st.data(), states=st.sampled_from([1, 2, 26, 255]))
def test_write_then_read(data: st.DataObject, states: int) -> None:
    cells: Cells = data.draw(hnp.arrays(np.uint8, SIDES, elements=st.integers(0, states), fill=st.just(0)))
    position = data.draw(st.none() | st.tuples(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9)))
    names = [None, *(n for n in RULES if parse_rule(n).live_states >= states)]
    name = data.draw(st.sampled_from(names))
    rule = name and parse_rule(name)
    if rule is not None and rule.size is not None:
        cells = cells[: rule.size[0], : rule.size[1]]
    pattern = Pattern(cells, rule, data.draw(st.integers(0, 10**15)), position)
    text = rle_text(pattern)
    assert max(map(len, text.splitlines())) <= 70
    again = read_rle(text, "again")
    assert_boards_equal(again.cells, pattern.cells)
    assert (again.rule, again.generation, again.position) == (pattern.rule, pattern.generation, pattern.position)


@pytest.mark.parametrize("density", [0.0002, 0.01, 0.35, 1])
@pytest.mark.parametrize("states", [1, 3, 200])
def test_large_boards_are_read_back(density: float, states: int) -> None:
    rng = np.random.default_rng(5)
    cells = ((rng.random((700, 1100)) < density) * rng.integers(1, states + 1, (700, 1100))).astype(np.uint8)
    text = rle_text(Pattern(cells))
    assert_boards_equal(read_rle(text, "again").cells, cells)
    assert max(map(len, text.splitlines())) <= 70


@pytest.mark.parametrize("block", [1, 50, 333])
def test_block_size_does_not_matter(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = np.random.default_rng(6).integers(0, 3, (40, 50)).astype(np.uint8)
    cells[3:9] = cells[30:] = 0
    expected = rle_text(Pattern(cells))
    monkeypatch.setattr(rle_write, "_BLOCK", block)
    assert rle_text(Pattern(cells)) == expected


def test_array_view_is_written() -> None:
    cells = np.random.default_rng(7).integers(0, 2, (20, 30)).astype(np.uint8)
    assert rle_text(Pattern(cells.T)) == rle_text(Pattern(np.ascontiguousarray(cells.T)))


@pytest.mark.needs("bgolly")
def test_bgolly_reads_written_files(tmp_path: Path) -> None:
    cells = (np.random.default_rng(8).random((90, 130)) < 0.2).astype(np.uint8)
    cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = 1  # so that bgolly's bounding box is the board
    cells[5:20, 5:] = 0
    (tmp_path / "in.rle").write_text(rle_text(Pattern(cells, parse_rule("B3/S23"))))
    arguments = ["bgolly", "-m", "0", "-o", str(tmp_path / "out.rle"), str(tmp_path / "in.rle")]
    subprocess.run(arguments, check=True, capture_output=True)
    assert_boards_equal(read_rle((tmp_path / "out.rle").read_text(), "out.rle").cells, cells)

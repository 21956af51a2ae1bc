"""RLEs of massive boards: the same cells in strips as at once, and text that passes no cells is refused."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import PatternError
from gpulife.patterns import pattern_files as text_source
from gpulife.patterns import rectangles
from gpulife.patterns.formats import rle_reader as rle_read
from gpulife.patterns.formats.rle_reader import RlePattern, open_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.pattern_files import TextSource
from gpulife.rules import parse_rule


def text_in_pieces(text: str, size: int) -> TextSource:
    data = text.encode()
    return TextSource("t.rle", lambda: (data[start : start + size] for start in range(0, len(data), size)))


@pytest.fixture
def small_strips() -> Iterator[None]:
    """Strips of 16 cells, so that small boards have many."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rectangles, "STRIP_CELLS", 16)
        patched.setattr(rle_read, "STRIP_CELLS", 16)
        yield


@pytest.mark.usefixtures("small_strips")
@given(data=st.data(), shape=st.tuples(st.integers(1, 9), st.integers(2, 60)), piece=st.sampled_from([1, 3, 10, 999]))
def test_strips_give_the_same_cells(data: st.DataObject, shape: tuple[int, int], piece: int) -> None:
    cells = np.zeros(shape, np.uint8)
    for _ in range(data.draw(st.integers(0, 5))):
        row, column = data.draw(st.integers(0, shape[0] - 1)), data.draw(st.integers(0, shape[1] - 1))
        cells[row, column : column + data.draw(st.integers(1, 60))] = data.draw(st.integers(1, 30))
    text = rle_text(Pattern(cells))
    if data.draw(st.booleans()):
        text = re.sub(r"(?<![0-9])\$", "\r\n  #C remark\r\n$", text)
    pattern = open_rle(text_in_pieces(text, piece))
    assert isinstance(pattern, RlePattern if cells.size > 16 else Pattern)
    patches = list(pattern.patches())
    assert len(patches) == pattern.parts
    assert max((patch.cells.size for patch in patches), default=0) <= 16 or cells.size <= 16
    assert pattern.highest_state() == cells.max()
    assert_boards_equal(pattern.whole().cells, cells)


@pytest.mark.usefixtures("small_strips")
def test_massive_board_keeps_header_and_remarks() -> None:
    text = "#CXRLE Pos=3,-4 Gen=17\n#r QuadLife\nx = 40, y = 2\n39bD!"
    pattern = open_rle(text_in_pieces(text, 7))
    assert (str(pattern.rule), pattern.generation, pattern.position) == ("QuadLife", 17, (-4, 3))
    late = open_rle(text_in_pieces("x = 40, y = 2\n39bB$\n#r Immigration\n!", 5))
    assert str(late.rule) == "Immigration"
    with pytest.raises(PatternError, match="state 4 does not exist in rule Immigration"):
        open_rle(text_in_pieces("x = 40, y = 2\n39bD$\n#r Immigration\n!", 5))
    with pytest.raises(PatternError, match="state 4 does not exist in rule Life"):
        open_rle(text_in_pieces(text, 7), parse_rule("Life"))


@pytest.mark.usefixtures("small_strips")
def test_file_changed_between_readings(tmp_path: Path) -> None:
    path = tmp_path / "a.rle"
    path.write_text("x = 40, y = 2\n39bo!")
    pattern = open_pattern(str(path))
    path.write_text("x = 41, y = 2\n39bo!")
    with pytest.raises(PatternError, match="the file changed while it was read"):
        list(pattern.patches())


@pytest.mark.usefixtures("small_strips")
def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_source, "_KEPT_BYTES", 4)  # the rest is kept on disk
    stream = io.BytesIO(b"\xef\xbb\xbfx = 40, y = 2\n39bo$o!" + bytes(1 << 20))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    cells = open_pattern("-").whole().cells
    assert np.argwhere(cells).tolist() == [[0, 39], [1, 0]]
    assert stream.tell() <= 1 << 19


@pytest.mark.parametrize(
    "body",
    ["b" * 500, "$" * 500, "3$\n" + "\n" * 500, "o" + " " * 500, "9$" * 250, "#C\n" * 200],
)
def test_text_without_cells_is_refused(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rle_read, "_SPARE_BYTES", 100)
    for piece in (10, 50):
        with pytest.raises(PatternError, match=r"t\.rle, line \d+: far more text than 3x3 cells need"):
            open_rle(text_in_pieces(f"x = 3, y = 3\n{body}!", piece))

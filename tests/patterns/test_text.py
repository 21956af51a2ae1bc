"""Letters in cells: only that they are letters, since their exact shape depends on Pillow."""

import numpy as np
import pytest

from gpulife.errors import BoardSizeError, PatternError
from gpulife.patterns import board_sizes
from gpulife.patterns import image as text_module
from gpulife.patterns.image import LETTER_HEIGHT, TextTooLargeError, text_to_cells
from gpulife.rules import Cells


def is_cropped(cells: Cells) -> bool:
    return all(edge.any() for edge in (cells[0], cells[-1], cells[:, 0], cells[:, -1]))


def test_an_l_is_two_straight_strokes() -> None:
    cells = text_to_cells("L")
    assert cells.dtype == np.uint8
    assert cells[:, 0].all()
    assert cells[-1].all()
    assert not cells[:-2, 2:].any()


def test_letters_and_digits_can_be_told_apart() -> None:
    symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789"
    drawn = {(cells.shape, cells.tobytes()) for cells in map(text_to_cells, symbols)}
    assert len(drawn) == len(symbols)


@pytest.mark.parametrize("height", [5, 7, LETTER_HEIGHT, 16, 64, 200])
def test_height_of_capitals(height: int) -> None:
    assert abs(text_to_cells("H", height=height).shape[0] - height) <= 1


def test_cells_have_the_requested_species() -> None:
    cells = text_to_cells("Real GPU", species=3)
    assert np.unique(cells).tolist() == [0, 3]


def test_strokes_of_small_letters_are_one_cell_wide() -> None:
    # If grey edges became cells, strokes would be two or three cells wide.
    assert text_to_cells("I").shape == (LETTER_HEIGHT, 1)
    assert text_to_cells("H").sum(axis=0).max() == LETTER_HEIGHT
    assert (text_to_cells("H").sum(axis=0) == LETTER_HEIGHT).sum() == 2


@pytest.mark.parametrize("text", ["Life", "  Life \n\n", "g", ".", "Two\nlines", "a\n\n\nb", "Ärger"])
def test_the_cells_are_tightly_cropped(text: str) -> None:
    assert is_cropped(text_to_cells(text))


def test_several_lines() -> None:
    one, two = text_to_cells("HHH"), text_to_cells("HHH\nHHH")
    rows = one.shape[0]
    assert two.shape[1] == one.shape[1]
    assert two.shape[0] > 2 * rows
    np.testing.assert_array_equal(two[:rows], one)
    np.testing.assert_array_equal(two[-rows:], one)
    assert not two[rows:-rows].any()


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (("", 1, 9), "text '' has no letters"),
        ((" \n\t ", 1, 9), r"text ' \n\t ' has no letters"),
        (("a" * 10_001, 1, 9), "10001 characters; at most 10000 can be drawn"),
        (("a", 0, 9), "species 0 cannot be used for letters: use 1 to 255"),
        (("a", 256, 9), "species 256"),
        (("a", 1, 4), "letter height 4 is not between 5 and 1000 cells"),
        (("a", 1, 1001), "letter height 1001"),
    ],
)
def test_invalid_texts_are_refused(arguments: tuple[str, int, int], fragment: str) -> None:
    with pytest.raises(PatternError) as caught:
        text_to_cells(*arguments)
    assert fragment in str(caught.value)


def test_characters_missing_in_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "_draw", lambda *_: np.zeros((9, 9), bool))
    with pytest.raises(PatternError, match="no characters that the font can draw"):
        text_to_cells("a")


def test_too_large_text_is_refused() -> None:
    text = "\n".join(["W" * 4000, *"a" * 2500])
    with pytest.raises(TextTooLargeError, match="the limit is 100,000,000"):
        text_to_cells(text, height=1000)


def test_text_larger_than_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_sizes, "free_memory", lambda: 1000)
    with pytest.raises(BoardSizeError, match="GiB is free"):
        text_to_cells("LIFE")

"""Sizes: width first when written, rows first in the program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import BoardSizeError
from gpulife.patterns.board_sizes import parse_size, quoted, require_memory_for_cells


@pytest.mark.parametrize(
    ("text", "shape"), [("160x96", (96, 160)), (" 1X1 ", (1, 1)), ("07x3", (3, 7)), ("999999999x1", (1, 999999999))]
)
def test_sizes_are_read(text: str, shape: tuple[int, int]) -> None:
    assert parse_size(text) == shape


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "size '' is not WIDTHxHEIGHT, as in 160x96"),
        ("160", "size '160' is not WIDTHxHEIGHT"),
        ("160*96", "size '160*96' is not WIDTHxHEIGHT"),
        ("1.5x2", "size '1.5x2' is not WIDTHxHEIGHT"),
        ("٣x٣", "is not WIDTHxHEIGHT"),
        ("0x5", "size '0x5': width and height must be 1 to 999999999"),
        ("5x-2", "size '5x-2': width and height must be 1 to"),
        ("1000000000x2", "size '1000000000x2': width"),
        ("2x" + "9" * 9999, "...': width and height must be"),
    ],
)
def test_invalid_sizes_are_refused(text: str, fragment: str) -> None:
    with pytest.raises(BoardSizeError) as caught:
        parse_size(text)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < 120


@given(st.text())
def test_a_quoted_text_is_one_short_line(text: str) -> None:
    assert len(quoted(text).splitlines()) == 1
    assert len(quoted(text)) <= 2 + 10 * 40


def test_memory_check() -> None:
    require_memory_for_cells((1000, 1000))
    with pytest.raises(
        BoardSizeError, match=r"^1000000x10000000 cells need 9313\.2 GiB of memory, but .* GiB is free$"
    ):
        require_memory_for_cells((10_000_000, 1_000_000))

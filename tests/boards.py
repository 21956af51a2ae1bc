"""Boards as pictures in tests.

``.`` is dead, ``A`` state 1, ``B`` state 2 and so on; white space around the lines is ignored.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Cells, Rule

SYMBOLS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZ*"


def board(picture: str) -> Cells:
    """Return the cells of a picture, shape (lines, characters of a line)."""
    lines = [line.strip() for line in picture.strip().splitlines()]
    assert len({len(line) for line in lines}) == 1, f"a picture with ragged lines:\n{picture}"
    return np.array([[SYMBOLS.index(symbol) for symbol in line] for line in lines], np.uint8)


def picture(cells: Cells) -> str:
    """Return the picture of cells, as shown by failing tests."""
    return "\n".join("".join(SYMBOLS[state] for state in row) for row in cells)


def assert_boards_equal(got: Cells, expected: Cells | str) -> None:
    """Compare cells; on failure show both as pictures (small boards) or the first place that differs."""
    if isinstance(expected, str):
        expected = board(expected)
    assert got.shape == expected.shape, f"shape {got.shape}, expected {expected.shape}"
    if np.array_equal(got, expected):
        return
    wrong = np.argwhere(got != expected)
    first = tuple(wrong[0])
    detail = f"{len(wrong)} cells differ, first at {first}: {got[first]}, expected {expected[first]}"
    if got.size <= 40 * 80:
        detail += f"\ngot\n{picture(got)}\nexpected\n{picture(expected)}"
    raise AssertionError(detail)


def load_pattern(name: str | Path, colours: NDArray[np.uint8] | None = None, rule: Rule | None = None) -> Pattern:
    """Return the pattern of that name with all its cells in memory."""
    return open_pattern(str(name), colours, rule).whole()

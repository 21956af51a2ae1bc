"""Reading of board sizes from text, and checks that a board's cells fit into memory.

The checks run before memory is allocated: in every reader of patterns, and for board sizes given as options.
"""

import re

import psutil

from gpulife.errors import BoardSizeError

MAX_SIDE = 999_999_999
"""Maximum number of rows, and of columns: numbers in an RLE have at most nine digits."""

_SIZE = re.compile(r"\s*(-?[0-9]+)\s*[xX]\s*(-?[0-9]+)\s*")


def parse_size(text: str) -> tuple[int, int]:
    """Read ``WIDTHxHEIGHT`` as (rows, columns): ``parse_size("160x96") == (96, 160)``.

    Raises:
        BoardSizeError: the text is not a size, or a side is not between 1 and ``MAX_SIDE``.
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        raise BoardSizeError(f"size {quoted(text)} is not WIDTHxHEIGHT, as in 160x96")
    columns, rows = (_side(digits, text) for digits in match.groups())
    return rows, columns


def free_memory() -> int:
    """Return how many bytes of main memory are available without swapping."""
    return int(psutil.virtual_memory().available)


def require_memory_for_cells(shape: tuple[int, int], bytes_per_cell: float = 1) -> None:
    """Raise BoardSizeError if cells of ``shape`` (rows, columns) do not fit into free memory."""
    rows, columns = shape
    needed, free = rows * columns * bytes_per_cell, free_memory()
    if needed > free:
        raise BoardSizeError(
            f"{columns}x{rows} cells need {needed / 2**30:.1f} GiB of memory, but only {free / 2**30:.1f} GiB is free"
        )


def quoted(text: str, length: int = 40) -> str:
    """Put ``text`` in quotes for a message: on one line, and cut to about ``length`` characters."""
    return repr(text if len(text) <= length else text[: length - 3] + "...")


def _side(digits: str, text: str) -> int:
    # Check the length first: int() of a very long string of digits is slow, and Python may refuse it.
    if len(digits) > 20 or not 1 <= int(digits) <= MAX_SIDE:
        raise BoardSizeError(f"size {quoted(text)}: width and height must be 1 to {MAX_SIDE}")
    return int(digits)

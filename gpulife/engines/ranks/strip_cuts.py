"""Cuts a board into strips of whole rows, one a rank."""

from dataclasses import dataclass
from itertools import pairwise

from gpulife.engines.bitplanes.layout import HALO

MIN_ROWS = HALO
"""Rows of the smallest strip: what a neighbour looks at lies in one strip."""
_UNIT = 32
"""Strips of large boards have a multiple of this number of rows, so that tiles of all but the last can sleep."""
_MIN_ROWS_IN_UNITS = 4 * _UNIT


@dataclass(frozen=True, slots=True)
class StripPlace:
    """Where a strip lies on its board.

    Attributes:
        start: the board's row that is the strip's first.
        rows: the number of its rows.
        board_rows: the number of rows of the board.
    """

    start: int
    rows: int
    board_rows: int


def cut_into_strips(rows: int, ranks: int, reach: int = 1) -> list[StripPlace]:
    """Cut ``rows`` into as many strips as there are ranks, or fewer if they would be too low; from the top.

    Args:
        rows: rows of the board.
        ranks: the number of ranks, 1 or more.
        reach: how many rows away neighbours are.
    """
    count = max(1, min(ranks, rows // max(MIN_ROWS, reach)))
    unit = _UNIT if rows >= count * _MIN_ROWS_IN_UNITS else 1
    cuts = [number * (rows // unit) // count * unit for number in range(count)] + [rows]
    return [StripPlace(start, stop - start, rows) for start, stop in pairwise(cuts)]

"""Boards on ranks: how a board is cut into strips of whole rows, and the progress of what is called on a strip.

Any engine's board is one or more strips: see :class:`gpulife.engines.base.Strip`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

from gpulife.engines.base import StripPlace
from gpulife.engines.bitplanes.layout import HALO

MIN_ROWS = HALO
"""Rows of the smallest strip: what a neighbour looks at lies in one strip."""
_UNIT = 32
"""Strips of large boards have a multiple of this number of rows, so that tiles of all but the last can sleep."""
_MIN_ROWS_IN_UNITS = 4 * _UNIT


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


# A function that is sent to all ranks cannot bring a progress bar along: it calls advance_progress, which reaches the
# bar only in the process that shows one.


def _nothing() -> None:
    pass


_advance: Callable[[], None] = _nothing


def advance_progress() -> None:
    """Tell whoever shows the progress of this process that another part is done."""
    _advance()


@contextmanager
def progress_shown_by(advance: Callable[[], None]) -> Iterator[None]:
    """Let the functions that run on this process's strip within the block call ``advance`` after each part."""
    global _advance
    _advance = advance
    try:
        yield
    finally:
        _advance = _nothing

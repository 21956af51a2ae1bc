"""Sows soups on engines: each rank draws the cells of its own rows, and one process those of all rows."""

from collections.abc import Callable, Sequence

import numpy as np

from gpulife.engines.base import Engine, Strip, advance_progress, progress_shown_by
from gpulife.patterns.soup import SoupSpec, soup_parts, soup_strips

Place = tuple[int, int]
"""(row, column) of a soup's upper left cell on the board."""
Seed = int | Sequence[int]
"""What ``numpy.random.default_rng`` takes."""


def sow_soup(
    engine: Engine, soup: SoupSpec, seed: Seed, place: Place = (0, 0), advance: Callable[[], None] = lambda: None
) -> None:
    """Put a soup on a board; the same seed gives the same cells on any number of ranks.

    Args:
        engine: the board, which holds the soup wholly at its place.
        soup: the soup; it has all states if there are shares for them.
        seed: its seed.
        place: where it goes.
        advance: called about :func:`count_soup_parts` times.

    Raises:
        PatternError: shares that do not fit the rule.
    """
    with progress_shown_by(advance):
        engine.call(sow_part, soup, engine.rule.sown_states(soup.shares), seed, place)


def count_soup_parts(engine: Engine, soup: SoupSpec, place: Place = (0, 0)) -> int:
    """Return how often :func:`sow_soup` calls ``advance``, or 1 if it never does."""
    return max(1, engine.call(count_parts_here, soup, place)[0])


def sow_part(strip: Strip, soup: SoupSpec, species: int, seed: Seed, place: Place) -> None:
    """Put a strip's rows of a soup on it."""
    start = strip.place.start
    numbers = np.random.default_rng(seed)
    for patch in soup_strips(soup.shape, soup.density, species, numbers, soup.shares, _rows_here(strip, soup, place)):
        strip.write(place[0] + patch.row - start, place[1] + patch.column, patch.cells)
        advance_progress()


def count_parts_here(strip: Strip, soup: SoupSpec, place: Place) -> int:
    """Return in how many parts :func:`sow_part` draws."""
    first, stop = _rows_here(strip, soup, place)
    return soup_parts((stop - first, soup.shape[1])) if first < stop else 0


def _rows_here(strip: Strip, soup: SoupSpec, place: Place) -> tuple[int, int]:
    """Return the first of the soup's rows that lie on a strip, and the one after the last."""
    first = max(0, strip.place.start - place[0])
    return first, max(first, min(soup.shape[0], strip.place.start + strip.place.rows - place[0]))

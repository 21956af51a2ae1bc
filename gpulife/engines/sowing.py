"""Puts soups (random cells) on boards; ranks that share a board each generate the cells of their own rows."""

from collections.abc import Callable, Sequence

import numpy as np

from gpulife.engines.base import Engine, Strip, advance_progress, progress_shown_by
from gpulife.patterns.soup import SoupSpec, soup_parts, soup_strips

Place = tuple[int, int]
"""(row, column) of a soup's upper left cell on the board."""
Seed = int | Sequence[int]
"""A seed for ``numpy.random.default_rng``."""


def sow_soup(
    engine: Engine, soup: SoupSpec, seed: Seed, place: Place = (0, 0), advance: Callable[[], None] = lambda: None
) -> None:
    """Put a soup on a board; the same seed gives the same cells on any number of ranks.

    Args:
        engine: the board; the soup must fit on it at ``place``.
        soup: the soup; if it has shares (weights), it must have one for each live state of the rule.
        seed: the random seed.
        place: (row, column) of the soup's upper left cell.
        advance: called after each part of the work, about :func:`count_soup_parts` times.

    Raises:
        PatternError: the number of shares does not fit the rule.
    """
    with progress_shown_by(advance):
        engine.call(sow_part, soup, engine.rule.sown_states(soup.shares), seed, place)


def count_soup_parts(engine: Engine, soup: SoupSpec, place: Place = (0, 0)) -> int:
    """Return the approximate number of times that :func:`sow_soup` calls ``advance``.

    It is at least 1, so that a progress bar has a length.
    """
    return max(1, engine.call(count_parts_here, soup, place)[0])


def sow_part(strip: Strip, soup: SoupSpec, species: int, seed: Seed, place: Place) -> None:
    """Generate the soup's rows that lie on a strip, with cells of ``species`` species, and write them to the strip."""
    start = strip.place.start
    numbers = np.random.default_rng(seed)
    for patch in soup_strips(soup.shape, soup.density, species, numbers, soup.shares, _rows_here(strip, soup, place)):
        strip.write(place[0] + patch.row - start, place[1] + patch.column, patch.cells)
        advance_progress()


def count_parts_here(strip: Strip, soup: SoupSpec, place: Place) -> int:
    """Return how many times :func:`sow_part` reports progress for a strip."""
    first, stop = _rows_here(strip, soup, place)
    return soup_parts((stop - first, soup.shape[1])) if first < stop else 0


def _rows_here(strip: Strip, soup: SoupSpec, place: Place) -> tuple[int, int]:
    """Return which rows of the soup lie on a strip: (first row, row after the last)."""
    first = max(0, strip.place.start - place[0])
    return first, max(first, min(soup.shape[0], strip.place.start + strip.place.rows - place[0]))

"""Soups: boards whose cells are all drawn at random, with a given density and a given share for each species."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import parse_size, quoted, require_memory_for_cells
from gpulife.patterns.pattern import Patch
from gpulife.patterns.rectangles import Strips
from gpulife.rules import Cells

_BLOCK = 1 << 20  # cells drawn at a time: 4 MB of random numbers
_MAX_SPECIES = 255


@dataclass(frozen=True, slots=True)
class SoupSpec:
    """A soup as a user specifies it on the command line.

    Attributes:
        shape: (rows, columns).
        density: the share of cells that are alive, 0 to 1.
        shares: a weight for each species, relative to the others; None if all are equal.
    """

    shape: tuple[int, int]
    density: float
    shares: tuple[float, ...] | None = None


def soup(
    shape: tuple[int, int],
    density: float,
    species: int,
    rng: np.random.Generator,
    shares: Sequence[float] | None = None,
) -> Cells:
    """Draw a soup: each cell is alive with probability ``density``, and its species is drawn according to ``shares``.

    Each cell takes one random number, in reading order. So a soup drawn in parts has the same cells as one drawn whole.

    Args:
        shape: (rows, columns).
        density: 0 to 1.
        species: the number of species, 1 to 255.
        rng: the source of random numbers.
        shares: a weight for each species, relative to the others; None if all are equal.

    Returns:
        State codes, shape ``shape``, uint8.

    Raises:
        PatternError: the density, a share or the number of species is out of range.
        BoardSizeError: the cells do not fit into memory.
    """
    bounds = _bounds(density, species, shares)
    require_memory_for_cells(shape, 1)
    cells = np.empty(shape, np.uint8)
    flat = cells.reshape(-1)
    for start in range(0, flat.size, _BLOCK):
        part = flat[start : start + _BLOCK]
        drawn = rng.random(part.size, dtype=np.float32)
        part[:] = drawn < bounds[-1]
        for bound in bounds[:-1]:
            part += (drawn >= bound) & (drawn < bounds[-1])
    return cells


def soup_strips(
    shape: tuple[int, int],
    density: float,
    species: int,
    rng: np.random.Generator,
    shares: Sequence[float] | None = None,
    rows: tuple[int, int] | None = None,
) -> Iterator[Patch]:
    """Draw the same soup as :func:`soup`, or some rows of that soup, strip by strip from the top.

    Args:
        shape: (rows, columns) of the whole soup.
        density: 0 to 1.
        species: the number of species, 1 to 255.
        rng: the source of random numbers. If only some rows are drawn, no number may have been taken from it before.
        shares: a weight for each species, relative to the others; None if all are equal.
        rows: the first row to draw, and the row after the last; None for all rows.

    Raises:
        PatternError: the density, a share or the number of species is out of range.
    """
    first, stop = rows or (0, shape[0])
    if first >= stop:
        return
    if first > 0:
        _skip(rng, first * shape[1])
    for row, column, height, width in Strips((stop - first, shape[1])):
        yield Patch(first + row, column, soup((height, width), density, species, rng, shares))


def _skip(rng: np.random.Generator, cells: int) -> None:
    """Skip the random numbers of the first ``cells`` cells of a soup."""
    numbers = rng.bit_generator
    assert isinstance(numbers, np.random.PCG64)  # noqa: S101 - other generators advance differently
    numbers.advance(cells // 2)  # steps of 64 bits, which make the random numbers of two cells
    if cells % 2:
        rng.random(dtype=np.float32)


def soup_parts(shape: tuple[int, int]) -> int:
    """Return the number of strips that :func:`soup_strips` yields for a whole soup of this shape."""
    return len(Strips(shape))


def parse_soup(text: str) -> SoupSpec:
    """Read ``WIDTHxHEIGHT:DENSITY[:SHARE,SHARE...]``, as in ``4096x4096:0.35`` or ``160x96:0.35:3,1``.

    Raises:
        PatternError: the text does not describe a soup, or the density or a share is out of range.
        BoardSizeError: the size is impossible.
    """
    parts = text.split(":")
    if not 2 <= len(parts) <= 3:
        raise PatternError(f"soup {quoted(text)} is not WIDTHxHEIGHT:DENSITY[:SHARE,SHARE...], as in 160x96:0.35:3,1")
    shape = parse_size(parts[0])
    density = _number(parts[1], text)
    shares = tuple(_number(share, text) for share in parts[2].split(",")) if len(parts) == 3 else None
    _bounds(density, len(shares) if shares else 1, shares)
    return SoupSpec(shape, density, shares)


def _bounds(density: float, species: int, shares: Sequence[float] | None) -> list[float]:
    """Return, for each species, the upper bound of the random numbers that draw it.

    The lower bound is that of the species before. Numbers of at least ``density``, the last bound, draw a dead cell.
    """
    if not 0 <= density <= 1:
        raise PatternError(f"soup density {density:g} is not between 0 and 1")
    if not 1 <= species <= _MAX_SPECIES:
        raise PatternError(f"{species} species in a soup: the number must be 1 to {_MAX_SPECIES}")
    weights = [1.0] * species if shares is None else list(shares)
    if len(weights) != species:
        raise PatternError(f"{len(weights)} shares for a soup of {species} species: it needs one for each species")
    if wrong := [weight for weight in weights if not isfinite(weight) or weight < 0]:
        raise PatternError(f"soup share {wrong[0]:g} must be 0 or more")
    largest = max(weights)
    if not largest:
        raise PatternError("the shares of the soup are all 0: at least one must be greater")
    # Divide by the largest weight first, so that the sum cannot overflow.
    sums = np.cumsum([weight / largest for weight in weights])
    return [float(bound) for bound in density * (sums / sums[-1])]


def _number(digits: str, text: str) -> float:
    try:
        return float(digits)
    except ValueError:
        raise PatternError(f"soup {quoted(text)}: {quoted(digits)} is not a number") from None

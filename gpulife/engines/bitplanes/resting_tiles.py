"""Which boards of bit planes may have parts that sleep, and which parts of them changes can reach.

Nothing here needs OpenGL.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.fragment_shape import CELLS_PER_TEXEL
from gpulife.engines.bitplanes.rule_circuits import rule_circuit
from gpulife.rules import Rule

TILE_ROWS = 32
"""Rows of a tile: few, so that little at rest is computed; as many as a pass looks far, or more."""
MIN_SLEEPING_CELLS = 1 << 20
"""Cells of the smallest board whose tiles can sleep: on smaller ones looking for them costs more than it saves."""
SQUARE = 4
"""Blocks along the sides of the squares of which a board in textures is computed: as many as llvmpipe takes at once."""
ANYWHERE, WEST, EAST = 1, 2, 4
"""Where a block has changed: a bit for all of it, and for its first and its last 32 columns."""
LIFE = 8
"""The bit of a block in which something lives, or did so before."""


def has_whole_tiles(band_rows: Sequence[int], columns: int) -> bool:
    """Tell whether a board is not small, and all bands but the last, of so many rows each, consist of whole tiles."""
    return sum(band_rows) * columns >= MIN_SLEEPING_CELLS and all(rows % TILE_ROWS == 0 for rows in band_rows[:-1])


def repeats_turns(rule: Rule, generations: int) -> bool:
    """Tell whether all passes of so many generations have one law: whose turn it is to win ties is the same in each."""
    period = rule.family.period(rule)
    return period is not None and (not rule_circuit(rule).ties or generations % period == 0)


def squares_near(
    changes: NDArray[np.uint8], shape: tuple[int, int], block_rows: int, reach: int, *, wrap: bool
) -> NDArray[np.bool_]:
    """Return the squares of blocks that changes can reach.

    Args:
        changes: where each block of 128 columns has changed, as bits; shape (rows of blocks, blocks across).
        shape: (rows, columns) of the board.
        block_rows: rows of a block; the last one may have fewer.
        reach: rows that changes can go up and down. Sidewards it is 32 columns, or 128 where blocks have all bits.
        wrap: whether the board is a torus.

    Returns:
        Shape (rows of squares, squares across), those at the ends included that are no whole ones.
    """
    far = -(-reach // block_rows) + (shape[0] % block_rows > 0)
    is_partial = shape[1] % CELLS_PER_TEXEL > 0
    rows, across = changes.shape
    above = np.flatnonzero(changes.any(axis=1))  # most boards that sleep have few rows where something happens
    changes = changes[above]
    if is_partial:  # then the last block of a row is one with that before it
        changes[changes[:, -2:].any(axis=1), -2:] = ANYWHERE | WEST | EAST
    near = changes > 0
    near[:, :-1] |= (changes[:, 1:] & WEST) > 0
    near[:, 1:] |= (changes[:, :-1] & EAST) > 0
    if wrap:
        near[:, -1] |= (changes[:, 0] & WEST) > 0
        near[:, 0] |= (changes[:, -1] & EAST) > 0
    if is_partial:
        near[:, -2:] |= near[:, -2:].any(axis=1, keepdims=True)
    reached = np.zeros((rows + -rows % SQUARE, across + -across % SQUARE), np.bool_)
    touched = np.zeros(len(reached) // SQUARE, np.bool_)  # rows of squares
    for step in range(-far, far + 1):
        to = (above + step) % rows if wrap else above + step
        inside = (to >= 0) & (to < rows)
        reached[to[inside], :across] |= near[inside]
        touched[to[inside] // SQUARE] = True
    squares = reached.reshape(len(touched), SQUARE, -1, SQUARE)
    awake = np.zeros((len(touched), squares.shape[2]), np.bool_)
    awake[touched] = squares[touched].any(axis=(1, 3))
    return awake

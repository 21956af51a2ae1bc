"""Computes many small boards of Survivor at once, to look ahead. The rule is one lookup table.

One number holds all counts of a cell's neighbours: four bits for each state that is counted. The table maps this number
and the cell's state to the cell's next state. Tests compare the result with the reference, cell for cell.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Edges
from gpulife.rules.families.survivor import ENEMY, IMPASSABLE, PAWN, SHELTER, TRAP, become, is_night
from gpulife.rules.rule import count_neighbours

Boards = NDArray[np.uint8]
"""State codes, shape (boards, rows, columns), uint8."""

_COUNTED = (PAWN, SHELTER, ENEMY, TRAP)
_COUNTS = 1 << 4 * len(_COUNTED)
_ONES = np.array([0, *(1 << 4 * place for place in range(len(_COUNTED))), 0], np.uint16)
"""For each state of a cell, in the order of the state codes: the number that it adds to its neighbours' counts."""


def next_boards(boards: Boards, generation: int, edges: Edges) -> Boards:
    """Return the next generation of ``boards``.

    ``generation`` is the generation of ``boards``; it determines if it is night.
    """
    places = boards.astype(np.uint32) << 16 | count_states(boards, edges)
    return np.asarray(_table(is_night(generation))[places])


def count_states(boards: Boards, edges: Edges) -> NDArray[np.uint16]:
    """Count each cell's neighbours by state.

    A number holds four counts of four bits each: of pawns (the lowest bits), shelters, enemies and traps.
    """
    return count_neighbours(_ONES[boards], edges)  # four bits have room for eight


@cache
def _table(is_night: bool) -> NDArray[np.uint8]:
    """Return the table of next states, indexed by state * 65536 + the number that :func:`count_states` returns."""
    states = np.repeat(np.arange(IMPASSABLE + 1, dtype=np.uint8), _COUNTS)
    counts = np.tile(np.arange(_COUNTS), IMPASSABLE + 1)
    neighbours = ((counts >> 4 * place & 15).astype(np.uint8) for place in range(len(_COUNTED)))
    table = become(states, *neighbours, is_night=is_night)
    table.setflags(write=False)
    return table

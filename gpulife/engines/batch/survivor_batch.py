"""Looks ahead in Survivor on many small boards at once, with the law as one lookup table.

Neighbours of all states are counted at once, four bits for each state. The table then maps the counts and the cell's
own state to its next state. Tests compare the result with the reference, cell for cell.
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
"""For each state, from walkable to impassable: the number that such a cell adds to its neighbours' counts."""


def next_boards(boards: Boards, generation: int, edges: Edges) -> Boards:
    """Compute the next generation of ``boards``; their present ``generation`` decides whether it is day or night."""
    places = boards.astype(np.uint32) << 16 | count_states(boards, edges)
    return np.asarray(_table(is_night(generation))[places])


def count_states(boards: Boards, edges: Edges) -> NDArray[np.uint16]:
    """Count the neighbours of each cell by state: pawns in bits 0 to 3, then shelters, enemies, traps."""
    return count_neighbours(_ONES[boards], edges)  # four bits have room for eight


@cache
def _table(is_night: bool) -> NDArray[np.uint8]:
    """Return the table of next states, indexed by state * 65536 + counts, with counts as in :func:`count_states`."""
    states = np.repeat(np.arange(IMPASSABLE + 1, dtype=np.uint8), _COUNTS)
    counts = np.tile(np.arange(_COUNTS), IMPASSABLE + 1)
    neighbours = ((counts >> 4 * place & 15).astype(np.uint8) for place in range(len(_COUNTED)))
    table = become(states, *neighbours, is_night=is_night)
    table.setflags(write=False)
    return table

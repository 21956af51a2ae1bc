"""Computes many small boards of Survivor at once, so that a computer player can compare moves.

A lookup table gives a cell's next state, from its state and the counts of its neighbours.
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
"""What a cell adds to the packed counts of its neighbours, indexed by the cell's state."""


def next_boards(boards: Boards, generation: int, edges: Edges) -> Boards:
    """Return the next generation of ``boards``.

    ``generation`` is the generation of ``boards``. It decides whether it is day or night.
    """
    places = boards.astype(np.uint32) << 16 | count_states(boards, edges)
    return np.asarray(_table(is_night(generation))[places])


def count_states(boards: Boards, edges: Edges) -> NDArray[np.uint16]:
    """Count each cell's neighbours by state.

    Return a number for each cell. It holds four counts of four bits each: of pawns (the lowest bits), shelters, enemies
    and traps.
    """
    return count_neighbours(_ONES[boards], edges)  # four bits have room for eight


@cache
def _table(is_night: bool) -> NDArray[np.uint8]:
    """Return the table of next states by night if ``is_night``, else by day.

    Its index is state * 65536 + the number that :func:`count_states` returns for the cell.
    """
    states = np.repeat(np.arange(IMPASSABLE + 1, dtype=np.uint8), _COUNTS)
    counts = np.tile(np.arange(_COUNTS), IMPASSABLE + 1)
    neighbours = ((counts >> 4 * place & 15).astype(np.uint8) for place in range(len(_COUNTED)))
    table = become(states, *neighbours, is_night=is_night)
    table.setflags(write=False)
    return table

"""The next generation of LIFE-2 as one player can foresee it: without the other player's secret choice."""

from gpulife.games.core.area import Area
from gpulife.games.core.foresight import Foresight, foresee
from gpulife.games.life2.observation import VisibleHand
from gpulife.patterns.rectangles import ReadableBoard

MAX_CELLS = 64 * 64
"""Largest board, in cells, whose next generation is shown."""


def free_choices(hand: VisibleHand, board: ReadableBoard) -> tuple[tuple[int, int], ...]:
    """Return the dead cells that a player has chosen or marks; empty while they are fewer than the turn needs."""
    places = set(hand.ghosts) | ({hand.marker} if hand.marker is not None else set())
    free = sorted(place for place in places if not board.read(*place, 1, 1)[0, 0])
    return tuple(free) if len(free) >= hand.needs else ()


def foreseen(hand: VisibleHand, player: int, board: ReadableBoard) -> Foresight | None:
    """Return the next generation with a player's choices; None while these are fewer than the turn needs."""
    rows, columns = board.shape
    free = free_choices(hand, board) if rows * columns <= MAX_CELLS else ()
    return foresee(board, dict.fromkeys(free, player + 1), Area(0, 0, rows, columns)) if free else None

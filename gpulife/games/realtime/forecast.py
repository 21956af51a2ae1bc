"""The forecast of Real-Time Life: the board after the next generation if nobody moves any more, computed aside.

What the people who ask are about to do is in it as if it were done: the move that they point at, if they have the
points for it, and the cells with which they are about to join. It is the rule's own step, so time brings exactly this.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gpulife.games.realtime.state import RealTimePhase, RealTimeState
from gpulife.rules import Cells, Rule

MAX_CELLS = 1 << 20
"""Limit on the cells of a board of which there is a forecast."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The next generation.

    Attributes:
        now: the present board with what people are about to do, shape (rows, columns), uint8.
        after: the board after the next generation, likewise.
        generation: number of that generation.
    """

    now: Cells
    after: Cells
    generation: int

    def change(self, seat: int) -> tuple[int, int]:
        """Return the cells of a player after it, and how many more that are than now."""
        after = int(np.count_nonzero(self.after == seat + 1))
        return after, after - int(np.count_nonzero(self.now == seat + 1))


def with_plans(state: RealTimeState, cells: Cells, seats: Iterable[int]) -> Cells:
    """Return a board with what some players are about to do.

    Args:
        state: the game.
        cells: its board, shape (rows, columns), uint8.
        seats: the players.
    """
    planned = cells.copy()
    for number in seats:
        seat = state.seats[number]
        if seat.chosen is not None and 0 < len(seat.path) <= seat.points:
            planned[seat.chosen], planned[seat.path[-1]] = 0, number + 1
        for place in seat.sketch:
            if place[0] < planned.shape[0] and not planned[place]:
                planned[place] = number + 1
    return planned


def forecast(state: RealTimeState, planned: Cells, rule: Rule) -> Forecast | None:
    """Return the next generation of a board from :func:`with_plans`; None if the game is over.

    Args:
        state: the game.
        planned: the board in play, without the rows that are not.
        rule: its rule.
    """
    if state.phase is RealTimePhase.OVER:
        return None
    after = rule.family.step(planned, rule, state.generation, (0, 0))
    return Forecast(planned, after, state.generation + 1)

"""What people see while they aim in One Seed and Seed List.

Words under a cursor say what planting there leads to. This module decides when to hide them and where they would cover
too much.
"""

from collections.abc import Callable, Sequence

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.game import Place
from gpulife.games.survival1982.state import Side
from gpulife.rules import Cells
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.outlook import Plan

_MAX_CELLS = 1 << 17
"""Number of cells of the largest board that is read to find out what words would cover."""
_LINE, _DRAWING = 1000.0, 30.0
"""How bad it is for words to cover the middle line, and to cover a part of a drawing; a live cell counts 1."""


class AimedWords:
    """Decides when the words under one player's cursor are hidden, and how much they would cover at a place.

    Args:
        engine: engine that computes the board.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._planted = 0
        self._is_pending = False
        self._silent: tuple[Place, frozenset[Place]] | None = None
        self._cells: Remembered[Cells | None] = Remembered()

    def is_silent(self, side: Side, plan: Plan) -> bool:
        """Return True if the words are hidden: the player has planted, and has not moved or turned the shape since.

        The words would then be about planting once more at this place, but people would think that they are about the
        shape just planted.
        """
        planted, aim = sum(side.ledger.planted), (plan.at, frozenset(plan.cells))
        was_pending, self._is_pending = self._is_pending, side.pending is not None
        if (self._is_pending and not was_pending) or (planted > self._planted and not was_pending):
            self._silent = aim
        self._planted = planted
        if self._silent != aim:
            self._silent = None
        return self._silent is not None

    def covers(self, at: Place, moment: int, drawings: Sequence[Area], canvas: Canvas) -> Callable[[Area], float]:
        """Return a function that says how much words in an area of the window would cover.

        The function counts cells, the border and drawings in the area that it gets; a higher result is worse.

        Args:
            at: place of the cursor.
            moment: a number that changes when the words may move away from new cells.
            drawings: areas of drawings that people trace.
            canvas: the canvas on which to draw.
        """
        rows, columns = canvas.shape
        small = rows * columns <= _MAX_CELLS
        cells = self._cells.of((at, moment), lambda: self._engine.read_all() if small else None)
        (left, top), zoom = canvas.point_of(0, 0), canvas.zoom
        middle = canvas.point_of(0, columns / 2)[0]

        def hidden(area: Area) -> float:
            first, last = (int((x - left) // zoom) for x in (area[0], area[2]))
            upper, lower = (int((y - top) // zoom) for y in (area[1], area[3]))
            found = 0.0
            if cells is not None:
                found = float(np.count_nonzero(cells[max(upper, 0) : lower + 1, max(first, 0) : last + 1]))
            found += _LINE * (area[0] - scaled(8) < middle < area[2] + scaled(8))
            return found + _DRAWING * sum(_meet(area, drawing) for drawing in drawings)

        return hidden


def _meet(area: Area, other: Area) -> bool:
    return area[0] < other[2] and other[0] < area[2] and area[1] < other[3] and other[1] < area[3]

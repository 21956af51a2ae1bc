"""What people see while they aim in One Seed and Seed List.

Words under a cursor say what planting there leads to. This module decides when to hide them and where they would cover
too much. It also draws rings around places where a single cell would live.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.engines.batch import MAX_UNIVERSES, can_batch
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.foresight import area_around, foresee
from gpulife.games.core.game import Place
from gpulife.games.survival1982.input import half
from gpulife.games.survival1982.state import Side
from gpulife.rules import Cells, Edges
from gpulife.rules.rule import count_neighbours, is_among
from gpulife.window.design import GROUND, PROMPT, faded, packed
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


_REACH, _SIGHT, _SIDE = 14, 12, 55
"""Distance of rings from the cursor; generations to look ahead; side of the part of the board that is computed."""
_DELAYS = (0, 3, 6)
"""Numbers of generations after which the cell is planted, since people need time to get there."""
_COUNTED = 3
_FEWEST = 1.0
"""Smallest gain in cells that has a ring."""
_SECONDS = 0.3
"""Minimum seconds for which rings stay, so that they do not flicker."""


class Spot(NamedTuple):
    """A place where a single cell would live.

    Attributes:
        place: the place.
        gain: cells that the player gains in the next generations by planting there.
    """

    place: Place
    gain: float


class LivingSpots:
    """Finds places near a player's cursor where a single cell would live, and draws rings there.

    Args:
        player: the player.
        engine: engine that computes the board.
        now: function that returns the current time in seconds.
    """

    def __init__(self, player: int, engine: Engine, now: Callable[[], float]) -> None:
        self._player, self._engine, self._now = player, engine, now
        self._found: tuple[Spot, ...] = ()
        self._known: tuple[Place, int] | None = None
        self._since = -_SECONDS

    def near(self, at: Place) -> tuple[Spot, ...]:
        """Return the places near the cursor, which is at ``at``. They stay for a moment while cells change."""
        key = at, self._engine.changes
        if key != self._known and self._now() - self._since >= _SECONDS:
            self._known, self._since = key, self._now()
            self._found = living_spots(self._player, self._engine, at)
        return self._found

    def draw(self, at: Place, canvas: Canvas) -> None:
        """Draw a ring around each place near ``at`` where a cell would live; the more it gains, the bolder the ring."""
        pen, thick = imgui.get_background_draw_list(), max(1.5, scaled(1.5))
        for place, gain in self.near(at):
            middle, radius = canvas.middle(place), max(canvas.zoom * 0.55, scaled(3.5))
            strength = min(0.45 + gain / 12, 1.0)
            pen.add_circle(middle, radius, packed(faded(GROUND, 0.7)), 0, thick + scaled(1))
            pen.add_circle(middle, radius, packed(faded(PROMPT, strength)), 0, thick)


def living_spots(player: int, engine: Engine, at: Place) -> tuple[Spot, ...]:
    """Return the dead places near ``at`` on a player's half where a single cell planted next would gain cells."""
    rule = engine.rule
    ahead = foresee(engine, {}, area_around(at, engine.shape, rule.edges)) if can_batch(rule) else None
    if ahead is None:
        return ()
    rows, columns = ahead.after.shape
    row, column = ((at[axis] - ahead.area[axis]) % engine.shape[axis] for axis in (0, 1))
    top = min(max(row - _SIDE // 2, 0), max(rows - _SIDE, 0))
    left = min(max(column - _SIDE // 2, 0), max(columns - _SIDE, 0))
    cells = ahead.after[top : top + _SIDE, left : left + _SIDE]
    first, end = half(player, engine.shape[1])
    places = [
        spot
        for spot in _surviving(cells, rule.survivals)
        if max(abs(top + spot[0] - row), abs(left + spot[1] - column)) <= _REACH
        and first <= ahead.place_of(top + spot[0], left + spot[1])[1] < end
    ]
    places.sort(key=lambda spot: (top + spot[0] - row) ** 2 + (left + spot[1] - column) ** 2)
    places = places[: (MAX_UNIVERSES - 1) // len(_DELAYS)]
    if not places:
        return ()
    gains = _gains(player, cells, engine, places)
    return tuple(
        Spot(ahead.place_of(top + spot[0], left + spot[1]), float(gain))
        for spot, gain in zip(places, gains, strict=True)
        if gain >= _FEWEST
    )


def _surviving(cells: Cells, survivals: frozenset[int]) -> list[Place]:
    """Return the dead places at which a cell would live on, because its number of neighbours is in ``survivals``."""
    found = is_among(count_neighbours(cells > 0, Edges.DEAD), survivals) & (cells == 0)
    return [(int(row), int(column)) for row, column in np.argwhere(found)]


def _gains(player: int, cells: Cells, engine: Engine, places: Sequence[Place]) -> list[float]:
    """Return how many cells the player gains by a cell at each place, averaged over the times when it is planted."""
    law, count = replace(engine.rule, edges=Edges.DEAD), len(places)
    universes = NumpyBatch(cells, law, engine.generation + 1, count * len(_DELAYS) + 1)
    own, totals = np.ones((1, 1), bool), np.zeros((count * len(_DELAYS) + 1,))
    for number in range(_SIGHT + 1):
        for turn, delay in enumerate(_DELAYS):
            for place, (row, column) in enumerate(places) if delay == number else ():
                universes.plant(1 + turn * count + place, row, column, own, player + 1)
        if number > _SIGHT - _COUNTED:
            totals += universes.counts()[:, player] / _COUNTED
        universes.step()
    universes.close()
    gains = (totals[1:] - totals[0]).reshape(len(_DELAYS), count)
    return [float(np.mean(each)) if np.count_nonzero(each >= _FEWEST) > 1 else 0.0 for each in gains.T]

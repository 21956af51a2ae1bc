"""Comets that fly to a place of the world and strike it, and wipes: what people see of them, and when they land."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.games.core.game import Action, Place
from gpulife.window.design import BURST, GAP, NEAR, RGBA, TEXT, eased, packed
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.workbench_overlay import Box

FALL = 0.8
"""Seconds for which a comet flies before it hits."""
_LONGEST_FRAME = 0.16
"""Most seconds by which a frame advances flights and impacts, so that they are seen on a slow machine, too."""
_FROM = -0.38, -0.5
"""Where a comet comes from: (x, y) from its goal, as shares of the board area's height."""
_TAIL, _PIECES = 0.22, 24
"""Length of a comet's tail as a share of the flight, and the number of pieces that it is drawn with."""
_SPARKS = 14
"""Number of pieces that fly away from an impact."""
_LANDS, _SQUARE = 24, 40
"""Number of squares that are searched for the land of a species, and the side of a square in cells."""
_FRONTS = 160
"""Number of squares that are searched for a place where a species meets others."""
_FLASH = 0.25
"""Share of an impact's time for which its middle glows white."""


@dataclass(slots=True)
class Strike:
    """A comet or a wipe.

    Attributes:
        place: the cell in its middle.
        seconds: seconds since it landed; below 0 on its way.
        radius: its radius in cells.
        colour: the colour in which it is shown.
        action: what it does to the board.
        flies: True for a comet, which is seen on its way.
        has_landed: True once the action was given.
    """

    place: Place
    seconds: float
    radius: int
    colour: RGBA
    action: Action
    flies: bool
    has_landed: bool = False


class WorldStrikes:
    """The comets and wipes that are on their way or have just landed.

    Args:
        land: called with a strike when it lands.
    """

    def __init__(self, land: Callable[[Strike], None]) -> None:
        self._land = land
        self._strikes: list[Strike] = []

    def begin(self, strike: Strike) -> None:
        """Show a strike from now on, and let it land in time."""
        self._strikes.append(strike)

    def forget(self) -> None:
        """Forget all strikes; those on their way never land."""
        self._strikes.clear()

    def pass_time(self, seconds: float) -> bool:
        """Let strikes land that are due after another ``seconds``; return True while there is anything to see."""
        for strike in self._strikes:
            strike.seconds += min(seconds, _LONGEST_FRAME)
            if not strike.has_landed and strike.seconds >= 0:
                strike.has_landed = True
                self._land(strike)
        self._strikes = [strike for strike in self._strikes if strike.seconds < BURST]
        return bool(self._strikes)

    def draw(self, canvas: Canvas) -> None:
        """Draw comets on their way, and the shock rings of what has landed; only goals if flashing is reduced."""
        pen = imgui.get_background_draw_list()
        left, top, right, low = canvas.area
        pen.push_clip_rect((left, top), (right, low))
        for strike in self._strikes:
            goal, reach = canvas.middle(strike.place), max(strike.radius * canvas.zoom, scaled(GAP))
            if not strike.has_landed:
                pen.add_circle(goal, reach, packed(strike.colour, 0.9), 0, scaled(2))
                if strike.flies and not canvas.is_calm:
                    _draw_flight(pen, strike, goal, reach, low - top, 1 + strike.seconds / FALL)
            elif not canvas.is_calm:
                _draw_impact(pen, strike, goal, reach, strike.seconds / BURST)
        pen.pop_clip_rect()

    def draw_on_map(self, box: Box, canvas: Canvas) -> None:
        """Draw rings where strikes are on their way or have just landed, on the minimap in the rectangle ``box``."""
        (left, top, right, low), (rows, columns) = box, canvas.shape
        pen, size = imgui.get_foreground_draw_list(), scaled(NEAR)
        pen.push_clip_rect((left, top), (right, low))
        for strike in self._strikes:
            (row, column), share = strike.place, max(strike.seconds / BURST, 0.0)
            middle = left + (right - left) * (column + 0.5) / columns, top + (low - top) * (row + 0.5) / rows
            away = size if canvas.is_calm else size * (1 + 2 * share)
            pen.add_circle(middle, away, packed(TEXT, 1 - share), 0, scaled(3))
            pen.add_circle(middle, away, packed(strike.colour, 1 - share), 0, scaled(2))
        pen.pop_clip_rect()


def land_of(species: int, engine: Engine) -> Place:
    """Return the middle of a square where many cells of ``species`` live; some squares are searched at random.

    Args:
        species: index of the species.
        engine: the engine that holds the cells.
    """
    rows, columns = engine.shape
    rng, high, wide = np.random.default_rng((engine.generation, species)), min(_SQUARE, rows), min(_SQUARE, columns)
    best, found = -1, (0, 0)
    for _ in range(_LANDS):
        row, column = int(rng.integers(rows - high + 1)), int(rng.integers(columns - wide + 1))
        cells = int(np.count_nonzero(engine.read(row, column, high, wide) == species + 1))
        if cells > best:
            best, found = cells, (row + high // 2, column + wide // 2)
    return found


def front_of(species: int, engine: Engine) -> Place | None:
    """Return the middle of a square where many cells of ``species`` meet others; None if no such square was found.

    Some squares are searched at random. See :func:`land_of` for the parameters.
    """
    rows, columns = engine.shape
    rng, high, wide = np.random.default_rng((engine.generation, species)), min(_SQUARE, rows), min(_SQUARE, columns)
    best, found = 0, None
    for _ in range(_FRONTS):
        row, column = int(rng.integers(rows - high + 1)), int(rng.integers(columns - wide + 1))
        cells = engine.read(row, column, high, wide)
        own = int(np.count_nonzero(cells == species + 1))
        both = min(own, int(np.count_nonzero(cells)) - own)
        if both > best:
            best, found = both, (row + high // 2, column + wide // 2)
    return found


def _draw_flight(pen: imgui.ImDrawList, strike: Strike, goal: Point, reach: float, high: float, share: float) -> None:
    """Draw a comet on its way to ``goal``: a white head with a glow, and a tail in its colour.

    Args:
        pen: Dear ImGui's draw list.
        strike: the comet.
        goal: the point of the window at which it will land.
        reach: radius of the comet's impact in the window.
        high: height of the board in the window, to which the length of the flight is proportional.
        share: how much of its flight has passed, 0 to 1.
    """

    def at(part: float) -> Point:
        away = 1 - max(part, 0.0) ** 1.4
        return goal[0] + _FROM[0] * high * away, goal[1] + _FROM[1] * high * away

    head = min(max(reach * 0.4, scaled(7)), scaled(24))
    for piece in range(_PIECES, 0, -1):
        behind = piece / _PIECES
        size = head * (1 - 0.85 * behind)
        pen.add_circle_filled(at(share - _TAIL * behind), size, packed(strike.colour, 0.45 * (1 - behind)))
    pen.add_circle_filled(at(share), head * 1.5, packed(strike.colour, 0.5))
    pen.add_circle_filled(at(share), head, packed(strike.colour))
    pen.add_circle_filled(at(share), head * 0.55, packed(TEXT))


def _draw_impact(pen: imgui.ImDrawList, strike: Strike, goal: Point, reach: float, share: float) -> None:
    """Draw a strike's impact at ``goal``: a flash, two shock rings, and sparks that fly away.

    ``reach`` is the radius of the strike in the window, and ``share`` how much of the impact's time has passed, 0 to 1.
    """
    shown = eased(share)
    if share < _FLASH:
        pen.add_circle_filled(goal, reach, packed(TEXT, 0.7 * (1 - share / _FLASH)))
    for delay, thick, colour in ((0.0, 6, strike.colour), (0.35, 2, TEXT)):
        away = reach * (1 + 2.2 * max(shown - delay, 0.0))
        pen.add_circle(goal, away, packed(colour, 1 - share), 0, scaled(thick) * (1 - 0.6 * share))
    for spark in range(_SPARKS):
        angle = 2 * pi * (spark + 0.3 * (spark % 3)) / _SPARKS
        far = reach * (1 + (1.2 + 0.5 * (spark % 4)) * shown)
        x, y = cos(angle), sin(angle)
        start = goal[0] + x * far * 0.82, goal[1] + y * far * 0.82
        pen.add_line(start, (goal[0] + x * far, goal[1] + y * far), packed(strike.colour, 1 - share), scaled(2))

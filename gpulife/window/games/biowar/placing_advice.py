"""What people see while they place cells in BioWar: a shape to trace, and what the next generation will do."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from gpulife.games.biowar.input import start_place
from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.area import Area
from gpulife.games.core.foresight import area_around, foresee
from gpulife.games.core.game import Board, Place
from gpulife.patterns.seeds import parse_drawing
from gpulife.rules import Cells, Rule
from gpulife.window.design import GROUND, NEAR, PROMPT, SMALL, faded
from gpulife.window.games.biowar.hud import Foreseen
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.traced_shapes import draw_cells_to_trace

_SHAPE = parse_drawing("oo...oo .o...o. ..ooo..")
"""A shape of nine cells that grows fast and has room around the place where a seat's cursor begins."""
_GENERATIONS = 8
_CLEAR = 1
"""Width in cells of the margin around the shape that must be free."""


@dataclass(frozen=True, slots=True)
class FirstShape:
    """A shape for a player's first cells, to be traced.

    Attributes:
        places: its cells.
        soon: number of cells after the next generation, if nobody else places cells near.
        later: largest number of cells in the generations after that.
    """

    places: frozenset[Place]
    soon: int
    later: int

    @property
    def area(self) -> Area:
        """The rectangle around the shape and the line of text below it."""
        rows, columns = (sorted(numbers) for numbers in zip(*self.places, strict=True))
        return Area(rows[0], columns[0], rows[-1] - rows[0] + 2, columns[-1] - columns[0] + 1)

    def is_traced(self, marks: Collection[Place]) -> bool:
        """Return True if a player with these new cells has begun the shape, or may still begin it."""
        return set(marks) < self.places


def first_shape(cells: Cells, rule: Rule, player: int) -> FirstShape | None:
    """Return the shape to trace for a player without cells; None if there is no room where the player's cursor begins.

    In the lower half of the board it is upside down, so that it grows towards the middle.

    Args:
        cells: the board, shape (rows, columns), uint8.
        rule: rule of the board.
        player: the player's seat.
    """
    row, column = start_place(player, cells.shape)
    drawn = _SHAPE if row < cells.shape[0] // 2 else _SHAPE[::-1]
    height, width = drawn.shape
    top, left = row - height // 2, column - width // 2
    if min(top, left) < 0 or top + height > cells.shape[0] or left + width > cells.shape[1]:
        return None
    around = slice(max(top - _CLEAR, 0), top + height + _CLEAR), slice(max(left - _CLEAR, 0), left + width + _CLEAR)
    if cells[around].any():
        return None
    board = cells.copy()
    board[top : top + height, left : left + width] = drawn * (player + 1)
    counts = []
    for generation in range(_GENERATIONS):
        board = rule.family.step(board, rule, generation, (0, 0))
        counts.append(int(np.count_nonzero(board == player + 1)))
    places = frozenset((top + down, left + right) for down, right in np.argwhere(drawn).tolist())
    return FirstShape(places, counts[0], max(counts[1:]))


def draw_first_shape(shape: FirstShape, player: int, marks: Collection[Place], canvas: Canvas) -> None:
    """Draw the shape's cells that are not yet placed, and below it, what becomes of the whole shape."""
    draw_cells_to_trace(shape.places.difference(marks), player, canvas)
    area, size = shape.area, SMALL.size
    x, y = canvas.point_of(area.row + area.height - 1, area.column + area.width / 2)
    words = f"Trace this: {shape.soon} cells next, up to {shape.later} later"
    half, pad = width_of(words, size) / 2, scaled(NEAR) / 2
    x = min(max(x, canvas.area[0] + half + pad), canvas.area[2] - half - pad)
    rectangle((x - half - pad, y + pad), (x + half + pad, y + pad + scaled(size * 1.5)), faded(GROUND, 0.7), pad)
    text(words, x, y + pad + scaled(1), PROMPT, align=0.5, size=size)


_NEAR = 2
"""Greatest distance, in cells, from a cursor or a new cell at which changes of other players' cells are shown."""


def foresee_changes(
    board: Board,
    marks: Mapping[Place, int],
    cursors: Mapping[int, Place],
    state: BioWarState,
    *,
    shows_all: bool,
) -> Foreseen:
    """Return the changes that the next generation makes to the cells of the players in ``cursors``.

    The forecast covers the surroundings of these players' cursors and of their new cells.

    Args:
        board: the board.
        marks: the new cells that everybody may see: their states, by place.
        cursors: the place at which each of these players points, by player.
        state: state of the game.
        shows_all: True to return all changes, not only those that concern these players.
    """
    changes, gains = {}, []
    for player, cursor in cursors.items():
        area = area_around(cursor, board.shape, board.rule.edges)
        without = foresee(board, marks, area)
        is_free = cursor not in marks and state.sides[player].placements and not board.read(*cursor, 1, 1)[0, 0]
        foreseen = foresee(board, {**marks, cursor: player + 1}, area) if is_free else without
        if foreseen is None or without is None:
            continue
        if is_free:
            gains.append((player, cursor, foreseen.count(player + 1) - without.count(player + 1)))
        own = [cursor, *(place for place, mark in marks.items() if mark == player + 1)]
        for change in foreseen.changes:
            is_near = any(
                max(abs(change.place[0] - row), abs(change.place[1] - column)) <= _NEAR for row, column in own
            )
            if shows_all or is_near or player + 1 in (change.before, change.after):
                changes[change.place] = change
    return Foreseen(tuple(changes.values()), tuple(gains), is_faint=not shows_all)

"""Shapes for the first ten cells that a lone person can trace in Real-Time Life, with what becomes of each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from gpulife.games.core.area import Area
from gpulife.games.core.game import Place
from gpulife.games.realtime.ai import count_ahead
from gpulife.rules import Cells
from gpulife.window.design import BODY, CAPTION, TIGHT, packed
from gpulife.window.panels.draw_primitives import text
from gpulife.window.play.canvas import Canvas, fitting_size, scaled

_SHAPES = ("##########",), ("#####.....", ".....#####")
_GENERATIONS = 20
_AWAY = 3
"""Minimum number of cells between a shape and living cells or another shape."""
_TEXT_ROWS = 2
"""Rows of the board below a shape that its text needs."""
_FROM_MIDDLE = 7
"""Distance in columns of each shape's middle from the middle of the board, where a person's cursor begins."""


@dataclass(frozen=True, slots=True)
class FirstShape:
    """A shape on the board, to be traced.

    Attributes:
        places: its ten cells.
        soon: number of cells in the first generation, if nobody else's cells are near.
        later: largest number of cells in the generations after that.
        generation: number of the generation with this largest number.
    """

    places: tuple[Place, ...]
    soon: int
    later: int
    generation: int

    @property
    def area(self) -> Area:
        """The rectangle around the shape and the text below it."""
        rows, columns = zip(*self.places, strict=True)
        return Area(min(rows), min(columns), max(rows) - min(rows) + 1 + _TEXT_ROWS, max(columns) - min(columns) + 1)


def offered_shapes(cells: Cells, sketch: Collection[Place]) -> Sequence[FirstShape]:
    """Return the shapes to show, on free places near the middle of the board.

    Args:
        cells: cells of the board in play, shape (rows, columns), uint8.
        sketch: places that the person has marked. Only shapes that contain all of them are returned.
    """
    taken, shapes = cells > 0, []
    rows, columns = cells.shape
    for number, lines in enumerate(_SHAPES):
        target = rows // 2, columns // 2 + (_FROM_MIDDLE if number else -_FROM_MIDDLE)
        shape = _placed(lines, taken, target)
        if shape is None:
            continue
        taken[tuple(np.transpose(shape.places))] = True
        shapes.append(shape)
    return [shape for shape in shapes if set(sketch) <= set(shape.places)]


def _placed(lines: Sequence[str], taken: NDArray[np.bool_], to: Place) -> FirstShape | None:
    """Return the shape at the place nearest to ``to`` where no cell is ``taken``; None if there is no such place."""
    high, wide = len(lines) + 1, len(lines[0])  # the rest of the text lies in the margin
    rows, columns = taken.shape
    best: tuple[int, int, int] | None = None
    for row in range(1, rows - high):
        for column in range(1, columns - wide):
            away = abs(row + high // 2 - to[0]) + abs(column + wide // 2 - to[1])
            if best is not None and away >= best[0]:
                continue
            top, left = max(row - _AWAY, 0), max(column - _AWAY, 0)
            if not taken[top : row + high + _AWAY, left : column + wide + _AWAY].any():
                best = away, row, column
    if best is None:
        return None
    _, row, column = best
    growth = _growth(tuple(lines))
    return FirstShape(tuple((row + y, column + x) for y, x in _cells(lines)), *growth)


def _cells(lines: Sequence[str]) -> list[Place]:
    return [(y, x) for y, line in enumerate(lines) for x, letter in enumerate(line) if letter == "#"]


@lru_cache
def _growth(lines: tuple[str, ...]) -> tuple[int, int, int]:
    """Return a shape's number of cells in the first generation, the largest number later, and in which generation."""
    board = np.zeros((2 * _GENERATIONS + len(lines), 2 * _GENERATIONS + len(lines[0])), np.uint8)
    for row, column in _cells(lines):
        board[row + _GENERATIONS, column + _GENERATIONS] = 1
    counts = count_ahead(board[None], _GENERATIONS)[0, :, 0]
    return int(counts[0]), int(counts[1:].max()), int(counts[1:].argmax()) + 2


def draw_first_shapes(shapes: Sequence[FirstShape], canvas: Canvas, player: int, sketch: Collection[Place]) -> None:
    """Draw the outlines of shapes in the player's colour. As long as ``sketch`` is empty, tell what becomes of each."""
    pen, inset = imgui.get_background_draw_list(), max(canvas.zoom * 0.08, 1.0)
    for shape in shapes:
        for place in shape.places:
            if place not in sketch:
                (left, top), (right, low) = canvas.square(place)
                corner, end = (left + inset, top + inset), (right - inset, low - inset)
                pen.add_rect_filled(corner, end, packed(canvas.player_colour(player, 0.10)), canvas.zoom * 0.12)
                pen.add_rect(corner, end, packed(canvas.player_colour(player, 0.75)), canvas.zoom * 0.12, scaled(1.5))
        if sketch:  # the forecast says more
            continue
        area = shape.area
        x, top = canvas.point_of(area.row + area.height - _TEXT_ROWS, area.column + area.width / 2)
        lines = (
            f"Trace this: {shape.soon} cells in 1 generation,",
            f"up to {shape.later} in {shape.generation} if left in peace",
        )
        size = fitting_size(max(lines, key=len), area.width * canvas.zoom, BODY.size)
        for number, words in enumerate(lines):
            text(words, x, top + scaled(TIGHT + number * size * 1.3), CAPTION, align=0.5, size=size)

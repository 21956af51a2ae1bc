"""Shapes for a player to trace by placing cells: drawn on the board, each with a few words on what becomes of it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.patterns.seeds import mirrored
from gpulife.rules import Cells
from gpulife.window.design import BODY, GROUND, NEAR, PROMPT, RGBA, TEXT, faded, packed
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled

_WORDS_APART = 1.5
"""Distance in cells of the words from a shape."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedShape:
    """Cells to place, and a few words on what becomes of them. For the right player, they are mirrored.

    Attributes:
        words: what becomes of the cells.
        cells: state of each cell, 0 for dead ones: shape (rows, columns).
        middle: (row, column) of their middle on the left player's half, as shares of the board's height and width.
    """

    words: str
    cells: Cells
    middle: tuple[float, float]

    def places(self, player: int, shape: tuple[int, int]) -> frozenset[Place]:
        """Return the places of the cells on a player's half of a board of ``shape``."""
        middle = round(shape[0] * self.middle[0]), round(shape[1] * self.middle[1])
        return places_around(middle, self.cells, player, shape[1])

    def placed(self, player: int, board: ReadableBoard) -> int:
        """Return how many of the shape's cells ``player`` has placed on ``board``."""
        return count_placed(self.places(player, board.shape), player, board)


def places_around(middle: Place, cells: Cells, player: int, columns: int) -> frozenset[Place]:
    """Return the places of a shape's live cells around ``middle``, a place on the left player's half of a board.

    For the right player, the board is mirrored.

    Args:
        middle: (row, column) of the shape's middle.
        cells: state of each cell of the shape, 0 for dead ones: shape (rows, columns).
        player: the player, 0 for the left one and 1 for the right one.
        columns: number of columns of the board.
    """
    cells = mirrored(cells) if player else cells
    height, width = cells.shape
    top, left = middle[0] - height // 2, middle[1] - width // 2
    left = columns - left - width if player else left
    return frozenset((top + row, left + column) for row, column in np.argwhere(cells).tolist())


def count_placed(places: Collection[Place], player: int, board: ReadableBoard) -> int:
    """Return at how many of these places, which lie close together, the board has a cell of the player."""
    rows, columns = zip(*places, strict=True)
    top, left = min(rows), min(columns)
    cells = board.read(top, left, max(rows) - top + 1, max(columns) - left + 1)
    return sum(int(cells[row - top, column - left] == player + 1) for row, column in places)


def draw_traced_shapes(shapes: Sequence[TracedShape], player: int, placed: Sequence[int], canvas: Canvas) -> None:
    """Draw the cells of each shape, and its words beside them; for a finished one only the words.

    Args:
        shapes: the shapes.
        player: the player who is to trace them.
        placed: number of cells of each shape that the player has placed.
        canvas: the canvas on which to draw.
    """
    for shape, count in zip(shapes, placed, strict=True):
        places = shape.places(player, canvas.shape)
        is_done = count == len(places)
        draw_cells_to_trace(() if is_done else places, player, canvas)
        rgba: RGBA = canvas.player_colour(player) if is_done else TEXT
        columns = [column for _, column in places]
        row = sum(row for row, _ in places) / len(places) + 0.5
        x, y = canvas.point_of(row, min(columns) - _WORDS_APART if player else max(columns) + 1 + _WORDS_APART)
        wide, pad, y = width_of(shape.words, BODY.size), scaled(NEAR) / 2, y - scaled(BODY.size * 0.7)
        left = x - wide * player
        rectangle((left - pad, y - pad / 2), (left + wide + pad, y + scaled(BODY.size * 1.3)), faded(GROUND, 0.7), pad)
        text(shape.words, left, y, rgba, size=BODY.size)


def draw_cells_to_trace(places: Iterable[Place], player: int, canvas: Canvas) -> None:
    """Draw faint cells in the player's colour, with an outline, where the player is to place cells."""
    pen, thick = imgui.get_background_draw_list(), max(1.0, scaled(1.5))
    for place in places:
        corner, end = canvas.square(place)
        pen.add_rect_filled(corner, end, packed(canvas.player_colour(player, 0.3)))
        pen.add_rect(corner, end, packed(PROMPT, 0.9), 0.0, thick)

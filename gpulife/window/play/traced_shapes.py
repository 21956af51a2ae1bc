"""Shapes for a player to trace by placing cells: drawn on the board, each with a few words on what becomes of it."""

from collections.abc import Sequence
from dataclasses import dataclass

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
        cells = mirrored(self.cells) if player else self.cells
        height, width = cells.shape
        top, left = round(shape[0] * self.middle[0]) - height // 2, round(shape[1] * self.middle[1]) - width // 2
        left = shape[1] - left - width if player else left
        return frozenset((top + row, left + column) for row, column in zip(*cells.nonzero(), strict=True))

    def placed(self, player: int, board: ReadableBoard) -> int:
        """Return how many of the shape's cells ``player`` has placed on ``board``."""
        places = self.places(player, board.shape)
        return sum(int(board.read(row, column, 1, 1)[0, 0]) == player + 1 for row, column in places)


def draw_traced_shapes(shapes: Sequence[TracedShape], player: int, placed: Sequence[int], canvas: Canvas) -> None:
    """Draw the cells of each shape, and its words beside them; for a finished one only the words.

    Args:
        shapes: the shapes.
        player: the player who is to trace them.
        placed: number of cells of each shape that the player has placed.
        canvas: the canvas on which to draw.
    """
    pen, thick = imgui.get_background_draw_list(), max(1.0, scaled(1.5))
    for shape, count in zip(shapes, placed, strict=True):
        places = shape.places(player, canvas.shape)
        is_done = count == len(places)
        for place in places if not is_done else ():
            corner, end = canvas.square(place)
            pen.add_rect_filled(corner, end, packed(canvas.player_colour(player, 0.3)))
            pen.add_rect(corner, end, packed(PROMPT, 0.9), 0.0, thick)
        rgba: RGBA = canvas.player_colour(player) if is_done else TEXT
        columns = [column for _, column in places]
        row = sum(row for row, _ in places) / len(places) + 0.5
        x, y = canvas.point_of(row, min(columns) - _WORDS_APART if player else max(columns) + 1 + _WORDS_APART)
        wide, pad, y = width_of(shape.words, BODY.size), scaled(NEAR) / 2, y - scaled(BODY.size * 0.7)
        left = x - wide * player
        rectangle((left - pad, y - pad / 2), (left + wide + pad, y + scaled(BODY.size * 1.3)), faded(GROUND, 0.7), pad)
        text(shape.words, left, y, rgba, size=BODY.size)

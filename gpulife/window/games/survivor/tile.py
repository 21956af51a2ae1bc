"""The moving picture of Survivor on the start screen: the first level, played to its end by the known solution."""

from collections.abc import Sequence
from functools import cache
from math import ceil

from imgui_bundle import imgui

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.survivor.level_files import built_in_levels
from gpulife.rules import RGB, Cells, parse_rule
from gpulife.view.look import default_look
from gpulife.window.games.survivor.sprites import Light, draw_cells, light_of
from gpulife.window.panels.draw_primitives import Point

_SECONDS, _HELD = 1.0, 4
"""Seconds for which each board is shown; for how many of these periods the last one stays."""

_ROWS, _COLUMNS = slice(0, 6), slice(2, 12)
"""The part of the board that is shown: that with the figures, so that they are large."""


def draw_tile(seconds: float, corner: Point, end: Point) -> None:
    """Draw the picture as it is after ``seconds``, so that it fills the rectangle from ``corner`` to ``end``."""
    film = _film()
    whole, light = film[min(int(seconds / _SECONDS) % (len(film) + _HELD), len(film) - 1)]
    board = whole[_ROWS, _COLUMNS]
    rows, columns = board.shape
    wide, high = end[0] - corner[0], end[1] - corner[1]
    size = float(ceil(max(wide / columns, high / rows)))  # whole points leave no gaps
    left, top = round((corner[0] + end[0] - size * columns) / 2), round((corner[1] + end[1] - size * rows) / 2)
    pen = imgui.get_window_draw_list()
    pen.push_clip_rect(corner, end, True)  # noqa: FBT003 - ImGui's
    draw_cells(pen, board, light, (left, top), size, _colours())
    pen.pop_clip_rect()


@cache
def _film() -> Sequence[tuple[Cells, Light]]:
    """Return the boards of the picture, each with its light: before and after each piece is placed."""
    first, edges = built_in_levels()[0], parse_rule("Survivor").edges
    cells, generation = first.level.cells, first.level.first_generation
    film = [(cells, light_of(generation))]
    for move in first.solution:
        if move.piece:
            cells = cells.copy()
            cells[move.row, move.column] = move.piece
            film.append((cells, light_of(generation)))
        cells, generation = next_boards(cells[None], generation, edges)[0], generation + 1
        film.append((cells, light_of(generation)))
    return film


@cache
def _colours() -> Sequence[RGB]:
    return default_look(parse_rule("Survivor"), software=True).colours

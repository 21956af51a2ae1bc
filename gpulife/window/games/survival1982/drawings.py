"""Drawings that beginners can plant in each set-up of One Seed, as a whole or cell by cell.

A drawing shows which cells to plant on a player's half, and a few words say what becomes of them.
The drawings stay until all are finished or the set-up ends.
"""

from dataclasses import dataclass
from math import ceil, floor

from imgui_bundle import imgui

from gpulife.games.core.area import Area as BoardArea
from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.patterns.seeds import SEED_SHAPES, parse_drawing
from gpulife.rules import Cells
from gpulife.window.design import BODY, PROMPT, RGBA, TEXT, packed
from gpulife.window.panels.draw_primitives import Point, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.traced_shapes import count_placed, places_around


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """Cells to plant, and a few words on what becomes of them. For the right player, ``cells`` are mirrored.

    ``row`` and ``column`` are the middle's place, in percent of the board's height and of a half's width.
    """

    words: str
    cells: Cells
    row: int
    column: int


def _shape(name: str) -> Cells:
    return next(shape.cells for shape in SEED_SHAPES if shape.name == name)


DRAWINGS = (
    Drawing("Flies across", _shape("glider")[::-1], 31, 10),
    Drawing("Lives for ever", parse_drawing("oo oo"), 45, 10),
    Drawing("Grows and grows", parse_drawing(".o. oo. .oo"), 60, 30),
    Drawing("48 to 72 cells, unless hit", _shape("pre-pulsar"), 84, 10),
)
"""The drawings from top to bottom. Their places let all of them live together until the yellow bar is empty: the glider
flies up and away, and what grows has room around it."""
_MIN_SIDES = 60, 60
"""Minimum number of rows and of columns of a board with drawings."""


def drawn_places(player: int, shape: tuple[int, int]) -> tuple[frozenset[Place], ...]:
    """Return the cells of each drawing on a player's half of a board of ``shape``; () if the board is too small."""
    rows, columns = shape
    if rows < _MIN_SIDES[0] or columns < _MIN_SIDES[1]:
        return ()
    return tuple(
        places_around((rows * drawing.row // 100, columns * drawing.column // 200), drawing.cells, player, columns)
        for drawing in DRAWINGS
    )


def planted_shares(player: int, board: ReadableBoard) -> tuple[int, ...]:
    """Return how many cells of each drawing a player has planted."""
    return tuple(count_placed(places, player, board) for places in drawn_places(player, board.shape))


def whole_drawing(player: int, place: Place, seeds: int, board: ReadableBoard) -> list[Action]:
    """Return the actions that plant the rest of the drawing at ``place``, cell by cell, and put the cursor there again.

    Empty if there is no drawing, if its cell at ``place`` is planted already, or if the player has too few ``seeds``.
    """
    places = next((each for each in drawn_places(player, board.shape) if place in each), frozenset[Place]())
    missing = [each for each in sorted(places) if board.read(*each, 1, 1)[0, 0] != player + 1]
    if place not in missing or len(missing) > seeds:
        return []
    steps = [(ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)]
    taps = [Action(player, *step) for each in missing for step in ((ActionKind.POINT, *each), *steps)]
    return [*taps, Action(player, ActionKind.POINT, *place)]


def draw_drawings(player: int, planted: tuple[int, ...], canvas: Canvas) -> None:
    """Draw the cells of each drawing, and its words beside them.

    For a finished drawing, draw only the words, in the player's colour.

    Args:
        player: the player who is to trace the drawings.
        planted: result of :func:`planted_shares`.
        canvas: the canvas on which to draw.
    """
    pen, thick = imgui.get_background_draw_list(), max(1.0, scaled(1))
    for drawing, places, count in zip(DRAWINGS, drawn_places(player, canvas.shape), planted, strict=True):
        is_done = count == len(places)
        for place in places if not is_done else ():
            (left, top), (right, low) = canvas.square(place)
            pen.add_rect_filled((left, top), (right, low), packed(canvas.player_colour(player, 0.25)))
            pen.add_rect((left, top), (right, low), packed(PROMPT, 0.8), 0.0, thick)
        colour: RGBA = canvas.player_colour(player) if is_done else TEXT
        x, y = _words_at(player, places, canvas)
        text(drawing.words, x, y, colour, align=float(player), size=BODY.size)


def _words_at(player: int, places: frozenset[Place], canvas: Canvas) -> Point:
    """Return where a drawing's words begin; for the right player, where they end."""
    columns = [column for _, column in places]
    row = sum(row for row, _ in places) / len(places) + 0.5
    x, y = canvas.point_of(row, min(columns) - 2 if player else max(columns) + 3)
    return x, y - scaled(BODY.size * 0.7)


def drawn_areas(player: int, canvas: Canvas) -> list[Area]:
    """Return the areas of the window that the drawings and their words take."""
    areas: list[Area] = []
    for drawing, places in zip(DRAWINGS, drawn_places(player, canvas.shape), strict=False):
        corners = [canvas.square(place) for place in places]
        areas.append(
            (
                min(first[0] for first, _ in corners),
                min(first[1] for first, _ in corners),
                max(end[0] for _, end in corners),
                max(end[1] for _, end in corners),
            )
        )
        x, y = _words_at(player, places, canvas)
        wide = width_of(drawing.words, BODY.size)
        areas.append((x - wide * player, y, x + wide * (1 - player), y + scaled(BODY.size * 1.4)))
    return areas


def drawn_cells(player: int, canvas: Canvas) -> list[BoardArea]:
    """Return the areas of the board that the drawings and their words take, in whole cells."""
    (left, top), zoom = canvas.point_of(0, 0), canvas.zoom
    found = []
    for first, upper, end, low in drawn_areas(player, canvas):
        row, column = floor((upper - top) / zoom), floor((first - left) / zoom)
        found.append(BoardArea(row, column, ceil((low - top) / zoom) - row, ceil((end - left) / zoom) - column))
    return found

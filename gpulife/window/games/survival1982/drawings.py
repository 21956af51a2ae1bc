"""Drawings that beginners can plant in each set-up of One Seed, as a whole or cell by cell.

A drawing shows which cells to plant on a player's half, and a few words say what becomes of them.
The drawings stay until all are finished or the set-up ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from imgui_bundle import imgui

from gpulife.games.core.area import Area as BoardArea
from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.survival1982.state import RoundPhase
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.patterns.seeds import SEED_SHAPES, parse_drawing
from gpulife.rules import Cells
from gpulife.window.design import BAD, BODY, GROUND, NEAR, PROMPT, RGBA, TEXT, faded, packed
from gpulife.window.panels.draw_primitives import Point, rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.traced_shapes import places_around


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
DRAWING_IS_WHOLE = "This drawing is whole. Plant the next one, or cells elsewhere"
_SPOILED = "Spoiled: a click mends it"


def drawn_places(player: int, shape: tuple[int, int]) -> tuple[frozenset[Place], ...]:
    """Return the cells of each drawing on a player's half of a board of ``shape``; () if the board is too small."""
    rows, columns = shape
    if rows < _MIN_SIDES[0] or columns < _MIN_SIDES[1]:
        return ()
    return tuple(
        places_around((rows * drawing.row // 100, columns * drawing.column // 200), drawing.cells, player, columns)
        for drawing in DRAWINGS
    )


@dataclass(frozen=True, slots=True)
class Trace:
    """How far a player has planted a drawing.

    Attributes:
        missing: cells of the drawing that are not planted.
        extra: the player's other cells in its box, which spoil it.
        is_withdrawn: True if cells of the other player lie there, so that the drawing is not offered.
    """

    missing: tuple[Place, ...]
    extra: tuple[Place, ...] = ()
    is_withdrawn: bool = False

    @property
    def is_done(self) -> bool:
        """True if nothing is left to be done about the drawing."""
        return self.is_withdrawn or not (self.missing or self.extra)


def traces(player: int, board: ReadableBoard) -> tuple[Trace, ...]:
    """Return how far a player has planted each drawing."""
    found = []
    for places in drawn_places(player, board.shape):
        box = _box(places)
        live = {
            (box.row + int(row), box.column + int(column)): int(state)
            for (row, column), state in np.ndenumerate(board.read(box.row, box.column, box.height, box.width))
            if state
        }
        missing = tuple(sorted(place for place in places if live.get(place) != player + 1))
        others = [place for place in live if place not in places]
        extra = tuple(place for place in others if live[place] == player + 1)
        found.append(Trace(missing, extra, len(extra) < len(others)))
    return tuple(found)


def _box(places: frozenset[Place]) -> BoardArea:
    """Return the area of a drawing with the cells that touch it: one more cell there would spoil it."""
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return BoardArea(min(rows) - 1, min(columns) - 1, max(rows) - min(rows) + 3, max(columns) - min(columns) + 3)


class OfferedDrawings:
    """The drawings that the set-ups of a session offer to its players.

    Args:
        play: the session.
    """

    def __init__(self, play: OpenSession) -> None:
        self._play = play
        self._known: tuple[Remembered[tuple[Trace, ...]], ...] = Remembered(), Remembered()

    def traces(self, player: int) -> tuple[Trace, ...]:
        """Return how far a player has planted each drawing; empty outside of set-ups with drawings."""
        state, engine = self._play.session.state, self._play.engine
        if state.has_menu or state.phase is not RoundPhase.SET_UP:
            return ()
        return self._known[player].of(engine.changes, lambda: traces(player, engine))

    def shown(self, player: int) -> tuple[Trace, ...]:
        """Return the result of :meth:`traces`; empty once all drawings are finished, as none is shown then."""
        found = self.traces(player)
        return () if all(trace.is_done for trace in found) else found

    def at(self, player: int, place: Place) -> Trace | None:
        """Return the state of the drawing that is offered to a player at ``place``; None if there is none."""
        found = self.traces(player)
        number = drawing_at(player, place, self._play.engine.shape) if found else None
        return None if number is None or found[number].is_withdrawn else found[number]


def drawing_at(player: int, place: Place, shape: tuple[int, int]) -> int | None:
    """Return the number of the drawing whose box has a place in it; None if there is none."""
    boxes = [_box(places) for places in drawn_places(player, shape)]
    return next((number for number, box in enumerate(boxes) if _has(box, place)), None)


def _has(box: BoardArea, place: Place) -> bool:
    return 0 <= place[0] - box.row < box.height and 0 <= place[1] - box.column < box.width


def whole_drawing(player: int, place: Place, seeds: int, trace: Trace) -> list[Action] | str:
    """Return the actions that make a drawing whole, and put the cursor at ``place`` again; or why there are none.

    They take back the cells that spoil it, by pressing twice, and plant its missing cells one by one.
    """
    if trace.is_done:
        return DRAWING_IS_WHOLE
    if len(trace.missing) > seeds + len(trace.extra):
        return f"This drawing needs {len(trace.missing)} seeds"
    steps = (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)
    presses = [(each, 2) for each in trace.extra] + [(each, 1) for each in trace.missing]
    taps = [Action(player, *step) for each, times in presses for step in ((ActionKind.POINT, *each), *(steps * times))]
    return [*taps, Action(player, ActionKind.POINT, *place)]


def draw_drawings(player: int, found: Sequence[Trace], canvas: Canvas, at: Place | None = None) -> None:
    """Draw the cells of each unfinished drawing in a faint box; the box at the cursor is bright.

    Args:
        player: the player who is to trace the drawings.
        found: result of :func:`traces`.
        canvas: the canvas on which to draw.
        at: place of the player's cursor; None for no cursor.
    """
    pen, thick = imgui.get_background_draw_list(), max(1.0, scaled(1))
    for places, trace in zip(drawn_places(player, canvas.shape), found, strict=True):
        if trace.is_withdrawn or trace.is_done:
            continue
        for place in places:
            (left, top), (right, low) = canvas.square(place)
            pen.add_rect_filled((left, top), (right, low), packed(canvas.player_colour(player, 0.25)))
            pen.add_rect((left, top), (right, low), packed(PROMPT, 0.8), 0.0, thick)
        box = _box(places)
        corner = canvas.point_of(box.row, box.column)
        end = canvas.point_of(box.row + box.height, box.column + box.width)
        is_chosen = at is not None and _has(box, at)
        pen.add_rect(corner, end, packed(PROMPT, 0.9 if is_chosen else 0.25), scaled(4), thick * (1 + is_chosen))


def draw_drawings_words(player: int, found: Sequence[Trace], canvas: Canvas) -> None:
    """Draw the words beside each drawing on a ground, so that they can be read over the cells of a forecast.

    Those of a finished drawing are in the player's colour. A spoiled one says how to mend it. Arguments as for
    :func:`draw_drawings`.
    """
    for drawing, places, trace in zip(DRAWINGS, drawn_places(player, canvas.shape), found, strict=True):
        if trace.is_withdrawn:
            continue
        colour: RGBA = canvas.player_colour(player) if trace.is_done else BAD if trace.extra else TEXT
        x, y = _words_at(player, places, canvas)
        words = _SPOILED if trace.extra else drawing.words
        wide, pad = width_of(words, BODY.size), scaled(NEAR / 2)
        left = x - wide * player
        rectangle((left - pad, y), (left + wide + pad, y + scaled(BODY.size * 1.4)), faded(GROUND, 0.75), pad)
        text(words, x, y, colour, align=float(player), size=BODY.size)


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
        wide = width_of(max(drawing.words, _SPOILED, key=len), BODY.size)
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

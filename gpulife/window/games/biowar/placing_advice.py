"""What people see while they place cells in BioWar: notices, a shape to trace, what the next generation will do.

The forecast includes all cells that the window shows, but none that somebody hides: a hidden cell must not be found by
what it does (ruling R30 in docs/rulings.md).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpulife.games.biowar.input import start_place
from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.area import Area
from gpulife.games.core.foresight import area_around, foresee
from gpulife.games.core.game import NOBODY, Board, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.patterns.seeds import parse_drawing
from gpulife.rules import Cells, Rule
from gpulife.window.design import GROUND, NEAR, PROMPT, SMALL, faded
from gpulife.window.games.biowar.hud import Foreseen
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.bursts import Bursts
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.traced_shapes import draw_cells_to_trace

_SHAPE = parse_drawing("oo...oo .o...o. ..ooo..")
"""A shape of nine cells that grows fast and has room around the place where a seat's cursor begins."""
_GENERATIONS = 8
_CLEAR = 1
"""Width in cells of the margin around the shape that must be free."""
_MAX_SHAPED = 1 << 18
"""Largest board, in cells, on which a shape to trace is shown."""


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


class PlacingAdvice:
    """Advises the people at one window while they place cells.

    The shape and the forecast are computed anew only when something has changed.

    Args:
        play: the session.
        bursts: reads the session's board.

    Attributes:
        pointed: the place under the pointer; None while people aim with the cursor.
        asks_for_all: True if somebody asks for the whole forecast in this frame.
    """

    def __init__(self, play: OpenSession, bursts: Bursts) -> None:
        self._play, self._bursts = play, bursts
        self.pointed: Place | None = None
        self.asks_for_all = False
        self._remembered: Remembered[Foreseen] = Remembered()
        self._traced: Remembered[FirstShape | None] = Remembered()

    @property
    def _state(self) -> BioWarState:
        state: BioWarState = self._play.session.state
        return state

    @property
    def _is_past(self) -> bool:
        return self._play.is_replay or self._play.session.in_the_past

    def first_shape(self, player: int, *, foresees: bool) -> FirstShape | None:
        """Return the shape that a person may trace with the first cells; None if there is none, or another is begun.

        ``foresees`` is True if people want to see what new cells will do.
        """
        state, engine = self._state, self._play.engine
        rows, columns = engine.shape
        if not (0 <= player < len(state.sides)) or self._is_past or rows * columns > _MAX_SHAPED:
            return None
        side = state.sides[player]
        if not state.can_place(player) or side.has_placed or side.hides or not foresees:
            return None
        cells, rule = self._bursts.cells(engine.shape), engine.rule
        found = self._traced.of((engine.changes, player), lambda: first_shape(cells, rule, player))
        return found if found is not None and found.is_traced(side.marks) else None

    def foreseen(self, people: Sequence[int], clicking: int | None, *, foresees: bool) -> Foreseen:
        """Return a forecast of the next generation for those of ``people`` who place cells and do not hide them.

        ``clicking`` is the player who aims with the pointer. ``foresees`` is True if people want to see what new cells
        will do.
        """
        asks, self.asks_for_all = self.asks_for_all, False
        state, board = self._state, self._play.session.board
        placing = [
            player
            for player in people
            if state.can_place(player)
            and not state.sides[player].hides
            and (asks or not self._traces(player, foresees=foresees))  # an unfinished shape would look as if it died
        ]
        if not placing or self._is_past or not (foresees or asks):
            return Foreseen()
        marks = {}
        for place, players in state.wanted.items():
            if shown := [player for player in players if not state.sides[player].hides]:
                marks[place] = next((player for player in shown if player in placing), shown[0]) + 1
        cursors = {player: (state.sides[player].cursor.row, state.sides[player].cursor.column) for player in placing}
        if self.pointed is not None and clicking in cursors:
            cursors[clicking] = self.pointed
        key = self._play.engine.changes, tuple(marks.items()), tuple(cursors.items()), asks
        return self._remembered.of(key, lambda: foresee_changes(board, marks, cursors, state, shows_all=asks))

    def _traces(self, player: int, *, foresees: bool) -> bool:
        """Return True if a person has begun to trace the first shape, or points at it."""
        shape, side = self.first_shape(player, foresees=foresees), self._state.sides[player]
        pointed = self.pointed if self.pointed is not None else (side.cursor.row, side.cursor.column)
        return shape is not None and (bool(side.marks) or pointed in shape.places)


def joining_notice(state: BioWarState, shape: tuple[int, int], seats: Collection[int], own: Collection[int]) -> Opening:
    """Return the notice on how to join, and where players begin.

    Args:
        state: state of the game, before its first turn.
        shape: (rows, columns) of the board.
        seats: the seats that are not closed.
        own: the seats of the people at this window.
    """
    places = {seat: start_place(seat, shape) for seat in seats}
    mine = {seat: place for seat, place in places.items() if seat in own}
    others = {seat: place for seat, place in places.items() if seat not in own}
    title = f"Most points after {count_text(state.limit, 'turn')} win" if state.limit else "Join the game"
    how = "{trigger} or {click} joins the game", "{trigger} or {click}: join"
    return Opening("join", title, how, mine, others, stays=True)


def placing_notice(state: BioWarState, player: int, shape: FirstShape | None, *, foresees: bool) -> Opening | None:
    """Return the notice on how a player places the first cells; None once one is placed.

    ``shape`` is the shape to trace. ``foresees`` is True if people want to see what new cells will do.
    """
    side = state.sides[player]
    if state.turn != 1 or not state.can_place(player) or side.marks:
        return None
    place = {player: (side.cursor.row, side.cursor.column)}
    if shape is not None:
        how = "{move} {trigger} or {click} on each cell of the drawing", "{move} {trigger} or {click}"
        return Opening("place", "Trace your first cells, or make a shape", how, place, around={player: shape.area})
    title = f"Place {count_text(side.allotment, 'cell')}, side by side"
    is_foreseen = foresees and not side.hides
    first = "where a green number promises more cells" if is_foreseen else "on empty places"
    how = f"{{move}} {{trigger}} or {{click}} {first}", "{move} {trigger} or {click}"
    return Opening("place", title, how, place)


def contest_prompts(state: BioWarState, player: int, names: Sequence[str]) -> Sequence[str]:
    """Return a prompt that says who else wants a place that a player has chosen; empty if nobody is known to.

    ``player`` may be NOBODY. ``names`` are the names of all seats.
    """
    if player == NOBODY or not state.can_place(player):
        return ()
    rivals = {
        rival
        for players in state.wanted.values()
        if player in players
        for rival in players
        if rival != player and not state.sides[rival].hides
    }
    if not rivals:
        return ()
    who = " and ".join(names[rival] for rival in sorted(rivals))
    told = f"{who} {'want' if len(rivals) > 1 else 'wants'} your place, too: chance decides"
    back = ("or take the cell back",) if state.sides[player].placements else ()
    return *(f"{told}, {words}   {{done|start}} ends your turn" for words in back), told

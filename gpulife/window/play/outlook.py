"""Shows what planting at a cursor leads to: marks of the next generation, and then a film of faint cells.

While people aim, marks show the next generation around the cells to plant. If they rest for a moment, a film repeats
the next generations as faint cells on the board. A few words say how it ends.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui

from gpulife.games.core.foresight import Foresight, area_around, coming_cells, foresee
from gpulife.games.core.game import Place
from gpulife.rules import Cells
from gpulife.window.design import BODY, GROUND, NEAR, PROMPT, ROUNDING, faded, packed
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.foresight import Remembered, draw_changes
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_NEAR = 5
"""Maximum distance, in rows and columns, of a mark from the cursor or from a cell to plant."""
_FAR = 24
"""Maximum distance, in rows and columns, of cells from the cursor in a film of part of the board."""
_REST = 0.6
"""Seconds for which the plan and the cells around it must stay unchanged before the film begins."""
_RATE, _HELD = 8.0, 10
"""Generations of the film in a second; for how many generations its last picture stays."""
_LONGEST_PERIOD = 6
"""Longest period, in generations, of cells that are said to live for ever."""
DIES_AT_ONCE = "Dies at once: a cell needs 2 or 3 neighbours"
_FAINT = 0.5
_BELOW = 32.0
"""Minimum distance of the words below the cursor, in units of 1/96 inch. It leaves room for the cursor's ring."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a player would plant now.

    Attributes:
        player: the player.
        at: place of the cursor.
        cells: states of the cells to plant, keyed by place; empty to show the future of the present cells.
        generations: number of generations of the film.
        words: function that gets the film's boards and returns a few words on how it ends, drawn beside the cursor; ""
            for none.
    """

    player: int
    at: Place
    cells: Mapping[Place, int]
    generations: int
    words: Callable[[tuple[Cells, ...]], str] = lambda _: ""


class Outlook:
    """Shows what a player's plan leads to.

    Args:
        shell: services shared by all screens.
        play: the session.
    """

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        self._shell, self._play = shell, play
        self._next: Remembered[Foresight | None] = Remembered()
        self._coming: Remembered[tuple[Cells, ...]] = Remembered()
        self._shows: tuple[Place, bytes] | None = None
        self._since = 0.0

    def draw(
        self,
        canvas: Canvas,
        plan: Plan,
        hides: Callable[[Area], float] = lambda _: 0.0,
    ) -> tuple[Cells, ...]:
        """Draw the marks or, if the plan and the cells around it have not changed for a moment, the film.

        With reduced flashing, the marks stay, and only the film's words are added.

        Args:
            canvas: the canvas on which to draw.
            plan: what the player would plant.
            hides: function that says how much words in an area of the window would hide; see :func:`draw_words`.

        Returns:
            The film's boards, beginning with the current one; () while it is not shown.
        """
        engine, shell = self._play.engine, self._shell
        planned = tuple(sorted(plan.cells.items()))
        area = area_around(plan.at, engine.shape, engine.rule.edges)
        found = self._next.of((planned, area, engine.changes), lambda: foresee(engine, plan.cells, area))
        if found is None:
            return ()
        shows = plan.at, found.now.tobytes()
        if shows != self._shows:
            self._shows, self._since = shows, shell.now
        rested = shell.now - self._since - _REST
        if rested < 0 or canvas.is_calm:
            around = [*plan.cells, plan.at]
            near = [change for change in found.changes if any(_is_near(change.place, place) for place in around)]
            draw_changes(near, canvas, faint=True)
        if rested < 0:
            shell.motion.due(-rested)
            return ()
        film = self._coming.of(
            (shows, plan.generations), lambda: self._film(found, plan.at, engine.generation, plan.generations)
        )
        if not canvas.is_calm:
            passed = rested * _RATE
            shell.motion.due((1 - passed % 1) / _RATE)
            self._draw_cells(film[min(int(passed) % (len(film) + _HELD), len(film) - 1)], found, canvas)
        if words := plan.words(film):
            draw_words(words, canvas, plan.at, hides)
        return film

    def _film(self, found: Foresight, at: Place, generation: int, count: int) -> tuple[Cells, ...]:
        """Return the boards of the film: the next ``count`` generations after ``generation``, around the cursor ``at``.

        ``found`` is the part of the board that is computed. If it is not the whole board, cells far from the cursor are
        left out, because they may be wrong.
        """
        film = coming_cells(found, self._play.engine.rule, generation, count)
        if found.area.size == found.shape:
            return film
        row, column = ((at[axis] - found.area[axis]) % found.shape[axis] for axis in (0, 1))
        kept = np.zeros(found.now.shape, bool)
        kept[max(row - _FAR, 0) : row + _FAR + 1, max(column - _FAR, 0) : column + _FAR + 1] = True
        return tuple(np.where(kept, cells, 0) for cells in film)

    def _draw_cells(self, cells: Cells, found: Foresight, canvas: Canvas) -> None:
        pen, inset = imgui.get_background_draw_list(), canvas.zoom * 0.1
        for row, column in np.argwhere(cells > 0).tolist():
            (left, top), (right, low) = canvas.square(found.place_of(row, column))
            colour = canvas.player_colour(int(cells[row, column]) - 1, _FAINT)
            pen.add_rect_filled((left + inset, top + inset), (right - inset, low - inset), packed(colour))


def _is_near(place: Place, other: Place) -> bool:
    return abs(place[0] - other[0]) <= _NEAR and abs(place[1] - other[1]) <= _NEAR


def fate_of(film: tuple[Cells, ...], state: int) -> str:
    """Return a few words on what becomes of the cells in ``state``: that they die out, or how many are left.

    ``film`` has the boards of the coming generations, beginning with the current one.
    """
    counts = [int(np.count_nonzero(cells == state)) for cells in film]
    generations = len(film) - 1
    if not counts[-1]:
        number = counts.index(0)
        return "" if not number else DIES_AT_ONCE if number == 1 else f"Dies out after {number} generations"
    count = f"{counts[-1]} cell{'s' * (counts[-1] != 1)}"
    backwards = enumerate(reversed(film[-1 - _LONGEST_PERIOD : -1]), start=1)
    period = next((number for number, cells in backwards if np.array_equal(film[-1], cells)), 0)
    if not period:
        return f"{count} after {generations} generations"
    fewest, most = min(counts[-period:]), max(counts[-period:])
    return f"{count}, for ever" if fewest == most else f"{fewest} to {most} cells, for ever"


def draw_words(words: str, canvas: Canvas, at: Place, hides: Callable[[Area], float] = lambda _: 0.0) -> None:
    """Draw words below a cursor, or above or beside it where they hide less.

    Args:
        words: the words.
        canvas: the canvas on which to draw.
        at: place of the cursor.
        hides: function that says how much words in an area of the window would hide; 0 for nothing.
    """
    size, pad = BODY.size, scaled(NEAR)
    wide, high = width_of(words, size) + 2 * pad, scaled(size * 1.5)
    x, y = canvas.middle(at)
    apart = max(canvas.zoom * 2, scaled(_BELOW))
    left, right = max(canvas.area[0], canvas.sides[0]), min(canvas.area[2], canvas.sides[1])
    top, low = max(canvas.point_of(0, 0)[1], canvas.area[1]), canvas.point_of(canvas.shape[0], 0)[1]
    middles = x - wide / 2, x - wide - apart, x + apart
    rows = y + apart, y - apart - high, y - high / 2, y + 2 * apart, y - 2 * apart - high
    corners = [
        (min(max(start, left), right - wide), upper)
        for upper in rows
        for start in (middles if upper != y - high / 2 else middles[1:])
        if top <= upper and upper + high <= low
    ]
    # Words at a fixed place beside the cursor would hide the cursor's own cells.
    free = [(start, upper) for start, upper in corners if not (start < x + apart / 2 and x - apart / 2 < start + wide)]
    beside = [corner for corner in corners if corner[1] != y - high / 2 or corner in free]
    x, y = min(
        beside or [(min(max(x - wide / 2, left), right - wide), y + apart)],
        key=lambda corner: hides((corner[0], corner[1], corner[0] + wide, corner[1] + high)),
    )
    rectangle((x, y), (x + wide, y + high), faded(GROUND, 0.85), scaled(ROUNDING))
    text(words, x + pad, y + scaled(2), PROMPT, size=size)

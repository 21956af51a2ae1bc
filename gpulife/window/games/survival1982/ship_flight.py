"""Where the guided round's spaceship should start, and what it destroys: found by computing the coming generations.

What is told to the player is compared with the same board without the spaceship, at the time when the bar is empty.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.batch import MAX_UNIVERSES
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.game import Place
from gpulife.games.survival1982.input import TURNED_SHAPES, corner, cursor_area
from gpulife.games.survival1982.state import ContestState
from gpulife.rules import Cells, Rule

SHIP = 8
"""Index in the seed menu of the spaceship that flies straight on."""
WORTH_TELLING = 4.0
"""Smallest loss of the opponent, in cells, that is promised."""
_DELAYS = 0, 1, 5
"""Generations after which the spaceship is planted in trials, since time passes while people move the cursor."""
_BACK = 0, 4, 8
"""Distances of the places from the border, in cells."""
_CLEAR = 8
"""Smallest number of generations for which the spaceship must fly before it meets anything: people are to see it."""
_SEEN = 30
"""Number of generations that should be left after the hit, so that people see what comes of it."""
_COUNTED = 6
"""Cells are averaged over this many generations at the end, since oscillators make the counts vary."""
_FREE = range(9, 13)
"""Numbers of cells of a spaceship that flies freely."""


class Flight(NamedTuple):
    """The flight of one spaceship.

    Attributes:
        place: place of the cursor from which it is planted.
        cells: the spaceship's cells.
        is_clear: True if it meets nothing at first.
        hit: number of generations from planting until the opponent's cells change; None if they never do.
        without: the opponent's cells when the bar is empty if the spaceship is not planted.
        left: the opponent's cells then if it is planted.
        at: where it hits; None if it never does, or if nobody has asked.
    """

    place: Place
    cells: tuple[Place, ...]
    is_clear: bool
    hit: int | None
    without: float
    left: float
    at: Place | None = None

    @property
    def is_sure(self) -> bool:
        """True if the opponent's loss is large enough to be promised."""
        return self.is_clear and self.hit is not None and self.loss >= WORTH_TELLING

    @property
    def loss(self) -> float:
        """By how many cells the opponent has fewer at the end."""
        return self.without - self.left


def best_flight(state: ContestState, engine: Engine, kept: Place | None = None) -> Flight:
    """Return the flight that costs the opponent most cells, among those that people can watch from start to hit.

    It is the flight that begins now. If possible, those from the same place that begin a little later hit, too.

    Args:
        state: state of the game.
        engine: engine that computes the board.
        kept: place of the cursor to prefer, if a spaceship from there still costs the opponent cells.
    """
    turn, (rows, _) = state.sides[0].turns[SHIP], engine.shape
    area = cursor_area(0, TURNED_SHAPES[0][SHIP][turn].shape, engine.shape)
    places = [(row, area.right - back) for back in _BACK for row in range(area.top, area.bottom + 1)]
    if kept in places:
        flights = _flights(engine, [kept], turn)
        if flights[0].is_sure:
            return _with_hit(engine, flights[0])
    found = _flights(engine, places, turn)
    several = [found[first : first + len(_DELAYS)] for first in range(0, len(found), len(_DELAYS))]
    return _with_hit(engine, max(several, key=lambda flights: _rank(flights, rows))[0])


def _with_hit(engine: Engine, flight: Flight) -> Flight:
    """Return a flight that has not begun yet, with the place of its hit."""
    if flight.hit is None:
        return flight
    cells = engine.read_all()
    with_it = cells.copy()
    for place in flight.cells:
        with_it[place] = 1
    return flight._replace(at=hit_place(with_it, cells, engine.rule, engine.generation, flight.hit))


def start_of(state: ContestState) -> tuple[Place, int]:
    """Return the upper left cell and the turn of the spaceship that the player plants, or would plant now."""
    side = state.sides[0]
    if side.pending is not None and side.pending.entry == SHIP:
        return (side.pending.row, side.pending.column), side.pending.turn
    turn = side.turns[SHIP]
    return corner(0, (side.cursor.row, side.cursor.column), TURNED_SHAPES[0][SHIP][turn].shape), turn


def flight_of(engine: Engine, at: Place, turn: int) -> Flight:
    """Return what becomes of a spaceship that has just been planted with its upper left cell at ``at``."""
    (high, wide), cells = TURNED_SHAPES[0][SHIP][turn].shape, engine.read_all()
    around = slice(max(at[0] - 1, 0), at[0] + high + 1), slice(max(at[1] - 1, 0), at[1] + wide + 1)
    without = cells.copy()
    without[around][without[around] == 1] = 0
    counts = [_counts(board, engine.rule, engine.generation, (), engine.shape[0])[:, 0] for board in (cells, without)]
    flight = _flight(at, (), *counts)
    if flight.hit is None:
        return flight
    return flight._replace(at=hit_place(cells, without, engine.rule, engine.generation, flight.hit))


def is_sure_from(engine: Engine, place: Place, turn: int) -> bool:
    """Return True if a spaceship planted with the cursor at ``place``, now or a little later, hits and destroys."""
    return all(flight.is_sure for flight in _flights(engine, [place], turn))


def hit_place(with_it: Cells, without: Cells, rule: Rule, generation: int, hit: int) -> Place:
    """Return where a spaceship hits: the middle of the opponent's cells that differ after ``hit`` generations.

    ``with_it`` and ``without`` are the boards of ``generation`` with and without the spaceship.
    """
    after = []
    for cells in (with_it, without):
        batch = NumpyBatch(cells, rule, generation, 1)
        batch.step(hit)
        after.append(batch.cells(0) == 2)
        batch.close()
    row, column = np.argwhere(after[0] != after[1]).mean(axis=0).tolist()
    return round(row), round(column)


def _rank(flights: Sequence[Flight], rows: int) -> tuple[float, ...]:
    """Return how well a place suits the lesson, given the flights from it for each of _DELAYS."""
    sure = list(takewhile(lambda flight: flight.is_sure, flights))
    if not sure:
        return -1.0, float(flights[0].is_clear), flights[0].loss
    return float((sure[0].hit or 0) <= rows - _SEEN), sum(flight.loss for flight in sure)


def end_counts(engine: Engine, generations: int) -> tuple[int, int]:
    """Return each player's cells after that many more generations if nobody plants."""
    left, right = _counts(engine.read_all(), engine.rule, engine.generation, (), generations)[-1, 0].tolist()
    return left, right


def _flights(engine: Engine, places: Sequence[Place], turn: int) -> list[Flight]:
    """Return the flights from each place, one for each of _DELAYS."""
    cells, rows = engine.read_all(), engine.shape[0]
    trials = [(_ship_cells(place, turn), delay) for place in places for delay in _DELAYS]
    starts = [place for place in places for _ in _DELAYS]
    flights: list[Flight] = []
    for first in range(0, len(trials), MAX_UNIVERSES - 1):
        some = trials[first : first + MAX_UNIVERSES - 1]
        counts = _counts(cells, engine.rule, engine.generation, some, max(_DELAYS) + rows)
        for number, (ship, delay) in enumerate(some):
            seen = slice(delay, delay + rows + 1)
            flights.append(_flight(starts[first + number], ship, counts[seen, number + 1], counts[seen, 0]))
    return flights


def _counts(
    cells: Cells, rule: Rule, generation: int, trials: Sequence[tuple[tuple[Place, ...], int]], length: int
) -> NDArray[np.int64]:
    """Return each species' cells in each generation: shape (length + 1, trials + 1, 2). The first trial plants nothing.

    Each trial is a spaceship's cells, and the number of generations after which they are planted.
    """
    batch, counts = NumpyBatch(cells, rule, generation, len(trials) + 1), []
    for number in range(length + 1):
        for universe, (ship, delay) in enumerate(trials, start=1):
            if delay == number:
                rows, columns = np.array(ship).T
                batch.plant_cells(np.full(len(ship), universe), rows, columns, 1)
        counts.append(batch.counts())
        batch.step()
    batch.close()
    return np.array(counts)


def _flight(place: Place, ship: tuple[Place, ...], with_it: NDArray[np.int64], without: NDArray[np.int64]) -> Flight:
    """Return a flight; ``with_it`` and ``without`` are the cells of both species in each generation from its start."""
    more = with_it - without
    hits = np.flatnonzero(more[:, 1])
    is_clear = not more[:_CLEAR, 1].any() and all(int(own) in _FREE for own in more[:_CLEAR, 0])
    before, left = (float(np.mean(counts[-_COUNTED:, 1])) for counts in (without, with_it))
    return Flight(place, ship, is_clear, int(hits[0]) if hits.size else None, before, left)


def _ship_cells(place: Place, turn: int) -> tuple[Place, ...]:
    ship = TURNED_SHAPES[0][SHIP][turn]
    top, left = corner(0, place, ship.shape)
    return tuple((top + row, left + column) for row, column in np.argwhere(ship).tolist())

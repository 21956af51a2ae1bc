"""The computer player of BioWar.

It joins when a person plays. In each turn it chooses one of several random placements, at higher levels by looking
ahead. Then it places the cells with its stick and trigger, as a person would.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.biowar.input import start_place
from gpulife.games.biowar.state import LAST_ONE_WINS_RULINGS, BioWarState, PlayerStanding, Side, TurnPhase
from gpulife.games.core.board_window import read_window
from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.game import Action, ActionKind, Board, Cursor, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.input_emulator import InputEmulator, arrives, sign
from gpulife.rules import Cells, Edges, parse_rule

_SHAPES = (
    ("OO", "OO"),
    ("OOO", ".O."),
    ("OOO",),
    ("OOOO",),
    ("OOOOO",),
    (".OO", "OO.", ".O."),
    ("OOO", "O.O"),
    ("OOOOO", "O...O"),
    (".OO.", "O..O", ".OO."),
    ("OOOOOOOOOO",),
)
"""Shapes to place, each of at most ten cells: block, T, rows of 3 to 5, R-pentomino, C, pre-pulsar, beehive, row of
ten."""
_TURNED = tuple(
    np.argwhere(np.rot90([[letter == "O" for letter in line] for line in lines], turn))
    for lines in _SHAPES
    for turn in range(4)
)
"""Every shape in each of its four orientations: the (row, column) of its live cells, counted from the upper left
corner."""
_CLEARANCE = 2
"""Width in cells of the margin around a new shape. It must have no live cells."""

Candidate = tuple[Place, ...]


def draw_candidate(
    rng: np.random.Generator,
    cells: Cells,
    player: int,
    allotment: int,
    *,
    attacks: bool,
    home: NDArray[np.bool_] | None = None,
) -> Candidate:
    """Return the positions for at most ``allotment`` new cells, chosen at random; empty if there is no room.

    Args:
        rng: random generator.
        cells: the board, shape (rows, columns), uint8.
        player: player who places the cells.
        allotment: number of cells that may be placed.
        attacks: True if the cells may be placed near other players' cells.
        home: True where cells may be placed, shape as ``cells``; None for the whole board.
    """
    own, others = cells == player + 1, (cells > 0) & (cells != player + 1)
    kind = rng.random()
    if home is not None or not own.any() or kind < 0.35:
        return _draw_apart(rng, cells, allotment, home)
    return _draw_near(rng, cells, others if attacks and others.any() and kind < 0.6 else own, allotment)


def _draw_apart(
    rng: np.random.Generator, cells: Cells, allotment: int, home: NDArray[np.bool_] | None = None
) -> Candidate:
    """Choose one or two random shapes, away from live cells. Return the positions of at most ``allotment`` cells.

    If ``home`` is given, all of them lie where it is True.
    """
    taken = cells > 0
    places: list[Place] = []
    for _ in range(2):
        fitting = [shape for shape in _TURNED if len(shape) <= allotment - len(places)]
        if not fitting:
            break
        shape = fitting[int(rng.integers(len(fitting)))]
        height, width = shape.max(axis=0) + 1
        corners = _free_corners(taken, int(height), int(width))
        if home is not None:
            corners = np.array([corner for corner in corners if home[tuple((shape + corner).T)].all()], np.int64)
        if not len(corners):
            continue
        new = shape + corners[int(rng.integers(len(corners)))]
        places += [(row, column) for row, column in new.tolist()]
        taken[tuple(new.T)] = True
    return tuple(places)


def home_of(player: int, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return a mask of ``shape`` that is True around a seat's first cursor. The homes of the seats do not overlap."""
    rows, columns = shape
    row, column = start_place(player, shape)
    down, right = max(rows // 2 - 1, 0) // 2, max(columns // 3 - 1, 0) // 2
    home = np.zeros(shape, np.bool_)
    home[max(row - down, 0) : row + down + 1, max(column - right, 0) : column + right + 1] = True
    return home


def _free_corners(taken: NDArray[np.bool_], height: int, width: int) -> NDArray[np.int64]:
    """Return the upper left cell (row, column) of each free rectangle of ``height`` by ``width`` cells: shape (n, 2).

    A rectangle is free if its cells and the margin around it are all False in the mask ``taken``.
    """
    rows, columns = taken.shape
    if height > rows or width > columns:
        return np.zeros((0, 2), np.int64)
    framed = np.pad(taken, _CLEARANCE).astype(np.int64)
    sums = np.pad(framed.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    tall, wide = height + 2 * _CLEARANCE, width + 2 * _CLEARANCE
    found = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]
    return np.argwhere(found == 0)


def _draw_near(rng: np.random.Generator, cells: Cells, near: NDArray[np.bool_], allotment: int) -> Candidate:
    """Choose a random cell of the mask ``near``. Return up to ``allotment`` dead cells within two cells of it."""
    alive = np.argwhere(near)
    row, column = (int(part) for part in alive[int(rng.integers(len(alive)))])
    top, left = max(row - 2, 0), max(column - 2, 0)
    dead = np.argwhere(cells[top : row + 3, left : column + 3] == 0) + np.array((top, left))
    if not len(dead):
        return ()
    chosen = rng.choice(dead, int(rng.integers(1, min(allotment, len(dead)) + 1)), replace=False)
    return tuple((row, column) for row, column in chosen.tolist())


_CELL_WORTH, _LOSS_WORTH = 0.06, 10.0
"""How the lookahead values a board for a player: points for each of the player's cells, and points lost if the player
has none. Each opponent with fewer cells adds one point."""


class Lookahead:
    """A comparison of candidate placements: each is played for some generations on a board of its own.

    Args:
        cells: the current board, shape (rows, columns), uint8.
        edges: edges of the board.
        player: player who would place the cells.
        candidates: the placements to compare.
        sight: number of generations to look ahead.

    Attributes:
        candidates: the argument ``candidates``.
        worth: value of each candidate, shape (candidates,), float64; None until the computation is done.
    """

    def __init__(
        self, cells: Cells, edges: Edges, player: int, candidates: list[tuple[Place, ...]], sight: int
    ) -> None:
        self.candidates = candidates
        self.worth: NDArray[np.float64] | None = None
        boards = np.repeat(cells[None], len(candidates), axis=0)
        for board, places in zip(boards, candidates, strict=True):
            for place in places:
                board[place] = player + 1
        # Renumber the species on the boards without gaps, as fewer species compute faster.
        states = np.union1d([0, player + 1], boards)
        self._boards: Cells = np.searchsorted(states, boards).astype(np.uint8)
        self._own = int(np.searchsorted(states, player + 1))
        self._rule = parse_rule(f"BioWar:{len(states) - 1}").on_board(cells.shape, edges)
        self._left = sight
        self._points_seen: list[NDArray[np.float64]] = []

    def think(self, generations: int) -> bool:
        """Compute up to ``generations`` more generations; return True if the lookahead is done."""
        for _ in range(generations):
            if self._left == 0:
                break
            self._boards = self._rule.family.step(self._boards, self._rule, 0, (0, 0))
            self._left -= 1
            self._points_seen.append(self._points())
        if self._left == 0 and self.worth is None:
            self.worth = np.mean(self._points_seen, axis=0)
        return self.worth is not None

    def _points(self) -> NDArray[np.float64]:
        """Return the value of each candidate's board for the player.

        It is one point for each opponent with fewer cells, plus a bonus for each of the player's cells. A board without
        cells of the player has the lowest value of all.
        """
        own = np.count_nonzero(self._boards == self._own, axis=(1, 2))
        points = own * _CELL_WORTH
        for species in range(1, self._rule.live_states + 1):
            if species != self._own:
                points = points + (np.count_nonzero(self._boards == species, axis=(1, 2)) < own)
        return np.where(own > 0, points, -_LOSS_WORTH)


_JOIN_TICKS, _LEAVE_TICKS = 60, 180
"""Number of ticks that the computer waits before it joins, and before it leaves after losing all its cells. Computers
in higher seats wait a little longer."""
_WINDOW = (32, 48)
"""Size (rows, columns) of the part of a large board that the computer looks at."""
_CANDIDATES_PER_TICK = 3
_QUICK_CHANGES = 15
"""Maximum number of actions of a computer per second while all people wait for it."""
_LAST_TICKS = 90
"""Number of ticks at the end of a phase in which the computer places no more cells."""


@dataclass(frozen=True, slots=True)
class BioWarLevel:
    """The parameters of one computer level.

    Attributes:
        changes: the computer may change the stick and the trigger at most this many times per second.
        pause: number of ticks that the computer waits in a phase before it begins to look ahead.
        trials: number of candidates (random placements) compared in a phase; 0 to use the first one drawn.
        sight: number of generations of the lookahead.
        generations_per_tick: generations of the lookahead computed in each tick.
        attacks: True to place some candidates near other players' cells.
        stays_home: True to place the first cells around the seat's own start, so that newcomers have room for theirs.
    """

    changes: int
    pause: int
    trials: int
    sight: int
    generations_per_tick: int
    attacks: bool
    stays_home: bool


BIOWAR_LEVELS: dict[int, BioWarLevel] = {
    1: BioWarLevel(changes=3, pause=120, trials=0, sight=0, generations_per_tick=0, attacks=False, stays_home=True),
    2: BioWarLevel(changes=4, pause=90, trials=5, sight=3, generations_per_tick=1, attacks=False, stays_home=True),
    3: BioWarLevel(changes=5, pause=60, trials=24, sight=6, generations_per_tick=1, attacks=True, stays_home=False),
    4: BioWarLevel(changes=6, pause=40, trials=64, sight=8, generations_per_tick=1, attacks=True, stays_home=False),
}
"""The parameters of each computer level, keyed by the level's number."""


class BioWarComputer(ComputerPlayer[BioWarState, Lookahead]):
    """A computer player in one seat. It joins when a person has joined, or at once if no seat is a person's."""

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = BIOWAR_LEVELS[seat.level]
        self._input = InputEmulator(seat.seat, self._level.changes)
        self._quick_input = InputEmulator(seat.seat, _QUICK_CHANGES)
        super().__init__(seat)

    def actions(self, tick: int, state: BioWarState, board: Board) -> Sequence[Action]:
        """Return the computer's actions in ``tick``; none if the match has no seat with this computer's number."""
        return super().actions(tick, state, board) if self._player < len(state.sides) else ()

    def _plan_key(self, state: BioWarState) -> tuple[TurnPhase, int, PlayerStanding]:
        return state.phase, state.turn, state.sides[self._player].standing

    def _forget(self, tick: int) -> None:
        self._since = tick
        self._lookahead = None
        self._corner: Place = (0, 0)
        self._plan: Candidate | None = None
        self._candidates: list[Candidate] = []
        self._drawn = 0
        self._pressed: set[Place] = set()

    def _act(self, tick: int, state: BioWarState, board: Board) -> Action | None:
        side, passed = state.sides[self._player], tick - self._since
        if state.is_over:
            return self._input.rest(tick, side.cursor)
        if side.standing is PlayerStanding.SPECTATOR:
            late = passed >= _JOIN_TICKS + 20 * self._player
            is_welcome = not self._seat.people or any(state.sides[player].is_in for player in self._seat.people)
            return self._input.change(tick, ActionKind.START, room=2) if late and is_welcome else None
        if side.standing is PlayerStanding.OUT:
            if passed < _LEAVE_TICKS or (state.limit and state.rulings >= LAST_ONE_WINS_RULINGS):
                return None  # with a turn limit its points and its place stand; joining again would take its points
            return self._input.change(tick, ActionKind.SELECT if side.asking else ActionKind.OPTION, room=2)
        if not state.can_place(self._player) or state.stands_still:
            return self._input.rest(tick, side.cursor)
        is_awaited = self._is_awaited(state)
        if self._plan is None:
            if passed >= self._level.pause or is_awaited:
                self._think(tick, state, side, board)
            return self._input.rest(tick, side.cursor)
        return self._place_at_once(tick, state, side) if is_awaited else self._place_cells(tick, state, side, board)

    def _is_awaited(self, state: BioWarState) -> bool:
        """Return True if all people in the game have pressed DONE and are waiting for the computers."""
        people = [state.sides[player] for player in self._seat.people if player < len(state.sides)]
        playing = [side for side in people if side.is_in]
        return bool(playing) and all(side.done for side in playing)

    def _place_at_once(self, tick: int, state: BioWarState, side: Side) -> Action | None:
        """Return the next action, like :meth:`_place_cells`, but let the cursor jump.

        This is fair because all people are done.
        """
        cursor, hand = side.cursor, self._quick_input
        resting = hand.rest(tick, cursor)
        if resting is not None or cursor.trigger or cursor.stick != (0, 0):
            return resting
        to_do = [place for place in self._plan or () if place not in self._pressed]
        if not to_do or not side.placements or state.left < _LAST_TICKS:
            return hand.change(tick, ActionKind.DONE, room=2)
        if (cursor.row, cursor.column) != to_do[0]:
            return hand.change(tick, ActionKind.POINT, *to_do[0], room=3)
        action = hand.pull(tick, pressed=True)
        if action is not None:
            self._pressed.add(to_do[0])
        return action

    def _think(self, tick: int, state: BioWarState, side: Side, board: Board) -> None:
        """Draw random candidates and compare them by looking ahead. When this is done, set ``_plan`` to the best."""
        if self._lookahead is not None:
            if self._lookahead.think(self._level.generations_per_tick) and self._lookahead.worth is not None:
                best = self._lookahead.candidates[int(np.argmax(self._lookahead.worth))]
                self._plan, self._lookahead = self._ordered(best, side.cursor), None
            return
        window = read_window(board, (side.cursor.row, side.cursor.column), _WINDOW)
        self._corner = window.corner
        wanted = max(self._level.trials, 1)
        rng, home = self._random(state.turn, tick), None
        if self._level.stays_home and not side.has_placed:
            (row, column), (rows, columns) = window.corner, window.cells.shape
            home = home_of(self._player, board.shape)[row : row + rows, column : column + columns]
        for _ in range(min(_CANDIDATES_PER_TICK, wanted - self._drawn)):
            self._drawn += 1
            attacks, places = self._level.attacks, side.placements
            candidate = draw_candidate(rng, window.cells, self._player, places, attacks=attacks, home=home)
            if not candidate and home is not None:  # a home may be too small
                candidate = draw_candidate(rng, window.cells, self._player, places, attacks=attacks)
            if candidate:
                self._candidates.append(candidate)
        if self._drawn < wanted:
            return
        if not self._level.trials or not self._candidates:
            self._plan = self._ordered(self._candidates[0] if self._candidates else (), side.cursor)
            return
        candidates = [*([()] if side.has_placed else []), *self._candidates]
        self._lookahead = Lookahead(window.cells, window.rule.edges, self._player, candidates, self._level.sight)

    def _ordered(self, candidate: Candidate, cursor: Cursor) -> Candidate:
        """Return a candidate's places on the board in the order of the cursor's visits: always the nearest next."""
        left = [(row + self._corner[0], column + self._corner[1]) for row, column in candidate]
        here, ordered = (cursor.row, cursor.column), []
        while left:
            here = min(left, key=lambda place: (max(abs(place[0] - here[0]), abs(place[1] - here[1])), place))
            left.remove(here)
            ordered.append(here)
        return tuple(ordered)

    def _place_cells(self, tick: int, state: BioWarState, side: Side, board: Board) -> Action | None:
        """Return the next action; None if there is nothing to do in this tick.

        Steer the cursor to a planned place, press the trigger and, at the end, press DONE.
        """
        cursor = side.cursor
        to_do = [place for place in self._plan or () if place not in self._pressed]
        if not to_do or not side.placements or state.left < _LAST_TICKS:
            resting = self._input.rest(tick, cursor)
            if resting is not None or cursor.trigger or cursor.stick != (0, 0):
                return resting
            return self._input.change(tick, ActionKind.DONE, room=2)
        if cursor.trigger:
            return self._input.pull(tick, pressed=False)
        if (cursor.row, cursor.column) == to_do[0] and cursor.stick == (0, 0):
            action = self._input.pull(tick, pressed=True)
            if action is not None:  # only once in each place: a second press would take the cell back
                self._pressed.add(to_do[0])
            return action
        away = to_do[0][0] - cursor.row, to_do[0][1] - cursor.column
        if cursor.stick == (0, 0):
            return self._input.push(tick, (sign(away[0]), sign(away[1])), 2)
        return self._input.push(tick, (0, 0)) if any(arrives(cursor, away, board.shape)) else None

"""The computer players of Real-Time Life, in four levels. They use the same kinds of Actions as people.

A computer sees only what everybody sees. Its orders depend only on the match's seed, its seat and the state, so a
restart of the program changes nothing. It is no faster than a person (ruling R26). Depending on its level, it gives a
few orders a second, and at most ten in a turn tick (a tick of the game's clock).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Board, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.realtime.moves import king_distance, rows_after_joining
from gpulife.games.realtime.notation import place_text
from gpulife.games.realtime.state import (
    CELLS_PER_POINT,
    CELLS_TO_JOIN,
    Count,
    RealTimePhase,
    RealTimeState,
    SeatStanding,
)
from gpulife.rules import Cells

# Looking ahead computes exactly what a move changes, in the places that it can reach. For one player all other species
# are alike: a newborn is the player's if two or more of its three parents are. So it is enough to compute own cells (1)
# and other cells (2) by the rule Immigration. A change spreads one cell a generation, so a window around it is enough.
OWN, OTHER, BEYOND = 1, 2, 255
"""States in look-ahead boards; BEYOND is outside the board and stays dead."""


def count_ahead(boards: Cells, generations: int, inner: int | None = None) -> NDArray[np.int64]:
    """Count the player's and other cells on each board after 1, 2, ... ``generations`` generations.

    Args:
        boards: shape (boards, rows, columns), uint8; each cell is 0, OWN, OTHER or BEYOND.
        generations: number of generations to look ahead.
        inner: maximum distance of counted cells from the board's middle; None to count all cells.

    Returns:
        Counts of own and other cells, shape (boards, generations, 2), int64.
    """
    inside = boards != BEYOND
    own, other = (boards == OWN).astype(np.uint8), (boards == OTHER).astype(np.uint8)
    rows, columns = boards.shape[1:]
    cut = [slice(None)] * 2
    if inner is not None:
        cut = [slice(max(side // 2 - inner, 0), side // 2 + inner + 1) for side in (rows, columns)]
    counts = np.zeros((len(boards), generations, 2), np.int64)
    for generation in range(generations):
        around_own, around_other = _around(own), _around(other)
        total = around_own + around_other
        live = own | other
        stays = (live == 1) & ((total == 2) | (total == 3))
        born = (live == 0) & (total == 3) & inside
        mine = around_own >= 2
        own, other = (own & stays) | (born & mine), (other & stays) | (born & ~mine)
        for kind, cells in enumerate((own, other)):
            counts[:, generation, kind] = cells[:, cut[0], cut[1]].sum(axis=(1, 2), dtype=np.int64)
    return counts


def windows(board: Cells, moves: Sequence[tuple[Place, Place]], radius: int) -> Cells:
    """Return the cells around the start of each of ``moves``, (start, end), as they are before and after the move.

    Returns:
        First all windows before moves, then all windows after them: shape (2 * moves, side, side), uint8. The side is 2
            * radius + 1.
    """
    framed = np.pad(board, radius, constant_values=BEYOND)
    side = 2 * radius + 1
    cut = [framed[row : row + side, column : column + side] for (row, column), _ in moves]
    before = np.stack(cut)
    after = before.copy()
    for number, ((row, column), (to_row, to_column)) in enumerate(moves):
        after[number, radius, radius] = 0
        after[number, radius + to_row - row, radius + to_column - column] = OWN
    return np.concatenate([before, after])


class BestStep(NamedTuple):
    """A step of one cell, as a hint for people.

    Attributes:
        start: place of the cell.
        end: the free place beside it where the cell should go.
        gain: how many more cells its player then has, compared with no step.
        generations: after how many generations the player has them.
    """

    start: Place
    end: Place
    gain: int
    generations: int = 1


def best_steps(board: Cells, player: int, start: Place | None = None) -> Sequence[BestStep]:
    """Return the best step of each of two cells, the best one first; fewer if there are fewer good steps.

    The two do not end at the same place, so that both can be made.

    The steps gain a player most cells in the next generation. Only if no step gains any, those are returned that gain
    most in the next few generations, where earlier cells count for more, as in the scores.

    Args:
        board: cells of the board in play, shape (rows, columns), uint8.
        player: seat of the player.
        start: place of one of the player's cells, to compare only its steps; None to compare the steps of all cells.
    """
    rows, columns = board.shape
    own = board == player + 1
    steps = [
        ((row, column), (row + down, column + right))
        for row, column in (np.argwhere(own).tolist()[:_MAX_HINTED] if start is None else [start])
        for down, right in _STEPS
        if 0 <= row + down < rows and 0 <= column + right < columns and not board[row + down, column + right]
    ]
    if not steps:
        return ()
    kinds = np.where(own, OWN, np.where(board > 0, OTHER, 0)).astype(np.uint8)
    for ahead in (1, _HINTED_AHEAD):
        # A step changes cells up to ahead + 1 places away, and these depend on cells up to ahead places farther away.
        boards = windows(kinds, steps, 2 * ahead + 1)
        before, after = np.split(count_ahead(boards, ahead, inner=ahead + 1)[:, :, 0], 2)
        gains = after - before
        values = (gains / np.arange(1, ahead + 1)).sum(axis=1)
        best: dict[Place, BestStep] = {}
        for number in np.argsort(-values, kind="stable").tolist():
            (place, end), gain = steps[number], int(gains[number, -1])
            if values[number] > 0 and gain > 0 and place not in best and all(end != each.end for each in best.values()):
                best[place] = BestStep(place, end, gain, ahead)
        if best:
            return tuple(best.values())[:_HINTED_CELLS]
    return ()


def _around(cells: Cells) -> Cells:
    """Return the sum of each cell's eight neighbours; cells beyond the edges count as 0."""
    framed = np.pad(cells, ((0, 0), (1, 1), (1, 1)))
    across = framed[:, :, :-2] + framed[:, :, 1:-1] + framed[:, :, 2:]
    result: Cells = across[:, :-2] + across[:, 1:-1] + across[:, 2:] - cells
    return result


_STEPS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))
_MAX_HINTED = 200
"""Maximum number of cells whose steps are compared for a hint."""
_HINTED_AHEAD = 3
"""Number of generations that a hint looks ahead if no step brings anything in the next generation."""
_HINTED_CELLS = 2
"""Maximum number of cells for which a hint shows a step."""
_MAX_SIDE = 1024
"""A computer looks at no more rows and columns of the board than this."""
_TRIES = 64
_NEAR = range(6, 10)
"""Distances from the board's middle at which a computer begins in practice, in king's steps."""
_EXTRA_TURNS = 2
MAX_ORDERS = 10
"""Maximum number of orders that a computer gives in a turn tick."""
_ORDER_LIMIT_RULINGS = 2
"""First version of the rulings with R26, which limits a computer's orders. Under older rulings a computer may give
orders at any speed."""
_OTHER_CELL_WORTH = 0.5
"""Value subtracted for each cell of another player; each own cell adds 1."""


@dataclass(frozen=True, slots=True)
class RealTimeLevel:
    """The parameters of one level of the computer.

    Attributes:
        start_candidates: number of ways to join that the computer compares; 1 to take the first one drawn.
        start_sight: number of generations that the computer looks ahead to compare ways to join.
        move_candidates: number of moves that the computer draws and looks at.
        move_sight: number of generations that the computer looks ahead for moves.
        reach: maximum number of steps of a move.
        orders_per_second: maximum number of orders that the computer gives in any second.
        takes_first: True if the computer takes the first move that costs it no cell; False if it takes the best one.
        rests: number of turn ticks that the computer skips after each one that it plays; 0 for none. A computer that
            skips any gives only one order in a turn tick.
    """

    start_candidates: int
    start_sight: int
    move_candidates: int
    move_sight: int
    reach: int
    orders_per_second: int
    takes_first: bool = False
    rests: int = 0


REAL_TIME_LEVELS = MappingProxyType(
    {
        1: RealTimeLevel(3, 12, 8, 4, 1, 3, takes_first=True, rests=3),
        2: RealTimeLevel(4, 3, 8, 1, 1, 4),
        3: RealTimeLevel(12, 6, 32, 1, 1, 5),
        4: RealTimeLevel(16, 8, 160, 1, 2, 6),
    }
)
"""The parameters of each computer level, keyed by the level's number."""


class RealTimePlayer(ComputerPlayer[RealTimeState, None]):
    """The computer player of one seat.

    It gives orders at fixed times after each turn tick: one for each of its movement points, and up to two more.
    """

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = REAL_TIME_LEVELS[seat.level]
        super().__init__(seat)

    def _is_plan_valid(self, tick: int) -> bool:
        return tick > self._last_tick  # ticks in which it has nothing to do may be skipped

    def _forget(self, _tick: int) -> None:
        self._last_join_key: tuple[int, ...] | None = None
        self._orders: list[tuple[int, int]] = []  # (tick, turn tick) of the last orders, for the speed limit

    def _act(self, tick: int, state: RealTimeState, board: Board) -> Action | None:
        if self.is_done(state) or state.count is not Count.NOTHING:
            return None
        turn, early = divmod(state.hour - state.left - 1, self._turn_ticks(state))
        if (state.phase is RealTimePhase.PLAY and (early or turn < 0)) or self._is_too_soon(tick, state):
            return None
        seat = state.seats[self._player]
        rng = self._random(state.draws, state.hours, seat.points, len(state.playing), max(turn, 0))
        if seat.standing is SeatStanding.EMPTY:
            self._last_join_key = _join_key(state)
            action = self._join(rng, state, board)
        else:
            action = self._move(rng, state, self._read_cells(state.rows, state, board)) if seat.points else None
        if action is not None:
            self._orders = [*self._orders[1 - MAX_ORDERS :], (tick, state.hours)]
        return action

    def is_done(self, state: RealTimeState) -> bool:
        """Return True if the computer has nothing to do before the next turn tick, or while the clock is halted."""
        if self._player >= len(state.seats) or state.phase is RealTimePhase.OVER or state.halted:
            return True
        standing = state.seats[self._player].standing
        if standing is SeatStanding.EMPTY:
            return self._last_join_key == _join_key(state)  # a refused order is not repeated in every tick
        if standing is not SeatStanding.IN or state.phase is RealTimePhase.WAITING:
            return True
        return self._rests(state) or state.hour - state.left > self._turns(state) * self._turn_ticks(state)

    def _rests(self, state: RealTimeState) -> bool:
        """Return True in turn ticks without orders, which let a person keep up with the computer."""
        return state.hours % (self._level.rests + 1) != 0

    def _turns(self, state: RealTimeState) -> int:
        """Return how many orders the computer may give after each turn tick."""
        if self._level.rests:
            return 1
        wanted = max(1, state.seats[self._player].cells // CELLS_PER_POINT) + _EXTRA_TURNS
        apart = self._min_ticks_apart(state)
        return wanted if not apart else max(1, min(wanted, MAX_ORDERS, (state.hour - 2) // apart))

    def _turn_ticks(self, state: RealTimeState) -> int:
        """Return the number of session ticks between two moments at which the computer may give an order."""
        return max(1, self._min_ticks_apart(state), min(self._seat.pause, (state.hour - 2) // self._turns(state)))

    def _min_ticks_apart(self, state: RealTimeState) -> int:
        """Return the minimum number of session ticks between two orders; 0 for no limit."""
        return -(-TICKS_PER_SECOND // self._level.orders_per_second) if state.rulings >= _ORDER_LIMIT_RULINGS else 0

    def _is_too_soon(self, tick: int, state: RealTimeState) -> bool:
        """Return True if an order in ``tick`` would break the speed limit or the limit for a turn tick."""
        if not self._orders or state.rulings < _ORDER_LIMIT_RULINGS:
            return False
        # Turns are spread out, so this happens only after the length of a turn tick has changed.
        in_this = sum(hour == state.hours for _, hour in self._orders)
        return tick - self._orders[-1][0] < self._min_ticks_apart(state) or in_this >= MAX_ORDERS

    def _read_cells(self, rows: int, state: RealTimeState, board: Board) -> Cells:
        """Return the cells in play, each as 0, OWN or OTHER; of a large board, only the upper left part."""
        cells = board.read(0, 0, min(rows, _MAX_SIDE), min(state.columns, _MAX_SIDE))
        seen: Cells = np.where(cells == self._player + 1, OWN, np.where(cells > 0, OTHER, 0)).astype(np.uint8)
        return seen

    def _join(self, rng: np.random.Generator, state: RealTimeState, board: Board) -> Action | None:
        cells = self._read_cells(rows_after_joining(state, self._player), state, board)
        starts = [
            start
            for _ in range(self._level.start_candidates)
            if (start := _grow_cells(rng, cells, near=state.practice))
        ]
        if not starts:
            return None
        if len(starts) > 1:
            boards = np.stack([cells] * len(starts))
            for number, start in enumerate(starts):
                boards[number][tuple(np.transpose(start))] = OWN
            counts = count_ahead(boards, self._level.start_sight)
            starts = [starts[int(np.argmax(_worth(counts, 0)))]]
        name = state.names[self._player] or f"Computer-{ascii_uppercase[self._player]}"
        return Action(self._player, ActionKind.JOIN, data=" ".join([name, *map(place_text, sorted(starts[0]))]))

    def _move(self, rng: np.random.Generator, state: RealTimeState, cells: Cells) -> Action | None:
        """Return the best of some random moves; None if none is better than not moving.

        With ``takes_first``, return the first move that costs no cells in any generation of the lookahead.
        """
        reach, sight = min(self._level.reach, state.seats[self._player].points), self._level.move_sight
        moves = _moves(rng, cells, self._level.move_candidates, reach)
        if not moves:
            return None
        counts = count_ahead(windows(cells, moves, reach + 2 * sight), sight, inner=reach + sight)
        if self._level.takes_first:
            harmless = (counts[len(moves) :, :, 0] >= counts[: len(moves), :, 0]).all(axis=1)
            return self._action(moves[int(np.argmax(harmless))]) if harmless.any() else None
        gains = _worth(counts[len(moves) :] - counts[: len(moves)], state.seats[self._player].turns)
        best = int(np.argmax(gains))
        return self._action(moves[best]) if gains[best] > 0 else None

    def _action(self, move: tuple[Place, Place]) -> Action:
        return Action(self._player, ActionKind.MOVE, data=" ".join(map(place_text, move)))


def _join_key(state: RealTimeState) -> tuple[int, ...]:
    """Return values that must change before the computer tries again to join."""
    return state.draws, state.hours, len(state.playing)


def _worth(counts: NDArray[np.int64], turns: int) -> NDArray[np.float64]:
    """Return each board's value: the player's cells minus a fraction of all other cells, summed over generations.

    As in scoring, each generation's difference is divided by the number of generations that the player has played by
    then. This number is now ``turns``.
    """
    weights = 1 / (turns + 1 + np.arange(counts.shape[1]))
    worth: NDArray[np.float64] = ((counts[..., 0] - _OTHER_CELL_WORTH * counts[..., 1]) * weights).sum(axis=1)
    return worth


def _grow_cells(rng: np.random.Generator, cells: Cells, *, near: bool) -> tuple[Place, ...] | None:
    """Return ten connected dead cells around a random one, far from live cells if possible; None if none are found.

    If ``near``, they are near the board's middle, where a person begins, but not in it, so that colonies meet.
    """
    rows, columns = cells.shape
    for attempt in range(_TRIES):
        row, column = int(rng.integers(rows)), int(rng.integers(columns))
        around = 4 if attempt < _TRIES // 2 else 0
        if near and around and king_distance((row, column), (rows // 2, columns // 2)) not in _NEAR:
            continue
        if cells[max(row - around, 0) : row + around + 1, max(column - around, 0) : column + around + 1].any():
            continue
        grown = {(row, column)}
        for _ in range(CELLS_TO_JOIN * _TRIES):
            base = sorted(grown)[int(rng.integers(len(grown)))]
            down, right = _STEPS[int(rng.integers(len(_STEPS)))]
            place = base[0] + down, base[1] + right
            if 0 <= place[0] < rows and 0 <= place[1] < columns and not cells[place]:
                grown.add(place)
            if len(grown) == CELLS_TO_JOIN:
                return tuple(sorted(grown))
    return None


def _moves(rng: np.random.Generator, cells: Cells, count: int, reach: int) -> list[tuple[Place, Place]]:
    """Draw up to ``count`` different moves of the player's cells. A move has up to ``reach`` steps over dead cells."""
    own = [(row, column) for row, column in np.argwhere(cells == OWN).tolist()]
    if not own:
        return []
    tries, (rows, columns) = 4 * count + _TRIES, cells.shape
    # Draw all random numbers at once: drawing them one by one takes longer than everything else.
    starts = rng.integers(len(own), size=tries).tolist()
    lengths = rng.integers(1, reach + 1, size=tries).tolist()
    ways = rng.integers(len(_STEPS), size=(tries, reach)).tolist()
    found: dict[tuple[Place, Place], None] = {}
    for number, length, way in zip(starts, lengths, ways, strict=True):
        start = there = own[number]
        for step in way[:length]:
            further = there[0] + _STEPS[step][0], there[1] + _STEPS[step][1]
            if 0 <= further[0] < rows and 0 <= further[1] < columns and not cells[further]:
                there = further
        if there != start:
            found[start, there] = None
        if len(found) == count:
            break
    return list(found)

"""Search for a way to win a level of Survivor: beam search, turn by turn, all boards of a turn in one batch.

The best boards of each turn are kept, and every sensible move is tried on each of them. If the beam is wide enough to
keep all boards, this is breadth-first search, and the first way found is one of the shortest. The search is done in
portions of boards, so that a window stays responsive; the same level and beam give the same way on every machine.
"""

from dataclasses import astuple, dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch.survivor_batch import Boards, count_states, next_boards
from gpulife.games.survivor.level import ENEMY, IMPASSABLE, PAWN, PIECES, SHELTER, TRAP, WALKABLE
from gpulife.rules import Cells, Edges

_FAR = 64
_TRAP_WEIGHT, _ENEMY_WEIGHT, _WAY_WEIGHT, _NEAR_WEIGHT, _PAWN_WEIGHT = 60.0, 1.0, 4.0, 3.0, 0.4
_SHELTER_WEIGHT = 0.2
_ENOUGH_PAWNS = 14
_HASH_SEED = 2012


@dataclass(frozen=True, slots=True)
class Move:
    """A piece placed in a turn, and its place; ``piece`` 0 places nothing."""

    piece: int = WALKABLE
    row: int = 0
    column: int = 0


WAIT = Move()
Steps = NDArray[np.int64]
"""A row for each move that is tried: the number of the board before it, then piece, row and column of the move."""


class Search:
    """One search.

    Args:
        cells: board to begin with, shape (rows, columns), uint8.
        generation: generation of that board.
        beam: number of boards kept a turn.
        max_turns: number of turns after which it gives up.
        edges: edges of the board.

    Attributes:
        turns: number of turns that were searched so far.
        found: way to win, a move a turn; None before one is found.
        over: whether the search is over.
        best: way to the most promising board so far.
    """

    def __init__(self, cells: Cells, generation: int, beam: int, max_turns: int, edges: Edges = Edges.TORUS) -> None:
        self._generation, self._beam, self._max_turns, self._edges = generation, beam, max_turns, edges
        self._ways = _ways_to_traps(cells, edges)
        rng = np.random.default_rng(_HASH_SEED)
        self._keys = rng.integers(0, 2**64, (IMPASSABLE + 1, cells.size), np.uint64)
        self._boards: Boards = cells[None].copy()
        self._seen = np.array([], np.uint64)
        self._trail: list[Steps] = []
        self._pending: Steps = np.zeros((0, 4), np.int64)
        self._next: _Pool | None = None
        self.turns = 0
        self.found: tuple[Move, ...] | None = None
        self.best: tuple[Move, ...] = ()
        self._best_score = np.inf
        self.over = False
        self._begin_turn()

    def examine(self, boards: int) -> bool:
        """Examine up to ``boards`` more boards, at least one; return whether the search is over."""
        if self.over:
            return True
        steps, self._pending = self._pending[:boards], self._pending[boards:]
        self._try(steps)
        if not len(self._pending) and not self.over:
            self._end_turn()
        return self.over

    def _begin_turn(self) -> None:
        waits = np.array([(number, *astuple(WAIT)) for number in range(len(self._boards))])
        places = [np.argwhere(sensible & (self._boards == WALKABLE)) for sensible in self._useful_places()]
        placings = [np.insert(found, 1, piece, axis=1) for piece, found in zip(PIECES, places, strict=True)]
        self._pending = np.concatenate((waits, *placings))

    def _useful_places(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return where a pawn, and where a shelter, can make a difference to the next board: shape of the boards each.

        A pawn: to other pawns, who have a child or a cell in common with it within two steps; to a shelter beside it;
        as what stands where an enemy would come out. A shelter: to pawns and enemies beside it, and to cells beside
        it where enemies would come out.
        """
        boards, edges = self._boards, self._edges
        is_night = (self._generation + self.turns) % 4 >= 2
        pawns, shelters = boards == PAWN, boards == SHELTER
        traps = (boards == TRAP) & is_night
        beside = _spread(pawns, 1, edges)
        for_pawns = _spread(beside, 1, edges) | _spread(shelters | traps, 1, edges)
        return for_pawns, beside | _spread(boards == ENEMY, 1, edges) | _spread(traps, 2, edges)

    def _try(self, steps: Steps) -> None:
        boards = self._boards[steps[:, 0]]
        placing = np.flatnonzero(steps[:, 1])
        boards[placing, steps[placing, 2], steps[placing, 3]] = steps[placing, 1]
        boards = next_boards(boards, self._generation + self.turns, self._edges)
        flat = boards.reshape(len(boards), -1)
        alive = (flat == PAWN).any(axis=1)
        won = alive & ~((flat == TRAP) | (flat == ENEMY)).any(axis=1)
        if won.any():
            self._trail.append(steps)
            self.found = self._way_to(int(np.argmax(won)))
            self.over = True
        elif alive.any():
            left = boards[alive]
            pool = _Pool(left, self._scores(left), self._hashes(flat[alive]), steps[alive])
            self._next = (pool if self._next is None else self._next.joined(pool)).best(self._beam)

    def _end_turn(self) -> None:
        pool = None if self._next is None else self._next.best(self._beam, self._seen)
        self._next = None
        self.turns += 1
        if pool is None or not len(pool.steps):
            self.over = True
            return
        self._trail.append(pool.steps)
        self._update_best(pool)
        self.over = self.turns >= self._max_turns
        if not self.over:
            # A board can be met again at the same time of day only: the time goes into the hash.
            self._seen = np.concatenate((self._seen, pool.hashes))
            self._boards = pool.boards
            self._begin_turn()

    def _update_best(self, pool: "_Pool") -> None:
        place = int(np.argmin(pool.scores))
        if pool.scores[place] < self._best_score:
            self._best_score = float(pool.scores[place])
            self.best = self._way_to(place)

    def _way_to(self, number: int) -> tuple[Move, ...]:
        moves = []
        for steps in reversed(self._trail):
            number, *move = steps[number].tolist()
            moves.append(Move(*move))
        return tuple(reversed(moves))

    def _hashes(self, flat: NDArray[np.uint8]) -> NDArray[np.uint64]:
        keys = self._keys[flat, np.arange(flat.shape[1])]
        time = np.uint64((self._generation + self.turns + 1) % 4)
        found: NDArray[np.uint64] = np.bitwise_xor.reduce(keys, axis=1) ^ time
        return found

    def _scores(self, boards: Boards) -> NDArray[np.float64]:
        """Return roughly how far each board is from winning: smaller is better."""
        traps = boards == TRAP
        flat = boards.reshape(len(boards), -1)
        pawns = (flat == PAWN).sum(axis=1)
        near = np.where(traps, np.minimum(count_states(boards, self._edges) & 15, 3), 0)
        scores: NDArray[np.float64] = _TRAP_WEIGHT * traps.sum(axis=(1, 2)) + _ENEMY_WEIGHT * (flat == ENEMY).sum(
            axis=1
        )
        scores -= _NEAR_WEIGHT * near.sum(axis=(1, 2)) + _PAWN_WEIGHT * np.minimum(pawns, _ENOUGH_PAWNS)
        scores -= _SHELTER_WEIGHT * (flat == SHELTER).any(axis=1)
        for (row, column), way in self._ways.items():
            here = traps[:, row, column]
            ways = np.where(flat[here] == PAWN, way.ravel(), np.uint8(_FAR))
            # The three nearest pawns: one alone takes no trap.
            scores[here] += _WAY_WEIGHT * np.partition(ways, 2, axis=1)[:, :3].mean(axis=1)
        return scores


@dataclass(frozen=True, slots=True)
class _Pool:
    """Boards of the next turn.

    Attributes:
        boards: the boards themselves.
        scores: how far each is from winning, float64.
        hashes: hash of each with its time of day, uint64.
        steps: how each came to be.
    """

    boards: Boards
    scores: NDArray[np.float64]
    hashes: NDArray[np.uint64]
    steps: Steps

    def joined(self, other: Self) -> Self:
        """Return the boards of both."""
        pairs = ((getattr(self, item.name), getattr(other, item.name)) for item in fields(self))
        return type(self)(*(np.concatenate(pair) for pair in pairs))

    def best(self, limit: int, seen: NDArray[np.uint64] | None = None) -> Self:
        """Return the ``limit`` best, each once, and none that was ``seen`` before."""
        _, kept = np.unique(self.hashes, return_index=True)
        if seen is not None:
            kept = kept[~np.isin(self.hashes[kept], seen)]
        kept = kept[np.lexsort((self.hashes[kept], self.scores[kept]))][:limit]
        return type(self)(*(getattr(self, item.name)[kept] for item in fields(self)))


def _spread(mask: NDArray[np.bool_], steps: int, edges: Edges) -> NDArray[np.bool_]:
    """Return ``mask``, shape (boards, rows, columns), and everything within ``steps`` king's steps of it."""
    for _ in range(steps):
        framed = np.pad(mask, ((0, 0), (1, 1), (1, 1)), mode="wrap" if edges is Edges.TORUS else "constant")
        rows = framed[:, :-2] | framed[:, 1:-1] | framed[:, 2:]
        mask = rows[:, :, :-2] | rows[:, :, 1:-1] | rows[:, :, 2:]
    return mask


def _ways_to_traps(cells: Cells, edges: Edges) -> dict[tuple[int, int], Cells]:
    """Return king's steps from every cell to each trap, around rocks, at most 64: by place, uint8 like ``cells``."""
    ways = {}
    free = cells != IMPASSABLE
    for row, column in np.argwhere(cells == TRAP).tolist():
        way = np.full(cells.shape, _FAR, np.uint8)
        here = np.zeros(cells.shape, bool)
        here[row, column] = True
        for step in range(_FAR):
            way[here & (way == _FAR)] = step
            wider = _spread(here[None], 1, edges)[0] & free
            if np.array_equal(wider, here):
                break
            here = wider
        ways[row, column] = way
    return ways

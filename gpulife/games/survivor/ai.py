"""Survivor's computer: a search for a way to win, the computer player, hints, and the check that a level can be won."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch.survivor_batch import Boards, count_states, next_boards
from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.game import Action, ActionKind, Board
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.input_emulator import sign
from gpulife.games.survivor.level import ENEMY, IMPASSABLE, PAWN, PIECES, SHELTER, TRAP, WALKABLE, Level
from gpulife.games.survivor.rules import LevelPhase, SurvivorState
from gpulife.rules import Cells, Edges

_FAR = 64
_TRAP_WEIGHT, _ENEMY_WEIGHT, _WAY_WEIGHT, _NEAR_WEIGHT, _PAWN_WEIGHT = 60.0, 1.0, 4.0, 3.0, 0.4
_SHELTER_WEIGHT = 0.2
_ENOUGH_PAWNS = 14
_HASH_SEED = 2012


@dataclass(frozen=True, slots=True)
class Move:
    """The player's move in a turn: a piece and its place. If ``piece`` is 0, nothing is placed."""

    piece: int = WALKABLE
    row: int = 0
    column: int = 0


WAIT = Move()
Steps = NDArray[np.int64]
"""Moves that are tried, each a row of: index of the board before the move, piece, row, column."""


# Beam search, turn by turn, with all boards of a turn in one batch. The best boards of each turn are kept, and every
# sensible move is tried on each of them. If the beam is wide enough to keep all boards, this is a breadth-first search,
# which finds a shortest way to win. Boards are examined in portions, so that a window stays responsive. The same level
# and beam give the same result on every machine.
class Search:
    """A search for moves that win from a given board.

    Args:
        cells: the given board, shape (rows, columns), uint8.
        generation: generation of that board.
        beam: number of boards kept for each turn.
        max_turns: number of turns after which the search gives up.
        edges: edges of the board.

    Attributes:
        turns: number of turns searched so far.
        found: winning moves, one for each turn; None until they are found.
        over: True once the search has ended, whether or not it has found a way to win.
        best: moves, one for each turn, that lead to the most promising board so far.
    """

    def __init__(self, cells: Cells, generation: int, beam: int, max_turns: int, edges: Edges = Edges.TORUS) -> None:
        self._generation, self._beam, self._max_turns, self._edges = generation, beam, max_turns, edges
        self._ways = {place: _by_distance(way) for place, way in _ways_to_traps(cells, edges).items()}
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
        """Return two masks of the boards' shape: where a pawn, and where a shelter, can change the next board."""
        # A pawn matters within two steps of another pawn (they share neighbours), beside a shelter, and where an enemy
        # would appear (the pawn blocks that cell). A shelter matters beside pawns, beside enemies, and beside cells
        # where enemies would appear.
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
            # The same cells at another time of day are another board: the time goes into the hash.
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
        """Return for each board roughly how far it is from a win."""
        traps = boards == TRAP
        flat = boards.reshape(len(boards), -1)
        pawns = (flat == PAWN).sum(axis=1)
        near = np.where(traps, np.minimum(count_states(boards, self._edges) & 15, 3), 0)
        scores: NDArray[np.float64] = _TRAP_WEIGHT * traps.sum(axis=(1, 2)) + _ENEMY_WEIGHT * (flat == ENEMY).sum(
            axis=1
        )
        scores -= _NEAR_WEIGHT * near.sum(axis=(1, 2)) + _PAWN_WEIGHT * np.minimum(pawns, _ENOUGH_PAWNS)
        scores -= _SHELTER_WEIGHT * (flat == SHELTER).any(axis=1)
        are_pawns = (flat == PAWN).view(np.uint8)
        for (row, column), (nearest, starts) in self._ways.items():
            # The mean of the three nearest pawns, as it takes three to destroy a trap. The k-th nearest is as far away
            # as there are distances within which there are fewer than k.
            within = np.add.reduceat(are_pawns.take(nearest, axis=1), starts, axis=1, dtype=np.int64).cumsum(axis=1)
            fewer = 3 - np.minimum(within, 3)
            mean = (fewer.sum(axis=1) + (_FAR - len(starts)) * fewer[:, -1]) / 3
            scores += _WAY_WEIGHT * mean * traps[:, row, column]
        return scores


@dataclass(frozen=True, slots=True)
class _Pool:
    """Candidate boards for the next turn.

    Attributes:
        boards: the boards themselves.
        scores: for each board, roughly how far it is from a win; smaller is better, float64.
        hashes: for each board, a hash of its cells and its time of day, uint64.
        steps: for each board, the move that led to it.
    """

    boards: Boards
    scores: NDArray[np.float64]
    hashes: NDArray[np.uint64]
    steps: Steps

    def joined(self, other: Self) -> Self:
        """Return a pool with the boards of this pool and of ``other``."""
        pairs = ((getattr(self, item.name), getattr(other, item.name)) for item in fields(self))
        return type(self)(*(np.concatenate(pair) for pair in pairs))

    def best(self, limit: int, seen: NDArray[np.uint64] | None = None) -> Self:
        """Return a pool of the ``limit`` best boards: no duplicates, and none whose hash is in ``seen``."""
        _, kept = np.unique(self.hashes, return_index=True)
        if seen is not None:
            kept = kept[~np.isin(self.hashes[kept], seen)]
        kept = kept[np.lexsort((self.hashes[kept], self.scores[kept]))][:limit]
        return type(self)(*(getattr(self, item.name)[kept] for item in fields(self)))


def _spread(mask: NDArray[np.bool_], steps: int, edges: Edges) -> NDArray[np.bool_]:
    """Return a mask, shape (boards, rows, columns), grown by ``steps`` cells in all eight directions."""
    for _ in range(steps):
        framed = np.pad(mask, ((0, 0), (1, 1), (1, 1)), mode="wrap" if edges is Edges.TORUS else "constant")
        rows = framed[:, :-2] | framed[:, 1:-1] | framed[:, 2:]
        mask = rows[:, :, :-2] | rows[:, :, 1:-1] | rows[:, :, 2:]
    return mask


def _by_distance(way: Cells) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the reachable cells of ``way``, a map of distances, nearest first, as flat indices.

    The second array says for each distance at which position of the first array its cells begin.
    """
    order = np.argsort(way.ravel(), kind="stable")
    nearest = order[way.ravel()[order] < _FAR]
    return nearest, np.flatnonzero(np.diff(way.ravel()[nearest], prepend=_FAR))


def _ways_to_traps(cells: Cells, edges: Edges) -> dict[tuple[int, int], Cells]:
    """Return for each trap, keyed by its (row, column), a map of every cell's distance from it.

    Distances are in king's steps around rocks, at most 64, uint8.
    """
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


@dataclass(frozen=True, slots=True)
class SearchLevel:
    """How one level of the computer searches.

    Attributes:
        beam: number of boards kept for each turn.
        sight: number of turns that the computer looks ahead before it searches again.
        pause: ticks between two actions.
    """

    beam: int
    sight: int
    pause: int


SEARCH_LEVELS: dict[int, SearchLevel] = {
    1: SearchLevel(beam=1, sight=3, pause=14),
    2: SearchLevel(beam=4, sight=8, pause=10),
    3: SearchLevel(beam=12, sight=60, pause=8),
    4: SearchLevel(beam=20, sight=60, pause=6),
}
"""How the computer searches, keyed by its level."""
_BOARDS = 400
"""Number of boards searched in each tick, which takes a few milliseconds."""
TAP = 5
"""The computer holds a stick or trigger for this many ticks; the cursor then moves only once."""
_PAUSES_BEFORE_OK = 4
"""Number of pauses (``SearchLevel.pause``) that the computer waits after placing a piece, before OK, so that people see
the piece."""


# The computer drops its plan when somebody else ends a turn. While it searches it does nothing else. It examines the
# same number of boards each tick on every machine.
class SurvivorComputer(ComputerPlayer[SurvivorState, Search]):
    """The computer player of Survivor, in the game's only seat."""

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = SEARCH_LEVELS[seat.level]
        super().__init__(seat)

    def _forget(self, tick: int) -> None:
        self._lookahead = None
        self._way: tuple[Move, ...] = ()
        self._turn: tuple[int, int] | None = None
        self._ready_at = self._ok_at = tick

    def _act(self, tick: int, state: SurvivorState, board: Board) -> Action | None:
        if state.is_over or state.phase is not LevelPhase.TURN:
            return self._let_go(state)
        here = state.tries, state.turn
        if here != self._turn:  # somebody ended the turn or restarted the level
            self._lookahead, self._way, self._turn = None, (), here
        if (not self._way and not self._think(state, board)) or tick < self._ready_at:
            return None
        release = self._let_go(state)
        if release is not None:
            self._ready_at = max(self._ok_at, tick + self._level.pause)
            return release
        self._ready_at = tick + TAP
        return self._play_move(tick, state, board)

    def _think(self, state: SurvivorState, board: Board) -> bool:
        """Examine some boards. Return True once the moves to play are decided."""
        if self._lookahead is None:
            cells = board.read(0, 0, *board.shape)
            if state.placed is not None:
                cells[state.placed.row, state.placed.column] = WALKABLE
            self._lookahead = Search(cells, board.generation, self._level.beam, self._level.sight, board.rule.edges)
        if not self._lookahead.examine(_BOARDS):
            return False
        self._way = self._lookahead.found or self._lookahead.best[: self._level.sight] or (WAIT,)
        self._lookahead = None
        return True

    def _let_go(self, state: SurvivorState) -> Action | None:
        cursor = state.cursors[0]
        if cursor.trigger:
            return Action(0, ActionKind.TRIGGER, 0)
        return Action(0, ActionKind.STICK) if cursor.stick != (0, 0) else None

    def _play_move(self, tick: int, state: SurvivorState, board: Board) -> Action:
        move, placed, cursor = self._way[0], state.placed, state.cursors[0]
        there = (move.row, move.column)
        if move.piece and board.read(*there, 1, 1)[0, 0] not in (WALKABLE, move.piece):
            move = WAIT  # somebody else has put something there
        is_placed = placed is not None and (placed.piece, placed.row, placed.column) == (move.piece, *there)
        if is_placed or (not move.piece and placed is None):
            self._way, self._turn = self._way[1:], (state.tries, state.turn + 1)
            return Action(0, ActionKind.OK)
        if not move.piece:
            return Action(0, ActionKind.TAKE_BACK)
        if state.piece != move.piece:
            return Action(0, ActionKind.PIECE, move.piece)
        away = move.row - cursor.row, move.column - cursor.column
        if away != (0, 0):
            return Action(0, ActionKind.STICK, sign(away[0]), sign(away[1]))
        self._ok_at = tick + _PAUSES_BEFORE_OK * self._level.pause
        return Action(0, ActionKind.TRIGGER, 1)


_LEVEL = SEARCH_LEVELS[max(SEARCH_LEVELS)]
_NAMES = {PAWN: "A pawn", SHELTER: "A shelter"}
_WON, _LOST = "that wins the level", "every move loses the last pawn"


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested move, and the reason for it.

    Attributes:
        move: piece to place and its place; ``WAIT`` to place nothing.
        reason: one short line for people.
    """

    move: Move
    reason: str


# Hints come from the search of the best level. The way that it finds is remembered, so a player who follows a hint gets
# the next one at once. On any other board the search starts again.
class HintSearch:
    """Searches for a hint for one board at a time.

    Attributes:
        hint: hint to show; None before the first request, during a search, and after ``forget``.
    """

    def __init__(self) -> None:
        self.hint: Hint | None = None
        self._known: Hint | None = None
        self._cells: Cells | None = None
        self._generation = 0
        self._edges = Edges.TORUS
        self._search: Search | None = None
        self._way: tuple[Move, ...] = ()
        self._wins = False
        self._expected: Cells | None = None
        self._followed_at = 0

    @property
    def thinking(self) -> bool:
        """True while a search for a hint is running."""
        return self._search is not None

    @property
    def is_active(self) -> bool:
        """True if a search is running, or if there is a hint to show."""
        return self.thinking or self.hint is not None

    def ask(self, cells: Cells, generation: int, edges: Edges) -> None:
        """Start to search for a hint for a board, or show the previous hint again if it was for the same board.

        Args:
            cells: board without the piece placed in this turn, shape (rows, columns), uint8.
            generation: generation of the board, which decides the time of day.
            edges: edges of the board.
        """
        if self.is_about(cells, generation) and (self.thinking or self._known is not None):
            self.hint = self._known  # None while it searches
            return
        goes_on = self._expected is not None and np.array_equal(cells, self._expected) and len(self._way) > 1
        self._cells, self._generation, self._edges = cells.copy(), generation, edges
        self.hint = self._known = self._search = None
        if goes_on and generation == self._followed_at + 1:
            self._way = self._way[1:]
            self._explain()
        else:
            self._search = Search(cells, generation, _LEVEL.beam, _LEVEL.sight, edges)

    def examine(self, boards: int) -> bool:
        """Examine up to ``boards`` more boards; return True if a hint has now been found."""
        if self._search is None or not self._search.examine(boards):
            return False
        self._wins = self._search.found is not None
        self._way = self._search.found or self._search.best or (WAIT,)
        self._search = None
        self._explain()
        return True

    def is_about(self, cells: Cells, generation: int) -> bool:
        """Return True if the latest request for a hint was for this board."""
        return self._cells is not None and generation == self._generation and np.array_equal(cells, self._cells)

    def forget(self) -> None:
        """Stop searching and hide the hint. If one was found, asking again about the same board shows it at once."""
        self.hint = self._search = None

    def _explain(self) -> None:
        assert self._cells is not None  # noqa: S101 - somebody has asked
        move = self._way[0]
        boards = np.stack([self._cells, self._cells])
        if move.piece:
            boards[1, move.row, move.column] = move.piece
        without, after = next_boards(boards, self._generation, self._edges)
        self._expected, self._followed_at = after, self._generation
        what = f"{_NAMES[move.piece]} here" if move.piece else "Place nothing, just press OK"
        turns = len(self._way)
        if turns > 1 or not self._wins:
            why = _effect(self._cells, without, after)
            end = f"; you can win in {turns} more turns" if self._wins else "; no way to win is in sight"
        else:
            why, end = _WON, ""
        self.hint = self._known = Hint(move, f"{what}: {why}{end}")


def _effect(before: Cells, without: Cells, after: Cells) -> str:
    """Return a text for a hint on what a move on the board ``before`` achieves.

    ``after`` is the next board with the move, ``without`` the next board without it.
    """
    gone, more = (_count(before, TRAP) - _count(after, TRAP)), _count(after, PAWN) - _count(without, PAWN)
    if gone:
        return f"{_several(gone, 'trap')} destroyed"
    if not _count(after, PAWN):
        return _LOST
    fewer = _count(without, ENEMY) - _count(after, ENEMY)
    if fewer > 0:
        return f"{_several(fewer, 'enemy', 'enemies')} fewer"
    if more > 0:
        return f"{_several(more, 'pawn')} more"
    if np.array_equal(without, after):
        return "no piece is needed"
    return "it makes room for later moves" if more < 0 else "pawns come nearer to where they are needed"


def _count(cells: Cells, state: int) -> int:
    return int(np.count_nonzero(cells == state))


def _several(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


BEAM, MAX_TURNS = 150, 80
"""For the check that a level can be won: number of boards kept for each turn, and maximum number of turns."""
_WAITED = 400
"""Maximum number of turns computed to find out if doing nothing wins a level. Most boards stand still or repeat much
sooner."""


@dataclass(frozen=True, slots=True)
class Solvability:
    """Whether a level can be won.

    Attributes:
        solution: a way to win the level; None if none was found.
        by_waiting: number of the turn in which doing nothing wins; None if doing nothing does not win.
    """

    solution: tuple[Move, ...] | None
    by_waiting: int | None

    @property
    def text(self) -> str:
        """One line that says whether the level can be won."""
        if self.by_waiting is not None:
            return f"it is won by doing nothing, after {self.by_waiting} turns"
        if self.solution is None:
            return "no way to win it was found, but there may be one"
        return f"it can be won in {len(self.solution)} turns"


def winning_turn(level: Level, moves: Iterable[Move]) -> int | None:
    """Return the number of the turn in which ``moves`` win ``level``; None if they do not win it."""
    cells: Cells = level.cells
    for turn, move in enumerate(moves, start=1):
        if move.piece:
            if cells[move.row, move.column] != WALKABLE:
                return None
            cells[move.row, move.column] = move.piece
        cells = next_boards(cells[None], level.first_generation + turn - 1, Edges.TORUS)[0]
        if not (cells == PAWN).any():
            return None
        if not ((cells == TRAP) | (cells == ENEMY)).any():
            return turn
    return None


def wins_by_waiting(level: Level) -> int | None:
    """Return the number of the turn in which doing nothing wins ``level``; None if doing nothing does not win."""
    return winning_turn(level, (WAIT,) * _WAITED)


class SolvabilityCheck:
    """Checks, a little at a time so that the window stays responsive, whether a level can be won."""

    def __init__(self, level: Level, known: tuple[Move, ...] = ()) -> None:
        self._by_waiting = wins_by_waiting(level)
        self._known = known if known and winning_turn(level, known) == len(known) else None
        search = self._by_waiting is None and self._known is None
        self._search = Search(level.cells, level.first_generation, BEAM, MAX_TURNS) if search else None

    @property
    def turns(self) -> int:
        """The number of turns searched so far."""
        return self._search.turns if self._search else 0

    def examine(self, boards: int) -> Solvability | None:
        """Examine up to ``boards`` more boards; return the result once the search is over, None before."""
        if self._search is not None and not self._search.examine(boards):
            return None
        found = self._search.found if self._search is not None else self._known
        return Solvability(found, self._by_waiting)

"""Hints: where the computer would place which piece in the running turn, and why, without playing it.

The search is that of the best level. The way that it finds is remembered: a player who follows a hint is shown the
next one at once. On any other board the search begins again.
"""

from dataclasses import dataclass

import numpy as np

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.survivor.ai.beam_search import WAIT, Move, Search
from gpulife.games.survivor.ai.player import SEARCH_LEVELS
from gpulife.games.survivor.level import ENEMY, PAWN, SHELTER, TRAP
from gpulife.rules import Cells, Edges

_LEVEL = SEARCH_LEVELS[max(SEARCH_LEVELS)]
_NAMES = {PAWN: "A pawn", SHELTER: "A shelter"}
_WON, _LOST = "that wins the level", "every way leads to the last pawn's end"


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and why.

    Attributes:
        move: piece to place and its place; ``WAIT`` for none.
        reason: one short line for people.
    """

    move: Move
    reason: str


class HintSearch:
    """Searches for a hint for one board at a time.

    Attributes:
        hint: hint for the last board; None before there is one, and while it searches.
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
        """Whether it is looking for a way."""
        return self._search is not None

    @property
    def is_active(self) -> bool:
        """Whether it searches, or has a hint to show."""
        return self.thinking or self.hint is not None

    @property
    def next_board(self) -> tuple[Cells, int] | None:
        """The board to which the hint leads, and its generation; None without a hint."""
        return None if self.hint is None or self._expected is None else (self._expected, self._followed_at + 1)

    def ask(self, cells: Cells, generation: int, edges: Edges) -> None:
        """Begin to search for a hint for a board, or return to the hint if it is still the last board.

        Args:
            cells: board without the piece placed in this turn, shape (rows, columns), uint8.
            generation: generation of the board, by which the time of day goes.
            edges: edges of the board.
        """
        if self.is_about(cells, generation) and (self.thinking or self._known is not None):
            self.hint = self._known  # None while it thinks
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
        """Examine up to ``boards`` more boards; return whether that completed a hint."""
        if self._search is None or not self._search.examine(boards):
            return False
        self._wins = self._search.found is not None
        self._way = self._search.found or self._search.best or (WAIT,)
        self._search = None
        self._explain()
        return True

    def is_about(self, cells: Cells, generation: int) -> bool:
        """Return whether this is the last board for which a hint was asked."""
        return self._cells is not None and generation == self._generation and np.array_equal(cells, self._cells)

    def forget(self) -> None:
        """Stop searching and show no hint; what was found is remembered."""
        self.hint = self._search = None

    def _explain(self) -> None:
        assert self._cells is not None  # noqa: S101 - somebody has asked
        move = self._way[0]
        boards = np.stack([self._cells, self._cells])
        if move.piece:
            boards[1, move.row, move.column] = move.piece
        without, after = next_boards(boards, self._generation, self._edges)
        self._expected, self._followed_at = after, self._generation
        what = f"{_NAMES[move.piece]} here" if move.piece else "Nothing this time, only OK"
        turns = len(self._way)
        if turns > 1 or not self._wins:
            why = _effect(self._cells, without, after)
            end = f"; won in {turns} turns" if self._wins else "; no way to win is in sight"
        else:
            why, end = _WON, ""
        self.hint = self._known = Hint(move, f"{what}: {why}{end}")


def _effect(before: Cells, without: Cells, after: Cells) -> str:
    """Say what a move is good for, by comparing the next board with the one that would come without it."""
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
        return "the board does well by itself"
    return "it makes room for what comes next" if more < 0 else "pawns come nearer to where they are needed"


def _count(cells: Cells, state: int) -> int:
    return int(np.count_nonzero(cells == state))


def _several(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"

"""Find out whether a level can be won, by a known solution or by a search, and whether doing nothing wins it."""

from collections.abc import Iterable
from dataclasses import dataclass

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.survivor.ai.beam_search import WAIT, Move, Search
from gpulife.games.survivor.level import ENEMY, PAWN, TRAP, WALKABLE, Level
from gpulife.rules import Cells, Edges

BEAM, MAX_TURNS = 150, 80
"""Boards a turn, and turns, of the search for a way to win a level of the user's own."""
_WAITED = 400
"""Limit on the turns of doing nothing; most boards come to rest, or begin to repeat themselves, much sooner."""


@dataclass(frozen=True, slots=True)
class Solvability:
    """The result of a check.

    Attributes:
        solution: way to win the level; None if none was found.
        by_waiting: turn in which doing nothing wins; None if it does not win.
    """

    solution: tuple[Move, ...] | None
    by_waiting: int | None

    @property
    def text(self) -> str:
        """One line for people."""
        if self.by_waiting is not None:
            return f"it is won by doing nothing, after {self.by_waiting} turns"
        if self.solution is None:
            return "no way to win it was found; that is no proof that there is none"
        return f"it can be won in {len(self.solution)} turns"


def winning_turn(level: Level, moves: Iterable[Move]) -> int | None:
    """Return the turn in which these moves win ``level``; None if they lose it, or win nothing."""
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
    """Return the turn in which doing nothing wins, None if it does not."""
    return winning_turn(level, (WAIT,) * _WAITED)


class SolvabilityCheck:
    """Checks a level in portions, so that a window stays responsive."""

    def __init__(self, level: Level, known: tuple[Move, ...] = ()) -> None:
        self._by_waiting = wins_by_waiting(level)
        self._known = known if known and winning_turn(level, known) == len(known) else None
        search = self._by_waiting is None and self._known is None
        self._search = Search(level.cells, level.first_generation, BEAM, MAX_TURNS) if search else None

    @property
    def turns(self) -> int:
        """The number of turns that were searched so far."""
        return self._search.turns if self._search else 0

    def examine(self, boards: int) -> Solvability | None:
        """Examine up to ``boards`` more boards; return the result once the search is over, None before."""
        if self._search is not None and not self._search.examine(boards):
            return None
        found = self._search.found if self._search is not None else self._known
        return Solvability(found, self._by_waiting)

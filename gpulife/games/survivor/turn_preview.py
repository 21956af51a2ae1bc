"""The next time of day in Survivor: what the board becomes if the turn ends now, computed aside, without ending it.

The window shows it while a key is held. It is the rules' own step and their own verdict, so OK brings exactly this.
"""

from dataclasses import dataclass, replace

import numpy as np

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.survivor.level import ENEMY, PAWN, SHELTER, TRAP
from gpulife.games.survivor.rules import LevelPhase, SurvivorState, with_counts
from gpulife.rules import Cells, Edges

_NAMES = {PAWN: "pawns", SHELTER: "shelters", ENEMY: "enemies", TRAP: "traps"}


@dataclass(frozen=True, slots=True)
class TurnPreview:
    """The board and the state after OK.

    Attributes:
        before: the present board with the piece placed in this turn, shape (rows, columns), uint8.
        cells: the next board, as above.
        state: the next state: turn, time of day, counts, and whether the level is won or lost.
    """

    before: Cells
    cells: Cells
    state: SurvivorState

    @property
    def text(self) -> str:
        """One line for people: the time of day, and what OK would bring."""
        head = f"Preview of {self.state.time}, if you end the turn now"
        if self.state.phase is LevelPhase.LOST:
            return f"{head}: no pawn is left, the level is lost"
        if self.state.phase is LevelPhase.WON:
            return f"{head}: no trap and no enemy is left, the level is won"
        changes = {name: _count(self.cells, kind) - _count(self.before, kind) for kind, name in _NAMES.items()}
        told = ", ".join(f"{name} {change:+d}" for name, change in changes.items() if change)
        return f"{head}: {told or 'as many of each as now'}"


def preview_turn(state: SurvivorState, cells: Cells, generation: int, edges: Edges) -> TurnPreview:
    """Return what OK would bring.

    Args:
        state: state of the game, in the player's turn.
        cells: the present board with the piece placed in this turn, shape (rows, columns), uint8.
        generation: generation of the board, by which the time of day goes.
        edges: edges of the board.
    """
    after = next_boards(cells[None], generation, edges)[0]
    following = replace(state, turn=state.turn + 1, placed=None)
    return TurnPreview(cells, after, with_counts(following, *(_count(after, kind) for kind in (PAWN, ENEMY, TRAP))))


def _count(cells: Cells, kind: int) -> int:
    return int(np.count_nonzero(cells == kind))

"""Survivor's texts and its preview: what to do now, why a level is over, and the board at the next time of day.

Texts name controls in braces, as in "{trigger}"; the screen replaces each name by the player's key or button.
"""

from dataclasses import dataclass, replace

import numpy as np

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.core.foresight import Change
from gpulife.games.survivor.level import ENEMY, PAWN, SHELTER, TRAP, WALKABLE
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState, with_counts
from gpulife.rules import TIMES_OF_DAY, Cells, Edges
from gpulife.rules.rule import count_neighbours

NIGHT = TIMES_OF_DAY[2:]
"""The times of day at which enemies stay, and come out around traps."""


def prompts(state: SurvivorState, ends: str = "{step}") -> tuple[str, ...]:
    """Return the prompt that says what the player can do now, in several wordings, longest first.

    Args:
        state: state of the game.
        ends: name of the control with which this player ends a turn, in braces.
    """
    if state.is_over:
        return (f"The level is {state.phase}.  {ends} shows the result",)
    if state.phase is not LevelPhase.TURN:
        return ()
    if state.placed is not None:
        piece = "pawn" if state.placed.piece == PAWN else "shelter"
        return (
            f"The {piece} is placed.  {ends} ends the turn   {{again}} takes it back   hold {{preview}} for a preview",
            f"{ends} ends the turn   {{again}} takes the {piece} back   hold {{preview}} for a preview",
            f"{ends} ends the turn   {{again}} takes the {piece} back",
        )
    piece = "pawn" if state.piece == PAWN else "shelter"
    if not state.traps:
        goal = _goal_without_traps(state)
        return (
            f"{goal}.  Place one {piece} or none: {{trigger}} or {{click}}   {ends} ends the turn",
            f"{goal}.  {ends} ends the turn",
            goal,
        )
    return (
        f"Place one {piece} or none: {{move}} {{trigger}} or {{click}} on a free cell   {ends} ends the turn",
        f"Place one {piece} or none: {{trigger}} or {{click}}   {ends} ends the turn",
        f"Place one {piece} or none   {ends} ends the turn",
    )


def _goal_without_traps(state: SurvivorState) -> str:
    """Return what is left to do when all traps are gone. Enemies stay until the player ends a turn by day."""
    dawn = TIMES_OF_DAY[0]
    if state.time in NIGHT:
        return f"Traps gone: keep a pawn alive until {dawn} removes the enemies"
    return "Traps gone: this turn removes the enemies, if a pawn lives through it you win"


def end_reason(state: SurvivorState, deaths: str = "") -> str:
    """Return a text on why the level is over and how the number of turns compares with par; "" before the end.

    ``deaths`` says why the last pawns died, as :func:`deaths_text` does; "" if this is not known.
    """
    turns = _several(state.turn, "turn")
    if state.phase is LevelPhase.WON:
        return f"No trap and no enemy is left after {turns}{_against_par(state)}."
    if state.phase is not LevelPhase.LOST:
        return ""
    left = f"{_several(state.traps, 'trap')} and {_several(state.enemies, 'enemy', 'enemies')}"
    if state.pawns:
        return f"You resigned in turn {state.turn + 1}. {left} were left."
    played = TIMES_OF_DAY[(state.level.first_generation + state.turn - 1) % len(TIMES_OF_DAY)]
    why = f": {deaths}" if deaths else ""
    return f"Your last pawn died at {played}, in turn {state.turn}{why}. {left} were left."


_CROWD = 4
"""Number of pawns beside a pawn from which it dies."""


def deaths_text(cells: Cells, edges: Edges) -> str:
    """Return why the pawns of a board that all die next die, as in "2 pawns, each with only one pawn beside it".

    ``cells`` is the last board with pawns, shape (rows, columns), uint8.
    """
    pawns, enemies = (count_neighbours(cells == kind, edges)[cells == PAWN] for kind in (PAWN, ENEMY))
    hunted, calm = int(np.count_nonzero(enemies)), pawns[enemies == 0]
    counts = {
        "an enemy beside {}": hunted,
        "no pawn beside {}": int(np.count_nonzero(calm == 0)),
        "only one pawn beside {}": int(np.count_nonzero(calm == 1)),
        "four or more pawns beside {}": int(np.count_nonzero(calm >= _CROWD)),
    }
    told = [
        f"{_several(count, 'pawn')}{', each' if count > 1 else ''} with {why.format('it')}"
        for why, count in counts.items()
        if count
    ]
    return " and ".join(told)


def _against_par(state: SurvivorState) -> str:
    over = state.turn - state.level.par
    if not state.level.par:
        return ""
    return f", {_several(abs(over), 'turn')} {'over' if over > 0 else 'under'} par" if over else ", exactly par"


def _several(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


_NAMES = {PAWN: "pawns", SHELTER: "shelters", ENEMY: "enemies", TRAP: "traps"}


# The preview computes the next board without ending the turn, with the rules' own step and verdict. So OK brings
# exactly this.
@dataclass(frozen=True, slots=True)
class TurnPreview:
    """The board and the state that would follow if the player pressed OK now.

    Attributes:
        before: the current board with the piece placed in this turn, shape (rows, columns), uint8.
        cells: the next board, shape (rows, columns), uint8.
        state: the next state, with its turn, time of day and counts, and whether the level is won or lost.
    """

    before: Cells
    cells: Cells
    state: SurvivorState

    @property
    def changes(self) -> tuple[Change, ...]:
        """The cells that would change if the player pressed OK now."""
        places = np.argwhere(self.before != self.cells).tolist()
        return tuple(
            Change((row, column), int(self.before[row, column]), int(self.cells[row, column])) for row, column in places
        )

    @property
    def text(self) -> str:
        """One line with the next time of day, and what would change if the player pressed OK now."""
        head = f"Preview of {self.state.time}, if you end the turn now"
        if self.state.phase is LevelPhase.LOST:
            return f"{head}: no pawn is left, the level is lost"
        if self.state.phase is LevelPhase.WON:
            return f"{head}: no trap and no enemy is left, the level is won"
        changes = {name: _count(self.cells, kind) - _count(self.before, kind) for kind, name in _NAMES.items()}
        told = ", ".join(f"{name} {change:+d}" for name, change in changes.items() if change)
        return f"{head}: {told or 'the numbers stay the same'}"


def preview_turn(state: SurvivorState, cells: Cells, generation: int, edges: Edges) -> TurnPreview:
    """Return the board and the state that would follow if the player pressed OK now.

    Args:
        state: state of the game, in the player's turn.
        cells: the current board with the piece placed in this turn, shape (rows, columns), uint8.
        generation: generation of the board, which decides the time of day.
        edges: edges of the board.
    """
    after = next_boards(cells[None], generation, edges)[0]
    following = replace(state, turn=state.turn + 1, placed=None)
    return TurnPreview(cells, after, with_counts(following, *(_count(after, kind) for kind in (PAWN, ENEMY, TRAP))))


def with_pointed_piece(state: SurvivorState, cells: Cells) -> tuple[SurvivorState, Cells]:
    """Return the state and the board that follow if the player places the chosen piece at the cursor.

    If a piece is placed already, or the cell at the cursor is not free, both stay as they are. ``cells`` is the board,
    shape (rows, columns), uint8; it is not changed.
    """
    place = state.cursors[0].row, state.cursors[0].column
    if state.placed is not None or cells[place] != WALKABLE:
        return state, cells
    cells = cells.copy()
    cells[place] = state.piece
    return replace(state, placed=Placed(state.piece, *place)), cells


def _count(cells: Cells, kind: int) -> int:
    return int(np.count_nonzero(cells == kind))

"""Show me a move: the adviser of Survivor in the window, a little in every frame, about the board as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.games.survivor import Phase, Placed, SurvivorState
from gpulife.games.survivor_level import WALKABLE
from gpulife.patterns.pattern import Cells
from gpulife.players.survivor.adviser import Adviser

if TYPE_CHECKING:
    from gpulife.app.program import Program

_BOARDS = 400
"""Looked into in a frame: some milliseconds of one core."""
_MOST_CELLS = 6000
"""Of a board: on a larger one a frame would take too long."""
_THINKS = "Looking for a move ..."


class Hint:
    """What is shown of a move."""

    def __init__(self) -> None:
        self._adviser = Adviser()

    @property
    def move(self) -> Placed | None:
        """To mark on the board; None for nothing to show yet, or nothing to place."""
        advice = self._adviser.advice
        if advice is None or not advice.move.piece:
            return None
        return Placed(advice.move.piece, advice.move.row, advice.move.column)

    @property
    def line(self) -> str:
        """What to say about it; "" for nothing."""
        if self._adviser.thinking:
            return _THINKS
        return "" if self._adviser.advice is None else self._adviser.advice.reason

    def ask(self, program: Program, *, watched: bool, shut: bool) -> bool:
        """Begin to look, or hide what is shown; whether a move is shown at once.

        Args:
            program: what is played.
            watched: whether the computer plays.
            shut: whether a page lies over the board, or it is played back.
        """
        state, engine = program.play.session.state, program.play.engine
        rows, columns = engine.shape
        if not isinstance(state, SurvivorState):
            program.shell.tell("a move can be shown in a level of Survivor")
        elif watched:
            program.shell.tell("the computer plays: watch it, or take over with the button below")
        elif rows * columns > _MOST_CELLS:
            program.shell.tell(f"a move can be shown on boards of up to {_MOST_CELLS} cells, not of {columns}x{rows}")
        elif self._adviser.asked:
            self._adviser.forget()
        elif state.phase is Phase.TURN and not shut:
            self._adviser.ask(_cells(program, state), engine.generation, engine.rule.edges)
        return self._adviser.advice is not None

    def go_on(self, program: Program, state: SurvivorState) -> bool:
        """Once a frame: look on, or forget what the board has left behind; whether a move is shown from now on."""
        if not self._adviser.asked:
            return False
        generation = program.play.engine.generation
        if state.phase is not Phase.TURN or not self._adviser.is_about(_cells(program, state), generation):
            self._adviser.forget()
            return False
        return self._adviser.go_on(_BOARDS)

    def forget(self) -> None:
        """Show nothing any more."""
        self._adviser.forget()


def _cells(program: Program, state: SurvivorState) -> Cells:
    """The board without what was placed in this turn: shape (rows, columns), uint8."""
    engine = program.play.engine
    cells = engine.read(0, 0, *engine.shape)
    if state.placed is not None:
        cells[state.placed.row, state.placed.column] = WALKABLE
    return cells

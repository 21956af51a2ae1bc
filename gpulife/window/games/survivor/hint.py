"""Show me a move: the adviser of Survivor in the window, a little in every frame, about the board as it is now."""

from __future__ import annotations

from gpulife.games.survivor.ai.hint import Adviser
from gpulife.games.survivor.level import WALKABLE
from gpulife.games.survivor.rules import Phase, Placed, SurvivorState
from gpulife.patterns.pattern import Cells
from gpulife.window.play.play_view import PlayView

_BOARDS = 400
"""Looked into in a frame: some milliseconds of one core."""
_MAX_CELLS = 6000
"""Of a board: on a larger one a frame would take too long."""


class Hint:
    """What is shown of a move.

    Args:
        play: a level.
    """

    def __init__(self, play: PlayView) -> None:
        self._play = play
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
            return "Looking for a move ..."
        return "" if self._adviser.advice is None else self._adviser.advice.reason

    @property
    def why_not(self) -> str:
        """Why no move can be shown on this board; "" where one can."""
        rows, columns = self._play.engine.shape
        fits = rows * columns <= _MAX_CELLS
        return "" if fits else f"a move can be shown on boards of up to {_MAX_CELLS} cells, not of {columns}x{rows}"

    def switch(self, state: SurvivorState, *, shut: bool) -> bool:
        """Begin to look, or hide what is shown; whether a move is shown at once.

        Args:
            state: of the game.
            shut: whether a page lies over the board, or it is played back.
        """
        engine = self._play.engine
        if self._adviser.asked:
            self._adviser.forget()
        elif state.phase is Phase.TURN and not shut:
            self._adviser.ask(self._cells(state), engine.generation, engine.rule.edges)
        return self._adviser.advice is not None

    def go_on(self, state: SurvivorState) -> bool:
        """Once a frame: look on, or forget what the board has left behind; whether a move is shown from now on."""
        if not self._adviser.asked:
            return False
        generation = self._play.engine.generation
        if state.phase is not Phase.TURN or not self._adviser.is_about(self._cells(state), generation):
            self._adviser.forget()
            return False
        return self._adviser.go_on(_BOARDS)

    def _cells(self, state: SurvivorState) -> Cells:
        """The board without what was placed in this turn: shape (rows, columns), uint8."""
        cells = self._play.engine.read(0, 0, *self._play.engine.shape)
        if state.placed is not None:
            cells[state.placed.row, state.placed.column] = WALKABLE
        return cells

"""Shows a move: searches in every frame a little for a good move on the present board of Survivor."""

from gpulife.games.survivor.ai.hint import HintSearch
from gpulife.games.survivor.level import WALKABLE
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState
from gpulife.rules import Cells
from gpulife.window.play.play_view import PlayView

_BOARDS_PER_FRAME = 400
"""Number of boards to search in a frame, which takes some milliseconds of one core."""
_MAX_CELLS = 6000
"""Size of the largest board on which moves can be shown: larger ones would take too long."""


class ShownMove:
    """A move that is shown to the player.

    Args:
        play: session of a level.
    """

    def __init__(self, play: PlayView) -> None:
        self._play = play
        self._search = HintSearch()

    @property
    def move(self) -> Placed | None:
        """The move to mark on the board; None while there is none yet, or if the hint is to place nothing."""
        hint = self._search.hint
        if hint is None or not hint.move.piece:
            return None
        return Placed(hint.move.piece, hint.move.row, hint.move.column)

    @property
    def text(self) -> str:
        """A line about the move; "" if no move is shown."""
        if self._search.thinking:
            return "Looking for a move ..."
        return "" if self._search.hint is None else self._search.hint.reason

    @property
    def refusal(self) -> str:
        """The reason why no move can be shown on this board; "" if one can."""
        rows, columns = self._play.engine.shape
        fits = rows * columns <= _MAX_CELLS
        return "" if fits else f"a move can be shown on boards of up to {_MAX_CELLS} cells, not of {columns}x{rows}"

    def toggle(self, state: SurvivorState, *, blocked: bool) -> bool:
        """Begin to search, or hide the present move; return whether a move is shown at once.

        Args:
            state: state of the game.
            blocked: whether a page covers the board, or the game is played back.
        """
        engine = self._play.engine
        if self._search.is_active:
            self._search.forget()
        elif state.phase is LevelPhase.TURN and not blocked:
            self._search.ask(self._cells(state), engine.generation, engine.rule.edges)
        return self._search.hint is not None

    def continue_search(self, state: SurvivorState) -> bool:
        """Continue searching, or forget a move for an earlier board; return whether a move is shown from now on."""
        if not self._search.is_active:
            return False
        generation = self._play.engine.generation
        if state.phase is not LevelPhase.TURN or not self._search.is_about(self._cells(state), generation):
            self._search.forget()
            return False
        return self._search.examine(_BOARDS_PER_FRAME)

    def _cells(self, state: SurvivorState) -> Cells:
        """Return the board without the piece placed in this turn: shape (rows, columns), uint8."""
        cells = self._play.engine.read(0, 0, *self._play.engine.shape)
        if state.placed is not None:
            cells[state.placed.row, state.placed.column] = WALKABLE
        return cells

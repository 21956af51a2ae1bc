"""Shows a move: searches in every frame a little for a good move on the present board of Survivor."""

from hashlib import blake2b

from gpulife.games.survivor.ai.hint import HintSearch
from gpulife.games.survivor.level import WALKABLE, Level
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState
from gpulife.rules import Cells
from gpulife.window.play.open_session import OpenSession

_BOARDS_PER_FRAME = 400
"""Number of boards to search in a frame, which takes some milliseconds of one core."""
_MAX_CELLS = 6000
"""Size of the largest board on which moves can be shown: larger ones would take too long."""


class ShownBoards:
    """Boards to which the computer has shown the way, by level, while the program runs.

    Who is shown a move could just play it in the next try. So a try that comes by such a board does not count; when a
    try has ended without another hint its level's boards are forgotten, as a level may have a single way to win it.
    """

    def __init__(self) -> None:
        self._digests: dict[Level, set[str]] = {}

    def add(self, level: Level, cells: Cells, generation: int) -> None:
        """Note a board, shape (rows, columns), uint8, with its generation."""
        self._digests.setdefault(level, set()).add(_digest(cells, generation))

    def has(self, level: Level, cells: Cells, generation: int) -> bool:
        """Return whether the way to a board was shown."""
        return _digest(cells, generation) in self._digests.get(level, ())

    def forget(self, level: Level) -> None:
        """Forget the boards of a level."""
        self._digests.pop(level, None)

    def saved(self, level: Level) -> list[str]:
        """Return the boards of a level as JSON, for :meth:`restore`."""
        return sorted(self._digests.get(level, ()))

    def restore(self, level: Level, saved: object) -> None:
        """Take over what :meth:`saved` returned; anything else is ignored."""
        if isinstance(saved, list):
            self._digests.setdefault(level, set()).update(each for each in saved if isinstance(each, str))


def _digest(cells: Cells, generation: int) -> str:
    return blake2b(cells.tobytes() + f"{cells.shape} {generation}".encode(), digest_size=12).hexdigest()


class ShownMove:
    """A move that is shown to the player.

    Args:
        play: session of a level.
    """

    def __init__(self, play: OpenSession) -> None:
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
    def next_board(self) -> tuple[Cells, int] | None:
        """The board to which the shown move leads, and its generation; None if none is shown."""
        return self._search.next_board

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
            self._search.ask(self.board(state), engine.generation, engine.rule.edges)
        return self._search.hint is not None

    def continue_search(self, state: SurvivorState) -> bool:
        """Continue searching, or forget a move for an earlier board; return whether a move is shown from now on."""
        if not self._search.is_active:
            return False
        generation = self._play.engine.generation
        if state.phase is not LevelPhase.TURN or not self._search.is_about(self.board(state), generation):
            self._search.forget()
            return False
        return self._search.examine(_BOARDS_PER_FRAME)

    def board(self, state: SurvivorState) -> Cells:
        """Return the board without the piece placed in this turn: shape (rows, columns), uint8."""
        cells = self._play.engine.read(0, 0, *self._play.engine.shape)
        if state.placed is not None:
            cells[state.placed.row, state.placed.column] = WALKABLE
        return cells

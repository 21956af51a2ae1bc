"""Ends a person's turn of BioWar when nothing is left to do in it, and plays a decided game to its end."""

from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.game import TICKS_PER_SECOND

_COUNTDOWN = 3 * TICKS_PER_SECOND


class TurnEnd:
    """Decides when the window presses DONE for a person.

    Placed cells cannot be taken back once the allotment is used up. So if only computers are still placing cells, the
    turn ends after a countdown, which any key stops until the next turn.

    Attributes:
        finishes: True if a person has asked to play the rest of a decided game without placing cells.
    """

    def __init__(self) -> None:
        self.finishes = False
        self._began: tuple[int, int] | None = None  # turn, and ticks that were left in it
        self._stopped = 0  # the turn in which a key stopped the countdown

    def stop(self, state: BioWarState) -> bool:
        """Stop the countdown, and stop playing a decided game to its end; return True if either was under way."""
        was_on = self.finishes or self._began is not None
        self.finishes = False
        if self._began is not None:
            self._began, self._stopped = None, state.turn
        return was_on

    def is_due(self, state: BioWarState, player: int) -> bool:
        """Return True if DONE should be pressed for ``player`` now. Called once a frame if the countdown may run."""
        side = state.sides[player]
        if not state.can_place(player) or side.asking or state.stands_still:
            self._began = None
            return False
        if self.finishes:
            return True
        if side.placements or self._stopped == state.turn:
            self._began = None
            return False
        if self._began is None or self._began[0] != state.turn:
            self._began = state.turn, state.left
        return self._began[1] - state.left >= _COUNTDOWN

    def forget(self) -> None:
        """Forget the countdown and what has stopped it, as when the game or the session has changed."""
        self._began, self.finishes, self._stopped = None, False, 0

    def seconds(self, state: BioWarState) -> int | None:
        """Return the seconds until the turn ends by itself, rounded up; None if it does not."""
        if self._began is None or self._began[0] != state.turn:
            return None
        return max(-(-(_COUNTDOWN - (self._began[1] - state.left)) // TICKS_PER_SECOND), 1)

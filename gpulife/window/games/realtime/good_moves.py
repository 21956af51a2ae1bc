"""The arrows to good moves in Real-Time Life: when a lone person sees them, and for which cells."""

from collections.abc import Sequence

from gpulife.games.realtime.ai import BestStep, best_step
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, SeatStanding
from gpulife.rules import Cells
from gpulife.window.play.foresight import Remembered

TAUGHT = 3
"""In an on-line match, the arrow is shown only for this many generations at the beginning."""
_LEARNT = 3
"""A person who has moved this many cells knows how, and no longer sees the arrow all the time."""
_PUZZLED_SECONDS = 12.0
"""A person who has not moved a cell for this many seconds, usually a whole generation, sees the arrow again."""


class GoodMoves:
    """Decides which arrows show a lone person where to move a cell.

    One arrow shows the best move of all. It appears until the person has moved some cells, later if they have not moved
    a cell for a while, or whenever they switch it on. Another arrow shows the best move of the cell under the cursor or
    of the picked-up cell.

    Attributes:
        switched: True if the person has switched the arrow on, False if off; None if they have not used the switch.
    """

    def __init__(self) -> None:
        self.switched: bool | None = None
        self._seen = (0, 0)  # turn tick, and the person's points in it
        self._idle_seconds, self._moves = 0.0, 0
        self._is_wanted = True
        self._steps: Remembered[tuple[BestStep | None, BestStep | None]] = Remembered()

    def follow(self, state: RealTimeState, player: int, seconds: float) -> None:
        """Record whether the person has just moved a cell; ``seconds`` is the time since the last call."""
        before, self._seen = self._seen, (state.hours, state.seats[player].points)
        has_moved = before[0] == state.hours and state.seats[player].points < before[1]
        self._idle_seconds = 0.0 if has_moved else self._idle_seconds + seconds * state.running
        self._moves += has_moved
        is_offered = self._moves < _LEARNT or self._idle_seconds >= _PUZZLED_SECONDS
        self._is_wanted = is_offered if self.switched is None else self.switched

    @property
    def is_on(self) -> bool:
        """True unless the person has switched the arrow off."""
        return self.switched is not False

    def switch(self) -> bool:
        """Switch the arrow on or off for the rest of the game; return True if it is on now."""
        self.switched = not self.is_on
        return self.switched

    def shown(self, changes: int, cells: Cells, state: RealTimeState, player: int) -> Sequence[BestStep]:
        """Return the moves to show as arrows, the best one first; empty for none.

        Args:
            changes: the engine's count of changes. While it stays the same, the last result is reused.
            cells: cells of the board in play, shape (rows, columns), uint8.
            state: state of the game.
            player: seat of the person.
        """
        seat = state.seats[player]
        if not (state.phase is RealTimePhase.PLAY and seat.points and seat.standing is SeatStanding.IN):
            return ()
        here = seat.cursor.row, seat.cursor.column
        is_on_own = seat.cursor.visible and here[0] < len(cells) and cells[here] == player + 1
        start = seat.chosen or (here if is_on_own else None)
        asked = self._is_wanted and seat.chosen is None

        def compute() -> tuple[BestStep | None, BestStep | None]:
            return (
                best_step(cells, player) if asked else None,
                None if start is None else best_step(cells, player, start),
            )

        best, own = self._steps.of((changes, player, start, asked), compute)
        return [step for step in (best, own if own != best else None) if step is not None]

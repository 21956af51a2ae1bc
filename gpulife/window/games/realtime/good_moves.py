"""The moves of a lone person in Real-Time Life: arrows to good ones, and what the ones made have brought."""

from collections.abc import Sequence

from gpulife.games.core.game import Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.realtime.ai import BestStep, best_steps
from gpulife.games.realtime.state import TICKS_PER_GENERATION, RealTimePhase, RealTimeState, SeatStanding
from gpulife.rules import Cells
from gpulife.seats import YOU
from gpulife.window.play.foresight import Remembered

TAUGHT = 3
"""In an on-line match, the arrow is shown only for this many generations at the beginning."""
_SHOWN = 2
"""Maximum number of arrows."""
_GAIN_SECONDS = 1.6
"""Seconds for which the gain of a move stays at the place to which the cell went."""


class GoodMoves:
    """Decides which arrows show a lone person where to move a cell.

    Two arrows show the best moves of different cells to choose from, until the person switches them off. If the cursor
    is on an own cell or a cell is picked up, its best move takes the place of the second one.

    Attributes:
        is_on: True while the arrow is offered whenever there is a good move.
        finds_none: True if the arrow is on and the person has points, but no move of one step is good.
    """

    def __init__(self) -> None:
        self.is_on = True
        self.finds_none = False
        self._steps: Remembered[tuple[Sequence[BestStep], Sequence[BestStep]]] = Remembered()

    def switch(self) -> bool:
        """Switch the arrow on or off for the rest of the game; return True if it is on now."""
        self.is_on = not self.is_on
        return self.is_on

    def shown(self, changes: int, cells: Cells, state: RealTimeState, player: int) -> Sequence[BestStep]:
        """Return the moves to show as arrows, the best one first; empty for none.

        Args:
            changes: the engine's count of changes. While it stays the same, the last result is reused.
            cells: cells of the board in play, shape (rows, columns), uint8.
            state: state of the game.
            player: seat of the person.
        """
        seat, self.finds_none = state.seats[player], False
        if not (state.phase is RealTimePhase.PLAY and seat.points and seat.standing is SeatStanding.IN):
            return ()
        here = seat.cursor.row, seat.cursor.column
        is_on_own = seat.cursor.visible and here[0] < len(cells) and cells[here] == player + 1
        start = seat.chosen or (here if is_on_own else None)
        asked = self.is_on and seat.chosen is None

        def compute() -> tuple[Sequence[BestStep], Sequence[BestStep]]:
            return (
                best_steps(cells, player) if asked else (),
                () if start is None else best_steps(cells, player, start),
            )

        best, own = self._steps.of((changes, player, start, asked), compute)
        self.finds_none = asked and not best
        apart = (step for step in (*own, *best[1:]) if not any(_in_the_way(step, first) for first in best[:1]))
        return [*best[:1], *apart][:_SHOWN]


def _in_the_way(step: BestStep, first: BestStep) -> bool:
    """Return True if ``step`` cannot be made after ``first``: it moves the same cell, or to the same place."""
    return step.start == first.start or step.end == first.end


class MoveTally:
    """Counts how many cells a person's moves add to the generations that follow them.

    A move's gain is known at once: the forecast of the next generation just after the move, less the one just before.

    Attributes:
        moves: number of moves in this game.
        cells: cells that they have added in all.
        fresh: cells that the moves since the last generation add to the next one; None if there were none.
    """

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.moves = self.cells = 0
        self.fresh: int | None = None
        self._seen: tuple[int, int, int, int] | None = None  # generation, turn tick, points in it, and the forecast
        self._shown: tuple[Place, int] | None = None
        self._shown_seconds = 0.0

    def follow(self, state: RealTimeState, player: int, forecast: int | None, seconds: float) -> None:
        """Count a move that the person has just made. Called in every frame.

        Args:
            state: state of the game.
            player: seat of the person.
            forecast: number of cells that the person will have after the next generation if nothing is moved any more;
                None if it is not known.
            seconds: time since the last call.
        """
        self._shown_seconds += seconds
        seat, before = state.seats[player], self._seen
        if state.phase is RealTimePhase.WAITING or (before is not None and state.hours < before[1]):
            self._clear()  # another game, or a jump back
            return
        self._seen = None if forecast is None else (state.generation, state.hours, seat.points, forecast)
        if before is None or forecast is None:
            return
        generation, hours, points, expected = before
        if (state.generation, state.hours) == (generation, hours) and seat.points < points:
            gain = forecast - expected
            self.moves, self.cells, self.fresh = self.moves + 1, self.cells + gain, (self.fresh or 0) + gain
            self._shown, self._shown_seconds = ((seat.cursor.row, seat.cursor.column), gain), 0.0
        elif state.hours // TICKS_PER_GENERATION != hours // TICKS_PER_GENERATION:
            self.fresh = None

    @property
    def shown(self) -> Sequence[tuple[Place, int]]:
        """The place and the gain of the latest move; empty once it has been on screen for long enough."""
        return [self._shown] if self._shown is not None and self._shown_seconds < _GAIN_SECONDS else []

    def text(self, name: str) -> str:
        """Return what the moves of the person called ``name`` have brought, as a sentence without a full stop."""
        if not self.moves:
            return ""
        whose = "Your" if name == YOU else f"{name}'s"
        return f"{whose} {count_text(self.moves, 'move')} brought {cells_text(self.cells)}"


def step_text(step: BestStep) -> str:
    """Return what a good move brings, and when if that is later than in the next generation."""
    when = f" in {count_text(step.generations, 'generation')}" if step.generations > 1 else ""
    return f"{cells_text(step.gain)}{when}"


def cells_text(cells: int) -> str:
    """Return a gain or loss of cells with its sign: "+1 cell", "-3 cells", "no cell"."""
    return f"{cells:+d} cell{'s' * (abs(cells) != 1)}" if cells else "no cell"

"""The computer's input: tasks that are carried out with stick and trigger at a person's pace.

The next input follows from the state alone, so that a restart, a rewind or a branch can come at any time.
"""

from dataclasses import dataclass

from gpulife.games.core.game import Action, Board, Cursor, Place
from gpulife.games.core.input_emulator import InputEmulator, arrives, sign
from gpulife.games.survival1982.half_board import cursor_area
from gpulife.games.survival1982.seed_menu import cells_in_hand
from gpulife.games.survival1982.survival_state import ContestState

_FEW_CELLS = 3
"""Distance in cells that an axis may still have to go when both let go: taps of the stick make up for it."""
_DOWN, _UP = (1, 0), (-1, 0)


@dataclass(frozen=True, slots=True)
class MoveCursor:
    """Move the cursor to ``place``, with the trigger held while ``drawing``."""

    place: Place
    drawing: bool = False


@dataclass(frozen=True, slots=True)
class SetTrigger:
    """Press the trigger or let go of it; with ``generation`` press it only while the board is of that one."""

    pressed: bool
    generation: int | None = None


@dataclass(frozen=True, slots=True)
class FetchShape:
    """Fetch a shape from the menu and turn it to the orientation of that number."""

    entry: int
    turn: int


Task = MoveCursor | SetTrigger | FetchShape


class TaskInput(InputEmulator):
    """Carries out tasks as one player's input."""

    def do(self, task: Task, tick: int, state: ContestState, board: Board) -> Action | None:
        """Return the input that the task needs in this tick; None if it needs none, or none is allowed yet."""
        cursor = state.sides[self._player].cursor
        match task:
            case SetTrigger(pressed, when):
                if cursor.trigger == pressed or (pressed and when not in (None, board.generation)):
                    return None
                return self.pull(tick, pressed=pressed)
            case MoveCursor(place, drawing):
                if cursor.trigger and not drawing:
                    return self.pull(tick, pressed=False)
                return self._steer(place, tick, cursor, board.shape)
            case FetchShape():
                return self._fetch(task, tick, state, board.shape)

    def is_done(self, task: Task, state: ContestState) -> bool:
        """Return whether the task has reached its goal."""
        side = state.sides[self._player]
        match task:
            case SetTrigger(pressed, _):
                return side.cursor.trigger == pressed
            case MoveCursor(place, _):
                return (side.cursor.row, side.cursor.column) == place and side.cursor.stick == (0, 0)
            case FetchShape(entry, turn):
                return not side.in_menu and (side.entry, side.turns[entry]) == (entry, turn)

    def _steer(self, place: Place, tick: int, cursor: Cursor, shape: tuple[int, int]) -> Action | None:
        away = place[0] - cursor.row, place[1] - cursor.column
        if cursor.stick == (0, 0):
            if away == (0, 0):
                return None
            # A way with a turn takes one change more. No way is begun that the limit would not let end in this second.
            turns = 0 not in away and abs(away[0]) != abs(away[1])
            return self.push(tick, (sign(away[0]), sign(away[1])), 3 if turns else 2)
        there = arrives(cursor, away, shape)
        if not any(there):
            return None
        row, column = (
            push if push and not done and abs(far) > _FEW_CELLS else 0
            for push, far, done in zip(cursor.stick, away, there, strict=True)
        )
        return self.push(tick, (row, column))

    def _fetch(self, task: FetchShape, tick: int, state: ContestState, shape: tuple[int, int]) -> Action | None:
        """Go down to the bottom, let go, go down again, choose, turn, and go up."""
        side = state.sides[self._player]
        cursor = side.cursor
        if not side.in_menu:
            if cursor.trigger:
                return self.pull(tick, pressed=False)
            bottom = cursor_area(self._player, cells_in_hand(self._player, side).shape, shape).bottom
            if cursor.row != bottom:
                return self._steer((bottom, cursor.column), tick, cursor, shape)
            if cursor.stick != (0, 0):
                return self.push(tick, (0, 0))
            return self.push(tick, _DOWN, 2)
        if side.entry != task.entry:
            way = sign(task.entry - side.entry) * (-1 if self._player else 1)
            if cursor.stick == (0, way):
                return None
            return self.push(tick, (0, way) if cursor.stick == (0, 0) else (0, 0), 2)
        if cursor.stick != (0, 0):
            return self.push(tick, (0, 0))
        if cursor.trigger:
            return self.pull(tick, pressed=False)
        if side.turns[task.entry] != task.turn:
            return self.pull(tick, pressed=True)
        return self.push(tick, _UP, 2)

"""The computer's hands: errands that are done with stick and trigger at a person's pace.

What to do next is read off the state alone, so that a restart, a rewind or a branch can come at any time. The hands
remember only when they last moved.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpulife.games.base import TICKS_A_SECOND, Action, ActionKind, Board, Cursor
from gpulife.games.contest import ContestState
from gpulife.games.cursor import Place, speed
from gpulife.games.halves import reach
from gpulife.games.seed_menu import cells_in_hand

LEAST_APART = 4
"""Ticks between two changes: a fifteenth of a second is a quick tap."""
_FEW_CELLS = 3
"""Fewer are left to taps, rather than to a turn of the stick between."""
_DOWN, _UP = (1, 0), (-1, 0)


@dataclass(frozen=True, slots=True)
class Go:
    """Move the cursor to ``place``, with the trigger held while ``drawing``."""

    place: Place
    drawing: bool = False


@dataclass(frozen=True, slots=True)
class Hold:
    """Press the trigger or let go of it; press only while the board is of ``generation`` if given."""

    pressed: bool
    generation: int | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Fetch a shape from the menu, turned so."""

    entry: int
    turn: int


Errand = Go | Hold | Take


class Hands:
    """One player's.

    Args:
        player: 0 or 1.
        changes: of stick and trigger in any second, at most.
    """

    def __init__(self, player: int, changes: int) -> None:
        self._player = player
        self._changes = changes
        self._moved: list[int] = []

    def do(self, errand: Errand, tick: int, state: ContestState, board: Board) -> Action | None:
        """What the errand needs in this tick, if the hands are free for it."""
        cursor = state.sides[self._player].cursor
        match errand:
            case Hold(pressed, when):
                if cursor.trigger == pressed or (pressed and when not in (None, board.generation)):
                    return None
                return self._pull(tick, pressed=pressed)
            case Go(place, drawing):
                if cursor.trigger and not drawing:
                    return self._pull(tick, pressed=False)
                return self._steer(place, tick, cursor, board.shape)
            case Take():
                return self._fetch(errand, tick, state, board.shape)

    def is_done(self, errand: Errand, state: ContestState) -> bool:
        """Whether the state is what the errand is for."""
        side = state.sides[self._player]
        match errand:
            case Hold(pressed, _):
                return side.cursor.trigger == pressed
            case Go(place, _):
                return (side.cursor.row, side.cursor.column) == place and side.cursor.stick == (0, 0)
            case Take(entry, turn):
                return not side.in_menu and (side.entry, side.turns[entry]) == (entry, turn)

    def rest(self, tick: int, state: ContestState) -> Action | None:
        """Let go of whatever is held."""
        cursor = state.sides[self._player].cursor
        if cursor.trigger:
            return self._pull(tick, pressed=False)
        return self._push(tick, (0, 0)) if cursor.stick != (0, 0) else None

    def type(self, tick: int, digit: int) -> Action | None:
        """Type a digit."""
        return self._change(tick, ActionKind.DIGIT, digit)

    def _steer(self, place: Place, tick: int, cursor: Cursor, shape: tuple[int, int]) -> Action | None:
        away = place[0] - cursor.row, place[1] - cursor.column
        if cursor.stick == (0, 0):
            if away == (0, 0):
                return None
            # A way that turns takes a change more; none is begun that the hands could not end.
            turns = 0 not in away and abs(away[0]) != abs(away[1])
            return self._push(tick, (_sign(away[0]), _sign(away[1])), 3 if turns else 2)
        # The cells that it will have passed by the time that the stick is let go of in the next tick.
        coming = (cursor.travelled + speed(cursor.held_ticks + 1, shape)) // 1000 // 2
        there = [push and far * push <= coming for push, far in zip(cursor.stick, away, strict=True)]
        if not any(there):
            return None
        row, column = (
            push if push and not done and abs(far) > _FEW_CELLS else 0
            for push, far, done in zip(cursor.stick, away, there, strict=True)
        )
        return self._push(tick, (row, column))

    def _fetch(self, errand: Take, tick: int, state: ContestState, shape: tuple[int, int]) -> Action | None:
        """Down to the bottom, let go, down again, choose, turn, and up."""
        side = state.sides[self._player]
        cursor = side.cursor
        if not side.in_menu:
            if cursor.trigger:
                return self._pull(tick, pressed=False)
            bottom = reach(self._player, cells_in_hand(self._player, side).shape, shape).bottom
            if cursor.row != bottom:
                return self._steer((bottom, cursor.column), tick, cursor, shape)
            if cursor.stick != (0, 0):
                return self._push(tick, (0, 0))
            return self._push(tick, _DOWN, 2)
        if side.entry != errand.entry:
            way = _sign(errand.entry - side.entry) * (-1 if self._player else 1)
            if cursor.stick == (0, way):
                return None
            return self._push(tick, (0, way) if cursor.stick == (0, 0) else (0, 0), 2)
        if cursor.stick != (0, 0):
            return self._push(tick, (0, 0))
        if cursor.trigger:
            return self._pull(tick, pressed=False)
        if side.turns[errand.entry] != errand.turn:
            return self._pull(tick, pressed=True)
        return self._push(tick, _UP, 2)

    def _push(self, tick: int, stick: tuple[int, int], room: int = 1) -> Action | None:
        return self._change(tick, ActionKind.STICK, *stick, room=room)

    def _pull(self, tick: int, *, pressed: bool) -> Action | None:
        return self._change(tick, ActionKind.TRIGGER, int(pressed), room=1 + pressed)

    def _change(self, tick: int, kind: ActionKind, a: int, b: int = 0, *, room: int = 1) -> Action | None:
        """One change, if there is room for so many of them within a second of the first that counts."""
        # After a rewind what was done lies ahead: it has not been done.
        self._moved = [when for when in self._moved if tick - TICKS_A_SECOND < when <= tick]
        hasty = bool(self._moved) and tick - self._moved[-1] < LEAST_APART
        if hasty or len(self._moved) + min(room, self._changes) > self._changes:
            return None
        self._moved.append(tick)
        return Action(self._player, kind, a, b)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

"""Emulate a person's input by stick, trigger and keys in any game, with a limit on changes a second.

The emulator remembers only the times of its last changes, so that a restart, a rewind or a branch can come at any time.
"""

from gpulife.games.core.cursor import speed
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Cursor

MIN_TICKS_APART = 4
"""Ticks between two changes, at least: a fifteenth of a second is a quick tap."""


class InputEmulator:
    """The input of one player.

    Args:
        player: number of the player.
        changes: maximum number of changes of stick, trigger and keys in any second.
    """

    def __init__(self, player: int, changes: int) -> None:
        self._player = player
        self._changes = changes
        self._change_ticks: list[int] = []

    def change(self, tick: int, kind: ActionKind, a: int = 0, b: int = 0, *, room: int = 1) -> Action | None:
        """Return an action and count it as a change; None if ``room`` more changes do not fit into this second.

        ``room`` is the number of changes that belong together, this one included: none is begun that cannot be ended.
        """
        # After a rewind changes may lie ahead: those have not been made.
        self._change_ticks = [when for when in self._change_ticks if tick - TICKS_PER_SECOND < when <= tick]
        too_soon = bool(self._change_ticks) and tick - self._change_ticks[-1] < MIN_TICKS_APART
        if too_soon or len(self._change_ticks) + min(room, self._changes) > self._changes:
            return None
        self._change_ticks.append(tick)
        return Action(self._player, kind, a, b)

    def push(self, tick: int, stick: tuple[int, int], room: int = 1) -> Action | None:
        """Push the stick, or let go of it."""
        return self.change(tick, ActionKind.STICK, *stick, room=room)

    def pull(self, tick: int, *, pressed: bool) -> Action | None:
        """Press the trigger, if it can be let go of soon, or let go of it."""
        return self.change(tick, ActionKind.TRIGGER, int(pressed), room=1 + pressed)

    def rest(self, tick: int, cursor: Cursor) -> Action | None:
        """Let go of trigger and stick, one after the other."""
        if cursor.trigger:
            return self.pull(tick, pressed=False)
        return self.push(tick, (0, 0)) if cursor.stick != (0, 0) else None


def arrives(cursor: Cursor, away: tuple[int, int], shape: tuple[int, int]) -> tuple[bool, ...]:
    """Return for each axis whether the stick pushes the cursor towards a goal ``away``, and it is almost there."""
    coming = (cursor.travelled + speed(cursor.held_ticks + 1, shape)) // 1000 // 2
    return tuple(push != 0 and far * push <= coming for push, far in zip(cursor.stick, away, strict=True))


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)

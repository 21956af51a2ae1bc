"""Let a computer player use the stick, the trigger and keys, no faster than a person could.

The emulator remembers only the ticks of its last changes, so that it keeps working after a restart or a rewind.
"""

from gpulife.games.core.cursor import speed
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Cursor

MIN_TICKS_APART = 4
"""Minimum number of ticks between two changes: 1/15 of a second, as in a quick tap."""


class InputEmulator:
    """The emulated input of one player.

    Args:
        player: number of the player.
        changes: the player may change the stick, the trigger and the keys at most this many times per second.
    """

    def __init__(self, player: int, changes: int) -> None:
        self._player = player
        self._changes = changes
        self._change_ticks: list[int] = []

    def change(self, tick: int, kind: ActionKind, a: int = 0, b: int = 0, *, room: int = 1) -> Action | None:
        """Return an action and count it as a change; None if ``room`` changes would exceed the limit now.

        ``room`` is the number of changes that must fit within the limit, this one included: 2 to press and let go.
        """
        # After a rewind, changes later than ``tick`` have not happened.
        self._change_ticks = [when for when in self._change_ticks if tick - TICKS_PER_SECOND < when <= tick]
        too_soon = bool(self._change_ticks) and tick - self._change_ticks[-1] < MIN_TICKS_APART
        if too_soon or len(self._change_ticks) + min(room, self._changes) > self._changes:
            return None
        self._change_ticks.append(tick)
        return Action(self._player, kind, a, b)

    def push(self, tick: int, stick: tuple[int, int], room: int = 1) -> Action | None:
        """Return an action that pushes the stick, or lets go of it if ``stick`` is (0, 0); None if it is too soon.

        ``room`` is as in :meth:`change`.
        """
        return self.change(tick, ActionKind.STICK, *stick, room=room)

    def pull(self, tick: int, *, pressed: bool) -> Action | None:
        """Return an action that presses the trigger or, if not ``pressed``, lets go of it; None if it is too soon.

        It is too soon to press if the limit on changes would delay letting go.
        """
        return self.change(tick, ActionKind.TRIGGER, int(pressed), room=1 + pressed)

    def rest(self, tick: int, cursor: Cursor) -> Action | None:
        """Return an action that lets go of the trigger if it is pressed, else of the stick; None if neither is held."""
        if cursor.trigger:
            return self.pull(tick, pressed=False)
        return self.push(tick, (0, 0)) if cursor.stick != (0, 0) else None


def arrives(cursor: Cursor, away: tuple[int, int], shape: tuple[int, int]) -> tuple[bool, ...]:
    """Return, for each axis, True if the stick should be let go: one more tick would bring the cursor no nearer.

    ``away`` is the number of cells from the cursor to the goal on each axis, in the same order.
    """
    coming = (cursor.travelled + speed(cursor.held_ticks + 1, shape)) // 1000 // 2
    return tuple(push != 0 and far * push <= coming for push, far in zip(cursor.stick, away, strict=True))


def sign(number: int) -> int:
    """Return the sign of ``number``: -1, 0 or 1."""
    return (number > 0) - (number < 0)

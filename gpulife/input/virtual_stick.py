"""A seat: one player's stick and trigger, however many keys and pads push them.

Of two opposite directions the one pressed last wins; letting it go brings the other back. Only changes become actions,
which keeps replays small.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from gpulife.games.core.game import Action, ActionKind


class Seat:
    """What is held by one player now, and what the game was told last."""

    def __init__(self, player: int) -> None:
        self.player = player
        self._sticks: dict[Hashable, tuple[int, int]] = {}  # in the order of pressing
        self._triggers: set[Hashable] = set()
        self._told = (0, 0, 0)

    def press(self, source: Hashable, action: Action) -> None:
        """Let ``source`` hold the STICK or TRIGGER of ``action`` from now on."""
        if action.kind is ActionKind.STICK:
            self._sticks[source] = (action.a, action.b)
        else:
            self._triggers.add(source)

    def release(self, source: Hashable) -> None:
        """Let ``source`` hold nothing any more."""
        self._sticks.pop(source, None)
        self._triggers.discard(source)

    def changes(self) -> Iterator[Action]:
        """Yield what the game has not been told yet."""
        rows = columns = 0
        for row, column in self._sticks.values():
            rows, columns = row or rows, column or columns
        trigger = int(bool(self._triggers))
        told, self._told = self._told, (rows, columns, trigger)
        if told[:2] != (rows, columns):
            yield Action(self.player, ActionKind.STICK, rows, columns)
        if told[2] != trigger:
            yield Action(self.player, ActionKind.TRIGGER, trigger)

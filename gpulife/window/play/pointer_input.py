"""The mouse as a player's stick and trigger, in games where a click presses the trigger at a place."""

from collections.abc import Iterator

from gpulife.games.core.cursor import Place
from gpulife.games.core.game import Action, ActionKind


class PointerInput:
    """Turns the mouse into actions of one player.

    Attributes:
        player: the player whose actions they are.
        hovers: whether moving without a pressed button counts; not in the past, where any action begins a new future.
    """

    def __init__(self) -> None:
        self.player = 0
        self.hovers = True
        self._place: Place | None = None
        self._pressed: int | None = None

    def press(self, place: Place) -> Iterator[Action]:
        """Press the trigger at a place."""
        self._pressed, self._place = self.player, place
        yield Action(self.player, ActionKind.POINT, *place)
        yield Action(self.player, ActionKind.TRIGGER, 1)

    def release(self) -> Iterator[Action]:
        """Let go of the trigger, wherever the pointer is."""
        if self._pressed is not None:
            yield Action(self._pressed, ActionKind.TRIGGER, 0)
        self._pressed = None

    def move(self, place: Place) -> Iterator[Action]:
        """Move the player's cursor to a place."""
        if place != self._place and (self.hovers or self._pressed is not None):
            self._place = place
            yield Action(self.player, ActionKind.POINT, *place)

"""The mouse as a player's hand: in games where a click means the trigger at a place, not a cell drawn there."""

from __future__ import annotations

from collections.abc import Iterator

from gpulife.games.core.cursor import Place
from gpulife.games.core.game import Action, ActionKind


class MouseHand:
    """One hand.

    Attributes:
        player: whom it plays for.
        hovers: whether it points without being pressed; not in the past, where whatever one does begins another future.
    """

    def __init__(self) -> None:
        self.player = 0
        self.hovers = True
        self._place: Place | None = None
        self._pressed: int | None = None

    def press(self, place: Place) -> Iterator[Action]:
        """The button goes down over a place."""
        self._pressed, self._place = self.player, place
        yield Action(self.player, ActionKind.POINT, *place)
        yield Action(self.player, ActionKind.TRIGGER, 1)

    def release(self) -> Iterator[Action]:
        """It goes up, wherever that is."""
        if self._pressed is not None:
            yield Action(self._pressed, ActionKind.TRIGGER, 0)
        self._pressed = None

    def move(self, place: Place) -> Iterator[Action]:
        """The pointer is over a place."""
        if place != self._place and (self.hovers or self._pressed is not None):
            self._place = place
            yield Action(self.player, ActionKind.POINT, *place)

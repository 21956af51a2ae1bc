"""The mouse as a player's hand: in games where a click means the trigger at a place, not a cell drawn there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gpulife.games.base import Action, ActionKind
from gpulife.games.cursor import Place


class MouseHand:
    """One hand.

    Attributes:
        player: whom it plays for.
        choose: asked at each press for whom it plays from there on; None where the mouse draws instead.
        hovers: whether it points without being pressed; not in the past, where whatever one does begins another future.
    """

    def __init__(self) -> None:
        self.player = 0
        self.choose: Callable[[Place], int] | None = None
        self.hovers = True
        self._place: Place | None = None
        self._pressed: int | None = None

    def press(self, place: Place, shape: tuple[int, int]) -> Iterator[Action]:
        """The button goes down over a place."""
        if self.choose is None or not _is_on(place, shape):
            return
        self.player = self.choose(place)
        self._pressed, self._place = self.player, place
        yield Action(self.player, ActionKind.POINT, *place)
        yield Action(self.player, ActionKind.TRIGGER, 1)

    def release(self) -> Iterator[Action]:
        """It goes up, wherever that is."""
        if self._pressed is not None:
            yield Action(self._pressed, ActionKind.TRIGGER, 0)
        self._pressed = None

    def move(self, place: Place, shape: tuple[int, int]) -> Iterator[Action]:
        """The pointer is over a place."""
        if (
            self.choose is None
            or not (self.hovers or self._pressed is not None)
            or place == self._place
            or not _is_on(place, shape)
        ):
            return
        self._place = place
        yield Action(self.player, ActionKind.POINT, *place)


def _is_on(place: Place, shape: tuple[int, int]) -> bool:
    return 0 <= place[0] < shape[0] and 0 <= place[1] < shape[1]

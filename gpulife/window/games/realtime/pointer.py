"""The mouse in Real-Time Life: draws cell by cell, drags cells to where they go, and times the answers to orders."""

from collections.abc import Iterator

from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.realtime.state import RealTimeState
from gpulife.window.play.pointer_input import line

_ANSWER_SECONDS = 4.0
"""Time for which the answer to an order is shown."""


class PointerInput:
    """The mouse as the stick and trigger of one player: a click presses the trigger at a place.

    While the button is held, the player's cursor goes from place to place by king's steps, however fast the mouse is.

    Attributes:
        player: the player whose actions they are.
        hovers: whether moving without a pressed button counts; not in the past, where any action begins a new future.
    """

    def __init__(self) -> None:
        self.player = 0
        self.hovers = True
        self._place: Place | None = None
        self._from: Place | None = None
        self._pressed: int | None = None

    def press(self, place: Place) -> Iterator[Action]:
        """Press the trigger at a place."""
        self._pressed, self._place, self._from = self.player, place, place
        yield Action(self.player, ActionKind.POINT, *place)
        yield Action(self.player, ActionKind.TRIGGER, 1)

    def release(self, chosen: Place | None) -> Iterator[Action]:
        """Let go of the trigger, wherever the pointer is; a ``chosen`` cell that was dragged elsewhere is put there."""
        player, self._pressed = self._pressed, None
        if player is None:
            return
        yield Action(player, ActionKind.TRIGGER, 0)
        if chosen is not None and chosen == self._from and self._place not in (None, chosen):
            yield from (Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0))

    def move(self, place: Place) -> Iterator[Action]:
        """Move the player's cursor to a place."""
        if place == self._place or not (self.hovers or self._pressed is not None):
            return
        before, self._place = self._place, place
        way = [list(place)] if self._pressed is None or before is None else line(before, place)[1:].tolist()
        for row, column in way:
            yield Action(self.player, ActionKind.POINT, row, column)


class AnswerTimer:
    """Knows which seats' orders were answered a moment ago, so that the answers stand on the screen for a while."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, float]] = {}

    def follow(self, state: RealTimeState, seconds: float) -> frozenset[int]:
        """Return the seats whose answer to show, when ``seconds`` have passed since the last call."""
        for number, seat in enumerate(state.seats):
            message, age = self._seen.get(number, ("", 0.0))
            again = seat.message != message or seat.cursor.trigger
            self._seen[number] = seat.message, 0.0 if again else age + seconds
        return frozenset(number for number, (message, age) in self._seen.items() if message and age < _ANSWER_SECONDS)

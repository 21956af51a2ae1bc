"""Orders of people in Real-Time Life: the mouse as one player's stick and trigger, and how long answers are shown."""

from collections.abc import Iterator

from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.realtime.state import RealTimeState, Seat
from gpulife.window.play.pointer_input import line

_ANSWER_SECONDS, _SHORT_SECONDS = 2.5, 0.8
"""Seconds for which the answer to a player's order stays on screen while the cursor rests; and once it has moved."""


def cursor_place(seat: Seat) -> Place:
    """Return the place of a player's cursor."""
    return seat.cursor.row, seat.cursor.column


class PointerInput:
    """Turns mouse input into the actions of one player's stick and trigger. The mouse button is the trigger.

    While the button is held, the cursor moves through all cells between two mouse positions.

    Attributes:
        player: the player who uses the mouse.
        hovers: True if the cursor follows the mouse while no button is pressed. False while the session is rewound,
            where any action would discard all later generations.
    """

    def __init__(self) -> None:
        self.player = 0
        self.hovers = True
        self._place: Place | None = None
        self._from: Place | None = None
        self._pressed: int | None = None
        self._picks = False

    @property
    def place(self) -> Place | None:
        """The place of the pointer on the board; None before it was there. It is in view, so the view need not move."""
        return self._place

    @property
    def is_pressed(self) -> bool:
        """True while the button is held."""
        return self._pressed is not None

    @property
    def dragged(self) -> Place | None:
        """The place of the cell that the player has picked up with the button, which is still held; None for none."""
        return self._from if self._picks and self.is_pressed else None

    def press(self, place: Place, *, picks: bool = False) -> Iterator[Action]:
        """Yield the actions that move the cursor to ``place`` and press the trigger.

        ``picks`` is True if this picks up a cell of the player.
        """
        self._pressed, self._place, self._from, self._picks = self.player, place, place, picks
        yield Action(self.player, ActionKind.POINT, *place)
        yield Action(self.player, ActionKind.TRIGGER, 1)

    def release(self, chosen: Place | None) -> Iterator[Action]:
        """Yield the actions that release the trigger.

        If the chosen cell, which is at ``chosen``, was dragged, move it to the pointer's place.
        """
        player, self._pressed = self._pressed, None
        if player is None:
            return
        yield Action(player, ActionKind.TRIGGER, 0)
        if chosen is not None and chosen == self._from and self._place not in (None, chosen):
            yield from (Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0))

    def take_again(self) -> Iterator[Action]:
        """Yield the actions that pick up the dragged cell once more, and move the cursor back to the pointer."""
        if (place := self.dragged) is None:
            return
        yield Action(self.player, ActionKind.POINT, *place)
        yield from (Action(self.player, ActionKind.TRIGGER, pressed) for pressed in (0, 1))
        if self._place is not None:
            yield Action(self.player, ActionKind.POINT, *self._place)

    def drop(self) -> None:
        """Forget the dragged cell, which has died."""
        self._picks = False

    def move(self, place: Place) -> Iterator[Action]:
        """Yield the actions that move the player's cursor to ``place``."""
        if place == self._place or not (self.hovers or self._pressed is not None):
            return
        before, self._place = self._place, place
        way = [list(place)] if self._pressed is None or before is None else line(before, place)[1:].tolist()
        for row, column in way:
            yield Action(self.player, ActionKind.POINT, row, column)


class AnswerTimer:
    """Remembers which orders were answered recently, so that the answers stay on screen for some seconds."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, float, Place | None]] = {}  # message, age, and the cursor's place at first

    def follow(self, state: RealTimeState, seconds: float) -> frozenset[int]:
        """Return the seats whose answers are shown now; ``seconds`` is the time since the last call."""
        for number, seat in enumerate(state.seats):
            message, age, place = self._seen.get(number, ("", 0.0, None))
            again, here = seat.message != message or seat.cursor.trigger, cursor_place(seat)
            self._seen[number] = seat.message, 0.0 if again else age + seconds, here if again else place
        return frozenset(
            number
            for number, (message, age, place) in self._seen.items()
            if message and age < (_ANSWER_SECONDS if place == cursor_place(state.seats[number]) else _SHORT_SECONDS)
        )

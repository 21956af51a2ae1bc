"""From key events and pad states to commands: called once a frame by ``app``, with events and pads from anywhere.

Whatever was pressed is let go by its own release, by losing the focus, by unplugging, by opening a menu or by new
bindings, so that no stick is ever stuck. Time comes in as seconds since the last call.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gpulife.input.bindings import Bindings
from gpulife.input.commands import Asked
from gpulife.input.events import Event, FocusEvent, KeyEvent, MouseButton
from gpulife.input.gamepads import Gamepads
from gpulife.input.held_inputs import Holding
from gpulife.input.keyboard import Keyboard, is_typing
from gpulife.input.pads import PadSource, PadState
from gpulife.input.seat_claims import Notice, NoticeKind, Seating

DEAD_ZONE = 0.25
"""Of the sticks, unless the settings say otherwise."""


@dataclass(frozen=True, slots=True)
class Polled:
    """What one frame brought.

    Attributes:
        asked: actions and commands, in the order in which they were asked for.
        notices: who joined, and pads that went and came back.
        menu: the pads that steer the panels now.
    """

    asked: tuple[Asked, ...] = ()
    notices: tuple[Notice, ...] = ()
    menu: tuple[PadState, ...] = ()


class Poller:
    """The devices of this machine, as players and as the program's controls.

    Args:
        bindings: what is bound to what.
        pads: where pads come from.
        seats: how many can play; a game says.
        dead_zone: of the sticks, 0 to 1; may be set at any time.

    Attributes:
        seating: which pad sits where, and which seats no pad takes.
        holding: what is held, and which actions say who asks for them.
        gamepads: the pads, and which of them steer the panels.
    """

    def __init__(self, bindings: Bindings, pads: PadSource, *, seats: int = 2, dead_zone: float = DEAD_ZONE) -> None:
        self.dead_zone = dead_zone
        self._source = pads
        self.holding = Holding()
        self.seating = Seating(seats)
        self._keyboard = Keyboard(bindings)
        self.gamepads = Gamepads(self.seating, self.holding)
        self._focused = True  # until told otherwise: a window without a window manager never is

    @property
    def bindings(self) -> Bindings:
        """What is bound to what; setting it lets go of everything."""
        return self._keyboard.bindings

    @bindings.setter
    def bindings(self, bindings: Bindings) -> None:
        self.release_all()
        self._keyboard.bindings = bindings

    @property
    def seats(self) -> int:
        """How many can play; who sits beyond that stands up."""
        return self.seating.seats

    @seats.setter
    def seats(self, seats: int) -> None:
        for player in range(seats, self.seating.seats):
            self.stand_up(player)
        self.seating.seats = seats

    def sit_at_keyboard(self, player: int) -> None:
        """Let player 0 play on WASD or player 1 on the arrows, without their having to join."""
        if player < self.seats:
            self._keyboard.joined.add(player)

    def stand_up(self, player: int) -> None:
        """Free that player's seat of keyboard and pad."""
        self.holding.release_player(player)
        self.holding.tell()
        self._keyboard.joined.discard(player)
        self.seating.stand_up(player)

    def devices(self) -> dict[int, tuple[str, ...]]:
        """Return what each player plays with: "keyboard", or the name of a pad; players with nothing are left out."""
        found: dict[int, tuple[str, ...]] = {}
        for player in range(self.seats):
            names = ["keyboard"] if player in self._keyboard.joined else []
            if pad := self.seating.name_of(player):
                names.append(pad)
            if names:
                found[player] = tuple(names)
        return found

    def release_all(self) -> None:
        """Let go of everything; what that changes comes with the next poll."""
        self.holding.release_all()
        self.holding.tell()
        self.gamepads.forget()

    def poll(self, events: Iterable[Event], seconds: float, *, typing: bool = False, menu: bool = False) -> Polled:
        """Take in what happened since the last call, and return what it asks for.

        Args:
            events: of the window, in their order; those of the mouse are passed over.
            seconds: since the last call.
            typing: a field of text has the keyboard.
            menu: a menu is over the game (start screen, a dialogue): all keys and pads are its own but for the
                controls that work in menus.
        """
        if menu:
            self.release_all()
        notices: list[Notice] = []
        for event in events:
            if isinstance(event, FocusEvent):
                self._focused = event.gained
                self._keyboard.forget()
                self.release_all()
            elif isinstance(event, KeyEvent) and not event.repeat:
                joined = self._key(event, typing=typing, menu=menu)
                notices += [Notice(NoticeKind.JOINED, player, "keyboard") for player in sorted(joined)]
                self.holding.tell()
            elif isinstance(event, MouseButton):
                self._keyboard.clicked()
        states = self._source.poll()
        notices += self.gamepads.read(
            states,
            self.bindings,
            self._keyboard.joined,
            dead_zone=self.dead_zone,
            menu=menu,
            listening=self._focused,
        )
        self.holding.go_on(seconds)
        steering = tuple(self.gamepads.steering(states, menu=menu))
        return Polled(self.holding.take(), tuple(notices), steering if self._focused else ())

    def _key(self, event: KeyEvent, *, typing: bool, menu: bool) -> set[int]:
        """Press or release a key; who joined by it."""
        source, before = ("key", event.key), set(self._keyboard.joined)
        seats = 0 if typing or menu else self.seats
        self.holding.release([source])  # even when it goes down: its release can have been lost
        if not event.pressed:
            self._keyboard.release(event, seats)
        else:
            control = self._keyboard.press(event, seats)
            heard = not (typing or menu) or (control and control.in_menu and not (typing and is_typing(event)))
            if control and heard:
                self.holding.press(source, control, control.player)
        return self._keyboard.joined - before

"""From key events and pad states to commands: called once a frame by ``app``, with events and pads from anywhere.

Whatever was pressed is let go by its own release, by losing the focus, by unplugging, by opening a menu or by new
bindings, so that no stick is ever stuck. Time comes in as seconds since the last call.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gpulife.commands import Asked
from gpulife.games.base import ActionKind
from gpulife.input.bindings import Bindings
from gpulife.input.events import Event, FocusEvent, KeyEvent, MouseButton
from gpulife.input.gamepads import Gamepads
from gpulife.input.holding import Holding
from gpulife.input.joining import Notice, NoticeKind, Seating
from gpulife.input.keyboard import Keyboard, is_typing
from gpulife.input.pads import PadSource, PadState

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
    """

    def __init__(self, bindings: Bindings, pads: PadSource, *, seats: int = 2, dead_zone: float = DEAD_ZONE) -> None:
        self.dead_zone = dead_zone
        self._source = pads
        self._holding = Holding()
        self._seating = Seating(seats)
        self._keyboard = Keyboard(bindings)
        self._gamepads = Gamepads(self._seating, self._holding)
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
        return self._seating.seats

    @seats.setter
    def seats(self, seats: int) -> None:
        for player in range(seats, self._seating.seats):
            self.stand_up(player)
        self._seating.seats = seats

    @property
    def reserved(self) -> frozenset[int]:
        """Players that the computer is: no pad takes their seats, but whoever sits there stays."""
        return self._seating.reserved

    @reserved.setter
    def reserved(self, players: frozenset[int]) -> None:
        self._seating.reserved = players

    @property
    def personal(self) -> frozenset[ActionKind]:
        """Kinds of the console's actions that say who presses them: the pad's player, or KEYBOARD."""
        return self._holding.personal

    @personal.setter
    def personal(self, kinds: frozenset[ActionKind]) -> None:
        self._holding.personal = kinds

    def sit_at_keyboard(self, player: int) -> None:
        """Let player 0 play on WASD or player 1 on the arrows, without their having to join."""
        if player < self.seats:
            self._keyboard.joined.add(player)

    def stand_up(self, player: int) -> None:
        """Free that player's seat of keyboard and pad."""
        self._holding.release_player(player)
        self._holding.tell()
        self._keyboard.joined.discard(player)
        self._seating.stand_up(player)

    def devices(self) -> dict[int, tuple[str, ...]]:
        """Return what each player plays with: "keyboard", or the name of a pad; players with nothing are left out."""
        found: dict[int, tuple[str, ...]] = {}
        for player in range(self.seats):
            names = ["keyboard"] if player in self._keyboard.joined else []
            if pad := self._seating.name_of(player):
                names.append(pad)
            if names:
                found[player] = tuple(names)
        return found

    def leave_menu(self) -> None:
        """Let every pad play again."""
        self._gamepads.leave_menu()

    def steer_menu(self, player: int, *, on: bool) -> None:
        """Let that player's pad steer the panels, or play again."""
        self._gamepads.steer_menu(player, on=on)

    def release_all(self) -> None:
        """Let go of everything; what that changes comes with the next poll."""
        self._holding.release_all()
        self._holding.tell()
        self._gamepads.forget()

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
                self._holding.tell()
            elif isinstance(event, MouseButton):
                self._keyboard.clicked()
        states = self._source.poll()
        notices += self._gamepads.read(
            states,
            self.bindings,
            self._keyboard.joined,
            dead_zone=self.dead_zone,
            menu=menu,
            listening=self._focused,
        )
        self._holding.go_on(seconds)
        steering = tuple(self._gamepads.steering(states, menu=menu))
        return Polled(self._holding.take(), tuple(notices), steering if self._focused else ())

    def _key(self, event: KeyEvent, *, typing: bool, menu: bool) -> set[int]:
        """Press or release a key; who joined by it."""
        source, before = ("key", event.key), set(self._keyboard.joined)
        seats = 0 if typing or menu else self.seats
        self._holding.release([source])  # even when it goes down: its release can have been lost
        if not event.pressed:
            self._keyboard.release(event, seats)
        else:
            control = self._keyboard.press(event, seats)
            heard = not (typing or menu) or (control and control.in_menu and not (typing and is_typing(event)))
            if control and heard:
                self._holding.press(source, control, control.player)
        return self._keyboard.joined - before

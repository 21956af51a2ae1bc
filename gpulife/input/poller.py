"""Turns key events and pad states into actions and commands, once per frame.

Held keys and buttons count as released when the window loses the focus, the pad is unplugged, a menu opens, or bindings
change. So no stick gets stuck. Phones are heard even without the focus: they steer no other window.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gpulife.games.core.game import NOBODY, Action
from gpulife.input._held_inputs import HeldInputs, Keyboard, is_typing
from gpulife.input.bindings import Bindings, find_control
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import HALVES, PAD_PLAYER, When
from gpulife.input.events import Event, FocusEvent, KeyEvent, MouseButton, MouseWheel, PadSource, PadState
from gpulife.input.gamepads import Gamepads, Notice, NoticeKind, SeatClaims
from gpulife.input.glyphs import Hands, Press

DEAD_ZONE = 0.25
"""Usual dead zone of sticks, from 0 to 1. A stick that is tilted less than this counts as released."""


@dataclass(frozen=True, slots=True)
class FrameInput:
    """The input of one frame.

    Attributes:
        requests: the actions and commands that the user requested, in order.
        notices: players who joined, and pads that were unplugged or came back.
        menu_pads: the states of the pads that steer the panels.
    """

    requests: tuple[CommandOrAction, ...] = ()
    notices: tuple[Notice, ...] = ()
    menu_pads: tuple[PadState, ...] = ()


class Poller:
    """Turns the input from this machine's keyboard and gamepads into requests.

    Args:
        bindings: the bindings of all controls.
        pads: source of the gamepads' states.
        seats: number of players in the game.
        dead_zone: dead zone of the sticks, 0 to 1. This may be changed at any time.

    Attributes:
        source: source of the gamepads' states.
        seat_claims: the seats that pads have taken, and the seats that no pad may take.
        held_inputs: the held keys and buttons.
        gamepads: the pads, and which of them steer panels.
        own_seat: the only seat played on this machine, in an on-line match; NOBODY for viewers. None if all players
            sit at this machine.
    """

    def __init__(self, bindings: Bindings, pads: PadSource, *, seats: int = 2, dead_zone: float = DEAD_ZONE) -> None:
        self.dead_zone = dead_zone
        self.source = pads
        self.held_inputs = HeldInputs()
        self.seat_claims = SeatClaims(seats)
        self._keyboard = Keyboard(bindings)
        self.gamepads = Gamepads(self.seat_claims, self.held_inputs)
        self.own_seat: int | None = None
        self._focused = True  # assumed: without a window manager there are no focus events
        self._by_pad: dict[int | None, bool] = {}  # whether each player, or anyone (None), last used a gamepad

    @property
    def bindings(self) -> Bindings:
        """Keys and buttons of all controls. When new bindings are set, all held keys and buttons are released."""
        return self._keyboard.bindings

    @bindings.setter
    def bindings(self, bindings: Bindings) -> None:
        self.release_all()
        self._keyboard.bindings = bindings

    def keys_text(self, control: str) -> str:
        """Return a control's keys, and its buttons if a gamepad is plugged in, as displayed in messages."""
        return self.bindings.keys_text(control, pads=self.gamepads.are_connected)

    @property
    def seats(self) -> int:
        """Number of players. When a lower number is set, players with higher numbers lose their seats."""
        return self.seat_claims.seats

    @seats.setter
    def seats(self, seats: int) -> None:
        for player in range(seats, self.seat_claims.seats):
            self.leave_seat(player)
        self.seat_claims.seats = seats

    def set_times(self, keyboard: tuple[When, ...], pads: Mapping[int, tuple[When, ...]]) -> None:
        """Set the special situations (``When``) of the keyboard and of each player's pad, the most specific first."""
        self._keyboard.times = keyboard
        self.gamepads.times = pads

    def sit_at_keyboard(self, player: int) -> None:
        """Let a player play on the keyboard without joining first: player 0 on WASD, player 1 on the arrows."""
        if player < self.seats:
            self._keyboard.joined.add(player)

    def at_keyboard(self, players: Container[int]) -> list[int]:
        """Return those of ``players`` who use the keyboard."""
        return [player for player, names in self.devices().items() if "keyboard" in names and player in players]

    def leave_keyboard(self) -> None:
        """Remove all players from the keyboard. They can join there again."""
        for player in tuple(self._keyboard.joined):
            self._keyboard.joined.discard(player)
            if player not in self._devices():
                self.held_inputs.release_player(player)
        self.held_inputs.add_stick_changes()

    def leave_seat(self, player: int) -> None:
        """Take keyboard and pad from a player's seat. Do nothing if ``own_seat`` is set."""
        if self.own_seat is not None:
            return
        self.held_inputs.release_player(player)
        self.held_inputs.add_stick_changes()
        self._keyboard.joined.discard(player)
        self.seat_claims.leave_seat(player)

    def devices(self) -> dict[int, tuple[str, ...]]:
        """Return each player's devices: "keyboard", or the name of a pad. Players without a device are left out.

        A player's unplugged pad is returned too, unless ``own_seat`` is set.
        """
        devices = self._devices(with_missing_pads=self.own_seat is None)
        if self.own_seat is None:
            return devices
        names = tuple(dict.fromkeys(name for each in devices.values() for name in each))
        return {self.own_seat: names} if self.own_seat != NOBODY and names else {}

    def _devices(self, *, with_missing_pads: bool = True) -> dict[int, tuple[str, ...]]:
        claims = self.seat_claims
        devices = {
            player: (
                "keyboard" if player in self._keyboard.joined else None,
                claims.name_of(player) if with_missing_pads or claims.has_pad(player) else None,
            )
            for player in range(self.seats)
        }
        return {player: tuple(filter(None, names)) for player, names in devices.items() if any(names)}

    def hands(self, player: int) -> Hands:
        """Return the devices with which a player plays now, for the pictures of keys and buttons in texts.

        Of several connected devices, it is the one that was used last. Without any, it is the keyboard, except for
        players who have no half of it.
        """
        is_shared = self.own_seat is not None  # then all who sit here play one seat
        devices = self.devices() if is_shared else self._devices(with_missing_pads=False)
        names, has_half = devices.get(player, ()), is_shared or player < HALVES
        pads = [name for name in names if name != "keyboard"]
        others_type = len(devices) > 1 and "keyboard" not in names
        if pads and (self._by_pad.get(None if is_shared else player, True) or others_type or not has_half):
            return Hands(player, "keyboard" in names, pads[0])
        missing = "" if has_half else self.seat_claims.name_of(player) or ""
        return Hands(player, not missing, missing)

    def anyones_hands(self) -> Hands:
        """Return the devices of a person who has no seat yet. A gamepad counts until keys or the mouse are used."""
        pads = [state.name for state in self.source.poll().values()] if self._by_pad.get(None, True) else []
        return Hands(pad=next(iter(pads), ""))

    def release_all(self, *, but: frozenset[int] = frozenset()) -> None:
        """Release all held keys and buttons. The next :meth:`poll` returns the actions that result.

        The pads with the socket numbers ``but`` keep theirs.
        """
        self.held_inputs.release_all(but=but)
        self.held_inputs.add_stick_changes()
        self.gamepads.forget_modifiers(but=but)

    def click(self, press: Press, *, menu: bool = False) -> None:
        """Press and release a control whose picture the user has clicked.

        Args:
            press: what happens when the user clicks the picture.
            menu: True if a menu covers the game; then only controls with ``in_menu`` work.
        """
        control = find_control(press.control)
        if menu and not control.in_menu:
            return
        player = press.player if control.player == PAD_PLAYER or press.by_pad else control.player
        self.held_inputs.tap(("click", press.control), control, player)

    def poll(
        self,
        events: Iterable[Event],
        seconds: float,
        *,
        typing: bool = False,
        menu: bool = False,
        steers_panels: bool = False,
    ) -> FrameInput:
        """Handle the input since the last call, and return the requests that result.

        Args:
            events: the window's events, in order. Mouse events cause no requests.
            seconds: seconds since the last call.
            typing: True if the user is typing in a text field.
            menu: True if a menu covers the game. Keys and pads then steer the menu, and only controls with ``in_menu``
                still work.
            steers_panels: True if the keys operate a panel, while pads still play.
        """
        if menu:
            self.release_all()
        notices: list[Notice] = []
        events = tuple(events)
        for event in events:
            if isinstance(event, FocusEvent):
                self._focused = event.gained
                self._keyboard.release_all()
                self.release_all(but=self.gamepads.phones)
            elif isinstance(event, KeyEvent) and not event.repeat:
                joined = self._key(event, typing=typing, menu=menu or steers_panels)
                notices += [Notice(NoticeKind.JOINED, player, "keyboard") for player in sorted(joined)]
                self.held_inputs.add_stick_changes()
            elif isinstance(event, MouseButton):
                self._keyboard.mouse_pressed()
        states = self.source.poll()
        notices += self.gamepads.read(
            states,
            self.bindings,
            self._keyboard.joined,
            dead_zone=self.dead_zone,
            menu=menu,
            listening=self._focused,
        )
        self._note_devices(events)
        self.held_inputs.pass_time(seconds)
        steering = self.gamepads.menu_states(states, menu=menu)
        menu_pads = tuple(state for state in steering if self._focused or state.is_phone)
        requests = tuple(map(self._of_own_seat, self.held_inputs.take()))
        return FrameInput(requests, tuple(notices), menu_pads)

    def _note_devices(self, events: Sequence[Event]) -> None:
        """Note who used keys, mouse and gamepads in this frame. Keys of no player's, and the mouse, are everybody's."""
        for event in events:
            if isinstance(event, MouseButton | KeyEvent) and not event.pressed:
                continue
            if isinstance(event, KeyEvent):
                control = self.bindings.players.get(("key", frozenset(), event.key))
                player = None if control is None else control.player
                users = [player] if player in self._keyboard.joined else range(self.seats)
                self._by_pad |= dict.fromkeys((*users, None), False)
            elif isinstance(event, MouseButton | MouseWheel):
                pads = sum(map(self.seat_claims.has_pad, range(self.seats)))
                users = range(self.seats if pads <= 1 else 0)  # of several with gamepads, nobody knows who clicks
                self._by_pad |= dict.fromkeys((*users, None), False)
        for socket in self.gamepads.used:
            self._by_pad |= {self.seat_claims.seat_of(socket): True, None: True}

    def asked_with(self, controls: Sequence[str]) -> str:
        """Return the name of the key or button that pressed one of ``controls`` in the latest poll.

        If none did, as after a click on a panel's button, return the first key of the first control.
        """
        for control in controls:
            match self.held_inputs.asked_by.get(control):
                case (device, *_, name):
                    inputs = [input_ for input_ in self.bindings.table[control] if input_.device == device]
                    heard = [input_ for input_ in inputs if input_.name == name] or inputs
                    if heard:
                        return heard[0].title
        return self.bindings.first_key_text(controls[0])

    def asked_by_pad(self, control: str) -> bool:
        """Return True if ``control`` was pressed with a gamepad's button in the latest poll."""
        match self.held_inputs.asked_by.get(control):
            case ("pad", *_):
                return True
        return False

    def _of_own_seat(self, request: CommandOrAction) -> CommandOrAction:
        """Return the request. If ``own_seat`` is set, a player's action becomes an action of that seat."""
        if self.own_seat is None or not isinstance(request, Action) or request.player < 0:
            return request
        return replace(request, player=self.own_seat)

    def _key(self, event: KeyEvent, *, typing: bool, menu: bool) -> set[int]:
        """Press or release a key. Return the players who join with it."""
        source, before = ("key", event.key), set(self._keyboard.joined)
        seats = 0 if typing or menu else self.seats
        self.held_inputs.release([source])  # also on a press, since its last release may be lost
        if not event.pressed:
            tapped = self._keyboard.release(event, seats)
            if tapped and not (typing or menu):
                self.held_inputs.tap(source, tapped, tapped.player)
        else:
            for key, control in self._keyboard.press(event, seats).items():
                if not (typing or menu) or (control.in_menu and not (typing and is_typing(event))):
                    self.held_inputs.press(("key", key), control, control.player)
        return self._keyboard.joined - before

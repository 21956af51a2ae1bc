"""Turns gamepad states into presses and releases, and remembers whether each pad plays or steers the panels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gpulife.games.core.game import NOBODY
from gpulife.input._held_inputs import HeldInputs
from gpulife.input.bindings import Bindings
from gpulife.input.controls import SteerPanels, When
from gpulife.input.events import PadState, held_names
from gpulife.input.names import PAD_INPUTS, PAD_MODIFIERS

# Seats taken by pads, which keep them while unplugged, and notices about that.


class NoticeKind(StrEnum):
    """Kinds of notices about gamepads and seats."""

    JOINED = "joined"
    LOST = "lost"
    """A player's pad was unplugged. Competitive games then halt."""
    BACK = "back"
    FULL = "full"
    """Somebody wants to join, but no seat is free."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for the people at the screen.

    Attributes:
        kind: what happened.
        player: the player concerned; NOBODY if no seat was free.
        device: "keyboard", or the name of the pad.
    """

    kind: NoticeKind
    player: int
    device: str

    @property
    def text(self) -> str:
        """The notice as a sentence for people at the screen."""
        return {
            NoticeKind.JOINED: f"Player {self.player + 1} plays with {self.device}",
            NoticeKind.LOST: f"Player {self.player + 1}'s pad is disconnected: {self.device}",
            NoticeKind.BACK: f"Player {self.player + 1}'s pad is back: {self.device}",
            NoticeKind.FULL: f"No seat is free for {self.device}",
        }[self.kind]


@dataclass(slots=True)
class _Claim:
    socket: int | None  # None while the pad is away
    guid: str
    name: str
    is_final: bool = False  # True if the pad will not come back once it is away


class SeatClaims:
    """Which player has which pad. A connected pad is identified by its socket, an unplugged pad by its guid (model).

    Attributes:
        seats: number of players in the game.
        reserved: players whose seats no pad may take, because the computer plays them.
        awaited: guids of unplugged pads that are expected back soon. No other pad may take their seats.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.reserved: frozenset[int] = frozenset()
        self.awaited: frozenset[str] = frozenset()
        self._claims: dict[int, _Claim] = {}

    def seat_of(self, socket: int) -> int | None:
        """Return the player who has the pad with the socket number ``socket``; None if nobody has it."""
        return next((player for player, claim in self._claims.items() if claim.socket == socket), None)

    def name_of(self, player: int) -> str | None:
        """Return the name of a player's pad, even if it is unplugged; None if the player has none."""
        return self._claims[player].name if player in self._claims else None

    def has_pad(self, player: int) -> bool:
        """Return True if a player's pad is connected."""
        return player in self._claims and self._claims[player].socket is not None

    def plug_in(self, socket: int, guid: str) -> int | None:
        """Give a newly connected pad its former seat. Return the player, or None if the pad had no seat."""
        away = [player for player, claim in self._claims.items() if claim.socket is None and claim.guid == guid]
        if away:
            self._claims[min(away)].socket = socket
        return min(away, default=None)

    def unplug(self, socket: int) -> int | None:
        """Take note that a pad was unplugged, and keep its seat. Return the player, or None if the pad had no seat."""
        player = self.seat_of(socket)
        if player is not None and self._claims[player].is_final:
            del self._claims[player]
        elif player is not None:
            self._claims[player].socket = None
        return player

    def forget(self, guids: frozenset[str]) -> None:
        """Keep no seats for pads that will never come back; pads that are still connected lose theirs when they go."""
        for player, claim in list(self._claims.items()):
            if claim.guid in guids and claim.socket is None:
                del self._claims[player]
            elif claim.guid in guids:
                claim.is_final = True

    def join(self, socket: int, guid: str, name: str, keyboards: set[int]) -> int | None:
        """Give a pad a seat and return the player; None if no seat is free.

        Seats are tried in this order: seats whose pad is unplugged, since the new pad probably replaces it; empty
        seats; seats played on the keyboard, which both devices then play.
        """
        # Not awaited pads: another phone is probably another person's, and must not take the seat of a missing phone.
        missing = {
            player for player, claim in self._claims.items() if claim.socket is None and claim.guid not in self.awaited
        }
        possible = [player for player in range(self.seats) if player in missing or player not in self._claims]
        free = [player for player in possible if player not in self.reserved]
        if not free:
            return None
        player = min(free, key=lambda player: (player not in missing, player in keyboards, player))
        self._claims[player] = _Claim(socket, guid, name)
        return player

    def leave_seat(self, player: int) -> None:
        """Take a player's pad from their seat. The pad can join again."""
        self._claims.pop(player, None)


# Input from gamepads.

JOIN_BUTTONS = frozenset({"a", "start"})
"""A pad without a player takes a seat when one of these buttons is pressed."""


@dataclass(slots=True)
class _Pad:
    guid: str
    name: str
    held: frozenset[str]
    is_phone: bool = False
    in_menu: bool = False
    unused_modifiers: set[str] = field(default_factory=set)
    """Held modifiers (LT or Back) not yet used in a combination."""
    held_before_menu: frozenset[str] = frozenset()
    """Buttons held since before the pad began to steer the panels, which ignore them."""


class Gamepads:
    """The connected pads.

    Args:
        seat_claims: says which player has which pad.
        held_inputs: receives the pads' presses and releases.

    Attributes:
        join_only: guids of pads that cannot steer the current menu. Such pads can only close the menu, or take a seat.
        may_join: True if the pads in ``join_only`` can take a seat now.
        used: socket numbers of the pads on which something was pressed in the latest :meth:`read`.
        times: for each player, the current special situations (``When``), the most specific first.
    """

    def __init__(self, seat_claims: SeatClaims, held_inputs: HeldInputs) -> None:
        self._seat_claims = seat_claims
        self._held_inputs = held_inputs
        self._pads: dict[int, _Pad] = {}
        self._notices: list[Notice] = []
        self.times: Mapping[int, tuple[When, ...]] = {}
        self.join_only: frozenset[str] = frozenset()
        self.may_join = False
        self.used: tuple[int, ...] = ()

    def read(
        self,
        states: Mapping[int, PadState],
        bindings: Bindings,
        keyboards: set[int],
        *,
        dead_zone: float,
        menu: bool,
        listening: bool,
    ) -> tuple[Notice, ...]:
        """Turn changes since the last call into presses and releases. Return notices, such as that a pad was unplugged.

        Args:
            states: states of the pads, keyed by socket number.
            bindings: the bindings of all controls.
            keyboards: players who play on the keyboard.
            dead_zone: dead zone of the sticks, 0 to 1.
            menu: True if all pads steer a menu now.
            listening: False to ignore presses, and only remember which buttons are held. Phones are always heard.
        """
        self._plug_and_unplug(states, dead_zone)
        self.used = ()
        for socket, state in states.items():
            pad = self._pads[socket]
            before, pad.held = pad.held, held_names(state, pad.held, dead_zone)
            if listening or state.is_phone:
                self.used += (socket,) if pad.held - before else ()
                self._press_and_release(socket, pad, before, bindings, keyboards, menu=menu)
                self._held_inputs.add_stick_changes()
        notices, self._notices = tuple(self._notices), []
        return notices

    def menu_states(self, states: Mapping[int, PadState], *, menu: bool) -> Iterator[PadState]:
        """Yield the states of the pads that steer panels: all pads if ``menu`` is True.

        Buttons that players have held since before their pads steered panels are left out.
        """
        for socket, state in states.items():
            pad = self._pads[socket]
            if menu or pad.in_menu:
                pad.held_before_menu &= pad.held
                steering = replace(state, buttons=state.buttons - pad.held_before_menu)
                is_kept_out = menu and pad.guid in self.join_only
                yield replace(steering, buttons=steering.buttons & {"b"}, axes=()) if is_kept_out else steering
            else:
                pad.held_before_menu = pad.held

    def steer_menu(self, player: int, *, on: bool) -> None:
        """Let a player's pad steer the panels (``on`` is True) or play (``on`` is False)."""
        for socket, pad in self._pads.items():
            if self._seat_claims.seat_of(socket) == player:
                pad.in_menu = on
                self._held_inputs.release_pad(socket)

    @property
    def phones(self) -> frozenset[int]:
        """Socket numbers of the phones."""
        return frozenset(socket for socket, pad in self._pads.items() if pad.is_phone)

    def players_in_menu(self) -> list[int]:
        """Return the players whose pads steer the panels."""
        players = (self._seat_claims.seat_of(socket) for socket, pad in self._pads.items() if pad.in_menu)
        return [player for player in players if player is not None]

    @property
    def are_connected(self) -> bool:
        """True if a gamepad is plugged in."""
        return bool(self._pads)

    def forget_modifiers(self, *, but: frozenset[int] = frozenset()) -> None:
        """Forget that LT and Back are held. When they are released, nothing happens.

        The pads with the socket numbers ``but`` are left as they are.
        """
        for socket, pad in self._pads.items():
            if socket not in but:
                pad.unused_modifiers.clear()

    def _plug_and_unplug(self, states: Mapping[int, PadState], dead_zone: float) -> None:
        for socket, pad in list(self._pads.items()):
            if socket not in states or states[socket].guid != pad.guid:
                del self._pads[socket]
                self._held_inputs.release_pad(socket)
                self._notify(NoticeKind.LOST, self._seat_claims.unplug(socket), pad.name)
        self._held_inputs.add_stick_changes()
        for socket, state in states.items():
            if socket not in self._pads:
                # A button held while the pad is plugged in is not a press.
                self._pads[socket] = _Pad(
                    state.guid, state.name, held_names(state, frozenset(), dead_zone), state.is_phone
                )
                self._notify(NoticeKind.BACK, self._seat_claims.plug_in(socket, state.guid), state.name)

    def _press_and_release(
        self, socket: int, pad: _Pad, before: frozenset[str], bindings: Bindings, keyboards: set[int], *, menu: bool
    ) -> None:
        def press(name: str, modifiers: frozenset[str]) -> bool:
            return self._press(socket, pad, name, modifiers, bindings, keyboards, menu=menu)

        for name in before - pad.held:
            self._held_inputs.release([("pad", socket, name)])
            if name in pad.unused_modifiers:
                pad.unused_modifiers.discard(name)
                press(name, frozenset())
        for name in sorted(pad.held - before, key=PAD_INPUTS.index):  # LT and Back come first
            modifiers = pad.held & PAD_MODIFIERS - {name}
            if modifiers and press(name, modifiers):
                pad.unused_modifiers -= modifiers
            elif name in PAD_MODIFIERS:
                pad.unused_modifiers.add(name)
            elif not modifiers or self._is_push(bindings, name):
                press(name, frozenset())

    @staticmethod
    def _is_push(bindings: Bindings, name: str) -> bool:
        """Return True if the input ``name`` moves a stick or presses a trigger. It then works even with LT or Back."""
        control = bindings.players.get(("pad", frozenset(), name))
        return control is not None and control.is_push

    def _press(
        self,
        socket: int,
        pad: _Pad,
        name: str,
        modifiers: frozenset[str],
        bindings: Bindings,
        keyboards: set[int],
        *,
        menu: bool,
    ) -> bool:
        """Press the control bound to the button ``name`` with ``modifiers``; return False if there is none."""
        place = ("pad", modifiers, name)
        player = self._seat_claims.seat_of(socket)
        times = self.times.get(player, ()) if player is not None else ()
        control = (
            next((control for when in times if (control := bindings.at_times[when].get(place))), None)
            or (bindings.players.get(place) if player is not None else None)
            or bindings.program.get(place)
        )
        if control is not None and isinstance(control.request, SteerPanels):
            pad.in_menu = not pad.in_menu and not menu
            self._held_inputs.release_pad(socket)
        elif (menu and not (self.may_join and pad.guid in self.join_only)) or pad.in_menu:
            pass
        elif player is None and name in JOIN_BUTTONS and not modifiers:
            player = self._seat_claims.join(socket, pad.guid, pad.name, keyboards)
            kind = NoticeKind.FULL if player is None else NoticeKind.JOINED
            self._notify(kind, NOBODY if player is None else player, pad.name)
        elif control is not None and not menu:
            self._held_inputs.press(("pad", socket, name), control, player)
        return control is not None

    def _notify(self, kind: NoticeKind, player: int | None, name: str) -> None:
        if player is not None:
            self._notices.append(Notice(kind, player, name))

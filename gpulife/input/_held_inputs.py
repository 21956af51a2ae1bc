"""Tracks held keys and pad buttons: which control each key operates at the moment, and the requests it causes."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.bindings import Bindings, LookupKey
from gpulife.input.commands import CommandOrAction, OfPlayer, Pan, Zoom
from gpulife.input.controls import KEYBOARD, Control, Hold, When
from gpulife.input.events import KeyEvent
from gpulife.input.names import MODIFIER_KEYS, MODIFIERS, SYMBOLS

# Requests of held keys and buttons: when pressed, while held, and when released.

FIRST_REPEAT = 0.4
NEXT_REPEAT = 0.1
"""Seconds from a press to its first repetition, and from one repetition to the next."""
TAP = 0.05
"""Minimum number of seconds for which a press of a ``Hold.STEADY`` control has an effect."""
MAX_FRAME = 0.25
"""A frame counts as at most this many seconds, so that a long wait causes no burst of repetitions."""


@dataclass(slots=True)
class _Held:
    control: Control
    player: int | None
    due: float = FIRST_REPEAT


class HeldInputs:
    """All held keys and pad buttons. Each is identified by a source: ("key", name) or ("pad", socket number, name).

    All keys and pads of a player together move one stick and one trigger. Of two opposite directions, the one pressed
    later counts until it is released.

    Attributes:
        personal_kinds: kinds of actions for which the game must know who pressed a key that all players share.
        asked_by: the source that caused each request of the latest :meth:`take`, keyed by the control's name.
    """

    def __init__(self) -> None:
        self.personal_kinds: frozenset[ActionKind] = frozenset()
        self.asked_by: dict[str, Hashable] = {}
        self._asking: dict[str, Hashable] = {}
        self._held: dict[Hashable, _Held] = {}
        self._pushed: dict[int, tuple[int, int, int]] = {}  # each player's stick (rows, columns) and trigger
        self._requests: list[CommandOrAction] = []

    def press(self, source: Hashable, control: Control, player: int | None) -> None:
        """Press ``control``, so that :meth:`take` returns its request.

        Args:
            source: the pressed key or button.
            control: the control bound to it.
            player: the player who has pressed it; None for no player in particular.
        """
        made = control.request
        self._asking[control.name] = source
        if control.player is None:
            if isinstance(made, Action) and made.kind in self.personal_kinds:
                made = replace(made, player=KEYBOARD if player is None else player)
            if isinstance(made, OfPlayer) and player is not None:
                made = replace(made, player=player)
            self._requests.append(_scaled(made, TAP) if control.hold is Hold.STEADY else made)
            if control.hold is not Hold.ONCE:
                self._held[source] = _Held(control, None)
        elif isinstance(made, Action) and player is not None:
            if control.is_push:
                self._held[source] = _Held(control, player)
            else:
                self._requests.append(replace(made, player=player))

    def tap(self, source: Hashable, control: Control, player: int | None) -> None:
        """Press a control and release it at once. The arguments are those of :meth:`press`."""
        self.press(source, control, player)
        self.add_stick_changes()
        self.release([source])
        self.add_stick_changes()

    def release(self, sources: Iterable[Hashable]) -> None:
        """Release all keys and buttons with the given sources."""
        for source in list(sources):
            self._held.pop(source, None)

    def release_all(self, *, but: frozenset[int] = frozenset()) -> None:
        """Release all held keys and buttons, except those of the pads with the socket numbers ``but``."""
        self.release(
            source
            for source in self._held
            if not (isinstance(source, tuple) and source[0] == "pad" and source[1] in but)
        )

    def release_player(self, player: int) -> None:
        """Release all keys and buttons that are held by ``player``."""
        self.release([source for source, held in self._held.items() if held.player == player])

    def release_pad(self, socket: int) -> None:
        """Release all buttons that are held on the pad with the socket number ``socket``."""
        self.release([source for source in self._held if isinstance(source, tuple) and source[:2] == ("pad", socket)])

    def add_stick_changes(self) -> None:
        """Add an action for each stick or trigger that has changed since the previous call.

        Call this after each key event. For a pad, call it only after all its inputs have been read, so that a diagonal
        becomes one action instead of two.
        """
        now = dict.fromkeys(self._pushed, (0, 0, 0))
        for held in self._held.values():  # in the order of pressing
            push = held.control.request
            if held.player is not None and isinstance(push, Action):
                rows, columns, trigger = now.get(held.player, (0, 0, 0))
                is_stick = push.kind is ActionKind.STICK
                now[held.player] = (push.a or rows, push.b or columns, trigger) if is_stick else (rows, columns, 1)
        for player, (rows, columns, trigger) in sorted(now.items()):
            before = self._pushed.get(player, (0, 0, 0))
            if before[:2] != (rows, columns):
                self._requests.append(Action(player, ActionKind.STICK, rows, columns))
            if before[2] != trigger:
                self._requests.append(Action(player, ActionKind.TRIGGER, trigger))
        self._pushed = now

    def pass_time(self, seconds: float) -> None:
        """Add the requests that held controls make during the given number of seconds."""
        seconds = min(max(seconds, 0.0), MAX_FRAME)
        for source, held in self._held.items():
            made = held.control.request
            if held.control.hold is not Hold.ONCE:
                self._asking[held.control.name] = source
            if held.control.hold is Hold.STEADY:
                self._requests.append(_scaled(made, seconds))
            elif held.control.hold is Hold.REPEAT:
                held.due -= seconds
                while held.due <= 0:
                    held.due += NEXT_REPEAT
                    self._requests.append(made)

    def take(self) -> tuple[CommandOrAction, ...]:
        """Return the requests made since the last call, in the order in which they were made."""
        requests, self._requests = tuple(self._requests), []
        self.asked_by, self._asking = self._asking, {}
        return requests


def _scaled(request: CommandOrAction, seconds: float) -> CommandOrAction:
    """Return what a held control requests for ``seconds``; the amounts in ``request`` are per second."""
    match request:
        case Zoom(factor):
            return Zoom(factor**seconds)
        case Pan(rows, columns):
            return Pan(rows * seconds, columns * seconds)
        case _:
            return request


# The control that a key has at the moment, given the modifiers and the players on the keyboard's halves.

_PRINTABLE = {*SYMBOLS.values(), "Space", "World1", "World2"}


class Keyboard:
    """The held keys, and which players play on their half of the keyboard.

    A player joins by pressing a key of their half that has no other meaning, or by tapping their trigger. The trigger
    may be a Shift key. On boards for drawing, such a key acts as the trigger only if the player taps it, or moves while
    holding it. Otherwise it is an ordinary Shift key.

    Attributes:
        bindings: the bindings of all controls.
        joined: players who play on their half of the keyboard.
        times: the current special situations, such as ``When.SELECTION``, the most specific first.
    """

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.joined: set[int] = set()
        self.times: tuple[When, ...] = ()
        self._held: set[str] = set()
        self._tapped = ""
        self._waiting: dict[str, Control] = {}  # triggers that may turn out to be modifiers, by key

    def release_all(self) -> None:
        """Treat all keys as released, and forget all taps."""
        self._held.clear()
        self._forget_taps()

    def mouse_pressed(self) -> None:
        """Take note of a mouse click, so that the Shift key of a Shift+click does not count as a tap."""
        self._forget_taps()

    def _forget_taps(self) -> None:
        self._tapped = ""
        self._waiting.clear()

    def press(self, event: KeyEvent, seats: int) -> dict[str, Control]:
        """Handle the press of a key. If it makes one of the first ``seats`` players join, add the player to ``joined``.

        Returns:
            The controls to press now, keyed by the key's name: the one on the pressed key, if any; and a Shift key's
            trigger if its player begins to move while holding it, on boards for drawing.
        """
        self._held.add(event.key)
        own = self.bindings.players.get(("key", frozenset(), event.key))
        if own is None or own.player not in self.joined or not own.is_push or self._modifiers(event):
            self._waiting.clear()
        control = self._press(event, seats, own)
        if control is None or control is not own or control.player not in self.joined:
            return {} if control is None else {event.key: control}
        if event.key not in MODIFIER_KEYS or When.DRAWING not in self.times:
            begun = {key for key, trigger in self._waiting.items() if trigger.player == own.player}
            return {key: self._waiting.pop(key) for key in begun} | {event.key: control}
        steers = any(
            other.player == own.player and other is not own and key in self._held
            for (_, _, key), other in self.bindings.players.items()
        )
        if steers:
            return {event.key: control}
        if not self._modifiers(event):
            self._waiting[event.key] = control
        return {}

    def _press(self, event: KeyEvent, seats: int, own: Control | None) -> Control | None:
        """Return the control that a key press operates, or None. ``own`` is the player's control on the key, if any."""
        self._tapped = ""
        modifiers = self._modifiers(event)
        plays = own is not None and own.player in self.joined
        if When.DRAWING in self.times and (modifiers or not plays):
            modifiers |= event.mods  # Ctrl+Shift+Z works even if the Shift key is a trigger
        held = modifiers | event.mods
        for when in () if plays and own is not None and own.is_push and not held else self.times:
            if control := self._find(self.bindings.at_times[when], event, held):
                return control
        # Combined with a key that is no player's, a player's trigger acts as the Shift key that it is: Shift+Esc always
        # quits. So it does together with another modifier: Ctrl+Shift+1 is not Ctrl+1.
        for held in dict.fromkeys((event.mods, modifiers)) if modifiers or not plays else ():
            if held and (control := self._program(event, held)):
                return control
        if plays:
            return own
        if event.key in MODIFIER_KEYS:
            self._tapped = event.key
            return None
        if modifiers:
            return None
        control = self._program(event, frozenset())
        if control is None and own is not None and own.player is not None and own.player < seats:
            self.joined.add(own.player)
            return own
        return control

    def release(self, event: KeyEvent, seats: int) -> Control | None:
        """Handle the release of a key. On boards for drawing, return the trigger if it was tapped; else None.

        A tap also lets a player with a number below ``seats`` join.
        """
        self._held.discard(event.key)
        tapped, self._tapped = self._tapped, ""
        own = self.bindings.players.get(("key", frozenset(), event.key))
        if tapped == event.key and own is not None and own.player is not None and own.player < seats:
            self.joined.add(own.player)
        return self._waiting.pop(event.key, None)

    def _program(self, event: KeyEvent, modifiers: frozenset[str]) -> Control | None:
        return self._find(self.bindings.program, event, modifiers)

    @staticmethod
    def _find(layer: Mapping[LookupKey, Control], event: KeyEvent, modifiers: frozenset[str]) -> Control | None:
        return layer.get(("key", modifiers, event.label)) or layer.get(("key", modifiers, event.key))

    def _modifiers(self, event: KeyEvent) -> frozenset[str]:
        """Return the held modifiers, except for Shift keys that are a player's trigger."""
        triggers = {key for (_, _, key), control in self.bindings.players.items() if control.player in self.joined}
        held = {
            modifier: {key for key in self._held if MODIFIER_KEYS.get(key) == modifier} for modifier in MODIFIERS["key"]
        }
        return frozenset(name for name, keys in held.items() if (keys - triggers if keys else name in event.mods))


def is_typing(event: KeyEvent) -> bool:
    """Return True if pressing the key would type a character into a text field."""
    printable = len(event.key) == 1 or event.key in _PRINTABLE or event.key.startswith("KP")
    return printable and not event.mods & {"Ctrl", "Alt", "Super"}

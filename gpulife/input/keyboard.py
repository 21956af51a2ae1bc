"""Find the control that a key stands for now, given the modifiers and who plays on the halves of the keyboard."""

from collections.abc import Mapping

from gpulife.input.bindings import Bindings, LookupKey
from gpulife.input.controls import Control, When
from gpulife.input.events import KeyEvent
from gpulife.input.names import MODIFIER_KEYS, MODIFIERS, SYMBOLS

_PRINTABLE = {*SYMBOLS.values(), "Space", "World1", "World2"}


class Keyboard:
    """The keys that are held, and the halves of the keyboard on which somebody plays.

    A half is joined by any of its keys that mean nothing else, or by tapping its trigger. A tap, since the trigger may
    be a Shift key: Shift+Esc must not make the person who quits a player. Where people draw and edit, such a trigger
    waits, too: it is one when it is tapped, or held while its player steers, and else the Shift that it is.

    Attributes:
        bindings: what is bound to what.
        joined: players who play on their half of the keyboard.
        times: times for controls that work only at times, the first ones first.
    """

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.joined: set[int] = set()
        self.times: tuple[When, ...] = ()
        self._held: set[str] = set()
        self._tapped = ""
        self._waiting: dict[str, Control] = {}  # triggers that may turn out to be modifiers, by their keys

    def release_all(self) -> None:
        """Treat all keys as released."""
        self._held.clear()
        self._forget_taps()

    def mouse_pressed(self) -> None:
        """Note that a mouse button was pressed, since the Shift of a Shift+click is not a tap."""
        self._forget_taps()

    def _forget_taps(self) -> None:
        self._tapped = ""
        self._waiting.clear()

    def press(self, event: KeyEvent, seats: int) -> dict[str, Control]:
        """Press a key; players below ``seats`` may join by it.

        Returns:
            What it stands for now, if anything, after a trigger that waited for it; each by its own key.
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
        """Return what a key stands for that is pressed; ``own`` is the player's control on it."""
        self._tapped = ""
        modifiers = self._modifiers(event)
        plays = own is not None and own.player in self.joined
        if When.DRAWING in self.times and (modifiers or not plays):
            modifiers |= event.mods  # Ctrl+Shift+Z is that, whoever's trigger the Shift is
        held = modifiers | event.mods
        for when in () if plays and own is not None and own.is_push and not held else self.times:
            if control := self._find(self.bindings.at_times[when], event, held):
                return control
        # A player's trigger counts as the Shift that it is where the other key is nobody's: Shift+Esc always quits. It
        # does beside another modifier, too: Ctrl+Shift+1 is not Ctrl+1.
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
        """Release a key, and return the trigger that was tapped, if any; players below ``seats`` may join by that."""
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
        """Return the held modifiers that are no player's keys, since a player's Shift must not turn W into Shift+W."""
        triggers = {key for (_, _, key), control in self.bindings.players.items() if control.player in self.joined}
        held = {
            modifier: {key for key in self._held if MODIFIER_KEYS.get(key) == modifier} for modifier in MODIFIERS["key"]
        }
        return frozenset(name for name, keys in held.items() if (keys - triggers if keys else name in event.mods))


def is_typing(event: KeyEvent) -> bool:
    """Return whether the key would type something into a text field."""
    printable = len(event.key) == 1 or event.key in _PRINTABLE or event.key.startswith("KP")
    return printable and not event.mods & {"Ctrl", "Alt", "Super"}

"""Finds the control that a key stands for, given the modifiers and who plays on the halves of the keyboard."""

from collections.abc import Mapping

from gpulife.input.bindings import Bindings, LookupKey
from gpulife.input.controls import Control, When
from gpulife.input.events import KeyEvent
from gpulife.input.names import MODIFIER_KEYS, MODIFIERS, SYMBOLS

_PRINTABLE = {*SYMBOLS.values(), "Space", "World1", "World2"}


class Keyboard:
    """The held keys, and the halves of the keyboard on which people play.

    A player joins by pressing any key of a half that has no other meaning, or by tapping its trigger. The trigger needs
    a tap because it may be a Shift key, and Shift+Esc must not turn the person who quits into a player. On boards for
    drawing, such a trigger is decided later: it counts as the trigger if it is tapped, or held while its player steers.
    Otherwise it acts as the Shift key.

    Attributes:
        bindings: the bindings of all controls.
        joined: players who play on their half of the keyboard.
        times: the present special situations, most special first.
    """

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.joined: set[int] = set()
        self.times: tuple[When, ...] = ()
        self._held: set[str] = set()
        self._tapped = ""
        self._waiting: dict[str, Control] = {}  # undecided triggers, by key

    def release_all(self) -> None:
        """Treat all keys as released."""
        self._held.clear()
        self._forget_taps()

    def mouse_pressed(self) -> None:
        """Note that a mouse button was pressed, so that the Shift of a Shift+click does not count as a tap."""
        self._forget_taps()

    def _forget_taps(self) -> None:
        self._tapped = ""
        self._waiting.clear()

    def press(self, event: KeyEvent, seats: int) -> dict[str, Control]:
        """Press a key. Players below ``seats`` may join by it.

        Returns:
            The controls to press now, by key: the key's own, and before it any trigger of the same player held back
                until now.
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
        """Return the control of a pressed key; ``own`` is the player's control on that key."""
        self._tapped = ""
        modifiers = self._modifiers(event)
        plays = own is not None and own.player in self.joined
        if When.DRAWING in self.times and (modifiers or not plays):
            modifiers |= event.mods  # Ctrl+Shift+Z holds even if Shift is a trigger
        held = modifiers | event.mods
        for when in () if plays and own is not None and own.is_push and not held else self.times:
            if control := self._find(self.bindings.at_times[when], event, held):
                return control
        # A player's trigger acts as its Shift key if the other key is no player's: Shift+Esc always quits. The same
        # holds beside another modifier: Ctrl+Shift+1 is not Ctrl+1.
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
        """Release a key; return the trigger that this taps, if any. Players below ``seats`` may join by it."""
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
        """Return the held modifiers, without players' triggers: a player's Shift must not turn W into Shift+W."""
        triggers = {key for (_, _, key), control in self.bindings.players.items() if control.player in self.joined}
        held = {
            modifier: {key for key in self._held if MODIFIER_KEYS.get(key) == modifier} for modifier in MODIFIERS["key"]
        }
        return frozenset(name for name, keys in held.items() if (keys - triggers if keys else name in event.mods))


def is_typing(event: KeyEvent) -> bool:
    """Return whether the key would type something into a text field."""
    printable = len(event.key) == 1 or event.key in _PRINTABLE or event.key.startswith("KP")
    return printable and not event.mods & {"Ctrl", "Alt", "Super"}

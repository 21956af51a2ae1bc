"""Find the control that a key stands for now, given the modifiers and who plays on the halves of the keyboard."""

from collections.abc import Mapping

from gpulife.input.bindings import Bindings, LookupKey
from gpulife.input.controls.control import Control, When
from gpulife.input.events import KeyEvent
from gpulife.input.names import MODIFIER_KEYS, MODIFIERS, SYMBOLS

_PRINTABLE = {*SYMBOLS.values(), "Space", "World1", "World2"}


class Keyboard:
    """The keys that are held, and the halves of the keyboard on which somebody plays.

    A half is joined by any of its keys that mean nothing else, or by tapping its trigger. A tap, since the trigger may
    be a Shift key: Shift+Esc must not make the person who quits a player.

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

    def release_all(self) -> None:
        """Treat all keys as released."""
        self._held.clear()
        self._tapped = ""

    def mouse_pressed(self) -> None:
        """Note that a mouse button was pressed, since the Shift of a Shift+click is not a tap."""
        self._tapped = ""

    def press(self, event: KeyEvent, seats: int) -> Control | None:
        """Press a key and return what it stands for now, if anything; players below ``seats`` may join by it."""
        self._held.add(event.key)
        self._tapped = ""
        modifiers = self._modifiers(event)
        own = self.bindings.players.get(("key", frozenset(), event.key))
        plays = own is not None and own.player in self.joined
        held = modifiers | event.mods
        for when in () if plays and own is not None and own.is_push and not held else self.times:
            if control := self._find(self.bindings.at_times[when], event, held):
                return control
        # A player's trigger counts as the Shift that it is where the other key is nobody's: Shift+Esc always quits.
        for held in dict.fromkeys((modifiers, modifiers if plays else event.mods)):
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

    def release(self, event: KeyEvent, seats: int) -> None:
        """Release a key; players below ``seats`` may join by that."""
        self._held.discard(event.key)
        tapped, self._tapped = self._tapped, ""
        own = self.bindings.players.get(("key", frozenset(), event.key))
        if tapped == event.key and own is not None and own.player is not None and own.player < seats:
            self.joined.add(own.player)

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

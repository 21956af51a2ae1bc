"""Waits for the key or button that the user wants to bind to a control.

Meanwhile the poller must not act on the same keys: it gets only releases, with ``menu=True``.
"""

from collections.abc import Iterable

from gpulife.input.controls import Control
from gpulife.input.events import Event, KeyEvent
from gpulife.input.names import KEYS, MODIFIER_KEYS, PAD_MODIFIERS, Input
from gpulife.input.pads import PadSource, held_names


class BindingCapture:
    """Waits until the user presses something that can be bound to ``control``. Held keys must first be released.

    Args:
        control: the control. A player's control is bound to the place of a key without modifiers, a control of the
            program to a key's letter.
        pads: source of the gamepads' states.
        dead_zone: dead zone of their sticks, 0 to 1.
    """

    def __init__(self, control: Control, pads: PadSource, dead_zone: float) -> None:
        self.control = control
        self._pads = pads
        self._dead_zone = dead_zone
        self._held: dict[int, frozenset[str]] = {}
        # Device and name of a modifier (also a pad's LT or Back) that is held and was pressed alone so far.
        self._lone_modifier = ("", "")
        self._pad()

    def poll(self, events: Iterable[Event]) -> str:
        """Return the name of what was pressed since the last call, for ``Bindings.rebind``; "" if nothing was."""
        keys = (self._key(event) for event in events if isinstance(event, KeyEvent) and not event.repeat)
        found = next(filter(None, keys), None) or self._pad()
        return str(found) if found else ""

    def _key(self, event: KeyEvent) -> Input | None:
        if event.key in MODIFIER_KEYS:
            alone = ("key", event.key) == self._lone_modifier
            self._lone_modifier = ("key", event.key) if event.pressed else ("", "")
            return Input("key", event.key) if alone and not event.pressed else None
        if not event.pressed:
            return None
        if self.control.player is not None:
            return Input("key", event.key)
        is_named = event.label in KEYS or (len(event.label) == 1 and event.label.isalpha())
        return Input("key", event.label if is_named else event.key, event.mods)

    def _pad(self) -> Input | None:
        """Return what was pressed on a pad. Reads every pad, so that the next call knows which buttons are held."""
        found = None
        states = self._pads.poll()
        self._held = {socket: held for socket, held in self._held.items() if socket in states}
        for socket, state in states.items():
            before = self._held.get(socket)
            held = self._held[socket] = held_names(state, before or frozenset(), self._dead_zone)
            if before is not None:
                found = found or self._newly_pressed(before, held)
        return found

    def _newly_pressed(self, before: frozenset[str], held: frozenset[str]) -> Input | None:
        pressed, released = held - before, before - held
        if buttons := sorted(pressed - PAD_MODIFIERS):
            self._lone_modifier = ("", "")
            return Input("pad", buttons[0], held & PAD_MODIFIERS)
        for name in sorted(released & PAD_MODIFIERS):
            if self._lone_modifier == ("pad", name):
                return Input("pad", name)
        for name in pressed:
            self._lone_modifier = ("pad", name)
        return None

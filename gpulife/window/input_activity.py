"""Finds out whether people use keys, mouse or gamepads."""

from collections.abc import Sequence

from gpulife.input.events import Event, KeyEvent, MouseButton, MouseMove, MouseWheel, PadSource, held_names


class InputActivity:
    """Finds out whether keys, mouse or pads were used."""

    def __init__(self) -> None:
        self._held: dict[int, frozenset[str]] = {}

    @property
    def has_pads(self) -> bool:
        """True if any pads were connected at the last :meth:`poll`."""
        return bool(self._held)

    @property
    def holds_pad(self) -> bool:
        """True if any button or stick of a pad was held at the last :meth:`poll`."""
        return any(self._held.values())

    def poll(self, events: Sequence[Event], pads: PadSource, dead_zone: float) -> tuple[bool, bool]:
        """Return what has happened since the last call: (True if a key or button was pressed, True for any input).

        Any input includes movements of the mouse and of sticks.

        Args:
            events: the window's events since the last call.
            pads: source of the gamepads' states.
            dead_zone: dead zone of the gamepads' sticks, 0 to 1.
        """
        moved = any(isinstance(event, KeyEvent | MouseButton | MouseMove | MouseWheel) for event in events)
        pressed = any(isinstance(event, KeyEvent | MouseButton) and event.pressed for event in events)
        held = {
            socket: held_names(state, self._held.get(socket, frozenset()), dead_zone)
            for socket, state in pads.poll().items()
        }
        moved |= held.keys() != self._held.keys()
        for socket, now in held.items():
            before = self._held.get(socket, now)  # a button held while the pad is plugged in was not pressed
            pressed |= bool(now - before)
            moved |= now != before
        self._held = held
        return pressed, moved

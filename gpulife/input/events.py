"""Input as plain data: events of the window, and the states of gamepads. ``glfw_input`` or tests make the events."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key was pressed or released.

    Attributes:
        key: the name that a key at this position has on a US keyboard: one of ``names.KEYS``.
        pressed: True for a press, False for a release.
        mods: the modifiers held at the time: "Ctrl", "Shift", "Alt" and "Super".
        repeat: True if the system repeats a key that is held down.
        label: the key's name in the user's layout, one of ``names.KEYS`` or a letter; "" if it is the same as ``key``.
    """

    key: str
    pressed: bool
    mods: frozenset[str] = frozenset()
    repeat: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class FocusEvent:
    """The window got or lost the keyboard focus."""

    gained: bool


@dataclass(frozen=True, slots=True)
class MouseMove:
    """The pointer moved ``x`` points right of and ``y`` points below the window's upper left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MouseButton:
    """A mouse button was pressed or released: 0 left, 1 right, 2 middle."""

    button: int
    pressed: bool
    x: float
    y: float
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MouseWheel:
    """The user turned the wheel or scrolled with two fingers. Right and up are positive."""

    columns: float
    rows: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FilesDropped:
    """Files were dropped on the window."""

    paths: tuple[Path, ...]


Event = KeyEvent | FocusEvent | MouseMove | MouseButton | MouseWheel | FilesDropped


# The state of a gamepad, and which of its inputs count as held: triggers and stick directions act as buttons.

AXES = ("left_x", "left_y", "right_x", "right_y", "left_trigger", "right_trigger")
AXES_AT_REST = (0.0, 0.0, 0.0, 0.0, -1.0, -1.0)

_RELEASE_SHARE = 0.8
"""A stick or trigger counts as released below this fraction of the threshold for a press."""
_SECTOR = math.radians(45)
_HYSTERESIS = math.radians(6)
"""A stick's direction changes this many radians past the border between two directions."""


@dataclass(frozen=True, slots=True)
class PadState:
    """The state of a pad whose buttons and axes are known.

    Attributes:
        name: the pad's name as displayed.
        guid: SDL's identifier of the pad's model.
        axes: positions, -1 to 1, in the order of AXES. Right and down are positive; a trigger rests at -1.
        buttons: the names of held buttons, as in ``names.PAD_INPUTS``.
        is_phone: True for a phone. It steers this window only, so it counts even if the window lacks the focus.
    """

    name: str
    guid: str
    axes: tuple[float, ...] = AXES_AT_REST
    buttons: frozenset[str] = frozenset()
    is_phone: bool = False


@dataclass(frozen=True, slots=True)
class RawPad:
    """A joystick with no known mapping of buttons and axes. A hat's value has bits: 1 up, 2 right, 4 down, 8 left."""

    name: str
    guid: str
    axes: tuple[float, ...] = ()
    buttons: tuple[bool, ...] = ()
    hats: tuple[int, ...] = ()


class PadSource(Protocol):
    """Something that returns the states of pads."""

    def poll(self) -> Mapping[int, PadState]:
        """Return the states of connected pads with a known mapping of buttons and axes, keyed by socket number."""

    def unmapped(self) -> Mapping[int, RawPad]:
        """Return the connected joysticks without a known mapping of buttons and axes, keyed by socket number."""


def stick_direction(x: float, y: float, before: tuple[int, int], dead_zone: float) -> tuple[int, int]:
    """Return the direction of a stick as (rows, columns), each -1, 0 or 1. In the middle, both are 0.

    Args:
        x: position to the right, -1 to 1.
        y: position downwards, -1 to 1.
        before: the direction returned by the previous call. It changes only when the stick is a little past the border
            between two directions, to avoid flicker.
        dead_zone: distance from the middle within which the stick counts as released.
    """
    held = before != (0, 0)
    if not math.hypot(x, y) >= dead_zone * (_RELEASE_SHARE if held else 1.0):  # NaN is in the dead zone
        return (0, 0)
    angle = math.atan2(y, x)
    if held:
        off = math.remainder(angle - math.atan2(*before), math.tau)
        if abs(off) <= _SECTOR / 2 + _HYSTERESIS:
            return before
    nearest = round(angle / _SECTOR) * _SECTOR
    return (round(math.sin(nearest)), round(math.cos(nearest)))


def held_names(state: PadState, before: frozenset[str], dead_zone: float) -> frozenset[str]:
    """Return the names of all held inputs, as in ``names.PAD_INPUTS``. ``before`` is the previous call's result."""
    axes = (*state.axes, *AXES_AT_REST[len(state.axes) :])
    held = set(state.buttons)
    for stick, (x, y) in (("ls", axes[0:2]), ("rs", axes[2:4])):
        rows, columns = stick_direction(x, y, _direction(stick, before), dead_zone)
        if rows:
            held.add(f"{stick}_{'down' if rows > 0 else 'up'}")
        if columns:
            held.add(f"{stick}_{'right' if columns > 0 else 'left'}")
    for trigger, value in (("lt", axes[4]), ("rt", axes[5])):
        if (value + 1) / 2 >= 0.5 * (_RELEASE_SHARE if trigger in before else 1.0):
            held.add(trigger)
    return frozenset(held)


def _direction(stick: str, held: frozenset[str]) -> tuple[int, int]:
    rows = (f"{stick}_down" in held) - (f"{stick}_up" in held)
    return rows, (f"{stick}_right" in held) - (f"{stick}_left" in held)


# Several sources of gamepads combined into one.


class JoinedPads:
    """Combines several sources of pads into one. No socket number may occur in two of them.

    Args:
        sources: the sources to combine.
    """

    def __init__(self, *sources: PadSource) -> None:
        self._sources = sources

    def poll(self) -> dict[int, PadState]:
        """Return the states of all pads with a known mapping of buttons and axes."""
        return {number: state for source in self._sources for number, state in source.poll().items()}

    def unmapped(self) -> dict[int, RawPad]:
        """Return all joysticks without a known mapping."""
        return {number: pad for source in self._sources for number, pad in source.unmapped().items()}

"""The window's events as plain data, made by ``glfw_input``, or by tests."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key went down or up.

    Attributes:
        key: place of the key: its name on a US keyboard, one of ``names.KEYS``.
        pressed: whether it went down.
        mods: those of "Ctrl", "Shift", "Alt" and "Super" that were held at the time.
        repeat: whether the system repeats a key that stays down.
        label: name of the key in the user's layout, one of ``names.KEYS`` or a letter; "" if it is the same as ``key``.
    """

    key: str
    pressed: bool
    mods: frozenset[str] = frozenset()
    repeat: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class FocusEvent:
    """The window got the focus, or lost it."""

    gained: bool


@dataclass(frozen=True, slots=True)
class MouseMove:
    """The pointer moved; (x, y) are in points from the window's upper left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MouseButton:
    """A mouse button went down or up: 0 left, 1 right, 2 middle."""

    button: int
    pressed: bool
    x: float
    y: float
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MouseWheel:
    """Somebody turned the wheel, or scrolled with two fingers; right and up are positive."""

    columns: float
    rows: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FilesDropped:
    """Files were dropped on the window."""

    paths: tuple[Path, ...]


Event = KeyEvent | FocusEvent | MouseMove | MouseButton | MouseWheel | FilesDropped

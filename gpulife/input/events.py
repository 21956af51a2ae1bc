"""The window's events as plain data, made by ``glfw_input``, or by tests."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key was pressed or released.

    Attributes:
        key: place of the key: its name on a US keyboard, one of ``names.KEYS``.
        pressed: True for a press, False for a release.
        mods: the modifiers held at the time: "Ctrl", "Shift", "Alt" and "Super".
        repeat: whether the system repeats a key that is held down.
        label: name of the key in the user's layout, one of ``names.KEYS`` or a letter; "" if it equals ``key``.
    """

    key: str
    pressed: bool
    mods: frozenset[str] = frozenset()
    repeat: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class FocusEvent:
    """The window gained or lost the focus."""

    gained: bool


@dataclass(frozen=True, slots=True)
class MouseMove:
    """The pointer moved; (x, y) are in points from the window's upper left corner."""

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
    """The user turned the wheel or scrolled with two fingers; right and up are positive."""

    columns: float
    rows: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FilesDropped:
    """Files were dropped on the window."""

    paths: tuple[Path, ...]


Event = KeyEvent | FocusEvent | MouseMove | MouseButton | MouseWheel | FilesDropped

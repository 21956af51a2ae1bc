"""What the window reports, as plain data: made by ``glfw_input``, or by hand in tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key went down or up.

    Attributes:
        key: where it is: what a US keyboard calls the key in that place, one of ``names.KEYS``.
        pressed: down, or up.
        mods: "Ctrl", "Shift", "Alt", "Super" held at the time.
        repeat: the system repeats a key that stays down.
        label: what is printed on it in the user's layout, one of ``names.KEYS`` or a letter; "" if as in ``key``.
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
    """The pointer, in screen coordinates from the window's top left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MouseButton:
    """A mouse button: 0 left, 1 right, 2 middle."""

    button: int
    pressed: bool
    x: float
    y: float
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MouseWheel:
    """The wheel, or two fingers: right and up are positive."""

    columns: float
    rows: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FilesDropped:
    """Files were dropped on the window."""

    paths: tuple[Path, ...]


Event = KeyEvent | FocusEvent | MouseMove | MouseButton | MouseWheel | FilesDropped

"""Turns the window's callbacks into plain events, in the order of their arrival.

glfw must be imported after imgui_bundle, which has its own copy of the library; ``window`` ensures that. Create
:class:`WindowInput` before Dear ImGui's back end, which chains the callbacks that it finds.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import glfw

from gpulife.input.events import Event, FilesDropped, FocusEvent, KeyEvent, MouseButton, MouseMove, MouseWheel
from gpulife.input.names import KEYS, SYMBOLS, key_title

_GLFW_NAMES = {
    "Grave": "GRAVE_ACCENT",
    "LeftBracket": "LEFT_BRACKET",
    "RightBracket": "RIGHT_BRACKET",
    "PageUp": "PAGE_UP",
    "PageDown": "PAGE_DOWN",
    "CapsLock": "CAPS_LOCK",
    "ScrollLock": "SCROLL_LOCK",
    "NumLock": "NUM_LOCK",
    "PrintScreen": "PRINT_SCREEN",
    "World1": "WORLD_1",
    "World2": "WORLD_2",
} | {
    f"{side}{modifier}": f"{side.upper()}_{'CONTROL' if modifier == 'Ctrl' else modifier.upper()}"
    for side in ("Left", "Right")
    for modifier in ("Shift", "Ctrl", "Alt", "Super")
}


def _key_number(name: str) -> int:
    """Return glfw's number of a key. There is none for Plus, which has no key on US keyboards."""
    spelt = _GLFW_NAMES.get(name, f"KP_{name[2:].upper()}" if name.startswith("KP") else name.upper())
    return int(getattr(glfw, f"KEY_{spelt}"))


KEY_NUMBERS = {name: _key_number(name) for name in KEYS if name != "Plus"}
_NAMES = {token: name for name, token in KEY_NUMBERS.items()}
_MODIFIERS = {glfw.MOD_SHIFT: "Shift", glfw.MOD_CONTROL: "Ctrl", glfw.MOD_ALT: "Alt", glfw.MOD_SUPER: "Super"}


def key_label(name: str) -> str:
    """Return what is printed on a key in the user's layout; ``name`` is its US name: "Z" for "W" in France."""
    token = KEY_NUMBERS.get(name)
    printed = glfw.get_key_name(token, 0) if token is not None and not name.startswith("KP") else None
    return printed.upper() if printed and printed.strip() else key_title(name)


class WindowInput:
    """Collects a window's events until they are taken.

    Args:
        window: glfw's window. Its present callbacks are still called.
    """

    def __init__(self, window: Any) -> None:
        self._window = window
        self._events: list[Event] = []
        # Later taken from events, because glfw.get_cursor_pos is ahead of events that are not reported yet.
        self._pointer: tuple[float, float] = glfw.get_cursor_pos(window)
        makers: dict[str, Callable[..., Event | None]] = {
            "key": _key_event,
            "window_focus": lambda focused: FocusEvent(bool(focused)),
            "cursor_pos": self._moved,
            "mouse_button": lambda button, action, mods: MouseButton(
                button, action == glfw.PRESS, *self._pointer, _modifiers(mods)
            ),
            "scroll": lambda columns, rows: MouseWheel(columns, rows, *self._pointer),
            "drop": lambda paths: FilesDropped(tuple(map(Path, paths))),
        }
        # glfw keeps bare function pointers. These references keep old and new callbacks alive as long as the window.
        self._callbacks = {name: partial(self._add, name, make) for name, make in makers.items()}
        self._before: dict[str, Any] = {
            name: getattr(glfw, f"set_{name}_callback")(window, callback) for name, callback in self._callbacks.items()
        }

    @property
    def waiting(self) -> bool:
        """Whether there are events to take."""
        return bool(self._events)

    def take(self) -> tuple[Event, ...]:
        """Return the events since the last call; call it after ``glfw.poll_events()``."""
        events, self._events = tuple(self._events), []
        return events

    def _add(self, name: str, make: Callable[..., Event | None], window: Any, *arguments: Any) -> None:
        if (event := make(*arguments)) is not None:
            self._events.append(event)
        if before := self._before.get(name):
            before(window, *arguments)

    def _moved(self, x: float, y: float) -> MouseMove:
        self._pointer = (x, y)
        return MouseMove(x, y)


def _key_event(key: int, scancode: int, action: int, mods: int) -> KeyEvent | None:
    """Return the event for a key; None for a key without a name."""
    name = _NAMES.get(key)
    if name is None:
        return None
    label = "" if name.startswith("KP") else _label(glfw.get_key_name(key, scancode))
    pressed, repeat = action != glfw.RELEASE, action == glfw.REPEAT
    return KeyEvent(name, pressed, _modifiers(mods), repeat, "" if label == name else label)


def _label(printed: str | None) -> str:
    """Return the name of the key with that character printed on it; "" if there is none."""
    return SYMBOLS.get(printed, printed.upper()) if printed and len(printed) == 1 and printed.strip() else ""


def _modifiers(bits: int) -> frozenset[str]:
    return frozenset(name for bit, name in _MODIFIERS.items() if bits & bit)

"""The window's callbacks as plain events, in the order in which they came.

glfw must be imported after imgui_bundle, which brings its own copy of the library; ``app`` sees to that. Dear ImGui's
back end calls the callbacks that it finds, so :class:`WindowInput` is made before it starts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import glfw

from gpulife.input.events import Event, FilesDropped, FocusEvent, KeyEvent, MouseButton, MouseMove, MouseWheel
from gpulife.input.names import KEYS, SYMBOLS, key_title

_SPELT = {
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


def _token(name: str) -> int:
    """Glfw's number of a key; no keyboard has a key Plus of its own in the US."""
    spelt = _SPELT.get(name, f"KP_{name[2:].upper()}" if name.startswith("KP") else name.upper())
    return int(getattr(glfw, f"KEY_{spelt}"))


KEY_TOKENS = {name: _token(name) for name in KEYS if name != "Plus"}
_NAMES = {token: name for name, token in KEY_TOKENS.items()}
_MODIFIERS = {glfw.MOD_SHIFT: "Shift", glfw.MOD_CONTROL: "Ctrl", glfw.MOD_ALT: "Alt", glfw.MOD_SUPER: "Super"}


def key_label(name: str) -> str:
    """What is printed, in the user's layout, on the key that the US call ``name``: "Z" for "W" in France."""
    token = KEY_TOKENS.get(name)
    printed = glfw.get_key_name(token, 0) if token is not None and not name.startswith("KP") else None
    return printed.upper() if printed and printed.strip() else key_title(name)


class WindowInput:
    """Collects what happens to a window until it is taken.

    Args:
        window: of glfw; callbacks that it has already are called as well.
    """

    def __init__(self, window: Any) -> None:
        self._window = window
        self._events: list[Event] = []
        # As the events say: glfw.get_cursor_pos is ahead of those that it has not reported yet.
        self._pointer: tuple[float, float] = glfw.get_cursor_pos(window)
        # glfw keeps the bare functions; these references keep them, and those found, alive as long as the window.
        self._callbacks: dict[str, Any] = {
            "key": self._key,
            "window_focus": self._focus,
            "cursor_pos": self._move,
            "mouse_button": self._button,
            "scroll": self._wheel,
            "drop": self._drop,
        }
        self._before: dict[str, Any] = {}
        for name, callback in self._callbacks.items():
            self._before[name] = getattr(glfw, f"set_{name}_callback")(window, callback)

    def take(self) -> tuple[Event, ...]:
        """The events since the last call; after ``glfw.poll_events()``."""
        events, self._events = tuple(self._events), []
        return events

    def _add(self, name: str, event: Event | None, *arguments: Any) -> None:
        if event is not None:
            self._events.append(event)
        if before := self._before.get(name):
            before(*arguments)

    def _key(self, window: Any, key: int, scancode: int, action: int, mods: int) -> None:
        event = None
        if (name := _NAMES.get(key)) is not None:
            label = "" if name.startswith("KP") else _label(glfw.get_key_name(key, scancode))
            pressed, repeat = action != glfw.RELEASE, action == glfw.REPEAT
            event = KeyEvent(name, pressed, _modifiers(mods), repeat, "" if label == name else label)
        self._add("key", event, window, key, scancode, action, mods)

    def _focus(self, window: Any, focused: int) -> None:
        self._add("window_focus", FocusEvent(bool(focused)), window, focused)

    def _move(self, window: Any, x: float, y: float) -> None:
        self._pointer = (x, y)
        self._add("cursor_pos", MouseMove(x, y), window, x, y)

    def _button(self, window: Any, button: int, action: int, mods: int) -> None:
        event = MouseButton(button, action == glfw.PRESS, *self._pointer, _modifiers(mods))
        self._add("mouse_button", event, window, button, action, mods)

    def _wheel(self, window: Any, columns: float, rows: float) -> None:
        self._add("scroll", MouseWheel(columns, rows, *self._pointer), window, columns, rows)

    def _drop(self, window: Any, paths: list[str]) -> None:
        self._add("drop", FilesDropped(tuple(map(Path, paths))), window, paths)


def _label(printed: str | None) -> str:
    """The name of the key with that character on it; "" if it has none."""
    return SYMBOLS.get(printed, printed.upper()) if printed and len(printed) == 1 and printed.strip() else ""


def _modifiers(bits: int) -> frozenset[str]:
    return frozenset(name for bit, name in _MODIFIERS.items() if bits & bit)

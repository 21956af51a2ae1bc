"""Input from glfw: events of the window, and the states of gamepads.

glfw must be imported after imgui_bundle, which has its own copy of it; the package ``window`` does so.
"""

import logging
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import glfw

from gpulife.errors import OutputError
from gpulife.input.events import (
    Event,
    FilesDropped,
    FocusEvent,
    KeyEvent,
    MouseButton,
    MouseMove,
    MouseWheel,
    PadState,
    RawPad,
)
from gpulife.input.names import KEYS, SYMBOLS, key_title
from gpulife.input.pad_mappings import read_mappings
from gpulife.resources import user_path

# Callbacks become events in the order in which they came. Dear ImGui's back end calls the callbacks set before it
# starts, so a :class:`WindowInput` must be created first.

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
    """Return glfw's number for a key of US keyboards."""
    spelt = _GLFW_NAMES.get(name, f"KP_{name[2:].upper()}" if name.startswith("KP") else name.upper())
    return int(getattr(glfw, f"KEY_{spelt}"))


KEY_NUMBERS = {name: _key_number(name) for name in KEYS if name != "Plus"}
_NAMES = {token: name for name, token in KEY_NUMBERS.items()}
_MODIFIERS = {glfw.MOD_SHIFT: "Shift", glfw.MOD_CONTROL: "Ctrl", glfw.MOD_ALT: "Alt", glfw.MOD_SUPER: "Super"}


def key_label(name: str) -> str:
    """Return what is printed on a key in the user's layout: "Z" for "W" in France. ``name`` is the key's US name."""
    token = KEY_NUMBERS.get(name)
    printed = glfw.get_key_name(token, 0) if token is not None and not name.startswith("KP") else None
    return printed.upper() if printed and printed.strip() else key_title(name)


class WindowInput:
    """Collects a window's events until the program takes them.

    Args:
        window: glfw's window. Callbacks that the window already has are still called.
    """

    def __init__(self, window: Any) -> None:
        self._window = window
        self._events: list[Event] = []
        # Later updated from events, because glfw.get_cursor_pos runs ahead of unreported events.
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
        """True if there are events to take."""
        return bool(self._events)

    def take(self) -> tuple[Event, ...]:
        """Return the events since the last call. Call this after ``glfw.poll_events()``."""
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
    name = _NAMES.get(key)
    if name is None:
        return None
    label = "" if name.startswith("KP") else _label(glfw.get_key_name(key, scancode))
    pressed, repeat = action != glfw.RELEASE, action == glfw.REPEAT
    return KeyEvent(name, pressed, _modifiers(mods), repeat, "" if label == name else label)


def _label(printed: str | None) -> str:
    """Return the name of the key labelled ``printed``; "" unless that is one visible character."""
    return SYMBOLS.get(printed, printed.upper()) if printed and len(printed) == 1 and printed.strip() else ""


def _modifiers(bits: int) -> frozenset[str]:
    return frozenset(name for bit, name in _MODIFIERS.items() if bits & bit)


# Gamepads are read with three sources of SDL mappings: glfw's own table, the user's file, and the environment.

_LOG = logging.getLogger(__name__)

MAPPINGS_VARIABLE = "SDL_GAMECONTROLLERCONFIG"
"""SDL's environment variable for gamepad mappings; here it may also name a file of mappings."""

_BUTTONS = (
    *("a", "b", "x", "y", "lb", "rb", "back", "start", "guide", "left_thumb", "right_thumb"),
    *("dpad_up", "dpad_right", "dpad_down", "dpad_left"),
)
"""Names of a gamepad's buttons in the order in which glfw lists them."""


class GlfwPads:
    """The gamepads that glfw knows. glfw must be initialised, and events must be polled before each :meth:`poll`."""

    def poll(self) -> dict[int, PadState]:
        """Return the states of pads with a known mapping of buttons and axes, keyed by glfw's number of the pad."""
        found = {}
        for number in _connected():
            state = glfw.get_gamepad_state(number) if glfw.joystick_is_gamepad(number) else None
            if state is not None:
                held = frozenset(name for name, down in zip(_BUTTONS, state.buttons, strict=False) if down)
                name = glfw.get_gamepad_name(number) or "Gamepad"
                found[number] = PadState(
                    name, decoded(glfw.get_joystick_guid(number)), tuple(map(float, state.axes)), held
                )
        return found

    def unmapped(self) -> dict[int, RawPad]:
        """Return the joysticks without a known mapping, keyed by glfw's number. The mapping wizard reads these."""
        return {number: raw_pad(number) for number in _connected() if not glfw.joystick_is_gamepad(number)}


def raw_pad(number: int) -> RawPad:
    """Return the state of joystick ``number``, for the mapping wizard. No mapping of buttons and axes is used."""
    axes, axis_count = glfw.get_joystick_axes(number)
    buttons, button_count = glfw.get_joystick_buttons(number)
    hats, hat_count = glfw.get_joystick_hats(number)
    return RawPad(
        decoded(glfw.get_joystick_name(number)) or "Gamepad",
        decoded(glfw.get_joystick_guid(number)),
        tuple(float(axes[place]) for place in range(axis_count)),
        # glfw appends four buttons per hat, which a mapping must not name, because SDL does not have them.
        tuple(bool(buttons[place]) for place in range(max(button_count - 4 * hat_count, 0))),
        tuple(int(hats[place]) for place in range(hat_count)),
    )


def load_mappings(path: Path) -> None:
    """Give glfw the mappings in the user's file, then those in SDL_GAMECONTROLLERCONFIG. Invalid lines are logged."""
    texts = {}
    try:
        texts[str(path)] = read_mappings(path)
    except OutputError as error:
        _LOG.warning(error)
    if named := os.environ.get(MAPPINGS_VARIABLE, "").strip():
        texts[MAPPINGS_VARIABLE] = _mapping_lines(named)
    for origin, text in texts.items():
        lines = (line.strip() for line in text.splitlines())
        wrong = [line for line in lines if line and not line.startswith("#") and not add_mapping(line)]
        if wrong:
            more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
            _LOG.warning(
                "%s: %r%s is not a mapping like GUID,name,a:b0,...,platform:Linux,", origin, wrong[0][:60], more
            )


def add_mapping(line: str) -> bool:
    """Give glfw a mapping, which is used from now on. Return False if the line is invalid."""
    fields = line.split(",")
    # glfw silently ignores lines without a GUID, reads up to the first 0 byte, and fails on bytes that are not text.
    if len(fields) < 3 or len(fields[0]) != 32 or not line.isprintable():
        return False
    return bool(glfw.update_gamepad_mappings(line + "\n"))


def _mapping_lines(value: str) -> str:
    """Return gamepad mappings, one a line. ``value`` is either the mappings or the name of a file with them."""
    path = user_path(value)
    try:
        return value if "," in value or not path.is_file() else read_mappings(path)
    except (OutputError, OSError):  # OSError: a name that is too long
        return value


def _connected() -> Iterator[int]:
    return (number for number in range(glfw.JOYSTICK_LAST + 1) if glfw.joystick_present(number))


def decoded(text: bytes | str | None) -> str:
    """Return a C string from glfw as text; None as ""."""
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text or ""

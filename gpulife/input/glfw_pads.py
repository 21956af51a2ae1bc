"""Reads gamepads through glfw, with its built-in SDL mappings, the user's, and those of the environment.

See ``glfw_input`` for when glfw may be imported.
"""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import glfw

from gpulife.errors import OutputError
from gpulife.input.pad_mapping_files import read_mappings
from gpulife.input.pads import PadState, RawPad
from gpulife.resources import user_path

_LOG = logging.getLogger(__name__)

MAPPINGS_VARIABLE = "SDL_GAMECONTROLLERCONFIG"
"""SDL's environment variable with mapping lines; here it may also name a file of them."""

_BUTTONS = (
    *("a", "b", "x", "y", "lb", "rb", "back", "start", "guide", "left_thumb", "right_thumb"),
    *("dpad_up", "dpad_right", "dpad_down", "dpad_left"),
)
"""Names of the buttons in glfw's order."""


class GlfwPads:
    """A ``PadSource``; glfw must be initialised, and events polled before each ``poll()``."""

    def poll(self) -> dict[int, PadState]:
        """Return the states of pads with a known mapping, by glfw's number."""
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
        """Return the joysticks without a known mapping, for the mapping wizard."""
        return {number: raw_pad(number) for number in _connected() if not glfw.joystick_is_gamepad(number)}


def raw_pad(number: int) -> RawPad:
    """Read a connected joystick without its mapping, for the mapping wizard."""
    axes, axis_count = glfw.get_joystick_axes(number)
    buttons, button_count = glfw.get_joystick_buttons(number)
    hats, hat_count = glfw.get_joystick_hats(number)
    return RawPad(
        decoded(glfw.get_joystick_name(number)) or "Gamepad",
        decoded(glfw.get_joystick_guid(number)),
        tuple(float(axes[place]) for place in range(axis_count)),
        # glfw appends four buttons for each hat. Mappings must not name them, because SDL does not have them.
        tuple(bool(buttons[place]) for place in range(max(button_count - 4 * hat_count, 0))),
        tuple(int(hats[place]) for place in range(hat_count)),
    )


def load_mappings(path: Path) -> None:
    """Give glfw the user's mappings, then those of SDL_GAMECONTROLLERCONFIG. Invalid lines are logged as a warning."""
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
                "%s: %r%s is no mapping: it should be GUID,name,a:b0,...,platform:Linux,", origin, wrong[0][:60], more
            )


def add_mapping(line: str) -> bool:
    """Give glfw a mapping, effective at once for a connected pad; return whether the line is valid."""
    fields = line.split(",")
    # glfw silently ignores lines without a GUID, stops at the first 0 byte, and fails on bytes that are not text.
    if len(fields) < 3 or len(fields[0]) != 32 or not line.isprintable():
        return False
    return bool(glfw.update_gamepad_mappings(line + "\n"))


def _mapping_lines(value: str) -> str:
    """Return the mapping lines in the variable's value, or in the file that it names."""
    path = user_path(value)
    try:
        return value if "," in value or not path.is_file() else read_mappings(path)
    except (OutputError, OSError):  # OSError: the name is too long
        return value


def _connected() -> Iterator[int]:
    return (number for number in range(glfw.JOYSTICK_LAST + 1) if glfw.joystick_present(number))


def decoded(text: bytes | str | None) -> str:
    """Return a C string from glfw (bytes, str or None) as text."""
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text or ""

"""Hands for a stage: mouse, wheel, keys, text, pads and dropped files, sent to both Dear ImGui and gpulife."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from imgui_bundle import imgui
from window.stage import Stage

from gpulife.input.events import FilesDropped, KeyEvent, MouseButton, MouseMove, MouseWheel
from gpulife.input.names import KEYS

_NAMES = {
    "Left": "left_arrow",
    "Right": "right_arrow",
    "Up": "up_arrow",
    "Down": "down_arrow",
    "Grave": "grave_accent",
    "LeftBracket": "left_bracket",
    "RightBracket": "right_bracket",
    "PageUp": "page_up",
    "PageDown": "page_down",
    "CapsLock": "caps_lock",
    "ScrollLock": "scroll_lock",
    "NumLock": "num_lock",
    "PrintScreen": "print_screen",
    **{
        f"{side}{mod}": f"{side.lower()}_{mod.lower()}"
        for side in ("Left", "Right")
        for mod in ("Shift", "Ctrl", "Alt")
    },
    **{f"{side}Super": f"{side.lower()}_super" for side in ("Left", "Right")},
    **{str(digit): f"_{digit}" for digit in range(10)},
}
_MODS = {name: getattr(imgui.Key, f"mod_{name.lower()}") for name in ("Ctrl", "Shift", "Alt", "Super")}
_CHARACTERS = {"Space": " ", "Minus": "-", "Period": ".", "Comma": ",", "Slash": "/", "Semicolon": ";", "Equal": "="}


def _imgui_key(name: str) -> imgui.Key | None:
    spelt = _NAMES.get(name, f"keypad{name[2:]}" if name[:2] == "KP" and name[2:].isdigit() else name.lower())
    if name[:2] == "KP" and not name[2:].isdigit():
        spelt = f"keypad_{name[2:].lower()}"
    return getattr(imgui.Key, spelt, None)


_KEYS = {name: key for name in KEYS if (key := _imgui_key(name)) is not None}


class Hands:
    """A user's actions on a stage; each takes some frames."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.at = (0.0, 0.0)
        self._mods: frozenset[str] = frozenset()

    def move(self, x: float, y: float, frames: int = 1) -> None:
        """Move the pointer."""
        self.at = x, y
        imgui.get_io().add_mouse_pos_event(x, y)
        self.stage.frames(frames, MouseMove(x, y))

    def button(self, number: int, *, pressed: bool, frames: int = 1) -> None:
        """Press or release a mouse button."""
        imgui.get_io().add_mouse_button_event(number, pressed)
        self.stage.frames(frames, MouseButton(number, pressed, *self.at, self._mods))

    def click(self, x: float, y: float, number: int = 0) -> None:
        """Move the pointer to a place and click."""
        self.move(x, y, 2)
        self.button(number, pressed=True)
        self.button(number, pressed=False)

    def drag(self, *path: tuple[float, float], number: int = 0) -> None:
        """Press at the first place, move along the others, and release at the last."""
        self.move(*path[0])
        self.button(number, pressed=True)
        for x, y in path[1:]:
            self.move(x, y)
        self.button(number, pressed=False)

    def wheel(self, rows: float, columns: float = 0.0) -> None:
        """Turn the wheel."""
        imgui.get_io().add_mouse_wheel_event(columns, rows)
        self.stage.frames(1, MouseWheel(columns, rows, *self.at))

    def key_down(self, name: str, mods: Sequence[str] = ()) -> None:
        """Press a key with modifiers; takes one frame."""
        self._hold(mods)
        io = imgui.get_io()
        if name in _KEYS:
            io.add_key_event(_KEYS[name], down=True)
        character = _CHARACTERS.get(name, name.lower() if len(name) == 1 else "")
        if character and not {"Ctrl", "Alt", "Super"} & set(mods):
            io.add_input_characters_utf8(character)
        self.stage.frames(1, KeyEvent(name, pressed=True, mods=self._mods))

    def key_up(self, name: str) -> None:
        """Release a key; takes one frame."""
        if name in _KEYS:
            imgui.get_io().add_key_event(_KEYS[name], down=False)
        mods = self._mods
        self._hold(())
        self.stage.frames(1, KeyEvent(name, pressed=False, mods=mods))

    def key(self, name: str, *mods: str) -> None:
        """Press and release a key; takes two frames."""
        self.key_down(name, mods)
        self.key_up(name)

    def _hold(self, mods: Sequence[str]) -> None:
        io = imgui.get_io()
        for name, key in _MODS.items():
            if (name in mods) != (name in self._mods):
                io.add_key_event(key, name in mods)
        self._mods = frozenset(mods)

    def write(self, text: str) -> None:
        """Type a text over the content of the focused field, and confirm it with Return."""
        self.key("A", "Ctrl")
        imgui.get_io().add_input_characters_utf8(text)
        self.stage.frames(2)
        self.key("Enter")

    def drop(self, *paths: Path) -> None:
        """Drop files on the window."""
        self.stage.frames(2, FilesDropped(paths))

    def pad(self, socket: int, buttons: Sequence[str] = (), **axes: float) -> None:
        """Hold buttons and axes of a pad for two frames, then release them for one."""
        if socket not in self.stage.pads.states:
            self.stage.pads.hold(socket)
            self.stage.frames(1)
        self.stage.pads.hold(socket, *buttons, **axes)  # type: ignore[arg-type]
        self.stage.frames(2)
        if socket in self.stage.pads.states:
            self.stage.pads.hold(socket)
        self.stage.frames(1)

    def let_go(self) -> None:
        """Release everything, and point at nothing."""
        io = imgui.get_io()
        self._hold(())
        for number in range(3):
            io.add_mouse_button_event(number, down=False)
        self.stage.pads.states.clear()
        self.stage.pads.raw.clear()
        self.at = -1e6, -1e6
        io.add_mouse_pos_event(-1e9, -1e9)

"""The keys and buttons of a gamepad that move a replay, as players of films have them."""

from collections.abc import Iterator

from imgui_bundle import imgui

from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.session import Faster, Jump, Slower
from gpulife.window.panels.widgets import back_pressed
from gpulife.window.replay.replay_bar import HALT, JUMP_SECONDS, LEAVE

_EVER = 1e9  # seconds
_ONCE = (
    ((imgui.Key.space, imgui.Key.gamepad_face_down), HALT),
    ((imgui.Key.up_arrow, imgui.Key.gamepad_dpad_up), Faster()),
    ((imgui.Key.down_arrow, imgui.Key.gamepad_dpad_down), Slower()),
    ((imgui.Key.home,), Jump(-_EVER)),
    ((imgui.Key.end,), Jump(_EVER)),
)
_REPEATED = (
    ((imgui.Key.left_arrow, imgui.Key.gamepad_dpad_left), Jump(-JUMP_SECONDS)),
    ((imgui.Key.right_arrow, imgui.Key.gamepad_dpad_right), Jump(JUMP_SECONDS)),
)


def pressed_keys() -> Iterator[CommandOrAction]:
    """Yield what the keys and buttons ask for that are pressed in the present frame of Dear ImGui."""
    for keys, request in _ONCE:
        if any(imgui.is_key_pressed(key, repeat=False) for key in keys):
            yield request
    for keys, request in _REPEATED:
        if any(imgui.is_key_pressed(key) for key in keys):
            yield request
    if back_pressed():
        yield LEAVE

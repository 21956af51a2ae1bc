"""Commands about the window, its devices and settings, which work whatever the window shows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.files import Film, Screenshot
from gpulife.input.commands.program import (
    Bind,
    ChangeSetting,
    Fullscreen,
    MapPad,
    Mute,
    Online,
    Phones,
    Quit,
    StartScreen,
    TextSize,
    Volume,
)
from gpulife.input.glfw_pads import add_mapping
from gpulife.input.names import InputError
from gpulife.input.pad_mapping_files import save_mapping
from gpulife.input.pad_mapping_wizard import Wizard
from gpulife.settings.user_settings import mappings_path
from gpulife.storage.atomic_io import atomic_write
from gpulife.window.shell import Shell
from gpulife.window.user_folders import new_file


def carry_out(shell: Shell, request: CommandOrAction) -> bool:
    """Carry out a command if it is about the window; return whether it was.

    Raises:
        GpulifeError: it cannot be carried out; one line for the user.
    """
    if (handler := _HANDLERS.get(type(request))) is None:
        return False
    handler(shell, request)
    return True


def _screenshot(shell: Shell, command: Screenshot) -> None:
    target = Path(command.path) if command.path else new_file("screenshot", ".png", shell.settings)
    with atomic_write(target, "wb") as file:
        Image.fromarray(shell.window.read()).save(file, "PNG")
    shell.show_message(f"saved {target}")


def _mute(shell: Shell, _: Mute) -> None:
    shell.sound.muted = not shell.sound.muted
    shell.change("muted", shell.sound.muted)
    shell.show_message("sound off" if shell.sound.muted else shell.sound.unmute_message)


def _volume(shell: Shell, command: Volume) -> None:
    volume = min(max(round(shell.settings.volume + command.by, 2), 0.0), 1.0)
    shell.change("volume", volume)
    if command.by > 0 and shell.sound.muted:
        _mute(shell, Mute())
    shell.show_message(f"volume {volume:.0%}" + (", but the sound is off" if shell.sound.muted else ""))


def _fullscreen(shell: Shell, command: Fullscreen) -> None:
    on = shell.window.fullscreen_on is None if command.monitor is None else bool(command.monitor)
    shell.window.set_fullscreen((command.monitor or shell.settings.monitor) if on else None)
    shell.change("fullscreen", on)
    shell.change("monitor", shell.window.fullscreen_on or shell.settings.monitor)


def _setting(shell: Shell, command: ChangeSetting) -> None:
    shell.change(command.name, command.value)
    match command.name:
        case "vsync":
            shell.window.set_vsync(on=shell.settings.vsync)
        case "ui_scale":
            shell.imgui_backend.set_ui_scale(shell.settings.ui_scale)
        case "dead_zone":
            shell.poller.dead_zone = shell.settings.dead_zone


def _text_size(shell: Shell, command: TextSize) -> None:
    wanted = min(max(round(shell.settings.ui_scale + command.by, 1), 0.5), 4.0) if command.by else 1.0
    _setting(shell, ChangeSetting("ui_scale", wanted))
    shell.show_message(f"Text size {wanted:.0%}")


def _bind(shell: Shell, command: Bind) -> None:
    bindings, state = shell.poller.bindings, shell.panel_state
    try:
        shell.poller.bindings = (
            bindings.rebind(command.control, command.input) if command.input else bindings.reset(command.control)
        )
    except InputError as error:
        state.binding_problem = command.control, str(error)  # shown beside the control
        raise
    state.binding_problem = "", ""
    shell.change("bindings", shell.poller.bindings.overrides())


def _map_pad(shell: Shell, command: MapPad) -> None:
    if isinstance(command.step, int):
        if pad := shell.pads.unmapped().get(command.step):  # it may have been unplugged just now
            shell.mapping_wizard = Wizard(pad, socket=command.step)
    elif shell.mapping_wizard is not None:
        match command.step:
            case "skip":
                shell.mapping_wizard = shell.mapping_wizard.skip()
            case "back":
                shell.mapping_wizard = shell.mapping_wizard.back()
            case "save":
                line = shell.mapping_wizard.mapping_line()
                save_mapping(mappings_path(), line)
                add_mapping(line)
                shell.mapping_wizard = None
                shell.show_message("The gamepad is set up: press A on it to play")
            case _:
                shell.mapping_wizard = None


def _quit(shell: Shell, _: Quit) -> None:
    shell.quitting = True


_HANDLERS: dict[type[CommandOrAction], Callable[[Shell, Any], None]] = {
    Screenshot: _screenshot,
    Film: lambda shell, _: shell.recorder.toggle(shell.window, shell.settings),
    Mute: _mute,
    TextSize: _text_size,
    Volume: _volume,
    Fullscreen: _fullscreen,
    ChangeSetting: _setting,
    Bind: _bind,
    MapPad: _map_pad,
    Online: lambda shell, _: shell.show_online(),
    Phones: lambda shell, _: shell.show_phones(),
    StartScreen: lambda shell, _: shell.show_start_menu(),
    Quit: _quit,
}

"""Carries out commands on the window, its devices and its settings, whichever screen is shown."""

from pathlib import Path

from PIL import Image

from gpulife.input.bindings import Bindings, RefusedInputError, build_bindings
from gpulife.input.commands import (
    Bind,
    BindDefaults,
    ChangeSetting,
    Film,
    Fullscreen,
    MapPad,
    Mute,
    Online,
    Phones,
    Quit,
    Screenshot,
    SetUp,
    ShowSettings,
    StartScreen,
    TextSize,
    Volume,
)
from gpulife.input.glfw_input import add_mapping
from gpulife.input.pad_mappings import Wizard, save_mapping
from gpulife.settings import mappings_path
from gpulife.storage.atomic_io import atomic_write
from gpulife.window.panels.panel_state import BindingProblem
from gpulife.window.scopes import Scope, handles
from gpulife.window.shell import Shell
from gpulife.window.user_folders import new_file


class ProgramScope(Scope):
    """The last scope of the stack. It carries out commands that concern the program as a whole."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    @handles(Screenshot)
    def _screenshot(self, command: Screenshot) -> None:
        target = Path(command.path) if command.path else new_file("screenshot", ".png", self._shell.settings)
        with atomic_write(target, "wb") as file:
            Image.fromarray(self._shell.window.read()).save(file, "PNG")
        self._shell.show_message(f"saved {target}")

    @handles(Mute)
    def _mute(self, _: Mute) -> None:
        self._shell.sound.muted = not self._shell.sound.muted
        self._shell.change("muted", self._shell.sound.muted)
        self._shell.show_message("sound off" if self._shell.sound.muted else self._shell.sound.unmute_message)

    @handles(Volume)
    def _volume(self, command: Volume) -> None:
        volume = min(max(round(self._shell.settings.volume + command.by, 2), 0.0), 1.0)
        self._shell.change("volume", volume)
        if command.by > 0 and self._shell.sound.muted:
            self._mute(Mute())
        self._shell.show_message(f"volume {volume:.0%}" + (", but the sound is off" if self._shell.sound.muted else ""))

    @handles(Fullscreen)
    def _fullscreen(self, command: Fullscreen) -> None:
        on = self._shell.window.fullscreen_on is None if command.monitor is None else bool(command.monitor)
        self._shell.window.set_fullscreen((command.monitor or self._shell.settings.monitor) if on else None)
        self._shell.change("fullscreen", on)
        self._shell.change("monitor", self._shell.window.fullscreen_on or self._shell.settings.monitor)

    @handles(ChangeSetting)
    def _setting(self, command: ChangeSetting) -> None:
        self._shell.change(command.name, command.value)
        match command.name:
            case "vsync":
                self._shell.window.set_vsync(on=self._shell.settings.vsync)
            case "ui_scale":
                self._shell.imgui_backend.set_ui_scale(self._shell.settings.ui_scale)
            case "dead_zone":
                self._shell.poller.dead_zone = self._shell.settings.dead_zone

    @handles(TextSize)
    def _text_size(self, command: TextSize) -> None:
        wanted = min(max(round(self._shell.settings.ui_scale + command.by, 1), 0.5), 4.0) if command.by else 1.0
        self._setting(ChangeSetting("ui_scale", wanted))
        self._shell.show_message(f"Text size {wanted:.0%}")

    @handles(Bind)
    def _bind(self, command: Bind) -> None:
        bindings, state = self._shell.poller.bindings, self._shell.panel_state
        state.binding_problem = None
        try:
            if not command.input:
                self._use(bindings.reset(command.control))
            elif command.swaps:
                self._use(bindings.swap(command.control, command.input))
            else:
                self._use(bindings.rebind(command.control, command.input))
        except RefusedInputError as error:  # shown beside the control
            swaps = command.input if error.holder is not None and not command.swaps else ""
            state.binding_problem = BindingProblem(command.control, error.words, swaps)

    @handles(BindDefaults)
    def _bind_defaults(self, _: BindDefaults) -> None:
        self._shell.panel_state.binding_problem = None
        self._use(build_bindings())
        self._shell.show_message("All keys and buttons are the usual ones again")

    def _use(self, bindings: Bindings) -> None:
        self._shell.poller.bindings = bindings
        self._shell.change("bindings", bindings.overrides())

    @handles(MapPad)
    def _map_pad(self, command: MapPad) -> None:
        if isinstance(command.step, int):
            if pad := self._shell.pads.unmapped().get(command.step):  # it may just have been unplugged
                self._shell.mapping_wizard = Wizard(pad, socket=command.step)
        elif self._shell.mapping_wizard is not None:
            match command.step:
                case "skip":
                    self._shell.mapping_wizard = self._shell.mapping_wizard.skip()
                case "back":
                    self._shell.mapping_wizard = self._shell.mapping_wizard.back()
                case "save":
                    line = self._shell.mapping_wizard.mapping_line()
                    save_mapping(mappings_path(), line)
                    add_mapping(line)
                    self._shell.mapping_wizard = None
                    self._shell.show_message("The gamepad is set up: press A on it to play")
                case _:
                    self._shell.mapping_wizard = None

    @handles(Quit)
    def _quit(self, _: Quit) -> None:
        self._shell.quitting = True

    @handles(Film)
    def _film(self, _: Film) -> None:
        self._shell.recorder.toggle(self._shell.window, self._shell.settings)

    @handles(Online)
    def _show_online(self, _: Online) -> None:
        self._shell.show_online()

    @handles(ShowSettings)
    def _show_settings(self, _: ShowSettings) -> None:
        self._shell.show_settings()

    @handles(Phones)
    def _show_phones(self, _: Phones) -> None:
        self._shell.show_phones()

    @handles(StartScreen)
    def _show_start_menu(self, _: StartScreen) -> None:
        self._shell.show_start_menu()

    @handles(SetUp)
    def _show_set_up(self, request: SetUp) -> None:
        self._shell.show_set_up(request.game, request.against, request.begins)

"""Asks for the number of a generation to go to."""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.input.commands import CommandOrAction, GoToGeneration
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.widgets import number_field, wide_button, wrapped_text
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell


class GenerationDialog(Dialog):
    """Asks for a generation. Return goes there.

    Args:
        shell: what all screens share.
        screens: the stack of screens.
        present: number of the board's present generation.
    """

    def __init__(self, shell: Shell, screens: ScreenStack, present: int) -> None:
        super().__init__(shell, screens, "Go to generation")
        self._present = present

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the field and the button."""
        state = self.shell.panel_state
        wrapped_text(f"Now: {self._present:,}. Space stops the run.")
        if self.is_new:
            imgui.set_keyboard_focus_here()
        state.go_to, entered = number_field("generation", state.go_to)
        if not (wide_button("Go") or entered):
            return ()
        self.close()
        return [GoToGeneration(state.go_to)]

"""Asks for confirmation of a request that cannot be undone. The first of its two buttons declines."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpulife.input.commands import Command, CommandOrAction
from gpulife.window.ask_first import AskFirstError
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.widgets import button_row, wrapped_text
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell


@dataclass(frozen=True)
class Confirmed(Command):
    """Carry out a request that the user has confirmed."""

    request: CommandOrAction


class AskDialog(Dialog):
    """Asks whether to carry out a request. Escape, or B on a pad, declines.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        question: the question.
        request: the request to carry out if the answer is yes.
    """

    stops_time = True

    def __init__(self, shell: Shell, screens: ScreenStack, question: AskFirstError, request: CommandOrAction) -> None:
        super().__init__(shell, screens, "Are you sure?")
        self._question, self._request = question, request

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the question and the buttons for both answers."""
        wrapped_text(self._question.text)
        chosen = button_row(["Stay", self._question.yes], 0, focus=0 if self.is_new else None)
        if chosen is None:
            return ()
        self.close()
        return [Confirmed(self._request)] if chosen else ()

    @handles(Confirmed)
    def _confirm(self, request: Confirmed) -> None:
        self.shell.is_confirmed = True
        try:
            self._screens.carry_out([request.request])
        finally:
            self.shell.is_confirmed = False

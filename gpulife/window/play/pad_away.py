"""Asks how to go on when a player's gamepad or phone is disconnected during a game."""

from collections.abc import Callable, Sequence

from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import HALVES
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.widgets import button_row, wrapped_text
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell


class PadAway(Dialog):
    """Says whose gamepad is disconnected, until it is back or the user answers. Escape, or B on a pad, waits for it.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        player: the player.
        name: the player's name.
        device: the name of the gamepad.
        resume: returns the requests that let time pass again.
        on_line: True in an on-line match, in which the keyboard can always be used.
    """

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        player: int,
        name: str,
        device: str,
        resume: Callable[[], Sequence[CommandOrAction]],
        *,
        on_line: bool = False,
    ) -> None:
        super().__init__(shell, screens, f"{device} is disconnected")
        self._player, self._name, self._device, self._resume = player, name, device, resume
        self._on_line = on_line

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the question and the buttons for both answers."""
        poller = self.shell.poller
        wrapped_text(f"The game is halted, because {self._name} played with it. Its seat is kept for a while.")
        has_keys = self._on_line or self._player < HALVES
        labels = [f"Wait for {self._device}", "Play on with keys" if has_keys else "Play on without it"]
        chosen = button_row(labels, 0, focus=0 if self.is_new else None)
        is_back = poller.seat_claims.has_pad(self._player)
        if chosen is None and not is_back:
            return ()
        self.close()
        if chosen == 1:
            if has_keys and not self._on_line:
                poller.sit_at_keyboard(self._player)
            return self._resume()
        words = f"{self._device} is back" if is_back else "Halted"
        self.shell.show_message(f"{words}. {poller.keys_text('halt')} goes on")
        return ()

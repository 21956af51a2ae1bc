"""Dialogs that ask for a file: the system's own where there are some, else a list of folders and files."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from imgui_bundle import portable_file_dialogs

from gpulife.input.commands.command import CommandOrAction
from gpulife.window.dialogs.file_list import FileListDialog
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_HELPERS = ("zenity", "matedialog", "qarma", "kdialog")
"""Programs of Linux desktops that show dialogs; there, ``portable_file_dialogs`` needs one of them."""


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question for a file.

    Attributes:
        title: title of the dialog.
        folder: folder that it shows first.
        kinds: endings of the files to choose from, by the name of their kind.
        answer: returns the request for the file that was chosen.
        new_name: suggested name of a file to write; "" to choose one that there is.
    """

    title: str
    folder: Path
    kinds: dict[str, tuple[str, ...]]
    answer: Callable[[Path], CommandOrAction]
    new_name: str = ""


def has_system_dialogs() -> bool:
    """Return whether the system can show a dialog for files."""
    return sys.platform in ("win32", "darwin") or any(map(which, _HELPERS))


def file_dialog(shell: Shell, screens: ScreenStack, question: FileQuestion) -> Screen:
    """Return the dialog for a question, to be put on the stack of screens."""
    if has_system_dialogs():
        return SystemFileDialog(shell, screens, question)
    endings = tuple(ending for kind in question.kinds.values() for ending in kind)
    return FileListDialog(
        shell, screens, question.title, question.folder, endings, question.answer, new_name=question.new_name
    )


class SystemFileDialog(Screen):
    """Waits for the system's dialog, without stopping the session.

    Args:
        shell: everything that screens share.
        screens: the stack of screens.
        question: what to ask.
    """

    def __init__(self, shell: Shell, screens: ScreenStack, question: FileQuestion) -> None:
        self.shell = shell
        self._screens = screens
        self._question = question
        filters = [text for kind, endings in question.kinds.items() for text in (kind, _patterns(endings))]
        self._dialog: portable_file_dialogs.open_file | portable_file_dialogs.save_file
        if question.new_name:
            place = str(question.folder / question.new_name)
            self._dialog = portable_file_dialogs.save_file(question.title, place, filters)
        else:
            place = str(question.folder) + "/"
            self._dialog = portable_file_dialogs.open_file(question.title, place, [*filters, "All files", "*"])

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Look whether the dialog was answered; return the request for the file."""
        del seconds
        if not self._dialog.ready(0):
            return ()
        result = self._dialog.result()
        self._screens.pop(self)
        chosen = result if isinstance(result, str) else next(iter(result), "")
        return [self._question.answer(Path(chosen))] if chosen else ()

    def leave(self) -> None:
        """Close the system's dialog if it is still open."""
        if not self._dialog.ready(0):
            self._dialog.kill()


def _patterns(endings: Sequence[str]) -> str:
    return " ".join(f"*{ending}" for ending in endings)

"""Dialogs that ask for a file: the system's own dialog if there is one, else a list of folders and files."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import scandir
from pathlib import Path
from shutil import which

from imgui_bundle import imgui, imgui_ctx, portable_file_dialogs

from gpulife.input.commands import CommandOrAction
from gpulife.printing import printable
from gpulife.resources import user_path
from gpulife.window.design import CAPTION, NOTICE
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.widgets import button_row, elided, wrapped_text
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_MAX_ENTRIES = 5000
_LIST_HEIGHT = 300.0  # points on a 96 dpi screen


class FileListDialog(Dialog):
    """Shows a list of folders and files, and asks for a file.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        title: title of the window.
        folder: folder to show first.
        endings: file extensions of the files to show.
        answer: returns the request for the chosen file.
        new_name: suggested name for a new file; "" to ask for an existing file.
    """

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        title: str,
        folder: Path,
        endings: Sequence[str],
        answer: Callable[[Path], CommandOrAction],
        *,
        new_name: str = "",
    ) -> None:
        super().__init__(shell, screens, title, 640.0)
        self._endings = tuple(endings)
        self._answer = answer
        self._writes, self._name = bool(new_name), new_name
        self._to_replace: Path | None = None
        self._problem = ""
        self._folder = Path.home()
        self._folders: list[str] = []
        self._files: list[str] = []
        self._show(folder)

    def _show(self, folder: Path) -> None:
        """Show a folder. If the folder cannot be read, keep the current folder and show the error."""
        try:
            with scandir(folder) as entries:
                found = [(entry.is_dir(), entry.name) for entry, _ in zip(entries, range(_MAX_ENTRIES), strict=False)]
        except OSError as error:
            self._problem = f"{folder}: {error.strerror or error}"
            return
        self._problem = f"Only {_MAX_ENTRIES:,} files of this folder are shown" if len(found) == _MAX_ENTRIES else ""
        self._folder = folder.absolute()
        visible = [(is_folder, name) for is_folder, name in found if not name.startswith(".")]
        self._folders = sorted((name for is_folder, name in visible if is_folder), key=str.casefold)
        self._files = sorted(
            (name for is_folder, name in visible if not is_folder and name.lower().endswith(self._endings)),
            key=str.casefold,
        )

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the folder, its entries and the field for a name; return the user's requests."""
        scale = imgui.get_style().font_scale_dpi
        room = imgui.get_content_region_avail().x
        imgui.text_colored(CAPTION, elided(printable(str(self._folder)), room))
        chosen: Path | None = None
        height = min(_LIST_HEIGHT * scale, imgui.get_main_viewport().size.y * 0.5)
        with imgui_ctx.begin_child("entries", imgui.ImVec2(0, height), imgui.ChildFlags_.nav_flattened):
            if self._folder.parent != self._folder and self._entry("[..]  the folder above"):
                self._show(self._folder.parent)
            for name in self._folders:
                if self._entry(f"[{name}]"):
                    self._show(self._folder / name)
                    break
            for name in self._files:
                if self._entry(name):
                    chosen = self._folder / name
            if not (self._folders or self._files):
                imgui.text_colored(CAPTION, "No file of this kind is here")
        if self.is_new:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        hint = "Or type a name or a path"
        entered, self._name = imgui.input_text_with_hint(
            "##name", hint, self._name, imgui.InputTextFlags_.enter_returns_true
        )
        if self._problem:
            wrapped_text(self._problem, NOTICE)
        action = ("Replace" if self._to_replace else "Save") if self._writes else "Open"
        pressed = button_row([action, "Cancel"])
        if pressed == 1:
            self.close()
            return ()
        if chosen is not None and self._writes:
            self._name, chosen = chosen.name, None
        if (entered or pressed == 0) and self._name.strip():
            chosen = self._folder / user_path(self._name.strip())
        return () if chosen is None else self._take(chosen)

    def _entry(self, label: str) -> bool:
        return bool(imgui.selectable(printable(label), p_selected=False)[0])

    def _take(self, path: Path) -> Sequence[CommandOrAction]:
        """Return the request for the chosen file, or show the chosen folder. Ask again before replacing a file."""
        if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises an error for too long names
            self._show(path)
            return ()
        if self._writes and os.path.exists(path) and path != self._to_replace:  # noqa: PTH110
            self._to_replace = path
            self._problem = f"{path.name} exists already; press Replace to overwrite it"
            return ()
        if not self._writes and not os.path.isfile(path):  # noqa: PTH113
            self._problem = f"{path.parent} has no file {path.name}"
            return ()
        self.close()
        return [self._answer(path)]


_HELPERS = ("zenity", "matedialog", "qarma", "kdialog")
"""Programs of Linux desktops that show file dialogs. On Linux, ``portable_file_dialogs`` needs one of them."""


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """The content of a file dialog.

    Attributes:
        title: title of the dialog.
        folder: folder to show first.
        kinds: file extensions, keyed by the name of the kind of file.
        answer: returns the request for the chosen file.
        new_name: suggested name for a new file; "" to ask for an existing file.
    """

    title: str
    folder: Path
    kinds: dict[str, tuple[str, ...]]
    answer: Callable[[Path], CommandOrAction]
    new_name: str = ""


def has_system_dialogs() -> bool:
    """Return True if the system can show file dialogs."""
    return sys.platform in ("win32", "darwin") or any(map(which, _HELPERS))


def file_dialog(shell: Shell, screens: ScreenStack, question: FileQuestion) -> Screen:
    """Return the dialog that asks ``question``. The caller puts it on the stack of screens."""
    if has_system_dialogs():
        return SystemFileDialog(shell, screens, question)
    endings = tuple(ending for kind in question.kinds.values() for ending in kind)
    return FileListDialog(
        shell, screens, question.title, question.folder, endings, question.answer, new_name=question.new_name
    )


class SystemFileDialog(Screen):
    """Waits for the answer in the system's file dialog, while the session continues.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        question: what the dialog asks.
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
        """Return the request for the chosen file once the user has answered the dialog."""
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

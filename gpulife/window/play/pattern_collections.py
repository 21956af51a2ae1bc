"""Folders and zip files of patterns that are opened, dropped or chosen: the pattern browser lists them."""

import os
from pathlib import Path

from gpulife.errors import PatternError
from gpulife.patterns.formats.checkpoint.manifest import MANIFEST, is_checkpoint
from gpulife.patterns.pattern_files import only_pattern_in_zip, patterns_in_zip
from gpulife.storage.bounded_reading import ReadError
from gpulife.storage.zip_folder import is_zip_file
from gpulife.window.panels import pattern_browser
from gpulife.window.panels.pattern_browser import BrowserForm
from gpulife.window.panels.pattern_list import folder_title
from gpulife.window.play.game_controller import AnyController
from gpulife.window.shell import Shell


def checkpoint_of(path: Path) -> Path:
    """Return the folder of a checkpoint of whose files a dialog, which shows no folders, has named the manifest."""
    return path.parent if path.name == MANIFEST and is_checkpoint(path.parent) else path


def is_collection(path: Path) -> bool:
    """Return whether a path is a folder, but for one that is a checkpoint, or a zip file with several patterns.

    Raises:
        PatternError: it is a zip file without a pattern, or a damaged one.
    """
    if not is_zip_file(path):
        return os.path.isdir(path) and not is_checkpoint(path)  # noqa: PTH112 - a Path raises for names that no folder can have
    try:
        is_single = len(patterns_in_zip(path)) < 2
    except ReadError as error:
        raise PatternError(str(error)) from error
    if is_single:
        only_pattern_in_zip(path)
    return not is_single


def show_collection(controller: AnyController, path: Path) -> None:
    """List a folder or a zip file in the pattern browser, and show that."""
    shell = controller.shell
    change_folders(shell, add=str(path))
    shell.panel_state.docked = pattern_browser.TITLE
    controller.show_panels(shown=True)
    shell.panel_state.focused, shell.panel_state.wants_focus = pattern_browser.TITLE, True
    shell.show_message(f"The pattern browser lists {path.name}")


def change_folders(shell: Shell, add: str = "", remove: str = "") -> None:
    """List a folder in the pattern browser, and another one no longer; "" for none."""
    folders = [folder for folder in shell.settings.pattern_folders if folder not in (add, remove)]
    shell.change("pattern_folders", (*folders, *([add] if add else [])))
    if add:
        shell.panel_state.form(BrowserForm).kind = folder_title(add)

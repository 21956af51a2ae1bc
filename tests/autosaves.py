"""Loads the newest autosave of a folder, whatever its game and players; only tests need this."""

from pathlib import Path

from gpulife.session.autosave import AUTOSAVE_ENDING, SavedSession, read_newest_save
from gpulife.storage.save_file import Rotation, SavedFileError


def load_autosave(folder: Path) -> SavedSession | None:
    """Return the session that was saved last into ``folder``, whoever plays it; None if none ever was.

    Raises:
        SavedFileError: there are files, but all are damaged.
    """
    problems: list[SavedFileError] = []
    for files in Rotation.find(folder, AUTOSAVE_ENDING):
        saved, wrong = read_newest_save(files, SavedFileError)
        if saved is not None:
            return saved
        problems += wrong
    if problems:
        raise problems[0]
    return None

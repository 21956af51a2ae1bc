"""Folders and names of the files that the user saves."""

import subprocess
import sys
import threading
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from shutil import which

import platformdirs

from gpulife.errors import GpulifeError, OutputError
from gpulife.resources import named_path
from gpulife.settings import Settings
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.folders import DATA_VARIABLE, data_folder

_PICTURES, _FILMS = (".png",), (".mp4", ".gif")
MAX_RECENT_FILES = 10


def folder_for(ending: str, settings: Settings) -> Path:
    """Return the folder for files with the extension ``ending``. Create the folder if necessary.

    This is the folder that the user chose, or else "gpulife" in Pictures, Videos or Documents. If none of these can be
    created, or if an environment variable names the data folder, it is the data folder.

    Raises:
        OutputError: no folder can be created.
    """
    if named_path(DATA_VARIABLE):
        return data_folder()
    if ending in _PICTURES:
        chosen, usual = settings.picture_folder, platformdirs.user_pictures_path()
    elif ending in _FILMS:
        chosen, usual = settings.film_folder, platformdirs.user_videos_path()
    else:
        chosen, usual = settings.save_folder, platformdirs.user_documents_path()
    for folder in (Path(chosen), usual / "gpulife") if chosen else (usual / "gpulife",):
        try:
            make_folder(folder)
        except OutputError:
            continue
        return folder
    return data_folder()


def new_file(kind: str, ending: str, settings: Settings, taken: Collection[Path] = ()) -> Path:
    """Return the path of a new file, such as "gpulife film 2026-03-12 14.05.01.mp4".

    Args:
        kind: the file's content in one word.
        ending: the file extension.
        settings: the user's settings, which may name a folder; see :func:`folder_for`.
        taken: paths that are reserved for other files.
    """
    time = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
    folder = folder_for(ending, settings)
    numbers = ("", *(f" {number}" for number in range(2, 100)))
    paths = [folder / f"gpulife {kind} {time}{number}{ending}" for number in numbers]
    return next((path for path in paths if not path.exists() and path not in taken), paths[-1])


def with_recent_file(recent: Collection[str], path: Path) -> tuple[str, ...]:
    """Return the user's most recent files: ``path`` first, then the others in ``recent``, up to MAX_RECENT_FILES."""
    newest = str(path.absolute())
    return (newest, *(other for other in recent if other != newest))[:MAX_RECENT_FILES]


def show_in_folder(path: Path) -> None:
    """Show a file in the system's file manager.

    Raises:
        GpulifeError: no file manager is installed; the message names the folder.
    """
    if sys.platform == "darwin":
        command = ["open", "-R", str(path)]
    elif sys.platform == "win32":
        command = ["explorer", f"/select,{path}"]
    else:
        command = ["xdg-open", str(path.parent)]
    if which(command[0]) is None:
        raise GpulifeError(f"{path.name} is in {path.parent}; install {command[0]} to open that folder")
    # A separate process session survives gpulife, and its output is not mixed with ours.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    threading.Thread(target=process.wait, daemon=True).start()  # reaps the process when it ends

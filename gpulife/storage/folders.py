"""The user's folders: for what the program keeps, and for what it can make again."""

from pathlib import Path

import platformdirs

from gpulife.resources import named_path
from gpulife.storage.atomic_io import make_folder

DATA_VARIABLE = "GPULIFE_DATA"
"""Environment variable with the path of the folder for autosaves and other data that the program saves by itself."""
CACHE_VARIABLE = "GPULIFE_CACHE"
"""Name of the environment variable for a cache folder other than the user's usual one."""


def data_folder() -> Path:
    """Return the folder for autosaves, recordings and screenshots; create it if it does not exist.

    Raises:
        OutputError: the folder cannot be made.
    """
    folder = named_path(DATA_VARIABLE) or platformdirs.user_data_path("gpulife", appauthor=False)
    make_folder(folder)
    return folder


def cache_folder() -> Path:
    """Return the folder for files that can be made again; it may not exist."""
    return named_path(CACHE_VARIABLE) or platformdirs.user_cache_path("gpulife", appauthor=False)

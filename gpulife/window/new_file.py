"""Default names for files that the window writes."""

from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from gpulife.settings.user_settings import data_folder


def new_file(kind: str, ending: str, taken: Collection[Path] = ()) -> Path:
    """Return a path in the data folder that does not exist yet, such as "gpulife film 2026-03-12 14.05.01.mp4".

    Args:
        kind: what is in the file, in a word.
        ending: ending of its name.
        taken: paths that others are going to write.
    """
    time = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
    folder = data_folder()
    numbers = ("", *(f" {number}" for number in range(2, 100)))
    paths = [folder / f"gpulife {kind} {time}{number}{ending}" for number in numbers]
    return next((path for path in paths if not path.exists() and path not in taken), paths[-1])

"""Names for the files that the window writes without being told where."""

from datetime import datetime
from pathlib import Path

from gpulife.settings.user_settings import data_folder


def new_file(kind: str, ending: str) -> Path:
    """Return a path in the data folder that does not exist yet, such as "gpulife film 2026-03-12 14.05.01.mp4"."""
    time = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
    folder = data_folder()
    names = [f"gpulife {kind} {time}{ending}", *(f"gpulife {kind} {time} {n}{ending}" for n in range(2, 100))]
    return next((folder / name for name in names if not (folder / name).exists()), folder / names[-1])

"""Names for the files that the window writes without being told where."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from gpulife.settings.user_settings import data_folder


def new_file(kind: str, ending: str) -> Path:
    """A file in the program's own folder that is not there yet."""
    moment = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
    folder = data_folder()
    names = [f"gpulife {kind} {moment}{ending}", *(f"gpulife {kind} {moment} {n}{ending}" for n in range(2, 100))]
    return next((folder / name for name in names if not (folder / name).exists()), folder / names[-1])

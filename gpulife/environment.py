"""What the environment says: variables that name files and folders, and whether there is a screen."""

import os
import sys
from pathlib import Path

from gpulife.errors import OutputError


def named_path(variable: str) -> Path | None:
    """Return the path that a variable names, with ``~`` for somebody's home; None if it is not set or empty.

    Raises:
        OutputError: it begins with ``~`` and a name that no user here has.
    """
    named = os.environ.get(variable)
    if not named:
        return None
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise OutputError(f"{variable}={named}: there is no home folder of that name") from error


def has_display() -> bool:
    """Tell whether there is a screen for a window."""
    return not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))

"""Finds files that are not Python modules (shaders, presets, help pages), and reads paths that users give.

Shaders and presets are in the top folder of a checkout, and in ``gpulife/_data`` of an installed wheel. Help pages are
beside the modules that they explain.
"""

import os
import sys
from functools import cache
from pathlib import Path

from gpulife.errors import OutputError

# The environment: variables with paths, and whether there is a screen.


def named_path(variable: str) -> Path | None:
    """Return the path in the environment variable ``variable``, with ``~`` expanded; None if it is empty or not set.

    Raises:
        OutputError: the path starts with ``~NAME``, but there is no such user.
    """
    named = os.environ.get(variable)
    if not named:
        return None
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise OutputError(f"{variable}={named}: this home folder does not exist") from error


def has_display() -> bool:
    """Return True if there is a display for a window."""
    return not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


# Files of the program.

_PACKAGE = Path(__file__).parent


@cache
def resource_folder(name: str) -> Path:
    """Return the folder of shipped files called ``name``: "shaders" or "presets".

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"gpulife's own folder {name!r} is missing: install the package again")


@cache
def help_page(name: str) -> tuple[str, tuple[str, ...]]:
    """Read a help page (a Markdown file in ``gpulife/games``); return its title, and each paragraph as one line."""
    title, *paragraphs = (_PACKAGE / "games" / name).read_text(encoding="utf-8").strip().split("\n\n")
    return title.removeprefix("# "), tuple(" ".join(paragraph.split("\n")) for paragraph in paragraphs)


def user_path(text: str) -> Path:
    """Return the path that a user has typed; a leading ``~`` or ``~NAME`` is expanded if that home folder exists."""
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises RuntimeError

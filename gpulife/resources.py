"""Finds files that are not Python: shaders, presets and pages of help, and what the environment names.

Shaders and presets stand at the top of the checkout, and in ``gpulife/_data`` of an installed wheel. A page of help
stands beside the modules that it is about.
"""

import os
import sys
from functools import cache
from pathlib import Path

from gpulife.errors import OutputError

# What the environment says: variables that name files and folders, and whether there is a screen.


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


# Files of the program.

_PACKAGE = Path(__file__).parent


@cache
def resource_folder(name: str) -> Path:
    """Return the folder of shipped files called ``name`` (``"shaders"`` or ``"presets"``).

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"gpulife's own folder {name!r} is missing: install the package again")


@cache
def help_page(name: str) -> tuple[str, tuple[str, ...]]:
    """Read a page of help, a Markdown file of ``gpulife/games``: its title, and its paragraphs in a line each."""
    title, *paragraphs = (_PACKAGE / "games" / name).read_text(encoding="utf-8").strip().split("\n\n")
    return title.removeprefix("# "), tuple(" ".join(paragraph.split("\n")) for paragraph in paragraphs)


def user_path(text: str) -> Path:
    """Return the path that somebody has written; ``~`` begins with the user's folder, or stays where there is none."""
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path's own raises RuntimeError
